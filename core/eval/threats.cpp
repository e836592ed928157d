#include "eval/threats.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "eval/evaluator.hpp"

namespace inarow {
namespace {

constexpr int LEAST_LINE = 3;

std::uint8_t bit_of(Direction direction) {
    return static_cast<std::uint8_t>(1 << (3 * direction.columns + direction.rows + 1));
}

}  // namespace

Threats::Threats(const Rules& rules)
    : windows_(rules),
      least_stones_(std::max(2, rules.line_length - rules.stones_per_turn)),
      marks_(rules.cells()) {
    for (auto& places : place_of_) places.resize(windows_.table().size());
}

void Threats::list(Side side, int window) {
    auto& listed = listed_[index_of(side)];
    place_of_[index_of(side)][window] = static_cast<int>(listed.size());
    listed.push_back(window);
}

void Threats::unlist(Side side, int window) {
    auto& listed = listed_[index_of(side)];
    auto& places = place_of_[index_of(side)];
    listed[places[window]] = listed.back();
    places[listed.back()] = places[window];
    listed.pop_back();
}

void Threats::place(Side side, Cell cell) {
    windows_.place(side, cell, [&](Side owner, int window, Holding before, Holding after) {
        if (before.stones < least_stones_ && after.stones >= least_stones_) list(owner, window);
    });
}

void Threats::remove(Side side, Cell cell) {
    windows_.remove(side, cell, [&](Side owner, int window, Holding before, Holding after) {
        if (before.stones >= least_stones_ && after.stones < least_stones_) unlist(owner, window);
    });
}

void Threats::reset(const Position& position) {
    for (auto& listed : listed_) listed.clear();
    windows_.reset(position, [&](Side owner, int window, Holding before, Holding after) {
        if (before.stones < least_stones_ && after.stones >= least_stones_) list(owner, window);
    });
}

void Threats::mark(Cell cell, std::uint8_t bit) {
    if (marks_[cell] == 0) marked_.push_back(cell);
    marks_[cell] |= bit;
}

template <class IsWanted>
int Threats::count_marks(IsWanted is_wanted) {
    int count = 0;
    for (Cell cell : marked_) {
        count += is_wanted(marks_[cell]);
        marks_[cell] = 0;
    }
    marked_.clear();
    return count;
}

int Threats::forks(Side side, const Position& position) {
    const int length = windows_.table().rules().line_length;
    for (int index : listed_[index_of(side)]) {
        if (!windows_.is_open(side, index)) continue;
        const Window& window = windows_.table()[index];
        for (int place = 0; place < length; ++place) {
            const Cell cell = window.cell(place);
            if (position.at(cell) == stone_of(side)) mark(cell, bit_of(window.direction));
        }
    }
    return count_marks([](std::uint8_t directions) { return std::popcount(directions) >= 2; });
}

int Threats::blocks(Side side, const Position& position) {
    const int length = windows_.table().rules().line_length;
    for (int index : listed_[index_of(other(side))]) {
        const bool is_stopped_by_one = windows_.holding(other(side), index).closers == 1 &&
                                       windows_.holding(side, index).stones == 1;
        if (!is_stopped_by_one) continue;
        const Window& window = windows_.table()[index];
        for (int place = 0; place < length; ++place) {
            const Cell cell = window.cell(place);
            if (position.at(cell) == stone_of(side)) mark(cell, bit_of(window.direction));
        }
    }
    return count_marks([](std::uint8_t) { return true; });
}

void check_threats_exist(const char* evaluator, const Rules& rules) {
    if (rules.line_length >= LEAST_LINE) return;
    throw EvaluatorError(std::string(evaluator) + " needs a line_length of " +
                         std::to_string(LEAST_LINE) + " or more, not " +
                         std::to_string(rules.line_length) +
                         ": two stones that threaten would have won already");
}

}  // namespace inarow
