#include "game/notation.hpp"

#include <algorithm>

#include "game/text.hpp"

namespace inarow {
namespace {

constexpr int LETTERS = 26;

int column_number(const std::string& letters) {
    int number = 0;
    for (char letter : letters)
        number = std::min(number * LETTERS + (letter - 'a' + 1), Rules::MOST_COLUMNS + 1);
    return number;
}

std::string board_name(const Rules& rules) {
    return "the board of " + std::to_string(rules.columns) + " columns and " +
           std::to_string(rules.rows) + " rows";
}

std::string last_cell(const Rules& rules) {
    return cell_name(rules, rules.cells() - 1);
}

}  // namespace

std::string column_letters(int column) {
    std::string letters;
    for (++column; column > 0; column = (column - 1) / LETTERS) {
        letters.insert(letters.begin(), static_cast<char>('a' + (column - 1) % LETTERS));
    }
    return letters;
}

std::string cell_name(const Rules& rules, Cell cell) {
    return column_letters(rules.column_of(cell)) + std::to_string(rules.row_of(cell) + 1);
}

Cell parse_cell(const Rules& rules, std::string_view text) {
    TextReader reader(text);
    const int column = column_number(reader.letters());
    if (column == 0) reader.fail("a cell from a1 to " + last_cell(rules));
    const int row = reader.expect_number("a row number");
    reader.expect_end("the end of the cell");
    if (!rules.has_place(column - 1, row - 1)) {
        throw NotationError(quoted(text) + " is not on " + board_name(rules) +
                            ": cells go from a1 to " + last_cell(rules));
    }
    return rules.cell_at(column - 1, row - 1);
}

std::string move_name(const Rules& rules, Cell cell) {
    return rules.gravity ? std::to_string(rules.column_of(cell) + 1) : cell_name(rules, cell);
}

Cell parse_move(const Position& position, std::string_view text) {
    const Rules& rules = position.rules();
    TextReader reader(text);
    const auto column = reader.number();
    if (!rules.gravity || !column) return parse_cell(rules, text);
    reader.expect_end("the end of the column number");
    if (*column < 1 || *column > rules.columns) {
        throw NotationError(quoted(text) + " is not a column: they go from 1 to " +
                            std::to_string(rules.columns));
    }
    const Cell cell = position.landing(*column - 1);
    // A full column has no cell of its own; its top one lets check_move say what is wrong.
    return cell != NO_CELL ? cell : rules.cell_at(*column - 1, rules.rows - 1);
}

void check_move(const Position& position, Cell cell) {
    if (position.is_legal(cell)) return;
    const Rules& rules = position.rules();
    if (!rules.contains(cell)) {
        throw IllegalMove("cell " + std::to_string(cell) + " is not on " + board_name(rules) +
                          ": cells go from 0 to " + std::to_string(rules.cells() - 1));
    }
    const std::string name = cell_name(rules, cell);
    const std::string column = "column " + std::to_string(rules.column_of(cell) + 1);
    if (position.is_over()) throw IllegalMove(name + " cannot be played: the game is over");
    if (rules.gravity && position.landing(rules.column_of(cell)) == NO_CELL) {
        throw IllegalMove(name + " cannot be played: " + column + " is full");
    }
    if (!position.is_empty(cell)) throw IllegalMove(name + " cannot be played: it is occupied");
    throw IllegalMove(name + " cannot be played: a stone in " + column + " falls to " +
                      cell_name(rules, position.landing(rules.column_of(cell))));
}

}  // namespace inarow
