#include "search/column_engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <thread>

namespace inarow {

namespace {

/// Whether a stone of the side on the cell, which nobody has, completes a line.
bool completes(const Position& position, Side side, Cell cell) {
    return std::ranges::any_of(DIRECTIONS, [&](Direction direction) {
        return 1 + position.reach(side, cell, direction) + position.reach(side, cell, -direction) >=
               position.rules().line_length;
    });
}

/// How much a move has against it for whoever has no time to think: it should win, else stop a win,
/// else not let the opponent win on top of it, and be near the centre.
int haste_rank(const Position& position, int column) {
    const Rules& rules = position.rules();
    const Side me = position.to_move();
    const Cell cell = position.landing(column);
    if (completes(position, me, cell)) return -2;
    if (completes(position, other(me), cell)) return -1;
    const bool is_poisoned = position.height(column) + 1 < rules.rows &&
                             completes(position, other(me), cell + rules.columns);
    return std::abs(2 * column - rules.columns + 1) + (is_poisoned ? 2 * rules.columns : 0);
}

int hasty_column(const Position& position, std::span<const int> excluded) {
    int hasty = -1;
    for (int column = 0; column < position.rules().columns; ++column) {
        if (position.landing(column) == NO_CELL ||
            std::ranges::find(excluded, column) != excluded.end())
            continue;
        if (hasty < 0 || haste_rank(position, column) < haste_rank(position, hasty)) hasty = column;
    }
    if (hasty < 0) throw SearchError("every turn is excluded; leave at least one to search");
    return hasty;
}

}  // namespace

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

Result ColumnEngine::result_of(const ColumnSearch::Found& found, const Position& position) {
    const bool is_claim = is_win(found.score) || is_loss(found.score);
    const int end = is_claim ? stones_at_end(found.score) : position.rules().cells();
    const bool is_seen = searches_[0]->sees(end);
    Result result;
    result.score = is_claim && !is_seen ? guess(found.score) : found.score;
    result.turn = Turn().with(position.landing(found.column));
    result.line = searches_[0]->line_after(found.column);
    result.depth = found.depth;
    result.is_complete = found.is_complete;
    const int empty_cells = position.rules().cells() - position.stones();
    result.is_proven = is_seen && (is_claim || found.depth >= empty_cells);
    result.counters.nodes = nodes();
    result.table_bytes = table_.bytes();
    return result;
}

std::uint64_t ColumnEngine::nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& search : searches_) nodes += search->nodes();
    return nodes;
}

Result ColumnEngine::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    std::vector<int> excluded;
    for (const Turn& turn : hooks.excluded)
        excluded.push_back(position.rules().column_of(*turn.begin()));
    const int hasty = hasty_column(position, excluded);
    const bool is_heard = std::isfinite(limits.seconds) || hooks.progress;
    Result result = timed_.run(
        limits, hooks, [&] { provide(limits); },
        [=, this](Budget& budget, const TimedSearch::Tell& tell) {
            think(position, limits, excluded, budget, tell, is_heard);
        });
    if (result.turn.size() == 0) {
        result.turn = Turn().with(position.landing(hasty));
        result.line = {position.landing(hasty)};
        result.table_bytes = table_.bytes();
    } else {
        result.counters.nodes = nodes();
    }
    return result;
}

/// What the searching threads do. If nobody hears of it but at the end, nothing is told before.
void ColumnEngine::think(const Position& position, const Limits& limits,
                         std::span<const int> excluded, Budget& budget,
                         const TimedSearch::Tell& tell, bool is_heard) {
    for (auto& search : searches_)
        search->start(position, table_, limits.threads > 1 ? underway_.get() : nullptr);
    std::vector<std::unique_ptr<Meter>> meters;
    for (std::size_t number = 0; number < searches_.size(); ++number)
        meters.push_back(std::make_unique<Meter>(budget, number == 0));
    std::vector<std::jthread> helpers;
    for (int number = 1; number < limits.threads; ++number) {
        helpers.emplace_back(
            [&, number] { searches_[number]->think(*meters[number], limits.depth, excluded, {}); });
    }
    try {
        ColumnSearch::Progress progress;
        if (is_heard)
            progress = [&](const ColumnSearch::Found& found) { tell(result_of(found, position)); };
        const auto found = searches_[0]->think(*meters[0], limits.depth, excluded, progress);
        budget.stop();
        helpers.clear();
        tell(result_of(found, position));
    } catch (...) {
        budget.stop();  // the helpers join on the way out
        throw;
    }
}

}  // namespace inarow
