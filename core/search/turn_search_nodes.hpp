#pragma once

// The inner nodes of TurnSearch.

#include <cstdlib>

#include "search/turn_search.hpp"

namespace inarow {

template <int K, int P>
bool TurnSearch<K, P>::is_time_over() {
    if (!stopped_) stopped_ = !meter_->take_node(1);
    return stopped_;
}

template <int K, int P>
int TurnSearch<K, P>::effort_at(int level) const {
    if (level <= 1) return options_.effort_low;
    int effort = options_.effort_high;
    for (int i = 2; i < level; ++i) effort = effort * options_.effort_growth / 100;
    return effort;
}

template <int K, int P>
int TurnSearch<K, P>::most_turns_at(int depth) const {
    return depth <= 0 ? 2 : options_.counted * (2 + depth * depth) / 3;
}

/// A thousand times the natural logarithm, nearly, in integers: the same on every machine.
constexpr int logarithm(int number) {
    int sum = 0;
    for (int i = 2; i <= number; ++i) sum += 2000 / (2 * i - 1);
    return sum;
}

template <int K, int P>
int TurnSearch<K, P>::reduction(int depth, int index) const {
    if (depth < 2 || index < 3) return 0;
    return logarithm(depth) * logarithm(index) / 1000 * options_.lmr / 100'000;
}

template <int K, int P>
Score TurnSearch<K, P>::search(int side, int depth, Score alpha, Score beta, int ply) {
    ++nodes_;
    if (is_time_over()) return 0;
    const int per_turn = board_.stones_per_turn();
    if (board_.has_threats(side))
        return win_at(board_.stones() + Space::completion(board_, side, per_turn).size);
    const int stones = stones_of_turn();
    if (stones == 0) return DRAW;
    const Covers<K, P> covers(board_, 1 - side);
    if (covers.number() > stones) return loss_at(board_.stones() + stones + 1);
    const bool is_quiet = covers.number() == 0;
    if (ply >= MOST_PLIES - 1 || depth <= -options_.quiet_turns) return board_.evaluate(side);

    TurnFact fact;
    const bool is_known = table_.find(key_of(side), fact);
    if (is_known && (fact.depth >= depth || is_win(fact.score) || is_loss(fact.score))) {
        if (fact.bound == TurnBound::EXACT) return fact.score;
        if (fact.bound == TurnBound::LOWER && fact.score >= beta) return fact.score;
        if (fact.bound == TurnBound::UPPER && fact.score <= alpha) return fact.score;
    }
    int effort = std::clamp(depth, 0, TurnFact::MOST_EFFORT);
    if (effort > 0 && !(is_known && fact.effort >= effort)) {
        const auto answer = space_.search(side, effort_at(effort));
        if (meter_->is_stopped()) stopped_ = true;
        if (answer.verdict == Space::Verdict::WIN) {
            const Score score = win_at(board_.stones() + (2 * answer.turns - 1) * per_turn);
            const auto second = answer.turn.size > 1 ? answer.turn.cells[1] : answer.turn.cells[0];
            table_.keep(key_of(side),
                        {answer.turn.cells[0], second, score, 40, TurnBound::LOWER, effort});
            return score;
        }
        if (answer.verdict == Space::Verdict::NONE) effort = TurnFact::MOST_EFFORT;
    }
    const Score now = board_.evaluate(side);
    if (depth <= 0 && is_quiet) {
        if (options_.effort_leaf > 0 && now < beta) {
            const auto answer = space_.search(side, options_.effort_leaf);
            if (meter_->is_stopped()) stopped_ = true;
            if (answer.verdict == Space::Verdict::WIN)
                return win_at(board_.stones() + (2 * answer.turns - 1) * per_turn);
        }
        return now;
    }
    const bool is_pv = beta - alpha > 1;
    if (is_quiet && !is_pv && depth <= 4 && std::abs(beta) < SEEMS_LOST / 2 &&
        now - options_.futility * depth >= beta)
        return now;

    bool is_complete = false;
    Ply& here = plies_[ply];
    here.is_pressed = false;
    if (is_quiet && depth >= options_.pressed_depth) look_for_pressure(side, ply, depth);
    if (stopped_) return 0;
    if (is_quiet) {
        const Width width = width_at(depth);
        is_complete = maker_.make_all(side, stones, width.turns, here.turns);
        if (!is_complete) maker_.make_quiet(side, stones, width, here.turns);
    } else {
        const int partners = depth <= 0 ? 2 : options_.cover_partners;
        const int makers = depth <= 0 ? 0 : options_.cover_makers;
        maker_.make_covers(side, stones, covers, partners, makers, here.turns);
        is_complete = covers.is_complete() && covers.number() == stones;
    }
    rank(side, ply, fact, is_known, is_quiet ? stones : 0);

    const Score start_alpha = alpha;
    Set best_turn;
    const int least = is_complete || !is_quiet ? INT32_MAX : most_turns_at(depth);
    Score best = search_turns(side, depth, alpha, beta, ply, is_complete, best_turn, least);
    if (stopped_) return 0;
    if (best == -UNBOUNDED) best = loss_at(board_.stones());  // every turn was idle
    if (!is_complete && is_loss(best)) {
        if (depth > 0)
            best = rescue(side, stones, covers, depth, alpha, beta, ply, best_turn);
        else
            best = now;
        if (stopped_) return 0;
        if (is_loss(best)) best = -SEEMS_LOST + ply;
    }
    const TurnBound bound = best >= beta          ? TurnBound::LOWER
                            : best <= start_alpha ? TurnBound::UPPER
                                                  : TurnBound::EXACT;
    const int kept_effort = std::max(effort, is_known ? fact.effort : 0);
    table_.keep(key_of(side),
                {best_turn.size ? best_turn.cells[0] : std::uint16_t{0},
                 best_turn.size ? best_turn.cells[best_turn.size > 1 ? 1 : 0] : std::uint16_t{0},
                 best, depth, bound, kept_effort});
    return best;
}

/// Tries the turns of a ply in their order. At most `least` of them once one does not lose.
template <int K, int P>
Score TurnSearch<K, P>::search_turns(int side, int depth, Score alpha, Score beta, int ply,
                                     bool is_complete, Set& best_turn, int least) {
    Score best = -UNBOUNDED;
    const auto& turns = plies_[ply].turns;
    for (int i = 0; i < static_cast<int>(turns.size()); ++i) {
        if (i >= least && best > -SEEMS_LOST / 2) break;
        const Set turn = turns[i].turn;
        play(side, turn);
        if (!is_complete && is_idle(side, turn, ply)) {
            undo(side, turn);
            continue;
        }
        Score score;
        if (best == -UNBOUNDED) {
            score = -search(1 - side, depth - 1, -beta, -alpha, ply + 1);
        } else {
            const int less = is_complete ? 0 : std::min(reduction(depth, i), depth - 1);
            score = -search(1 - side, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
            if (less > 0 && score > alpha && !stopped_)
                score = -search(1 - side, depth - 1, -alpha - 1, -alpha, ply + 1);
            if (score > alpha && score < beta && !stopped_)
                score = -search(1 - side, depth - 1, -beta, -alpha, ply + 1);
        }
        undo(side, turn);
        if (stopped_) return 0;
        if (score > best) {
            best = score;
            best_turn = turn;
        }
        alpha = std::max(alpha, best);
        if (alpha >= beta) {
            reward(side, depth, ply, turn);
            break;
        }
    }
    return best;
}

/// Whether the opponent could force a win if the side passed, and with which cells.
template <int K, int P>
void TurnSearch<K, P>::look_for_pressure(int side, int ply, int depth) {
    Ply& here = plies_[ply];
    const int level = std::min(depth, TurnFact::MOST_EFFORT);
    const auto answer = space_.search(1 - side, effort_at(level));
    if (meter_->is_stopped()) stopped_ = true;
    here.is_pressed = answer.verdict == Space::Verdict::WIN;
    if (here.is_pressed) space_.collect_zone(1 - side, here.zone);
}

/// Whether the turn, which has been played, leaves the opponent's forced win as it is.
template <int K, int P>
bool TurnSearch<K, P>::is_idle(int side, const Set& turn, int ply) const {
    const Ply& here = plies_[ply];
    if (!here.is_pressed || board_.has_threats(side)) return false;
    return std::none_of(turn.begin(), turn.end(), [&](std::uint16_t cell) {
        return std::binary_search(here.zone.begin(), here.zone.end(), cell);
    });
}

/// Far from the horizon a turn that was left out costs more than one that is tried in vain: most of
/// all a stone that makes a threat, with a partner whose worth shows only later.
template <int K, int P>
Width TurnSearch<K, P>::width_at(int depth) const {
    const int more = std::clamp(depth - 2, 0, 4);
    Width width = options_.width;
    width.turns += 10 * more;
    width.makers += more;
    width.partners += 2 * more;
    width.pairs += 4 * more;
    return width;
}

/// Wider for nodes with more turns below them, so that deepening takes back hasty verdicts.
template <int K, int P>
DefenceWidth TurnSearch<K, P>::defence_width(int depth) const {
    DefenceWidth width;
    width.effort = options_.effort_high;
    width.turns = std::min(options_.rescue_turns * depth * depth / 4, options_.root_rescue_turns);
    width.cells = 8 * (depth + 1);
    return width;
}

/// When every turn tried loses: the opponent's forced win says where a stone could still stop it.
template <int K, int P>
Score TurnSearch<K, P>::rescue(int side, int stones, const Covers<K, P>& covers, int depth,
                               Score alpha, Score beta, int ply, Set& best_turn) {
    const std::vector<Candidate<P>> tried = plies_[ply].turns;
    auto& turns = plies_[ply].turns;
    defences_.find(side, stones, covers, defence_width(depth), turns);
    if (meter_->is_stopped()) stopped_ = true;
    std::erase_if(turns, [&](const Candidate<P>& candidate) {
        return std::any_of(tried.begin(), tried.end(),
                           [&](const auto& old) { return old.turn == candidate.turn; });
    });
    if (stopped_ || turns.empty()) return loss_at(board_.stones());
    return search_turns(side, depth, alpha, beta, ply, false, best_turn, INT32_MAX);
}

/// Adds the turns remembered for this position and ply, and sorts by gain and history.
template <int K, int P>
void TurnSearch<K, P>::rank(int side, int ply, const TurnFact& fact, bool is_known, int stones) {
    constexpr int REMEMBERED = 1 << 28;
    constexpr int KILLER = 60;
    auto& turns = plies_[ply].turns;
    Set known;
    if (is_known && (fact.first != fact.second || board_.stones_per_turn() == 1)) {
        known.add(fact.first);
        if (fact.second != fact.first) known.add(fact.second);
        if (known.size == 2) known.sort();
    }
    const auto add = [&](const Set& turn) {
        if (turn.size == 0 || turn.size != stones) return;
        for (const auto cell : turn) {
            if (!board_.is_empty(cell)) return;
        }
        for (const auto& candidate : turns) {
            if (candidate.turn == turn) return;
        }
        int gain = 0;
        for (const auto cell : turn) gain += board_.gain(side, cell);
        turns.push_back({turn, gain});
    };
    if (stones > 0) {
        add(known);
        for (const Set& killer : plies_[ply].killers) add(killer);
    }
    for (auto& candidate : turns) {
        for (const auto cell : candidate.turn) candidate.gain += history_[side][cell];
        if (candidate.turn == known) candidate.gain += REMEMBERED;
        for (const Set& killer : plies_[ply].killers) {
            if (candidate.turn == killer) candidate.gain += KILLER;
        }
    }
    std::stable_sort(turns.begin(), turns.end(),
                     [](const auto& a, const auto& b) { return a.gain > b.gain; });
}

template <int K, int P>
void TurnSearch<K, P>::reward(int side, int depth, int ply, const Set& turn) {
    constexpr int LARGEST = 60;
    auto& killers = plies_[ply].killers;
    if (!(killers[0] == turn)) {
        killers[1] = killers[0];
        killers[0] = turn;
    }
    if (depth <= 0) return;
    for (const auto cell : turn) {
        int& history = history_[side][cell];
        history += (LARGEST - history) * std::min(depth, 8) / 64;
    }
}

}  // namespace inarow
