#pragma once

#include "search/ladder/rung.hpp"

namespace inarow {

/// Principal variation search: the first turn of a node is taken for the best, and the others are
/// only asked whether they are better, with a window of nothing between alpha and beta. One that
/// is gets searched again.
class Pvs final : public Rung {
  public:
    Pvs(Tree& tree, Table& table) : Rung(tree, table), refutations_(tree.position().rules()) {}

    Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool is_first) override {
        return tree_.after(turn, [&] { return score_below(depth - 1, alpha, beta, is_first); });
    }

  private:
    /// The score of the position after a turn, for the side that played it.
    Score score_below(int depth, Score alpha, Score beta, bool is_first) {
        if (is_first || beta - alpha == 1) return -search(depth, -beta, -alpha);
        const Score score = -search(depth, -alpha - 1, -alpha);
        const bool is_better = score > alpha && score < beta && !tree_.is_stopped();
        return is_better ? -search(depth, -beta, -alpha) : score;
    }

    Score search(int depth, Score alpha, Score beta) {
        if (const auto score = tree_.settled(depth)) return *score;
        const std::uint64_t key = tree_.key();
        const Entry entry = table_.find(key);
        const bool is_on_main_line = beta - alpha > 1;  // which is to be known to its end
        if (!is_on_main_line) {
            if (const auto score = remembered(entry, depth, alpha, beta)) return *score;
        }
        const Side side = tree_.position().to_move();
        Score best = -UNBOUNDED;
        Turn best_turn;
        TurnQueue& turns =
            tree_.turns_by([&](const Choice& choice) { return order_of(choice, entry, side); });
        while (const Turn* turn = turns.next()) {
            const bool is_first = best == -UNBOUNDED;
            const Score bound = std::max(alpha, best);
            const Score score =
                tree_.after(*turn, [&] { return score_below(depth - 1, bound, beta, is_first); });
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
