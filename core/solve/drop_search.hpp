#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

#include "solve/bound_table.hpp"
#include "solve/drop_board.hpp"
#include "solve/ideas.hpp"
#include "solve/static_bound.hpp"

namespace inarow {

/// A position of a gravity game in which the side to move cannot win at once.
template <class Word>
struct DropNode {
    Word mine;  // stones of the side to move
    Word occupied;
    Word moves;    // that do not lose at once
    Word threats;  // cells where the other side would complete a line
    int stones;
    int sign;       // 1 if the side to move is the parent's too, after forced moves; otherwise -1
    int order;      // how promising the move to it is
    Bounds bounds;  // for the side to move
    Fingerprint print;
};

/// One thread's exact search of a gravity game with null windows: is the score more than alpha?
///
/// Scores are for the side to move: 1 + the stones that the winner will not have used, 0 for a
/// draw. A node's children are first played on as long as there is only one move, then bounded
/// without search and by the table; only if that does not decide are they searched.
template <class Board, class Entry, class NearEntry>
class DropSearch {
  public:
    using Word = typename Board::Cells;
    using Node = DropNode<Word>;
    /// Asked every POLL_NODES nodes; true ends the search.
    using Poll = std::function<bool(std::uint64_t nodes)>;
    static constexpr std::uint64_t POLL_NODES = 1 << 12;

    DropSearch(const Board& board, BoundTable<Entry>& table, BoundTable<NearEntry>& near_table,
               const Ideas& ideas, int seed, Poll poll)
        : board_(board),
          table_(table),
          near_table_(near_table),
          ideas_(ideas),
          static_bound_(board_, ideas_),
          poll_(std::move(poll)),
          nodes_below_(static_cast<std::size_t>(board.cells() + 1) * board.columns()),
          top_(nodes_below_.data()) {
        for (int column = 0; column < board.columns(); ++column) {
            const int from_middle = std::abs(2 * column - (board.columns() - 1));
            preference_[column] =
                2 * (board.columns() - from_middle) + (seed * (column + 3) % 5) / 2;
        }
    }

    std::uint64_t nodes() const { return nodes_; }
    bool is_stopped() const { return is_stopped_; }
    void resume() { is_stopped_ = false; }

    /// The node of a position after all forced moves; its sign says whose score its bounds are.
    Node root(const Word& mine, const Word& occupied, int stones) const {
        Node node{};
        node.mine = mine;
        node.occupied = occupied;
        node.stones = stones;
        node.sign = 1;
        settle(node, [](const Word&) {});
        if (!node.bounds.is_exact()) look_up(node);
        return node;
    }

    /// More than alpha: the score is at least this; otherwise: at most. Means nothing once stopped.
    int search(const Node& node, int alpha) {
        if (++nodes_ % POLL_NODES == 0 && poll_(nodes_)) is_stopped_ = true;
        const Bounds bounds = narrowed(node);
        if (bounds.lower > alpha) return bounds.lower;
        if (bounds.upper <= alpha) return bounds.upper;

        const std::uint64_t start = nodes_;
        Family family(top_);
        expand(node, alpha, family);
        if (family.best <= alpha && probes_children(node)) probe(family, alpha);
        if (family.best <= alpha) descend(family, alpha);
        if (!is_stopped_) store(node, bounds, family.best, alpha, nodes_ - start + 1);
        return family.best;
    }

  private:
    static constexpr int UNBOUNDED = 1 << 20;
    static constexpr int MOST_COLUMNS = std::min(Rules::MOST_COLUMNS, BITS<Word> / 2);
    // Measured on hard openings of 7x6: the near table pays off its smaller size up to here, and
    // looking up children in the far table costs more than it saves below there.
    static constexpr int NEAR_CELLS = 18;
    static constexpr int FAR_PROBE_CELLS = 20;
    static constexpr int LEAST_PROBE_CELLS = 8;
    static constexpr int MIRROR_STONES = 20;  // later, mirror images hardly ever meet

    /// The children of a node that are still to be decided, and the best bound of the others.
    struct Family {
        explicit Family(Node* first) : nodes(first) {}

        Node* nodes;
        int count = 0;
        int best = -UNBOUNDED;
        std::array<Node*, MOST_COLUMNS> open;  // the first `count`
    };

    int cells_left(const Node& node) const { return board_.cells() - node.stones; }

    /// Plays forced moves, then bounds the score. Calls see(threats) with those that the last move
    /// made.
    template <class See>
    void settle(Node& node, See&& see) const {
        for (bool is_first = true;; is_first = false) {
            const int left = cells_left(node);
            const Word landings = board_.landings(node.occupied);
            node.threats =
                board_.completions(node.occupied ^ node.mine) & board_.board() & ~node.occupied;
            if (is_first) see(node.threats);
            const Word forced = node.threats & landings;
            Word moves = landings & ~(node.threats >> 1);
            if (forced) moves = has_several_bits(forced) ? Word(0) : moves & forced;
            if (left == 0) return decide(node, 0);
            if (!moves) return decide(node, -(left / 2));
            if (left <= 2) return decide(node, 0);
            if (has_several_bits(moves)) {
                node.moves = moves;
                node.bounds = {-((left - 2) / 2), static_bound_(node.mine, node.occupied, landings,
                                                                node.threats, (left - 1) / 2)};
                return;
            }
            node.mine = node.occupied ^ node.mine;
            node.occupied |= moves;
            ++node.stones;
            node.sign = -node.sign;
        }
    }

    static void decide(Node& node, int score) { node.bounds = {score, score}; }

    /// A child's bounds from the view of its parent's side to move.
    static Bounds seen_from_parent(const Node& child) {
        if (child.sign > 0) return child.bounds;
        return {-child.bounds.upper, -child.bounds.lower};
    }

    /// Counts a child in if its bounds do not decide about it; false when it is good enough to cut.
    static bool admit(Node& child, int alpha, Family& family) {
        const Bounds bounds = seen_from_parent(child);
        if (bounds.lower > alpha) {
            family.best = bounds.lower;
            return false;
        }
        if (bounds.upper <= alpha) {
            family.best = std::max(family.best, bounds.upper);
        } else {
            family.open[family.count++] = &child;
        }
        return true;
    }

    void expand(const Node& node, int alpha, Family& family) const {
        const Word theirs = node.occupied ^ node.mine;
        Node* child = family.nodes;
        for (Word rest = node.moves; rest; rest &= rest - Word(1)) {
            const Word move = lowest_bit(rest);
            child->mine = theirs;
            child->occupied = node.occupied | move;
            child->stones = node.stones + 1;
            child->sign = -1;
            settle(*child, [&](const Word& threats) {
                child->order = order_of(node, move, child->occupied, threats);
            });
            const int open = family.count;
            if (!admit(*child, alpha, family)) return;
            if (family.count > open) look_up(*child++);
        }
    }

    /// How promising a move is by the threats that it leaves: those that come up soon, and not
    /// directly above a threat of the other side, count most.
    int order_of(const Node& node, const Word& move, const Word& occupied,
                 const Word& threats) const {
        const int preference = preference_[board_.column_of(move)];
        if (!ideas_.threat_order) return preference;
        const Word landings = board_.landings(occupied);
        const Word useful = threats & ~(node.threats << 1);
        return preference + 32 * (4 * count_bits(threats) + 6 * count_bits(useful & landings << 1) +
                                  2 * count_bits(useful & landings << 2));
    }

    bool probes_children(const Node& node) const {
        const int left = cells_left(node);
        if (!ideas_.transposition_cuts || left < LEAST_PROBE_CELLS) return false;
        return (ideas_.near_table && left - 1 <= NEAR_CELLS) || left >= FAR_PROBE_CELLS;
    }

    void probe(Family& family, int alpha) const {
        const int count = family.count;
        family.count = 0;
        for (int i = 0; i < count; ++i) {
            Node& child = *family.open[i];
            child.bounds = narrowed(child);
            if (!admit(child, alpha, family)) return;
        }
    }

    void descend(Family& family, int alpha) {
        const auto end = family.open.begin() + family.count;
        for (auto next = family.open.begin(); next != end; ++next) {  // a few: insertion sort
            std::rotate(std::find_if(family.open.begin(), next,
                                     [&](Node* node) { return node->order < (*next)->order; }),
                        next, next + 1);
        }
        if (family.count > 0) top_ = *std::max_element(family.open.begin(), end) + 1;
        for (auto next = family.open.begin(); next != end && family.best <= alpha; ++next) {
            const Node& child = **next;
            const int score = child.sign > 0 ? search(child, alpha) : -search(child, -alpha - 1);
            if (is_stopped_) break;
            family.best = std::max(family.best, score);
        }
        top_ = family.nodes;
    }

    /// One key for a position and its mirror image.
    Word key(const Node& node) const {
        const Word key = node.mine + node.occupied + board_.bottom();
        if (!ideas_.mirror || node.stones > MIRROR_STONES) return key;
        const Word reflected = board_.mirrored(key);
        return reflected < key ? reflected : key;
    }

    bool is_near(const Node& node) const {
        return ideas_.near_table && cells_left(node) <= NEAR_CELLS;
    }

    void look_up(Node& node) const {
        if (is_near(node)) {
            node.print = near_table_.fingerprint(key(node));
        } else {
            node.print = table_.fingerprint(key(node));
            table_.prefetch(node.print);
        }
    }

    Bounds narrowed(const Node& node) const {
        return is_near(node) ? near_table_.narrowed(node.print, node.bounds)
                             : table_.narrowed(node.print, node.bounds);
    }

    void store(const Node& node, Bounds bounds, int score, int alpha, std::uint64_t spent) {
        if (score > alpha) bounds.lower = std::max(bounds.lower, score);
        if (score <= alpha) bounds.upper = std::min(bounds.upper, score);
        const int width = std::bit_width(spent);
        const int half = width >= 2 ? static_cast<int>(spent >> (width - 2) & 1) : 0;
        const int effort = std::min(2 * width + half, BoundTable<Entry>::MOST_EFFORT);
        if (is_near(node)) {
            near_table_.store(node.print, bounds, effort);
        } else {
            table_.store(node.print, bounds, effort);
        }
    }

    const Board& board_;
    BoundTable<Entry>& table_;
    BoundTable<NearEntry>& near_table_;
    const Ideas& ideas_;
    const StaticBound<Board> static_bound_;
    const Poll poll_;
    std::array<int, MOST_COLUMNS> preference_{};  // by column: the middle first
    std::vector<Node> nodes_below_;               // children of the nodes on the way down
    Node* top_;                                   // the first free one
    std::uint64_t nodes_ = 0;
    bool is_stopped_ = false;
};

}  // namespace inarow
