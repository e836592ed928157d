#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/column_board.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/table.hpp"
#include "search/underway.hpp"

namespace inarow {

/// Iterative deepening alpha-beta over columns, one thread of it, for gravity with one stone a
/// turn. Forced replies cost no depth, and whatever it calls won or lost is: evaluations claim
/// nothing.
class ColumnSearch {
  public:
    /// What is known of the root: a move before there is a score, then the best one so far.
    struct Found {
        int column = -1;
        Score score = DRAW;
        int depth = 0;  // of the last iteration that was finished
        bool is_complete = false;
    };
    using Progress = std::function<void(const Found&)>;

    ColumnSearch(std::shared_ptr<const WindowTable> table, const Weights& weights);

    /// Takes up the position. The table is shared with the other threads of the search, and so is
    /// what they are at; a thread that is alone has nothing of the kind.
    void start(const Position& position, Table& shared, Underway* underway);
    /// Searches one stone deep, then two, ... to the depth. Tells what it knows before, whenever
    /// there is a better move, and after every depth.
    Found think(Meter& meter, int most_depth, std::span<const int> excluded,
                const Progress& progress);

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    /// Whether nothing that the board leaves out can happen before so many stones are placed.
    bool sees(int stones) const { return stones - board_.stones() < board_.stones_seen(); }
    /// The best play after the column, as far as the table knows it.
    std::vector<Cell> line_after(int column);

  private:
    struct Choice {
        int column;
        Score score;
    };
    Score search(int depth, int ply, Score alpha, Score beta);
    void tell_better(int column, Score score);
    void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
    Score after(int column, int depth, int ply, Score alpha, Score beta);
    /// The score of a move beside the best so far, in full if it is better than that.
    Score beside_best(int column, int depth, int reduction, int ply, Score alpha, Score beta);
    std::uint64_t name_of(int column, int depth) const;
    Score try_all(std::vector<Choice>& choices, int depth, int ply, Score alpha, Score beta,
                  int& best);
    /// What threats leave to the side to move: a result, one column, or all but those under
    /// threats.
    struct Situation {
        bool is_decided = false;
        Score score = DRAW;
        int forced = -1;
    };
    Situation situation() const;
    void list(std::vector<Choice>& choices) const;
    void put_safe_first(std::vector<Choice>& choices) const;
    void order(std::vector<Choice>& choices, int table_column, int depth) const;
    std::vector<Choice> root_choices(std::span<const int> excluded) const;
    std::vector<Choice>& choices_at(int ply);
    int reply() const;

    ColumnBoard board_;
    Table* shared_ = nullptr;
    Underway* underway_ = nullptr;
    Meter* meter_ = nullptr;
    std::vector<std::unique_ptr<std::vector<Choice>>> choices_;
    std::array<std::vector<int>, 2> history_;  // by cell: how often a stone there was the best
    std::vector<int> centrality_;
    std::atomic<std::uint64_t> nodes_ = 0;  // read while another thread counts
    Found found_;
    Progress progress_;
};

}  // namespace inarow
