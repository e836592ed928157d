#pragma once

#include <algorithm>

#include "solve/ideas.hpp"
#include "solve/words.hpp"

namespace inarow {

/// Upper bounds of the score of the side to move, from strategies of the other side that need no
/// search. The other side, the follower, answers in the column where the mover just played and so
/// gets every second cell of it, counted from the top ("claimeven"). Where an odd number of cells
/// is left, the mover takes the first cell of it unanswered: the follower then takes the first cell
/// of another such column; their number is even, for the number of all cells to be filled is even.
///
/// If no line fits into the cells that the mover can get, he cannot win. If the follower has a
/// threat, the mover dares not play below it, so that the cells from there on ("the region") stay
/// empty until everything else is full; then the mover has to play below the threat, and loses. A
/// threat at a cell that the follower would not get in this way turns the count of its column
/// around, and does the same if the number of cells outside all regions is even then: one such
/// threat when the number of empty cells is odd, two of different columns when it is even.
template <class Board>
class StaticBound {
  public:
    using Word = typename Board::Cells;

    StaticBound(const Board& board, const Ideas& ideas) : board_(board), ideas_(ideas) {}

    /// `mine` are the mover's stones; `threats` the empty cells where the other side would complete
    /// a line, none of them a landing cell. The score of the mover is at most what comes back, or
    /// `upper`.
    int operator()(const Word& mine, const Word& occupied, const Word& landings,
                   const Word& threats, int upper) const {
        const Word free = board_.board() & ~(occupied ^ mine);
        const bool is_even = count_bits(board_.board() & ~occupied) % 2 == 0;
        const Scene scene{free, free & ~mine, landings, threats};
        const Word odd_threats = threats & ~board_.following();
        if (is_even && ideas_.following) {
            int bound = follow(scene, board_.following());
            if (bound == UNBOUNDED && ideas_.zugzwang && has_several_bits(odd_threats)) {
                bound = with_two_threats(scene, odd_threats);
            }
            if (bound == 0 &&
                board_.has_line((occupied ^ mine) | claims(scene, board_.following()))) {
                bound = -1;
            }
            return std::min(upper, bound);
        }
        if (upper > 0 && !board_.has_line(free)) upper = 0;
        if (!is_even && ideas_.zugzwang) {
            for (Word rest = odd_threats; rest; rest &= rest - Word(1)) {
                upper = std::min(upper, follow(scene, turned(board_.following(), rest)));
            }
        }
        return upper;
    }

  private:
    static constexpr int UNBOUNDED = 1 << 20;

    struct Scene {
        Word free;  // cells without a stone of the follower
        Word empty;
        Word landings;  // the lowest empty cell of each column
        Word threats;   // of the follower
    };

    /// The cells that the follower gets, of those that he would get in full columns.
    Word claims(const Scene& scene, const Word& following) const {
        return following & scene.empty & ~scene.landings;
    }

    /// The bound when the follower gets these cells of each column.
    int follow(const Scene& scene, const Word& following) const {
        const Word wins = scene.threats & following;
        const Word reachable = scene.free & ~claims(scene, following) & ~board_.upward(wins);
        if (board_.has_line(reachable)) return UNBOUNDED;
        return -(count_bits(board_.upward(wins >> 1)) / 2);
    }

    int with_two_threats(const Scene& scene, const Word& odd_threats) const {
        int bound = UNBOUNDED;
        for (Word rest = odd_threats; rest; rest &= rest - Word(1)) {
            const Word one = turned(board_.following(), rest);
            for (Word other = rest & ~one; other; other &= other - Word(1)) {
                bound = std::min(bound, follow(scene, turned(one, other)));
            }
        }
        return bound;
    }

    /// The same with the count of the column of the lowest cell turned around.
    Word turned(const Word& following, const Word& cells) const {
        return following ^ board_.column(board_.column_of(cells));
    }

    const Board& board_;
    const Ideas& ideas_;
};

}  // namespace inarow
