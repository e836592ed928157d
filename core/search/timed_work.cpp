#include "search/timed_work.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#ifdef __unix__
#include <unistd.h>
#endif

namespace inarow {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds NAP{0.01};

int this_process() {
#ifdef __unix__
    return static_cast<int>(getpid());
#else
    return 0;
#endif
}

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
    QuietWork work;
    std::shared_ptr<PromptWaking> waking;  // of the one that waits
    int begun;
    Bell news{};
    std::atomic<bool> has_ended = false;
    std::exception_ptr error{};  // once it has ended
};

/// The thread that works. It waits for the next run, since a thread that is made needs the map of
/// the process's memory, which may be held by one that is kept from the processor.
class TimedWork::Worker {
  public:
    Worker() : thread_([this] { live(); }) {}
    ~Worker() {
        next_ = nullptr;
        wake();
        thread_.join();
    }
    Worker(const Worker&) = delete;

    /// When nothing is left of the run before.
    void start(const std::shared_ptr<Run>& run) {
        next_ = run;
        wake();
    }

  private:
    void wake() {
        ++given_;
        given_.notify_one();
        following_.ring();
    }

    void live() {
        for (int taken = 0;; ++taken) {
            given_.wait(taken);
            const std::shared_ptr<Run> run = next_;
            if (!run) return;
            try {
                run->work(*run->budget, [&] { run->news.ring(); });
            } catch (...) {
                run->error = std::current_exception();
            }
            run->has_ended = true;  // what the work uses may be gone now
            run->news.ring();
            // For an answer to be out before the one who gives it is an ordinary thread again.
            if (!following_.sleep(PromptWaking::ANSWER, [&] { return given_ != taken + 1; }))
                run->waking->end(run->begun);
        }
    }

    std::shared_ptr<Run> next_;
    std::atomic<int> given_ = 0;  // runs so far
    Bell following_;
    std::thread thread_;
};

TimedWork::TimedWork() = default;

TimedWork::~TimedWork() {
    finish();
}

void TimedWork::wait_for(const std::shared_ptr<Budget>& budget, double seconds,
                         const std::function<void()>& prepare, QuietWork work, const Wait& wait) {
    const auto waking = PromptWaking::of_this_thread();
    const int begun = waking->begin();
    try {
        if (!is_free(*budget, seconds)) {
            PromptWaking::let_end_soon(waking, begun);
            return;
        }
        prepare();
        if (!worker_) worker_ = std::make_unique<Worker>();
        run_.reset(new Run{budget, std::move(work), waking, begun});
    } catch (...) {
        waking->end(begun);
        throw;
    }
    worker_->start(run_);
    attend(*run_, *waking, seconds, wait);
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
    leave_what_is_not_here();
    if (!run_) return true;
    run_->budget->stop();
    const double due = stop_seconds(seconds, longest_delay_);
    for (double now = budget.seconds(); !run_->has_ended && now < due; now = budget.seconds()) {
        run_->news.sleep(std::min(NAP, Seconds(due - now)), [&] { return run_->has_ended.load(); });
    }
    return run_->has_ended;
}

void TimedWork::finish() {
    leave_what_is_not_here();
    if (!run_) return;
    run_->budget->stop();
    while (!run_->news.sleep(NAP, [&] { return run_->has_ended.load(); })) continue;
}

/// A process that another one has made by a copy of itself has its memory, but not its threads.
void TimedWork::leave_what_is_not_here() {
    if (process_ == this_process()) return;
    process_ = this_process();
    static_cast<void>(worker_.release());
    run_.reset();
}

}  // namespace inarow
