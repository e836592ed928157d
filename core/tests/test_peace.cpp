#include <memory>
#include <numeric>

#include "search/column_board.hpp"
#include "search/peace.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

Rules falling(int columns, int rows, int line_length) {
    return {.columns = columns, .rows = rows, .line_length = line_length, .gravity = true};
}

std::vector<int> all_windows(const WindowTable& table) {
    std::vector<int> windows(table.size());
    std::iota(windows.begin(), windows.end(), 0);
    return windows;
}

Position after(const Rules& rules, std::initializer_list<int> columns) {
    Position position(rules);
    for (const int column : columns) position.play(position.landing(column));
    return position;
}

/// The cells that the side lacks in a window which it fills in peace; all of them if it does not.
std::vector<Cell> lacks(const Position& position, const Window& window, int side, bool& comes) {
    const Rules& rules = position.rules();
    std::vector<Cell> empty;
    comes = true;
    for (int index = 0; index < rules.line_length; ++index) {
        const Cell cell = window.cell(index);
        const Stone stone = position.at(cell);
        if (stone == Stone::NONE) {
            empty.push_back(cell);
            const bool falls_to_last = rules.row_of(cell) % 2 == (rules.rows - 1) % 2;
            comes &= falls_to_last == (side == last_mover(rules));
        } else {
            comes &= stone == (side == 0 ? Stone::FIRST : Stone::SECOND);
        }
    }
    return empty;
}

/// Whether every cell of `lower` has one of `upper` above it in its column.
bool is_below(const Rules& rules, const std::vector<Cell>& lower, const std::vector<Cell>& upper) {
    for (const Cell low : lower) {
        bool has_cell_above = false;
        for (const Cell high : upper)
            has_cell_above |= rules.column_of(high) == rules.column_of(low) && high > low;
        if (!has_cell_above) return false;
    }
    return true;
}

/// Window by window, each compared with every other.
void check_scales(const Position& position) {
    const Rules& rules = position.rules();
    const WindowTable table(rules);
    const std::vector<int> windows = all_windows(table);
    const WindowScales scales = WindowScales::of(position, table, windows);
    const int last = last_mover(rules);
    for (const int one : windows) {
        for (const int side : {0, 1}) {
            bool comes = false;
            const auto mine = lacks(position, table[one], side, comes);
            bool meets = false;
            for (const int other : windows) {
                bool other_comes = false;
                const auto theirs = lacks(position, table[other], side ^ 1, other_comes);
                if (!comes || !other_comes) continue;
                meets |=
                    side == last ? is_below(rules, mine, theirs) : is_below(rules, theirs, mine);
            }
            const int usual = scales.usual[one];
            const int scale = scales.peaceful[side][one];
            if (!comes || (side == last && !meets)) {
                CHECK_EQUAL(scale, usual);
            } else if (side == last) {
                CHECK_EQUAL(scale, usual * 3 / 2);
            } else if (meets) {
                CHECK_EQUAL(scale, 0);
            } else {
                CHECK(scale >= 3 * usual);
            }
        }
    }
}

/// The first side lacks the third row's last cell, the second side one below it: what the first
/// has is worth nothing as long as the second has that.
void test_drawn_case() {
    const Rules rules = falling(4, 4, 4);
    const WindowTable table(rules);
    // row 1: x o x . / row 2: o o o . / row 3: x x x .
    Position position = after(rules, {0, 1, 2, 0, 0, 1, 1, 2, 2});
    int row_2 = -1;
    int row_3 = -1;
    for (int window = 0; window < table.size(); ++window) {
        const Cell from = table[window].cell(0);
        const Cell to = table[window].cell(3);
        if (from == rules.cell_at(0, 1) && to == rules.cell_at(3, 1)) row_2 = window;
        if (from == rules.cell_at(0, 2) && to == rules.cell_at(3, 2)) row_3 = window;
    }
    const std::vector<int> windows = all_windows(table);
    const WindowScales scales = WindowScales::of(position, table, windows);
    CHECK_EQUAL(scales.peaceful[0][row_3], 0);
    CHECK_EQUAL(scales.peaceful[1][row_2], 3 * scales.usual[row_2] / 2);
    CHECK(scales.usual[row_2] > scales.usual[row_3]);
}

/// The bottom row's windows are never covered: one that is left alone counts for more.
void test_fewer_count_more() {
    const Rules rules = falling(8, 4, 4);
    const WindowTable table(rules);
    const std::vector<int> windows = all_windows(table);
    int corner = -1;
    for (const int window : windows) {
        if (table[window].cell(0) == rules.cell_at(0, 0) &&
            table[window].cell(3) == rules.cell_at(3, 0))
            corner = window;
    }
    const auto scale = [&](const Position& position) {
        return WindowScales::of(position, table, windows).peaceful[0][corner];
    };
    CHECK(scale(after(rules, {7, 4})) > scale(after(rules, {})));
}

/// Stones played and taken back leave the evaluation as it was.
void check_sums(const Position& start, Random& random) {
    const Rules& rules = start.rules();
    const auto table = std::make_shared<const WindowTable>(rules);
    Weights weights = Weights::standard(rules);
    weights.weighs_places = true;
    ColumnBoard board(table, weights);
    board.reset(start);
    const Score before = board.evaluate();
    Position position = start;
    std::vector<int> played;
    for (int stones = 0; stones < 10 && !position.is_over(); ++stones) {
        const Cell cell = random_move(position, random);
        position.play(cell);
        if (position.is_over()) break;
        played.push_back(rules.column_of(cell));
        board.play(played.back());
    }
    for (; !played.empty(); played.pop_back()) board.undo(played.back());
    CHECK_EQUAL(board.evaluate(), before);
}

}  // namespace

void test_peace() {
    test_drawn_case();
    test_fewer_count_more();
    Random random(20);
    for (int round = 0; round < 60; ++round) {
        const Rules rules = falling(3 + random.below(5), 3 + random.below(5), 3 + random.below(2));
        Position position(rules);
        for (int stones = random.below(rules.cells()); stones > 0; --stones) {
            position.play(random_move(position, random));
            if (position.is_over()) position.undo();
        }
        check_scales(position);
        check_sums(position, random);
    }
}

}  // namespace inarow::tests
