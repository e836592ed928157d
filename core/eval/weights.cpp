#include "eval/weights.hpp"

#include <algorithm>

namespace inarow {
namespace {

/// More for every stone, most of all where the next turn could make a threat.
std::vector<int> values_of_placed_windows(const Rules& rules) {
    constexpr int MORE = 20;  // for each stone beyond a threat
    constexpr int THREAT = 280;
    constexpr int ONE_SHORT = 150;
    constexpr int TWO_SHORT = 60;
    constexpr int FALL = 6;
    const int threat = rules.line_length - rules.stones_per_turn;  // stones of the least threat
    std::vector<int> values{0};
    for (int stones = 1; stones <= rules.line_length + 1; ++stones) {
        int value = THREAT + MORE * std::clamp(stones - threat, 0, rules.stones_per_turn - 1);
        if (stones == threat - 1) value = ONE_SHORT;
        if (stones < threat - 1) value = TWO_SHORT;
        for (int missing = threat - 2; missing > stones; --missing)
            value = std::max(1, value / FALL);
        values.push_back(value);
    }
    return values;
}

/// A window that lacks one stone, and how many times less each stone more that it lacks makes it
/// worth.
std::vector<int> values_of_falling_windows(const Rules& rules) {
    constexpr int ALMOST_FULL = 256;
    constexpr int FADING = 4;
    std::vector<int> values(rules.line_length + 2, 0);
    int value = ALMOST_FULL;
    for (int stones = rules.line_length - 1; stones >= 1; --stones) {
        values[stones] = value + stones;  // long lines too should grow from the start
        value /= FADING;
    }
    values[rules.line_length] =
        FADING * ALMOST_FULL;  // so that a stone that completes or stops one comes first
    return values;
}

/// Threats, beyond their windows: one that its owner will get if the columns are filled in peace,
/// any other, and two above each other, of which the opponent can stop only one.
constexpr std::array<int, FeatureLayout::THREAT_KINDS> THREAT_VALUES = {600, 60, 1500};
/// Being the one who can wait when all safe cells are filled, on a full board.
constexpr int WAITING = 2500;
/// What a window that comes to its owner in peace is worth once more, beyond the value of its
/// stones.
constexpr int PEACE = 4;
constexpr int LONG_LINE = 10;  // from then on games are long, and who fills windows first decides
constexpr int TEMPO = 50;      // percent of the best stones' gains that the side to move is given

WindowWorth worth_of(const Weights& weights, int own, int opponents) {
    return {
        {weights.early[own], weights.late[own], weights.early[opponents], weights.late[opponents]}};
}

void check_list(const std::vector<int>& list, std::size_t size, const char* name) {
    if (list.size() != size) {
        throw WeightsError(std::string(name) + " has " + std::to_string(list.size()) +
                           " numbers, but the game needs " + std::to_string(size));
    }
    for (const int weight : list) {
        if (weight < -Weights::LARGEST || weight > Weights::LARGEST) {
            throw WeightsError(std::string(name) + " has a number beyond " +
                               std::to_string(Weights::LARGEST) + ": " + std::to_string(weight));
        }
    }
}

}  // namespace

std::vector<std::string> FeatureLayout::names() const {
    std::vector<std::string> found{"to move"};
    for (const char* owner : {"own", "opponent's"}) {
        for (int stones = 1; stones < line_length; ++stones)
            found.push_back(std::string(owner) + " windows with " + std::to_string(stones));
    }
    for (const char* owner : {"own", "opponent's"}) {
        if (!has_gravity) {
            found.push_back(std::string(owner) + " best gains");
            continue;
        }
        for (const char* kind : {"good", "other", "stacked"})
            found.push_back(std::string(owner) + " " + kind + " threats");
    }
    if (!has_gravity) return found;
    found.push_back("can wait");
    for (const char* owner : {"own", "opponent's"}) {
        for (int stones = 0; stones < line_length; ++stones)
            found.push_back(std::string(owner) + " peaceful windows with " +
                            std::to_string(stones));
    }
    return found;
}

Weights Weights::standard(const Rules& rules) {
    const FeatureLayout layout(rules);
    Weights weights;
    weights.window_values =
        rules.gravity ? values_of_falling_windows(rules) : values_of_placed_windows(rules);
    weights.early.assign(layout.size(), 0);
    for (int stones = 1; stones < rules.line_length; ++stones) {
        weights.early[layout.own(stones)] = POINT * weights.window_values[stones];
        weights.early[layout.opponents(stones)] = -POINT * weights.window_values[stones];
    }
    if (rules.gravity) {
        weights.weighs_places = rules.line_length >= LONG_LINE;
        for (int kind = 0; kind < FeatureLayout::THREAT_KINDS; ++kind) {
            weights.early[layout.own_threats(kind)] = POINT * THREAT_VALUES[kind];
            weights.early[layout.opponents_threats(kind)] = -POINT * THREAT_VALUES[kind];
        }
        weights.early[layout.waiting()] = POINT * WAITING;
        for (int stones = 0; stones < rules.line_length; ++stones) {
            const int value = POINT * (PEACE + weights.window_values[stones]);
            weights.early[layout.own_peaceful(stones)] = value;
            weights.early[layout.opponents_peaceful(stones)] = -value;
        }
    } else {
        weights.early[layout.own_gains()] = POINT * TEMPO / 100;
    }
    weights.late = weights.early;
    return weights;
}

const Weights& checked(const Weights& weights, const Rules& rules) {
    const std::size_t features = FeatureLayout(rules).size();
    check_list(weights.window_values, rules.line_length + 2, "window_values");
    check_list(weights.early, features, "early");
    check_list(weights.late, features, "late");
    if (weights.late_stones < 1) throw WeightsError("late_stones must be 1 or more");
    return weights;
}

std::vector<WindowWorth> window_worths(const Weights& weights, const Rules& rules) {
    const FeatureLayout layout(rules);
    std::vector<WindowWorth> worths(rules.line_length + 2);
    for (int stones = 1; stones < rules.line_length; ++stones)
        worths[stones] = worth_of(weights, layout.own(stones), layout.opponents(stones));
    return worths;
}

std::vector<WindowWorth> peaceful_worths(const Weights& weights, const Rules& rules) {
    const FeatureLayout layout(rules);
    std::vector<WindowWorth> worths = window_worths(weights, rules);
    for (int stones = 0; stones < rules.line_length; ++stones)
        worths[stones] +=
            worth_of(weights, layout.own_peaceful(stones), layout.opponents_peaceful(stones));
    return worths;
}

}  // namespace inarow
