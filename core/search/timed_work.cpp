#include "search/timed_work.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace inarow {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds NAP{0.01};

/// Wakes one that sleeps. Who rings it takes no lock, so that a sleeper never waits for one who
/// holds it and is kept from the processor. A ring may be missed that way: sleep only for naps.
class Bell {
  public:
    void ring() { changed_.notify_one(); }
    /// Sleeps so long, or until it is rung and something is so; whether it is.
    template <class IsSo>
    bool sleep(Seconds seconds, IsSo&& is_so) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, seconds, is_so);
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace

/// What the thread that works and the one that waits have in common.
struct TimedWork::Run {
    std::shared_ptr<Budget> budget;
    Bell news;
    std::atomic<bool> has_ended = false;
    std::exception_ptr error;  // once it has ended
};

void TimedWork::wait_for(const std::shared_ptr<Budget>& budget, double seconds,
                         const std::function<void()>& prepare, QuietWork work, const Wait& wait) {
    const auto waking = PromptWaking::of_this_thread();
    const int begun = waking->begin();
    const auto run = std::make_shared<Run>();
    run->budget = budget;
    try {
        if (!is_free(*budget, seconds)) {
            PromptWaking::let_end_soon(waking, begun);
            return;
        }
        prepare();
        std::thread([run, work = std::move(work), waking, begun] {
            try {
                work(*run->budget, [&] { run->news.ring(); });
            } catch (...) {
                run->error = std::current_exception();
            }
            run->has_ended = true;  // what the work uses may be gone now
            run->news.ring();
            waking->end_soon(begun);
        }).detach();
    } catch (...) {
        waking->end(begun);
        throw;
    }
    run_ = run;
    attend(*run, *waking, seconds, wait);
}

/// It wakes now and then to see how late that is, which is how much sooner the answer has to be
/// due.
void TimedWork::attend(Run& run, const PromptWaking& waking, double seconds, const Wait& wait) {
    constexpr double FADING = 0.95;
    struct StopAtTheEnd {
        Budget& budget;
        ~StopAtTheEnd() { budget.stop(); }
    } const stopper{*run.budget};
    const double known_delay = FADING * longest_delay_;
    longest_delay_ = known_delay;
    double due = stop_seconds(seconds, known_delay);
    double next_poll = Budget::POLL_SECONDS;
    double now = run.budget->seconds();
    for (bool is_over = false; !is_over;) {
        waking.keep();
        const double until = std::min(due, now + NAP.count());
        run.news.sleep(Seconds(until - now), [&] { return run.has_ended || wait.has_news(); });
        now = run.budget->seconds();
        const double delay = now - until;
        longest_delay_ = std::max(longest_delay_, delay);
        due = std::min(due, stop_seconds(seconds, std::max(known_delay, 2 * delay)));
        is_over = run.has_ended || now >= due;
        wait.take_news();
        if (!is_over && wait.poll && now >= next_poll) {
            is_over = wait.poll();
            next_poll = now + Budget::POLL_SECONDS;
        }
    }
    if (run.has_ended && run.error) std::rethrow_exception(run.error);
}

/// Whether nothing is left of the last work, waiting for that as long as there is time.
bool TimedWork::is_free(const Budget& budget, double seconds) {
    if (!run_) return true;
    run_->budget->stop();
    const double due = stop_seconds(seconds, longest_delay_);
    for (double now = budget.seconds(); !run_->has_ended && now < due; now = budget.seconds()) {
        run_->news.sleep(std::min(NAP, Seconds(due - now)), [&] { return run_->has_ended.load(); });
    }
    return run_->has_ended;
}

void TimedWork::finish() {
    if (!run_) return;
    run_->budget->stop();
    while (!run_->news.sleep(NAP, [&] { return run_->has_ended.load(); })) continue;
}

}  // namespace inarow
