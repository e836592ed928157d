#include "search/mcts.hpp"

#include <thread>

namespace inarow {

Mcts::Mcts(const Rules& rules, const Weights& weights, const MctsOptions& options,
           std::shared_ptr<const Network> network)
    : rules_(checked(rules)),
      weights_(checked(weights, rules)),
      options_(options),
      network_(std::move(network)) {
    tree_of(0);
    if (options.exploration <= 0 || options.sharpness < 0 || options.width < 1)
        throw SearchError("exploration must be above 0, sharpness 0 or more, width 1 or more");
}

/// Each thread explores a little differently, so that they do not all grow the same tree.
MctsTree& Mcts::tree_of(int number) {
    while (static_cast<int>(trees_.size()) <= number) {
        MctsOptions options = options_;
        options.exploration *= 1 + 0.2 * static_cast<double>(trees_.size());
        trees_.push_back(
            std::make_unique<MctsTree>(rules_, options, mcts_board(rules_, weights_, network_)));
    }
    return *trees_[number];
}

void Mcts::forget() {
    trees_.clear();
}

Result Mcts::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    if (position.rules() != rules_) throw SearchError("the position is of another game");
    if (position.is_over()) throw SearchError("the game is over: there is nothing to search");
    if (limits.has_depth())
        throw SearchError("a tree search has no depth to limit; give it nodes or seconds");
    Budget budget(limits, &longest_pause_, hooks.stop, hooks.poll);
    std::vector<std::uint64_t> leaves(limits.threads);
    const auto think = [&](int number) {
        MctsTree& tree = *trees_[number];
        Meter meter(budget, number == 0);
        // One leaf is always added, so that there is a move to play.
        for (bool is_first = true; meter.take_node(1) || is_first; is_first = false) {
            if (!tree.grow()) {
                budget.stop();
                break;
            }
            ++leaves[number];
        }
    };
    tree_of(limits.threads - 1);
    trees_.resize(limits.threads);
    for (auto& tree : trees_) tree->start(position, limits.memory / limits.threads, hooks.excluded);
    {
        std::vector<std::jthread> helpers;
        for (int number = 1; number < limits.threads; ++number) helpers.emplace_back(think, number);
        try {
            think(0);
        } catch (...) {
            budget.stop();
            throw;
        }
    }
    for (int number = 1; number < limits.threads; ++number)
        trees_[0]->add_visits_of(*trees_[number]);
    Result result;
    trees_[0]->fill(result);
    if (result.turn.size() == 0)
        throw SearchError("every turn is excluded; leave at least one to search");
    result.is_complete = result.is_proven;
    for (std::size_t number = 0; number < trees_.size(); ++number) {
        result.counters.nodes += leaves[number];
        result.table_bytes += trees_[number]->bytes();
    }
    result.seconds = budget.seconds();
    if (hooks.progress) hooks.progress(result);
    return result;
}

}  // namespace inarow
