#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "game/position.hpp"
#include "search/window_map.hpp"

namespace inarow {

/// What a window is worth to the side that owns all of its stones, by their number.
struct WindowValues {
    std::vector<int> values;  // line_length + 2 of them, so that one stone more can always be asked for

    /// Five times as much for every stone, until the window is a threat.
    static WindowValues standard(const Rules& rules);
};

/// The stones of a free placement game and, kept up to date with every stone, what each side can do
/// with its windows. A window is *open* to a side while nothing keeps the side from filling it. Its level
/// is the number of stones it lacks to be a threat: level 0 can be filled in one turn.
///
/// K and P are the line length and the stones per turn, or 0 where only the Rules know them.
template <int K, int P>
class ThreatBoard {
   public:
    using Number = WindowMap::Number;

    ThreatBoard(const Rules& rules, const WindowValues& values);

    const Rules& rules() const { return rules_; }
    int line_length() const { return K ? K : rules_.line_length; }
    int stones_per_turn() const { return P ? P : rules_.stones_per_turn; }
    int cells() const { return cells_; }
    int stones() const { return stones_; }
    int empty_cells() const { return cells_ - stones_; }
    bool is_empty(Cell cell) const { return stone_[cell] == 0; }
    /// 0 for an empty cell, 1 for FIRST, 2 for SECOND.
    int at(Cell cell) const { return stone_[cell]; }
    /// Tells positions apart by their stones alone.
    std::uint64_t key() const { return key_; }
    bool has_won(int side) const { return full_[side] > 0; }

    /// Places or takes back a stone of a side (0 or 1). Without Evaluate, the value and the gains stay as
    /// they were, which is right as long as all such stones are taken back in the same way.
    template <bool Evaluate>
    void play(int side, Cell cell) {
        assert(is_empty(cell));
        stone_[cell] = static_cast<std::uint8_t>(side + 1);
        ++stones_;
        change<Evaluate, 1>(side, cell);
    }
    template <bool Evaluate>
    void undo(int side, Cell cell) {
        assert(stone_[cell] == side + 1);
        change<Evaluate, -1>(side, cell);
        stone_[cell] = 0;
        --stones_;
    }

    /// The windows open to a side that lack `level` stones to be a threat, in no particular order.
    std::span<const Number> windows(int side, int level) const {
        const auto& list = lists_[side][level];
        return {list.data(), list.size()};
    }
    std::span<const Number> threats(int side) const { return windows(side, 0); }
    int levels() const { return stones_per_turn() + 1; }

    /// Writes the empty cells of a window; how many there are.
    int empties(int window, Cell* out) const {
        const int stride = map_->stride(window);
        int size = 0;
        Cell cell = map_->start(window);
        for (int i = 0; i < line_length(); ++i, cell += stride)
            if (stone_[cell] == 0) out[size++] = cell;
        return size;
    }
    int missing(int side, int window) const { return line_length() - count_[side][window]; }

    /// The sum of the values of open windows, FIRST's minus SECOND's.
    int value() const { return value_; }
    /// By how much the value changes in favour of the side if it plays this empty cell.
    int gain(int side, Cell cell) const { return gain_[side][cell]; }
    const int* gains(int side) const { return gain_[side].data(); }
    /// The sum of the largest gains of a turn's stones, as if they did not meet.
    int best_gains(int side) const;

   private:
    int level_of(int count) const { return std::max(0, line_length() - stones_per_turn() - count); }
    bool is_listed(int count) const { return level_of(count) <= stones_per_turn(); }
    int growth(int count) const { return values_[count + 1] - values_[count]; }

    void list(int side, int window, int count) {
        if (!is_listed(count)) return;
        auto& windows = lists_[side][level_of(count)];
        place_[side][window] = static_cast<Number>(windows.size());
        windows.push_back(static_cast<Number>(window));
    }
    void unlist(int side, int window, int count) {
        if (!is_listed(count)) return;
        auto& windows = lists_[side][level_of(count)];
        const Number last = windows.back();
        windows[place_[side][window]] = last;
        place_[side][last] = place_[side][window];
        windows.pop_back();
    }
    void relist(int side, int window, int from, int to) {
        if (level_of(from) == level_of(to)) return;
        unlist(side, window, from);
        list(side, window, to);
    }

    template <bool Evaluate, int Sign>
    void change(int side, Cell cell);
    template <bool Evaluate, int Sign>
    void lengthen(int side, Cell cell);
    void add_to_gains(int side, const WindowMap::Span& span, const int* deltas);

    Rules rules_;
    std::shared_ptr<const WindowMap> map_;
    int cells_;
    int stones_ = 0;
    int value_ = 0;
    std::uint64_t key_ = 0;
    std::array<int, 2> full_ = {0, 0};  // complete lines of a side
    std::vector<int> values_;
    std::vector<std::uint8_t> stone_;
    std::array<std::vector<std::uint8_t>, 2> count_;  // the side's stones in a window
    // What keeps the side from filling a window: stones of the other side in it and, where a longer row
    // does not win, own stones beside it.
    std::array<std::vector<std::uint8_t>, 2> against_;
    std::array<std::vector<Number>, 2> place_;  // of a window in its list
    std::array<std::vector<std::vector<Number>>, 2> lists_;
    std::array<std::vector<int>, 2> gain_;
    std::array<std::vector<std::uint64_t>, 2> keys_;
};

template <int K, int P>
ThreatBoard<K, P>::ThreatBoard(const Rules& rules, const WindowValues& values)
    : rules_(checked(rules)),
      map_(std::make_shared<WindowMap>(rules)),
      cells_(rules.cells()),
      values_(values.values),
      stone_(cells_, 0) {
    assert(!rules.gravity && (K == 0 || K == rules.line_length) && (P == 0 || P == rules.stones_per_turn));
    for (int side = 0; side < 2; ++side) {
        count_[side].assign(map_->size(), 0);
        against_[side].assign(map_->size(), 0);
        place_[side].assign(map_->size(), 0);
        lists_[side].resize(levels());
        for (auto& windows : lists_[side]) windows.reserve(map_->size());
        for (int window = 0; window < map_->size(); ++window) list(side, window, 0);
        gain_[side].assign(cells_, 0);
        keys_[side].resize(cells_);
        for (Cell cell = 0; cell < cells_; ++cell) {
            for (const auto& span : map_->through(cell)) gain_[side][cell] += span.count * growth(0);
            keys_[side][cell] = stone_key(side == 0 ? Side::FIRST : Side::SECOND, cell);
        }
    }
}

template <int K, int P>
template <bool Evaluate, int Sign>
void ThreatBoard<K, P>::change(int side, Cell cell) {
    const int rival = 1 - side;
    const int sign = side == 0 ? Sign : -Sign;
    key_ ^= keys_[side][cell];
    std::array<int, K ? K : Rules::LONGEST_LINE> own_deltas, rival_deltas;
    for (const auto& span : map_->through(cell)) {
        for (int i = 0; i < span.count; ++i) {
            const int window = span.first + i;
            if constexpr (Sign < 0) {
                --count_[side][window];
                --against_[rival][window];
            }
            const int count = count_[side][window];  // before the stone
            const bool is_open = against_[side][window] == 0;
            const bool was_rivals = against_[rival][window] == 0;
            if constexpr (Sign > 0) {
                ++count_[side][window];
                ++against_[rival][window];
            }
            int own_delta = 0, rival_delta = 0;
            if (is_open) {
                relist(side, window, Sign > 0 ? count : count + 1, Sign > 0 ? count + 1 : count);
                if (count + 1 == line_length()) full_[side] += Sign;
                if constexpr (Evaluate) {
                    value_ += sign * growth(count);
                    own_delta = growth(count + 1) - growth(count);
                    rival_delta = growth(count);
                }
            }
            if (was_rivals) {
                const int rivals = count_[rival][window];
                if constexpr (Sign > 0)
                    unlist(rival, window, rivals);
                else
                    list(rival, window, rivals);
                if constexpr (Evaluate) {
                    value_ += sign * values_[rivals];
                    own_delta -= values_[rivals];
                    rival_delta -= growth(rivals);
                }
            }
            own_deltas[i] = Sign * own_delta;
            rival_deltas[i] = Sign * rival_delta;
        }
        if constexpr (Evaluate) {
            add_to_gains(side, span, own_deltas.data());
            add_to_gains(rival, span, rival_deltas.data());
        }
    }
    if (rules_.exact) lengthen<Evaluate, Sign>(side, cell);
}

/// Closes (or opens again) the windows beside a stone for its own side: they would be part of a longer row.
template <int K, int P>
template <bool Evaluate, int Sign>
void ThreatBoard<K, P>::lengthen(int side, Cell cell) {
    const int rival = 1 - side;
    const int sign = side == 0 ? Sign : -Sign;
    for (const Number window : map_->beside(cell)) {
        if constexpr (Sign < 0) --against_[side][window];
        const bool was_open = against_[side][window] == 0;
        if constexpr (Sign > 0) ++against_[side][window];
        if (!was_open) continue;
        const int count = count_[side][window];
        if constexpr (Sign > 0)
            unlist(side, window, count);
        else
            list(side, window, count);
        if (count == line_length()) full_[side] -= Sign;
        if constexpr (!Evaluate) continue;
        value_ -= sign * values_[count];
        Cell place = map_->start(window);
        for (int i = 0; i < line_length(); ++i, place += map_->stride(window)) {
            gain_[side][place] -= Sign * growth(count);
            gain_[rival][place] -= Sign * values_[count];
        }
    }
}

/// Adds each window's delta to the gains of its cells: a running sum along the line, since the windows of
/// a span overlap.
template <int K, int P>
void ThreatBoard<K, P>::add_to_gains(int side, const WindowMap::Span& span, const int* deltas) {
    int* gains = gain_[side].data() + span.start;
    const int length = line_length();
    const int count = span.count;
    int sum = 0;
    for (int i = 0; i < count + length - 1; ++i) {
        if (i < count) sum += deltas[i];
        if (i >= length) sum -= deltas[i - length];
        gains[i * span.stride] += sum;
    }
}

template <int K, int P>
int ThreatBoard<K, P>::best_gains(int side) const {
    constexpr int NONE = -(1 << 29);
    std::array<int, P ? P : Rules::MOST_STONES> best;
    const int stones = stones_per_turn();
    best.fill(NONE);
    for (Cell cell = 0; cell < cells_; ++cell) {
        const int gain = gain_[side][cell];
        if (gain <= best[stones - 1] || stone_[cell] != 0) continue;
        int place = stones - 1;
        for (; place > 0 && best[place - 1] < gain; --place) best[place] = best[place - 1];
        best[place] = gain;
    }
    int sum = 0;
    for (int i = 0; i < stones; ++i) sum += best[i] == NONE ? 0 : best[i];
    return sum;
}

}  // namespace inarow
