#include "solve/placement_solver.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "game/geometry.hpp"

namespace inarow {
namespace {

constexpr int STONES_WITH_IMAGES = 10;  // up to so many, symmetric positions are one
constexpr std::uint64_t NODES_A_POLL = 1 << 14;

}  // namespace

PlacementSolver::PlacementSolver(const Rules& rules, std::size_t memory) : rules_(checked(rules)) {
    if (rules.gravity || rules.exact || rules.cells() > MOST_CELLS) {
        throw SearchError(
            "the solver of placement games takes boards of at most 64 cells, without gravity, on "
            "which longer rows win too");
    }
    all_ = rules.cells() == MOST_CELLS ? ~Cells{0} : (Cells{1} << rules.cells()) - 1;
    for (Cell start = 0; start < rules.cells(); ++start) {
        for (const Direction direction : DIRECTIONS) {
            Cells window = 0;
            int length = 0;
            for (int column = rules.column_of(start), row = rules.row_of(start);
                 length < rules.line_length && rules.has_place(column, row); ++length) {
                window |= Cells{1} << rules.cell_at(column, row);
                column += direction.columns;
                row += direction.rows;
            }
            const bool is_known =
                std::find(windows_.begin(), windows_.end(), window) != windows_.end();
            if (length == rules.line_length && !is_known) windows_.push_back(window);
        }
    }
    for (const Cells window : windows_) {
        for (Cells rest = window; rest != 0; rest &= rest - 1)
            through_[std::countr_zero(rest)].push_back(window);
    }
    for (int image = 1; image < 8; ++image) {
        const bool is_turned = image & 4;
        if (is_turned && rules.columns != rules.rows) break;
        std::array<std::uint8_t, MOST_CELLS> cells{};
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            int column = rules.column_of(cell), row = rules.row_of(cell);
            if (image & 1) column = rules.columns - 1 - column;
            if (image & 2) row = rules.rows - 1 - row;
            if (is_turned) std::swap(column, row);
            cells[cell] = static_cast<std::uint8_t>(rules.cell_at(column, row));
        }
        images_.push_back(cells);
    }
    table_.resize(std::bit_floor(std::max<std::size_t>(memory / sizeof(Entry), 1)));
}

std::optional<int> PlacementSolver::solve(const Position& position, std::uint64_t nodes,
                                          const std::function<bool()>& poll) {
    if (position.rules() != rules_)
        throw SearchError("the position is of another game than the solver");
    nodes_ = 0;
    limit_ = nodes;
    poll_ = poll;
    is_stopped_ = false;
    if (position.is_over()) {
        if (position.outcome() == Outcome::DRAW) return 0;
        return (position.outcome() == Outcome::FIRST_WINS) == (position.to_move() == Side::FIRST)
                   ? 1
                   : -1;
    }
    State state{0, 0, position.stones_left()};
    const Stone mine = position.to_move() == Side::FIRST ? Stone::FIRST : Stone::SECOND;
    for (const Cell cell : position.history())
        (position.at(cell) == mine ? state.own : state.other) |= Cells{1} << cell;
    const int value = search(state, -1, 1);
    if (is_stopped_) return std::nullopt;
    return value;
}

/// Bounds of the value that can be read off the windows, and the cells of a threat that must get a
/// stone (0 if there is none); true if the bounds meet.
bool PlacementSolver::look(const State& state, Cells& must, int& low, int& high) const {
    bool can_win = false, can_lose = false;
    int fewest = MOST_CELLS;
    must = 0;
    for (const Cells window : windows_) {
        const Cells own = window & state.own, other = window & state.other;
        if (own && other) continue;
        const int missing = rules_.line_length - std::popcount(own | other);
        if (!other) {
            if (missing <= state.left) {
                low = high = 1;
                return true;
            }
            can_win = true;
        }
        if (!own) {
            can_lose = true;
            if (missing <= rules_.stones_per_turn && missing < fewest) {
                fewest = missing;
                must = window & ~state.other;
            }
        }
    }
    low = can_lose ? -1 : 0;
    high = can_win ? 1 : 0;
    return low == high;
}

int PlacementSolver::search(const State& state, int alpha, int beta) {
    if (++nodes_ > limit_ || (nodes_ % NODES_A_POLL == 0 && poll_ && poll_())) is_stopped_ = true;
    if (is_stopped_) return 0;
    Cells must;
    int low, high;
    if (look(state, must, low, high)) return low;
    const Cells free = all_ & ~(state.own | state.other);
    if (free == 0) return 0;
    const State key = canonical(state);
    {
        const Entry& entry = entry_of(key);
        if (entry.left == key.left && entry.own == key.own && entry.other == key.other) {
            low = std::max<int>(low, entry.low);
            high = std::min<int>(high, entry.high);
        }
    }
    if (low >= beta || low == high) return low;
    if (high <= alpha) return high;
    alpha = std::max(alpha, low);
    beta = std::min(beta, high);
    Cells cells = must;
    if (must == 0) {
        for (const Cells window : windows_) {
            if (!(window & state.own) || !(window & state.other)) cells |= window;
        }
    }
    const int value = try_cells(state, cells & free, alpha, beta);
    if (is_stopped_) return 0;
    if (value >= beta) low = std::max(low, value);
    if (value <= alpha) high = std::min(high, value);
    if (value > alpha && value < beta) low = high = value;
    entry_of(key) = {key.own, key.other, static_cast<std::uint8_t>(key.left),
                     static_cast<std::int8_t>(low), static_cast<std::int8_t>(high)};
    return value;
}

int PlacementSolver::try_cells(const State& state, Cells cells, int alpha, int beta) {
    int best = -1;
    for (const int cell : ranked(state, cells)) {
        const Cells own = state.own | Cells{1} << cell;
        int value;
        if (state.left > 1)
            value = search({own, state.other, state.left - 1}, alpha, beta);
        else
            value = -search({state.other, own, rules_.stones_per_turn}, -beta, -alpha);
        best = std::max(best, value);
        alpha = std::max(alpha, best);
        if (alpha >= beta || is_stopped_) break;
    }
    return best;
}

/// The cells, those in the fullest windows that are still open first.
std::vector<int> PlacementSolver::ranked(const State& state, Cells cells) const {
    std::vector<std::pair<int, int>> order;
    for (Cells rest = cells; rest != 0; rest &= rest - 1) {
        const int cell = std::countr_zero(rest);
        int worth = 0;
        for (const Cells window : through_[cell]) {
            const Cells own = window & state.own, other = window & state.other;
            if (own && other) continue;
            worth += 1 << std::min(20, 3 * std::popcount(own | other));
        }
        order.emplace_back(-worth, cell);
    }
    std::sort(order.begin(), order.end());
    std::vector<int> found;
    for (const auto& [worth, cell] : order) found.push_back(cell);
    return found;
}

/// The least of the position's images.
PlacementSolver::State PlacementSolver::canonical(const State& state) const {
    State least = state;
    if (std::popcount(state.own | state.other) > STONES_WITH_IMAGES) return least;
    for (const auto& image : images_) {
        State seen{0, 0, state.left};
        for (Cells rest = state.own; rest != 0; rest &= rest - 1)
            seen.own |= Cells{1} << image[std::countr_zero(rest)];
        for (Cells rest = state.other; rest != 0; rest &= rest - 1)
            seen.other |= Cells{1} << image[std::countr_zero(rest)];
        if (seen.own < least.own || (seen.own == least.own && seen.other < least.other))
            least = seen;
    }
    return least;
}

PlacementSolver::Entry& PlacementSolver::entry_of(const State& state) {
    std::uint64_t hash = state.own * 0x9E3779B97F4A7C15 + static_cast<std::uint64_t>(state.left);
    hash = (hash ^ (hash >> 32)) * 0xD6E8FEB86659FD93 + state.other * 0xC2B2AE3D27D4EB4F;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9;
    return table_[(hash ^ (hash >> 32)) & (table_.size() - 1)];
}

}  // namespace inarow
