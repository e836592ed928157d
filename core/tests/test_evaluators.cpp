#include <cstdlib>
#include <memory>
#include <vector>

#include "eval/catalog.hpp"
#include "game/position.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

using Evaluators = std::vector<std::unique_ptr<Evaluator>>;

/// One of every name that the rules allow.
Evaluators evaluators_for(const Rules& rules) {
    Evaluators made;
    for (const NamedEvaluator& known : evaluators()) {
        try {
            made.push_back(make_evaluator(known.name, rules));
        } catch (const EvaluatorError&) {
            continue;  // which it refuses is a question for Python's tests
        }
    }
    return made;
}

/// One stone forth or, in two of five cases and at the end of a game, one back.
void step(Position& position, Evaluators& told, Random& random) {
    if (position.is_over() || (position.stones() > 0 && random.below(5) < 2)) {
        const Cell cell = position.last_move();
        position.undo();
        for (auto& evaluator : told) evaluator->remove(position, position.to_move(), cell);
    } else {
        const Cell cell = random_move(position, random);
        const Side side = position.to_move();
        position.play(cell);
        for (auto& evaluator : told) evaluator->place(position, side, cell);
    }
}

void evaluators_told_of_every_stone_agree_with_fresh_ones() {
    Random random(3);
    for (int game = 0; game < 300; ++game) {
        Position position(random_rules(random, 9, 9));
        Evaluators told = evaluators_for(position.rules());
        Evaluators fresh = evaluators_for(position.rules());
        for (auto& evaluator : told) evaluator->reset(position);
        for (int steps = 0; steps < 100; ++steps) {
            step(position, told, random);
            if (position.is_over()) continue;
            for (std::size_t index = 0; index < told.size(); ++index) {
                if (steps == 50) told[index] = told[index]->clone();
                fresh[index]->reset(position);
                const Score score = told[index]->evaluate(position);
                CHECK_EQUAL(score, fresh[index]->evaluate(position));
                CHECK(std::abs(score) <= LARGEST_GUESS);
            }
        }
    }
}

}  // namespace

void test_evaluators() {
    evaluators_told_of_every_stone_agree_with_fresh_ones();
}

}  // namespace inarow::tests
