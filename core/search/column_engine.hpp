#pragma once

#include <memory>
#include <span>
#include <vector>

#include "search/column_search.hpp"
#include "search/search.hpp"
#include "search/timed_search.hpp"

namespace inarow {

/// The strongest player in time of gravity games with one stone a turn, on boards of any size:
/// several threads that share what they learn. With one thread and a limit in nodes or depth it is
/// deterministic.
class ColumnEngine {
  public:
    /// Whether it plays these rules: gravity, one stone a turn, longer rows win too.
    static bool plays(const Rules& rules);

    ColumnEngine(const Rules& rules, const Weights& weights);

    Result search(const Position& position, const Limits& limits, const Hooks& hooks);
    void forget() {
        timed_.finish();
        table_ = Table(0);
    }

  private:
    void provide(const Limits& limits);
    void think(const Position& position, const Limits& limits, std::span<const int> excluded,
               Budget& budget, const TimedSearch::Tell& tell, bool is_heard);
    Result result_of(const ColumnSearch::Found& found, const Position& position);
    std::uint64_t nodes() const;

    std::shared_ptr<const WindowTable> windows_;
    Weights weights_;
    Table table_{0};
    std::unique_ptr<Underway> underway_ = std::make_unique<Underway>();
    std::vector<std::unique_ptr<ColumnSearch>> searches_;
    TimedSearch timed_;  // ends first
};

}  // namespace inarow
