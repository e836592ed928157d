#pragma once

#include <algorithm>

#include "solve/ideas.hpp"
#include "solve/words.hpp"

namespace inarow {

/// What a strategy of the follower (below) depends on; of one position, or of several side by side.
template <class Cells>
struct Scene {
    Cells free;  // cells without a stone of the follower
    Cells empty;
    Cells landings;  // the lowest empty cell of each column
    Cells threats;   // empty cells where the follower would complete a line; no landings
};

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

    /// The lines that the mover can still get, against a follower if the number of empty cells is
    /// even.
    template <class Cells>
    Cells lines(const Scene<Cells>& scene, bool is_even) const {
        const bool follows = is_even && ideas_.following;
        return board_.lines(follows ? reachable(scene, board_.following()) : scene.free);
    }

    /// The score of the mover is at most what comes back, or `upper`. `has_lines`: whether lines()
    /// finds any.
    [[gnu::always_inline]] int operator()(const Scene<Word>& scene, bool is_even, bool has_lines,
                                          int upper) const {
        const Word odd_threats = scene.threats & ~board_.following();
        if (is_even && ideas_.following) {
            if (!has_lines) return std::min(upper, even_loss(scene));
            if (!ideas_.zugzwang || !has_several_bits(odd_threats)) return upper;
            return std::min(upper, with_two_threats(scene, odd_threats));
        }
        if (!has_lines) upper = std::min(upper, 0);
        if (is_even || !ideas_.zugzwang || !odd_threats) return upper;
        return std::min(upper, with_a_threat(scene, odd_threats));
    }

  private:
    static constexpr int UNBOUNDED = 1 << 20;

    /// The cells that the follower gets, of those that he would get in full columns.
    template <class Cells>
    Cells claims(const Scene<Cells>& scene, const Word& following) const {
        return following & scene.empty & ~scene.landings;
    }

    /// The cells that the mover can get.
    template <class Cells>
    Cells reachable(const Scene<Cells>& scene, const Word& following) const {
        const Cells wins = scene.threats & following;
        return scene.free & ~claims(scene, following) & ~board_.upward(wins);
    }

    /// The score of a mover who cannot win: the regions stay empty but for their lowest stones.
    int loss(const Scene<Word>& scene, const Word& following) const {
        const Word wins = scene.threats & following;
        return -(count_bits(board_.upward(wins >> 1)) / 2);
    }

    /// The same for an even number of empty cells, where the follower may get a line too.
    int even_loss(const Scene<Word>& scene) const {
        const int score = loss(scene, board_.following());
        if (score < 0) return score;
        const Word theirs = board_.board() & ~scene.free;
        return board_.has_line(theirs | claims(scene, board_.following())) ? -1 : 0;
    }

    /// The bound when the follower gets these cells of each column.
    int follow(const Scene<Word>& scene, const Word& following) const {
        return board_.has_line(reachable(scene, following)) ? UNBOUNDED : loss(scene, following);
    }

    int with_a_threat(const Scene<Word>& scene, const Word& odd_threats) const {
        int bound = UNBOUNDED;
        for (Word rest = odd_threats; rest; rest &= rest - Word(1)) {
            bound = std::min(bound, follow(scene, turned(board_.following(), rest)));
        }
        return bound;
    }

    int with_two_threats(const Scene<Word>& scene, const Word& odd_threats) const {
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
