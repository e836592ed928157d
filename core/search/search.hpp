#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "eval/evaluator.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/table.hpp"
#include "search/tree.hpp"

namespace inarow {

/// An algorithm of the ladder, as a user sees it.
struct RungInfo {
    std::string_view name;
    std::string_view about;
    bool has_table;
};

/// The ladder from the bottom up.
std::span<const RungInfo> rungs();

/// What happens around a search. All of it may be left out.
struct Hooks {
    std::span<const Turn> excluded = {};               // turns of the root that are not searched
    StopFlag stop = {};                                // any thread may set it
    Budget::Poll poll = {};                            // asked now and then; true ends the search
    std::function<void(const Result&)> progress = {};  // told of every depth that is done
};

/// Position and Limits to Result, by one rung with one evaluator. Keeps its table from one search
/// to the next, so one searcher should serve one player. With a depth a rung goes straight there;
/// without one, or with the option `deepening`, it searches one turn deep, then two, and so on.
class Searcher {
  public:
    /// Throws SearchError if there is no such rung.
    Searcher(const Rules& rules, std::string_view rung, std::unique_ptr<Evaluator> evaluator,
             const SearchOptions& options = {});

    const Rules& rules() const { return rules_; }
    const RungInfo& rung() const { return rung_; }

    /// Throws SearchError if the game is over, of other rules, or has too many turns, and whatever
    /// the evaluator or a hook throws. One search at a time.
    Result search(const Position& position, const Limits& limits, const Hooks& hooks = {});

    /// Empties the table.
    void forget() { table_ = Table(0); }

  private:
    const Rules rules_;
    const RungInfo& rung_;
    const std::unique_ptr<Evaluator> evaluator_;
    const SearchOptions options_;
    Table table_{0};
    double longest_pause_ = 0;  // of the last search
};

}  // namespace inarow
