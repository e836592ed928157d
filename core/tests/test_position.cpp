#include "game/perft.hpp"
#include "game/position.hpp"
#include "game/windows.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

std::uint64_t sequences(const Rules& rules, int depth) {
    Position position(rules);
    return perft(position, depth, [] { return false; });
}

void perft_counts_are_the_known_ones() {
    CHECK_EQUAL(sequences({3, 3, 3}, 6), 54720u);
    CHECK_EQUAL(sequences({7, 6, 4, true}, 7), 823536u);
}

void windows_are_as_many_as_the_formula_says() {
    CHECK_EQUAL(WindowTable({19, 19, 6}).size(), 924);
    CHECK_EQUAL(WindowTable({7, 6, 4, true}).size(), 69);
    CHECK_EQUAL(WindowTable({15, 15, 5}).size(), 572);
}

void runs_beside_a_cell_stop_at_gaps_walls_and_the_other_side() {
    //   F F x F .     x: empty
    Position position({5, 2, 5});
    for (Cell cell : {0, 5, 1, 6, 3}) position.play(cell);
    CHECK_EQUAL(position.reach(Side::FIRST, 2, {1, 0}), 1);
    CHECK_EQUAL(position.reach(Side::FIRST, 2, {-1, 0}), 2);
    CHECK_EQUAL(position.reach(Side::SECOND, 2, {-1, 0}), 0);
    CHECK_EQUAL(position.reach(Side::SECOND, 7, {-1, 0}), 2);
}

}  // namespace

void test_position() {
    perft_counts_are_the_known_ones();
    windows_are_as_many_as_the_formula_says();
    runs_beside_a_cell_stop_at_gaps_walls_and_the_other_side();
}

}  // namespace inarow::tests
