#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "eval/score.hpp"
#include "game/position.hpp"
#include "search/turn_search.hpp"

namespace inarow {

/// When a champion stops thinking, whatever comes first.
struct ChampionLimits {
    double seconds = 1e9;
    std::uint64_t nodes = UINT64_MAX;  // of each thread, forced-win search included
    int depth = 40;                    // turns
};

struct ChampionResult {
    std::vector<Cell> turn;
    Score score = 0;
    int depth = 0;  // turns
    std::uint64_t nodes = 0;
    double seconds = 0;
};

/// The strongest player of free placement games: forced wins by threats, then alpha-beta over turns, on
/// several threads that share what they learn. With one thread and limits in nodes it is deterministic.
class Champion {
  public:
    Champion(const Rules& rules, const ChampionOptions& options, int threads, int megabytes);
    ~Champion();

    /// The best turn, or what is left of it, in a game that is not over.
    ChampionResult think(const Position& position, const ChampionLimits& limits);

    /// Makes a `think` that runs in another thread come back at once.
    void stop();
    /// Forgets all positions seen.
    void clear();

    class Engine;  // one for each line length and stones per turn that is worth its own code

  private:
    std::unique_ptr<Engine> engine_;
};

}  // namespace inarow
