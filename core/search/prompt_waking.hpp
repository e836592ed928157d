#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace inarow {

/// Has the system run one thread soon after it has slept, however many others want the processor.
/// Where it may, it makes the thread one that must not be kept waiting (root, CAP_SYS_NICE or an
/// RLIMIT_RTPRIO of 1 on Linux); else it asks for short turns, which come first (Linux 6.12).
/// Elsewhere, and for a thread that is not scheduled in the usual way, it does nothing.
///
/// Threads and processes that the thread starts meanwhile are ordinary ones. It must sleep nearly
/// all the time: others hardly get to run while it does.
class PromptWaking {
  public:
    // Half of what the system usually gives a thread, and enough to hand on what was found.
    static constexpr std::uint64_t TURN_NANOSECONDS = 700'000;
    static constexpr std::chrono::milliseconds ANSWER{20};  // so long it may take to get out

    /// The one of the calling thread, which lives as long as that does or anybody holds it.
    static std::shared_ptr<PromptWaking> of_this_thread();
    /// For the calling thread as it is now.
    PromptWaking();

    /// By the thread. Returns how many times it has begun, for whoever is to end it.
    int begin();
    /// By the thread, now and then: another one may have ended it at the moment when it began.
    void keep() const;
    /// By any thread, unless it has begun again: the thread is as it was before.
    void end(int begun) const;
    /// The same when an answer has had the time to get out; does not wait for that.
    static void let_end_soon(std::shared_ptr<const PromptWaking> waking, int begun);

    /// What the system keeps of a thread, as its calls want it.
    struct Scheduling {
        std::uint32_t size;
        std::uint32_t policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t turn_nanoseconds;
        std::uint64_t deadline;
        std::uint64_t period;
    };

  private:
    bool fits() const;
    bool changes() const;

    int thread_ = 0;  // as the system names it
    std::atomic<int> begun_ = 0;
    Scheduling before_{};
    Scheduling prompt_{};  // as before where nothing better is allowed
};

}  // namespace inarow
