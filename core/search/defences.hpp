#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/threat_space.hpp"
#include "search/turn_maker.hpp"

namespace inarow {

/// How many turns a defence looks at.
struct DefenceWidth {
    int effort = 250;  // nodes to look for the opponent's win after each stone
    int cells = 24;    // stones of each zone that are tried, the largest gains first
    int partners = 8;  // good stones with one that stops the win alone
    int turns = 300;   // kept
};

/// Finds the turns that could stop a win which the opponent would force if the side passed. The
/// cells of the win are its zone: a turn without a stone in it has not touched the win. With each
/// stone of the zone the win is looked for again, and the next stone must lie in the zone of that
/// one. (Threats of the side's own, which may stop a win from afar, are not looked for here.)
template <int K, int P>
class Defences {
  public:
    using Board = ThreatBoard<K, P>;
    using Set = CellSet<P>;
    using Space = ThreatSpace<K, P>;
    using Turns = std::vector<Candidate<P>>;

    Defences(Board& board, Space& space, TurnMaker<K, P>& maker)
        : board_(board), space_(space), maker_(maker) {}

    /// Writes the turns of so many stones that stop the threats and perhaps the win; those with a
    /// stone that stops it alone come first. False if the opponent has no forced win after the
    /// smallest covers (a pass if there is no threat).
    bool find(int side, int stones, const Covers<K, P>& covers, const DefenceWidth& width,
              Turns& out);

  private:
    static constexpr int HOLDS = 1 << 20;  // added to the gain of a turn with a stone that holds

    void extend(const Set& chosen, int gain, Turns& out);
    void drop_half_defences(Turns& turns) const;

    Board& board_;
    Space& space_;
    TurnMaker<K, P>& maker_;
    int side_ = 0;
    int stones_ = 0;
    DefenceWidth width_;
    bool is_pressed_ = false;
    std::vector<std::uint16_t> first_;  // stones that were tried before any other
};

template <int K, int P>
bool Defences<K, P>::find(int side, int stones, const Covers<K, P>& covers,
                          const DefenceWidth& width, Turns& out) {
    out.clear();
    side_ = side;
    stones_ = stones;
    width_ = width;
    is_pressed_ = false;
    first_.clear();
    for (const Set& cover : covers.sets()) {
        Set chosen;
        int gain = 0;
        for (const auto cell : cover) {
            gain += board_.gain(side, cell);
            chosen.add(cell);
            board_.template play<true>(side, cell);
        }
        extend(chosen, gain, out);
        for (const auto cell : cover) board_.template undo<true>(side, cell);
    }
    drop_half_defences(out);
    TurnMaker<K, P>::put_in_order(out);
    if (static_cast<int>(out.size()) > width.turns) out.resize(width.turns);
    return is_pressed_;
}

/// Adds the turns that begin with the chosen stones, which lie on the board.
template <int K, int P>
void Defences<K, P>::extend(const Set& chosen, int gain, Turns& out) {
    if (chosen.size == stones_) {
        out.push_back({chosen, gain});
        out.back().turn.sort();
        return;
    }
    const auto answer = space_.search(1 - side_, width_.effort);
    if (answer.verdict != Space::Verdict::WIN) {
        maker_.complete(side_, chosen, stones_, width_.partners, gain + HOLDS, out);
        return;
    }
    is_pressed_ = true;
    std::vector<std::uint16_t> zone;
    space_.collect_zone(1 - side_, zone);
    std::erase_if(zone, [&](int cell) { return !board_.is_empty(cell); });
    std::stable_sort(zone.begin(), zone.end(),
                     [&](int a, int b) { return board_.gain(side_, a) > board_.gain(side_, b); });
    if (static_cast<int>(zone.size()) > width_.cells) zone.resize(width_.cells);
    if (chosen.size == 0) first_ = zone;
    for (const auto cell : zone) {
        Set more = chosen;
        more.add(cell);
        const int more_gain = gain + board_.gain(side_, cell);
        board_.template play<true>(side_, cell);
        extend(more, more_gain, out);
        board_.template undo<true>(side_, cell);
    }
}

/// Leaves each turn once, and leaves out turns of two stones that were both tried first if one of
/// them does not lie in the zone that is left after the other.
template <int K, int P>
void Defences<K, P>::drop_half_defences(Turns& turns) const {
    const auto is_first = [&](int cell) {
        return std::find(first_.begin(), first_.end(), cell) != first_.end();
    };
    std::sort(turns.begin(), turns.end(), [](const auto& a, const auto& b) {
        const bool is_same = a.turn == b.turn;
        return is_same ? a.gain > b.gain
                       : std::lexicographical_compare(a.turn.begin(), a.turn.end(), b.turn.begin(),
                                                      b.turn.end());
    });
    std::size_t kept = 0;
    for (std::size_t i = 0, end = 0; i < turns.size(); i = end) {
        while (end < turns.size() && turns[end].turn == turns[i].turn) ++end;
        const auto& turn = turns[i].turn;
        const bool is_half = turn.size == 2 && end - i == 1 && turns[i].gain < HOLDS / 2 &&
                             is_first(turn.cells[0]) && is_first(turn.cells[1]);
        if (!is_half) turns[kept++] = turns[i];
    }
    turns.resize(kept);
}

}  // namespace inarow
