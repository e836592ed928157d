#include <algorithm>
#include <set>
#include <vector>

#include "search/limits.hpp"
#include "search/turn.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

using Cells = std::vector<Cell>;

std::vector<Cells> turns_of(Position& position, const TurnOptions& options = {}) {
    TurnGenerator generator(position.rules(), options);
    std::vector<Choice> choices;
    generator.list(position, true, choices);
    std::vector<Cells> turns;
    for (const Choice& choice : choices) turns.emplace_back(choice.turn.begin(), choice.turn.end());
    return turns;
}

/// Every set of stones that some order of single moves makes, a move that ends the game being the
/// last. Sets with a stone or a smaller set in them that would have won before the end are left
/// out.
void collect(Position& position, int start, Cells& played, std::set<Cells>& sets,
             std::set<Cells>& wins) {
    position.for_each_move([&](Cell cell) {
        const Side side = position.to_move();
        position.play(cell);
        played.push_back(cell);
        Cells sorted = played;
        std::ranges::sort(sorted);
        const bool is_won = position.outcome() == win_of(side);
        if (is_won) wins.insert(sorted);
        if (position.is_over() || position.to_move() != side || position.stones() == start) {
            sets.insert(sorted);
        } else {
            collect(position, start, played, sets, wins);
        }
        played.pop_back();
        position.undo();
    });
}

std::set<Cells> slow_turns_of(Position& position) {
    std::set<Cells> sets, wins;
    Cells played;
    collect(position, -1, played, sets, wins);
    std::erase_if(sets, [&](const Cells& set) {
        return std::ranges::any_of(wins, [&](const Cells& win) {
            return win.size() == 1 && set.size() > 1 && std::ranges::includes(set, win);
        });
    });
    return sets;
}

void a_turn_is_every_pair_once() {
    Random random(3);
    for (int trial = 0; trial < 300; ++trial) {
        Rules rules = random_rules(random, 5, 4);
        rules.stones_per_turn = 1 + random.below(2);
        rules.stones_first_turn = 1 + random.below(rules.stones_per_turn);
        Position position(rules);
        for (int stones = random.below(8); stones > 0 && !position.is_over(); --stones) {
            position.play(random_move(position, random));
        }
        if (position.is_over()) continue;
        const auto turns = turns_of(position);
        const std::set<Cells> sets(turns.begin(), turns.end());
        CHECK_EQUAL(sets.size(), turns.size());
        CHECK(sets == slow_turns_of(position));
        TurnOptions from_centre;
        from_centre.from_centre = true;
        const auto centred = turns_of(position, from_centre);
        CHECK(std::set<Cells>(centred.begin(), centred.end()) == sets);
        CHECK_EQUAL(centred.size(), sets.size());
    }
}

void turns_of_three_stones_are_legal_and_distinct() {
    Random random(4);
    for (int trial = 0; trial < 200; ++trial) {
        Rules rules = random_rules(random, 4, 4);
        rules.stones_per_turn = rules.stones_first_turn = 3;
        Position position(rules);
        for (int stones = random.below(8); stones > 0 && !position.is_over(); --stones) {
            position.play(random_move(position, random));
        }
        if (position.is_over()) continue;
        const auto turns = turns_of(position);
        CHECK(!turns.empty());
        CHECK_EQUAL(std::set<Cells>(turns.begin(), turns.end()).size(), turns.size());
        for (const Cells& turn : turns) {
            Position after = position;
            for (Cell cell : turn) {
                if (after.is_over()) break;
                CHECK(after.is_legal(cell));
                after.play(cell);
            }
            CHECK(after.is_over() || after.to_move() != position.to_move());
        }
    }
}

void the_second_stone_may_lie_on_the_first() {
    Position position({2, 2, 2, true, 2, 2});
    const std::vector<Cells> expected{{0, 2}, {0, 1}, {1, 3}};
    CHECK(turns_of(position) == expected);
}

void columns_are_tried_from_the_middle_outwards() {
    Position position({5, 4, 4, true});
    TurnOptions options;
    options.from_centre = true;
    const std::vector<Cells> expected{{2}, {1}, {3}, {0}, {4}};
    CHECK(turns_of(position, options) == expected);
}

void near_cells_lie_in_the_eight_directions() {
    Position position({7, 7, 5});
    position.play(24);  // the centre
    TurnOptions options;
    options.candidates = Candidates::NEAR;
    CHECK_EQUAL(turns_of(position, options).size(), 16u);
    options.distance = 1;
    CHECK_EQUAL(turns_of(position, options).size(), 8u);
}

void an_empty_board_has_candidates_in_its_centre() {
    for (Candidates rule : {Candidates::NEAR, Candidates::CHAINS}) {
        TurnOptions options;
        options.candidates = rule;
        Position connect6({19, 19, 6, false, 2, 1});
        CHECK(turns_of(connect6, options) == std::vector<Cells>{{180}});
        Position pair({3, 3, 3, false, 2, 2});
        CHECK_EQUAL(turns_of(pair, options).size(), 1u);
    }
}

void chains_keep_the_best_four_of_each_side() {
    //   . . . . . . .
    //   . s s s . . .      the ends of both rows of three are kept
    //   . . . . . . .
    //   . F F F . . .
    //   . . . . . . .
    Position position({7, 5, 6});
    for (Cell cell : {8, 22, 9, 23, 10, 24}) position.play(cell);
    TurnOptions options;
    options.candidates = Candidates::CHAINS;
    const auto turns = turns_of(position, options);
    CHECK(turns.size() <= 8u);
    for (Cell end : {7, 11, 21, 25}) CHECK(std::ranges::find(turns, Cells{end}) != turns.end());
}

void width_keeps_the_most_promising_turns() {
    Position position({9, 9, 5});
    for (Cell cell : {40, 0, 41, 8, 42, 72}) position.play(cell);
    TurnOptions options;
    options.width = 2;
    const std::vector<Cells> ends{{39}, {43}};
    CHECK(turns_of(position, options) == ends);
    options.width = 0;
    options.cells = 2;
    CHECK(turns_of(position, options) == ends);
}

void too_many_turns_are_refused() {
    Position position({100, 100, 6, false, 2, 2});
    CHECK_THROWS(turns_of(position), SearchError);
}

}  // namespace

void test_turns() {
    a_turn_is_every_pair_once();
    turns_of_three_stones_are_legal_and_distinct();
    the_second_stone_may_lie_on_the_first();
    columns_are_tried_from_the_middle_outwards();
    near_cells_lie_in_the_eight_directions();
    an_empty_board_has_candidates_in_its_centre();
    chains_keep_the_best_four_of_each_side();
    width_keeps_the_most_promising_turns();
    too_many_turns_are_refused();
}

}  // namespace inarow::tests
