#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/attacks.hpp"
#include "search/limits.hpp"

namespace inarow {

/// Finds wins in which every turn makes threats that take the opponent's whole turn to stop (for p
/// = 1: wins by fours; for p = 2: by double threats). Sound: the opponent is given every set of
/// stones that stops the threats, and the attacker stops every threat that these make. Not
/// complete: a failure means that no such win was found.
template <int K, int P>
class ThreatSpace {
  public:
    using Board = ThreatBoard<K, P>;
    using Set = CellSet<P>;

    enum class Verdict { WIN, NONE, UNKNOWN };  // UNKNOWN: the nodes ran out

    struct Answer {
        Verdict verdict = Verdict::UNKNOWN;
        Set turn;       // the first turn of a win
        int turns = 0;  // the attacker's turns until the line is full, against any defence
    };

    /// The board is used and given back unchanged. 2 to the power `table_bits` results are
    /// remembered.
    ThreatSpace(Board& board, int table_bits)
        : board_(board), attacks_(board), table_(std::size_t{1} << table_bits), stack_(MOST_TURNS) {
        for (auto& wins : wins_) wins.assign(board.cells(), 0);
    }

    /// Looks for a win of the side, which is to move with a whole turn, within so many nodes.
    Answer search(int side, std::uint64_t nodes, int most_turns = MOST_TURNS - 1);

    /// The side's shortest way to fill a threat that it has; empty if it has none.
    static Set completion(const Board& board, int side, int stones);

    /// The cells that matter to the win just found for the side, which is still to move: a defender
    /// who plays none of them has not touched it. (Not a proof: his own threats are not followed.)
    void collect_zone(int side, std::vector<std::uint16_t>& zone);

    /// Counts nodes from nothing again, and pays for them.
    void start(Meter& meter) {
        nodes_ = 0;
        meter_ = &meter;
    }
    void forget() {
        std::fill(table_.begin(), table_.end(), Entry{});
        for (auto& wins : wins_) std::fill(wins.begin(), wins.end(), 0);
    }
    std::uint64_t nodes() const { return nodes_; }

    static constexpr int MOST_TURNS = 40;

  private:
    struct Entry {
        std::uint64_t key = 0;
        Set turn;
        std::int8_t won = 0;      // turns of a win
        std::int8_t lost = 0;     // no win within so many turns
        std::uint32_t spent = 0;  // nodes after which a search from here gave up
    };

    /// Turns of the win; 0 if there is none within `turns`; -1 if the nodes ran out.
    int attack(int side, int turns);
    void walk(int side, int turns, std::vector<std::uint16_t>& zone);
    int answer_all(int side, const Set& turn, int turns);
    void put_in_order(int side, std::vector<Attack<P>>& attacks) const;
    void reward(int side, const Set& turn);
    /// Remembers that so many nodes were not enough, so that they are not spent here again.
    void give_up(int side, int turns, std::uint64_t nodes) {
        entry_of(side) = {key_of(side), Set{}, 0, static_cast<std::int8_t>(turns - 1),
                          static_cast<std::uint32_t>(nodes)};
    }
    Entry& entry_of(int side) {
        return table_[(board_.key() ^ (side ? SIDE_KEY : 0)) & (table_.size() - 1)];
    }
    std::uint64_t key_of(int side) const { return board_.key() ^ (side ? SIDE_KEY : 0); }

    static constexpr std::uint64_t SIDE_KEY = 0xA3B195354A39B70D;
    static constexpr int ALL = 127;  // turns of a failure that no depth limit caused

    Board& board_;
    Attacks<K, P> attacks_;
    std::vector<Entry> table_;
    std::vector<std::vector<Attack<P>>> stack_;
    std::uint64_t nodes_ = 0;
    std::uint64_t limit_ = 0;
    Meter* meter_ = nullptr;
    std::array<std::vector<std::uint8_t>, 2> wins_;  // of a side with an attack on the cell
    int level_ = 0;
    bool was_cut_ = false;
};

template <int K, int P>
CellSet<P> ThreatSpace<K, P>::completion(const Board& board, int side, int stones) {
    Set best;
    int least = stones + 1;
    if (!board.has_threats(side)) return best;
    std::array<Cell, Set::CAPACITY> cells;
    board.for_each_window(side, 0, [&](int window) {
        const int missing = board.missing(side, window);
        if (missing >= least) return;
        least = missing;
        board.empties(window, cells.data());
        best.size = 0;
        for (int i = 0; i < missing; ++i) best.add(cells[i]);
    });
    return best;
}

template <int K, int P>
typename ThreatSpace<K, P>::Answer ThreatSpace<K, P>::search(int side, std::uint64_t nodes,
                                                             int most_turns) {
    Answer answer;
    if (const Entry& entry = entry_of(side); entry.key == key_of(side) && entry.spent >= nodes)
        return answer;
    limit_ = nodes_ + nodes;
    for (int turns = 1; turns <= most_turns; ++turns) {
        was_cut_ = false;
        level_ = 0;
        const int won = attack(side, turns);
        if (won > 0) {
            answer.verdict = Verdict::WIN;
            answer.turns = won;
            answer.turn = completion(board_, side, board_.stones_per_turn());
            if (answer.turn.size == 0) answer.turn = entry_of(side).turn;
            return answer;
        }
        if (won < 0) {
            if (nodes_ > limit_) give_up(side, turns, nodes);
            return answer;
        }
        if (!was_cut_) break;
    }
    answer.verdict = Verdict::NONE;
    return answer;
}

template <int K, int P>
int ThreatSpace<K, P>::attack(int side, int turns) {
    if (board_.has_threats(side)) return 1;
    if (++nodes_ > limit_ || (meter_ && !meter_->take_node(1))) return -1;
    Entry& entry = entry_of(side);
    if (entry.key == key_of(side)) {
        if (entry.won > 0 && entry.won <= turns) return entry.won;
        if (entry.lost >= turns) {
            if (entry.lost != ALL) was_cut_ = true;
            return 0;
        }
    }
    if (turns == 1) {
        was_cut_ = true;
        return 0;
    }
    const Covers<K, P> defence(board_, 1 - side);
    if (defence.number() > board_.stones_per_turn()) return 0;
    auto& attacks = stack_[level_];
    attacks_.find(board_, side, defence, attacks);
    const bool was_cut = std::exchange(was_cut_, false);
    int won = 0;
    Set turn;
    put_in_order(side, attacks);
    for (std::size_t i = 0; i < attacks.size() && won == 0; ++i) {
        turn = attacks[i].turn;
        if (turns == 2 && attacks[i].number <= board_.stones_per_turn()) {
            was_cut_ = true;
            break;
        }
        won = answer_all(side, turn, turns - 1);
    }
    if (won >= 0) {
        Entry& found = entry_of(side);
        if (won > 0) reward(side, turn);
        if (won > 0)
            found = {key_of(side), turn, static_cast<std::int8_t>(won), 0, 0};
        else
            found = {key_of(side), Set{}, 0, static_cast<std::int8_t>(was_cut_ ? turns : ALL), 0};
    }
    was_cut_ |= was_cut;
    return won;
}

/// More stones to stop it first, then more threats and cells that won elsewhere.
template <int K, int P>
void ThreatSpace<K, P>::put_in_order(int side, std::vector<Attack<P>>& attacks) const {
    const auto promise = [&](const Attack<P>& attack) {
        int sum = 64 * attack.threats;
        for (const auto cell : attack.turn) sum += wins_[side][cell];
        return sum;
    };
    std::stable_sort(attacks.begin(), attacks.end(), [&](const auto& a, const auto& b) {
        return a.number != b.number ? a.number > b.number : promise(a) > promise(b);
    });
}

template <int K, int P>
void ThreatSpace<K, P>::reward(int side, const Set& turn) {
    constexpr int LARGEST = 128;
    for (const auto cell : turn) {
        auto& wins = wins_[side][cell];
        wins = static_cast<std::uint8_t>(wins + (LARGEST - wins) / 4);
    }
}

/// Plays an attack and gives the other side every answer that stops its threats. Turns of the win,
/// with this one; 0 if an answer holds.
template <int K, int P>
int ThreatSpace<K, P>::answer_all(int side, const Set& turn, int turns) {
    for (const auto cell : turn) board_.template play<false>(side, cell);
    ++level_;
    int longest = 1;
    const Covers<K, P> covers(board_, side);
    if (covers.number() < board_.stones_per_turn() || !covers.is_complete()) longest = 0;
    for (const Set& answer : covers.sets()) {
        if (longest <= 0) break;
        for (const auto cell : answer) board_.template play<false>(1 - side, cell);
        const int won = attack(side, turns);
        longest = won <= 0 ? won : std::max(longest, won);
        for (const auto cell : answer) board_.template undo<false>(1 - side, cell);
    }
    --level_;
    for (const auto cell : turn) board_.template undo<false>(side, cell);
    return longest <= 0 ? longest : longest + 1;
}

template <int K, int P>
void ThreatSpace<K, P>::collect_zone(int side, std::vector<std::uint16_t>& zone) {
    zone.clear();
    walk(side, MOST_TURNS, zone);
    std::sort(zone.begin(), zone.end());
    zone.erase(std::unique(zone.begin(), zone.end()), zone.end());
}

template <int K, int P>
void ThreatSpace<K, P>::walk(int side, int turns, std::vector<std::uint16_t>& zone) {
    if (turns == 0) return;
    std::array<Cell, Set::CAPACITY> cells;
    if (board_.has_threats(side)) {
        board_.for_each_window(side, 0, [&](int window) {
            const int size = board_.empties(window, cells.data());
            zone.insert(zone.end(), cells.begin(), cells.begin() + size);
        });
        return;
    }
    const Entry entry = entry_of(side);
    if (entry.key != key_of(side) || entry.won == 0) return;  // overwritten: the zone stays smaller
    for (const auto cell : entry.turn) {
        zone.push_back(cell);
        board_.template play<false>(side, cell);
    }
    const Covers<K, P> covers(board_, side);
    for (const Set& gap : covers.gaps()) zone.insert(zone.end(), gap.begin(), gap.end());
    for (const Set& answer : covers.sets()) {
        for (const auto cell : answer) board_.template play<false>(1 - side, cell);
        walk(side, turns - 1, zone);
        for (const auto cell : answer) board_.template undo<false>(1 - side, cell);
    }
    for (const auto cell : entry.turn) board_.template undo<false>(side, cell);
}

}  // namespace inarow
