#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/weights.hpp"
#include "game/windows.hpp"

namespace inarow {

/// The rows of one column, bit 0 for the lowest: a board has at most 128.
class RowSet {
  public:
    bool has(int row) const { return words_[row >> 6] >> (row & 63) & 1; }
    void add(int row) { words_[row >> 6] |= std::uint64_t{1} << (row & 63); }
    void remove(int row) { words_[row >> 6] &= ~(std::uint64_t{1} << (row & 63)); }
    bool is_empty() const { return (words_[0] | words_[1]) == 0; }
    /// The lowest row that is in either set and not below `from`, or `none`.
    static int next_in_either(const RowSet& one, const RowSet& two, int from, int none) {
        for (int word = from >> 6; word < 2; ++word) {
            std::uint64_t bits = one.words_[word] | two.words_[word];
            if (word == from >> 6) bits &= ~std::uint64_t{0} << (from & 63);
            if (bits != 0) return 64 * word + std::countr_zero(bits);
        }
        return none;
    }

  private:
    std::array<std::uint64_t, 2> words_{};
};

/// A gravity board of any size with one stone a turn, as its champion needs it: beside the stones
/// it keeps, stone by stone, the stones of each side in every window, the value of the windows that
/// only one side still owns, and the threats: cells that complete a window. The cost of a stone
/// grows with the line length, not with the board.
class ColumnBoard {
  public:
    ColumnBoard(std::shared_ptr<const WindowTable> table, const Weights& weights);

    void reset(const Position& position);
    void play(int column);
    void undo(int column);

    const Rules& rules() const { return table_->rules(); }
    int side() const { return side_; }  // 0 for FIRST, 1 for SECOND: whose move it is
    int stones() const { return stones_; }
    bool is_full() const { return stones_ == rules().cells(); }
    /// Whether nobody can win any more: every window holds stones of both sides.
    bool is_dead() const { return open_[0] + open_[1] == 0; }
    int height(int column) const { return heights_[column]; }
    bool is_playable(int column) const { return heights_[column] < rules().rows; }
    std::uint64_t key() const { return key_; }

    /// Whether a stone of the side in the column, now or one row later, completes a window.
    bool wins(int side, int column) const { return threats_[side][column].has(heights_[column]); }
    bool wins_above(int side, int column) const {
        return heights_[column] + 1 < rules().rows &&
               threats_[side][column].has(heights_[column] + 1);
    }

    /// The value of the open windows and of the threats, for the side to move.
    Score evaluate() const;
    /// What the evaluation looks at, as FeatureLayout has it. Counted from scratch: slow.
    std::vector<float> features() const;
    /// What a stone in the column adds to the own windows and takes from the opponent's.
    int promise(int column) const;

  private:
    void place(int side, Cell cell);
    void remove(int side, Cell cell);
    void add_threat(int side, Cell cell);
    void drop_threat(int side, Cell cell);
    /// Threats by side and kind, each from POINT / 2 at the top of the board to POINT at its
    /// bottom.
    using Threats = std::array<std::array<int, FeatureLayout::THREAT_KINDS>, 2>;
    void add_threats_of(int column, Threats& found) const;
    int waiting() const;
    int peaceful_result() const;

    std::shared_ptr<const WindowTable> table_;
    Weights weights_;
    std::vector<WindowWorth> worths_;                  // of a window, by stones in it
    std::array<std::vector<std::uint8_t>, 2> counts_;  // stones in each window
    std::vector<std::uint16_t> last_empty_;            // xor of the empty cells of each window
    std::array<std::vector<std::uint8_t>, 2> threat_counts_;  // windows that each cell completes
    std::array<std::vector<RowSet>, 2> threats_;  // cells that complete a window, by column
    std::vector<std::uint8_t> heights_;
    std::array<int, 2> open_{};           // windows without a stone of the opponent
    std::array<WindowWorth, 2> worth_{};  // of all open windows of a side
    int side_ = 0;
    int stones_ = 0;
    std::uint64_t key_ = 0;
};

}  // namespace inarow
