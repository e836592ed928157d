#pragma once

#include <array>
#include <vector>

#include "game/rules.hpp"

namespace inarow {

/// A step from a cell to a neighbour. The four directions of a line are data, not four loops.
struct Direction {
    int columns;
    int rows;

    constexpr Direction operator-() const { return {-columns, -rows}; }
};

inline constexpr std::array<Direction, 4> DIRECTIONS{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

/// A way of laying the board on itself: first the axes change places, then each may be turned
/// round.
struct Symmetry {
    bool swaps_axes;
    bool turns_columns;
    bool turns_rows;

    bool operator==(const Symmetry&) const = default;
};

/// Those that keep the rules, the identity first: 2 with gravity, else 4, or 8 on a square board.
std::vector<Symmetry> symmetries(const Rules& rules);

/// Where the symmetry takes a cell.
Cell image(const Rules& rules, Symmetry symmetry, Cell cell);

}  // namespace inarow
