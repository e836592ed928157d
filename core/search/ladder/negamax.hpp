#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// Minimax in one function: what is good for one side is as bad for the other.
class Negamax final : public Rung {
  public:
    using Rung::Rung;

    bool is_ordered() const override { return false; }

    Score score_of(const Turn& turn, int depth, Score, Score, bool) override {
        return tree_.after(turn, [&] { return -search(depth - 1); });
    }

  private:
    Score search(int depth) {
        if (const auto score = tree_.settled(depth)) return *score;
        Score best = -UNBOUNDED;
        for (const auto& [turn, promise] : tree_.turns()) {
            const Score score = tree_.after(turn, [&] { return -search(depth - 1); });
            if (tree_.is_stopped()) break;
            if (score > best) {
                best = score;
                tree_.keep(turn);
            }
        }
        return best;
    }
};

}  // namespace inarow
