#include "search/self_play.hpp"

namespace inarow {
namespace {

Outcome won_by(Side side) {
    return side == Side::FIRST ? Outcome::FIRST_WINS : Outcome::SECOND_WINS;
}

const SelfPlayOptions& checked_options(const SelfPlayOptions& options) {
    if (options.nodes < 1) throw SearchError("self-play needs 1 node a turn or more");
    if (options.fewest_turns < 0 || options.most_turns < options.fewest_turns)
        throw SearchError("the turns of an opening must be 0 or more, the fewest first");
    if (options.second_best < 0 || options.second_best > 100)
        throw SearchError("second_best is a percentage, from 0 to 100");
    return options;
}

}  // namespace

SelfPlay::SelfPlay(const Rules& rules, const Weights& weights, const SelfPlayOptions& options)
    : rules_(checked(rules)), options_(checked_options(options)), champion_(rules, weights) {}

/// A free cell within two steps of a stone, near the centre at first; any move where stones fall.
Cell SelfPlay::near_move(const Position& position, Random& random) const {
    constexpr int FEW_CELLS = 36, TRIES = 100;
    if (rules_.gravity || rules_.cells() <= FEW_CELLS) return random_move(position, random);
    const auto history = position.history();
    const Cell around = history.empty() ? rules_.cell_at(rules_.columns / 2, rules_.rows / 2)
                                        : history[random.below(position.stones())];
    for (int i = 0; i < TRIES; ++i) {
        const int column = rules_.column_of(around) + random.below(5) - 2;
        const int row = rules_.row_of(around) + random.below(5) - 2;
        if (rules_.has_place(column, row) && position.is_empty(rules_.cell_at(column, row)))
            return rules_.cell_at(column, row);
    }
    return random_move(position, random);
}

/// Whole random turns; false if they end the game.
bool SelfPlay::play_opening(Position& position, Random& random) const {
    const int spread = options_.most_turns - options_.fewest_turns + 1;
    for (int turns = options_.fewest_turns + random.below(spread); turns > 0; --turns) {
        const Side side = position.to_move();
        while (!position.is_over() && position.to_move() == side)
            position.play(near_move(position, random));
    }
    return !position.is_over();
}

/// The best turn, or now and then the best of the others.
Result SelfPlay::think(const Position& position, Random& random) {
    Limits limits;
    limits.nodes = options_.nodes;
    limits.memory = options_.memory;
    Result result = champion_.search(position, limits);
    if (result.is_proven || random.below(100) >= options_.second_best) return result;
    if (position.count_moves() <= rules_.stones_per_turn) return result;
    Hooks hooks;
    const Turn best = result.turn;
    hooks.excluded = {&best, 1};
    Result other = champion_.search(position, limits, hooks);
    other.score = result.score;  // what the position is worth, which is what is learned from
    return other;
}

PlayedGame SelfPlay::play(std::uint64_t number) {
    constexpr std::uint64_t SPREAD = 0xD1B54A32D192ED03;
    Random random(options_.seed * 0x9E3779B97F4A7C15 + number * SPREAD + 1);
    champion_.forget();
    Position position(rules_);
    while (!play_opening(position, random)) position = Position(rules_);
    PlayedGame game;
    game.opening = position.stones();
    while (!position.is_over() && game.outcome == Outcome::ONGOING) {
        const Side side = position.to_move();
        const Result result = think(position, random);
        game.scores.push_back(result.score);
        for (const Cell cell : result.turn) {
            if (!position.is_over()) position.play(cell);
        }
        if (result.is_proven && is_win(result.score)) game.outcome = won_by(side);
        if (result.is_proven && is_loss(result.score)) game.outcome = won_by(other(side));
    }
    if (game.outcome == Outcome::ONGOING) game.outcome = position.outcome();
    const auto history = position.history();
    game.moves.assign(history.begin(), history.end());
    return game;
}

}  // namespace inarow
