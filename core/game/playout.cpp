#include "game/playout.hpp"

#include <cassert>

namespace inarow {
namespace {

Cell move_at(const Position& position, int index) {
    Cell found = NO_CELL;
    position.for_each_move([&](Cell cell) {
        if (index-- == 0) found = cell;
    });
    return found;
}

}  // namespace

Cell random_move(const Position& position, Random& random) {
    assert(!position.is_over());
    const Rules& rules = position.rules();
    const int choices = rules.gravity ? rules.columns : rules.cells();
    // Guessing is quicker than listing while most places are free, and just as even.
    for (int guesses = 0; guesses < 8; ++guesses) {
        const int guess = random.below(choices);
        const Cell cell = rules.gravity ? position.landing(guess) : guess;
        if (cell != NO_CELL && position.is_empty(cell)) return cell;
    }
    return move_at(position, random.below(position.count_moves()));
}

void play_out(Position& position, Random& random) {
    while (!position.is_over()) position.play(random_move(position, random));
}

}  // namespace inarow
