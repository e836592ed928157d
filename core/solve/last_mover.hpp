#pragma once

#include <algorithm>

#include "search/peace.hpp"
#include "solve/table_entries.hpp"

namespace inarow {

/// Whether only the side that fills the last cell can win, if it answers rightly: with an even
/// number of rows that is the second side, with odd columns and rows the first. docs/solver.md has
/// the proof.
inline bool only_last_mover_wins(const Rules& rules) {
    if (rules.rows % 2 == 0) return rules.line_length >= 5;
    return rules.columns % 2 != 0 && rules.line_length >= 6;
}

/// Bounds of the score of a position of so many stones, for the side to move, narrowed by that: on
/// the empty board, and where the last mover's first answer is still to come. Of later positions
/// the proof says nothing, for the last mover may have answered otherwise.
inline Bounds narrowed_at_start(const Rules& rules, int stones, Bounds bounds) {
    const int first_of_last_mover = last_mover(rules);  // the stones before it
    if (!only_last_mover_wins(rules) || stones > first_of_last_mover) return bounds;
    if (stones == first_of_last_mover) return {std::max(bounds.lower, 0), bounds.upper};
    return {bounds.lower, std::min(bounds.upper, 0)};
}

}  // namespace inarow
