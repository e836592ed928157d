#pragma once

#include "eval/evaluator.hpp"
#include "eval/threats.hpp"

namespace inarow {

/// System B, one term alone: the number of the side's own cells that make two or more threats at
/// once, as threats.hpp defines them.
class Forks final : public Cloned<Forks, SidedEvaluator> {
  public:
    Forks(const Rules& rules, std::optional<Side> view) : Cloned(view), threats_(rules) {
        check_threats_exist("forks", rules);
    }

    void reset(const Position& position) override { threats_.reset(position); }
    void place(const Position&, Side side, Cell cell) override { threats_.place(side, cell); }
    void remove(const Position&, Side side, Cell cell) override { threats_.remove(side, cell); }

  protected:
    std::int64_t value_for(Side side, const Position& position) override {
        return threats_.forks(side, position);
    }

  private:
    Threats threats_;
};

}  // namespace inarow
