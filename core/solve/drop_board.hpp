#pragma once

#include <algorithm>
#include <array>

#include "game/rules.hpp"
#include "solve/words.hpp"

namespace inarow {

/// The shape of a gravity board in bits, and what can be read off sets of cells.
///
/// Bit column * (rows + 1) + row is a cell; the bit above the top of each column is always empty,
/// so that no line runs over the edge:
///
///     5 11 17     guards
///     4 10 16
///     ...
///     0  6 12     for 3 columns of 5 rows
///
/// A size that is not 0 is known at compile time; LENGTH only where lines fit in every direction. A
/// set of cells is a Word, or several side by side (Lanes).
template <class Word, int COLUMNS, int ROWS, int LENGTH>
class DropBoard {
  public:
    using Cells = Word;

    explicit DropBoard(const Rules& rules)
        : columns_(rules.columns), rows_(rules.rows), length_(rules.line_length) {
        masks_ = masks_of(columns(), rows());
        const bool fits_across = columns() >= length();
        const bool fits_up = rows() >= length();
        if (fits_up) steps_[step_count_++] = 1;
        if (fits_across) steps_[step_count_++] = stride();
        if (fits_across && fits_up) {
            steps_[step_count_++] = stride() - 1;
            steps_[step_count_++] = stride() + 1;
        }
    }

    constexpr int columns() const { return COLUMNS != 0 ? COLUMNS : columns_; }
    constexpr int rows() const { return ROWS != 0 ? ROWS : rows_; }
    constexpr int length() const { return LENGTH != 0 ? LENGTH : length_; }
    constexpr int cells() const { return columns() * rows(); }
    constexpr int stride() const { return rows() + 1; }
    constexpr int bits() const { return columns() * stride(); }

    Word bottom() const { return masks().bottom; }
    Word guards() const { return masks().guards; }
    Word board() const { return masks().board; }
    /// The cells that fall to the side that always answers in the same column.
    Word following() const { return masks().following; }

    Word column(int column) const { return low_bits<Word>(rows()) << (column * stride()); }
    int column_of(const Word& cell) const { return lowest_place(cell) / stride(); }
    int row_of(const Word& cell) const { return lowest_place(cell) % stride(); }

    /// The cells where the next stone of each column lands.
    template <class Set>
    Set landings(const Set& occupied) const {
        return (occupied + bottom()) & board();
    }

    /// The cells from the lowest given cell of each column to its top.
    template <class Set>
    Set upward(const Set& set) const {
        return ((guards() - set) | set) & board();
    }

    /// The first cells of the lines inside a set.
    template <class Set>
    Set lines(const Set& set) const {
        Set result{};
        for_each_step([&](int step) { result |= lines(set, step); });
        return result;
    }
    bool has_line(const Word& set) const { return static_cast<bool>(lines(set)); }

    /// The cells, empty or not, that would complete a line of the given stones.
    template <class Set>
    Set completions(const Set& stones) const {
        Set result{};
        for_each_step([&](int step) { result |= completions(stones, step); });
        return result & board();
    }

    Word mirrored(const Word& set) const {
        Word result(0);
        const Word mask = low_bits<Word>(stride());
        for (int column = 0; 2 * column < columns(); ++column) {
            const int opposite = columns() - 1 - column;
            const int low = column * stride();
            const int high = opposite * stride();
            result |= ((set >> low) & mask) << high;
            result |= ((set >> high) & mask) << low;
        }
        return result;
    }

  private:
    struct Masks {
        Word bottom{0};
        Word guards{0};
        Word board{0};
        Word following{0};
    };

    static constexpr Masks masks_of(int columns, int rows) {
        Masks masks;
        for (int column = 0; column < columns; ++column) {
            const int base = column * (rows + 1);
            masks.bottom = masks.bottom | Word(1) << base;
            masks.guards = masks.guards | Word(1) << (base + rows);
            for (int row = rows - 1; row >= 0; row -= 2) {
                masks.following = masks.following | Word(1) << (base + row);
            }
        }
        masks.board = masks.guards - masks.bottom;
        return masks;
    }

    const Masks& masks() const {
        if constexpr (COLUMNS != 0 && ROWS != 0) {
            static constexpr Masks MASKS = masks_of(COLUMNS, ROWS);
            return MASKS;
        } else {
            return masks_;
        }
    }

    template <class Action>
    void for_each_step(Action&& action) const {
        if constexpr (LENGTH != 0) {
            action(1);
            action(stride());
            action(stride() - 1);
            action(stride() + 1);
        } else {
            for (int i = 0; i < step_count_; ++i) action(steps_[i]);
        }
    }

    template <class Set>
    Set lines(Set set, int step) const {
        int run = 1;
        for (; 2 * run <= length(); run *= 2) set = set & (set >> (run * step));
        if (run < length()) set = set & (set >> ((length() - run) * step));
        return set;
    }

    template <class Set>
    Set completions(const Set& stones, int step) const {
        const int most = length() - 1;
        if (most == 0) return Set{} | board();
        constexpr int LONGEST = LENGTH != 0 ? LENGTH : std::min(BITS<Word>, Rules::LONGEST_LINE);
        std::array<Set, LONGEST> above;
        Set run = ~Set{};
        for (int i = 0; i < most; ++i) {
            above[i] = run;
            run = run & (stones >> ((i + 1) * step));
        }
        Set below = ~Set{};
        Set result = run;
        for (int i = 1; i <= most; ++i) {
            below = below & (stones << (i * step));
            result |= below & above[most - i];
        }
        return result;
    }

    int columns_;
    int rows_;
    int length_;
    Masks masks_;
    int step_count_ = 0;
    std::array<int, 4> steps_{};
};

}  // namespace inarow
