#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "search/limits.hpp"
#include "search/result.hpp"
#include "search/search.hpp"

namespace inarow {

/// Answers in time although the machine is busy.
///
/// A system with much to do lets a thread that never rests wait for tens of milliseconds, again and
/// again, but wakes one that has slept almost at once. So the search runs on a thread of its own,
/// and the one that asked sleeps until the answer is due and takes what was told last. What is left
/// of the search ends by itself, and at the latest before the next one begins.
class TimedSearch {
  public:
    /// Takes what has been found so far.
    using Tell = std::function<void(Result)>;
    using Work = std::function<void(Budget& budget, const Tell& tell)>;

    ~TimedSearch() { finish(); }

    /// What the work told last before the time was over, and the seconds; without a turn if it told
    /// nothing. Every deeper result is passed on to the hooks. `prepare` is called when nothing is
    /// left of the work before. Without a limit in seconds all of it happens on the calling thread.
    /// Throws what the work throws in time, and what the hooks throw.
    Result run(const Limits& limits, const Hooks& hooks, const std::function<void()>& prepare,
               Work work);
    /// Ends what is left of the last work.
    void finish();

  private:
    struct Run;
    void attend(Run& run, double seconds, const Hooks& hooks, const Tell& take);

    std::shared_ptr<Run> run_;
    std::thread thread_;
    double longest_delay_ = 0;  // of waking up, a little less with every search
};

}  // namespace inarow
