#pragma once

// The root of TurnSearch.

#include "search/turn_search.hpp"

namespace inarow {

template <int K, int P>
typename TurnSearch<K, P>::Found TurnSearch<K, P>::think(int side, int stones, int most_depth, int helper) {
    Found found;
    for (auto& history : history_) std::fill(history.begin(), history.end(), 0);
    for (Ply& ply : plies_) ply.killers = {};
    if (decide_at_once(side, stones, found)) return found;
    prepare_root(side, stones);
    found.turn = root_.front().turn;
    if (root_.size() == 1 && root_is_complete_) return found;
    for (int depth = 1 + helper % 2; depth <= most_depth; ++depth) {
        if (!deepen(side, depth, found)) break;
        if (is_loss(found.score) && !root_is_complete_) {
            if (!widen_root(side, stones) || !deepen(side, depth, found)) break;
        }
        if (is_win(found.score) || is_loss(found.score)) break;
    }
    if (is_loss(found.score) && !root_is_complete_) found.score = -SEEMS_LOST;
    return found;
}

/// Full lines, the empty board and forced wins need no search.
template <int K, int P>
bool TurnSearch<K, P>::decide_at_once(int side, int stones, Found& found) {
    const Set full = Space::completion(board_, side, stones);
    if (full.size > 0) {
        found.turn = full;
        found.score = win_at(board_.stones() + full.size);
        found.depth = 1;
        found.line = {full};
        return true;
    }
    if (stones != board_.stones_per_turn()) return false;
    constexpr int ROOT_EFFORT = 20'000;
    const auto answer = space_.search(side, ROOT_EFFORT);
    if (answer.verdict != Space::Verdict::WIN) return false;
    found.turn = answer.turn;
    found.score = win_at(board_.stones() + (2 * answer.turns - 1) * board_.stones_per_turn());
    found.depth = 2 * answer.turns - 1;
    found.line = {answer.turn};
    return true;
}

template <int K, int P>
void TurnSearch<K, P>::prepare_root(int side, int stones) {
    const Covers<K, P> covers(board_, 1 - side);
    root_is_complete_ = false;
    if (covers.number() == 0) {
        Width width = options_.width;
        width.turns = options_.root_turns;
        width.first += 4;
        width.next += 2;
        root_is_complete_ = maker_.make_all(side, stones, width.turns, root_);
        if (!root_is_complete_) maker_.make_quiet(side, stones, width, root_);
    } else if (covers.number() <= stones) {
        maker_.make_covers(side, stones, covers, 2 * options_.cover_partners, root_);
        root_is_complete_ = covers.is_complete() && covers.number() == stones;
    } else {  // nothing stops all threats: stop as many as can be, in case they are overlooked
        maker_.make_quiet(side, stones, options_.width, root_);
    }
}

/// Puts turns that could stop the opponent's forced win in place of those that do not; false if there are none.
template <int K, int P>
bool TurnSearch<K, P>::widen_root(int side, int stones) {
    const Covers<K, P> covers(board_, 1 - side);
    if (stones != board_.stones_per_turn() || covers.number() > stones) return false;
    if (!find_zone(side, covers, zone_)) return false;
    std::vector<Candidate<P>> more;
    const int most = options_.root_rescue_turns + static_cast<int>(root_.size());
    maker_.make_from(side, stones, zone_, most, 4, more);
    std::erase_if(more, [&](const Candidate<P>& candidate) {
        if (!covers.are_stopped_by(candidate.turn)) return true;
        return std::any_of(root_.begin(), root_.end(),
                           [&](const auto& old) { return old.turn == candidate.turn; });
    });
    if (more.empty()) return false;
    root_ = std::move(more);
    return true;
}

/// Searches the root one turn deeper and sorts its turns; false if it could not be finished.
template <int K, int P>
bool TurnSearch<K, P>::deepen(int side, int depth, Found& found) {
    Score alpha = -UNBOUNDED;
    Score best = -UNBOUNDED;
    std::size_t best_index = 0;
    for (std::size_t i = 0; i < root_.size(); ++i) {
        const Set turn = root_[i].turn;
        play(side, turn);
        Score score;
        if (i == 0) {
            score = -search(1 - side, depth - 1, -UNBOUNDED, UNBOUNDED, 1);
        } else {
            const int less = root_is_complete_ ? 0 : std::min(reduction(depth, static_cast<int>(i)) / 2, depth - 1);
            score = -search(1 - side, depth - 1 - less, -alpha - 1, -alpha, 1);
            if (less > 0 && score > alpha && !stopped_)
                score = -search(1 - side, depth - 1, -alpha - 1, -alpha, 1);
            if (score > alpha && !stopped_) score = -search(1 - side, depth - 1, -UNBOUNDED, -alpha, 1);
        }
        undo(side, turn);
        if (stopped_) break;
        if (score > best) {
            best = score;
            best_index = i;
            found.turn = turn;
            found.score = score;
            found.depth = depth;
        }
        alpha = std::max(alpha, best);
        if (is_win(best)) break;
    }
    if (stopped_) return false;
    std::rotate(root_.begin(), root_.begin() + best_index, root_.begin() + best_index + 1);
    return true;
}

}  // namespace inarow
