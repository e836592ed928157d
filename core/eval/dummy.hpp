#pragma once

#include "eval/evaluator.hpp"
#include "eval/powers.hpp"
#include "eval/runs.hpp"

namespace inarow {

/// System B's first try: 10**(r - 1) if r > 2, else 0, r = the side's longest run. The opponent
/// does not count. For other lines than six, r is counted as length_in_sixes says.
class Dummy final : public Cloned<Dummy, SidedEvaluator> {
  public:
    Dummy(const Rules& rules, std::optional<Side> view) : Cloned(view), runs_(rules) {}

    void reset(const Position& position) override { runs_.reset(position); }
    void place(const Position& position, Side side, Cell cell) override {
        runs_.place(position, side, cell);
    }
    void remove(const Position& position, Side side, Cell cell) override {
        runs_.remove(position, side, cell);
    }

  protected:
    std::int64_t value_for(Side side, const Position& position) override {
        const int run = length_in_sixes(runs_.longest(side), position.rules().line_length);
        return run > 2 ? capped_power(10, run - 1) : 0;
    }

  private:
    RunCounts runs_;
};

}  // namespace inarow
