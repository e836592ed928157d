#include "search/champion.hpp"

#include <chrono>
#include <thread>

namespace inarow {

class Champion::Engine {
  public:
    virtual ~Engine() = default;
    virtual ChampionResult think(const Position& position, const ChampionLimits& limits) = 0;
    virtual void clear() = 0;
    SearchStop stop;
};

namespace {

using Clock = std::chrono::steady_clock;

template <int K, int P>
class EngineOf final : public Champion::Engine {
  public:
    EngineOf(const Rules& rules, const ChampionOptions& options, int threads, int megabytes)
        : rules_(rules), options_(options), threads_(threads),
          table_(static_cast<std::size_t>(megabytes) << 20) {
        const ThreatBoard<K, P> board(rules, WindowValues::standard(rules));
        for (int i = 0; i < threads; ++i)
            searches_.push_back(std::make_unique<TurnSearch<K, P>>(board, options_, table_, stop));
    }

    ChampionResult think(const Position& position, const ChampionLimits& limits) override;
    void clear() override {
        table_.clear();
        for (auto& search : searches_) search->forget();
    }

  private:
    Rules rules_;
    ChampionOptions options_;
    int threads_;
    TurnTable table_;
    std::vector<std::unique_ptr<TurnSearch<K, P>>> searches_;
};

template <int K, int P>
ChampionResult EngineOf<K, P>::think(const Position& position, const ChampionLimits& limits) {
    const auto start = Clock::now();
    stop.now = false;
    stop.nodes = limits.nodes;
    stop.deadline = limits.seconds >= 1e8
                        ? Clock::time_point::max()
                        : start + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(limits.seconds));
    table_.start_search();
    ThreatBoard<K, P> board(rules_, WindowValues::standard(rules_));
    for (const Cell cell : position.history()) {
        board.template play<true>(position.at(cell) == Stone::FIRST ? 0 : 1, cell);
    }
    const int side = index_of(position.to_move());
    const int stones = std::min(position.stones_left(), board.empty_cells());
    for (auto& search : searches_) search->start(board);
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads_; ++i)
        helpers.emplace_back([&, i] { searches_[i]->think(side, stones, limits.depth, i); });
    const auto found = searches_[0]->think(side, stones, limits.depth, 0);
    stop.now = true;
    for (auto& helper : helpers) helper.join();

    ChampionResult result;
    result.turn.assign(found.turn.begin(), found.turn.end());
    result.score = found.score;
    result.depth = found.depth;
    for (const auto& search : searches_) result.nodes += search->nodes();
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
}

template <int K, int P>
std::unique_ptr<Champion::Engine> engine_of(const Rules& rules, const ChampionOptions& options,
                                            int threads, int megabytes) {
    return std::make_unique<EngineOf<K, P>>(rules, options, threads, megabytes);
}

auto maker_for(const Rules& rules) {
    if (rules.stones_per_turn == 2) return rules.line_length == 6 ? engine_of<6, 2> : engine_of<0, 2>;
    if (rules.stones_per_turn == 1) return rules.line_length == 5 ? engine_of<5, 1> : engine_of<0, 1>;
    return engine_of<0, 0>;
}

}  // namespace

Champion::Champion(const Rules& rules, const ChampionOptions& options, int threads, int megabytes)
    : engine_(maker_for(checked(rules))(rules, options, threads, megabytes)) {}

Champion::~Champion() = default;

ChampionResult Champion::think(const Position& position, const ChampionLimits& limits) {
    return engine_->think(position, limits);
}

void Champion::stop() { engine_->stop.now = true; }

void Champion::clear() { engine_->clear(); }

}  // namespace inarow
