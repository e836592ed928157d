#include "search/timed_search.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "search/prompt_waking.hpp"

namespace inarow {

/// What the thread that searches and the one that waits have in common.
struct TimedSearch::Run {
    Run(const Limits& limits, const Hooks& hooks)
        : is_timed(std::isfinite(limits.seconds)),
          is_told_of_all(hooks.progress != nullptr),
          budget(limits, nullptr, hooks.stop, is_timed ? Budget::Poll() : hooks.poll) {}

    const bool is_timed;
    const bool is_told_of_all;  // else the one who waits sleeps until the end
    Budget budget;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<Result> told;  // and not yet taken
    bool has_ended = false;
    std::exception_ptr error;

    bool has_news() const { return has_ended || (is_told_of_all && !told.empty()); }
    void tell(Result result) {
        const std::lock_guard lock(mutex);
        told.push_back(std::move(result));
        if (is_told_of_all) changed.notify_one();
    }
    void end(std::exception_ptr thrown) {
        const std::lock_guard lock(mutex);
        has_ended = true;
        error = std::move(thrown);
        changed.notify_one();
    }
};

Result TimedSearch::run(const Limits& limits, const Hooks& hooks,
                        const std::function<void()>& prepare, Work work) {
    const auto run = std::make_shared<Run>(limits, hooks);  // the time begins
    Result last;
    const auto take = [&](Result result) {
        const bool is_deeper = result.depth > last.depth;
        last = std::move(result);
        last.seconds = run->budget.seconds();
        if (is_deeper && hooks.progress) hooks.progress(last);
    };
    finish();
    prepare();
    if (run->is_timed) {
        run_ = run;
        thread_ = std::thread([run, work = std::move(work)] {
            std::exception_ptr error;
            try {
                work(run->budget, [&](Result result) { run->tell(std::move(result)); });
            } catch (...) {
                error = std::current_exception();
            }
            run->end(std::move(error));
        });
        attend(*run, limits.seconds, hooks, take);
    } else {
        work(run->budget, take);
    }
    last.seconds = run->budget.seconds();
    return last;
}

/// Sleeps until the work has ended or its answer is due. It wakes now and then to see how late that
/// is, which is how much sooner the answer has to be due.
void TimedSearch::attend(Run& run, double seconds, const Hooks& hooks, const Tell& take) {
    constexpr double NAP_SECONDS = 0.01;
    constexpr double FADING = 0.95;
    const PromptWaking waking;
    struct StopAtTheEnd {
        Budget& budget;
        ~StopAtTheEnd() { budget.stop(); }
    } const stopper{run.budget};
    const double known_delay = FADING * longest_delay_;
    longest_delay_ = known_delay;
    double due = stop_seconds(seconds, known_delay);
    double next_poll = Budget::POLL_SECONDS;
    double now = run.budget.seconds();
    std::unique_lock lock(run.mutex);
    for (bool is_over = false; !is_over;) {
        const double until = std::min(due, now + NAP_SECONDS);
        run.changed.wait_for(lock, std::chrono::duration<double>(until - now),
                             [&] { return run.has_news(); });
        now = run.budget.seconds();
        const double delay = now - until;
        longest_delay_ = std::max(longest_delay_, delay);
        due = std::min(due, stop_seconds(seconds, std::max(known_delay, 2 * delay)));
        std::vector<Result> told = std::exchange(run.told, {});
        is_over = run.has_ended || now >= due;
        lock.unlock();
        for (Result& result : told) take(std::move(result));
        if (!is_over && hooks.poll && now >= next_poll) {
            is_over = hooks.poll();
            next_poll = now + Budget::POLL_SECONDS;
        }
        lock.lock();
    }
    if (run.error) std::rethrow_exception(run.error);
}

void TimedSearch::finish() {
    if (run_) run_->budget.stop();
    if (thread_.joinable()) thread_.join();
    run_.reset();
}

}  // namespace inarow
