#include "search/column_board.hpp"

#include <algorithm>
#include <utility>

namespace inarow {
namespace {

constexpr int sign_of(int side) {
    return side == 0 ? 1 : -1;
}

/// The part of the key that says that the cell is filled, by whomever.
std::uint64_t filled_key(Cell cell) {
    return stone_key(Side::FIRST, cell);
}

}  // namespace

ColumnBoard::ColumnBoard(std::shared_ptr<const WindowTable> table, const Weights& weights)
    : table_(std::move(table)),
      weights_(checked(weights, table_->rules())),
      worths_(window_worths(weights, table_->rules())),
      peaceful_worths_(peaceful_worths(weights, table_->rules())),
      last_mover_(last_mover(table_->rules())),
      numbers_(table_->size()),
      starts_(table_->rules().cells() + 1),
      heights_(table_->rules().columns) {
    for (int side : {0, 1}) {
        all_counts_[side].resize(table_->size());
        threat_counts_[side].resize(table_->rules().cells());
        threats_[side].resize(table_->rules().columns);
    }
    clear();
}

/// Takes all stones off.
void ColumnBoard::clear() {
    history_.clear();
    for (auto& counts : all_counts_) std::ranges::fill(counts, 0);
    all_last_movers_empty_.assign(table_->size(), 0);
    all_last_empty_.assign(table_->size(), 0);
    for (int window = 0; window < table_->size(); ++window) {
        for (int index = 0; index < rules().line_length; ++index) {
            const Cell cell = (*table_)[window].cell(index);
            all_last_movers_empty_[window] += is_last_movers(rules(), cell);
            all_last_empty_[window] ^= static_cast<std::uint16_t>(cell);
        }
    }
}

void ColumnBoard::reset(const Position& position) {
    follow(position);
    number_windows();
    list_windows(position);
    count_stones(position);
}

/// Takes up the stones.
void ColumnBoard::follow(const Position& position) {
    const auto& history = position.history();
    const bool goes_on = history_.size() <= history.size() &&
                         std::equal(history_.begin(), history_.end(), history.begin());
    if (!goes_on) clear();
    for (std::size_t stone = history_.size(); stone < history.size(); ++stone) {
        const Cell cell = history[stone];
        for (int window : table_->through(cell)) {
            ++all_counts_[stone % 2][window];
            all_last_movers_empty_[window] -= is_last_movers(rules(), cell);
            all_last_empty_[window] ^= static_cast<std::uint16_t>(cell);
        }
        history_.push_back(history[stone]);
    }
    std::ranges::fill(heights_, 0);
    key_ = 0;
    stones_ = side_ = 0;
    for (Cell cell : history_) {
        key_ ^= filled_key(cell);
        ++heights_[rules().column_of(cell)];
        ++stones_;
        side_ ^= 1;
    }
    playable_columns_ = static_cast<int>(
        std::ranges::count_if(heights_, [&](int height) { return height < rules().rows; }));
}

void ColumnBoard::number_windows() {
    windows_.clear();
    has_remote_ = false;
    for (int window = 0; window < table_->size(); ++window) {
        const bool is_mixed = all_counts_[0][window] > 0 && all_counts_[1][window] > 0;
        const bool is_left_out = is_mixed || is_remote(window);
        has_remote_ |= is_left_out && !is_mixed;
        numbers_[window] = is_left_out ? -1 : static_cast<int>(windows_.size());
        if (!is_left_out) windows_.push_back(window);
    }
}

bool ColumnBoard::is_remote(int window) const {
    const int stones = all_counts_[0][window] + all_counts_[1][window];
    return (*table_)[window].direction.columns == 0 && rules().line_length - stones >= REMOTE;
}

void ColumnBoard::list_windows(const Position& position) {
    through_.clear();
    spare_columns_ = {};
    for (int column = 0; column < rules().columns; ++column) spare_columns_.add(column);
    for (Cell cell = 0; cell < rules().cells(); ++cell) {
        starts_[cell] = static_cast<int>(through_.size());
        if (!position.is_empty(cell)) continue;
        for (int window : table_->through(cell)) {
            if (numbers_[window] >= 0) through_.push_back(numbers_[window]);
        }
        const bool is_dead = starts_[cell] == static_cast<int>(through_.size());
        if (!is_dead) spare_columns_.remove(rules().column_of(cell));
    }
    starts_.back() = static_cast<int>(through_.size());
}

/// Counts stones, threats and worths in the windows that are left.
void ColumnBoard::count_stones(const Position& position) {
    if (weights_.weighs_places) scales_ = WindowScales::of(position, *table_, windows_);
    worth_ = {};
    peaceful_ = {};
    for (int side : {0, 1}) {
        counts_[side].resize(windows_.size());
        std::ranges::fill(threat_counts_[side], 0);
        std::ranges::fill(threats_[side], LineSet{});
        threat_columns_[side] = {};
        open_[side] = 0;
    }
    last_empty_.resize(windows_.size());
    last_movers_empty_.resize(windows_.size());
    for (int window = 0; window < static_cast<int>(windows_.size()); ++window) {
        last_empty_[window] = all_last_empty_[windows_[window]];
        last_movers_empty_[window] = all_last_movers_empty_[windows_[window]];
        for (int side : {0, 1}) counts_[side][window] = all_counts_[side][windows_[window]];
        for (int side : {0, 1}) {
            if (counts_[side ^ 1][window] > 0) continue;
            ++open_[side];
            if (counts_[side][window] > 0) key_ ^= owner_key(side, window);
            count_worth<1>(side, window);
            if (counts_[side][window] == rules().line_length - 1)
                add_threat(side, last_empty_[window]);
        }
    }
}

/// The part of the key that says who alone can still complete the window. Its number stands behind
/// those of the cells.
std::uint64_t ColumnBoard::owner_key(int side, int window) const {
    return stone_key(side == 0 ? Side::FIRST : Side::SECOND, rules().cells() + windows_[window]);
}

void ColumnBoard::play(int column) {
    const Cell cell = landing(column);
    if (++heights_[column] == rules().rows) --playable_columns_;
    key_ ^= filled_key(cell);
    place(side_, cell);
    side_ ^= 1;
    ++stones_;
}

void ColumnBoard::undo(int column) {
    if (heights_[column]-- == rules().rows) ++playable_columns_;
    const Cell cell = landing(column);
    side_ ^= 1;
    --stones_;
    key_ ^= filled_key(cell);
    remove(side_, cell);
}

void ColumnBoard::place(int side, Cell cell) {
    const int last = rules().line_length - 1;
    const int last_movers = is_last_movers(rules(), cell);
    auto& mine = counts_[side];
    const auto& theirs = counts_[side ^ 1];
    for (int window : through(cell)) {
        const int own = mine[window];
        const int other = theirs[window];
        if (own == 0) {  // the opponent cannot have this window any more
            key_ ^= owner_key(other == 0 ? side : side ^ 1, window);
            --open_[side ^ 1];
            count_worth<-1>(side ^ 1, window);
            if (other == last) drop_threat(side ^ 1, cell);
        }
        if (other == 0) count_worth<-1>(side, window);
        last_empty_[window] ^= static_cast<std::uint16_t>(cell);
        last_movers_empty_[window] -= last_movers;
        ++mine[window];
        if (other == 0) {
            count_worth<1>(side, window);
            if (own + 1 == last) add_threat(side, last_empty_[window]);
            if (own == last) drop_threat(side, cell);
        }
    }
}

void ColumnBoard::remove(int side, Cell cell) {
    const int last = rules().line_length - 1;
    const int last_movers = is_last_movers(rules(), cell);
    auto& mine = counts_[side];
    const auto& theirs = counts_[side ^ 1];
    for (int window : through(cell)) {
        const int own = mine[window] - 1;
        const int other = theirs[window];
        if (other == 0) {
            count_worth<-1>(side, window);
            if (own + 1 == last) drop_threat(side, last_empty_[window]);
            if (own == last) add_threat(side, cell);
        }
        --mine[window];
        last_movers_empty_[window] += last_movers;
        last_empty_[window] ^= static_cast<std::uint16_t>(cell);
        if (other == 0) count_worth<1>(side, window);
        if (own == 0) {
            key_ ^= owner_key(other == 0 ? side : side ^ 1, window);
            ++open_[side ^ 1];
            count_worth<1>(side ^ 1, window);
            if (other == last) add_threat(side ^ 1, cell);
        }
    }
}

void ColumnBoard::add_threat(int side, Cell cell) {
    if (threat_counts_[side][cell]++ > 0) return;
    const int column = rules().column_of(cell);
    threats_[side][column].add(rules().row_of(cell));
    threat_columns_[side].add(column);
}

void ColumnBoard::drop_threat(int side, Cell cell) {
    if (--threat_counts_[side][cell] > 0) return;
    const int column = rules().column_of(cell);
    threats_[side][column].remove(rules().row_of(cell));
    if (threats_[side][column].is_empty()) threat_columns_[side].remove(column);
}

Score ColumnBoard::most_against_following() const {
    if (side_ == last_mover_ || peaceful_[side_] > 0) return UNBOUNDED;
    // In a column with an odd number of empty cells one of the last mover's is next, for the side
    // to move if it likes; the last mover answers in another such column.
    const auto is_odd = [&](int column) { return (rules().rows - heights_[column]) % 2 == 1; };
    int free_cells = 0;
    for (int column = 0; column < rules().columns; ++column) free_cells += is_odd(column);
    int sure = peaceful_[last_mover_];
    for (int column = 0; column < rules().columns && free_cells > 0; ++column) {
        if (!is_odd(column)) continue;
        for (int window : through(landing(column))) {
            const bool is_mine = counts_[last_mover_][window] == 0;
            if (is_mine && last_movers_empty_[window] <= free_cells) return UNBOUNDED;
            sure -= counts_[side_][window] == 0 && is_peaceful(last_mover_, window);
        }
    }
    return sure > 0 ? loss_at(rules().cells()) : DRAW;
}

Score ColumnBoard::evaluate() const {
    const FeatureLayout layout(rules());
    const auto& mine = worth_[side_].parts;
    const auto& theirs = worth_[side_ ^ 1].parts;
    const int scale = weights_.weighs_places ? Weights::POINT : 1;
    std::int64_t early = weights_.early[FeatureLayout::TO_MOVE] + (mine[0] + theirs[2]) / scale;
    std::int64_t late = weights_.late[FeatureLayout::TO_MOVE] + (mine[1] + theirs[3]) / scale;
    const auto add = [&](int feature, std::int64_t amount) {
        early += weights_.early[feature] * amount / Weights::POINT;
        late += weights_.late[feature] * amount / Weights::POINT;
    };
    const LineSet columns = threat_columns();
    if (!columns.is_empty()) {
        Threats found{};
        const int none = rules().columns;
        for (int column = columns.next(0, none); column < none;
             column = columns.next(column + 1, none))
            add_threats_of(column, found);
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
    for (std::size_t number = 0; number < windows_.size(); ++number) {
        const int window = static_cast<int>(number);
        const int mine = counts_[side_][window];
        const int theirs = counts_[side_ ^ 1][window];
        if (theirs == 0 && mine > 0) ++found[layout.own(mine)];
        if (mine == 0 && theirs > 0) ++found[layout.opponents(theirs)];
        if (theirs == 0 && is_peaceful(side_, window)) ++found[layout.own_peaceful(mine)];
        if (mine == 0 && is_peaceful(side_ ^ 1, window)) ++found[layout.opponents_peaceful(theirs)];
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
            const LineSet& first = threats_[0][column];
            const LineSet& second = threats_[1][column];
            const int from = std::min(heights[column] + 1, rows);
            const int row = from < rows ? (first | second).next(from, rows + 1) : rows + 1;
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
    const LineSet either = threats_[0][column] | threats_[1][column];
    for (int row = heights_[column];; ++row) {
        row = either.next(row, rows);
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
    const Cell cell = landing(column);
    const auto& mine = counts_[side_];
    const auto& theirs = counts_[side_ ^ 1];
    const auto& values = weights_.window_values;
    int promise = 0;
    for (int window : through(cell)) {
        const int own = mine[window];
        const int other = theirs[window];
        if (other == 0) promise += values[own + 1] - values[own];
        if (own == 0) promise += values[other + 1] - values[other];
    }
    return promise;
}

}  // namespace inarow
