#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/weights.hpp"
#include "game/windows.hpp"

namespace inarow {

/// The sizes of a network. It looks at every empty cell along each of the four directions: how far
/// the best window through the cell has come for either side, and whether there is more than one;
/// where stones fall also how soon the cell can be played, and the parity of its row. That is the
/// code of a cell and a direction, the same on boards of every size.
struct NetworkShape {
    int line_length;
    bool has_gravity;
    int width;   // numbers of a cell: a multiple of 16
    int hidden;  // a multiple of 16

    static constexpr int LONGEST_LINE = 16;
    static constexpr int HEIGHTS = 6;  // playable now, next or later, on rows of two parities
    int classes() const { return 2 * line_length + 1; }
    int codes() const { return classes() * classes() * (has_gravity ? HEIGHTS : 1); }
    int inputs() const { return width + 16; }  // of the hidden layer; most of the last are 0
};

/// A small network in integers: the numbers of a cell are the sum of one row for each direction;
/// their positive parts, summed over the empty cells, go through a hidden layer to a value, and one
/// by one to what the cell promises. The same results on every machine.
class Network {
  public:
    static constexpr int UNIT = 64;          // of a number of a cell
    static constexpr int WEIGHT_UNIT = 256;  // of all other weights
    static constexpr int LARGEST_WEIGHT = 2047;
    static constexpr int SUM_SHIFT = 5;  // the sum over cells counts for 1/32

    struct Parts {
        std::vector<std::int16_t> rows;         // codes * width
        std::vector<std::int16_t> bias;         // width
        std::vector<std::int16_t> promise;      // width
        std::vector<std::int16_t> hidden;       // hidden * inputs
        std::vector<std::int32_t> hidden_bias;  // hidden
        std::vector<std::int16_t> output;       // hidden
        std::int32_t output_bias = 0;
    };

    /// Throws WeightsError if the parts do not fit the shape. Without simd it uses plain loops,
    /// which give the same numbers.
    Network(const NetworkShape& shape, Parts parts, bool simd = true);

    const NetworkShape& shape() const { return shape_; }
    const Parts& parts() const { return parts_; }
    const std::int16_t* row(int code) const { return parts_.rows.data() + code * shape_.width; }

    /// Adds a row to the numbers of a cell and takes another away.
    void replace(std::int16_t* numbers, int from, int to) const;
    /// Adds the positive parts of a cell's numbers to the sum, or takes them away.
    void add_positive(std::int32_t* sum, const std::int16_t* numbers, int sign) const;
    /// A large number where the cell promises much: 16384 raise it by e.
    int promise(const std::int16_t* numbers) const;
    /// The output, 16384 for one: far above 0 where the side to move wins.
    int value(const std::int32_t* sum, int stones_left) const;

    static constexpr int OUTPUT_UNIT = UNIT * WEIGHT_UNIT;

  private:
    int dot(const std::int16_t* one, const std::int16_t* two, int count) const;
    int dot_positive(const std::int16_t* numbers, const std::int16_t* weights, int count) const;

    NetworkShape shape_;
    Parts parts_;
    bool simd_;
};

/// What a network sees of a position, kept up to date stone by stone for both sides.
class NetworkBoard {
  public:
    NetworkBoard(const Rules& rules, std::shared_ptr<const Network> network);

    const Rules& rules() const { return table_->rules(); }
    void play(int side, Cell cell);
    void undo(int side, Cell cell);
    bool is_empty(Cell cell) const { return stone_[cell] == 0; }

    /// For the side that is to move with so many stones left.
    int value(int side, int stones_left) const {
        return network_->value(sums_[side].data(), stones_left);
    }
    int promise(int side, Cell cell) const { return network_->promise(numbers(side, cell)); }
    /// The code of an empty cell along a direction, with the side's eyes.
    int code(int side, Cell cell, int direction) const;

  private:
    std::int16_t* numbers(int side, Cell cell) {
        return numbers_[side].data() + cell * network_->shape().width;
    }
    const std::int16_t* numbers(int side, Cell cell) const {
        return numbers_[side].data() + cell * network_->shape().width;
    }
    void look_along(Cell cell, int direction);
    void refresh(Cell cell, int direction);
    void refresh_column(Cell cell);
    void enter(Cell cell);
    void leave(Cell cell);

    std::shared_ptr<const WindowTable> table_;
    std::shared_ptr<const Network> network_;
    Windows windows_;
    std::vector<std::uint8_t> stone_;
    std::vector<int> heights_;
    std::array<std::vector<std::uint16_t>, 2> codes_;  // four a cell
    std::array<std::vector<std::int16_t>, 2> numbers_;
    std::array<std::vector<std::int32_t>, 2> sums_;
};

}  // namespace inarow
