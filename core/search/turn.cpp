#include "search/turn.hpp"

#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "search/limits.hpp"

namespace inarow {

namespace {

constexpr std::size_t CHAINS_KEPT = 4;  // cells of each kind, offensive and defensive
constexpr int LONGEST_COUNTED_ROW = 8;  // longer ones promise no more

/// Twice the distance from the centre, so that it is whole on even boards too.
int distance_from_centre(const Rules& rules, Cell cell) {
    const int columns = std::abs(2 * rules.column_of(cell) - (rules.columns - 1));
    const int rows = rules.gravity ? 0 : std::abs(2 * rules.row_of(cell) - (rules.rows - 1));
    return columns + rows;
}

int row_through(const Position& position, Side side, Cell cell, Direction direction) {
    return position.reach(side, cell, direction) + position.reach(side, cell, -direction);
}

/// System A's value of a candidate: 2**n for the n stones beside it on each of the four lines.
std::int64_t chain_value(const Position& position, Side side, Cell cell) {
    std::int64_t value = 0;
    for (Direction direction : DIRECTIONS) {
        value += std::int64_t{1} << std::min(row_through(position, side, cell, direction), 60);
    }
    return value;
}

[[noreturn]] void throw_too_many_turns() {
    throw SearchError(
        "a position has more than " + std::to_string(TurnGenerator::MOST_TURNS) +
        " turns; search fewer of its cells with candidates=near, candidates=chains or cells=16");
}

}  // namespace

std::uint16_t Turn::mark() const {
    std::uint64_t bits = size_;
    for (Cell cell : *this) bits = (bits ^ static_cast<std::uint64_t>(cell)) * 0x9E3779B97F4A7C15;
    return static_cast<std::uint16_t>(bits >> 48);
}

const TurnOptions& checked(const TurnOptions& options) {
    if (options.distance < 1) throw SearchError("distance must be 1 step or more");
    if (options.cells < 0) throw SearchError("cells must be 0 (all) or more");
    if (options.width < 0) throw SearchError("width must be 0 (all turns) or more");
    return options;
}

int promise_of(const Position& position, Cell cell) {
    constexpr int CENTRE_RANGE = 64;
    const Rules& rules = position.rules();
    const Side own = position.to_move();
    int rows = 0;
    for (Direction direction : DIRECTIONS) {
        const int own_row = row_through(position, own, cell, direction);
        const int their_row = row_through(position, other(own), cell, direction);
        rows += 2 << 2 * std::min(own_row, LONGEST_COUNTED_ROW);
        rows += 1 << 2 * std::min(their_row, LONGEST_COUNTED_ROW);
    }
    const int farthest = rules.columns + rules.rows;
    const int nearness = farthest - distance_from_centre(rules, cell);
    return CENTRE_RANGE * rows + (CENTRE_RANGE - 1) * nearness / farthest;
}

TurnGenerator::TurnGenerator(const Rules& rules, const TurnOptions& options)
    : rules_(rules),
      options_(checked(options)),
      rank_(rules.cells()),
      marked_(rules.cells()),
      promises_(rules.cells()) {
    const int places = rules.gravity ? rules.columns : rules.cells();
    for (Cell cell = 0; cell < places; ++cell) order_.push_back(cell);
    if (options.from_centre) {
        std::ranges::stable_sort(order_, {},
                                 [&](Cell cell) { return distance_from_centre(rules, cell); });
    }
    for (int rank = 0; rank < places; ++rank) {
        for (Cell cell = order_[rank]; cell < rules.cells(); cell += places) rank_[cell] = rank;
    }
}

void TurnGenerator::list(Position& position, bool needs_promises, std::vector<Choice>& choices) {
    choices.clear();
    position_ = &position;
    choices_ = &choices;
    needs_promises_ = needs_promises || options_.width > 0;
    find_cells(position);
    ends_.assign(cells_.size(), false);
    for (Cell cell : cells_) promises_[cell] = needs_promises_ ? promise_of(position, cell) : 0;
    extend(Turn(), 0, 0);
    if (options_.width > 0) keep_promising_turns(choices);
}

void TurnGenerator::find_cells(const Position& position) {
    cells_.clear();
    if (options_.candidates == Candidates::ALL) {
        for (Cell cell : order_) {
            if (rules_.gravity) cell = position.landing(cell);
            if (cell != NO_CELL && position.is_empty(cell)) cells_.push_back(cell);
        }
    } else if (options_.candidates == Candidates::NEAR) {
        std::ranges::fill(marked_, false);
        mark_near(position, Side::FIRST);
        mark_near(position, Side::SECOND);
        take_marked(position);
    } else {
        take_chains(position);
    }
    if (options_.cells > 0) keep_promising_cells(position);
    fill_up(position);
}

/// Marks the legal cells at most `distance` steps from a stone of the side.
void TurnGenerator::mark_near(const Position& position, Side side) {
    for (Cell stone : position.history()) {
        if (position.at(stone) != stone_of(side)) continue;
        for (int columns = -1; columns <= 1; ++columns) {
            for (int rows = -1; rows <= 1; ++rows) {
                for (int step = 1; step <= options_.distance; ++step) {
                    const int column = rules_.column_of(stone) + step * columns;
                    const int row = rules_.row_of(stone) + step * rows;
                    if (!rules_.has_place(column, row)) break;
                    const Cell cell = rules_.cell_at(column, row);
                    if (position.is_legal(cell)) marked_[cell] = true;
                }
            }
        }
    }
}

void TurnGenerator::take_marked(const Position& position) {
    for (Cell cell : order_) {
        if (rules_.gravity) cell = position.landing(cell);
        if (cell != NO_CELL && marked_[cell]) cells_.push_back(cell);
    }
}

void TurnGenerator::take_chains(const Position& position) {
    std::vector<Cell> kept;
    for (Side side : {position.to_move(), other(position.to_move())}) {
        take_best_chains(position, side);
        kept.insert(kept.end(), cells_.begin(), cells_.end());
    }
    std::ranges::fill(marked_, false);
    for (Cell cell : kept) marked_[cell] = true;
    cells_.clear();
    take_marked(position);
}

/// The cells near the side's stones with the best chain values; of equals the one nearest to the
/// centre, then the first.
void TurnGenerator::take_best_chains(const Position& position, Side side) {
    std::ranges::fill(marked_, false);
    mark_near(position, side);
    cells_.clear();
    take_marked(position);
    keep_best(CHAINS_KEPT, [&](Cell cell) {
        return std::pair(chain_value(position, side, cell), -distance_from_centre(rules_, cell));
    });
}

void TurnGenerator::keep_promising_cells(const Position& position) {
    keep_best(static_cast<std::size_t>(options_.cells),
              [&](Cell cell) { return promise_of(position, cell); });
}

/// Keeps so many of the cells with the highest values, of equals the first, in their order.
template <class ValueOf>
void TurnGenerator::keep_best(std::size_t kept, ValueOf value_of) {
    if (cells_.size() <= kept) return;
    std::vector<std::pair<std::invoke_result_t<ValueOf, Cell>, int>> ranked;  // and minus the index
    for (std::size_t index = 0; index < cells_.size(); ++index) {
        ranked.emplace_back(value_of(cells_[index]), -static_cast<int>(index));
    }
    std::ranges::nth_element(ranked, ranked.begin() + kept, std::greater{});
    ranked.resize(kept);
    std::ranges::sort(ranked, std::greater{}, [](const auto& cell) { return cell.second; });
    std::vector<Cell> best;
    for (const auto& [value, index] : ranked) best.push_back(cells_[-index]);
    cells_ = std::move(best);
}

/// Adds the cells nearest to the centre until there is room for the stones of a turn: on an empty
/// board nothing is near a stone.
void TurnGenerator::fill_up(const Position& position) {
    const auto room_at = [&](Cell cell) {
        return rules_.gravity ? rules_.rows - rules_.row_of(cell) : 1;
    };
    const int wanted = std::min(position.stones_left(), rules_.cells() - position.stones());
    int room = 0;
    for (Cell cell : cells_) room += room_at(cell);
    while (room < wanted) {
        Cell nearest = NO_CELL;
        position.for_each_move([&](Cell cell) {
            if (std::ranges::find(cells_, cell) != cells_.end()) return;
            if (nearest == NO_CELL ||
                distance_from_centre(rules_, cell) < distance_from_centre(rules_, nearest)) {
                nearest = cell;
            }
        });
        cells_.push_back(nearest);
        room += room_at(nearest);
    }
    if (options_.candidates != Candidates::ALL || options_.cells > 0) {
        std::ranges::sort(cells_, {}, [&](Cell cell) { return rank_[cell]; });
    }
}

/// The cell that the candidate stands for now: with gravity the stones of this turn may lie below.
Cell TurnGenerator::cell_at(std::size_t index) const {
    return rules_.gravity ? position_->landing(rules_.column_of(cells_[index])) : cells_[index];
}

/// Lists every turn that goes on from this one with candidates from an index on: stones are chosen
/// in the order of the candidates, so that no set comes twice.
void TurnGenerator::extend(const Turn& turn, int promise, std::size_t from) {
    if (position_->stones_left() == 1) return extend_with_last_stone(turn, promise, from);
    const std::vector<std::size_t> ending = emit_ending(turn, promise, from);
    std::array<Change, 8> changes;
    for (std::size_t index = from; index < cells_.size(); ++index) {
        const Cell cell = cell_at(index);
        if (ends_[index] || cell == NO_CELL) continue;
        const int longer_promise = promise + promises_[cell];
        position_->play(cell);
        const int changed = needs_promises_ ? update_promises(cell, changes) : 0;
        extend(turn.with(cell), longer_promise, rules_.gravity ? index : index + 1);
        for (int change = 0; change < changed; ++change) {
            promises_[changes[change].cell] = changes[change].before;
        }
        position_->undo();
    }
    for (std::size_t index : ending) ends_[index] = false;
}

/// Lists the turns that end with the next stone because it ends the game, and marks these stones so
/// that they are not paired with others. Returns their indices.
std::vector<std::size_t> TurnGenerator::emit_ending(const Turn& turn, int promise,
                                                    std::size_t from) {
    std::vector<std::size_t> ending;
    for (std::size_t index = from; index < cells_.size(); ++index) {
        const Cell cell = cell_at(index);
        if (ends_[index] || cell == NO_CELL) continue;
        position_->play(cell);
        const bool ends = position_->is_over();
        position_->undo();
        if (!ends) continue;
        emit(turn.with(cell), promise + promises_[cell]);
        ending.push_back(index);
        ends_[index] = true;
    }
    return ending;
}

void TurnGenerator::extend_with_last_stone(const Turn& turn, int promise, std::size_t from) {
    for (std::size_t index = from; index < cells_.size(); ++index) {
        const Cell cell = cell_at(index);
        if (ends_[index] || cell == NO_CELL) continue;
        emit(turn.with(cell), promise + promises_[cell]);
    }
}

/// A stone changes the promise of the first empty cell in each of the eight directions, behind the
/// own stones that follow it, and of no other. Returns the number of changes.
int TurnGenerator::update_promises(Cell placed, std::array<Change, 8>& changes) {
    int changed = 0;
    for (Direction line : DIRECTIONS) {
        for (Direction direction : {line, -line}) {
            const int steps = 1 + position_->reach(position_->to_move(), placed, direction);
            const int column = rules_.column_of(placed) + steps * direction.columns;
            const int row = rules_.row_of(placed) + steps * direction.rows;
            if (!rules_.has_place(column, row)) continue;
            const Cell cell = rules_.cell_at(column, row);
            if (!position_->is_empty(cell)) continue;
            changes[changed++] = {cell, promises_[cell]};
            promises_[cell] = promise_of(*position_, cell);
        }
    }
    return changed;
}

void TurnGenerator::emit(const Turn& turn, int promise) {
    if (choices_->size() == MOST_TURNS) throw_too_many_turns();
    choices_->push_back({turn, promise});
}

void TurnGenerator::keep_promising_turns(std::vector<Choice>& choices) const {
    const auto kept = static_cast<std::size_t>(options_.width);
    if (choices.size() <= kept) return;
    std::vector<int> promises;
    for (const Choice& choice : choices) promises.push_back(choice.promise);
    std::ranges::nth_element(promises, promises.begin() + kept - 1, std::greater{});
    const int least = promises[kept - 1];
    std::size_t ties = kept - static_cast<std::size_t>(
                                  std::count_if(promises.begin(), promises.begin() + kept,
                                                [&](int promise) { return promise > least; }));
    std::erase_if(choices, [&](const Choice& choice) {
        if (choice.promise == least && ties > 0) return --ties, false;
        return choice.promise <= least;
    });
}

}  // namespace inarow
