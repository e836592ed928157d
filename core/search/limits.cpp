#include "search/limits.hpp"

#include <string>

namespace inarow {

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
