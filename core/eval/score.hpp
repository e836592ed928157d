#pragma once

#include <cstdint>

namespace inarow {

/// How good a position is for the side to move. A proven win is WIN less the stones on the board
/// when it is there, so that a quicker win scores higher and a slower loss scores higher too;
/// every guess lies strictly between the proven scores.
using Score = std::int32_t;

inline constexpr Score WIN = 1'000'000'000;
inline constexpr Score UNBOUNDED = WIN + 1;
inline constexpr Score DRAW = 0;
inline constexpr Score LARGEST_GUESS = WIN / 2;
inline constexpr Score LEAST_PROVEN = WIN - 128 * 128;  // no board has more cells

/// The score of a win that is on the board when it holds `stones` stones.
constexpr Score win_at(int stones) {
    return WIN - stones;
}
constexpr Score loss_at(int stones) {
    return -win_at(stones);
}
constexpr bool is_win(Score score) {
    return score >= LEAST_PROVEN;
}
constexpr bool is_loss(Score score) {
    return score <= -LEAST_PROVEN;
}
/// Stones on the board at the end of the proven win or loss.
constexpr int stones_at_end(Score score) {
    return WIN - (score < 0 ? -score : score);
}

/// A value of any size as a score that claims nothing: clamped to the guesses.
constexpr Score guess(std::int64_t value) {
    if (value > LARGEST_GUESS) return LARGEST_GUESS;
    if (value < -LARGEST_GUESS) return -LARGEST_GUESS;
    return static_cast<Score>(value);
}

}  // namespace inarow
