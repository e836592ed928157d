#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/owned_windows.hpp"

namespace inarow {

/// The windows that are nearly full, and the cells that count for `forks` and `blocks`.
///
/// A *threat* of a side is a window open to it that holds at least line_length - stones_per_turn
/// of its stones, and two at the least: one more turn fills it. With gravity a threat need not be
/// playable yet, for it stays.
///
/// A cell *forks* for a side when it holds a stone of that side which lies in threats of two or
/// more directions: the stone makes two threats at once.
///
/// A cell *blocks* for a side when it holds a stone of that side without which some window would
/// be a threat of the opponent's: the stone, alone, stops the opponent's row.
///
///     . . . F . . .      line length 4, one stone a turn: the corner stone of F's
///     . . . F . . .      forks if both rows can still be filled;
///     s F F F . . .      s blocks the row: without it that would be a threat.
class Threats {
  public:
    explicit Threats(const Rules& rules);

    void reset(const Position& position);
    void place(Side side, Cell cell);
    void remove(Side side, Cell cell);

    int forks(Side side, const Position& position);
    int blocks(Side side, const Position& position);

  private:
    void list(Side side, int window);
    void unlist(Side side, int window);
    /// The number of cells whose mark is wanted, and clears all marks.
    template <class IsWanted>
    int count_marks(IsWanted is_wanted);
    void mark(Cell cell, std::uint8_t bit);

    OwnedWindows windows_;
    int least_stones_;
    std::array<std::vector<int>, 2> listed_;    // windows with least_stones_ of the side or more
    std::array<std::vector<int>, 2> place_of_;  // of a window within listed_
    std::vector<std::uint8_t> marks_;           // by cell, all 0 between calls
    std::vector<Cell> marked_;
};

/// Throws EvaluatorError, in the name of the evaluator, where no threat could ever be.
void check_threats_exist(const char* evaluator, const Rules& rules);

}  // namespace inarow
