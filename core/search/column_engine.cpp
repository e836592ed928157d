#include "search/column_engine.hpp"

#include <thread>

namespace inarow {

bool ColumnEngine::plays(const Rules& rules) {
    return rules.gravity && rules.stones_per_turn == 1 && rules.stones_first_turn == 1 &&
           !rules.exact && rules.line_length >= 2;
}

ColumnEngine::ColumnEngine(const Rules& rules, const Weights& weights)
    : windows_(std::make_shared<const WindowTable>(rules)), weights_(checked(weights, rules)) {}

void ColumnEngine::provide(const Limits& limits) {
    if (table_.bytes() != Table::bytes_within(limits.memory)) table_ = Table(limits.memory);
    table_.start_generation();
    while (static_cast<int>(searches_.size()) < limits.threads) {
        searches_.push_back(std::make_unique<ColumnSearch>(windows_, weights_));
    }
    searches_.resize(limits.threads);
}

void ColumnEngine::fill(Result& result, const ColumnSearch::Found& found,
                        const Position& position) {
    const bool is_claim = is_win(found.score) || is_loss(found.score);
    const int end = is_claim ? stones_at_end(found.score) : position.rules().cells();
    const bool is_seen = searches_[0]->sees(end);
    result.score = is_claim && !is_seen ? guess(found.score) : found.score;
    result.turn = Turn().with(position.landing(found.column));
    result.line = searches_[0]->line_after(found.column);
    result.depth = found.depth;
    result.is_complete = found.is_complete;
    const int empty_cells = position.rules().cells() - position.stones();
    result.is_proven = is_seen && (is_claim || found.depth >= empty_cells);
    result.counters.nodes = 0;
    for (const auto& search : searches_) result.counters.nodes += search->nodes();
    result.table_bytes = table_.bytes();
}

Result ColumnEngine::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    Budget budget(limits, longest_pause_, hooks.stop, hooks.poll);
    provide(limits);
    std::vector<int> excluded;
    for (const Turn& turn : hooks.excluded)
        excluded.push_back(position.rules().column_of(*turn.begin()));
    for (auto& search : searches_)
        search->start(position, table_, limits.threads > 1 ? underway_.get() : nullptr);
    // From now on: to take up a large board takes milliseconds, which are no pause of the system's.
    std::vector<std::unique_ptr<Meter>> meters;
    for (std::size_t number = 0; number < searches_.size(); ++number)
        meters.push_back(std::make_unique<Meter>(budget, number == 0));
    std::vector<std::jthread> helpers;
    for (int number = 1; number < limits.threads; ++number) {
        helpers.emplace_back(
            [&, number] { searches_[number]->think(*meters[number], limits.depth, excluded, {}); });
    }
    Result result;
    const auto tell = [&](const ColumnSearch::Found& found) {
        if (!hooks.progress) return;
        fill(result, found, position);
        result.seconds = budget.seconds();
        hooks.progress(result);
    };
    ColumnSearch::Found found;
    try {
        found = searches_[0]->think(*meters[0], limits.depth, excluded, tell);
    } catch (...) {
        budget.stop();  // the helpers join on the way out
        throw;
    }
    budget.stop();
    helpers.clear();
    if (found.column < 0) throw SearchError("every turn is excluded; leave at least one to search");
    fill(result, found, position);
    result.seconds = budget.seconds();
    return result;
}

}  // namespace inarow
