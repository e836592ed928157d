#include "search/window_map.hpp"

#include <algorithm>
#include <span>

namespace inarow {
namespace {

/// How many cells a line has from this cell on.
int line_cells(const Rules& rules, Cell cell, Direction direction) {
    int column = rules.column_of(cell);
    int row = rules.row_of(cell);
    int count = 0;
    while (rules.has_place(column, row)) {
        ++count;
        column += direction.columns;
        row += direction.rows;
    }
    return count;
}

}  // namespace

WindowMap::WindowMap(const Rules& rules) : through_(rules.cells()), beside_(rules.cells()) {
    // A single stone is a window in every direction at once: one of them says it all.
    const std::size_t directions = rules.line_length == 1 ? 1 : DIRECTIONS.size();
    for (const Direction direction : std::span(DIRECTIONS).first(directions)) {
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            const bool is_first = !rules.has_place(rules.column_of(cell) - direction.columns,
                                                   rules.row_of(cell) - direction.rows);
            if (is_first) add_line(rules, cell, direction);
        }
    }
}

void WindowMap::add_line(const Rules& rules, Cell origin, Direction direction) {
    const int cells = line_cells(rules, origin, direction);
    const int windows = cells - rules.line_length + 1;
    if (windows <= 0) return;
    const int stride = direction.rows * rules.columns + direction.columns;
    const int first = size();
    const int line = lines_.empty() ? 0 : lines_.back() + 1;
    for (int i = 0; i < windows; ++i) {
        starts_.push_back(origin + i * stride);
        strides_.push_back(static_cast<std::int16_t>(stride));
        lines_.push_back(static_cast<std::uint16_t>(line));
        if (i > 0) beside_[origin + (i - 1) * stride].push_back(static_cast<Number>(first + i));
        const int after = i + rules.line_length;
        if (after < cells)
            beside_[origin + after * stride].push_back(static_cast<Number>(first + i));
    }
    for (int place = 0; place < cells; ++place) {
        const int low = std::max(0, place - rules.line_length + 1);
        const int high = std::min(place, windows - 1);
        if (low > high) continue;
        Spans& spans = through_[origin + place * stride];
        spans.spans[spans.size++] = {static_cast<Number>(first + low),
                                     static_cast<std::uint8_t>(high - low + 1),
                                     static_cast<std::int16_t>(stride), origin + low * stride};
    }
}

}  // namespace inarow
