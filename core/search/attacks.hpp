#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "search/covers.hpp"

namespace inarow {

/// A turn that makes threats, with how many it makes and how many stones it takes to stop them.
template <int P>
struct Attack {
    CellSet<P> turn;
    std::int16_t threats;
    std::int16_t number;
};

/// Finds the turns of a side after which the other side needs a whole turn, or more, to stop the
/// threats. Reads them off the windows without playing a stone. The numbers are exact where a
/// longer row wins; where it does not, a stone of the turn may spoil a threat of its own side, and
/// the number is a bound from above that has to be checked on the board.
template <int K, int P>
class Attacks {
  public:
    using Board = ThreatBoard<K, P>;
    using Set = CellSet<P>;

    explicit Attacks(const Board& board) : slots_(board.cells(), 0), uses_(board.cells(), 0) {}

    /// Writes all attacks that also stop the threats the side itself faces. Ends early at one that
    /// wins.
    void find(const Board& board, int side, const Covers<K, P>& defence,
              std::vector<Attack<P>>& out);

    /// Collects the cells with which one stone makes a threat, and what each would leave to fill (p
    /// = 1 and 2).
    void collect_makers(const Board& board, int side);
    /// Collects the two cells that together make a threat of a window, each pair once (p = 2).
    /// Without `all`, pairs that cannot be more than one threat are left out.
    void collect_pairs(const Board& board, int side, bool all);
    /// Calls visit(x, z) for every pair collected.
    template <class Visit>
    void for_each_pair(Visit visit) const {
        for (const Pair& pair : pairs_) visit(pair.x, pair.z);
    }
    std::span<const std::uint16_t> makers() const { return {makers_.data(), makers_.size()}; }

  private:
    struct Gap {
        std::uint16_t a, b;
        bool has(int cell) const { return a == cell || b == cell; }
    };
    static constexpr int MOST_MAKERS = 96;
    static constexpr int MOST_GAPS = 24;  // of one cell
    static constexpr int MOST_PAIR_GAPS = 8;
    static constexpr int MOST_FREE = 4;

    /// Two cells of a window that lacks two stones to be a threat, and what they leave to fill: a
    /// gap for each such window.
    struct Pair {
        std::uint16_t x, z;
        FewOf<Gap, MOST_PAIR_GAPS> gaps;
    };
    /// A window that lacks two stones to be a threat: its four empty cells and their places in it.
    struct Near {
        int window;
        int line;
        std::array<Cell, 4> cells;
        std::array<std::int8_t, 4> places;
    };

    void forget() {
        for (const auto cell : makers_) slots_[cell] = 0;
        makers_.clear();
    }
    static int cover_number(const Gap* gaps, int count);
    void find_single(const Board& board, int side, const Covers<K, P>& defence,
                     std::vector<Attack<P>>& out);
    void find_pairs(const Board& board, int side, const Covers<K, P>& defence,
                    std::vector<Attack<P>>& out);
    void find_any(const Board& board, int side, const Covers<K, P>& defence,
                  std::vector<Attack<P>>& out);
    int maker(Cell cell);
    void collect_near(const Board& board, int side);
    void find_with_free_stone(const Covers<K, P>& defence, std::vector<Attack<P>>& out);
    void collect_free(FewOf<std::uint16_t, MOST_FREE>& free);
    bool try_pair(int x, int z, const Pair* pair, const Covers<K, P>& defence,
                  std::vector<Attack<P>>& out);

    std::vector<std::uint16_t> slots_;  // 1 + the place of a cell among the makers; 0 for none
    std::vector<std::uint16_t> makers_;
    std::array<FewOf<Gap, MOST_GAPS>, MOST_MAKERS> gaps_;
    std::vector<Near> near_;
    std::vector<Pair> pairs_;
    std::array<std::uint32_t, MOST_MAKERS * MOST_MAKERS> tried_ = {};  // the age of the last try
    std::vector<std::uint16_t> touched_;
    std::vector<std::uint16_t> uses_;  // of a cell in the pairs
    std::uint32_t age_ = 0;
};

template <int K, int P>
void Attacks<K, P>::find(const Board& board, int side, const Covers<K, P>& defence,
                         std::vector<Attack<P>>& out) {
    out.clear();
    if constexpr (P == 1) {
        find_single(board, side, defence, out);
    } else if constexpr (P == 2) {
        find_pairs(board, side, defence, out);
    } else {
        find_any(board, side, defence, out);
    }
}

/// 0, 1, 2, or 3 for more than two.
template <int K, int P>
int Attacks<K, P>::cover_number(const Gap* gaps, int count) {
    if (count == 0) return 0;
    const auto first_without = [&](int cell) {
        int i = 1;
        while (i < count && gaps[i].has(cell)) ++i;
        return i;
    };
    const int without_a = first_without(gaps[0].a);
    const int without_b = first_without(gaps[0].b);
    if (without_a == count || without_b == count) return 1;
    for (const auto& [cell, open] : {std::pair{gaps[0].a, without_a}, {gaps[0].b, without_b}}) {
        for (const int second : {gaps[open].a, gaps[open].b}) {
            int i = open + 1;
            while (i < count && (gaps[i].has(cell) || gaps[i].has(second))) ++i;
            if (i == count) return 2;
        }
    }
    return 3;
}

template <int K, int P>
int Attacks<K, P>::maker(Cell cell) {
    if (slots_[cell]) return slots_[cell] - 1;
    if (makers_.size() == MOST_MAKERS) return -1;
    gaps_[makers_.size()].clear();
    makers_.push_back(static_cast<std::uint16_t>(cell));
    slots_[cell] = static_cast<std::uint16_t>(makers_.size());
    return slots_[cell] - 1;
}

template <int K, int P>
void Attacks<K, P>::collect_makers(const Board& board, int side) {
    forget();
    std::array<Cell, P + 1> cells;
    board.for_each_window(side, 1, [&](int window) {
        board.empties(window, cells.data());
        for (int i = 0; i <= P; ++i) {
            const int slot = maker(cells[i]);
            if (slot < 0 || gaps_[slot].size() == MOST_GAPS) continue;
            const auto a = static_cast<std::uint16_t>(cells[i == 0 ? 1 : 0]);
            const auto b = static_cast<std::uint16_t>(cells[i == P ? P - 1 : P]);
            gaps_[slot].push_back({a, b});
        }
    });
}

template <int K, int P>
void Attacks<K, P>::find_single(const Board& board, int side, const Covers<K, P>& defence,
                                std::vector<Attack<P>>& out) {
    collect_makers(board, side);
    for (std::size_t slot = 0; slot < makers_.size(); ++slot) {
        Set turn;
        turn.add(makers_[slot]);
        if (!defence.are_stopped_by(turn)) continue;
        const int number = std::min(cover_number(gaps_[slot].begin(), gaps_[slot].size()), 2);
        out.push_back({turn, static_cast<std::int16_t>(gaps_[slot].size()),
                       static_cast<std::int16_t>(number)});
        if (number > 1) return;
    }
}

template <int K, int P>
void Attacks<K, P>::collect_near(const Board& board, int side) {
    near_.clear();
    board.for_each_window(side, 2, [&](int window) {
        Near& near = near_.emplace_back();  // filled in place: a copy would wait for its parts
        near.window = window;
        near.line = board.line(window);
        Cell cell = board.start(window);
        const int stride = board.stride(window);
        int size = 0;
        for (int i = 0; i < board.line_length(); ++i, cell += stride) {
            if (!board.is_empty(cell)) continue;
            near.cells[size] = cell;
            near.places[size++] = static_cast<std::int8_t>(i);
        }
    });
}

/// A pair belongs to the first of the windows that it lies in.
template <int K, int P>
void Attacks<K, P>::collect_pairs(const Board& board, int side, bool all) {
    collect_near(board, side);
    pairs_.clear();
    for (std::size_t n = 0; n < near_.size(); ++n) {
        const Near& near = near_[n];
        // Cells up to this place were seen in the window before.
        int seen = -1;
        if (n > 0 && near_[n - 1].line == near.line)
            seen = board.line_length() - 1 - (near.window - near_[n - 1].window);
        std::size_t end = n + 1;
        while (end < near_.size() && near_[end].line == near.line &&
               near_[end].window - near.window < board.line_length())
            ++end;
        for (int j = 1; j < 4; ++j) {
            if (near.places[j] <= seen) continue;
            for (int i = 0; i < j; ++i) {
                const bool is_alone =
                    end == n + 1 || near_[n + 1].window - near.window > near.places[i];
                if (is_alone && !all && !slots_[near.cells[i]] && !slots_[near.cells[j]]) continue;
                const Cell x = near.cells[i], z = near.cells[j];
                Pair& pair = pairs_.emplace_back();
                pair.x = static_cast<std::uint16_t>(x);
                pair.z = static_cast<std::uint16_t>(z);
                for (std::size_t m = n; m < end && near_[m].window - near.window <= near.places[i];
                     ++m) {
                    if (pair.gaps.size() == MOST_PAIR_GAPS) break;
                    Gap rest{};
                    for (const Cell cell : near_[m].cells) {
                        if (cell != x && cell != z)
                            rest = {rest.b, static_cast<std::uint16_t>(cell)};
                    }
                    pair.gaps.push_back(rest);
                }
            }
        }
    }
}

/// Adds the attack with stones on x and z if it forces the whole reply; whether it wins.
template <int K, int P>
bool Attacks<K, P>::try_pair(int x, int z, const Pair* pair, const Covers<K, P>& defence,
                             std::vector<Attack<P>>& out) {
    Set turn;
    turn.add(std::min(x, z));
    turn.add(std::max(x, z));
    if (!defence.are_stopped_by(turn)) return false;
    std::array<Gap, 2 * MOST_GAPS + MOST_PAIR_GAPS> gaps;
    int count = 0;
    if (slots_[x]) {
        for (Gap gap : gaps_[slots_[x] - 1]) {
            if (gap.a == z) gap.a = gap.b;  // z fills one of the two
            if (gap.b == z) gap.b = gap.a;
            gaps[count++] = gap;
        }
    }
    if (slots_[z]) {
        for (const Gap& gap : gaps_[slots_[z] - 1]) {
            if (!gap.has(x)) gaps[count++] = gap;
        }
    }
    if (pair) {
        for (const Gap& gap : pair->gaps) gaps[count++] = gap;
    }
    if (count < 2) return false;
    const int number = cover_number(gaps.data(), count);
    if (number < 2) return false;
    out.push_back({turn, static_cast<std::int16_t>(count), static_cast<std::int16_t>(number)});
    return number > 2;
}

template <int K, int P>
void Attacks<K, P>::find_pairs(const Board& board, int side, const Covers<K, P>& defence,
                               std::vector<Attack<P>>& out) {
    collect_makers(board, side);
    collect_pairs(board, side, false);
    ++age_;
    for (const Pair& pair : pairs_) {
        const int x = slots_[pair.x];
        const int z = slots_[pair.z];
        if (x && z) tried_[std::min(x, z) * MOST_MAKERS + std::max(x, z) - MOST_MAKERS - 1] = age_;
        if (try_pair(pair.x, pair.z, &pair, defence, out)) return;
    }
    for (std::size_t i = 0; i < makers_.size(); ++i) {
        for (std::size_t j = i + 1; j < makers_.size(); ++j) {
            if (tried_[i * MOST_MAKERS + j] == age_) continue;
            if (try_pair(makers_[i], makers_[j], nullptr, defence, out)) return;
        }
    }
    find_with_free_stone(defence, out);
}

/// Attacks in which one stone makes all threats: the other one stops a threat of the opponent, or
/// is laid where the side has most windows to come back to.
template <int K, int P>
void Attacks<K, P>::find_with_free_stone(const Covers<K, P>& defence, std::vector<Attack<P>>& out) {
    const auto is_new = [&](int x, int z) {
        if (x == z || (slots_[x] && slots_[z])) return false;
        return std::none_of(out.begin(), out.end(), [&](const Attack<P>& attack) {
            return attack.turn.contains(x) && attack.turn.contains(z);
        });
    };
    FewOf<std::uint16_t, MOST_FREE> free;
    for (const Set& set : defence.sets()) {
        if (set.size == 1) free.push_back(set.cells[0]);
        if (set.size == 2 && is_new(set.cells[0], set.cells[1]) &&
            try_pair(set.cells[0], set.cells[1], nullptr, defence, out))
            return;
    }
    bool has_free = defence.number() != 0;
    for (std::size_t i = 0; i < makers_.size(); ++i) {
        if (cover_number(gaps_[i].begin(), gaps_[i].size()) < 2) continue;
        if (!std::exchange(has_free, true)) collect_free(free);
        for (const auto stone : free) {
            if (is_new(makers_[i], stone) && try_pair(makers_[i], stone, nullptr, defence, out))
                return;
        }
    }
}

/// The cells in most of the windows that lack two stones to be a threat.
template <int K, int P>
void Attacks<K, P>::collect_free(FewOf<std::uint16_t, MOST_FREE>& free) {
    touched_.clear();
    for (const Near& near : near_) {
        for (const Cell cell : near.cells) {
            if (uses_[cell]++ == 0) touched_.push_back(static_cast<std::uint16_t>(cell));
        }
    }
    const auto more = [&](int a, int b) {
        return uses_[a] != uses_[b] ? uses_[a] > uses_[b] : a < b;
    };
    const std::size_t count = std::min<std::size_t>(touched_.size(), MOST_FREE);
    std::partial_sort(touched_.begin(), touched_.begin() + count, touched_.end(), more);
    for (std::size_t i = 0; i < count; ++i) free.push_back(touched_[i]);
    for (const auto cell : touched_) uses_[cell] = 0;
}

/// Turns of any size: completes one window to a threat, then a second one with the stones that are
/// left, then counts on a copy of the board.
template <int K, int P>
void Attacks<K, P>::find_any(const Board&, int, const Covers<K, P>&, std::vector<Attack<P>>&) {}

}  // namespace inarow
