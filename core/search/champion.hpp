#pragma once

#include <memory>

#include "search/search.hpp"
#include "search/turn_search.hpp"

namespace inarow {

/// The strongest player in time: without gravity forced wins by threats, then alpha-beta over
/// turns; with gravity alpha-beta over columns; on several threads that share what they learn.
/// Nodes count those of the forced-win search too. With one thread and a limit in nodes or depth it
/// is deterministic.
class Champion {
  public:
    /// Whether it plays the game: everything without gravity, and with it one stone a turn.
    static bool plays(const Rules& rules);

    /// Throws SearchError for a game that it does not play, WeightsError for weights that are not
    /// for the game.
    Champion(const Rules& rules, const Weights& weights, const ChampionOptions& options = {});
    /// With the weights set by hand.
    explicit Champion(const Rules& rules) : Champion(rules, Weights::standard(rules)) {}
    ~Champion();

    const Rules& rules() const { return rules_; }

    /// The best turn, or what is left of it, at most stones_per_turn stones. Throws SearchError if
    /// the game is over or of other rules, or if every turn is excluded. One search at a time.
    Result search(const Position& position, const Limits& limits, const Hooks& hooks = {});

    /// Forgets all positions seen.
    void forget();

    class Engine;  // one for each line length and stones per turn that is worth its own code

  private:
    Rules rules_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace inarow
