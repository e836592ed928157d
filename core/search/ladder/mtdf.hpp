#pragma once

#include "search/root.hpp"

namespace inarow {

/// MTD(f): asks again and again whether the score is at least some number, each time with a window
/// of nothing, until the answers meet. The table makes the repeated searches cheap; the nearer the
/// first guess, the fewer there are.
inline Score mtdf(Root& root, Score first_guess, int depth) {
    Score score = first_guess;
    Score lower = -UNBOUNDED;
    Score upper = UNBOUNDED;
    while (lower < upper && !root.is_stopped()) {
        const Score beta = std::max(score, lower + 1);
        score = root.search(depth, beta - 1, beta);
        (score < beta ? upper : lower) = score;
    }
    return score;
}

}  // namespace inarow
