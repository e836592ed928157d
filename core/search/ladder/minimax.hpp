#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// One side takes the best for itself, the other leaves it the worst; every turn is tried.
class Minimax final : public Rung {
  public:
    using Rung::Rung;

    bool is_ordered() const override { return false; }

    Score score_of(const Turn& turn, int depth, Score, Score, bool) override {
        return tree_.after(turn, [&] { return minimise(depth - 1); });
    }

  private:
    // Scores are those of the side at the root; `settled` speaks for the side that is to answer.

    Score maximise(int depth) {
        if (const auto score = tree_.settled(depth)) return *score;
        Score best = -UNBOUNDED;
        for (const auto& [turn, promise] : tree_.turns()) {
            const Score score = tree_.after(turn, [&] { return minimise(depth - 1); });
            if (tree_.is_stopped()) break;
            if (score > best) {
                best = score;
                tree_.keep(turn);
            }
        }
        return best;
    }

    Score minimise(int depth) {
        if (const auto score = tree_.settled(depth)) return -*score;
        Score best = UNBOUNDED;
        for (const auto& [turn, promise] : tree_.turns()) {
            const Score score = tree_.after(turn, [&] { return maximise(depth - 1); });
            if (tree_.is_stopped()) break;
            if (score < best) {
                best = score;
                tree_.keep(turn);
            }
        }
        return best;
    }
};

}  // namespace inarow
