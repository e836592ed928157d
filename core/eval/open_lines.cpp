#include "eval/open_lines.hpp"

namespace inarow {
namespace {

constexpr Score WON_BOARD = 10000;
constexpr Score LOST_BOARD = -10001;

auto counting_into(std::array<int, 2>& open) {
    return [&open](Side owner, int, Holding before, Holding after) {
        open[index_of(owner)] += after.is_open() - before.is_open();
    };
}

}  // namespace

OpenLines::OpenLines(const Rules& rules) : windows_(rules) {
    open_.fill(windows_.table().size());
}

void OpenLines::reset(const Position& position) {
    open_.fill(windows_.table().size());
    windows_.reset(position, counting_into(open_));
}

void OpenLines::place(const Position&, Side side, Cell cell) {
    std::array<int, 2> gained{};
    windows_.place(side, cell, counting_into(gained));
    for (int index : {0, 1}) open_[index] += gained[index];
}

void OpenLines::remove(const Position&, Side side, Cell cell) {
    std::array<int, 2> gained{};
    windows_.remove(side, cell, counting_into(gained));
    for (int index : {0, 1}) open_[index] += gained[index];
}

Score OpenLines::evaluate(const Position& position) {
    const int own = index_of(position.to_move());
    return open_[own] - open_[1 - own];
}

Score OpenLines::final_score(const Position& position) const {
    if (position.outcome() == Outcome::DRAW) return DRAW;
    return position.outcome() == win_of(position.to_move()) ? WON_BOARD : LOST_BOARD;
}

}  // namespace inarow
