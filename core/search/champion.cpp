#include "search/champion.hpp"

#include <thread>

#include "search/column_engine.hpp"

namespace inarow {

class Champion::Engine {
  public:
    virtual ~Engine() = default;
    virtual Result search(const Position& position, const Limits& limits, const Hooks& hooks) = 0;
    virtual void forget() = 0;
};

namespace {

template <int K, int P>
class EngineOf final : public Champion::Engine {
  public:
    EngineOf(const Rules& rules, const Weights& weights, const ChampionOptions& options)
        : rules_(rules), options_(options), empty_(rules, weights) {}

    Result search(const Position& position, const Limits& limits, const Hooks& hooks) override;
    void forget() override {
        if (table_) table_->clear();
        for (auto& search : searches_) search->forget();
    }

  private:
    using Search = TurnSearch<K, P>;
    using Set = CellSet<P>;

    void provide(const Limits& limits);
    void fill(Result& result, const typename Search::Found& found, int side, double seconds);
    std::vector<Set> sets_of(std::span<const Turn> turns) const;

    Rules rules_;
    ChampionOptions options_;
    ThreatBoard<K, P> empty_;
    std::size_t table_bytes_ = 0;
    double longest_pause_ = 0;  // of the last search
    std::unique_ptr<TurnTable> table_;
    std::vector<std::unique_ptr<Search>> searches_;
};

/// A table of the size asked for, and a search for each thread.
template <int K, int P>
void EngineOf<K, P>::provide(const Limits& limits) {
    if (!table_ || table_bytes_ != limits.memory) {
        searches_.clear();
        table_ = std::make_unique<TurnTable>(limits.memory);
        table_bytes_ = limits.memory;
    }
    while (static_cast<int>(searches_.size()) < limits.threads)
        searches_.push_back(std::make_unique<Search>(empty_, options_, *table_));
    searches_.resize(limits.threads);
    table_->start_search();
}

template <int K, int P>
std::vector<CellSet<P>> EngineOf<K, P>::sets_of(std::span<const Turn> turns) const {
    std::vector<Set> sets;
    for (const Turn& turn : turns) {
        if (turn.size() > rules_.stones_per_turn) continue;
        Set set;
        for (const Cell cell : turn) set.add(cell);
        sets.push_back(set);
    }
    return sets;
}

template <int K, int P>
void EngineOf<K, P>::fill(Result& result, const typename Search::Found& found, int side,
                          double seconds) {
    result.score = found.score;
    result.turn = Turn();
    for (const Cell cell : found.turn) result.turn = result.turn.with(cell);
    result.depth = found.depth;
    result.is_complete = found.is_complete;
    result.is_proven = is_win(found.score) || is_loss(found.score);
    result.counters.nodes = 0;
    for (const auto& search : searches_) result.counters.nodes += search->nodes();
    result.table_bytes = table_->bytes();
    result.seconds = seconds;
    result.line.clear();
    for (const auto& turn : searches_[0]->line_after(side, found.turn))
        result.line.insert(result.line.end(), turn.begin(), turn.end());
}

template <int K, int P>
Result EngineOf<K, P>::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    Budget budget(limits, &longest_pause_, hooks.stop, hooks.poll);
    provide(limits);
    ThreatBoard<K, P> board = empty_;
    for (const Cell cell : position.history())
        board.template play<true>(position.at(cell) == Stone::FIRST ? 0 : 1, cell);
    const int side = index_of(position.to_move());
    // A first turn that is longer than the others is thought about in parts.
    const int stones =
        std::min({position.stones_left(), rules_.stones_per_turn, board.empty_cells()});
    const std::vector<Set> excluded = sets_of(hooks.excluded);
    std::vector<std::unique_ptr<Meter>> meters;
    for (std::size_t i = 0; i < searches_.size(); ++i) {
        meters.push_back(std::make_unique<Meter>(budget, i == 0));
        searches_[i]->start(board, *meters[i]);
    }
    std::vector<std::thread> helpers;
    for (int i = 1; i < limits.threads; ++i)
        helpers.emplace_back(
            [&, i] { searches_[i]->think(side, stones, limits.depth, i, excluded, {}); });

    Result result;
    const auto finish = [&] {
        budget.stop();
        for (auto& helper : helpers) {
            if (helper.joinable()) helper.join();
        }
    };
    try {
        const auto progress = [&](const typename Search::Found& found) {
            if (!hooks.progress) return;
            fill(result, found, side, budget.seconds());
            hooks.progress(result);
        };
        const auto found = searches_[0]->think(side, stones, limits.depth, 0, excluded, progress);
        if (found.turn.size == 0) throw SearchError("every turn to try is excluded");
        finish();
        fill(result, found, side, budget.seconds());
    } catch (...) {
        finish();
        throw;
    }
    return result;
}

/// Gravity with one stone a turn.
class EngineOfColumns final : public Champion::Engine {
  public:
    EngineOfColumns(const Rules& rules, const Weights& weights) : engine_(rules, weights) {}

    Result search(const Position& position, const Limits& limits, const Hooks& hooks) override {
        return engine_.search(position, limits, hooks);
    }
    void forget() override { engine_.forget(); }

  private:
    ColumnEngine engine_;
};

template <int K, int P>
std::unique_ptr<Champion::Engine> engine_of(const Rules& rules, const Weights& weights,
                                            const ChampionOptions& options) {
    return std::make_unique<EngineOf<K, P>>(rules, weights, options);
}

std::unique_ptr<Champion::Engine> made_engine(const Rules& rules, const Weights& weights,
                                              const ChampionOptions& options) {
    if (ColumnEngine::plays(rules)) return std::make_unique<EngineOfColumns>(rules, weights);
    if (rules.gravity) {
        throw SearchError(
            "with gravity the champion plays one stone a turn, and longer rows must win; for this "
            "game there are "
            "the rungs");
    }
    const int k = rules.line_length;
    if (rules.stones_per_turn == 2) {
        return k == 6 ? engine_of<6, 2>(rules, weights, options)
                      : engine_of<0, 2>(rules, weights, options);
    }
    if (rules.stones_per_turn == 1) {
        return k == 5 ? engine_of<5, 1>(rules, weights, options)
                      : engine_of<0, 1>(rules, weights, options);
    }
    return engine_of<0, 0>(rules, weights, options);
}

}  // namespace

Champion::Champion(const Rules& rules, const Weights& weights, const ChampionOptions& options)
    : rules_(checked(rules)), engine_(made_engine(rules, weights, options)) {}

bool Champion::plays(const Rules& rules) {
    return !rules.gravity || ColumnEngine::plays(rules);
}

Champion::~Champion() = default;

Result Champion::search(const Position& position, const Limits& limits, const Hooks& hooks) {
    if (position.rules() != rules_)
        throw SearchError("the position is of another game than the champion");
    if (position.is_over()) throw SearchError("the game is over: there is nothing to search");
    return engine_->search(position, checked(limits), hooks);
}

void Champion::forget() {
    engine_->forget();
}

}  // namespace inarow
