#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "search/attacks.hpp"

namespace inarow {

/// A turn to try, with what its stones gain one after the other.
template <int P>
struct Candidate {
    CellSet<P> turn;
    int gain;
};

/// How many turns a node looks at.
struct Width {
    int turns = 40;    // quiet ones that are kept
    int first = 12;    // cells for the first stone, and
    int next = 8;      // for every further one
    int makers = 8;    // cells that make a threat, each with
    int partners = 4;  // its best partners
    int pairs = 16;    // two-stone threats
};

/// Makes the turns that a search tries: from the cells with the largest gains, stone after stone,
/// so that the gain of a turn says what its stones do together.
template <int K, int P>
class TurnMaker {
  public:
    using Board = ThreatBoard<K, P>;
    using Set = CellSet<P>;
    using Turns = std::vector<Candidate<P>>;

    explicit TurnMaker(Board& board) : board_(board), attacks_(board) {}

    /// Turns of so many stones for a side that faces no threat. The best come first.
    void make_quiet(int side, int stones, const Width& width, Turns& out);

    /// Turns that stop all threats: every minimal cover, filled up where it is smaller than the
    /// turn with the `partners` best stones and with the `makers` best that make a threat. They are
    /// all there are if every cover takes the whole turn.
    void make_covers(int side, int stones, const Covers<K, P>& covers, int partners, int makers,
                     Turns& out);

    /// The turn that stops most threats where none stops all.
    void make_partial_cover(int side, int stones, const Covers<K, P>& covers, Turns& out);

    /// The cells nearest to the centre of an empty board.
    Set central_turn(int stones) const;

    /// All turns of so many stones, if there are at most `most`; else nothing, and false.
    bool make_all(int side, int stones, int most, Turns& out);

    /// Fills up the stones chosen, which lie on the board, with the best others.
    void complete(int side, const Set& chosen, int stones, int width, int gain, Turns& out) {
        chosen_ = chosen;
        chosen_gain_ = gain;
        grow(side, stones - chosen.size, width, out);
    }

    /// Largest gain first, each turn once.
    static void put_in_order(Turns& turns);

  private:
    struct Ranked {
        int gain;
        int cell;
    };
    /// The empty cells with the largest gains, at most N of them, in falling order.
    int best_cells(int side, int count, Ranked* out) const;
    static bool is_better(const Ranked& a, const Ranked& b) {
        return a.gain != b.gain ? a.gain > b.gain : a.cell < b.cell;
    }
    void grow(int side, int left, int width, Turns& out);
    const std::vector<Ranked>& best_makers(int side, int count);
    void add_makers(int side, int count, Turns& out);
    void add_threats(int side, const Width& width, Turns& out);

    static constexpr int MOST_FIRST = 64;

    Board& board_;
    Attacks<K, P> attacks_;
    Set chosen_;
    int chosen_gain_ = 0;
    std::vector<Ranked> ranked_;
};

template <int K, int P>
int TurnMaker<K, P>::best_cells(int side, int count, Ranked* out) const {
    const int* gains = board_.gains(side);
    int size = 0;
    for (Cell cell = 0; cell < board_.cells(); ++cell) {
        const int gain = gains[cell];
        if (size == count && gain <= out[size - 1].gain) continue;
        if (!board_.is_empty(cell)) continue;
        int place = size < count ? size++ : count - 1;
        for (; place > 0 && out[place - 1].gain < gain; --place) out[place] = out[place - 1];
        out[place] = {gain, cell};
    }
    return size;
}

template <int K, int P>
void TurnMaker<K, P>::grow(int side, int left, int width, Turns& out) {
    if (left == 0) {
        out.push_back({chosen_, chosen_gain_});
        out.back().turn.sort();
        return;
    }
    std::array<Ranked, MOST_FIRST> best;
    const int count = best_cells(side, std::min(width, MOST_FIRST), best.data());
    for (int i = 0; i < count; ++i) {
        chosen_.add(best[i].cell);
        chosen_gain_ += best[i].gain;
        if (left > 1) {
            board_.template play<true>(side, best[i].cell);
            grow(side, left - 1, P == 2 ? width : std::max(1, width / 2), out);
            board_.template undo<true>(side, best[i].cell);
        } else {
            grow(side, 0, 0, out);
        }
        chosen_gain_ -= best[i].gain;
        --chosen_.size;
    }
}

template <int K, int P>
void TurnMaker<K, P>::put_in_order(Turns& turns) {
    std::sort(turns.begin(), turns.end(), [](const Candidate<P>& a, const Candidate<P>& b) {
        if (a.gain != b.gain) return a.gain > b.gain;
        return std::lexicographical_compare(a.turn.begin(), a.turn.end(), b.turn.begin(),
                                            b.turn.end());
    });
    turns.erase(std::unique(turns.begin(), turns.end(),
                            [](const auto& a, const auto& b) { return a.turn == b.turn; }),
                turns.end());
}

template <int K, int P>
void TurnMaker<K, P>::make_quiet(int side, int stones, const Width& width, Turns& out) {
    out.clear();
    chosen_.size = 0;
    chosen_gain_ = 0;
    if (stones == 1) {
        grow(side, 1, width.turns, out);
    } else {
        std::array<Ranked, MOST_FIRST> best;
        const int count = best_cells(side, width.first, best.data());
        for (int i = 0; i < count; ++i) {
            chosen_.add(best[i].cell);
            chosen_gain_ = best[i].gain;
            board_.template play<true>(side, best[i].cell);
            grow(side, stones - 1, width.next, out);
            board_.template undo<true>(side, best[i].cell);
            chosen_.size = 0;
        }
        put_in_order(out);
    }
    if (static_cast<int>(out.size()) > width.turns) out.resize(width.turns);
    if constexpr (P == 2) {
        if (stones == 2) {
            add_threats(side, width, out);
            put_in_order(out);
        }
    }
}

/// The cells with which one stone makes a threat, at most `count`, the largest gains first.
template <int K, int P>
const std::vector<typename TurnMaker<K, P>::Ranked>& TurnMaker<K, P>::best_makers(int side,
                                                                                  int count) {
    attacks_.collect_makers(board_, side);
    ranked_.clear();
    for (const int cell : attacks_.makers()) ranked_.push_back({board_.gain(side, cell), cell});
    std::sort(ranked_.begin(), ranked_.end(), is_better);
    if (static_cast<int>(ranked_.size()) > count) ranked_.resize(count);
    return ranked_;
}

/// Completes the stones chosen, which lie on the board, with stones that make a threat: such a
/// stone takes one from the opponent's next turn, which its gain does not tell.
template <int K, int P>
void TurnMaker<K, P>::add_makers(int side, int count, Turns& out) {
    for (const Ranked& maker : best_makers(side, count)) {
        Set turn = chosen_;
        turn.add(maker.cell);
        turn.sort();
        out.push_back({turn, chosen_gain_ + maker.gain});
    }
}

/// Turns that make a threat though their gain alone would not bring them in.
template <int K, int P>
void TurnMaker<K, P>::add_threats(int side, const Width& width, Turns& out) {
    const auto add_with = [&](int first, int partners) {
        chosen_.size = 0;
        chosen_.add(first);
        chosen_gain_ = board_.gain(side, first);
        board_.template play<true>(side, first);
        grow(side, 1, partners, out);
        board_.template undo<true>(side, first);
    };
    for (const Ranked& maker : std::vector(best_makers(side, width.makers)))
        add_with(maker.cell, width.partners);

    attacks_.collect_pairs(board_, side, true);
    ranked_.clear();
    attacks_.for_each_pair([&](int x, int z) {
        ranked_.push_back({board_.gain(side, x) + board_.gain(side, z), x << 16 | z});
    });
    const auto most = std::min<std::size_t>(ranked_.size(), width.pairs);
    std::partial_sort(ranked_.begin(), ranked_.begin() + most, ranked_.end(), is_better);
    for (std::size_t i = 0; i < most; ++i) {
        const int x = ranked_[i].cell >> 16;
        const int z = ranked_[i].cell & 0xFFFF;
        Set turn;
        turn.add(x);
        turn.add(z);
        turn.sort();
        int gain = board_.gain(side, x);
        board_.template play<true>(side, x);
        gain += board_.gain(side, z);
        board_.template undo<true>(side, x);
        out.push_back({turn, gain});
    }
}

template <int K, int P>
void TurnMaker<K, P>::make_covers(int side, int stones, const Covers<K, P>& covers, int partners,
                                  int makers, Turns& out) {
    out.clear();
    for (const Set& set : covers.sets()) {
        if (set.size > stones) continue;
        chosen_ = set;
        chosen_gain_ = 0;
        for (const auto cell : set) {
            chosen_gain_ += board_.gain(side, cell);
            board_.template play<true>(side, cell);
        }
        grow(side, stones - set.size, partners, out);
        if constexpr (P == 2) {
            if (set.size + 1 == stones) add_makers(side, makers, out);
        }
        for (const auto cell : set) board_.template undo<true>(side, cell);
    }
    put_in_order(out);
}

template <int K, int P>
void TurnMaker<K, P>::make_partial_cover(int side, int stones, const Covers<K, P>& covers,
                                         Turns& out) {
    Set turn;
    while (turn.size < stones) {
        Cell best = NO_CELL;
        int most = -1;
        for (Cell cell = 0; cell < board_.cells(); ++cell) {
            if (!board_.is_empty(cell) || turn.contains(cell)) continue;
            int stopped = 0;
            for (const Set& gap : covers.gaps()) {
                const bool is_open = std::none_of(turn.begin(), turn.end(),
                                                  [&](int stone) { return gap.contains(stone); });
                stopped += is_open && gap.contains(cell);
            }
            const bool is_better =
                stopped > most ||
                (stopped == most && board_.gain(side, cell) > board_.gain(side, best));
            if (is_better) {
                best = cell;
                most = stopped;
            }
        }
        turn.add(best);
    }
    turn.sort();
    out.assign(1, {turn, 0});
}

template <int K, int P>
CellSet<P> TurnMaker<K, P>::central_turn(int stones) const {
    const Rules& rules = board_.rules();
    const auto distance = [&](Cell cell) {
        const int across = 2 * rules.column_of(cell) - (rules.columns - 1);
        const int up = 2 * rules.row_of(cell) - (rules.rows - 1);
        return across * across + up * up;
    };
    std::vector<Cell> cells(board_.cells());
    std::iota(cells.begin(), cells.end(), 0);
    std::stable_sort(cells.begin(), cells.end(),
                     [&](Cell a, Cell b) { return distance(a) < distance(b); });
    Set turn;
    for (int i = 0; i < stones; ++i) turn.add(cells[i]);
    turn.sort();
    return turn;
}

template <int K, int P>
bool TurnMaker<K, P>::make_all(int side, int stones, int most, Turns& out) {
    double count = 1;
    for (int i = 0; i < stones; ++i)
        count *= static_cast<double>(board_.empty_cells() - i) / (i + 1);
    if (count > most) return false;
    out.clear();
    std::vector<Cell> cells;
    for (Cell cell = 0; cell < board_.cells(); ++cell) {
        if (board_.is_empty(cell)) cells.push_back(cell);
    }
    std::vector<int> chosen(stones);
    const auto choose = [&](auto&& self, int place, int from) -> void {
        if (place == stones) {
            Set turn;
            int gain = 0;
            for (const int index : chosen) {
                turn.add(cells[index]);
                gain += board_.gain(side, cells[index]);
            }
            out.push_back({turn, gain});
            return;
        }
        for (int i = from; i < static_cast<int>(cells.size()); ++i) {
            chosen[place] = i;
            self(self, place + 1, i + 1);
        }
    };
    choose(choose, 0, 0);
    put_in_order(out);
    return true;
}

}  // namespace inarow
