#include "search/threat_board.hpp"

namespace inarow {

WindowValues WindowValues::standard(const Rules& rules) {
    constexpr double BELOW_THREAT = 150;
    constexpr double THREAT = 280;
    constexpr double MORE = 20;  // for each stone beyond a threat
    constexpr double GROWTH = 5;
    const int threat = rules.line_length - rules.stones_per_turn;  // stones of the least threat
    WindowValues result;
    result.values.push_back(0);
    for (int stones = 1; stones <= rules.line_length + 1; ++stones) {
        double value = BELOW_THREAT;
        for (int missing = threat - 1; missing > stones; --missing) value /= GROWTH;
        if (stones >= threat)
            value = THREAT + MORE * std::min(stones - threat, rules.stones_per_turn - 1);
        result.values.push_back(static_cast<int>(value + 0.5));
    }
    return result;
}

}  // namespace inarow
