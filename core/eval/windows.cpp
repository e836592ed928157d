#include "eval/windows.hpp"

#include <algorithm>

#include "eval/playable.hpp"

namespace inarow {
namespace {

constexpr int STONES_THAT_MULTIPLY = 6;  // the last ones of a window
constexpr int FACTOR = 4;

std::vector<std::int32_t> window_weights(int line_length) {
    std::vector<std::int32_t> weights{0};
    for (int stones = 1; stones <= line_length; ++stones) {
        const int missing = line_length - stones;
        std::int32_t power = missing <= STONES_THAT_MULTIPLY ? 1 : 0;
        for (int factors = missing; factors < STONES_THAT_MULTIPLY; ++factors) power *= FACTOR;
        weights.push_back(stones * stones + power);
    }
    return weights;
}

}  // namespace

WindowWeights::WindowWeights(const Rules& rules)
    : windows_(rules),
      weight_of_(window_weights(rules.line_length)),
      least_stones_(std::max(
          1, rules.line_length - std::max(rules.stones_per_turn, rules.stones_first_turn))) {}

/// Runs change(visit), where visit keeps the books of what the sides own.
template <class Change>
void WindowWeights::change(Change change) {
    std::array<std::int64_t, 2> gained{};  // apart from the members, so that it stays in registers
    const std::int32_t* const weight_of = weight_of_.data();
    const int least_stones = least_stones_;
    const int line_length = static_cast<int>(weight_of_.size()) - 1;
    change([&](Side owner, int, Holding before, Holding after) {
        const int was = before.is_open() ? weight_of[before.stones] : 0;
        const int is = after.is_open() ? weight_of[after.stones] : 0;
        gained[index_of(owner)] += is - was;
        if (std::max(before.stones, after.stones) < least_stones) return;
        auto& lacking = estates_[index_of(owner)].lacking;
        if (before.is_open() && before.stones >= least_stones) {
            --lacking[line_length - before.stones];
        }
        if (after.is_open() && after.stones >= least_stones) ++lacking[line_length - after.stones];
    });
    for (int index : {0, 1}) estates_[index].weight += gained[index];
}

void WindowWeights::reset(const Position& position) {
    estates_ = {};
    change([&](auto visit) { windows_.reset(position, visit); });
}

void WindowWeights::place(const Position&, Side side, Cell cell) {
    change([&](auto visit) { windows_.place(side, cell, visit); });
}

void WindowWeights::remove(const Position&, Side side, Cell cell) {
    change([&](auto visit) { windows_.remove(side, cell, visit); });
}

bool WindowWeights::can_fill_a_window(const Position& position) const {
    const Side side = position.to_move();
    const auto& lacking = estates_[index_of(side)].lacking;
    if (position.rules().gravity) return lacking[1] > 0 && winning_cells_now(position, side) > 0;
    const int most = std::min(position.stones_left(), Rules::MOST_STONES);
    return std::any_of(lacking.begin() + 1, lacking.begin() + 1 + most,
                       [](int windows) { return windows > 0; });
}

Score WindowWeights::evaluate(const Position& position) {
    if (can_fill_a_window(position)) return LARGEST_GUESS;
    const int own = index_of(position.to_move());
    const int turn = 2 * position.rules().stones_per_turn;
    const std::int64_t eager = estates_[own].weight * (turn + position.stones_left()) / turn;
    return guess(eager - estates_[1 - own].weight);
}

}  // namespace inarow
