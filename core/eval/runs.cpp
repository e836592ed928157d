#include "eval/runs.hpp"

#include <algorithm>

namespace inarow {

RunCounts::RunCounts(const Rules& rules) : line_length_(rules.line_length) {
    const int longest = std::max({rules.columns, rules.rows, rules.line_length});
    for (auto& counts : counts_) counts.assign(longest + 1, 0);
}

void RunCounts::reset(const Position& position) {
    for (auto& counts : counts_) std::ranges::fill(counts, 0);
    for_each_run(position, [&](Side side, Cell, std::size_t, int length) {
        ++counts_[index_of(side)][length];
    });
}

int RunCounts::longest(Side side) const {
    int length = line_length_ - 1;
    while (length > 0 && counts_[index_of(side)][length] == 0) --length;
    return length;
}

}  // namespace inarow
