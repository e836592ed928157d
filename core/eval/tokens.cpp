#include "eval/tokens.hpp"

#include <algorithm>
#include <string>

#include "eval/runs.hpp"

namespace inarow {
namespace {

constexpr int SHORTEST_TOKEN = 2;

std::int64_t cubed(std::int64_t count) {
    return count * count * count;
}

}  // namespace

Tokens::Tokens(const Rules& rules) : windows_(rules) {
    if (rules.line_length <= SHORTEST_TOKEN) {
        throw EvaluatorError("tokens needs a line_length of 3 or more, not " +
                             std::to_string(rules.line_length) +
                             ": a token has two stones and is shorter than a line");
    }
    for (auto& counts : counts_) counts.resize(rules.line_length);
}

Score Tokens::evaluate(const Position& position) {
    const int line_length = position.rules().line_length;
    for (auto& counts : counts_) std::ranges::fill(counts, 0);
    for_each_run(position, [&](Side side, Cell first, std::size_t direction, int length) {
        if (length < SHORTEST_TOKEN || length >= line_length) return;
        if (windows_.can_grow(side, first, direction, length)) ++counts_[index_of(side)][length];
    });
    const int own = index_of(position.to_move());
    std::int64_t value = 0;
    for (int length = SHORTEST_TOKEN; length < line_length; ++length) {
        value += cubed(counts_[own][length]) - cubed(counts_[1 - own][length]);
    }
    return guess(value);
}

}  // namespace inarow
