#include "search/column_board.hpp"

#include <algorithm>
#include <utility>

namespace inarow {
namespace {

constexpr int sign_of(int side) {
    return side == 0 ? 1 : -1;
}

}  // namespace

ColumnBoard::ColumnBoard(std::shared_ptr<const WindowTable> table, const Weights& weights)
    : table_(std::move(table)),
      weights_(checked(weights, table_->rules())),
      worths_(window_worths(weights, table_->rules())),
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
    worth_ = {};
    side_ = stones_ = 0;
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
            worth_[side] += worths_[own + 1];
            worth_[side] -= worths_[own];
            if (own + 1 == last) add_threat(side, last_empty_[window]);
            if (own == last) drop_threat(side, cell);
        }
        if (own == 0) {  // the opponent cannot have this window any more
            --open_[side ^ 1];
            worth_[side ^ 1] -= worths_[other];
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
            worth_[side] -= worths_[own + 1];
            worth_[side] += worths_[own];
            if (own + 1 == last) drop_threat(side, last_empty_[window]);
            if (own == last) add_threat(side, cell);
        }
        if (own == 0) {
            ++open_[side ^ 1];
            worth_[side ^ 1] += worths_[other];
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
    const FeatureLayout layout(rules());
    const auto& mine = worth_[side_].parts;
    const auto& theirs = worth_[side_ ^ 1].parts;
    std::int64_t early = weights_.early[FeatureLayout::TO_MOVE] + mine[0] + theirs[2];
    std::int64_t late = weights_.late[FeatureLayout::TO_MOVE] + mine[1] + theirs[3];
    const auto add = [&](int feature, std::int64_t amount) {
        early += weights_.early[feature] * amount / Weights::POINT;
        late += weights_.late[feature] * amount / Weights::POINT;
    };
    Threats found{};
    bool has_threats = false;
    for (int column = 0; column < rules().columns; ++column) {
        if (threats_[0][column].is_empty() && threats_[1][column].is_empty()) continue;
        has_threats = true;
        add_threats_of(column, found);
    }
    if (has_threats) {
        for (int kind = 0; kind < FeatureLayout::THREAT_KINDS; ++kind) {
            add(layout.own_threats(kind), found[side_][kind]);
            add(layout.opponents_threats(kind), found[side_ ^ 1][kind]);
        }
        add(layout.waiting(), waiting());
    }
    return weights_.score(early, late, stones_);
}

std::vector<float> ColumnBoard::features() const {
    const FeatureLayout layout(rules());
    std::vector<float> found(layout.size());
    found[FeatureLayout::TO_MOVE] = 1;
    for (int window = 0; window < table_->size(); ++window) {
        const int mine = counts_[side_][window];
        const int theirs = counts_[side_ ^ 1][window];
        if (theirs == 0 && mine > 0) ++found[layout.own(mine)];
        if (mine == 0 && theirs > 0) ++found[layout.opponents(theirs)];
    }
    Threats threats{};
    for (int column = 0; column < rules().columns; ++column) add_threats_of(column, threats);
    const auto share = [](int amount) { return static_cast<float>(amount) / Weights::POINT; };
    for (int kind = 0; kind < FeatureLayout::THREAT_KINDS; ++kind) {
        found[layout.own_threats(kind)] = share(threats[side_][kind]);
        found[layout.opponents_threats(kind)] = share(threats[side_ ^ 1][kind]);
    }
    found[layout.waiting()] = share(waiting());
    return found;
}

/// Who can wait, for the side to move: nothing on an empty board, POINT on a full one.
int ColumnBoard::waiting() const {
    return sign_of(side_) * peaceful_result() * Weights::POINT * stones_ / rules().cells();
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

/// Counts the threats of a column from the bottom up. If all else is filled first, the number of
/// cells left decides who has to play where: with an even number of rows the first side gets the
/// odd rows, counted from 1, and the second the even ones. Nothing above a cell that both want, or
/// above a threat that its owner will get, is reached in peace.
void ColumnBoard::add_threats_of(int column, Threats& found) const {
    enum Kind { GOOD, OTHER, STACKED };
    const int rows = rules().rows;
    const int first_parity = rows * (rules().columns - 1) % 2;
    for (int row = heights_[column];; ++row) {
        row = RowSet::next_in_either(threats_[0][column], threats_[1][column], row, rows);
        if (row >= rows) return;
        const bool first = threats_[0][column].has(row);
        const bool second = threats_[1][column].has(row);
        if (first && second) return;
        const int side = first ? 0 : 1;
        const bool is_good = (row + first_parity) % 2 == side;
        const bool is_stacked = row + 1 < rows && threats_[side][column].has(row + 1);
        const int lower_is_better = Weights::POINT * (2 * rows - row) / (2 * rows);
        found[side][is_stacked ? STACKED : is_good ? GOOD : OTHER] += lower_is_better;
        if (is_stacked || is_good) return;
    }
}

int ColumnBoard::promise(int column) const {
    const Cell cell = rules().cell_at(column, heights_[column]);
    const auto& mine = counts_[side_];
    const auto& theirs = counts_[side_ ^ 1];
    const auto& values = weights_.window_values;
    int promise = 0;
    for (int window : table_->through(cell)) {
        const int own = mine[window];
        const int other = theirs[window];
        if (other == 0) promise += values[own + 1] - values[own];
        if (own == 0) promise += values[other + 1] - values[other];
    }
    return promise;
}

}  // namespace inarow
