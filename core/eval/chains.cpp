#include "eval/chains.hpp"

#include <algorithm>
#include <cstdlib>

#include "eval/powers.hpp"

namespace inarow {
namespace {

constexpr int CENTRE_WEIGHT = 10;

struct ChainWeights {
    int base;
    int nearly_complete;  // more for a stone that all but two of a line's stones follow
    int complete;         // more for a stone that all but one follow
};
constexpr ChainWeights ATTACK{2, 500, 2000};
constexpr ChainWeights DANGER{3, 800, 5000};

std::int64_t stone_worth(const ChainWeights& weights, int following, int line_length) {
    std::int64_t worth = capped_power(weights.base, following);
    if (following == line_length - 2) worth += weights.nearly_complete;
    if (following == line_length - 1) worth += weights.complete;
    return worth;
}

/// The worth of a run by its length: the sum over its stones.
std::vector<std::int64_t> run_worths(const Rules& rules, const ChainWeights& weights) {
    const int longest = std::max({rules.columns, rules.rows, rules.line_length});
    std::vector<std::int64_t> worths{0};
    for (int length = 1; length <= longest; ++length) {
        const int following = std::min(length - 1, rules.line_length - 1);
        worths.push_back(worths.back() + stone_worth(weights, following, rules.line_length));
    }
    if (rules.exact) std::fill(worths.begin() + rules.line_length + 1, worths.end(), 0);
    return worths;
}

int centre_worth(const Rules& rules, Cell cell) {
    const int half_steps = std::abs(2 * rules.column_of(cell) - (rules.columns - 1)) +
                           std::abs(2 * rules.row_of(cell) - (rules.rows - 1));
    return std::max(0, CENTRE_WEIGHT - half_steps / 2);
}

}  // namespace

Chains::Chains(const Rules& rules, std::optional<Side> view)
    : Cloned(view), attack_of_(run_worths(rules, ATTACK)), danger_of_(run_worths(rules, DANGER)) {
    for (Cell cell = 0; cell < rules.cells(); ++cell) {
        centre_of_.push_back(centre_worth(rules, cell));
    }
}

void Chains::reset(const Position& position) {
    worth_ = {};
    for_each_run(position, [&](Side side, Cell, std::size_t, int length) {
        worth_[index_of(side)].attack += attack_of_[length];
        worth_[index_of(side)].danger += danger_of_[length];
    });
    for (Cell cell : position.history()) {
        worth_[index_of(static_cast<Side>(position.at(cell)))].centre += centre_of_[cell];
    }
}

void Chains::change(const Position& position, Side side, Cell cell, int by) {
    Worth& worth = worth_[index_of(side)];
    for_each_joint(position, side, cell, [&](int ahead, int behind) {
        const int joined = ahead + 1 + behind;
        worth.attack += by * (attack_of_[joined] - attack_of_[ahead] - attack_of_[behind]);
        worth.danger += by * (danger_of_[joined] - danger_of_[ahead] - danger_of_[behind]);
    });
    worth.centre += by * centre_of_[cell];
}

void Chains::place(const Position& position, Side side, Cell cell) {
    change(position, side, cell, 1);
}

void Chains::remove(const Position& position, Side side, Cell cell) {
    change(position, side, cell, -1);
}

std::int64_t Chains::value_for(Side side, const Position&) {
    const Worth& own = worth_[index_of(side)];
    const Worth& opposing = worth_[index_of(other(side))];
    return own.attack - opposing.danger + own.centre - opposing.centre;
}

}  // namespace inarow
