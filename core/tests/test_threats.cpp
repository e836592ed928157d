#include <algorithm>
#include <set>
#include <vector>

#include "game/windows.hpp"
#include "search/covers.hpp"
#include "search/threat_board.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

/// The stones of a board again, with everything counted from scratch.
template <int K, int P>
struct Recount {
    const ThreatBoard<K, P>& board;
    const WindowTable& table;

    int stones(int side, const Window& window) const {
        int count = 0;
        for (int i = 0; i < table.rules().line_length; ++i)
            count += board.at(window.cell(i)) == side + 1;
        return count;
    }
    bool has_own_beside(int side, const Window& window) const {
        const Rules& rules = table.rules();
        for (const int index : {-1, rules.line_length}) {
            const int column = rules.column_of(window.first) + index * window.direction.columns;
            const int row = rules.row_of(window.first) + index * window.direction.rows;
            if (rules.line_length > 1 && rules.has_place(column, row) &&
                board.at(rules.cell_at(column, row)) == side + 1)
                return true;
        }
        return false;
    }
    bool is_open(int side, const Window& window) const {
        return stones(1 - side, window) == 0 &&
               !(table.rules().exact && has_own_beside(side, window));
    }
    int value(const std::vector<int>& values) const {
        int sum = 0;
        for (const Window& window : table.all()) {
            for (int side = 0; side < 2; ++side) {
                if (is_open(side, window))
                    sum += (side == 0 ? 1 : -1) * values[stones(side, window)];
            }
        }
        return sum;
    }
    /// The empty cells of every window that a turn can fill.
    std::multiset<std::vector<Cell>> threats(int side) const {
        std::multiset<std::vector<Cell>> found;
        const Rules& rules = table.rules();
        for (const Window& window : table.all()) {
            if (!is_open(side, window) ||
                stones(side, window) < rules.line_length - rules.stones_per_turn)
                continue;
            std::vector<Cell> gap;
            for (int i = 0; i < rules.line_length; ++i) {
                if (board.is_empty(window.cell(i))) gap.push_back(window.cell(i));
            }
            found.insert(gap);
        }
        return found;
    }
};

/// The values of the open windows, FIRST's minus SECOND's.
template <int K, int P>
int value_of(const ThreatBoard<K, P>& board, const std::vector<int>& values) {
    int sum = 0;
    for (int side = 0; side < 2; ++side) {
        const std::vector<int> windows = board.open_windows(side);
        for (std::size_t stones = 0; stones < windows.size(); ++stones)
            sum += (side == 0 ? 1 : -1) * windows[stones] * values[stones];
    }
    return sum;
}

template <int K, int P>
void check_board(ThreatBoard<K, P>& board, const WindowTable& table,
                 const std::vector<int>& values) {
    const Recount<K, P> recount{board, table};
    CHECK_EQUAL(value_of(board, values), recount.value(values));
    for (int side = 0; side < 2; ++side) {
        std::multiset<std::vector<Cell>> gaps;
        board.for_each_window(side, 0, [&](int window) {
            std::vector<Cell> gap(table.rules().line_length);
            gap.resize(board.empties(window, gap.data()));
            gaps.insert(gap);
        });
        CHECK(gaps == recount.threats(side));
        CHECK_EQUAL(board.threats(side), static_cast<int>(gaps.size()));
        if (table.rules().exact) continue;  // a gain does not count rows that become too long
        for (Cell cell = 0; cell < board.cells(); ++cell) {
            if (!board.is_empty(cell)) continue;
            const int before = value_of(board, values);
            const int gain = board.gain(side, cell);
            board.template play<true>(side, cell);
            CHECK_EQUAL(gain, (side == 0 ? 1 : -1) * (value_of(board, values) - before));
            board.template undo<true>(side, cell);
        }
    }
}

/// Plays and undoes random stones and checks the board against a recount.
template <int K, int P>
void the_board_equals_a_recount(const Rules& rules, std::uint64_t seed) {
    Random random(seed);
    const Weights values = Weights::standard(rules);
    ThreatBoard<K, P> board(rules, values);
    const WindowTable table(rules);
    std::vector<std::pair<int, Cell>> played;
    for (int step = 0; step < 60; ++step) {
        const Cell cell = random.below(rules.cells());
        if (board.is_empty(cell) && random.below(4) > 0) {
            const int side = random.below(2);
            board.template play<true>(side, cell);
            played.emplace_back(side, cell);
        } else if (!played.empty()) {
            board.template undo<true>(played.back().first, played.back().second);
            played.pop_back();
        }
        if (step % 10 == 9) check_board(board, table, values.window_values);
    }
    CHECK_EQUAL(board.stones(), static_cast<int>(played.size()));
}

void stones_without_evaluation_leave_no_trace() {
    const Rules rules{19, 19, 6, false, 2, 1};
    const Weights values = Weights::standard(rules);
    ThreatBoard<6, 2> board(rules, values);
    const WindowTable table(rules);
    Random random(5);
    for (int i = 0; i < 20; ++i) {
        const Cell cell = random.below(rules.cells());
        if (board.is_empty(cell)) board.play<true>(i % 2, cell);
    }
    const std::uint64_t key = board.key();
    std::vector<Cell> played;
    for (int i = 0; i < 20; ++i) {
        const Cell cell = random.below(rules.cells());
        if (!board.is_empty(cell)) continue;
        board.play<false>(1, cell);
        played.push_back(cell);
    }
    for (auto cell = played.rbegin(); cell != played.rend(); ++cell) board.undo<false>(1, *cell);
    CHECK(board.key() == key);
    check_board(board, table, values.window_values);
}

/// All sets of at most `limit` cells that touch every gap and from which none can be left out.
std::set<std::vector<Cell>> slow_covers(const std::vector<CellSet<2>>& gaps, int cells) {
    const auto stops = [&](const std::vector<Cell>& stones) {
        return std::ranges::all_of(gaps, [&](const CellSet<2>& gap) {
            return std::ranges::any_of(stones, [&](Cell cell) { return gap.contains(cell); });
        });
    };
    std::set<std::vector<Cell>> covers;
    if (stops({})) covers.insert(std::vector<Cell>{});
    for (Cell a = 0; a < cells; ++a) {
        if (!covers.contains({}) && stops({a})) covers.insert({a});
        for (Cell b = a + 1; b < cells; ++b) {
            if (stops({a, b}) && !stops({a}) && !stops({b})) covers.insert({a, b});
        }
    }
    return covers;
}

void covers_are_those_of_brute_force() {
    Random random(11);
    constexpr int CELLS = 8;
    for (int round = 0; round < 3000; ++round) {
        std::vector<CellSet<2>> gaps(random.below(7));
        for (CellSet<2>& gap : gaps) {
            gap.add(random.below(CELLS));
            const Cell second = random.below(CELLS);
            if (!gap.contains(second)) gap.add(second);
        }
        const Covers<6, 2> covers(gaps.data(), static_cast<int>(gaps.size()), 2);
        const auto expected = slow_covers(gaps, CELLS);
        std::set<std::vector<Cell>> found;
        std::size_t least = 3;
        for (const auto& set : covers.sets()) found.insert({set.begin(), set.end()});
        for (const auto& set : expected) least = std::min(least, set.size());
        CHECK(found == expected);
        CHECK_EQUAL(covers.number(), static_cast<int>(least));
    }
}

}  // namespace

void test_threats() {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const bool exact : {false, true}) {
            the_board_equals_a_recount<6, 2>({19, 19, 6, false, 2, 1, exact}, seed);
            the_board_equals_a_recount<6, 2>({7, 6, 6, false, 2, 1, exact}, seed);
            the_board_equals_a_recount<5, 1>({15, 15, 5, false, 1, 1, exact}, seed);
            the_board_equals_a_recount<0, 1>({3, 3, 3, false, 1, 1, exact}, seed);
            the_board_equals_a_recount<0, 2>({9, 8, 5, false, 2, 1, exact}, seed);
            the_board_equals_a_recount<0, 0>({10, 9, 7, false, 3, 1, exact}, seed);
            the_board_equals_a_recount<0, 0>({5, 4, 2, false, 4, 2, exact}, seed);
        }
    }
    stones_without_evaluation_leave_no_trace();
    covers_are_those_of_brute_force();
}

}  // namespace inarow::tests
