#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/owned_windows.hpp"

namespace inarow {

/// System E, for gravity games. Fixed point: an advantage of 1 is GAUSSIAN_ONE points.
///
/// Every cell weighs exp(-d**2 / 2) / (the sum of that over the board), d = its distance from the
/// centre of the board in cells. A group is a run of n stones (a lone stone is one) that can still
/// become a line, as tokens.hpp says it; g = the sum of its cells' weights. It is worth
///
///     in a row       (1 + 2 + ... + n + 0.2 e) * (1 + g), e = the playable empty cells at its two
///                    ends; nothing if there are none: they hang in the air or are blocked
///     in a diagonal  (1 + 2 + ... + n) * (1 + g)
///     in a column    the same, but only for the group on top of the column
///
/// A side's sum is 0.5 columns + 0.3 rows + 0.2 diagonals; the advantage is the own sum less the
/// opponent's. A threat is a playable cell that wins at once. A side to move with a threat, and a
/// waiting side with more threats than the other has stones left this turn (two, where turns are
/// of one stone), has LARGEST_GUESS, the highest value but a win; a waiting side with fewer has
/// its advantage, good or bad, improved by 30%. The result is divided by the stones on the board.
class Gaussian final : public Cloned<Gaussian> {
  public:
    explicit Gaussian(const Rules& rules);

    void reset(const Position& position) override { windows_.reset(position, NO_VISIT); }
    void place(const Position&, Side side, Cell cell) override {
        windows_.place(side, cell, NO_VISIT);
    }
    void remove(const Position&, Side side, Cell cell) override {
        windows_.remove(side, cell, NO_VISIT);
    }
    Score evaluate(const Position& position) override;

  private:
    std::int64_t group_worth(const Position& position, Side side, Cell first, std::size_t direction,
                             int length) const;
    std::int64_t advantage(const Position& position) const;

    OwnedWindows windows_;
    std::vector<std::int32_t> weight_of_;  // by cell, in parts of GAUSSIAN_ONE
};

inline constexpr std::int64_t GAUSSIAN_ONE = 1 << 16;

}  // namespace inarow
