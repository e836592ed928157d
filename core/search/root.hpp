#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "search/ladder/rung.hpp"
#include "search/result.hpp"

namespace inarow {

/// Turns until the board is full.
int turns_left(const Position& position);

using MakeRung = std::unique_ptr<Rung> (*)(Tree&, Table&);

/// The root of a search: its turns are shared out among threads, each with a rung on a tree of its
/// own, which have the best score so far and the table in common. It also keeps the best line for
/// whenever the search is broken off.
class Root {
  public:
    Root(const Position& position, const Evaluator& evaluator, const SearchOptions& options,
         MakeRung make_rung, Table& table, Budget& budget, int threads);

    /// Leaves these turns out. Throws SearchError if none would remain.
    void exclude(std::span<const Turn> turns);

    /// The score of the root, exact between alpha and beta, else a bound. Means nothing when the
    /// search was stopped.
    Score search(int depth, Score alpha, Score beta);

    /// Says that the depth is done and what its score is.
    void finish(int depth, Score score);

    bool is_stopped() const { return budget_.is_stopped(); }
    /// What is known of the root: the score of the last finished depth, else the evaluator's guess.
    Score score() const { return score_; }
    /// What has been found up to now.
    Result result() const;

  private:
    struct Worker {
        Worker(const Root& root, const Position& position, const Evaluator& evaluator,
               MakeRung make_rung, Table& table, bool is_owner);

        Tree tree;
        std::unique_ptr<Rung> rung;
    };

    void add_wins();
    bool search_next(Worker& worker);
    void search_rest(Worker& worker);
    void search_rest_with_threads();
    void record(const Turn& turn, Score score, const std::vector<Turn>& below);
    void put_first(const Turn& turn);
    bool is_proven(const std::vector<Turn>& line, Score score, bool is_finished) const;
    std::vector<Cell> cells_of(const std::vector<Turn>& line) const;

    const Position position_;
    const SearchOptions options_;
    Budget& budget_;
    std::vector<std::unique_ptr<Worker>> workers_;  // the first is the owner's
    std::vector<Turn> turns_;
    bool is_ordered_;

    // One pass over the turns.
    std::mutex mutex_;
    std::atomic<std::size_t> next_ = 0;
    int pass_depth_ = 0;
    Score alpha_ = -UNBOUNDED;
    Score beta_ = UNBOUNDED;
    Score best_ = -UNBOUNDED;
    std::exception_ptr error_;

    // The best line of the depth at work, and of the last one that was finished.
    std::vector<Turn> depth_line_;
    Score depth_score_ = DRAW;
    std::vector<Turn> line_;
    Score score_;
    int depth_ = 0;
};

}  // namespace inarow
