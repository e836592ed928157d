#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "eval/weights.hpp"
#include "game/windows.hpp"
#include "search/peace.hpp"

namespace inarow {

/// Up to 128 small numbers: rows of a column with bit 0 for the lowest, or columns of a board.
class LineSet {
  public:
    bool has(int place) const { return words_[place >> 6] >> (place & 63) & 1; }
    void add(int place) { words_[place >> 6] |= std::uint64_t{1} << (place & 63); }
    void remove(int place) { words_[place >> 6] &= ~(std::uint64_t{1} << (place & 63)); }
    bool is_empty() const { return (words_[0] | words_[1]) == 0; }
    /// The lowest place in the set that is not below `from`, or `none`.
    int next(int from, int none) const {
        for (int word = from >> 6; word < 2; ++word) {
            std::uint64_t bits = words_[word];
            if (word == from >> 6) bits &= ~std::uint64_t{0} << (from & 63);
            if (bits != 0) return 64 * word + std::countr_zero(bits);
        }
        return none;
    }
    LineSet operator|(const LineSet& that) const {
        LineSet both;
        for (int word : {0, 1}) both.words_[word] = words_[word] | that.words_[word];
        return both;
    }

  private:
    std::array<std::uint64_t, 2> words_{};
};

/// A gravity board of any size with one stone a turn, as its champion needs it: beside the stones
/// it keeps, stone by stone, the stones of each side in every window, the value of the windows that
/// only one side still owns, and the threats: cells that complete a window. The cost of a stone
/// grows with the line length, not with the board.
///
/// Windows that hold stones of both sides when the board is reset are left out, and verticals that
/// lack REMOTE stones or more: nobody lets the other side have so many of a column. The key knows
/// how high the columns are and who owns which window, and nothing else of the stones: with that,
/// two positions are alike in all that can still happen.
class ColumnBoard {
  public:
    static constexpr int REMOTE = 7;

    ColumnBoard(std::shared_ptr<const WindowTable> table, const Weights& weights);

    /// Takes up a position; it is quicker if it comes from the one before.
    void reset(const Position& position);
    void play(int column);
    /// Not beyond the position of the last reset.
    void undo(int column);

    const Rules& rules() const { return table_->rules(); }
    int side() const { return side_; }  // 0 for FIRST, 1 for SECOND: whose move it is
    int stones() const { return stones_; }
    int empty_cells() const { return rules().cells() - stones_; }
    bool is_full() const { return empty_cells() == 0; }
    /// Whether nobody can win any more: every window holds stones of both sides.
    bool is_dead() const { return open_[0] + open_[1] == 0; }
    int height(int column) const { return heights_[column]; }
    bool is_playable(int column) const { return heights_[column] < rules().rows; }
    int playable_columns() const { return playable_columns_; }
    std::uint64_t key() const { return key_; }
    /// How many stones after the reset a window that was left out can be full, at the earliest.
    int stones_seen() const { return has_remote_ ? 2 * REMOTE - 1 : rules().cells() + 1; }

    /// Whether a stone of the side in the column, now or one row later, completes a window.
    bool wins(int side, int column) const { return threats_[side][column].has(heights_[column]); }
    bool wins_above(int side, int column) const {
        return heights_[column] + 1 < rules().rows &&
               threats_[side][column].has(heights_[column] + 1);
    }
    /// The columns in which either side has a threat.
    LineSet threat_columns() const { return threat_columns_[0] | threat_columns_[1]; }
    /// Whether no stone in the column can matter to anybody: all such columns are alike.
    bool is_spare(int column) const { return spare_columns_.has(column); }

    /// The most that the side to move can get if the last mover follows: it answers on top of each
    /// stone, and a stone in a column with an odd number of empty cells in another such column.
    /// UNBOUNDED if the side to move is the last mover, or if following does not stop it.
    Score most_against_following() const;
    /// The value of the open windows and of the threats, for the side to move.
    Score evaluate() const;
    /// What the evaluation looks at, as FeatureLayout has it. Counted from scratch: slow.
    std::vector<float> features() const;
    /// What a stone in the column adds to the own windows and takes from the opponent's.
    int promise(int column) const;

  private:
    using Count = std::uint8_t;

    Cell landing(int column) const { return rules().cell_at(column, heights_[column]); }
    std::span<const int> through(Cell cell) const {
        return {through_.data() + starts_[cell], through_.data() + starts_[cell + 1]};
    }
    void clear();
    void follow(const Position& position);
    void number_windows();
    bool is_remote(int window) const;
    void list_windows(const Position& position);
    void count_stones(const Position& position);
    std::uint64_t owner_key(int side, int window) const;
    bool is_peaceful(int side, int window) const {
        const int stones = counts_[side][window];
        const int last_movers = last_movers_empty_[window];
        return last_movers == (side == last_mover_ ? rules().line_length - stones : 0);
    }
    /// Adds what a window without stones of the opponent is worth, or takes it away.
    template <int Sign>
    void count_worth(int side, int window) {
        const int stones = counts_[side][window];
        const bool comes = is_peaceful(side, window);
        peaceful_[side] += Sign * comes;
        const WindowWorth& worth = comes ? peaceful_worths_[stones] : worths_[stones];
        const int scale = !weights_.weighs_places ? 1
                          : comes                 ? scales_.peaceful[side][window]
                                                  : scales_.usual[window];
        worth_[side].add(worth, Sign * scale);
    }
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
    std::vector<WindowWorth> worths_;  // of a window, by stones in it
    std::vector<WindowWorth> peaceful_worths_;
    int last_mover_;

    // Since the last reset: the windows that somebody can still complete, and which of them go
    // through each empty cell.
    std::vector<Cell> history_;
    std::array<std::vector<Count>, 2> all_counts_;  // stones in each window of the table
    std::vector<Count> all_last_movers_empty_;      // as those below, in each window of the table
    std::vector<std::uint16_t> all_last_empty_;
    std::vector<int> windows_;  // numbers in the table
    std::vector<int> numbers_;  // by number in the table: among these windows, or -1
    std::vector<int> through_;
    std::vector<int> starts_;
    LineSet spare_columns_;
    bool has_remote_ = false;  // a vertical was left out

    WindowScales scales_;                              // if the weights ask for it
    std::array<std::vector<Count>, 2> counts_;         // stones in each window
    std::vector<Count> last_movers_empty_;             // its empty cells for the last mover
    std::vector<std::uint16_t> last_empty_;            // xor of its empty cells
    std::array<std::vector<Count>, 2> threat_counts_;  // windows that each cell completes
    std::array<std::vector<LineSet>, 2> threats_;      // rows that complete a window, by column
    std::array<LineSet, 2> threat_columns_;
    std::vector<std::uint8_t> heights_;
    int playable_columns_ = 0;
    std::array<int, 2> open_{};           // windows without a stone of the opponent
    std::array<int, 2> peaceful_{};       // those of them that come to the side in peace
    std::array<WindowWorth, 2> worth_{};  // of all open windows of a side, scaled
    int side_ = 0;
    int stones_ = 0;
    std::uint64_t key_ = 0;
};

}  // namespace inarow
