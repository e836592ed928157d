#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "game/position.hpp"

namespace inarow {

/// Calls visit(ahead, behind) for each of the four directions: the stones of the side that touch
/// the cell on either hand. A stone on the cell joins them to one run of ahead + 1 + behind; a
/// stone taken from it leaves the two. What lies on the cell itself does not matter.
template <class Visit>
void for_each_joint(const Position& position, Side side, Cell cell, Visit visit) {
    for (Direction direction : DIRECTIONS) {
        visit(position.reach(side, cell, direction), position.reach(side, cell, -direction));
    }
}

/// Calls visit(side, first, direction, length) for every run on the board, in every direction (a
/// place in DIRECTIONS); a lone stone is a run of one.
template <class Visit>
void for_each_run(const Position& position, Visit visit) {
    for (Cell cell : position.history()) {
        const Side side = static_cast<Side>(position.at(cell));
        for (std::size_t index = 0; index < DIRECTIONS.size(); ++index) {
            const Direction direction = DIRECTIONS[index];
            if (position.reach(side, cell, -direction) > 0) continue;  // not the first of its run
            visit(side, cell, index, 1 + position.reach(side, cell, direction));
        }
    }
}

/// How many runs of each length either side has, kept up to date by `place` and `remove`.
class RunCounts {
  public:
    explicit RunCounts(const Rules& rules);

    void reset(const Position& position);
    void place(const Position& position, Side side, Cell cell) { change(position, side, cell, 1); }
    void remove(const Position& position, Side side, Cell cell) {
        change(position, side, cell, -1);
    }

    /// The side's longest run that is shorter than a line. Only where a longer row does not win
    /// can there be others while the game goes on, and those are worth nothing.
    int longest(Side side) const;

  private:
    void change(const Position& position, Side side, Cell cell, int by) {
        auto& counts = counts_[index_of(side)];
        for_each_joint(position, side, cell, [&](int ahead, int behind) {
            counts[ahead + 1 + behind] += by;
            counts[ahead] -= by;
            counts[behind] -= by;
        });
    }

    int line_length_;
    std::array<std::vector<int>, 2> counts_;  // by length; that of length 0 means nothing
};

}  // namespace inarow
