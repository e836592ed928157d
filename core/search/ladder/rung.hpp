#pragma once

#include "search/table.hpp"
#include "search/tree.hpp"

namespace inarow {

/// One algorithm of the ladder, at work on one thread's tree. A root asks it for the score of one
/// turn after the other; what happens below is the rung's own.
class Rung {
  public:
    Rung(Tree& tree, Table& table) : tree_(tree), table_(table) {}
    virtual ~Rung() = default;

    /// The score of the turn, for the side that plays it, `depth` turns deep with this one: exact
    /// between alpha and beta, else a bound. `is_first`: no brother has been searched before.
    virtual Score score_of(const Turn& turn, int depth, Score alpha, Score beta, bool is_first) = 0;

    /// Whether promising turns come first. Else all come in the order of the options, always.
    virtual bool is_ordered() const { return true; }

  protected:
    /// The stored score, if it spares the search of this node.
    std::optional<Score> remembered(const Entry& entry, int depth, Score alpha, Score beta) {
        if (!entry.is_found()) return std::nullopt;
        const auto score = entry.score_for(depth, alpha, beta);
        if (score) ++tree_.counters().table_hits;
        return score;
    }

    /// Stores what a search of this node with these bounds found; nothing when it was broken off.
    void remember(std::uint64_t key, int depth, Score alpha, Score beta, Score best,
                  const Turn& turn) {
        if (tree_.is_stopped()) return;
        const Bound bound = best >= beta    ? Bound::LOWER
                            : best <= alpha ? Bound::UPPER
                                            : Bound::EXACT;
        table_.store(key, {best, depth, bound, turn.mark()});
    }

    Tree& tree_;
    Table& table_;
};

}  // namespace inarow
