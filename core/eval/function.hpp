#pragma once

#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"

namespace inarow {

/// An evaluator written elsewhere, as a C function:
///
///     int32_t evaluate(const uint8_t* board, int32_t columns, int32_t rows, int32_t side_to_move)
///
/// board[row * columns + column], rows from the bottom and columns from the left, is 0 for an
/// empty cell, 1 for a stone of the first side and 2 for one of the second; the board has
/// columns * rows bytes, must not be written to, and is the function's only until it returns.
/// side_to_move is 1 or 2. What comes back is how good the position is for the side to move; it
/// is clamped to -LARGEST_GUESS .. LARGEST_GUESS. The game is not over. A search with several
/// threads calls it from all of them at once, without Python's lock.
using EvaluationFunction = std::int32_t (*)(const std::uint8_t* board, std::int32_t columns,
                                            std::int32_t rows, std::int32_t side_to_move);

/// Keeps the board that the function wants, one byte a cell.
class Function final : public Cloned<Function> {
  public:
    explicit Function(EvaluationFunction function) : function_(function) {}

    void reset(const Position& position) override {
        board_.assign(position.rules().cells(), 0);
        for (Cell cell : position.history()) {
            board_[cell] = static_cast<std::uint8_t>(position.at(cell));
        }
    }
    void place(const Position&, Side side, Cell cell) override {
        board_[cell] = static_cast<std::uint8_t>(side);
    }
    void remove(const Position&, Side, Cell cell) override { board_[cell] = 0; }
    Score evaluate(const Position& position) override {
        const Rules& rules = position.rules();
        return guess(function_(board_.data(), rules.columns, rules.rows,
                               static_cast<std::int32_t>(position.to_move())));
    }

  private:
    EvaluationFunction function_;
    std::vector<std::uint8_t> board_;
};

}  // namespace inarow
