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
#include "solve/lanes.hpp"
#include "solve/static_bound.hpp"

namespace inarow {

/// A position of a gravity game in which the side to move cannot win at once.
template <class Word, class Place>
struct DropNode {
    Word mine;  // stones of the side to move
    Word occupied;
    Word moves;    // that do not lose at once
    Word threats;  // cells where the other side would complete a line
    int stones;
    int sign;       // 1 if the side to move is the parent's too, after forced moves; otherwise -1
    int order;      // how promising the move to it is
    Bounds bounds;  // for the side to move
    Place place;    // in the table
};

/// One thread's exact search of a gravity game with null windows: is the score more than alpha?
///
/// Scores are for the side to move: 1 + the stones that the winner will not have used, 0 for a
/// draw. A node's children are first played on as long as there is only one move, then bounded
/// without search and by the table; only if that does not decide are they searched.
template <class Board, class Entry>
class DropSearch {
  public:
    using Word = typename Board::Cells;
    using Node = DropNode<Word, typename BoundTable<Entry>::Place>;
    /// Asked every POLL_NODES nodes; true ends the search.
    using Poll = std::function<bool(std::uint64_t nodes)>;
    static constexpr std::uint64_t POLL_NODES = 1 << 9;
    /// Told of what it took so many nodes to prove.
    struct Listener {
        std::function<void(const Node& node, Bounds bounds)> tell;
        std::uint64_t nodes = UINT64_MAX;
    };

    DropSearch(const Board& board, BoundTable<Entry>& table, BoundTable<Entry>& near_table,
               const Ideas& ideas, int seed, Poll poll, Listener listener)
        : board_(board),
          table_(table),
          near_table_(near_table),
          ideas_(ideas),
          static_bound_(board_, ideas_),
          poll_(std::move(poll)),
          listener_(std::move(listener)),
          first_place_(std::max(0, board.columns() - LANES) / 2 * board.stride()),
          nodes_below_(static_cast<std::size_t>(board.cells() + 1) * board.columns()),
          top_(nodes_below_.data()) {
        for (int column = 0; column < board.columns(); ++column) {
            const int from_middle = std::abs(2 * column - (board.columns() - 1));
            std::fill_n(&preference_[column * board.stride()], board.rows(),
                        2 * (board.columns() - from_middle) + (seed * (column + 3) % 5) / 2);
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
        settle(node);
        if (!node.bounds.is_exact()) look_up(node);
        return node;
    }

    /// More than alpha: the score is at least this; otherwise: at most. Means nothing once stopped.
    int search(const Node& node, int alpha) {
        if (++nodes_ % POLL_NODES == 0 && poll_(nodes_)) is_stopped_ = true;
        const Bounds bounds = BoundTable<Entry>::narrowed(node.place, node.bounds);
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
    using Cells = typename Lanes<Word>::Cells;
    static constexpr int LANES = Lanes<Word>::COUNT;
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
        explicit Family(Node* first) : nodes(first), end(first) {}

        Node* nodes;
        Node* end;
        int count = 0;
        int best = -UNBOUNDED;
        std::array<Node*, MOST_COLUMNS> open;  // the first `count`
    };

    int cells_left(const Node& node) const { return board_.cells() - node.stones; }

    /// Plays forced moves, then bounds the score.
    void settle(Node& node) const {
        for (;;) {
            const Scene<Word> scene = scene_of(node.occupied ^ node.mine, node.occupied);
            node.threats = scene.threats;
            node.moves = safe_moves(scene);
            const auto has_lines = [&] {
                return static_cast<bool>(static_bound_.lines(scene, cells_left(node) % 2 == 0));
            };
            if (is_settled(node, scene, has_lines)) return;
            play_forced(node);
        }
    }

    /// What the stones of the side that is not to move make of positions.
    template <class Cells>
    Scene<Cells> scene_of(const Cells& theirs, const Cells& occupied) const {
        const Cells empty = board_.board() & ~occupied;
        return {board_.board() & ~theirs, empty, board_.landings(occupied),
                board_.completions(theirs) & empty};
    }

    /// The moves that do not lose at once; only a block where one is needed.
    template <class Cells>
    static Cells safe_moves(const Scene<Cells>& scene) {
        const Cells forced = scene.threats & scene.landings;
        const Cells several = forced & (forced - Word(1));
        const Cells allowed = zeros(forced) | (forced & zeros(several));
        return scene.landings & ~(scene.threats >> 1) & allowed;
    }

    /// Bounds the score, unless there is but one move: then it is false.
    template <class HasLines>
    bool is_settled(Node& node, const Scene<Word>& scene, HasLines&& has_lines) const {
        const int left = cells_left(node);
        if (left == 0) {
            decide(node, 0);
        } else if (!node.moves) {
            decide(node, -(left / 2));
        } else if (left <= 2) {
            decide(node, 0);
        } else if (has_several_bits(node.moves)) {
            node.bounds = {-((left - 2) / 2),
                           static_bound_(scene, left % 2 == 0, has_lines(), (left - 1) / 2)};
        } else {
            return false;
        }
        return true;
    }

    static void play_forced(Node& node) {
        node.mine = node.occupied ^ node.mine;
        node.occupied |= node.moves;
        ++node.stones;
        node.sign = -node.sign;
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

    /// The children, as many at once as there are lanes; ends early when one is good enough to cut.
    void expand(const Node& node, int alpha, Family& family) const {
        for (Word rest = rotated_down(node.moves, first_place_); rest;) {
            const int count = std::min(LANES, count_bits(rest));
            std::array<Word, LANES> moves;
            for (Word& move : moves) {
                move = rotated_down(lowest_bit(rest), (BITS<Word> - first_place_) % BITS<Word>);
                rest &= rest - Word(1);
            }
            if (!expand(node, moves, count, alpha, family)) return;
        }
    }

    /// The children by the first `count` moves; false when one is good enough to cut. Never
    /// inlined: what it needs of the stack would then be taken once for every stone of the line
    /// searched.
    [[gnu::noinline]] bool expand(const Node& node, const std::array<Word, LANES>& moves, int count,
                                  int alpha, Family& family) const {
        const Word theirs = node.occupied ^ node.mine;
        const Cells move = Lanes<Word>::of(moves.data());
        const Cells occupied = node.occupied | move;
        const Scene<Cells> scenes = scene_of<Cells>(node.mine | move, occupied);
        const Cells safe = safe_moves(scenes);
        const Cells lines = static_bound_.lines(scenes, cells_left(node) % 2 != 0);
        const Cells useful = scenes.threats & ~(node.threats << 1);
        const Cells soon = useful & scenes.landings << 1;
        const Cells later = useful & scenes.landings << 2;
        for (int i = 0; i < count; ++i) {
            Node& child = *family.end;
            child.mine = theirs;
            child.occupied = at(occupied, i);
            child.threats = at(scenes.threats, i);
            child.moves = at(safe, i);
            child.stones = node.stones + 1;
            child.sign = -1;
            child.order = order_of(moves[i], child.threats, at(soon, i), at(later, i));
            const Scene<Word> scene{at(scenes.free, i), at(scenes.empty, i), at(scenes.landings, i),
                                    child.threats};
            if (!is_settled(child, scene, [&] { return static_cast<bool>(at(lines, i)); })) {
                play_forced(child);
                settle(child);
            }
            const int open = family.count;
            if (!admit(child, alpha, family)) return false;
            if (family.count > open) {
                look_up(child);
                ++family.end;
            }
        }
        return true;
    }

    static Word at(const Cells& cells, int lane) { return Lanes<Word>::at(cells, lane); }

    /// How promising a move is by the threats that it leaves: those that come up soon, and not
    /// directly above a threat of the other side, count most.
    int order_of(const Word& move, const Word& threats, const Word& soon, const Word& later) const {
        const int preference = preference_[lowest_place(move)];
        if (!ideas_.threat_order) return preference;
        return preference +
               32 * (4 * count_bits(threats) + 6 * count_bits(soon) + 2 * count_bits(later));
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
            child.bounds = BoundTable<Entry>::narrowed(child.place, child.bounds);
            if (!admit(child, alpha, family)) return;
        }
    }

    void descend(Family& family, int alpha) {
        top_ = family.end;
        for (; family.count > 0 && family.best <= alpha; --family.count) {
            const Node& child = *most_promising(family);
            const int score = child.sign > 0 ? search(child, alpha) : -search(child, -alpha - 1);
            if (is_stopped_) break;
            family.best = std::max(family.best, score);
        }
        top_ = family.nodes;
    }

    /// Takes the best open child out; the last one fills its place.
    static Node* most_promising(Family& family) {
        int best = 0;
        for (int i = 1; i < family.count; ++i) {
            if (family.open[i]->order > family.open[best]->order) best = i;
        }
        Node* const node = family.open[best];
        family.open[best] = family.open[family.count - 1];
        return node;
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
        node.place = (is_near(node) ? near_table_ : table_).place(key(node));
        __builtin_prefetch(node.place.bucket);
    }

    void store(const Node& node, Bounds bounds, int score, int alpha, std::uint64_t spent) {
        if (score > alpha) bounds.lower = std::max(bounds.lower, score);
        if (score <= alpha) bounds.upper = std::min(bounds.upper, score);
        const int width = std::bit_width(spent);
        const int half = width >= 2 ? static_cast<int>(spent >> (width - 2) & 1) : 0;
        const int effort = std::min(2 * width + half, BoundTable<Entry>::MOST_EFFORT);
        (is_near(node) ? near_table_ : table_).store(node.place, bounds, effort);
        if (spent >= listener_.nodes) listener_.tell(node, bounds);
    }

    const Board& board_;
    BoundTable<Entry>& table_;
    BoundTable<Entry>& near_table_;
    const Ideas& ideas_;
    const StaticBound<Board> static_bound_;
    const Poll poll_;
    const Listener listener_;
    const int first_place_;                     // of the columns that are looked at first
    std::array<int, BITS<Word>> preference_{};  // by place: the middle first
    std::vector<Node> nodes_below_;             // children of the nodes on the way down
    Node* top_;                                 // the first free one
    std::uint64_t nodes_ = 0;
    bool is_stopped_ = false;
};

}  // namespace inarow
