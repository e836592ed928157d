#include "search/peace.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

namespace inarow {
namespace {

constexpr int COVERED = 0;  // in parts of POINT
constexpr int COVERING = 3 * Weights::POINT / 2;

/// What each of so many windows counts that are not covered: one of them can decide the game, so
/// the fewer there are, the more it is worth to have it, or to stop it.
int not_covered(std::size_t count) {
    constexpr double ALONE = 15;
    constexpr double LEAST = 3;
    const double each = ALONE / std::sqrt(static_cast<double>(std::max<std::size_t>(1, count)));
    return static_cast<int>(Weights::POINT * std::max(LEAST, each));
}

/// A window that its owner fills in peace, which lacks at most one cell of each column.
struct Peaceful {
    int number;                              // in the list
    int slope;                               // rows a column
    std::array<std::uint64_t, 2> columns{};  // in which it lacks a cell
    int left = Rules::MOST_COLUMNS;          // the first of them
    int right = -1;                          // the last
    int left_row = 0;                        // of the cell that is lacking there
    bool meets = false;                      // it is covered, or it covers

    void lack(int column, int row) {
        columns[column >> 6] |= std::uint64_t{1} << (column & 63);
        if (column < left) left = column, left_row = row;
        right = std::max(right, column);
    }
    int row(int column) const { return left_row + slope * (column - left); }
    /// Whether every cell that `below` lacks has one above it that this window lacks. On straight
    /// lines that holds in between if it holds at both ends.
    bool is_above(const Peaceful& below) const {
        const bool shares_columns =
            (below.columns[0] & ~columns[0]) == 0 && (below.columns[1] & ~columns[1]) == 0;
        return shares_columns && below.row(below.left) < row(below.left) &&
               below.row(below.right) < row(below.right);
    }
};

/// The window as the side's, if it is peaceful.
std::optional<Peaceful> as_peaceful(const Position& position, const Window& window, int number,
                                    int side) {
    const Rules& rules = position.rules();
    const Stone own = side == 0 ? Stone::FIRST : Stone::SECOND;
    const bool is_last = side == last_mover(rules);
    const Direction direction = window.direction;
    Peaceful found{.number = number, .slope = direction.rows * direction.columns};
    int column = rules.column_of(window.first);
    int row = rules.row_of(window.first);
    for (int index = 0; index < rules.line_length; ++index) {
        const Stone stone = position.at(window.cell(index));
        if (stone == Stone::NONE) {
            if (is_last_movers_row(rules, row) != is_last) return std::nullopt;
            found.lack(column, row);
        } else if (stone != own) {
            return std::nullopt;
        }
        column += direction.columns;
        row += direction.rows;
    }
    return found;
}

/// Marks the windows that are covered and those that cover them.
void cover(std::vector<Peaceful>& windows, std::vector<Peaceful>& last_movers) {
    std::ranges::sort(last_movers, {},
                      [](const Peaceful& window) { return std::pair(window.left, window.right); });
    std::array<int, Rules::MOST_COLUMNS + 1> starts{};  // of those with that left column or a later
    for (int left = 0, next = 0; left <= Rules::MOST_COLUMNS; ++left) {
        starts[left] = next;
        while (next < std::ssize(last_movers) && last_movers[next].left == left) ++next;
    }
    for (Peaceful& window : windows) {
        for (int left = window.left; left <= window.right; ++left) {
            for (int next = starts[left]; next < starts[left + 1]; ++next) {
                Peaceful& below = last_movers[next];
                if (below.right > window.right) break;
                if (window.is_above(below)) window.meets = below.meets = true;
            }
        }
    }
}

/// From 3/2 at the bottom to 1/2 at the top.
int scale_of_row(const Rules& rules, int row) {
    return Weights::POINT + Weights::POINT * (rules.rows - 2 * row) / (2 * rules.rows);
}

}  // namespace

WindowScales WindowScales::of(const Position& position, const WindowTable& table,
                              std::span<const int> windows) {
    const Rules& rules = position.rules();
    WindowScales scales;
    std::array<std::vector<Peaceful>, 2> found;
    for (int number = 0; number < static_cast<int>(windows.size()); ++number) {
        const Window& window = table[windows[number]];
        const int top = std::max(rules.row_of(window.cell(0)),
                                 rules.row_of(window.cell(rules.line_length - 1)));
        scales.usual.push_back(scale_of_row(rules, top));
        for (const int side : {0, 1}) {
            if (auto kept = as_peaceful(position, window, number, side))
                found[side].push_back(*kept);
        }
    }
    scales.peaceful = {scales.usual, scales.usual};
    const int last = last_mover(rules);
    cover(found[last ^ 1], found[last]);
    const auto bare = std::ranges::count(found[last ^ 1], false, &Peaceful::meets);
    for (const int side : {0, 1}) {
        const int if_met = side == last ? COVERING : COVERED;
        const int if_not =
            side == last ? Weights::POINT : not_covered(static_cast<std::size_t>(bare));
        for (const Peaceful& window : found[side]) {
            int& scale = scales.peaceful[side][window.number];
            scale = scale * (window.meets ? if_met : if_not) / Weights::POINT;
        }
    }
    return scales;
}

}  // namespace inarow
