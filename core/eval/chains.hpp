#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/runs.hpp"

namespace inarow {

/// System A. Every stone, in each of the four forward directions, with n = stones of its side
/// directly following (at most line_length - 1):
///
///     an own stone adds 2**n, an opponent's subtracts 3**n;
///     n = line_length - 2 adds 500 / subtracts 800 more,
///     n = line_length - 1 adds 2000 / subtracts 5000 more (with six in a row: n = 4 and n = 5);
///     every stone adds or subtracts max(0, 10 - its distance from the centre, rows + columns).
///
/// Where the report is silent: the bonuses come on top of the powers and move with the line
/// length; on an even board the centre lies between two cells and half a step is dropped; powers
/// stop at LARGEST_GUESS; a row that is too long to win (exact) weighs nothing.
class Chains final : public Cloned<Chains, SidedEvaluator> {
  public:
    Chains(const Rules& rules, std::optional<Side> view);

    void reset(const Position& position) override;
    void place(const Position& position, Side side, Cell cell) override;
    void remove(const Position& position, Side side, Cell cell) override;

  protected:
    std::int64_t value_for(Side side, const Position& position) override;

  private:
    /// What one side's stones are worth to itself, and what they cost the other side.
    struct Worth {
        std::int64_t attack = 0;
        std::int64_t danger = 0;
        std::int64_t centre = 0;
    };
    void change(const Position& position, Side side, Cell cell, int by);

    std::vector<std::int64_t> attack_of_;  // a whole run, by its length
    std::vector<std::int64_t> danger_of_;
    std::vector<int> centre_of_;  // by cell
    std::array<Worth, 2> worth_;
};

}  // namespace inarow
