#include "game/windows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace inarow {

WindowTable::WindowTable(const Rules& rules) : rules_(checked(rules)), starts_(rules.cells() + 1) {
    const int reach = rules.line_length - 1;
    // A line of one cell is the same in every direction: it counts once.
    const std::size_t directions = rules.line_length == 1 ? 1 : DIRECTIONS.size();
    for (Direction direction : std::span(DIRECTIONS).first(directions)) {
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            if (rules.has_place(rules.column_of(cell) + reach * direction.columns,
                                rules.row_of(cell) + reach * direction.rows)) {
                windows_.push_back(
                    {cell, direction.rows * rules.columns + direction.columns, direction});
            }
        }
    }
    for (const Window& window : windows_) {
        for (int index = 0; index < rules.line_length; ++index) ++starts_[window.cell(index) + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    through_.resize(starts_.back());
    std::vector<int> next(starts_.begin(), starts_.end() - 1);
    for (int window = 0; window < size(); ++window) {
        for (int index = 0; index < rules.line_length; ++index) {
            through_[next[windows_[window].cell(index)]++] = window;
        }
    }
}

Windows::Windows(std::shared_ptr<const WindowTable> table) : table_(std::move(table)) {
    for (auto& counts : counts_) counts.resize(table_->size());
}

void Windows::reset(const Position& position) {
    for (auto& counts : counts_) std::ranges::fill(counts, 0);
    for (Cell cell : position.history()) place(static_cast<Side>(position.at(cell)), cell);
}

}  // namespace inarow
