#include "search/prompt_waking.hpp"

#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace inarow {

#if defined(__linux__) && defined(SYS_sched_setattr)

namespace {

bool change_to(const PromptWaking::Scheduling& scheduling) {
    return syscall(SYS_sched_setattr, 0, &scheduling, 0) == 0;
}

}  // namespace

PromptWaking::PromptWaking() {
    if (syscall(SYS_sched_getattr, 0, &before_, sizeof before_, 0) != 0) return;
    if (before_.policy != SCHED_OTHER || before_.turn_nanoseconds <= TURN_NANOSECONDS) return;
    Scheduling prompt = before_;
    prompt.turn_nanoseconds = TURN_NANOSECONDS;
    is_changed_ = change_to(prompt);
}

PromptWaking::~PromptWaking() {
    if (is_changed_) change_to(before_);
}

#else

PromptWaking::PromptWaking() = default;
PromptWaking::~PromptWaking() = default;

#endif

}  // namespace inarow
