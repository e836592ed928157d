#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game/geometry.hpp"
#include "game/rules.hpp"
#include "game/small_array.hpp"

namespace inarow {

/// What lies on a place of the walled board. FIRST and SECOND are numbered as the sides are.
enum class Stone : std::uint8_t { NONE = 0, FIRST = 1, SECOND = 2, WALL = 4 };

constexpr Stone stone_of(Side side) {
    return static_cast<Stone>(side);
}

/// The part of a position's key that one stone makes.
std::uint64_t stone_key(Side side, Cell cell);

/// The stones and whose move it is. A search plays and undoes on one position; everybody else
/// copies it. play and undo trust their caller; `is_legal` is the question to ask before.
///
/// The board has a wall on every side, so that walking along a line needs no test for its end:
///
///     # # # # #      a place = (row + 1) * stride + column, stride = columns + 1;
///     . . . . #      the wall right of a row is also the wall left of the next one.
///     . . . . #
///   # # # # # #
class Position {
  public:
    explicit Position(const Rules& rules);

    const Rules& rules() const { return rules_; }
    int stones() const { return stones_; }
    Side to_move() const { return to_move_; }
    int stones_left() const { return stones_left_; }  // that the side to move places this turn
    Outcome outcome() const { return outcome_; }
    bool is_over() const { return outcome_ != Outcome::ONGOING; }
    std::uint64_t key() const { return key_; }
    Stone at(Cell cell) const { return places_[place_of(cell)]; }
    bool is_empty(Cell cell) const { return at(cell) == Stone::NONE; }
    std::span<const std::uint16_t> history() const {
        return {history_.data(), static_cast<std::size_t>(stones_)};
    }
    Cell last_move() const { return stones_ == 0 ? NO_CELL : history_[stones_ - 1]; }

    /// The number of stones in the column, which is the row where the next one falls.
    int height(int column) const { return heights_[column]; }
    /// Where a stone dropped into the column comes to rest; NO_CELL when the column is full.
    Cell landing(int column) const {
        return heights_[column] < rules_.rows ? rules_.cell_at(column, heights_[column]) : NO_CELL;
    }

    bool is_legal(Cell cell) const;
    void play(Cell cell);
    void undo();

    /// Calls visit(cell) for every legal move, in ascending order of columns or cells.
    template <class Visit>
    void for_each_move(Visit visit) const {
        if (is_over()) return;
        if (rules_.gravity) {
            for (int column = 0; column < rules_.columns; ++column) {
                if (heights_[column] < rules_.rows) visit(rules_.cell_at(column, heights_[column]));
            }
        } else {
            for (Cell cell = 0; cell < rules_.cells(); ++cell) {
                if (is_empty(cell)) visit(cell);
            }
        }
    }
    int count_moves() const;

    /// Stones like the one on the cell that follow it directly in the direction.
    int run(Cell cell, Direction direction) const;
    /// Stones of the side that follow the cell directly in the direction, whatever lies on the
    /// cell.
    int reach(Side side, Cell cell, Direction direction) const {
        const Stone stone = stone_of(side);
        const int step = step_of(direction);
        int length = 0;
        for (int place = place_of(cell) + step; places_[place] == stone; place += step) ++length;
        return length;
    }
    /// The length of the longest row of touching stones of the side.
    int longest_run(Side side) const;
    /// The cells of every winning row, ascending; empty unless somebody has won.
    std::vector<Cell> winning_cells() const;
    /// Whether the side could still win if the other side only ever passed.
    bool has_open_window(Side side) const;

    /// The smallest key among the images of this position under the symmetries of the board.
    std::uint64_t canonical_key() const;

    bool operator==(const Position& that) const;

  private:
    int stride() const { return rules_.columns + 1; }
    int place_of(Cell cell) const { return cell + cell / rules_.columns + rules_.columns + 2; }
    int step_of(Direction direction) const { return direction.rows * stride() + direction.columns; }
    int run_from(int place, int step) const;
    bool makes_line(int place) const;
    bool is_open_window(Side side, Cell start, Direction direction) const;

    Rules rules_;
    int stones_ = 0;
    int stones_left_;
    Side to_move_ = Side::FIRST;
    Outcome outcome_ = Outcome::ONGOING;
    std::uint64_t key_ = 0;
    SmallArray<Stone, 80> places_;
    SmallArray<std::uint8_t, 16> heights_;
    SmallArray<std::uint16_t, 64> history_;
};

}  // namespace inarow
