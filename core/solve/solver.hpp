#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "game/position.hpp"
#include "search/limits.hpp"
#include "search/timed_work.hpp"
#include "solve/ideas.hpp"
#include "solve/table_entries.hpp"

namespace inarow {

/// A game that cannot be solved here: why, and what could be.
struct SolveError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The exact score of a position or of what is proved of it, for the side to move: 1 + the stones
/// that the winner will not have used, negative when that is the other side, 0 for a draw.
struct SolveResult {
    Bounds bounds{};
    bool is_complete =
        false;  // the question is answered: the score, or its sign when that was asked
    std::uint64_t nodes = 0;
    double seconds = 0;
};

/// Something that was proved on the way: bounds of the score of a position, by its key, for the
/// side to move.
struct Finding {
    std::string key;
    Bounds bounds;
};

/// What a solver asks and tells while it works.
struct SolveHooks {
    std::function<bool()> stop;  // asked often, by any thread: true ends it
    std::function<bool()> poll;  // asked now and then by the one who asked: true ends it too
    std::function<void(const SolveResult& so_far)> progress;  // now and then
    std::function<void(const Finding&)> finding;              // of all that took so many nodes:
    std::uint64_t finding_nodes = std::uint64_t{1} << 20;
};

enum class Question { SCORE, SIGN };

/// What is known of a score before it is asked for, and what it is likely to be.
struct Prior {
    static constexpr int UNBOUNDED = 1 << 20;

    Bounds bounds{-UNBOUNDED, UNBOUNDED};
    std::optional<int> guess{};
};

/// Perfect play for gravity games of one stone a turn. What it proves is kept for the next
/// question.
class Solver {
  public:
    static constexpr std::size_t LEAST_MEMORY = std::size_t{1} << 20;
    static constexpr int MOST_BITS = 512;  // columns * (rows + 1)

    /// So many `askers` may have a question answered at the same time, by so many threads each.
    /// Throws SolveError if the rules are not those of a game that it can solve, or memory (bytes)
    /// is too little.
    Solver(const Rules& rules, std::size_t memory, int threads, const Ideas& ideas = {},
           int askers = 1);
    Solver(Solver&&) noexcept;
    ~Solver();

    const Rules& rules() const { return rules_; }
    int threads() const { return threads_; }
    int askers() const { return static_cast<int>(timed_.size()); }
    std::size_t table_bytes() const;

    /// Of the limits, seconds and nodes count here. The asker, from 0, has no other question open.
    /// With a limit in seconds the answer is in time although the machine is busy.
    SolveResult solve(const Position& position, Question question, const Limits& limits,
                      const SolveHooks& hooks = {}, const Prior& prior = {}, int asker = 0);
    /// A name for the position that its mirror image shares and no other position has, for books.
    std::string key(const Position& position) const;
    /// The names of the positions from which one move leads here, whether they can be reached or
    /// not.
    std::vector<std::string> parents(const Position& position) const;
    /// Takes over what was found before, until there is no room for it. Throws SolveError if there
    /// is no such position or score.
    void learn(const Finding& finding);
    /// Forgets all that was proved; no question is open.
    void forget();

    class Engine;

  private:
    SolveResult solve_in_time(const Position& position, Question question, const Limits& limits,
                              const SolveHooks& hooks, const Prior& prior, int asker);

    Rules rules_;
    int threads_;
    std::unique_ptr<Engine> engine_;
    std::vector<std::unique_ptr<TimedWork>> timed_;  // by asker; ends first
};

/// The stones of a score's game when it ends, for a position of so many stones; all cells for 0.
int final_stones(const Rules& rules, int stones, int score);

}  // namespace inarow
