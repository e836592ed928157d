#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "eval/evaluator.hpp"
#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/result.hpp"
#include "search/turn.hpp"

namespace inarow {

/// How a searcher goes about it, whatever its rung.
struct SearchOptions {
    TurnOptions turns;
    bool flat_wins = false;  // a win is a win: the quickest is not preferred
    bool symmetry = false;   // positions that are mirrored or turned share an entry of the table
    bool deepening =
        false;  // one turn, then two, ... also where the rung would go straight to its depth
};

/// The tree below a position, as one thread walks it: the position and its evaluator in step, the
/// turns of the node where it stands, the best line, the counters. Rungs differ only in what they
/// visit.
class Tree {
  public:
    Tree(const Position& root, const Evaluator& evaluator, const SearchOptions& options,
         Budget& budget, bool is_owner)
        : options_(options),
          position_(root),
          evaluator_(evaluator.clone()),
          generator_(root.rules(), options.turns),
          meter_(budget, is_owner),
          node_units_(1 + root.rules().cells() / CELLS_A_UNIT) {
        plies_.push_back(std::make_unique<Ply>());
        current().stones = position_.stones();
        evaluator_->reset(position_);
    }

    const Position& position() const { return position_; }
    int ply() const { return ply_; }
    bool is_stopped() const { return meter_.is_stopped(); }
    Counters& counters() { return counters_; }

    /// Names the position in the table.
    std::uint64_t key() const {
        return options_.symmetry ? position_.canonical_key() : position_.key();
    }

    /// Counts the node. Its score for the side to answer, if it needs no search: the game is over,
    /// there is no depth left, or the budget is spent (then the score means nothing).
    std::optional<Score> settled(int depth) {
        current().line.clear();
        rewind({});
        if (!meter_.take_node(node_units_)) return DRAW;
        ++counters_.nodes;
        if (position_.is_over()) return final_score();
        if (depth > 0) return std::nullopt;
        ++counters_.evaluations;
        return static_score();
    }

    /// The evaluator's opinion, without search. The game must not be over.
    Score static_score() { return guess(evaluator_->evaluate(position_)); }

    /// The score of what comes after the turn: plays it and asks. The stones are taken back only
    /// when the next turn needs it, because the pairs of a large board come sorted by their first
    /// stone.
    template <class Search>
    Score after(const Turn& turn, Search search) {
        rewind(turn);
        for (const auto* cell = turn.begin() + stones_of_turn(); cell != turn.end(); ++cell) {
            if (position_.is_over()) break;
            const Side side = position_.to_move();
            position_.play(*cell);
            evaluator_->place(position_, side, *cell);
        }
        if (plies_.size() == static_cast<std::size_t>(++ply_)) {
            plies_.push_back(std::make_unique<Ply>());
        }
        current().stones = position_.stones();
        const Score score = search();
        --ply_;
        return score;
    }

    /// The turns of this node, in the order of the options. Valid until the node's brother asks.
    std::span<const Choice> turns() { return list_turns(false); }

    /// The turns of this node, those of the highest order first.
    template <class OrderOf>
    TurnQueue& turns_by(OrderOf order_of) {
        current().queue.fill(list_turns(true), order_of);
        return current().queue;
    }

    /// The turn is the best of this node so far: the line goes on as it did below the turn.
    void keep(const Turn& turn) {
        std::vector<Turn>& line = current().line;
        line.assign(1, turn);
        const std::vector<Turn>& below = line_below();
        line.insert(line.end(), below.begin(), below.end());
    }
    /// The best line of the node that was searched last, one ply below this one.
    const std::vector<Turn>& line_below() const { return plies_[ply_ + 1]->line; }

  private:
    static constexpr int CELLS_A_UNIT = 512;
    static constexpr int TURNS_A_UNIT = 64;

    struct Ply {
        int stones = 0;  // on the board at this node
        std::vector<Choice> choices;
        TurnQueue queue;
        std::vector<Turn> line;
    };

    Ply& current() { return *plies_[ply_]; }

    /// Stones that lie on the board since this node.
    int stones_of_turn() { return position_.stones() - current().stones; }

    /// Takes stones back until only those with which the turn begins too are left since this node.
    void rewind(const Turn& turn) {
        const auto played = position_.history().subspan(current().stones);
        const auto [different, _] = std::ranges::mismatch(played, turn);
        for (auto back = played.end() - different; back > 0; --back) {
            const Cell cell = position_.last_move();
            position_.undo();
            evaluator_->remove(position_, position_.to_move(), cell);
        }
    }

    /// Only the side that moved last can have won.
    Score final_score() const {
        if (position_.outcome() == Outcome::DRAW) return DRAW;
        return loss_at(options_.flat_wins ? position_.rules().cells() : position_.stones());
    }

    std::span<const Choice> list_turns(bool needs_promises) {
        std::vector<Choice>& choices = current().choices;
        generator_.list(position_, needs_promises, choices);
        meter_.work(static_cast<int>(choices.size() / TURNS_A_UNIT));
        return choices;
    }

    const SearchOptions options_;
    Position position_;
    std::unique_ptr<Evaluator> evaluator_;
    TurnGenerator generator_;
    Meter meter_;
    Counters counters_;
    const int node_units_;
    int ply_ = 0;
    std::vector<std::unique_ptr<Ply>> plies_;
};

}  // namespace inarow
