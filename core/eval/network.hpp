#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/line_classes.hpp"
#include "eval/weights.hpp"
#include "game/geometry.hpp"

namespace inarow {

/// The sizes of a network. It looks at every empty cell along each of the four directions: how far
/// the best window through the cell has come for either side, and whether there is more than one;
/// where stones fall also how soon the cell can be played, and whether its row is one of those that
/// fall to the side when both only wait. That is the code of a cell and a direction, the same on
/// boards of every size.
struct NetworkShape {
    int line_length;
    bool has_gravity;
    int width;   // numbers of a cell: a multiple of 16
    int hidden;  // a multiple of 16

    static constexpr int LONGEST_LINE = 16;
    static constexpr int HEIGHTS = 6;        // playable now, next or later, on rows of two parities
    static constexpr int SPARE_INPUTS = 16;  // the stones left, who moves, and zeros
    int classes() const { return 2 * line_length + 1; }
    int codes() const { return classes() * classes() * (has_gravity ? HEIGHTS : 1); }
    int inputs() const { return width + SPARE_INPUTS; }  // of the hidden layer
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
    /// The same, and keeps the sum of positive parts up to date.
    void replace(std::int16_t* numbers, int from, int to, std::int32_t* sum) const;
    /// Adds the positive parts of a cell's numbers to the sum, or takes them away.
    void add_positive(std::int32_t* sum, const std::int16_t* numbers, int sign) const;
    /// A large number where the cell promises much: 16384 raise it by e.
    int promise(const std::int16_t* numbers) const;
    /// The output, 16384 for one: far above 0 where the side to move, 0 or 1, wins.
    int value(const std::int32_t* sum, int side, int stones_left) const;
    const LineClasses& classes() const { return classes_; }

    static constexpr int OUTPUT_UNIT = UNIT * WEIGHT_UNIT;

  private:
    int dot(const std::int16_t* one, const std::int16_t* two, int count) const;
    int dot_positive(const std::int16_t* numbers, const std::int16_t* weights, int count) const;

    NetworkShape shape_;
    Parts parts_;
    bool simd_;
    LineClasses classes_;
};

/// What a network sees of a position, kept up to date stone by stone for both sides. What a stone
/// changed is noted, so that taking it back looks at nothing again.
class NetworkBoard {
  public:
    /// Throws WeightsError if the network is for another game.
    NetworkBoard(const Rules& rules, std::shared_ptr<const Network> network);

    const Rules& rules() const { return rules_; }
    void play(int side, Cell cell);
    /// Takes the last stone back.
    void undo();
    bool is_empty(Cell cell) const { return is_empty_[cell]; }

    /// For the side that is to move with so many stones left.
    int value(int side, int stones_left) const {
        return network_->value(sums_[side].data(), side, stones_left);
    }
    int promise(int side, Cell cell) const {
        return network_->promise(numbers_[side].data() + cell * network_->shape().width);
    }
    /// The code of an empty cell along a direction, with the side's eyes.
    int code(int side, Cell cell, int direction) const {
        return codes_[side][4 * cell + direction];
    }

  private:
    using Codes = std::array<std::uint16_t, 2>;  // with the eyes of each side
    /// What lies near a cell along a direction.
    struct Near {
        std::array<std::uint32_t, 2> stones{};  // as LineClasses wants them
        std::uint8_t before = 0;                // cells on the board that share a window with it
        std::uint8_t after = 0;
    };
    struct Change {
        std::uint32_t place;  // 4 * cell + direction
        Codes before;
    };
    struct Played {
        int side;
        Cell cell;
        std::size_t changes;  // noted before it
    };

    int steps_within(Cell cell, Direction direction) const;
    Codes codes_now(Cell cell, int direction) const;
    std::int16_t* numbers(int side, Cell cell) {
        return numbers_[side].data() + cell * network_->shape().width;
    }
    void mark(int side, Cell cell, int direction);
    void look_along(Cell cell, int direction);
    void refresh(Cell cell, int direction);
    void refresh_column(Cell cell);
    void enter(Cell cell);

    Rules rules_;
    std::shared_ptr<const Network> network_;
    std::array<int, 4> steps_;  // from a cell to the next one, by direction
    std::vector<Near> near_;    // four a cell
    std::vector<bool> is_empty_;
    std::vector<int> heights_;
    std::array<std::vector<std::uint16_t>, 2> codes_;  // four a cell
    std::array<std::vector<std::int16_t>, 2> numbers_;
    std::array<std::vector<std::int32_t>, 2> sums_;
    std::vector<Played> played_;
    std::vector<Change> changes_;
    std::vector<std::int32_t> old_sums_;  // of both sides, before each stone
};

}  // namespace inarow
