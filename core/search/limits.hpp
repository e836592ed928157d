#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

namespace inarow {

/// A search that cannot be: what was asked for and what would be possible.
struct SearchError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// When to stop. A field that is left alone limits nothing, but for memory and threads.
struct Limits {
    static constexpr int MOST_DEPTH = 1000;
    static constexpr int MOST_THREADS = 256;
    static constexpr std::uint64_t UNLIMITED = std::numeric_limits<std::uint64_t>::max();

    int depth = MOST_DEPTH;  // turns
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = UNLIMITED;
    std::size_t memory = std::size_t{64} << 20;  // bytes of the transposition table, at most
    int threads = 1;

    bool has_depth() const { return depth < MOST_DEPTH; }
};

/// The limits, unchanged. Throws SearchError if a number is out of range.
const Limits& checked(const Limits& limits);

/// When a search that must have answered after so many seconds stops, if the system may take the
/// processor away for such a pause before the answer is out. A little is kept for what comes after
/// the search.
double stop_seconds(double seconds, double expected_pause);

/// Ends a search when it is set, by any thread. A search may look at it for a moment longer than
/// the one who asked waits.
using StopFlag = std::shared_ptr<const std::atomic<bool>>;

/// What is left of the limits of one search, shared by its threads. The only place of the core's
/// searches where time is read.
class Budget {
  public:
    /// Asked about every POLL_SECONDS by the thread that owns the search; true ends it.
    using Poll = std::function<bool()>;
    static constexpr double POLL_SECONDS = 0.05;

    /// The longest pause between two looks at the clock is kept for the next searches, which expect
    /// it again, though a little less each time, and one of this search twice as long. If nobody
    /// keeps it, somebody else sees to it too that the answer is in time, and one as long as the
    /// longest of this search is expected.
    Budget(const Limits& limits, double* longest_pause, StopFlag stop_flag, Poll poll)
        : limits_(checked(limits)),
          stop_flag_(std::move(stop_flag)),
          poll_(std::move(poll)),
          kept_pause_(longest_pause),
          known_pause_(longest_pause ? FADING * *longest_pause : 0) {}
    ~Budget() {
        if (kept_pause_) *kept_pause_ = std::max(known_pause_, longest_pause_.load());
    }
    Budget(const Budget&) = delete;

    /// Since the search began.
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }
    void stop() { is_stopped_.store(true, std::memory_order_relaxed); }

  private:
    friend class Meter;
    using Clock = std::chrono::steady_clock;
    static constexpr double FADING = 0.95;

    bool take_node() {
        return limits_.nodes == Limits::UNLIMITED ||
               nodes_.fetch_add(1, std::memory_order_relaxed) < limits_.nodes;
    }
    /// Stops if the time is over or somebody asks for it; returns the time that it read. The last
    /// look of the thread was at that time.
    double look(bool is_owner, double last) {
        const double now = seconds();
        double longest = longest_pause_.load(std::memory_order_relaxed);
        while (now - last > longest && !longest_pause_.compare_exchange_weak(longest, now - last)) {
        }
        const double pause = std::max(longest, now - last);
        const double expected = kept_pause_ ? std::max(known_pause_, 2 * pause) : pause;
        if (now >= stop_seconds(limits_.seconds, expected)) stop();
        if (stop_flag_ && stop_flag_->load(std::memory_order_relaxed)) stop();
        if (is_owner && poll_ && now >= next_poll_ && !is_stopped()) {
            if (poll_()) stop();
            next_poll_ = seconds() + POLL_SECONDS;
        }
        return now;
    }

    const Limits limits_;
    const StopFlag stop_flag_;
    const Poll poll_;
    const Clock::time_point start_ = Clock::now();
    double next_poll_ = POLL_SECONDS;  // only the owner touches it
    std::atomic<std::uint64_t> nodes_ = 0;
    double* const kept_pause_;
    const double known_pause_;               // of the searches before
    std::atomic<double> longest_pause_ = 0;  // of this one: there may be a longer one to come
    std::atomic<bool> is_stopped_ = false;
};

/// One thread's way to pay from the budget. Work is counted in units of a small node, and the clock
/// is read after MOST_UNITS at most: after every one while a unit takes long, as on a large board
/// or with an evaluator written in Python.
class Meter {
  public:
    static constexpr int MOST_UNITS = 16;
    static constexpr double LONG_SECONDS = 0.0005;

    Meter(Budget& budget, bool is_owner)
        : budget_(budget), is_owner_(is_owner), last_look_(budget.seconds()) {}

    /// Pays for a node that takes about `units`; false when the search has to end.
    bool take_node(int units) {
        if (!budget_.take_node()) budget_.stop();
        return work(units);
    }
    /// Pays for work that is no node of its own; false when the search has to end.
    bool work(int units) {
        if ((units_ += units) >= interval_) look();
        return !budget_.is_stopped();
    }
    bool is_stopped() const { return budget_.is_stopped(); }

  private:
    void look() {
        const double now = budget_.look(is_owner_, last_look_);
        interval_ = now - last_look_ > LONG_SECONDS ? 1 : std::min(2 * interval_, MOST_UNITS);
        last_look_ = now;
        units_ = 0;
    }

    Budget& budget_;
    const bool is_owner_;
    int units_ = 0;
    int interval_ = 1;
    double last_look_;
};

}  // namespace inarow
