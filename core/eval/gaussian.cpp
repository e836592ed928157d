#include "eval/gaussian.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "eval/playable.hpp"
#include "eval/runs.hpp"

namespace inarow {
namespace {

// Worths are kept in fiftieths, so that 0.2 (of a row's free end) and the shares are whole numbers.
constexpr int FIFTIETHS = 50;
constexpr int FREE_ENDS = 5;  // a free end is a fifth of the weight of a lone stone
constexpr int COLUMN_SHARE = 25;
constexpr int ROW_SHARE = 15;
constexpr int DIAGONAL_SHARE = 10;
constexpr int THREAT_PERCENT = 30;

constexpr int FRACTION_BITS = 31;
constexpr std::uint64_t EXP_MINUS_EIGHTH = 1895147668;  // exp(-1/8) * 2**31

/// exp(-(half_steps / 2)**2 / 2) in parts of 2**31, the same on every machine.
std::uint64_t bell(int half_steps) {
    std::uint64_t value = std::uint64_t{1} << FRACTION_BITS;
    std::uint64_t factor = EXP_MINUS_EIGHTH;
    for (unsigned exponent = half_steps * half_steps; exponent > 0; exponent >>= 1) {
        if (exponent & 1) value = (value * factor) >> FRACTION_BITS;
        factor = (factor * factor) >> FRACTION_BITS;
    }
    return value;
}

std::vector<std::int32_t> gaussian_board(const Rules& rules) {
    std::vector<std::uint64_t> heights;
    for (Cell cell = 0; cell < rules.cells(); ++cell) {
        const std::uint64_t across = bell(std::abs(2 * rules.column_of(cell) - rules.columns + 1));
        const std::uint64_t up = bell(std::abs(2 * rules.row_of(cell) - rules.rows + 1));
        heights.push_back((across * up) >> FRACTION_BITS);
    }
    const std::uint64_t sum = std::accumulate(heights.begin(), heights.end(), std::uint64_t{0});
    std::vector<std::int32_t> weights;
    for (std::uint64_t height : heights) {
        weights.push_back(static_cast<std::int32_t>((height * GAUSSIAN_ONE + sum / 2) / sum));
    }
    return weights;
}

/// The playable cells at the two ends of a run along a row.
int free_ends(const Position& position, Cell first, int length) {
    const int column = position.rules().column_of(first);
    const int row = position.rules().row_of(first);
    return is_playable(position, column - 1, row) + is_playable(position, column + length, row);
}

}  // namespace

Gaussian::Gaussian(const Rules& rules) : windows_(rules), weight_of_(gaussian_board(rules)) {
    if (!rules.gravity) {
        throw EvaluatorError(
            "gaussian needs gravity: it asks what lies below a cell and on top of a column; "
            "without gravity use windows or open-lines");
    }
}

/// In fiftieths of GAUSSIAN_ONE, with the share of its direction.
std::int64_t Gaussian::group_worth(const Position& position, Side side, Cell first,
                                   std::size_t direction, int length) const {
    const auto [columns, rows] = DIRECTIONS[direction];
    const int step = rows * position.rules().columns + columns;
    const Cell last = first + (length - 1) * step;
    const bool is_column = columns == 0;
    const bool is_row = rows == 0;
    if (is_column &&
        position.rules().row_of(last) + 1 != position.height(position.rules().column_of(last))) {
        return 0;  // not on top
    }
    const int ends = is_row ? free_ends(position, first, length) : 0;
    if (is_row && ends == 0) return 0;
    if (!windows_.can_grow(side, first, direction, length)) return 0;

    std::int64_t factor = GAUSSIAN_ONE;
    for (Cell cell = first; cell != last + step; cell += step) factor += weight_of_[cell];
    const std::int64_t weight = length * (length + 1) / 2;
    if (is_row) return (weight * FREE_ENDS + ends) * factor * ROW_SHARE / FREE_ENDS;
    return weight * factor * (is_column ? COLUMN_SHARE : DIAGONAL_SHARE);
}

/// Of the side to move, in fiftieths of GAUSSIAN_ONE.
std::int64_t Gaussian::advantage(const Position& position) const {
    std::int64_t sum = 0;
    for_each_run(position, [&](Side side, Cell first, std::size_t direction, int length) {
        const std::int64_t worth = group_worth(position, side, first, direction, length);
        sum += side == position.to_move() ? worth : -worth;
    });
    return sum;
}

Score Gaussian::evaluate(const Position& position) {
    if (position.stones() == 0) return 0;
    const Side own = position.to_move();
    if (winning_cells_now(position, own) > 0) return LARGEST_GUESS / position.stones();
    const int threats = winning_cells_now(position, other(own));
    if (threats > position.stones_left()) return -LARGEST_GUESS / position.stones();
    std::int64_t value = advantage(position) * 100;
    if (threats > 0) value -= std::abs(value) * THREAT_PERCENT / 100;
    value /= 100 * FIFTIETHS;
    return guess(value) / position.stones();
}

}  // namespace inarow
