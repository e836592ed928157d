#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// Negamax that leaves a node as soon as it is too good: the other side has something better than
/// letting it come to that. alpha is what this side has for sure, -beta what the other has.
class AlphaBeta final : public Rung {
  public:
    using Rung::Rung;

    bool is_ordered() const override { return false; }

    Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool) override {
        return tree_.after(turn, [&] { return -search(depth - 1, -beta, -alpha); });
    }

  private:
    Score search(int depth, Score alpha, Score beta) {
        if (const auto score = tree_.settled(depth)) return *score;
        Score best = -UNBOUNDED;
        for (const auto& [turn, promise] : tree_.turns()) {
            const Score score = tree_.after(
                turn, [&] { return -search(depth - 1, -beta, -std::max(alpha, best)); });
            if (tree_.is_stopped()) break;
            if (score > best) {
                best = score;
                tree_.keep(turn);
            }
            if (best >= beta) {
                ++tree_.counters().cutoffs;
                break;
            }
        }
        return best;
    }
};

}  // namespace inarow
