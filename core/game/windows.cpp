#include "game/windows.hpp"

#include <algorithm>
#include <utility>

namespace inarow {

WindowTable::WindowTable(const Rules& rules)
    : rules_(checked(rules)),
      spans_(static_cast<std::size_t>(rules.cells()) * DIRECTIONS.size()),
      starts_{0} {
    // A line of one cell is the same in every direction: it counts once.
    const std::size_t directions = rules.line_length == 1 ? 1 : DIRECTIONS.size();
    for (std::size_t direction = 0; direction < directions; ++direction) {
        const auto [columns, rows] = DIRECTIONS[direction];
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            const bool is_start =
                !rules.has_place(rules.column_of(cell) - columns, rules.row_of(cell) - rows);
            if (is_start) add_line(cell, direction);
        }
    }
    for (Cell cell = 0; cell < rules.cells(); ++cell) {
        for (const WindowSpan& span : spans(cell)) {
            for (int index = 0; index < span.count; ++index) through_.push_back(span.first + index);
        }
        starts_.push_back(static_cast<int>(through_.size()));
    }
}

void WindowTable::add_line(Cell start, std::size_t direction) {
    const auto [columns, rows] = DIRECTIONS[direction];
    const int step = rows * rules_.columns + columns;
    int length = 1;
    while (rules_.has_place(rules_.column_of(start) + length * columns,
                            rules_.row_of(start) + length * rows)) {
        ++length;
    }
    const int count = length - rules_.line_length + 1;
    if (count <= 0) return;
    const int base = size();
    for (int index = 0; index < count; ++index) {
        windows_.push_back({start + index * step, step, DIRECTIONS[direction]});
    }
    for (int index = 0; index < length; ++index) {
        const int first = std::max(0, index - rules_.line_length + 1);
        const int last = std::min(count - 1, index);
        spans_[(start + index * step) * DIRECTIONS.size() + direction] = {
            base + first, last - first + 1, index >= rules_.line_length, index + 1 < count};
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
