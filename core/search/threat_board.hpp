#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "eval/weights.hpp"
#include "game/position.hpp"
#include "search/window_map.hpp"

namespace inarow {

/// The stones of a free placement game and, kept up to date with every stone, what each side can do
/// with its windows. A window is *open* to a side while nothing keeps the side from filling it. Its
/// level is the number of stones it lacks to be a threat: level 0 can be filled in one turn.
///
/// K and P are the line length and the stones per turn, or 0 where only the Rules know them.
template <int K, int P>
class ThreatBoard {
  public:
    using Number = WindowMap::Number;

    ThreatBoard(const Rules& rules, const Weights& weights);

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

    /// Places or takes back a stone of a side (0 or 1). Without Evaluate, the value and the gains
    /// stay as they were, which is right as long as all such stones are taken back in the same way.
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

    /// Calls visit(window) for the windows open to a side that lack `level` stones to be a threat,
    /// in ascending order.
    template <class Visit>
    void for_each_window(int side, int level, Visit visit) const {
        const auto& words = levels_[side][level];
        for (std::size_t i = 0; i < words.size(); ++i) {
            for (std::uint64_t bits = words[i]; bits != 0; bits &= bits - 1)
                visit(static_cast<int>(64 * i) + std::countr_zero(bits));
        }
    }
    int threats(int side) const { return threats_[side]; }
    bool has_threats(int side) const { return threats_[side] > 0; }
    int levels() const { return stones_per_turn() + 1; }
    /// The first cell of a window, and the step from each of its cells to the next.
    Cell start(int window) const { return map_->start(window); }
    int stride(int window) const { return map_->stride(window); }
    int line(int window) const { return map_->line(window); }

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

    /// The value of the windows and of the best stones for the side if it is to move.
    Score evaluate(int side) const;
    /// What the evaluation looks at, as FeatureLayout has it. Counted from scratch: slow.
    std::vector<float> features(int side) const;
    /// The open windows of a side by their stones. Counted from scratch: slow.
    std::vector<int> open_windows(int side) const;
    /// By how much the values of the open windows change in favour of the side if it plays this
    /// empty cell.
    int gain(int side, Cell cell) const { return gain_[side][cell]; }
    const int* gains(int side) const { return gain_[side].data(); }
    /// The sum of the largest gains of a turn's stones, as if they did not meet.
    int best_gains(int side) const;

  private:
    // The windows of a span are neighbours in memory: those of a short line fit into one machine
    // word.
    static constexpr bool IN_A_WORD = K > 2 * P&& K <= 8 && P > 0;
    static constexpr std::uint64_t ONES = 0x0101010101010101;
    static constexpr std::uint64_t HIGH_BITS = 0x8080808080808080;
    static std::uint64_t load(const std::uint8_t* bytes) {
        std::uint64_t word;
        std::memcpy(&word, bytes, sizeof(word));
        return word;
    }
    static void store(std::uint8_t* bytes, std::uint64_t word) {
        std::memcpy(bytes, &word, sizeof(word));
    }
    static std::uint64_t first_bytes(int count) { return ~std::uint64_t{0} >> (64 - 8 * count); }
    /// The highest bit of every byte that is zero; the bytes are below 128.
    static std::uint64_t zero_bytes(std::uint64_t word) { return ~(word + ~HIGH_BITS) & HIGH_BITS; }

    int level_of(int count) const { return std::max(0, line_length() - stones_per_turn() - count); }
    int growth(int count) const { return values_[count + 1] - values_[count]; }

    /// Enters a window with so many stones among those of its level, or takes it out.
    void toggle(int side, int window, int count, int sign) {
        const int level = level_of(count);
        if (level > stones_per_turn()) return;
        levels_[side][level][window / 64] ^= std::uint64_t{1} << (window % 64);
        if (level == 0) threats_[side] += sign;
    }
    /// Eight windows at once: flips those whose byte has its highest bit set.
    void toggle_bytes(int side, int level, int first, std::uint64_t bytes) {
        if (bytes == 0) return;
        const std::uint64_t bits = ((bytes >> 7) * 0x0102040810204080) >> 56;
        auto* words = levels_[side][level].data();
        words[first / 64] ^= bits << (first % 64);
        if (first % 64 > 56) words[first / 64 + 1] ^= bits >> (64 - first % 64);
    }

    template <int Sign>
    void change_levels(int side, const WindowMap::Span& span);
    template <int Sign>
    void change_counts(int side, const WindowMap::Span& span);
    template <int Sign>
    void change_value(int side, const WindowMap::Span& span);
    template <bool Evaluate, int Sign>
    void change(int side, Cell cell);
    template <bool Evaluate, int Sign>
    void lengthen(int side, Cell cell);
    void add_to_gains(int side, const WindowMap::Span& span, const int* deltas);
    template <int Sign>
    static void add(WindowWorth& sum, const WindowWorth& change) {
        if constexpr (Sign > 0)
            sum += change;
        else
            sum -= change;
    }

    Rules rules_;
    std::shared_ptr<const WindowMap> map_;
    int cells_;
    int stones_ = 0;
    std::uint64_t key_ = 0;
    std::array<int, 2> full_ = {0, 0};  // complete lines of a side
    Weights weights_;
    std::vector<int> values_;           // of a window by its stones, as gains count it
    std::vector<WindowWorth> worths_;   // and as the evaluation does
    std::array<WindowWorth, 2> worth_;  // of all open windows of a side
    std::vector<std::uint8_t> stone_;
    std::array<std::vector<std::uint8_t>, 2> count_;  // the side's stones in a window
    // What keeps the side from filling a window: stones of the other side in it and, where a longer
    // row does not win, own stones beside it.
    std::array<std::vector<std::uint8_t>, 2> against_;
    std::array<int, 2> threats_ = {0, 0};
    std::array<std::vector<std::vector<std::uint64_t>>, 2> levels_;  // a bit for each window
    std::array<std::vector<int>, 2> gain_;
    std::array<std::vector<std::uint64_t>, 2> keys_;
};

template <int K, int P>
ThreatBoard<K, P>::ThreatBoard(const Rules& rules, const Weights& weights)
    : rules_(checked(rules)),
      map_(std::make_shared<WindowMap>(rules)),
      cells_(rules.cells()),
      weights_(checked(weights, rules)),
      values_(weights.window_values),
      worths_(window_worths(weights, rules)),
      stone_(cells_, 0) {
    assert(!rules.gravity && (K == 0 || K == rules.line_length) &&
           (P == 0 || P == rules.stones_per_turn));
    for (int side = 0; side < 2; ++side) {
        count_[side].assign(map_->size() + sizeof(std::uint64_t), 0);
        against_[side].assign(map_->size() + sizeof(std::uint64_t), 0);
        levels_[side].assign(levels(), std::vector<std::uint64_t>(map_->size() / 64 + 2, 0));
        for (int window = 0; window < map_->size(); ++window) toggle(side, window, 0, 1);
        gain_[side].assign(cells_, 0);
        keys_[side].resize(cells_);
        for (Cell cell = 0; cell < cells_; ++cell) {
            for (const auto& span : map_->through(cell))
                gain_[side][cell] += span.count * growth(0);
            keys_[side][cell] = stone_key(side == 0 ? Side::FIRST : Side::SECOND, cell);
        }
    }
}

template <int K, int P>
template <bool Evaluate, int Sign>
void ThreatBoard<K, P>::change(int side, Cell cell) {
    key_ ^= keys_[side][cell];
    for (const auto& span : map_->through(cell)) {
        if constexpr (Sign < 0) change_counts<-1>(side, span);
        change_levels<Sign>(side, span);
        if constexpr (Evaluate) change_value<Sign>(side, span);
        if constexpr (Sign > 0) change_counts<1>(side, span);
    }
    if (rules_.exact) lengthen<Evaluate, Sign>(side, cell);
}

/// Adds a stone of the side to the windows of a span, or takes it away.
template <int K, int P>
template <int Sign>
void ThreatBoard<K, P>::change_counts(int side, const WindowMap::Span& span) {
    std::uint8_t* count = count_[side].data() + span.first;
    std::uint8_t* against = against_[1 - side].data() + span.first;
    if constexpr (IN_A_WORD) {
        const std::uint64_t ones = Sign * (ONES & first_bytes(span.count));
        store(count, load(count) + ones);
        store(against, load(against) + ones);
    } else {
        for (int i = 0; i < span.count; ++i) {
            count[i] += Sign;
            against[i] += Sign;
        }
    }
}

/// Moves the windows of a span between the levels; the counts are those without the stone.
template <int K, int P>
template <int Sign>
void ThreatBoard<K, P>::change_levels(int side, const WindowMap::Span& span) {
    const int rival = 1 - side;
    const std::uint8_t* count = count_[side].data() + span.first;
    const std::uint8_t* rivals = count_[rival].data() + span.first;
    const std::uint8_t* against = against_[side].data() + span.first;
    const std::uint8_t* against_rival = against_[rival].data() + span.first;
    if constexpr (IN_A_WORD) {
        const std::uint64_t valid = HIGH_BITS & first_bytes(span.count);
        const std::uint64_t open = zero_bytes(load(against)) & valid;
        const std::uint64_t lost = zero_bytes(load(against_rival)) & valid;
        const std::uint64_t own = load(count);
        if (open) {
            std::uint64_t coming = 0;
            for (int level = P; level >= 0; --level) {
                if (level == P) coming = open & zero_bytes(own ^ ONES * (K - P - level - 1));
                std::uint64_t leaving = 0;  // for the level below
                if (level > 0) leaving = open & zero_bytes(own ^ ONES * (K - P - level));
                toggle_bytes(side, level, span.first, coming ^ leaving);
                if (level > 0) coming = leaving;
            }
            threats_[side] += Sign * std::popcount(coming);
            full_[side] += Sign * std::popcount(open & zero_bytes(own ^ ONES * (K - 1)));
        }
        if (lost) {
            const std::uint64_t theirs = load(rivals);
            for (int level = P; level >= 1; --level) {
                const std::uint64_t gone = lost & zero_bytes(theirs ^ ONES * (K - P - level));
                toggle_bytes(rival, level, span.first, gone);
            }
            const std::uint64_t gone = lost & (theirs + ONES * (128 - (K - P)));
            toggle_bytes(rival, 0, span.first, gone);
            threats_[rival] -= Sign * std::popcount(gone);
        }
    } else {
        for (int i = 0; i < span.count; ++i) {
            const int window = span.first + i;
            if (against[i] == 0) {
                toggle(side, window, count[i], -Sign);
                toggle(side, window, count[i] + 1, Sign);
                if (count[i] + 1 == line_length()) full_[side] += Sign;
            }
            if (against_rival[i] == 0) toggle(rival, window, rivals[i], -Sign);
        }
    }
}

/// Brings the value and the gains up to date; the counts are those without the stone.
template <int K, int P>
template <int Sign>
void ThreatBoard<K, P>::change_value(int side, const WindowMap::Span& span) {
    const int rival = 1 - side;
    std::array<int, K ? K : Rules::LONGEST_LINE> own_deltas, rival_deltas;
    WindowWorth own_change, rival_change;
    for (int i = 0; i < span.count; ++i) {
        const int window = span.first + i;
        int own_delta = 0, rival_delta = 0;
        if (against_[side][window] == 0) {
            const int count = count_[side][window];
            own_change += worths_[count + 1];
            own_change -= worths_[count];
            own_delta = growth(count + 1) - growth(count);
            rival_delta = growth(count);
        }
        if (against_[rival][window] == 0) {
            const int rivals = count_[rival][window];
            rival_change -= worths_[rivals];
            own_delta -= values_[rivals];
            rival_delta -= growth(rivals);
        }
        own_deltas[i] = Sign * own_delta;
        rival_deltas[i] = Sign * rival_delta;
    }
    add<Sign>(worth_[side], own_change);
    add<Sign>(worth_[rival], rival_change);
    add_to_gains(side, span, own_deltas.data());
    add_to_gains(rival, span, rival_deltas.data());
}

/// Closes (or opens again) the windows beside a stone for its own side: they would be part of a
/// longer row.
template <int K, int P>
template <bool Evaluate, int Sign>
void ThreatBoard<K, P>::lengthen(int side, Cell cell) {
    const int rival = 1 - side;
    for (const Number window : map_->beside(cell)) {
        if constexpr (Sign < 0) --against_[side][window];
        const bool was_open = against_[side][window] == 0;
        if constexpr (Sign > 0) ++against_[side][window];
        if (!was_open) continue;
        const int count = count_[side][window];
        toggle(side, window, count, -Sign);
        if (count == line_length()) full_[side] -= Sign;
        if constexpr (!Evaluate) continue;
        add<-Sign>(worth_[side], worths_[count]);
        Cell place = map_->start(window);
        for (int i = 0; i < line_length(); ++i, place += map_->stride(window)) {
            gain_[side][place] -= Sign * growth(count);
            gain_[rival][place] -= Sign * values_[count];
        }
    }
}

/// Adds each window's delta to the gains of its cells: a running sum along the line, since the
/// windows of a span overlap.
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

template <int K, int P>
Score ThreatBoard<K, P>::evaluate(int side) const {
    const FeatureLayout layout(rules_);
    const auto& mine = worth_[side].parts;
    const auto& theirs = worth_[1 - side].parts;
    std::int64_t early = weights_.early[FeatureLayout::TO_MOVE] + mine[0] + theirs[2];
    std::int64_t late = weights_.late[FeatureLayout::TO_MOVE] + mine[1] + theirs[3];
    const auto add_gains = [&](int owner, int feature) {
        if (weights_.early[feature] == 0 && weights_.late[feature] == 0) return;
        const std::int64_t gains = best_gains(owner);
        early += weights_.early[feature] * gains;
        late += weights_.late[feature] * gains;
    };
    add_gains(side, layout.own_gains());
    add_gains(1 - side, layout.opponents_gains());
    return weights_.score(early, late, stones_);
}

template <int K, int P>
std::vector<int> ThreatBoard<K, P>::open_windows(int side) const {
    std::vector<int> found(line_length() + 1);
    for (int window = 0; window < map_->size(); ++window) {
        if (against_[side][window] == 0) ++found[count_[side][window]];
    }
    return found;
}

template <int K, int P>
std::vector<float> ThreatBoard<K, P>::features(int side) const {
    const FeatureLayout layout(rules_);
    std::vector<float> found(layout.size());
    const std::vector<int> mine = open_windows(side), theirs = open_windows(1 - side);
    found[FeatureLayout::TO_MOVE] = 1;
    for (int stones = 1; stones < line_length(); ++stones) {
        found[layout.own(stones)] = static_cast<float>(mine[stones]);
        found[layout.opponents(stones)] = static_cast<float>(theirs[stones]);
    }
    found[layout.own_gains()] = static_cast<float>(best_gains(side));
    found[layout.opponents_gains()] = static_cast<float>(best_gains(1 - side));
    return found;
}

}  // namespace inarow
