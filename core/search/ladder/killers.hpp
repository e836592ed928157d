#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// The rung with memory, with killer and history moves: a turn that refuted one turn of the
/// opponent often refutes its other turns too, so it is tried early in nodes at the same distance
/// from the root, and its stones early everywhere.
class Killers final : public Rung {
  public:
    Killers(Tree& tree, Table& table) : Rung(tree, table), refutations_(tree.position().rules()) {}

    Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool) override {
        return tree_.after(turn, [&] { return -search(depth - 1, -beta, -alpha); });
    }

  private:
    Score search(int depth, Score alpha, Score beta) {
        if (const auto score = tree_.settled(depth)) return *score;
        const std::uint64_t key = tree_.key();
        const Entry entry = table_.find(key);
        if (const auto score = remembered(entry, depth, alpha, beta)) return *score;

        const Side side = tree_.position().to_move();
        Score best = -UNBOUNDED;
        Turn best_turn;
        TurnQueue& turns =
            tree_.turns_by([&](const Choice& choice) { return order_of(choice, entry, side); });
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
                refutations_.remember(tree_.ply(), side, *turn, depth);
                break;
            }
        }
        remember(key, depth, alpha, beta, best, best_turn);
        return best;
    }

    Order order_of(const Choice& choice, const Entry& entry, Side side) {
        if (entry.is_found() && choice.turn.mark() == entry.mark) return TABLE_TURN_ORDER;
        return refutations_.order_of(tree_.ply(), side, choice);
    }

    Refutations refutations_;
};

}  // namespace inarow
