#pragma once

#include <algorithm>

#include "game/rules.hpp"
#include "solve/table_entries.hpp"

namespace inarow {

/// Whether only the side that fills the last cell can win, if it answers rightly: with an even
/// number of rows that is the second side, with odd columns and rows the first. docs/solver.md has
/// the proof.
inline bool only_last_mover_wins(const Rules& rules) {
    if (rules.rows % 2 == 0) return rules.line_length >= 5;
    return rules.columns % 2 != 0 && rules.line_length >= 6;
}

/// What that says of the score of a game's beginning, for the side to move; of later positions
/// nothing, and of the first stone of a last mover that begins neither.
inline Bounds narrowed_at_start(const Rules& rules, int stones, Bounds bounds) {
    const int last_mover = rules.cells() % 2 == 0 ? 1 : 0;
    if (!only_last_mover_wins(rules) || stones > last_mover) return bounds;
    if (stones == last_mover) return {std::max(bounds.lower, 0), bounds.upper};
    return {bounds.lower, std::min(bounds.upper, 0)};
}

}  // namespace inarow
