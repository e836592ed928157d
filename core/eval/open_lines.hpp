#pragma once

#include <array>

#include "eval/evaluator.hpp"
#include "eval/owned_windows.hpp"

namespace inarow {

/// System C. Windows that the side to move can still win less those that the opponent can: the
/// windows without a stone of the other side. 10000 for a won board, -10001 for a lost one, as
/// final_score. Where the report is silent: a draw is 0; where a longer row does not win, a window
/// with an own stone at its end can no longer be won.
class OpenLines final : public Cloned<OpenLines> {
  public:
    explicit OpenLines(const Rules& rules);

    void reset(const Position& position) override;
    void place(const Position& position, Side side, Cell cell) override;
    void remove(const Position& position, Side side, Cell cell) override;
    Score evaluate(const Position& position) override;
    Score final_score(const Position& position) const override;

  private:
    OwnedWindows windows_;
    std::array<int, 2> open_{};
};

}  // namespace inarow
