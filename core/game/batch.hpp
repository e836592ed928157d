#pragma once

#include <cstdint>
#include <vector>

#include "game/playout.hpp"
#include "game/position.hpp"
#include "game/workers.hpp"

namespace inarow {

struct BatchSettings {
    int games;
    std::uint64_t seed = 0;
    int threads = 1;
    bool restarts = true;  // a game that ends begins anew in the same step
    int opening = 0;       // a game begins after 0 to so many random stones, every number as likely
};

/// Many games of the same rules, one stone in each at a step. What a learner needs to see of them
/// lies in arrays that every step overwrites:
///
///   observations   [game][2][row][column]  stones of the side to move, then of the other side
///   masks          [game][action]          1 where a stone can be placed; an action is a column
///                                          where stones fall, else row * columns + column
///   rewards        [game]                  for the side that placed the stone: 1 if it won
///   outcomes       [game]                  of the game that this step ended; else ONGOING
///   sides, stones  [game]                  who is to move, how many stones lie on the board
///
/// Rows are counted from the top, as learners have it, and not from the bottom as cells are.
/// Every game has random numbers of its own: threads change nothing but the time.
class Batch {
  public:
    Batch(const Rules& rules, const BatchSettings& settings);

    const Rules& rules() const { return rules_; }
    int games() const { return static_cast<int>(positions_.size()); }
    int actions() const { return rules_.gravity ? rules_.columns : rules_.cells(); }
    const BatchSettings& settings() const { return settings_; }
    const Position& position(int game) const { return positions_[game]; }

    /// Begins anew every game, or those that are marked.
    void restart(const bool* marked = nullptr);
    /// The first game that cannot be played on with its action, or -1. A game that is over can: its
    /// action does not count.
    int first_illegal(const std::int64_t* actions) const;
    /// Places a stone in every game. All actions must be legal.
    void step(const std::int64_t* actions);
    /// A legal action for every game, every one as likely; -1 where the game is over.
    void sample(std::int64_t* actions);

    const std::int8_t* observations() const { return observations_.data(); }
    const std::uint8_t* masks() const { return masks_.data(); }
    const float* rewards() const { return rewards_.data(); }
    const std::uint8_t* outcomes() const { return outcomes_.data(); }
    const std::uint8_t* sides() const { return sides_.data(); }
    const std::int32_t* stones() const { return stones_.data(); }

  private:
    /// The same place with its rows counted from the other end of the board.
    int turned(int place) const {
        return rules_.cell_at(rules_.column_of(place), rules_.rows - 1 - rules_.row_of(place));
    }
    Cell cell_of(int game, std::int64_t action) const;
    void place(int game, Cell cell);
    void play(int game, std::int64_t action);
    void begin(int game);
    void note(int game);

    Rules rules_;
    BatchSettings settings_;
    Position empty_;
    std::vector<Position> positions_;
    std::vector<Random> randoms_;
    std::vector<std::int8_t> observations_;
    std::vector<std::uint8_t> masks_;
    std::vector<float> rewards_;
    std::vector<std::uint8_t> outcomes_;
    std::vector<std::uint8_t> sides_;
    std::vector<std::int32_t> stones_;
    Workers workers_;
};

}  // namespace inarow
