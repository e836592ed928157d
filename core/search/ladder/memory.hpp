#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// Ordered alpha-beta with a transposition table: a position that was searched before is not
/// searched again, and the turn that was best then is tried first.
class Memory final : public Rung {
  public:
    using Rung::Rung;

    Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool) override {
        return tree_.after(turn, [&] { return -search(depth - 1, -beta, -alpha); });
    }

  private:
    Score search(int depth, Score alpha, Score beta) {
        if (const auto score = tree_.settled(depth)) return *score;
        const std::uint64_t key = tree_.key();
        const Entry entry = table_.find(key);
        if (const auto score = remembered(entry, depth, alpha, beta)) return *score;

        Score best = -UNBOUNDED;
        Turn best_turn;
        TurnQueue& turns =
            tree_.turns_by([&](const Choice& choice) { return order_of(choice, entry); });
        while (const Turn* turn = turns.next()) {
            const Score score = tree_.after(
                *turn, [&] { return -search(depth - 1, -beta, -std::max(alpha, best)); });
            if (tree_.is_stopped()) break;
            if (score > best) {
                best = score;
                best_turn = *turn;
                tree_.keep(*turn);
            }
            if (best >= beta) {
                ++tree_.counters().cutoffs;
                break;
            }
        }
        remember(key, depth, alpha, beta, best, best_turn);
        return best;
    }

    static Order order_of(const Choice& choice, const Entry& entry) {
        if (entry.is_found() && choice.turn.mark() == entry.mark) return TABLE_TURN_ORDER;
        return choice.promise;
    }
};

}  // namespace inarow
