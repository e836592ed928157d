#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "solve/bound_table.hpp"
#include "solve/drop_board.hpp"

namespace inarow {

struct Ideas {
    bool following = true;
    bool zugzwang = true;
    bool base_pairs = true;
    bool transposition_cuts = true;
    bool dead_stones = false;
    bool threat_order = true;
    bool mirror = true;
    int near_empty = 14;
    int etc_empty = 8;
    int etc_far = 15; int x1=1,x2=1,x3=0,x4=0,x5=0;   // ETC while at least so many cells are empty
    int mirror_stones = 20;
    int dead_stones_from = 8;
    int w1 = 6, w2 = 2, w3 = 4;
};

template <class Board, class Entry, class NearEntry>
class DropSearch {
   public:
    using Word = typename Board::Cells;

    struct Node {
        Word mine;
        Word occupied;
        Word moves;    // those that do not lose at once
        Word threats;  // of the other side
        int stones;
        Bounds bounds;
        Fingerprint print;
        int sign;
        int order;
    };

    DropSearch(const Board& board, BoundTable<Entry>& table, BoundTable<NearEntry>& near, const Ideas& ideas)
        : board_(board), table_(table), near_(near), ideas_(ideas), arena_((board.cells() + 2) * board.columns() + 1) {
        top_ = arena_.data();
        for (int c = 0; c < board.columns(); ++c) for (int r = 0; r < board.stride(); ++r) centre_.push_back(board.columns() - std::abs(2 * c - (board.columns() - 1)));
    }

    std::uint64_t nodes = 0; static inline std::uint64_t histo[130];

    /// Plays forced moves and finds bounds without search.
    void settle(Node& node, const Node* parent = nullptr, const Word& move = Word(0)) {
        const int cells = board_.cells();
        while (true) {
            const int left = cells - node.stones;
            const Word theirs = node.occupied ^ node.mine;
            const Word empty = board_.board() & ~node.occupied;
            const Word landings = board_.landings(node.occupied);
            node.threats = board_.completions(theirs) & empty;
            const Word forced = node.threats & landings;
            if (parent) set_order(node, *parent, move, node.threats, landings);
            parent = nullptr;
            Word moves = landings & ~(node.threats >> 1);
            if (forced) moves = has_several_bits(forced) ? Word(0) : moves & forced;
            if (left == 0) return set(node, 0);
            if (!moves) return set(node, -(left / 2));
            if (left <= 2) return set(node, 0);
            if (has_several_bits(moves)) {
                node.moves = moves;
                node.bounds = {-((left - 2) / 2), (left - 1) / 2};
                return bound(node, theirs, empty, landings);
            }
            node.mine = theirs;
            node.occupied = node.occupied | moves;
            node.stones += 1;
            node.sign = -node.sign;
        }
    }

    Word key(const Node& node) const {
        Word mine = node.mine;
        if (ideas_.dead_stones && node.stones >= ideas_.dead_stones_from) {
            const Word theirs = node.occupied ^ mine;
            const Word dead = theirs & ~board_.live_cells(mine, theirs);
            if (dead) mine |= dead & ~board_.open_cells(theirs & ~dead);
        }
        const Word key = mine + node.occupied + board_.bottom();
        if (!ideas_.mirror || node.stones > ideas_.mirror_stones) return key;
        const Word reflected = board_.mirrored(key);
        return reflected < key ? reflected : key;
    }

    int search(Node& node, int alpha) {
        ++nodes; ++histo[node.stones];
        Bounds bounds = node.bounds;
        narrow(node, bounds);
        if (bounds.lower > alpha) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;
        const std::uint64_t start = nodes;

        Node* children = top_;
        int count = 0;
        int best = -10000;
        const Word theirs = node.occupied ^ node.mine;
        const Word landings = board_.landings(node.occupied);
        Word rest = node.moves;
        if (ideas_.x3 && node.stones >= ideas_.x3) {
            // columns without live cells are all the same
            const Word live = (board_.live_cells(node.mine, theirs) & ~node.occupied) | (node.threats | landings) ;
            (void)live;
            const Word lively = board_.live_cells(node.mine, theirs) & board_.board() & ~node.occupied;
            Word dead = rest;
            // a column is dead if no live empty cell
            for (Word d = rest; d; d &= d - Word(1)) {
                const Word one = lowest_bit(d);
                if (board_.upward(one) & lively) dead ^= one;
            }
            if (dead) rest ^= dead ^ lowest_bit(dead);
        }
        while (rest) {
            const Word move = lowest_bit(rest);
            rest ^= move;
            Node& child = children[count];
            child.mine = theirs;
            child.occupied = node.occupied | move;
            child.stones = node.stones + 1;
            child.sign = -1;
            settle(child, &node, move);
            turn(child);
            if (child.bounds.lower > alpha) {
                store(node, bounds, child.bounds.lower, alpha, start);
                return child.bounds.lower;
            }
            if (child.bounds.upper <= alpha) {
                best = std::max(best, child.bounds.upper);
                continue;
            }
            mark(child);
            if (ideas_.x4) more_order(child);
            ++count;
        }
        const int left = board_.cells() - node.stones;
        if (ideas_.transposition_cuts && left >= ideas_.etc_empty && (left - 1 <= ideas_.near_empty || left >= ideas_.etc_far)) {
            int kept = 0;
            for (int i = 0; i < count; ++i) {
                Node& child = children[i];
                turn(child);
                narrow(child, child.bounds);
                turn(child);
                if (child.bounds.lower > alpha) {
                    store(node, bounds, child.bounds.lower, alpha, start);
                    return child.bounds.lower;
                }
                if (child.bounds.upper <= alpha) {
                    best = std::max(best, child.bounds.upper);
                    continue;
                }
                if (kept != i) children[kept] = child;
                ++kept;
            }
            count = kept;
        }
        (void)landings;
        std::array<Node*, 32> sorted;
        for (int i = 0; i < count; ++i) {
            int j = i;
            for (; j > 0 && sorted[j - 1]->order < children[i].order; --j) sorted[j] = sorted[j - 1];
            sorted[j] = &children[i];
        }
        top_ = children + count;
        for (int i = 0; i < count; ++i) {
            Node& child = *sorted[i];
            turn(child);  // bounds back to child's view
            const int value = child.sign > 0 ? search(child, alpha) : -search(child, -alpha - 1);
            best = std::max(best, value);
            if (best > alpha) break;
        }
        top_ = children;
        store(node, bounds, best, alpha, start);
        return best;
    }

   private:
    void more_order(Node& child) {
        const bool even = (board_.cells() - child.stones) % 2 == 0;
        const Word theirs = child.occupied ^ child.mine;
        const Word empty = board_.board() & ~child.occupied;
        const Word landings = board_.landings(child.occupied);
        const Word claims = board_.following() & empty & ~landings;
        // the leader: to move when even
        const Word leader = even ? child.mine : theirs;
        const Word set = leader | (empty & ~claims);
        const int lines = board_.count_lines(set);
        const Word fol = even ? theirs : child.mine;
        const int flines = ideas_.x5 ? board_.count_lines(fol | (empty & board_.following())) : 0;
        // good for leader: lines
        const bool leader_is_parent = even == (child.sign > 0);
        child.order += (leader_is_parent ? 1 : -1) * (ideas_.x4 * lines - ideas_.x5 * flines);
    }
    static void set(Node& node, int value) { node.bounds = {value, value}; }

    /// bounds from the child's view to the parent's and back
    static void turn(Node& child) {
        if (child.sign < 0) child.bounds = {-child.bounds.upper, -child.bounds.lower};
    }

    void set_order(Node& child, const Node& parent, const Word& move, const Word& threats,
                   const Word& landings) const {
        const int place = lowest_place(move);
        child.order = centre_[place];
        if (!ideas_.threat_order) return;
        const Word useful = threats & ~(parent.threats << 1);
        child.order += 16 * (ideas_.w3 * count_bits(threats) + ideas_.w1 * count_bits(useful & (landings << 1)) +
                             ideas_.w2 * count_bits(useful & (landings << 2)));
    }

    void bound(Node& node, const Word& theirs, const Word& empty, const Word& landings) {
        const int left = board_.cells() - node.stones;
        if (left % 2 == 0 && ideas_.following) {
            const Word claims = board_.following() & empty & ~landings;
            const Word wins = node.threats & board_.following();
            const Word closed = board_.upward(wins);
            const Word mine = board_.board() & ~theirs & ~claims & ~closed;
            if (cannot_win(mine, landings & board_.following())) {
                int upper = 0;
                if (wins) {
                    upper = -(count_bits(board_.upward(wins >> 1)) / 2);
                } else {
                    if (!ideas_.x1) { if (board_.has_line(theirs | claims)) upper = -1; }
                    else {
                    Word below = claims;
                    for (int unused = 0; unused < board_.rows() && board_.has_line(theirs | below); unused += 2) {
                        upper = -1 - unused / 2;
                        below &= ~((board_.guards() >> (unused + 1)));
                    }
                    }
                }
                node.bounds.upper = std::min(node.bounds.upper, upper);
            } else if (ideas_.x2 && has_several_bits(node.threats & ~board_.following())) {
                two_threats(node, theirs, empty, landings);
            }
            return;
        }
        if (!board_.has_line(board_.board() & ~theirs)) {
            node.bounds.upper = std::min(node.bounds.upper, 0);
        }
        if (left % 2 == 1 && ideas_.zugzwang) {
            Word candidates = node.threats & ~board_.following();
            while (candidates) {
                const Word threat = lowest_bit(candidates);
                candidates ^= threat;
                const Word column = board_.column(board_.column_of(threat));
                const Word claimed = board_.following() ^ column;  // parity turned in that column
                const Word wins = (node.threats & claimed) | threat;
                const Word closed = board_.upward(wins);
                const Word region = board_.upward(wins >> 1);
                const Word claims = claimed & empty & ~landings;
                const Word mine = board_.board() & ~theirs & ~claims & ~closed;
                if (cannot_win(mine, landings & claimed & ~region)) {
                    node.bounds.upper = std::min(node.bounds.upper, -(count_bits(region) / 2));
                }
            }
        }
    }

    void two_threats(Node& node, const Word& theirs, const Word& empty, const Word& landings) {
        for (Word one = node.threats & ~board_.following(); one; one &= one - Word(1)) {
            const Word a = lowest_bit(one);
            for (Word two = one & (one - Word(1)); two; two &= two - Word(1)) {
                const Word b = lowest_bit(two);
                const int ca = board_.column_of(a), cb = board_.column_of(b);
                if (ca == cb) continue;
                const Word claimed = board_.following() ^ board_.column(ca) ^ board_.column(cb);
                const Word wins = (node.threats & claimed) | a | b;
                const Word closed = board_.upward(wins);
                const Word region = board_.upward(wins >> 1);
                const Word claims = claimed & empty & ~landings;
                const Word mine = board_.board() & ~theirs & ~claims & ~closed;
                if (cannot_win(mine, landings & claimed & ~region)) {
                    node.bounds.upper = std::min(node.bounds.upper, -(count_bits(region) / 2));
                }
            }
        }
    }

    /// Whether no line fits in these cells, when of two landing cells the other side gets one.
    bool cannot_win(const Word& mine, const Word& shared) const {
        if (!board_.has_line(mine)) return true;
        if (!ideas_.base_pairs || !shared) return false;
        const Word first = lowest_bit(shared);
        const Word second = shared ^ first;
        if (has_several_bits(second)) return false;
        return !board_.has_line(mine & ~first) && !board_.has_line(mine & ~second);
    }

    bool is_near(const Node& node) const { return board_.cells() - node.stones <= ideas_.near_empty; }
    void narrow(const Node& node, Bounds& bounds) const {
        if (is_near(node)) near_.narrow(node.print, bounds); else table_.narrow(node.print, bounds);
    }
    public:
    void mark(Node& node) const {
        if (is_near(node)) node.print = near_.fingerprint(key(node));
        else {
            node.print = table_.fingerprint(key(node));
            table_.prefetch(node.print);
        }
    }
    private:
    void store(const Node& node, Bounds bounds, int value, int alpha, std::uint64_t start) {
        if (value > alpha) bounds.lower = std::max(bounds.lower, value);
        else bounds.upper = std::min(bounds.upper, value);
        const std::uint64_t spent = nodes - start + 1;
        const int width = std::bit_width(spent);
        const int fine = width >= 2 ? static_cast<int>(spent >> (width - 2) & 1) : 0;
        const int effort = std::min(63, 2 * width + fine);
        if (is_near(node)) near_.store(node.print, bounds, effort); else table_.store(node.print, bounds, effort);
    }

    const Board& board_;
    BoundTable<Entry>& table_;
    BoundTable<NearEntry>& near_;
    const Ideas& ideas_;
    std::vector<Node> arena_;
    Node* top_;
    std::vector<int> centre_;
};

}  // namespace inarow
