#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/position.hpp"

namespace inarow {

/// line_length cells in a row: first, first + step, first + 2 * step, ...
struct Window {
    Cell first;
    int step;
    Direction direction;

    Cell cell(int index) const { return first + index * step; }
};

/// The windows through a cell along one line follow each other: first, first + 1, ...
/// `begins_before` says that window first - 1 exists: its last cell is the one before this cell;
/// `begins_after` that window first + count exists: its first cell is the one after.
struct WindowSpan {
    int first = 0;
    int count = 0;
    bool begins_before = false;
    bool begins_after = false;
};

/// Every window of a board, line by line, and for every cell the windows through it. Built once
/// for a game.
class WindowTable {
  public:
    explicit WindowTable(const Rules& rules);

    const Rules& rules() const { return rules_; }
    int size() const { return static_cast<int>(windows_.size()); }
    const Window& operator[](int window) const { return windows_[window]; }
    std::span<const Window> all() const { return windows_; }
    /// The windows through the cell, one span for each of DIRECTIONS.
    std::span<const WindowSpan, DIRECTIONS.size()> spans(Cell cell) const {
        return std::span<const WindowSpan, DIRECTIONS.size()>(
            spans_.data() + cell * DIRECTIONS.size(), DIRECTIONS.size());
    }
    std::span<const int> through(Cell cell) const {
        return {through_.data() + starts_[cell], through_.data() + starts_[cell + 1]};
    }

  private:
    void add_line(Cell start, std::size_t direction);

    Rules rules_;
    std::vector<Window> windows_;
    std::vector<WindowSpan> spans_;
    std::vector<int> through_;
    std::vector<int> starts_;
};

/// The number of stones of each side in every window, kept up to date by `place` and `remove`.
/// A layer above Position, so that who does not ask for windows does not pay for them.
class Windows {
  public:
    explicit Windows(std::shared_ptr<const WindowTable> table);

    const WindowTable& table() const { return *table_; }
    void reset(const Position& position);
    void place(Side side, Cell cell) { change(side, cell, 1); }
    void remove(Side side, Cell cell) { change(side, cell, -1); }
    int stones(Side side, int window) const { return counts_[index_of(side)][window]; }
    bool is_open(Side side, int window) const { return stones(other(side), window) == 0; }

  private:
    void change(Side side, Cell cell, int by) {
        auto& counts = counts_[index_of(side)];
        for (const WindowSpan& span : table_->spans(cell)) {
            for (int window = span.first; window < span.first + span.count; ++window)
                counts[window] += by;
        }
    }

    std::shared_ptr<const WindowTable> table_;
    std::array<std::vector<std::uint8_t>, 2> counts_;
};

}  // namespace inarow
