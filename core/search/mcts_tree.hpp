#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "search/mcts_board.hpp"
#include "search/result.hpp"

namespace inarow {

/// What can be set about the tree search.
struct MctsOptions {
    double exploration = 1.4;  // how much a promising move is tried against what was found
    double sharpness = 1.0;    // how much more promising moves are preferred
    double first_play = 0.25;  // how much worse than its parent an untried move is thought
    int width = 16;            // moves of a new node; all where there are few
};

/// A tree of positions, grown one leaf at a time to where a good move is likely. Every edge is one
/// stone. Nodes whose result is proved hand it up, so that play is perfect once the root is proved.
///
/// Proofs are also kept by position, so that they hold however the position comes about.
///
/// The nodes live in a pool of fixed size. When it is full, the children of nodes that were
/// seldom visited are given up.
class MctsTree {
  public:
    /// The board must be empty.
    MctsTree(const Rules& rules, const MctsOptions& options, std::unique_ptr<MctsBoard> board);

    /// Takes up a position with a pool of so many bytes. What is known of it from before is kept.
    void start(const Position& position, std::size_t bytes, std::span<const Turn> excluded);

    /// Adds one leaf; false if the root is proved or nothing is left to try.
    bool grow();

    /// Fills in the score, the turn and the line, and the depth in turns.
    void fill(Result& result) const;

    void forget();
    /// The moves of the root with how often each was visited; a proved win alone if there is one.
    std::vector<std::pair<Cell, int>> visits() const;
    std::size_t bytes() const {
        return pool_.capacity() * sizeof(Node) + proved_.size() * sizeof(Proved);
    }

    /// Adds the visits of the root's moves that another tree of the same position has.
    void add_visits_of(const MctsTree& that);

  private:
    // A proof and a value are those of the side that moved to the node; at the root, of the side
    // to move.
    enum class Proof : std::uint8_t { NONE, LOSS, DRAW, WIN };
    struct Node {
        double mean = 0;   // of what was found below, as far as it can still be reached
        float judged = 0;  // by the evaluation, before there was anything below
        float prior = 0;
        std::int32_t visits = 0;
        std::int32_t children = NONE;  // the first of them
        std::uint16_t count = 0;
        std::uint16_t move = 0;
        std::uint16_t end = 0;  // stones on the board at the end of a proved game
        Proof proof = Proof::NONE;
        bool is_complete = false;  // the children are all legal moves
        bool is_excluded = false;
        bool has_draw = false;  // a child is proved to be a draw
    };
    enum class Rank : std::uint8_t { LOST, WORSE, DRAWN, OPEN, WON };
    static constexpr std::int32_t NONE = -1;
    /// A proof for the side to move in the position with the key.
    struct Proved {
        std::uint64_t key = 0;
        std::uint16_t end = 0;
        Proof proof = Proof::NONE;
    };
    struct Step {
        std::int32_t node;
        int mover;
    };

    void play(Cell cell);
    void undo();
    bool widen(std::int32_t index);
    void make_room();
    void compact(std::int32_t least_visits);
    std::int32_t chosen_child(const Node& node) const;
    bool decide(Node& node, int mover);
    bool recall(Node& node, int mover) const;
    void remember(const Node& node, int mover);
    Proved& place_of_proof() { return proved_[position_.key() & (proved_.size() - 1)]; }
    bool prove(Node& node, int mover) const;
    void judge(Node& node, int mover) const;
    void sum_up(Node& node, int mover) const;
    void back_up(bool is_proof);
    std::vector<std::int32_t> ranked_children(const Node& node) const;
    bool choose_turn(const Node& node, int stones, const Turn& turn,
                     std::vector<std::int32_t>& line) const;
    int target_width(const Node& node) const;
    bool follow(const Position& position);
    void exclude(std::span<const Turn> excluded);
    static Rank rank_of(const Node& node, const Node& child);
    static Proof turned(Proof proof);
    static double value_of(Proof proof);

    Rules rules_;
    MctsOptions options_;
    Position position_;
    std::unique_ptr<MctsBoard> board_;
    std::size_t most_new_;  // nodes that one leaf may take
    std::vector<Node> pool_;
    std::vector<Proved> proved_;  // a power of two of them
    std::size_t capacity_ = 0;
    std::vector<Turn> excluded_;
    std::vector<Step> path_;
    std::vector<Promise> promises_;
};

}  // namespace inarow
