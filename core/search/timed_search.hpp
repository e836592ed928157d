#pragma once

#include <functional>

#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/search.hpp"
#include "search/timed_work.hpp"

namespace inarow {

/// Answers in time, by what a search told last. What is left of the search ends by itself, and
/// before the next one begins.
class TimedSearch {
  public:
    /// Takes what has been found so far.
    using Tell = TimedWork::Tell<Result>;
    using Work = std::function<void(Budget& budget, const Tell& tell)>;

    /// What the work told last before the time was over, and the seconds; without a turn if it told
    /// nothing. Every deeper result is passed on to the hooks. `prepare` is called when nothing is
    /// left of the work before. Without a limit in seconds all of it happens on the calling thread.
    /// Throws what the work throws in time, and what the hooks throw.
    Result run(const Limits& limits, const Hooks& hooks, const std::function<void()>& prepare,
               Work work);
    /// Ends what is left of the last work.
    void finish() { timed_.finish(); }

  private:
    TimedWork timed_;
};

}  // namespace inarow
