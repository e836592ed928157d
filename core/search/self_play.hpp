#pragma once

#include <cstdint>
#include <vector>

#include "game/playout.hpp"
#include "search/champion.hpp"

namespace inarow {

/// How games are played for learning: quick searches from random openings, with now and then a turn
/// that is not the best, so that positions differ.
struct SelfPlayOptions {
    std::uint64_t nodes = 1000;  // a turn
    int fewest_turns = 2;        // of the random opening
    int most_turns = 5;
    int second_best = 10;  // percent of the turns after it
    std::size_t memory = std::size_t{1} << 20;
    std::uint64_t seed = 0;
};

/// One game. A game whose result a search has proved is not played to its end.
struct PlayedGame {
    std::vector<Cell> moves;
    int opening = 0;            // stones of the random opening
    std::vector<Score> scores;  // of each turn after it, for the side that moved
    Outcome outcome = Outcome::ONGOING;
};

/// Plays games against itself. The same game for the same seed and number, whatever was played
/// before.
class SelfPlay {
  public:
    /// Throws SearchError for options out of range or a game without a champion.
    SelfPlay(const Rules& rules, const Weights& weights, const SelfPlayOptions& options);

    PlayedGame play(std::uint64_t number);

  private:
    bool play_opening(Position& position, Random& random) const;
    Cell near_move(const Position& position, Random& random) const;
    Result think(const Position& position, Random& random);

    Rules rules_;
    SelfPlayOptions options_;
    Champion champion_;
};

}  // namespace inarow
