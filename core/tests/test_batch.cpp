#include <vector>

#include "game/batch.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {
namespace {

void check_seen(const Batch& batch, int game) {
    const Rules& rules = batch.rules();
    const Position& position = batch.position(game);
    const std::int8_t* own = batch.observations() + 2 * rules.cells() * game;
    for (Cell cell = 0; cell < rules.cells(); ++cell) {
        const int place = rules.cell_at(rules.column_of(cell), rules.rows - 1 - rules.row_of(cell));
        const bool is_own = position.at(cell) == stone_of(position.to_move());
        CHECK_EQUAL(own[place] == 1, is_own);
        CHECK_EQUAL(own[rules.cells() + place] == 1, !is_own && !position.is_empty(cell));
    }
    int legal = 0;
    for (int action = 0; action < batch.actions(); ++action)
        legal += batch.masks()[game * batch.actions() + action];
    CHECK_EQUAL(legal, position.count_moves());
}

}  // namespace

/// Random rules, games and threads: what the sanitizers should see.
void test_batch() {
    Random random(3);
    for (int trial = 0; trial < 60; ++trial) {
        BatchSettings settings{1 + random.below(20), random.bits(), 1 + random.below(4),
                               random.below(2) == 1, random.below(6)};
        Batch batch(random_rules(random, 9, 9), settings);
        std::vector<std::int64_t> actions(batch.games());
        for (int step = 0; step < 50; ++step) {
            batch.sample(actions.data());
            CHECK_EQUAL(batch.first_illegal(actions.data()), -1);
            batch.step(actions.data());
            for (int game = 0; game < batch.games(); ++game) check_seen(batch, game);
        }
        batch.restart();
    }
}

}  // namespace inarow::tests
