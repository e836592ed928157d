#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "game/position.hpp"

namespace inarow {

/// A move that cannot be played: which cell, and why not.
struct IllegalMove : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// a, b, ..., z, aa, ab, ...: the column from the left. The letter i is used.
std::string column_letters(int column);
/// j10: column letters and the row counted from 1 at the bottom.
std::string cell_name(const Rules& rules, Cell cell);
Cell parse_cell(const Rules& rules, std::string_view text);

/// As players write a move: the column counted from 1 where stones fall, else the cell.
std::string move_name(const Rules& rules, Cell cell);
/// The cell that "4" (a column, where stones fall) or "j10" means in this position.
Cell parse_move(const Position& position, std::string_view text);

/// Throws IllegalMove unless the move can be played.
void check_move(const Position& position, Cell cell);

}  // namespace inarow
