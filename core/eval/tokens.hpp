#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/owned_windows.hpp"

namespace inarow {

/// System D. A token is a run of i stones, 2 <= i < line_length, that can still become a line:
/// some window holds all of it and no stone of the opponent. With a_i own and b_i opposing tokens
/// of length i, the value is the sum over i of a_i**3 - b_i**3. Gravity plays no part in it.
/// Where the report is silent: a run counts once for each direction in which it is one.
class Tokens final : public Cloned<Tokens> {
  public:
    explicit Tokens(const Rules& rules);

    void reset(const Position& position) override { windows_.reset(position, NO_VISIT); }
    void place(const Position&, Side side, Cell cell) override {
        windows_.place(side, cell, NO_VISIT);
    }
    void remove(const Position&, Side side, Cell cell) override {
        windows_.remove(side, cell, NO_VISIT);
    }
    Score evaluate(const Position& position) override;

  private:
    OwnedWindows windows_;
    std::array<std::vector<std::int64_t>, 2> counts_;  // by length
};

}  // namespace inarow
