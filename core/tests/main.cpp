// The core's own tests: what Python cannot see, and what a sanitizer should see.
//     core_tests [calls of the fuzzer] [seed]

#include <cstdlib>
#include <exception>

#include "tests/tests.hpp"

int main(int count, char** arguments) {
    using namespace inarow::tests;
    const std::uint64_t calls = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
    const std::uint64_t seed = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1;
    try {
        test_position();
        test_batch();
        test_evaluators();
        test_turns();
        test_search();
        test_threats();
        test_peace();
        test_column_board();
        test_timed_search();
        fuzz_game(calls, seed);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    std::printf("all held, with %llu random calls from seed %llu\n",
                static_cast<unsigned long long>(calls), static_cast<unsigned long long>(seed));
    return 0;
}
