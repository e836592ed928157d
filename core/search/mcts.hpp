#pragma once

#include <memory>
#include <vector>

#include "search/mcts_tree.hpp"
#include "search/search.hpp"

namespace inarow {

/// Monte Carlo tree search for every game: the most promising moves first, an evaluation instead of
/// random games, proved results handed up. Keeps its tree from move to move. Several threads grow a
/// tree each and add up what they found. With one thread and a limit in nodes it is deterministic.
class Mcts {
  public:
    /// Throws SearchError for options out of range, WeightsError for weights or a network of
    /// another game.
    Mcts(const Rules& rules, const Weights& weights, const MctsOptions& options = {},
         std::shared_ptr<const Network> network = nullptr);
    /// With the weights set by hand.
    explicit Mcts(const Rules& rules, const MctsOptions& options = {},
                  std::shared_ptr<const Network> network = nullptr)
        : Mcts(rules, Weights::standard(rules), options, std::move(network)) {}

    Mcts(const Mcts&) = delete;
    Mcts& operator=(const Mcts&) = delete;

    const Rules& rules() const { return rules_; }

    /// The most visited turn, or one that is proved to win. A node is a leaf that was judged; the
    /// depth of a Result is the length of its line in turns, and a limit in depth is refused.
    Result search(const Position& position, const Limits& limits, const Hooks& hooks = {});

    /// Gives up the tree.
    void forget();

    /// The moves of the last search with how often each was visited, by its first thread.
    std::vector<std::pair<Cell, int>> visits() const { return trees_.at(0)->visits(); }

  private:
    MctsTree& tree_of(int number);

    Rules rules_;
    Weights weights_;
    MctsOptions options_;
    std::shared_ptr<const Network> network_;
    std::vector<std::unique_ptr<MctsTree>> trees_;
    double longest_pause_ = 0;  // of the last search
};

}  // namespace inarow
