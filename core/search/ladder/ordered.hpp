#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// Alpha-beta that tries the turns with the longest rows first: the sooner a good turn comes, the
/// more of the others are cut off.
class Ordered final : public Rung {
  public:
    using Rung::Rung;

    Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool) override {
        return tree_.after(turn, [&] { return -search(depth - 1, -beta, -alpha); });
    }

  private:
    Score search(int depth, Score alpha, Score beta) {
        if (const auto score = tree_.settled(depth)) return *score;
        Score best = -UNBOUNDED;
        TurnQueue& turns = tree_.turns_by([](const Choice& choice) { return choice.promise; });
        while (const Turn* turn = turns.next()) {
            const Score score = tree_.after(
                *turn, [&] { return -search(depth - 1, -beta, -std::max(alpha, best)); });
            if (tree_.is_stopped()) break;
            if (score > best) {
                best = score;
                tree_.keep(*turn);
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
