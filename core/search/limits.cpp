#include "search/limits.hpp"

#include <cmath>
#include <string>

namespace inarow {

double stop_seconds(double seconds, double expected_pause) {
    constexpr double KEPT_SECONDS = 0.01;
    constexpr double KEPT_SHARE = 0.02;
    constexpr double MOST_KEPT_SHARE = 0.25;  // of limits that are so short that a pause is longer
    constexpr double MOST_KEPT_SECONDS = 0.1;
    constexpr double PAUSES = 1.25;
    constexpr double LEAST_USED_SHARE = 0.2;  // however long the pauses
    if (std::isinf(seconds)) return seconds;
    const double kept = std::min(
        {KEPT_SECONDS + KEPT_SHARE * seconds, MOST_KEPT_SHARE * seconds, MOST_KEPT_SECONDS});
    return std::max(seconds - kept - PAUSES * expected_pause, LEAST_USED_SHARE * seconds);
}

const Limits& checked(const Limits& limits) {
    if (limits.depth < 1 || limits.depth > Limits::MOST_DEPTH) {
        throw SearchError("depth is " + std::to_string(limits.depth) +
                          " turns, but must be from 1 to " + std::to_string(Limits::MOST_DEPTH));
    }
    if (!(limits.seconds >= 0)) throw SearchError("seconds must be 0 or more");
    if (limits.nodes < 1) throw SearchError("nodes must be 1 or more");
    if (limits.threads < 1 || limits.threads > Limits::MOST_THREADS) {
        throw SearchError("threads is " + std::to_string(limits.threads) +
                          ", but must be from 1 to " + std::to_string(Limits::MOST_THREADS));
    }
    return limits;
}

}  // namespace inarow
