#include "search/timed_search.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace inarow {

Result TimedSearch::run(const Limits& limits, const Hooks& hooks,
                        const std::function<void()>& prepare, Work work) {
    const bool is_timed = std::isfinite(limits.seconds);
    const auto budget = std::make_shared<Budget>(limits, nullptr, hooks.stop,
                                                 is_timed ? Budget::Poll() : hooks.poll);
    Result last;
    const auto take = [&](Result result) {
        const bool is_deeper = result.depth > last.depth;
        last = std::move(result);
        last.seconds = budget->seconds();
        if (is_deeper && hooks.progress) hooks.progress(last);
    };
    if (is_timed) {
        timed_.run<Result>(
            budget, limits.seconds, prepare, work,
            {.take = take, .is_woken = hooks.progress != nullptr, .poll = hooks.poll});
    } else {
        finish();
        prepare();
        work(*budget, take);
    }
    last.seconds = budget->seconds();
    return last;
}

}  // namespace inarow
