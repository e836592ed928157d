#include "game/rules.hpp"

#include <string>

namespace inarow {
namespace {

void check_number(const char* name, int value, int most) {
    if (value >= 1 && value <= most) return;
    throw RulesError(std::string(name) + " is " + std::to_string(value) +
                     "; it must be from 1 to " + std::to_string(most));
}

}  // namespace

const Rules& checked(const Rules& rules) {
    check_number("columns", rules.columns, Rules::MOST_COLUMNS);
    check_number("rows", rules.rows, Rules::MOST_ROWS);
    check_number("line_length", rules.line_length, Rules::LONGEST_LINE);
    check_number("stones_per_turn", rules.stones_per_turn, Rules::MOST_STONES);
    check_number("stones_first_turn", rules.stones_first_turn, Rules::MOST_STONES);
    return rules;
}

}  // namespace inarow
