#pragma once

// The root of TurnSearch.

#include "search/turn_search.hpp"

namespace inarow {

template <int K, int P>
typename TurnSearch<K, P>::Found TurnSearch<K, P>::think(int side, int stones, int most_depth,
                                                         int helper,
                                                         const std::vector<Set>& excluded,
                                                         const Progress& progress) {
    Found found;
    for (auto& history : history_) std::fill(history.begin(), history.end(), 0);
    for (Ply& ply : plies_) ply.killers = {};
    if (decide_at_once(side, stones, excluded, found)) return found;
    prepare_root(side, stones, excluded);
    if (root_.empty()) return found;
    found.turn = root_.front().turn;
    if (board_.stones() == 0 && !root_is_complete_ && excluded.empty()) {
        found.turn = maker_.central_turn(stones);
        found.is_complete = true;
        return found;
    }
    bool is_widened = false;
    doomed_.clear();
    Set hopeful;  // the best turn of the last depth at which something did not seem lost
    for (int depth = 1 + helper % 2; depth <= most_depth; ++depth) {
        if (!deepen(side, depth, found)) break;
        if (found.score < -SEEMS_LOST / 2 && !root_is_complete_ && !is_widened) {
            is_widened = true;
            widen_root(side, stones, excluded);
            if (!deepen(side, depth, found)) break;
        }
        if (found.score > -SEEMS_LOST / 2) hopeful = found.turn;
        choose_hope(found, hopeful);
        found.is_complete = depth == most_depth;
        if (progress) progress(found);
        if (is_win(found.score) || is_loss(found.score)) {
            found.is_complete = true;
            break;
        }
    }
    choose_hope(found, hopeful);
    if (is_loss(found.score) && !root_is_complete_) found.score = -SEEMS_LOST;
    return found;
}

/// Where everything seems lost, the turn that was best one depth before is harder to refute than
/// one that only takes longer, unless it is proven to lose.
template <int K, int P>
void TurnSearch<K, P>::choose_hope(Found& found, const Set& hopeful) const {
    if (found.score > -SEEMS_LOST / 2 || is_loss(found.score) || hopeful.size == 0) return;
    if (std::find(doomed_.begin(), doomed_.end(), hopeful) == doomed_.end()) found.turn = hopeful;
}

/// Full lines, the empty board and forced wins need no search.
template <int K, int P>
bool TurnSearch<K, P>::decide_at_once(int side, int stones, const std::vector<Set>& excluded,
                                      Found& found) {
    constexpr int ROOT_EFFORT = 20'000;
    const auto is_excluded = [&](const Set& turn) {
        return std::find(excluded.begin(), excluded.end(), turn) != excluded.end();
    };
    found.turn = Space::completion(board_, side, stones);
    found.turn.sort();
    found.depth = 1;
    found.is_complete = true;
    found.score = win_at(board_.stones() + found.turn.size);
    if (found.turn.size > 0 && !is_excluded(found.turn)) return true;
    if (stones == board_.stones_per_turn()) {
        const auto answer = space_.search(side, ROOT_EFFORT);
        found.turn = answer.turn;
        found.depth = 2 * answer.turns - 1;
        found.score = win_at(board_.stones() + found.depth * board_.stones_per_turn());
        if (answer.verdict == Space::Verdict::WIN && !is_excluded(answer.turn)) return true;
    }
    found = {};
    return false;
}

template <int K, int P>
void TurnSearch<K, P>::prepare_root(int side, int stones, const std::vector<Set>& excluded) {
    const Covers<K, P> covers(board_, 1 - side);
    root_is_complete_ = false;
    if (covers.number() == 0) {
        Width width = width_at(TurnFact::MOST_EFFORT);
        width.turns = options_.root_turns;
        width.first += 4;
        width.next += 2;
        root_is_complete_ = maker_.make_all(side, stones, width.turns, root_);
        if (!root_is_complete_) maker_.make_quiet(side, stones, width, root_);
    } else if (covers.number() <= stones) {
        maker_.make_covers(side, stones, covers, 2 * options_.cover_partners,
                           4 * options_.cover_makers, root_);
        root_is_complete_ = covers.is_complete() && covers.number() == stones;
    } else {  // nothing stops all threats: stop as many as can be, in case the others are
              // overlooked
        maker_.make_partial_cover(side, stones, covers, root_);
        root_is_complete_ = true;  // one lost turn is as good as another
    }
    std::erase_if(root_, [&](const Candidate<P>& candidate) {
        return std::find(excluded.begin(), excluded.end(), candidate.turn) != excluded.end();
    });
    if (root_.empty()) {  // what is left must be looked for among all turns
        maker_.make_all(side, stones, MOST_ROOT_TURNS, root_);
        std::erase_if(root_, [&](const Candidate<P>& candidate) {
            return std::find(excluded.begin(), excluded.end(), candidate.turn) != excluded.end();
        });
    }
}

/// Puts before the turns of the root those that could stop the opponent's forced win, and after
/// them more quiet ones.
template <int K, int P>
void TurnSearch<K, P>::widen_root(int side, int stones, const std::vector<Set>& excluded) {
    const Covers<K, P> covers(board_, 1 - side);
    if (stones != board_.stones_per_turn() || covers.number() > stones) return;
    DefenceWidth defence = defence_width(TurnFact::MOST_EFFORT);
    defence.effort = 20 * options_.effort_high;
    std::vector<Candidate<P>> turns, more;
    defences_.find(side, stones, covers, defence, turns);
    const auto add = [&](const std::vector<Candidate<P>>& others) {
        for (const Candidate<P>& other : others) {
            const bool is_known = std::any_of(turns.begin(), turns.end(), [&](const auto& turn) {
                return turn.turn == other.turn;
            });
            if (!is_known) turns.push_back(other);
        }
    };
    add(root_);
    if (covers.number() == 0) {
        Width width = options_.width;
        width.turns = options_.root_rescue_turns;
        width.first = width.next = 24;
        maker_.make_quiet(side, stones, width, more);
        add(more);
    }
    std::erase_if(turns, [&](const Candidate<P>& candidate) {
        return std::find(excluded.begin(), excluded.end(), candidate.turn) != excluded.end();
    });
    if (!turns.empty()) root_ = std::move(turns);
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
            const int less = root_is_complete_
                                 ? 0
                                 : std::min(reduction(depth, static_cast<int>(i)) / 2, depth - 1);
            score = -search(1 - side, depth - 1 - less, -alpha - 1, -alpha, 1);
            if (less > 0 && score > alpha && !stopped_)
                score = -search(1 - side, depth - 1, -alpha - 1, -alpha, 1);
            if (score > alpha && !stopped_)
                score = -search(1 - side, depth - 1, -UNBOUNDED, -alpha, 1);
        }
        undo(side, turn);
        if (stopped_) break;
        if (is_loss(score)) doomed_.push_back(turn);
        if (score > best) {
            best = score;
            best_index = i;
            found.turn = turn;
            found.score = score;
        }
        alpha = std::max(alpha, best);
        if (is_win(best)) break;
    }
    if (stopped_) return false;
    found.depth = depth;
    std::rotate(root_.begin(), root_.begin() + best_index, root_.begin() + best_index + 1);
    return true;
}

/// What the side is expected to play: its way to win, or the best that the table knows; empty if
/// unknown.
template <int K, int P>
CellSet<P> TurnSearch<K, P>::expected_turn(int side) {
    constexpr int EFFORT = 2'000;
    Set turn = Space::completion(board_, side, board_.stones_per_turn());
    if (turn.size > 0) return turn;
    const int stones = stones_of_turn();
    const auto answer = space_.search(side, EFFORT);
    if (answer.verdict == Space::Verdict::WIN) return answer.turn;
    const Covers<K, P> covers(board_, 1 - side);
    if (covers.number() == stones && !covers.sets().empty()) turn = covers.sets()[0];
    TurnFact fact;
    if (table_.find(key_of(side), fact) && stones <= 2 &&
        (stones == 1 || fact.first != fact.second)) {
        Set known;
        known.add(fact.first);
        if (stones == 2) known.add(fact.second);
        known.sort();
        const bool is_free = std::all_of(known.begin(), known.end(),
                                         [&](int cell) { return board_.is_empty(cell); });
        if (is_free && covers.are_stopped_by(known)) turn = known;
    }
    return turn;
}

template <int K, int P>
std::vector<CellSet<P>> TurnSearch<K, P>::line_after(int side, const Set& turn) {
    constexpr std::size_t LONGEST = 24;
    std::vector<Set> line;
    for (Set next = turn; next.size > 0 && line.size() < LONGEST; next = expected_turn(side)) {
        play(side, next);
        line.push_back(next);
        if (board_.has_won(side)) break;
        side = 1 - side;
    }
    for (auto played = line.rbegin(); played != line.rend(); ++played) {
        const int owner = board_.at(played->cells[0]) - 1;
        undo(owner, *played);
    }
    return line;
}

}  // namespace inarow
