#pragma once

#include <algorithm>
#include <cstdlib>

#include "search/root.hpp"

namespace inarow {

/// Half the width of the first window around a guess: evaluators differ in scale, so it grows with
/// the guess itself.
inline Score aspiration_margin(Score guess) {
    return 16 + std::abs(guess) / 4;
}

/// The score of the root, looked for near the score of the depth before: a narrow window cuts off
/// more. When the score lies outside, the window is opened on that side and the search repeated.
inline Score aspire(Root& root, Score guess, int depth) {
    constexpr std::int64_t WIDENING = 8;
    std::int64_t margin = aspiration_margin(guess);
    std::int64_t alpha = guess - margin;
    std::int64_t beta = guess + margin;
    while (true) {
        alpha = std::max<std::int64_t>(alpha, -UNBOUNDED);
        beta = std::min<std::int64_t>(beta, UNBOUNDED);
        const Score score = root.search(depth, static_cast<Score>(alpha), static_cast<Score>(beta));
        if (root.is_stopped()) return score;
        margin *= WIDENING;
        if (score <= alpha && alpha > -UNBOUNDED) {
            alpha = score - margin;
        } else if (score >= beta && beta < UNBOUNDED) {
            beta = score + margin;
        } else {
            return score;
        }
    }
}

/// Searches one turn deep, then two, and so on: each depth makes a guess and an order for the next,
/// and when time runs out there is a best turn. Ends early when the outcome is certain. With one
/// depth only it is that search alone.
template <class SearchTo, class OnDepth>
void deepen(Root& root, int least_depth, int most_depth, SearchTo search_to, OnDepth on_depth) {
    for (int depth = least_depth; depth <= most_depth; ++depth) {
        const Score score = search_to(root, depth);
        if (root.is_stopped()) return;
        root.finish(depth, score);
        on_depth();
        if (is_win(score) || is_loss(score)) return;
    }
}

}  // namespace inarow
