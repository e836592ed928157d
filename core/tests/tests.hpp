#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "game/playout.hpp"
#include "game/rules.hpp"

namespace inarow::tests {

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
    throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) ::inarow::tests::fail(__FILE__, __LINE__, #condition); \
    } while (false)

#define CHECK_EQUAL(one, two)                                                                 \
    do {                                                                                      \
        const auto left = (one);                                                              \
        const auto right = (two);                                                             \
        if (!(left == right)) {                                                               \
            ::inarow::tests::fail(__FILE__, __LINE__,                                         \
                                  #one " is " + std::to_string(left) + ", but " #two " is " + \
                                      std::to_string(right));                                 \
        }                                                                                     \
    } while (false)

#define CHECK_THROWS(expression, Error)                                                 \
    do {                                                                                \
        bool is_thrown = false;                                                         \
        try {                                                                           \
            expression;                                                                 \
        } catch (const Error&) {                                                        \
            is_thrown = true;                                                           \
        }                                                                               \
        if (!is_thrown)                                                                 \
            ::inarow::tests::fail(__FILE__, __LINE__, #expression " threw no " #Error); \
    } while (false)

/// Rules of every kind on boards of at most so many columns and rows.
inline Rules random_rules(Random& random, int most_columns, int most_rows) {
    Rules rules{};
    rules.columns = 1 + random.below(most_columns);
    rules.rows = 1 + random.below(most_rows);
    rules.line_length = 1 + random.below(5);
    rules.gravity = random.below(2) == 1;
    rules.stones_per_turn = 1 + random.below(3);
    rules.stones_first_turn = 1 + random.below(rules.stones_per_turn);
    rules.exact = random.below(4) == 0;
    return rules;
}

void test_position();
void test_batch();
void test_evaluators();
void test_turns();
void test_search();
void test_threats();
void test_peace();
void test_column_board();
void test_timed_search();
/// Calls play, undo and is_legal at random, so many times in all, and checks what must hold.
void fuzz_game(std::uint64_t calls, std::uint64_t seed);

}  // namespace inarow::tests
