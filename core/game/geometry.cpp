#include "game/geometry.hpp"

#include <utility>

namespace inarow {

std::vector<Symmetry> symmetries(const Rules& rules) {
    if (rules.gravity) return {{false, false, false}, {false, true, false}};
    std::vector<Symmetry> found;
    for (bool swaps_axes : {false, true}) {
        if (swaps_axes && rules.columns != rules.rows) break;
        for (bool turns_rows : {false, true}) {
            for (bool turns_columns : {false, true}) {
                found.push_back({swaps_axes, turns_columns, turns_rows});
            }
        }
    }
    return found;
}

Cell image(const Rules& rules, Symmetry symmetry, Cell cell) {
    int column = rules.column_of(cell);
    int row = rules.row_of(cell);
    if (symmetry.swaps_axes) std::swap(column, row);
    if (symmetry.turns_columns) column = rules.columns - 1 - column;
    if (symmetry.turns_rows) row = rules.rows - 1 - row;
    return rules.cell_at(column, row);
}

}  // namespace inarow
