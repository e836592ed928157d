#include "search/peace.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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
    struct Lack {
        int column;
        int row;
    };
    int number;  // in the list
    std::vector<Lack> lacks;
    int left = Rules::MOST_COLUMNS;  // the columns that it reaches
    int right = -1;
    bool meets = false;  // it is covered, or it covers

    void lack(int column, int row) {
        lacks.push_back({column, row});
        left = std::min(left, column);
        right = std::max(right, column);
    }
};

/// The window as the side's, if it is peaceful.
std::optional<Peaceful> as_peaceful(const Position& position, const Window& window, int number,
                                    int side) {
    const Rules& rules = position.rules();
    const Stone own = side == 0 ? Stone::FIRST : Stone::SECOND;
    const bool is_last = side == last_mover(rules);
    Peaceful found{number, {}};
    for (int index = 0; index < rules.line_length; ++index) {
        const Cell cell = window.cell(index);
        if (position.is_empty(cell)) {
            if (is_last_movers(rules, cell) != is_last) return std::nullopt;
            found.lack(rules.column_of(cell), rules.row_of(cell));
        } else if (position.at(cell) != own) {
            return std::nullopt;
        }
    }
    return found;
}

/// Marks the windows that are covered and those that cover them.
void cover(std::vector<Peaceful>& windows, std::vector<Peaceful>& last_movers) {
    std::ranges::sort(last_movers, {}, &Peaceful::left);
    std::array<int, Rules::MOST_COLUMNS> rows;
    for (Peaceful& window : windows) {
        rows.fill(-1);
        for (const auto& [column, row] : window.lacks) rows[column] = row;
        auto below = std::ranges::lower_bound(last_movers, window.left, {}, &Peaceful::left);
        for (; below != last_movers.end() && below->left <= window.right; ++below) {
            if (below->right > window.right) continue;
            const bool covers = std::ranges::all_of(
                below->lacks, [&](const auto& lack) { return lack.row < rows[lack.column]; });
            if (covers) window.meets = below->meets = true;
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
                found[side].push_back(std::move(*kept));
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
