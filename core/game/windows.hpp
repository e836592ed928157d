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

/// Every window of a board and, for every cell, the windows through it. Built once for a game.
class WindowTable {
  public:
    explicit WindowTable(const Rules& rules);

    const Rules& rules() const { return rules_; }
    int size() const { return static_cast<int>(windows_.size()); }
    const Window& operator[](int window) const { return windows_[window]; }
    std::span<const Window> all() const { return windows_; }
    std::span<const int> through(Cell cell) const {
        return {through_.data() + starts_[cell], through_.data() + starts_[cell + 1]};
    }

  private:
    Rules rules_;
    std::vector<Window> windows_;
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
        for (int window : table_->through(cell)) counts[window] += by;
    }

    std::shared_ptr<const WindowTable> table_;
    std::array<std::vector<std::uint8_t>, 2> counts_;
};

}  // namespace inarow
