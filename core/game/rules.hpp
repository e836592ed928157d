#pragma once

#include <cstdint>
#include <stdexcept>

namespace inarow {

/// A place on the board: row * columns + column, rows from the bottom and columns from the left.
using Cell = int;
inline constexpr Cell NO_CELL = -1;

enum class Side : std::uint8_t { FIRST = 1, SECOND = 2 };

constexpr Side other(Side side) {
    return side == Side::FIRST ? Side::SECOND : Side::FIRST;
}

/// 0 for FIRST, 1 for SECOND: the place of a side in an array of two.
constexpr int index_of(Side side) {
    return side == Side::FIRST ? 0 : 1;
}

enum class Outcome : std::uint8_t { ONGOING, FIRST_WINS, SECOND_WINS, DRAW };

constexpr Outcome win_of(Side side) {
    return side == Side::FIRST ? Outcome::FIRST_WINS : Outcome::SECOND_WINS;
}

/// Numbers that make no game, with which one is wrong and what it may be.
struct RulesError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The seven numbers that define a game. A plain value: copy it, compare it, print it.
struct Rules {
    int columns;
    int rows;
    int line_length;       // this many stones in a row win
    bool gravity = false;  // a stone falls to the lowest empty cell of its column
    int stones_per_turn = 1;
    int stones_first_turn = 1;  // fewer than stones_per_turn evens out the first side's advantage
    bool exact = false;         // a longer row does not win

    static constexpr int MOST_COLUMNS = 128;
    static constexpr int MOST_ROWS = 128;
    static constexpr int LONGEST_LINE = 128;
    static constexpr int MOST_STONES = 8;  // per turn, and on the first turn

    int cells() const { return columns * rows; }
    bool contains(Cell cell) const { return cell >= 0 && cell < cells(); }
    int column_of(Cell cell) const { return cell % columns; }
    int row_of(Cell cell) const { return cell / columns; }
    Cell cell_at(int column, int row) const { return row * columns + column; }
    bool has_place(int column, int row) const {
        return column >= 0 && column < columns && row >= 0 && row < rows;
    }

    bool operator==(const Rules&) const = default;
};

/// The rules, unchanged. Throws RulesError if a number is out of range.
const Rules& checked(const Rules& rules);

}  // namespace inarow
