#pragma once

#include <array>
#include <span>
#include <vector>

#include "eval/weights.hpp"
#include "game/windows.hpp"

namespace inarow {

/// The side whose stone fills the board.
inline int last_mover(const Rules& rules) {
    return rules.cells() % 2 == 0 ? 1 : 0;
}

/// Whether the last mover has the row if the columns are filled in peace, each stone answered by
/// one on top of it: the top row, and every other row below it.
inline bool is_last_movers_row(const Rules& rules, int row) {
    return (rules.rows - 1 - row) % 2 == 0;
}
inline bool is_last_movers(const Rules& rules, Cell cell) {
    return is_last_movers_row(rules, rules.row_of(cell));
}

/// How much windows count by where they are, in parts of Weights::POINT, in the order of a list.
///
/// The lower, the more, since low cells are filled first. In peace it is the other side that
/// chooses the columns, and the last mover who answers. So a peaceful window of the other side
/// comes to it unless one of the last mover's is full before: one that lacks cells only in columns
/// of it, each below. A window covered like this counts nothing, and those that cover count more.
/// One that is not covered can decide the game: it counts more, the fewer there are.
struct WindowScales {
    std::vector<int> usual;                    // of a window that is not peaceful
    std::array<std::vector<int>, 2> peaceful;  // of one that is, by its owner

    static WindowScales of(const Position& position, const WindowTable& table,
                           std::span<const int> windows);
};

}  // namespace inarow
