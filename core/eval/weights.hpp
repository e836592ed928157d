#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/score.hpp"
#include "game/rules.hpp"

namespace inarow {

/// Weights that do not fit the game: what is wrong and what would be right.
struct WeightsError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Where the features of the champion's evaluation stand in a list of them. All are seen by the
/// side to move:
///
///     to move | own windows with 1 ... k-1 stones | the opponent's | the rest
///
/// The rest is what the best stones of a turn would gain, own and the opponent's; where stones
/// fall it is the threats by column and parity, own and the opponent's, who can wait, and the
/// peaceful windows with 0 ... k-1 stones, own and the opponent's: those that their owner fills if
/// the columns are filled in peace.
struct FeatureLayout {
    static constexpr int TO_MOVE = 0;
    static constexpr int THREAT_KINDS = 3;  // good, other, stacked
    int line_length;
    bool has_gravity;

    explicit FeatureLayout(const Rules& rules)
        : line_length(rules.line_length), has_gravity(rules.gravity) {}

    int own(int stones) const { return stones; }
    int opponents(int stones) const { return line_length - 1 + stones; }
    int own_gains() const { return 2 * line_length - 1; }
    int opponents_gains() const { return 2 * line_length; }
    int own_threats(int kind) const { return 2 * line_length - 1 + kind; }
    int opponents_threats(int kind) const { return own_threats(THREAT_KINDS + kind); }
    int waiting() const { return own_threats(2 * THREAT_KINDS); }
    int own_peaceful(int stones) const { return waiting() + 1 + stones; }
    int opponents_peaceful(int stones) const { return own_peaceful(line_length + stones); }
    int size() const { return has_gravity ? own_peaceful(2 * line_length) : opponents_gains() + 1; }

    /// What each feature counts, in order.
    std::vector<std::string> names() const;
};

/// What the champion's evaluation multiplies its features with, at the start of a game and late in
/// it; in between the weights go from the one to the other stone by stone.
struct Weights {
    static constexpr int POINT = 256;  // a weight of so much is one point of the score
    static constexpr int LARGEST = 1 << 20;

    std::vector<int> window_values;  // by stones in it: what orders moves, and what gains are
    std::vector<int> early;          // by feature
    std::vector<int> late;
    int late_stones = 1;  // from then on it is late
    /// Whether windows where stones fall also count by where they are: see WindowScales. Weights
    /// fitted to features have none of it.
    bool weighs_places = false;

    /// The weights set by hand, for every game.
    static Weights standard(const Rules& rules);

    /// How late it is, from 0 to POINT.
    int phase(int stones) const {
        return stones >= late_stones ? POINT : stones * POINT / late_stones;
    }
    /// Sums of early and late weights times features as a score that claims nothing.
    Score score(std::int64_t early_sum, std::int64_t late_sum, int stones) const {
        constexpr std::int64_t MOST = 1'000'000;
        const std::int64_t share = phase(stones);
        const std::int64_t sum = early_sum * (POINT - share) + late_sum * share;
        const std::int64_t points = sum >> 16;  // POINT times POINT
        return static_cast<Score>(points > MOST ? MOST : points < -MOST ? -MOST : points);
    }
};
static_assert(Weights::POINT * Weights::POINT == 1 << 16);

/// The weights, unchanged. Throws WeightsError if they are not for the game.
const Weights& checked(const Weights& weights, const Rules& rules);

/// The four weights that a window has, for both who may be to move and both ends of the game.
struct WindowWorth {
    std::array<std::int64_t, 4> parts{};  // own early, own late, the opponent's early, late

    WindowWorth& operator+=(const WindowWorth& that) {
        for (int i = 0; i < 4; ++i) parts[i] += that.parts[i];
        return *this;
    }
    WindowWorth& operator-=(const WindowWorth& that) {
        for (int i = 0; i < 4; ++i) parts[i] -= that.parts[i];
        return *this;
    }
    /// Adds so many times a worth that is no sum: weights are small, and products of 32 bits are
    /// quick for all four at once.
    void add(const WindowWorth& that, int times) {
        for (int i = 0; i < 4; ++i)
            parts[i] += std::int64_t{static_cast<std::int32_t>(that.parts[i])} * times;
    }
    bool operator==(const WindowWorth&) const = default;
};

/// What a window with so many stones is worth: line_length + 2 of them, nothing when empty or full.
std::vector<WindowWorth> window_worths(const Weights& weights, const Rules& rules);
/// The same of a peaceful window, which may be worth something when it is empty.
std::vector<WindowWorth> peaceful_worths(const Weights& weights, const Rules& rules);

}  // namespace inarow
