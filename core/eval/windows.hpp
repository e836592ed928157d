#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/owned_windows.hpp"

namespace inarow {

/// The one that scales: every window that only one side still owns (its stones, none of the
/// other's) weighs by the stones in it. With c stones in it and m = line_length - c missing:
///
///     weight(c) = c**2 + 4**(6 - m) if m <= 6, else c**2
///
/// so that the last stones weigh most on short lines, and the early ones still differ on long
/// ones. By need to move: p = stones a turn, and the side to move has l of them left, so
///
///     value = own weight * (2p + l) / 2p - opposing weight
///
/// and a window that the side to move can fill before its turn ends is worth LARGEST_GUESS
/// outright. (With gravity: a window that lacks one cell, where a stone can land now.)
class WindowWeights final : public Cloned<WindowWeights> {
  public:
    explicit WindowWeights(const Rules& rules);

    void reset(const Position& position) override;
    void place(const Position& position, Side side, Cell cell) override;
    void remove(const Position& position, Side side, Cell cell) override;
    Score evaluate(const Position& position) override;

  private:
    /// What one side owns.
    struct Estate {
        std::int64_t weight = 0;
        std::array<int, Rules::MOST_STONES + 1> lacking{};  // windows, by the cells they lack
    };
    template <class Change>
    void change(Change change);
    bool can_fill_a_window(const Position& position) const;

    OwnedWindows windows_;
    std::vector<std::int32_t> weight_of_;  // by stones
    int least_stones_;                     // of a window that one turn can fill
    std::array<Estate, 2> estates_;
};

}  // namespace inarow
