#include "search/column_board.hpp"

#include <algorithm>
#include <utility>

namespace inarow {
namespace {

// A window that lacks one stone, and how many times less each stone more that it lacks makes it
// worth.
constexpr int ALMOST_FULL = 256;
constexpr int FADING = 4;

// Threats, beyond their windows: one that its owner will get if the columns are filled in peace,
// any other, and two above each other, of which the opponent can stop only one.
constexpr int GOOD_THREAT = 600;
constexpr int OTHER_THREAT = 60;
constexpr int STACKED_THREATS = 1500;

// Being the one who can wait when all safe cells are filled, on a full board.
constexpr int ZUGZWANG = 2500;

std::vector<int> values_for(int line_length) {
    std::vector<int> values(line_length + 2, 0);
    int value = ALMOST_FULL;
    for (int stones = line_length - 1; stones >= 1; --stones) {
        values[stones] = value + stones;  // long lines too should grow from the start
        value /= FADING;
    }
    values[line_length] =
        FADING * ALMOST_FULL;  // so that a stone that completes or stops one comes first
    return values;
}

constexpr int sign_of(int side) {
    return side == 0 ? 1 : -1;
}

}  // namespace

ColumnBoard::ColumnBoard(std::shared_ptr<const WindowTable> table)
    : table_(std::move(table)),
      values_(values_for(table_->rules().line_length)),
      last_empty_(table_->size()),
      heights_(table_->rules().columns) {
    for (int side : {0, 1}) {
        counts_[side].resize(table_->size());
        threat_counts_[side].resize(table_->rules().cells());
        threats_[side].resize(table_->rules().columns);
    }
}

void ColumnBoard::reset(const Position& position) {
    for (int side : {0, 1}) {
        std::ranges::fill(counts_[side], 0);
        std::ranges::fill(threat_counts_[side], 0);
        std::ranges::fill(threats_[side], RowSet{});
        open_[side] = table_->size();
    }
    std::ranges::fill(heights_, 0);
    for (int window = 0; window < table_->size(); ++window) {
        last_empty_[window] = 0;
        for (int index = 0; index < rules().line_length; ++index) {
            last_empty_[window] ^= static_cast<std::uint16_t>((*table_)[window].cell(index));
        }
    }
    value_ = side_ = stones_ = 0;
    key_ = 0;
    for (Cell cell : position.history()) play(rules().column_of(cell));
}

void ColumnBoard::play(int column) {
    const Cell cell = rules().cell_at(column, heights_[column]++);
    place(side_, cell);
    key_ ^= stone_key(side_ == 0 ? Side::FIRST : Side::SECOND, cell);
    side_ ^= 1;
    ++stones_;
}

void ColumnBoard::undo(int column) {
    const Cell cell = rules().cell_at(column, --heights_[column]);
    side_ ^= 1;
    --stones_;
    key_ ^= stone_key(side_ == 0 ? Side::FIRST : Side::SECOND, cell);
    remove(side_, cell);
}

void ColumnBoard::place(int side, Cell cell) {
    const int last = rules().line_length - 1;
    auto& mine = counts_[side];
    const auto& theirs = counts_[side ^ 1];
    for (int window : table_->through(cell)) {
        last_empty_[window] ^= static_cast<std::uint16_t>(cell);
        const int own = mine[window]++;
        const int other = theirs[window];
        if (other == 0) {
            value_ += sign_of(side) * (values_[own + 1] - values_[own]);
            if (own + 1 == last) add_threat(side, last_empty_[window]);
            if (own == last) drop_threat(side, cell);
        }
        if (own == 0) {  // the opponent cannot have this window any more
            --open_[side ^ 1];
            value_ += sign_of(side) * values_[other];
            if (other == last) drop_threat(side ^ 1, cell);
        }
    }
}

void ColumnBoard::remove(int side, Cell cell) {
    const int last = rules().line_length - 1;
    auto& mine = counts_[side];
    const auto& theirs = counts_[side ^ 1];
    for (int window : table_->through(cell)) {
        const int own = --mine[window];
        const int other = theirs[window];
        if (other == 0) {
            value_ -= sign_of(side) * (values_[own + 1] - values_[own]);
            if (own + 1 == last) drop_threat(side, last_empty_[window]);
            if (own == last) add_threat(side, cell);
        }
        if (own == 0) {
            ++open_[side ^ 1];
            value_ -= sign_of(side) * values_[other];
            if (other == last) add_threat(side ^ 1, cell);
        }
        last_empty_[window] ^= static_cast<std::uint16_t>(cell);
    }
}

void ColumnBoard::add_threat(int side, Cell cell) {
    if (threat_counts_[side][cell]++ == 0)
        threats_[side][rules().column_of(cell)].add(rules().row_of(cell));
}

void ColumnBoard::drop_threat(int side, Cell cell) {
    if (--threat_counts_[side][cell] == 0)
        threats_[side][rules().column_of(cell)].remove(rules().row_of(cell));
}

Score ColumnBoard::evaluate() const {
    int value = value_;
    bool has_threats = false;
    for (int column = 0; column < rules().columns; ++column) {
        if (threats_[0][column].is_empty() && threats_[1][column].is_empty()) continue;
        has_threats = true;
        value += column_value(column);
    }
    if (has_threats) value += peaceful_result() * ZUGZWANG * stones_ / rules().cells();
    return guess(sign_of(side_) * value);
}

/// Who wins if both sides fill the safe cells and nobody can wait any longer: 1 for FIRST, -1 for
/// SECOND. A cell below a threat is safe for nobody but the threat's owner, who gives the threat up
/// by it.
int ColumnBoard::peaceful_result() const {
    const int rows = rules().rows;
    std::array<std::uint8_t, Rules::MOST_COLUMNS> heights;
    std::ranges::copy(heights_, heights.begin());
    int side = side_;
    while (true) {
        int given_up = -1;
        bool has_room = false;
        for (int column = 0; column < rules().columns; ++column) {
            const RowSet& first = threats_[0][column];
            const RowSet& second = threats_[1][column];
            const int from = std::min(heights[column] + 1, rows);
            const int row =
                from < rows ? RowSet::next_in_either(first, second, from, rows + 1) : rows + 1;
            side ^= (std::min(row - 1, rows) - heights[column]) & 1;
            heights[column] = static_cast<std::uint8_t>(std::min(row - 1, rows));
            has_room |= heights[column] < rows;
        }
        if (!has_room) return 0;
        for (int column = 0; column < rules().columns && given_up < 0; ++column) {
            const int row = heights[column] + 1;
            if (row < rows && threats_[side][column].has(row) &&
                !threats_[side ^ 1][column].has(row))
                given_up = column;
        }
        if (given_up < 0) return -sign_of(side);
        heights[given_up] += 2;  // the owner's stone below, the opponent's on the threat
    }
}

/// Threats of a column from the bottom up, FIRST's less SECOND's. If all else is filled first, the
/// number of cells left decides who has to play where: with an even number of rows the first side
/// gets the odd rows, counted from 1, and the second the even ones. Nothing above a cell that both
/// want, or above a threat that its owner will get, is reached in peace.
int ColumnBoard::column_value(int column) const {
    const int rows = rules().rows;
    const int first_parity = rows * (rules().columns - 1) % 2;
    int value = 0;
    for (int row = heights_[column];; ++row) {
        row = RowSet::next_in_either(threats_[0][column], threats_[1][column], row, rows);
        if (row >= rows) return value;
        const bool first = threats_[0][column].has(row);
        const bool second = threats_[1][column].has(row);
        if (first && second) return value;
        const int side = first ? 0 : 1;
        const bool is_good = (row + first_parity) % 2 == side;
        const int lower_is_better = 2 * rows - row;
        if (row + 1 < rows && threats_[side][column].has(row + 1)) {
            return value + sign_of(side) * STACKED_THREATS * lower_is_better / (2 * rows);
        }
        value +=
            sign_of(side) * (is_good ? GOOD_THREAT : OTHER_THREAT) * lower_is_better / (2 * rows);
        if (is_good) return value;
    }
}

int ColumnBoard::promise(int column) const {
    const Cell cell = rules().cell_at(column, heights_[column]);
    const auto& mine = counts_[side_];
    const auto& theirs = counts_[side_ ^ 1];
    int promise = 0;
    for (int window : table_->through(cell)) {
        const int own = mine[window];
        const int other = theirs[window];
        if (other == 0) promise += values_[own + 1] - values_[own];
        if (own == 0) promise += values_[other + 1] - values_[other];
    }
    return promise;
}

}  // namespace inarow
