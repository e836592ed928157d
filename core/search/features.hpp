#pragma once

#include <span>
#include <vector>

#include "eval/weights.hpp"
#include "game/position.hpp"

namespace inarow {

/// What the champion's evaluation makes of a position at the start of a turn.
struct Judgement {
    std::vector<float> features;  // as FeatureLayout has them
    Score score = DRAW;           // for the side to move
    bool is_quiet = false;        // nobody can end the game within a turn
};

/// Judges positions of one game. Throws SearchError for a game without a champion, WeightsError
/// for weights that are not for the game.
class Judge {
  public:
    Judge(const Rules& rules, const Weights& weights);

    /// The judgements of all positions at the start of a turn, the last before the end, as rows of
    /// features with three numbers more: stones, 1 if quiet, the score. The moves must be legal.
    std::vector<float> rows(std::span<const Cell> moves) const;
    int row_size() const { return FeatureLayout(rules_).size() + 3; }

    /// Throws SearchError in the middle of a turn, after the end, and for another game.
    Judgement operator()(const Position& position) const;

  private:
    Rules rules_;
    Weights weights_;
};

}  // namespace inarow
