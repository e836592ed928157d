#include "game/position.hpp"

#include <algorithm>
#include <cassert>

namespace inarow {

std::uint64_t stone_key(Side side, Cell cell) {
    // The finaliser of SplitMix64: well-mixed bits without a table that every Rules would need.
    std::uint64_t bits =
        (static_cast<std::uint64_t>(cell) * 2 + index_of(side) + 1) * 0x9E3779B97F4A7C15;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

Position::Position(const Rules& rules)
    : rules_(checked(rules)),
      stones_left_(rules.stones_first_turn),
      places_((rules.rows + 2) * (rules.columns + 1) + 1),
      heights_(rules.columns),
      history_(rules.cells()) {
    std::fill_n(places_.data(), places_.size(), Stone::WALL);
    for (Cell cell = 0; cell < rules_.cells(); ++cell) places_[place_of(cell)] = Stone::NONE;
}

bool Position::is_legal(Cell cell) const {
    if (is_over() || !rules_.contains(cell)) return false;
    return rules_.gravity ? landing(rules_.column_of(cell)) == cell : is_empty(cell);
}

void Position::play(Cell cell) {
    assert(is_legal(cell));
    const int place = place_of(cell);
    places_[place] = stone_of(to_move_);
    ++heights_[rules_.column_of(cell)];
    history_[stones_++] = static_cast<std::uint16_t>(cell);
    key_ ^= stone_key(to_move_, cell);
    if (makes_line(place)) {
        outcome_ = win_of(to_move_);
    } else if (stones_ == rules_.cells()) {
        outcome_ = Outcome::DRAW;
    }
    if (--stones_left_ == 0) {
        to_move_ = other(to_move_);
        stones_left_ = rules_.stones_per_turn;
    }
}

void Position::undo() {
    assert(stones_ > 0);
    const Cell cell = history_[--stones_];
    if (stones_ < rules_.stones_first_turn) {
        to_move_ = Side::FIRST;
        stones_left_ = rules_.stones_first_turn - stones_;
    } else if (stones_left_ == rules_.stones_per_turn) {
        to_move_ = other(to_move_);
        stones_left_ = 1;
    } else {
        ++stones_left_;
    }
    places_[place_of(cell)] = Stone::NONE;
    --heights_[rules_.column_of(cell)];
    key_ ^= stone_key(to_move_, cell);
    outcome_ = Outcome::ONGOING;  // only the last move can have ended the game
}

int Position::count_moves() const {
    if (is_over()) return 0;
    if (!rules_.gravity) return rules_.cells() - stones_;
    int count = 0;
    for (std::uint8_t height : heights_) count += height < rules_.rows;
    return count;
}

int Position::run_from(int place, int step) const {
    const Stone stone = places_[place];
    int length = 0;
    while (places_[place += step] == stone) ++length;
    return length;
}

bool Position::makes_line(int place) const {
    return std::ranges::any_of(DIRECTIONS, [&](Direction direction) {
        const int step = step_of(direction);
        const int length = 1 + run_from(place, step) + run_from(place, -step);
        return rules_.exact ? length == rules_.line_length : length >= rules_.line_length;
    });
}

int Position::run(Cell cell, Direction direction) const {
    assert(!is_empty(cell));
    return run_from(place_of(cell), step_of(direction));
}

int Position::longest_run(Side side) const {
    int longest = 0;
    for (Cell cell : history()) {
        if (at(cell) != stone_of(side)) continue;
        for (Direction direction : DIRECTIONS)
            longest = std::max(longest, 1 + run(cell, direction));
    }
    return longest;
}

std::vector<Cell> Position::winning_cells() const {
    std::vector<Cell> cells;
    if (outcome_ == Outcome::ONGOING || outcome_ == Outcome::DRAW) return cells;
    const Cell last = last_move();
    for (Direction direction : DIRECTIONS) {
        const int ahead = run(last, direction);
        const int behind = run(last, -direction);
        const int length = ahead + behind + 1;
        if (length < rules_.line_length || (rules_.exact && length > rules_.line_length)) continue;
        for (int step = -behind; step <= ahead; ++step) {
            cells.push_back(last + step * (direction.rows * rules_.columns + direction.columns));
        }
    }
    std::ranges::sort(cells);
    const auto repeated = std::ranges::unique(cells);
    cells.erase(repeated.begin(), repeated.end());
    return cells;
}

bool Position::is_open_window(Side side, Cell start, Direction direction) const {
    const int step = step_of(direction);
    const int first = place_of(start);
    const int end = first + rules_.line_length * step;
    for (int place = first; place != end; place += step) {
        if (places_[place] != Stone::NONE && places_[place] != stone_of(side)) return false;
    }
    // An own stone at either end would make the full row too long.
    return !rules_.exact ||
           (places_[first - step] != stone_of(side) && places_[end] != stone_of(side));
}

bool Position::has_open_window(Side side) const {
    const int reach = rules_.line_length - 1;
    for (Direction direction : DIRECTIONS) {
        for (Cell cell = 0; cell < rules_.cells(); ++cell) {
            const int column = rules_.column_of(cell) + reach * direction.columns;
            const int row = rules_.row_of(cell) + reach * direction.rows;
            if (rules_.has_place(column, row) && is_open_window(side, cell, direction)) return true;
        }
    }
    return false;
}

std::uint64_t Position::canonical_key() const {
    std::uint64_t smallest = key_;
    for (Symmetry symmetry : symmetries(rules_)) {
        std::uint64_t key = 0;
        for (Cell cell : history()) {
            key ^= stone_key(static_cast<Side>(at(cell)), image(rules_, symmetry, cell));
        }
        smallest = std::min(smallest, key);
    }
    return smallest;
}

bool Position::operator==(const Position& that) const {
    return key_ == that.key_ && rules_ == that.rules_ && outcome_ == that.outcome_ &&
           std::ranges::equal(places_, that.places_);
}

}  // namespace inarow
