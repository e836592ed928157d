#include "eval/ultimate.hpp"

#include "eval/powers.hpp"

namespace inarow {

Ultimate::Ultimate(const Rules& rules, std::optional<Side> view)
    : Cloned(view), runs_(rules), threats_(rules) {
    check_threats_exist("ultimate", rules);
}

void Ultimate::reset(const Position& position) {
    runs_.reset(position);
    threats_.reset(position);
}

void Ultimate::place(const Position& position, Side side, Cell cell) {
    runs_.place(position, side, cell);
    threats_.place(side, cell);
}

void Ultimate::remove(const Position& position, Side side, Cell cell) {
    runs_.remove(position, side, cell);
    threats_.remove(side, cell);
}

std::int64_t Ultimate::value_for(Side side, const Position& position) {
    const int line_length = position.rules().line_length;
    const int own_run = length_in_sixes(runs_.longest(side), line_length);
    const int opposing_run = length_in_sixes(runs_.longest(other(side)), line_length);
    std::int64_t value = own_run > 2 ? capped_power(4, own_run) : 0;
    if (opposing_run > 3) value = -capped_power(5, opposing_run);
    if (opposing_run > 4) value = -capped_power(20, opposing_run);
    return value + threats_.forks(side, position) + threats_.blocks(side, position);
}

}  // namespace inarow
