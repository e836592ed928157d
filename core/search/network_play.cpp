#include "search/network_play.hpp"

namespace inarow {
namespace {

Cell varied_move(const std::vector<std::pair<Cell, int>>& visits, Random& random) {
    int total = 0;
    for (const auto& [cell, count] : visits) total += count;
    int left = random.below(total);
    for (const auto& [cell, count] : visits) {
        if (left < count) return cell;
        left -= count;
    }
    return visits.front().first;
}

}  // namespace

NetworkPlay::NetworkPlay(const Rules& rules, std::shared_ptr<const Network> network,
                         const NetworkPlayOptions& options)
    : rules_(checked(rules)), options_(options), mcts_(rules, {}, std::move(network)) {
    if (options.nodes < 1 || options.random_stones < 0 || options.varied_stones < 0)
        throw SearchError("self-play needs 1 node a stone or more, and no stones less than 0");
}

NetworkGame NetworkPlay::play(std::uint64_t number) {
    constexpr std::uint64_t SPREAD = 0xD1B54A32D192ED03;
    constexpr std::size_t MEMORY = std::size_t{8} << 20;
    constexpr float UNIT = 10'000;  // of the scores of Mcts
    Random random(options_.seed * 0x9E3779B97F4A7C15 + number * SPREAD + 1);
    mcts_.forget();
    NetworkGame game;
    Position position(rules_);
    const int opening = random.below(options_.random_stones + 1);
    while (position.stones() < opening) {
        if (position.is_over()) position = Position(rules_);
        position.play(random_move(position, random));
    }
    if (position.is_over()) position = Position(rules_);
    game.opening = position.stones();
    Limits limits;
    limits.nodes = options_.nodes;
    limits.memory = MEMORY;
    while (!position.is_over()) {
        const Result result = mcts_.search(position, limits);
        const auto visits = mcts_.visits();
        const bool is_varied = position.stones() < game.opening + options_.varied_stones;
        const float value = is_win(result.score)    ? 1.0F
                            : is_loss(result.score) ? -1.0F
                                                    : static_cast<float>(result.score) / UNIT;
        game.visits.push_back(visits);
        game.values.push_back(value);
        position.play(is_varied ? varied_move(visits, random) : visits.front().first);
    }
    game.outcome = position.outcome();
    const auto history = position.history();
    game.moves.assign(history.begin(), history.end());
    return game;
}

}  // namespace inarow
