#pragma once

#include "eval/evaluator.hpp"
#include "eval/runs.hpp"
#include "eval/threats.hpp"

namespace inarow {

/// System B. r = the side's longest run, R = the opponent's:
///
///     r > 2 adds 4**r;   R > 3 sets the score to -5**R;   R > 4 sets it to -20**R;
///     then the side's forks and blocks (threats.hpp) are added, one point each.
///
/// R > 5 is a game that is over. Where the report is silent: it gives the sizes 5**R and 20**R
/// without a sign, and since R > 5 is lost they count against the side, or it would never block;
/// for other lines than six, r and R are counted as length_in_sixes says.
class Ultimate final : public Cloned<Ultimate, SidedEvaluator> {
  public:
    Ultimate(const Rules& rules, std::optional<Side> view);

    void reset(const Position& position) override;
    void place(const Position& position, Side side, Cell cell) override;
    void remove(const Position& position, Side side, Cell cell) override;

  protected:
    std::int64_t value_for(Side side, const Position& position) override;

  private:
    RunCounts runs_;
    Threats threats_;
};

}  // namespace inarow
