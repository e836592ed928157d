#include "search/mcts_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace inarow {
namespace {

constexpr std::int32_t ROOT = 0;
constexpr double LEAST_HOPE = 0.1;
constexpr int NOBODY = -1;  // moved to the root

}  // namespace

MctsTree::MctsTree(const Rules& rules, const MctsOptions& options, std::unique_ptr<MctsBoard> board)
    : rules_(rules),
      options_(options),
      position_(rules),
      board_(std::move(board)),
      most_new_(2 * static_cast<std::size_t>(rules.gravity ? rules.columns : rules.cells())) {}

double MctsTree::value_of(Proof proof) {
    return proof == Proof::WIN ? 1 : proof == Proof::LOSS ? -1 : 0;
}

MctsTree::Proof MctsTree::turned(Proof proof) {
    if (proof == Proof::WIN) return Proof::LOSS;
    return proof == Proof::LOSS ? Proof::WIN : proof;
}

void MctsTree::play(Cell cell) {
    board_->play(index_of(position_.to_move()), cell);
    position_.play(cell);
}

void MctsTree::undo() {
    const Cell cell = position_.last_move();
    position_.undo();
    board_->undo(index_of(position_.to_move()), cell);
}

void MctsTree::forget() {
    pool_ = {};
    std::fill(proved_.begin(), proved_.end(), Proved{});
    capacity_ = 0;
    while (position_.stones() > 0) undo();
}

std::vector<std::pair<Cell, int>> MctsTree::visits() const {
    std::vector<std::pair<Cell, int>> found;
    const Node& root = pool_[ROOT];
    const std::vector<std::int32_t> ranked = ranked_children(root);
    for (const std::int32_t index : ranked) {
        const Node& child = pool_[index];
        const Rank rank = rank_of(root, child);
        const bool is_hopeless = rank < Rank::DRAWN && index != ranked.front();
        found.emplace_back(child.move, is_hopeless ? 0 : std::max(child.visits, 1));
        if (index == ranked.front() && rank == Rank::WON) break;
    }
    return found;
}

void MctsTree::start(const Position& position, std::size_t bytes, std::span<const Turn> excluded) {
    // An eighth is for proofs. Giving up nodes takes a second pool for a moment.
    const std::size_t capacity = std::max(8 * most_new_, bytes / 8 * 7 / sizeof(Node) / 2);
    const std::size_t proofs =
        std::bit_floor(std::max<std::size_t>(bytes / 8 / sizeof(Proved), 64));
    if (proofs != proved_.size()) proved_.assign(proofs, Proved{});
    const bool is_known = capacity == capacity_ && excluded_.empty() && excluded.empty() &&
                          !pool_.empty() && follow(position);
    excluded_.assign(excluded.begin(), excluded.end());
    if (is_known) return;
    if (capacity != capacity_) {
        pool_ = {};
        pool_.reserve(capacity);
        capacity_ = capacity;
    }
    pool_.assign(1, Node{});
    while (position_.stones() > 0) undo();
    for (const Cell cell : position.history()) play(cell);
    judge(pool_[ROOT], NOBODY);
    if (!excluded.empty()) exclude(excluded);
}

/// Goes down the tree to a position that comes after the root's, and gives up all else.
bool MctsTree::follow(const Position& position) {
    const auto old = position_.history();
    const auto now = position.history();
    if (now.size() < old.size() || !std::equal(old.begin(), old.end(), now.begin())) return false;
    std::int32_t index = ROOT;
    for (std::size_t i = old.size(); i < now.size(); ++i) {
        const Node& node = pool_[index];
        std::int32_t next = NONE;
        for (int child = 0; child < node.count; ++child) {
            if (pool_[node.children + child].move == now[i]) next = node.children + child;
        }
        if (next == NONE) return false;
        index = next;
    }
    const std::size_t known = old.size();
    for (std::size_t i = known; i < now.size(); ++i) play(now[i]);
    if (index == ROOT) return true;
    Node root = pool_[index];
    if (position_.at(position_.last_move()) != stone_of(position_.to_move())) {
        root.mean = -root.mean;
        root.judged = -root.judged;
    }
    root.proof = Proof::NONE;  // it is told again, for nobody moved to the root
    pool_[ROOT] = root;
    compact(0);
    prove(pool_[ROOT], NOBODY);
    return true;
}

/// Turns of one stone are not tried at all; longer ones are left out when the turn is chosen.
void MctsTree::exclude(std::span<const Turn> excluded) {
    while (widen(ROOT) && !pool_[ROOT].is_complete) {
    }
    Node& root = pool_[ROOT];
    for (int i = 0; i < root.count; ++i) {
        Node& child = pool_[root.children + i];
        for (const Turn& turn : excluded)
            child.is_excluded |= turn.size() == 1 && *turn.begin() == child.move;
    }
}

bool MctsTree::grow() {
    if (pool_[ROOT].proof != Proof::NONE) return false;
    if (pool_.size() + most_new_ > capacity_) make_room();
    path_.assign(1, {ROOT, NOBODY});
    bool is_proof = false;
    while (true) {
        const std::int32_t index = path_.back().node;
        const int mover = path_.back().mover;
        const int side = index_of(position_.to_move());
        Node& node = pool_[index];
        is_proof = node.proof != Proof::NONE || decide(node, mover);
        if (is_proof) {
            node.mean = value_of(node.proof);
            break;
        }
        if (node.visits == 0 && index != ROOT) {
            judge(node, mover);
            break;
        }
        if (node.count < target_width(node) && !node.is_complete) widen(index);
        const std::int32_t child = chosen_child(pool_[index]);
        if (child == NONE) {  // all that are there are lost, or left out
            if (!pool_[index].is_complete && widen(index)) continue;
            while (path_.size() > 1) {
                undo();
                path_.pop_back();
            }
            return false;
        }
        path_.push_back({child, side});
        play(pool_[child].move);
    }
    back_up(is_proof);
    return true;
}

/// Asks the evaluation what a new node is worth.
void MctsTree::judge(Node& node, int mover) const {
    const int side = index_of(position_.to_move());
    const double own = board_->value(side, position_.stones_left());
    node.judged = static_cast<float>(mover == side || mover == NOBODY ? own : -own);
    node.mean = node.judged;
}

/// Whether the rules or the threats on the board already tell the result.
bool MctsTree::decide(Node& node, int mover) {
    const int side = index_of(position_.to_move());
    if (position_.is_over()) {
        node.end = static_cast<std::uint16_t>(position_.stones());
        const Outcome outcome = position_.outcome();
        const int winner = outcome == Outcome::FIRST_WINS ? 0 : 1;
        node.proof = outcome == Outcome::DRAW ? Proof::DRAW
                     : winner == mover        ? Proof::WIN
                                              : Proof::LOSS;
        return true;
    }
    if (mover == NOBODY) return false;  // a root needs a move
    if (recall(node, mover)) return true;
    if (node.visits > 0) return false;  // looked at before
    if (board_->is_dead()) {
        node.proof = Proof::DRAW;
        node.end = static_cast<std::uint16_t>(rules_.cells());
        return true;
    }
    const int stones = std::min(position_.stones_left(), rules_.cells() - position_.stones());
    const int needed = board_->stones_to_win(side, stones);
    const bool is_lost = needed == 0 && board_->is_lost(side, stones);
    if (needed == 0 && !is_lost) return false;
    const bool mover_wins = (side == mover) == (needed > 0);
    node.proof = mover_wins ? Proof::WIN : Proof::LOSS;
    const int end = needed > 0 ? position_.stones() + needed : position_.stones() + stones + 1;
    node.end = static_cast<std::uint16_t>(end);
    return true;
}

/// Whether the position was proved before, by whatever moves it came about.
bool MctsTree::recall(Node& node, int mover) const {
    const Proved& known = proved_[position_.key() & (proved_.size() - 1)];
    if (known.proof == Proof::NONE || known.key != position_.key()) return false;
    node.proof = index_of(position_.to_move()) == mover ? known.proof : turned(known.proof);
    node.end = known.end;
    return true;
}

void MctsTree::remember(const Node& node, int mover) {
    if (mover == NOBODY || position_.is_over()) return;  // moves of a root may be left out
    const Proof proof = index_of(position_.to_move()) == mover ? node.proof : turned(node.proof);
    place_of_proof() = {position_.key(), node.end, proof};
}

/// Whether the children tell the result of a node: a win among them, or all of them proved.
bool MctsTree::prove(Node& node, int mover) const {
    if (node.proof != Proof::NONE || node.count == 0) return false;
    Proof best = Proof::LOSS;
    int end = 0;
    bool is_whole = node.is_complete;
    node.has_draw = false;
    const Node* children = pool_.data() + node.children;
    for (int i = 0; i < node.count; ++i) {
        const Node& child = children[i];
        if (child.is_excluded) continue;
        if (child.proof == Proof::NONE) {
            is_whole = false;
            continue;
        }
        node.has_draw |= child.proof == Proof::DRAW;
        if (child.proof == Proof::WIN) {
            if (best != Proof::WIN || child.end < end) end = child.end;
            best = Proof::WIN;
        } else if (best != Proof::WIN && child.proof >= best) {
            end = child.proof > best ? child.end : std::max<int>(end, child.end);
            best = child.proof;
        }
    }
    if (best != Proof::WIN && !is_whole) return false;
    const int side = index_of(position_.to_move());
    node.proof = mover == side || mover == NOBODY ? best : turned(best);
    node.end = static_cast<std::uint16_t>(end);
    return true;
}

/// The mean of what the children are worth, without those that are proved: nobody has to play a
/// lost move, whatever was thought of it before, or to accept less than a draw in hand.
void MctsTree::sum_up(Node& node, int mover) const {
    const int side = index_of(position_.to_move());
    const double sign = mover == side || mover == NOBODY ? 1 : -1;
    double sum = sign * node.judged;
    int visits = 1;
    for (std::int32_t index = node.children; index < node.children + node.count; ++index) {
        const Node& child = pool_[index];
        if (child.proof != Proof::NONE || child.is_excluded) continue;
        sum += child.visits * child.mean;
        visits += child.visits;
    }
    const double own = sum / visits;
    node.mean = sign * (node.has_draw ? std::max(own, 0.0) : own);
}

void MctsTree::back_up(bool is_proof) {
    for (std::size_t i = path_.size(); i-- > 0;) {
        const auto [index, mover] = path_[i];
        Node& node = pool_[index];
        ++node.visits;
        if (i + 1 == path_.size()) continue;
        undo();
        is_proof = is_proof && prove(node, mover);
        if (is_proof) {
            remember(node, mover);
            node.mean = value_of(node.proof);
        } else {
            sum_up(node, mover);
        }
    }
}

std::int32_t MctsTree::chosen_child(const Node& node) const {
    const int side = index_of(position_.to_move());
    const int mover = path_.back().mover;
    const double mean = mover == side || mover == NOBODY ? node.mean : -node.mean;
    const double untried = mean - options_.first_play;
    const double factor = options_.exploration * std::sqrt(static_cast<double>(node.visits) + 1);
    std::int32_t best = NONE;
    double most = 0;
    for (std::int32_t index = node.children; index < node.children + node.count; ++index) {
        const Node& child = pool_[index];
        if (child.proof != Proof::NONE || child.is_excluded) continue;
        const double known = child.visits == 0 ? untried : child.mean;
        const double score = known + factor * child.prior / (1 + child.visits);
        if (best == NONE || score > most) {
            best = index;
            most = score;
        }
    }
    return best;
}

int MctsTree::target_width(const Node& node) const {
    return options_.width + static_cast<int>(std::sqrt(static_cast<double>(node.visits)));
}

/// Gives a node its most promising moves, or twice as many as it has; false without room.
bool MctsTree::widen(std::int32_t index) {
    board_->promises(index_of(position_.to_move()), promises_);
    const int legal = static_cast<int>(promises_.size());
    const int had = pool_[index].count;
    int count = std::max(options_.width, 2 * had);
    if (legal <= 2 * count) count = legal;
    if (pool_.size() + count > capacity_) return false;
    const Node old = pool_[index];
    const auto is_better = [](const Promise& a, const Promise& b) {
        return a.gain != b.gain ? a.gain > b.gain : a.cell < b.cell;
    };
    std::partial_sort(promises_.begin(), promises_.begin() + count, promises_.end(), is_better);
    const std::int32_t start = static_cast<std::int32_t>(pool_.size());
    double total = 0;
    for (int i = 0; i < count; ++i) {
        const Promise& promise = promises_[i];
        Node child;
        child.move = static_cast<std::uint16_t>(promise.cell);
        for (int j = 0; j < old.count; ++j) {
            if (pool_[old.children + j].move == child.move) child = pool_[old.children + j];
        }
        const double gain = 1 + std::max(promise.gain, 0);
        child.prior =
            static_cast<float>(options_.sharpness == 1 ? gain : std::pow(gain, options_.sharpness));
        total += child.prior;
        pool_.push_back(child);
    }
    for (int i = 0; i < count; ++i) pool_[start + i].prior /= static_cast<float>(total);
    Node& node = pool_[index];
    node.children = start;
    node.count = static_cast<std::uint16_t>(count);
    node.is_complete = count == legal;
    return true;
}

/// Gives up what was seldom visited, until half of the pool is free.
void MctsTree::make_room() {
    std::int32_t least = 2;
    do {
        compact(least);
        least *= 2;
    } while (pool_.size() > capacity_ / 2 && least <= pool_[ROOT].visits);
}

/// Copies the tree without the children of nodes that were visited less often.
void MctsTree::compact(std::int32_t least_visits) {
    std::vector<Node> kept;
    kept.reserve(capacity_);
    kept.push_back(pool_[ROOT]);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Node node = kept[i];
        if (node.count == 0) continue;
        if (i != ROOT && node.visits < least_visits) {
            kept[i].judged = static_cast<float>(node.mean);
            kept[i].children = NONE;
            kept[i].count = 0;
            kept[i].is_complete = false;
            continue;
        }
        kept[i].children = static_cast<std::int32_t>(kept.size());
        kept.insert(kept.end(), pool_.begin() + node.children,
                    pool_.begin() + node.children + node.count);
    }
    pool_ = std::move(kept);
}

MctsTree::Rank MctsTree::rank_of(const Node& node, const Node& child) {
    if (child.proof == Proof::WIN) return Rank::WON;
    if (child.proof == Proof::LOSS) return Rank::LOST;
    if (child.proof == Proof::DRAW) return Rank::DRAWN;
    if (!node.has_draw) return Rank::OPEN;
    // A draw in hand is given up only for what looks better after many visits.
    const bool is_hope = 8 * child.visits >= node.visits && child.mean > LEAST_HOPE;
    return is_hope ? Rank::OPEN : Rank::WORSE;
}

/// The children from the best on: wins, the quickest first; what is better than a proved draw, the
/// most visited first; draws; the rest; losses, the longest first.
std::vector<std::int32_t> MctsTree::ranked_children(const Node& node) const {
    const auto rank = [&](const Node& child) {
        const Rank found = rank_of(node, child);
        const int order = found == Rank::WON    ? -child.end
                          : found == Rank::LOST ? child.end
                                                : child.visits;
        return std::tuple(found, found == Rank::DRAWN ? 0 : order, child.prior);
    };
    std::vector<std::int32_t> ranked;
    for (std::int32_t index = node.children; index < node.children + node.count; ++index) {
        if (!pool_[index].is_excluded) ranked.push_back(index);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [&](std::int32_t a, std::int32_t b) {
        return rank(pool_[a]) > rank(pool_[b]);
    });
    return ranked;
}

/// Finds the best way through the stones of the turn that is not an excluded one.
bool MctsTree::choose_turn(const Node& node, int stones, const Turn& turn,
                           std::vector<std::int32_t>& line) const {
    for (const std::int32_t index : ranked_children(node)) {
        const Turn longer = turn.with(pool_[index].move);
        const bool is_whole = stones == 1 || pool_[index].count == 0;
        line.push_back(index);
        if (is_whole && std::find(excluded_.begin(), excluded_.end(), longer) == excluded_.end())
            return true;
        if (!is_whole && choose_turn(pool_[index], stones - 1, longer, line)) return true;
        line.pop_back();
    }
    return false;
}

void MctsTree::add_visits_of(const MctsTree& that) {
    Node& root = pool_[ROOT];
    const Node& other = that.pool_[ROOT];
    for (int i = 0; i < root.count; ++i) {
        Node& child = pool_[root.children + i];
        for (int j = 0; j < other.count; ++j) {
            const Node& twin = that.pool_[other.children + j];
            if (twin.move != child.move) continue;
            const double sum = child.visits * child.mean + twin.visits * twin.mean;
            child.visits += twin.visits;
            child.mean = sum / std::max(child.visits, 1);
            if (child.proof == Proof::NONE) {
                child.proof = twin.proof;
                child.end = twin.end;
            }
        }
    }
    if (root.proof == Proof::NONE) {
        root.proof = other.proof;
        root.end = other.end;
    }
}

void MctsTree::fill(Result& result) const {
    constexpr double UNIT = 10'000;  // the score of a certain win that is not proved
    const Node& root = pool_[ROOT];
    const int stones = std::min({position_.stones_left(), rules_.cells() - position_.stones(),
                                 static_cast<int>(Rules::MOST_STONES)});
    result.line.clear();
    result.turn = Turn();
    result.depth = 0;
    std::vector<std::int32_t> line;
    if (!choose_turn(root, stones, Turn(), line)) return;
    for (const std::int32_t index : line) result.turn = result.turn.with(pool_[index].move);
    while (pool_[line.back()].count > 0) {
        const std::vector<std::int32_t> ranked = ranked_children(pool_[line.back()]);
        if (ranked.empty()) break;
        line.push_back(ranked.front());
    }
    Position position = position_;
    for (const std::int32_t index : line) {
        const Side side = position.to_move();
        result.line.push_back(pool_[index].move);
        position.play(pool_[index].move);
        result.depth += position.is_over() || position.to_move() != side;
    }
    const Node& best = pool_[line.front()];
    result.is_proven = root.proof != Proof::NONE;
    result.score = root.proof == Proof::WIN    ? win_at(root.end)
                   : root.proof == Proof::LOSS ? loss_at(root.end)
                   : root.proof == Proof::DRAW ? DRAW
                                               : static_cast<Score>(best.mean * UNIT);
}

}  // namespace inarow
