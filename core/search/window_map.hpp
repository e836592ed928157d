#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "game/geometry.hpp"
#include "game/rules.hpp"

namespace inarow {

/// All windows of a Rules, numbered so that neighbours on a line have neighbouring numbers. Built
/// once for each Rules; what a threat board adds to it are the counts.
class WindowMap {
  public:
    using Number = std::uint16_t;

    /// The windows of one line through one cell: `count` of them from `first` on. The i-th begins
    /// at cell start + i * stride.
    struct Span {
        Number first;
        std::uint8_t count;
        std::int16_t stride;
        std::int32_t start;
    };

    /// The spans of a cell, at most one for each of the four directions.
    struct Spans {
        std::array<Span, 4> spans;
        int size = 0;
        const Span* begin() const { return spans.data(); }
        const Span* end() const { return spans.data() + size; }
    };

    explicit WindowMap(const Rules& rules);

    int size() const { return static_cast<int>(starts_.size()); }
    Cell start(int window) const { return starts_[window]; }
    int stride(int window) const { return strides_[window]; }
    /// The number of the line that a window lies on.
    int line(int window) const { return lines_[window]; }
    const Spans& through(Cell cell) const { return through_[cell]; }

    /// The windows that end just before the cell or begin just after it: a stone there makes their
    /// row longer, which matters where a longer row does not win.
    const std::vector<Number>& beside(Cell cell) const { return beside_[cell]; }

  private:
    void add_line(const Rules& rules, Cell origin, Direction direction);

    std::vector<std::int32_t> starts_;
    std::vector<std::int16_t> strides_;
    std::vector<std::uint16_t> lines_;
    std::vector<Spans> through_;
    std::vector<std::vector<Number>> beside_;
};

}  // namespace inarow
