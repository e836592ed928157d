#include "search/prompt_waking.hpp"

#include <system_error>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace inarow {

#if defined(__linux__) && defined(SYS_sched_setattr) && defined(SYS_gettid)

namespace {

using Scheduling = PromptWaking::Scheduling;

constexpr std::uint64_t CHILDREN_ARE_ORDINARY = 1;  // SCHED_FLAG_RESET_ON_FORK

int this_thread() {
    return static_cast<int>(syscall(SYS_gettid));
}

bool change(int thread, const Scheduling& scheduling) {
    return syscall(SYS_sched_setattr, thread, &scheduling, 0) == 0;
}

/// One that must not be kept waiting.
Scheduling urgent(Scheduling scheduling) {
    scheduling.policy = SCHED_RR;
    scheduling.priority = 1;
    scheduling.flags = CHILDREN_ARE_ORDINARY;
    return scheduling;
}

Scheduling with_short_turns(Scheduling scheduling) {
    scheduling.turn_nanoseconds = PromptWaking::TURN_NANOSECONDS;
    return scheduling;
}

bool is_same(const Scheduling& a, const Scheduling& b) {
    return a.policy == b.policy && a.nice == b.nice && a.turn_nanoseconds == b.turn_nanoseconds;
}

Scheduling now_of_this_thread() {
    Scheduling found{};
    if (syscall(SYS_sched_getattr, 0, &found, sizeof found, 0) != 0) found.policy = SCHED_IDLE;
    return found;
}

}  // namespace

PromptWaking::PromptWaking()
    : thread_(this_thread()), before_(now_of_this_thread()), prompt_(before_) {
    if (before_.policy != SCHED_OTHER) return;
    // The children of one that was told to be nice would not be.
    if (before_.nice == 0 && change(0, urgent(before_))) {
        prompt_ = now_of_this_thread();
    } else if (before_.turn_nanoseconds > TURN_NANOSECONDS &&
               change(0, with_short_turns(before_))) {
        prompt_ = now_of_this_thread();
    }
}

bool PromptWaking::fits() const {
    const Scheduling now = now_of_this_thread();
    return thread_ == this_thread() && (is_same(now, before_) || is_same(now, prompt_));
}

bool PromptWaking::changes() const {
    return !is_same(before_, prompt_);
}

void PromptWaking::keep() const {
    if (changes()) change(0, prompt_);
}

void PromptWaking::end(int begun) const {
    if (begun != begun_ || !changes() || change(thread_, before_)) return;
    // Only who has the right to may have children like itself again.
    Scheduling scheduling = before_;
    scheduling.flags |= CHILDREN_ARE_ORDINARY;
    change(thread_, scheduling);
}

#else

PromptWaking::PromptWaking() = default;
bool PromptWaking::fits() const {
    return true;
}
bool PromptWaking::changes() const {
    return false;
}
void PromptWaking::keep() const {}
void PromptWaking::end(int) const {}

#endif

std::shared_ptr<PromptWaking> PromptWaking::of_this_thread() {
    thread_local std::shared_ptr<PromptWaking> waking;
    if (!waking || !waking->fits()) waking = std::make_shared<PromptWaking>();
    return waking;
}

void PromptWaking::let_end_soon(std::shared_ptr<const PromptWaking> waking, int begun) {
    if (begun != waking->begun_ || !waking->changes()) return;
    try {
        std::thread([waking, begun] {
            std::this_thread::sleep_for(ANSWER);
            waking->end(begun);
        }).detach();
    } catch (const std::system_error&) {  // there are too many threads
        waking->end(begun);
    }
}

int PromptWaking::begin() {
    const int begun = ++begun_;
    keep();
    return begun;
}

}  // namespace inarow
