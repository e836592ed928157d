#include "search/threat_board.hpp"

namespace inarow {

WindowValues WindowValues::standard(const Rules& rules) {
    constexpr int MORE = 20;  // for each stone beyond a threat
    constexpr int THREAT = 280;
    constexpr int ONE_SHORT = 150;
    constexpr int TWO_SHORT = 60;
    constexpr int FALL = 6;
    const int threat = rules.line_length - rules.stones_per_turn;  // stones of the least threat
    WindowValues result;
    result.values.push_back(0);
    for (int stones = 1; stones <= rules.line_length + 1; ++stones) {
        int value = THREAT + MORE * std::clamp(stones - threat, 0, rules.stones_per_turn - 1);
        if (stones == threat - 1) value = ONE_SHORT;
        if (stones < threat - 1) value = TWO_SHORT;
        for (int missing = threat - 2; missing > stones; --missing)
            value = std::max(1, value / FALL);
        result.values.push_back(value);
    }
    return result;
}

}  // namespace inarow
