#pragma once

#include "game/position.hpp"

namespace inarow {

/// Whether a stone could be placed on the place now; off the board it could not.
inline bool is_playable(const Position& position, int column, int row) {
    const Rules& rules = position.rules();
    if (!rules.has_place(column, row)) return false;
    return rules.gravity ? position.height(column) == row
                         : position.is_empty(rules.cell_at(column, row));
}

/// Whether a stone of the side on the empty cell would win.
inline bool completes_line(const Position& position, Side side, Cell cell) {
    const Rules& rules = position.rules();
    for (Direction direction : DIRECTIONS) {
        const int length =
            1 + position.reach(side, cell, direction) + position.reach(side, cell, -direction);
        if (rules.exact ? length == rules.line_length : length >= rules.line_length) return true;
    }
    return false;
}

/// How many of the cells that can be played now would win for the side.
inline int winning_cells_now(const Position& position, Side side) {
    int found = 0;
    position.for_each_move([&](Cell cell) { found += completes_line(position, side, cell); });
    return found;
}

}  // namespace inarow
