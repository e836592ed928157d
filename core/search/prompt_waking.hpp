#pragma once

#include <cstdint>

namespace inarow {

/// While it lives, the system runs this thread soon after it has slept, however many others want
/// the processor: it asks for short turns, which come first (Linux 6.12). Elsewhere, and for a
/// thread that is not scheduled in the usual way, it does nothing.
class PromptWaking {
  public:
    // Half of what the system usually gives a thread, and enough to hand on what was found.
    static constexpr std::uint64_t TURN_NANOSECONDS = 700'000;

    PromptWaking();
    ~PromptWaking();
    PromptWaking(const PromptWaking&) = delete;

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
    bool is_changed_ = false;
    Scheduling before_{};
};

}  // namespace inarow
