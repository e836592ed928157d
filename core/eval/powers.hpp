#pragma once

#include <algorithm>
#include <cstdint>

#include "eval/score.hpp"

namespace inarow {

/// base ** exponent, or LARGEST_GUESS where that is less: on long lines powers stop growing there.
constexpr std::int64_t capped_power(int base, int exponent) {
    std::int64_t power = 1;
    while (exponent-- > 0 && power < LARGEST_GUESS) power *= base;
    return std::min<std::int64_t>(power, LARGEST_GUESS);
}

/// A run's length as its system, written for lines of six, would see it: what counts is how many
/// stones are missing. Five of six and three of four are both 5; no run at all is 0.
constexpr int length_in_sixes(int length, int line_length) {
    return length == 0 ? 0 : std::max(0, length + 6 - line_length);
}

}  // namespace inarow
