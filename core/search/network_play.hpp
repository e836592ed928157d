#pragma once

#include <memory>

#include "game/playout.hpp"
#include "search/mcts.hpp"

namespace inarow {

/// How a network plays against itself to learn.
struct NetworkPlayOptions {
    std::uint64_t nodes = 100;  // a stone
    int random_stones = 4;      // of the opening, at most
    int varied_stones = 8;      // after it, chosen as often as they were visited
    std::uint64_t seed = 0;
};

/// A game with what the search thought of every stone after the opening.
struct NetworkGame {
    std::vector<Cell> moves;
    int opening = 0;
    std::vector<std::vector<std::pair<Cell, int>>> visits;
    std::vector<float> values;  // from -1 to 1, for the side that moved
    Outcome outcome = Outcome::ONGOING;
};

/// Plays games of a network against itself: the same game for the same seed and number.
class NetworkPlay {
  public:
    NetworkPlay(const Rules& rules, std::shared_ptr<const Network> network,
                const NetworkPlayOptions& options);

    NetworkGame play(std::uint64_t number);

  private:
    Rules rules_;
    NetworkPlayOptions options_;
    Mcts mcts_;
};

}  // namespace inarow
