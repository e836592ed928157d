#ifdef __linux__
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "search/column_engine.hpp"
#include "search/prompt_waking.hpp"
#include "search/timed_search.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

using Tell = TimedSearch::Tell;

Result of_depth(int depth) {
    Result result;
    result.depth = depth;
    result.turn = Turn().with(depth);
    return result;
}

Limits to_seconds(double seconds) {
    Limits limits;
    limits.seconds = seconds;
    return limits;
}

void nothing() {}

void the_answer_does_not_wait_for_a_search_that_is_kept_waiting() {
    std::latch is_answered(1);
    std::vector<int> ends;
    TimedSearch timed;
    const auto work = [&](Budget&, const Tell& tell) {
        tell(of_depth(1));
        tell(of_depth(2));
        is_answered.wait();  // as if the system gave the processor to others
        tell(of_depth(3));
        ends.push_back(1);
    };
    const Result found = timed.run(to_seconds(0.05), {}, nothing, work);
    CHECK_EQUAL(found.depth, 2);
    CHECK(found.seconds > 0);
    CHECK(ends.empty());
    is_answered.count_down();
    const auto prepare = [&] { ends.push_back(2); };
    const auto next = [&](Budget&, const Tell& tell) { tell(of_depth(4)); };
    CHECK_EQUAL(timed.run(to_seconds(60), {}, prepare, next).depth, 4);
    CHECK((ends == std::vector{1, 2}));  // the old one had ended before the next was prepared
}

void who_must_answer_does_not_wait_for_what_is_left_of_the_search_before() {
    std::latch is_answered(1);
    TimedSearch timed;
    const auto work = [&](Budget&, const Tell& tell) {
        tell(of_depth(1));
        is_answered.wait();
    };
    timed.run(to_seconds(0.01), {}, nothing, work);
    bool is_prepared = false;
    const auto prepare = [&] { is_prepared = true; };
    CHECK_EQUAL(timed.run(to_seconds(0.01), {}, prepare, work).turn.size(), 0);
    CHECK(!is_prepared);
    is_answered.count_down();
    CHECK_EQUAL(timed.run(to_seconds(60), {}, prepare, work).depth, 1);
    CHECK(is_prepared);
}

void who_was_told_nothing_has_no_turn() {
    std::latch is_answered(1);
    TimedSearch timed;
    const auto work = [&](Budget&, const Tell&) { is_answered.wait(); };
    CHECK_EQUAL(timed.run(to_seconds(0.01), {}, nothing, work).turn.size(), 0);
    is_answered.count_down();
}

void a_search_learns_that_its_time_is_over() {
    TimedSearch timed;
    const auto work = [&](Budget& budget, const Tell& tell) {
        Meter meter(budget, true);
        int nodes = 0;
        while (meter.take_node(1)) ++nodes;
        tell(of_depth(1));
    };
    timed.run(to_seconds(0.02), {}, nothing, work);
    timed.finish();  // would wait for ever otherwise
}

void every_deeper_result_is_passed_on_once() {
    for (const double seconds : {60.0, Limits().seconds}) {
        std::vector<int> depths;
        Hooks hooks;
        hooks.progress = [&](const Result& result) { depths.push_back(result.depth); };
        TimedSearch timed;
        const auto work = [](Budget&, const Tell& tell) {
            for (const int depth : {0, 1, 1, 2, 3, 3}) tell(of_depth(depth));
        };
        CHECK_EQUAL(timed.run(to_seconds(seconds), hooks, nothing, work).depth, 3);
        CHECK((depths == std::vector{1, 2, 3}));
    }
}

void what_search_and_hooks_throw_comes_out() {
    for (const double seconds : {60.0, Limits().seconds}) {
        TimedSearch timed;
        const auto broken = [](Budget&, const Tell&) { throw std::runtime_error("broken"); };
        CHECK_THROWS(timed.run(to_seconds(seconds), {}, nothing, broken), std::runtime_error);
        Hooks hooks;
        hooks.progress = [](const Result&) { throw std::out_of_range("the hook"); };
        const auto work = [](Budget& budget, const Tell& tell) {
            tell(of_depth(1));
            Meter meter(budget, true);
            while (meter.take_node(1)) continue;  // the hook's error stops it
        };
        CHECK_THROWS(timed.run(to_seconds(seconds), hooks, nothing, work), std::out_of_range);
    }
}

void a_poll_or_a_flag_ends_it_early() {
    const auto work = [](Budget& budget, const Tell& tell) {
        tell(of_depth(1));
        Meter meter(budget, true);
        while (meter.take_node(1)) continue;
    };
    TimedSearch timed;
    Hooks polled;
    int polls = 0;
    polled.poll = [&] { return ++polls == 2; };
    CHECK_EQUAL(timed.run(to_seconds(600), polled, nothing, work).depth, 1);
    CHECK_EQUAL(polls, 2);
    const auto flag = std::make_shared<std::atomic<bool>>(false);
    Hooks flagged;
    flagged.stop = flag;
    std::jthread stopper([&] { *flag = true; });
    CHECK_EQUAL(timed.run(to_seconds(600), flagged, nothing, work).depth, 1);
}

/// Move after move, with searches that go on for a moment when the next one begins.
void timed_moves_of_the_champion_are_legal(int threads) {
    const Rules rules{.columns = 12, .rows = 9, .line_length = 5, .gravity = true};
    ColumnEngine engine(rules, Weights::standard(rules));
    for (const double seconds : {0.0, 1e-4, 0.002}) {
        Limits limits = to_seconds(seconds);
        limits.threads = threads;
        limits.memory = 1 << 20;
        Position position(rules);
        while (!position.is_over()) {
            const Result found = engine.search(position, limits, {});
            CHECK(position.is_legal(*found.turn.begin()));
            CHECK_EQUAL(*found.turn.begin(), found.line.front());
            position.play(*found.turn.begin());
        }
        engine.forget();
    }
}

#if defined(__linux__) && defined(SYS_sched_getattr)
PromptWaking::Scheduling scheduling() {
    PromptWaking::Scheduling found{};
    CHECK_EQUAL(syscall(SYS_sched_getattr, 0, &found, sizeof found, 0), 0);
    return found;
}

bool is_prompt(const PromptWaking::Scheduling& scheduling) {
    return scheduling.policy == SCHED_RR ||
           scheduling.turn_nanoseconds <= PromptWaking::TURN_NANOSECONDS;
}

/// Whether the system lets a thread wake promptly at all is the system's business.
bool can_be_prompt() {
    PromptWaking waking;
    const int begun = waking.begin();
    const bool is_now = is_prompt(scheduling());
    waking.end(begun);
    return is_now;
}

void a_thread_wakes_promptly_only_while_it_wants_to() {
    const auto before = scheduling();
    const bool is_to_be_prompt = can_be_prompt();
    const auto waking = PromptWaking::of_this_thread();
    for (int i = 0; i < 2; ++i) {
        const int outdated = waking->begin();
        CHECK_EQUAL(is_prompt(scheduling()), is_to_be_prompt);
        CHECK(PromptWaking::of_this_thread() == waking);
        const int begun = waking->begin();
        std::thread([&] {
            CHECK(scheduling().policy != SCHED_RR);  // what it starts is ordinary
            CHECK(PromptWaking::of_this_thread() != waking);
            waking->end(outdated);
        }).join();
        CHECK_EQUAL(is_prompt(scheduling()), is_to_be_prompt);
        std::thread([&] { waking->end(begun); }).join();
        CHECK_EQUAL(scheduling().policy, before.policy);
        CHECK_EQUAL(scheduling().nice, before.nice);
        CHECK_EQUAL(scheduling().turn_nanoseconds, before.turn_nanoseconds);
    }
}

void who_was_answered_is_ordinary_again_soon() {
    const auto before = scheduling();
    const bool is_to_be_prompt = can_be_prompt();
    std::latch is_answered(1);
    TimedSearch timed;
    const auto work = [&](Budget&, const Tell& tell) {
        tell(of_depth(1));
        is_answered.wait();
    };
    timed.run(to_seconds(0.02), {}, nothing, work);
    CHECK_EQUAL(is_prompt(scheduling()), is_to_be_prompt);
    is_answered.count_down();
    while (is_prompt(scheduling()) != is_prompt(before)) std::this_thread::yield();
    CHECK_EQUAL(scheduling().policy, before.policy);
}

void who_is_nice_stays_so() {
    std::thread([] {
        const int niceness = nice(1);
        PromptWaking waking;
        const int begun = waking.begin();
        CHECK_EQUAL(scheduling().policy, static_cast<std::uint32_t>(SCHED_OTHER));
        CHECK_EQUAL(scheduling().nice, niceness);
        waking.end(begun);
    }).join();
}
#else
void a_thread_wakes_promptly_only_while_it_wants_to() {}
void who_was_answered_is_ordinary_again_soon() {}
void who_is_nice_stays_so() {}
#endif

}  // namespace

void test_timed_search() {
    a_thread_wakes_promptly_only_while_it_wants_to();
    who_was_answered_is_ordinary_again_soon();
    who_is_nice_stays_so();
    the_answer_does_not_wait_for_a_search_that_is_kept_waiting();
    who_must_answer_does_not_wait_for_what_is_left_of_the_search_before();
    who_was_told_nothing_has_no_turn();
    a_search_learns_that_its_time_is_over();
    every_deeper_result_is_passed_on_once();
    what_search_and_hooks_throw_comes_out();
    a_poll_or_a_flag_ends_it_early();
    for (const int threads : {1, 2}) timed_moves_of_the_champion_are_legal(threads);
}

}  // namespace inarow::tests
