#include "search/column_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace inarow {
namespace {

constexpr int FULL_DEPTH_MOVES = 3;  // tried before later ones are searched less deep
constexpr int LEAST_REDUCED_DEPTH = 3;
constexpr int PROMISE_DEPTH = 2;  // below, counting windows costs more than it saves
constexpr int LARGEST_HISTORY = 1 << 20;

}  // namespace

ColumnSearch::ColumnSearch(std::shared_ptr<const WindowTable> table, const Weights& weights)
    : board_(std::move(table), weights) {
    const Rules& rules = board_.rules();
    for (auto& history : history_) history.resize(rules.cells());
    for (int column = 0; column < rules.columns; ++column) {
        centrality_.push_back(rules.columns - std::abs(2 * column - rules.columns + 1));
    }
}

void ColumnSearch::start(const Position& position, Table& shared, Meter& meter) {
    board_.reset(position);
    shared_ = &shared;
    meter_ = &meter;
    nodes_ = 0;
    for (auto& history : history_) std::ranges::fill(history, 0);
}

ColumnSearch::Found ColumnSearch::think(int most_depth, int number, std::span<const int> excluded,
                                        const Progress& progress) {
    std::vector<Choice> choices = root_choices(excluded);
    Found found;
    if (choices.empty()) return found;
    order(choices, -1, PROMISE_DEPTH);
    found.column = choices.front().column;
    const int empty_cells = board_.rules().cells() - board_.stones();
    const int deepest = std::min(most_depth, empty_cells);
    // Helpers look one stone further every other time, so that the threads do not all do the same.
    for (int depth = 1 + number % 2; depth <= deepest; ++depth) {
        int best = -1;
        const Score score = try_all(choices, depth, 0, -UNBOUNDED, UNBOUNDED, best);
        if (best >= 0) found.column = best, found.score = score;
        if (meter_->is_stopped()) return found;
        found.depth = depth;
        std::ranges::stable_sort(choices, std::greater{}, &Choice::score);
        if (progress) progress(found);
        const bool is_proven = is_win(score) || is_loss(score);
        if (is_proven && stones_at_end(score) <= board_.stones() + depth) break;
        if (is_proven && choices.size() == 1) break;
    }
    found.is_complete = true;
    return found;
}

std::vector<ColumnSearch::Choice> ColumnSearch::root_choices(std::span<const int> excluded) const {
    std::vector<Choice> choices;
    for (int column = 0; column < board_.rules().columns; ++column) {
        if (board_.is_playable(column) && std::ranges::find(excluded, column) == excluded.end()) {
            choices.push_back({column, DRAW});
        }
    }
    return choices;
}

Score ColumnSearch::search(int depth, int ply, Score alpha, Score beta) {
    if (!meter_->take_node(1)) return DRAW;
    ++nodes_;
    if (board_.is_full() || board_.is_dead()) return DRAW;
    std::vector<Choice>& choices = choices_at(ply);
    Score decided = DRAW;
    if (is_decided(choices, decided)) return decided;
    const bool is_forced = choices.size() == 1;
    if (depth <= 0 && !is_forced) return board_.evaluate();

    const Entry entry = shared_->find(board_.key());
    if (entry.is_found() && (entry.depth >= depth || is_win(entry.score) || is_loss(entry.score))) {
        if (entry.bound == Bound::EXACT || (entry.bound == Bound::LOWER && entry.score >= beta) ||
            (entry.bound == Bound::UPPER && entry.score <= alpha)) {
            return entry.score;
        }
    }
    if (!is_forced) order(choices, entry.mark - 1, depth);
    int best_column = -1;
    const Score best =
        try_all(choices, is_forced ? depth + 1 : depth, ply, alpha, beta, best_column);
    if (meter_->is_stopped()) return best;
    const Bound bound = best >= beta ? Bound::LOWER : best > alpha ? Bound::EXACT : Bound::UPPER;
    shared_->store(board_.key(),
                   {best, std::max(depth, 0), bound, static_cast<std::uint16_t>(best_column + 1)});
    return best;
}

bool ColumnSearch::is_decided(std::vector<Choice>& choices, Score& score) const {
    choices.clear();
    const int me = board_.side();
    int blocks = 0;
    int block = -1;
    bool has_move = false;
    for (int column = 0; column < board_.rules().columns; ++column) {
        if (!board_.is_playable(column)) continue;
        if (board_.wins(me, column)) {
            score = win_at(board_.stones() + 1);
            return true;
        }
        if (board_.wins(me ^ 1, column)) ++blocks, block = column;
        has_move = true;
        if (!board_.wins_above(me ^ 1, column)) choices.push_back({column, DRAW});
    }
    if (blocks == 1 && !board_.wins_above(me ^ 1, block)) {
        choices.assign(1, {block, DRAW});
        return false;
    }
    // Two cells to block, or every move lets the opponent complete a window on top of it.
    if (blocks > 0 || (has_move && choices.empty())) {
        score = loss_at(board_.stones() + 2);
        return true;
    }
    return false;
}

Score ColumnSearch::try_all(std::vector<Choice>& choices, int depth, int ply, Score alpha,
                            Score beta, int& best_column) {
    Score best = -UNBOUNDED;
    int tried = 0;
    for (Choice& choice : choices) {
        const bool is_late = tried >= FULL_DEPTH_MOVES && depth >= LEAST_REDUCED_DEPTH && ply > 0;
        const int reduction = is_late ? 1 + (tried > 3 * FULL_DEPTH_MOVES) : 0;
        Score score;
        if (tried == 0) {
            score = after(choice.column, depth - 1, ply, alpha, beta);
        } else {
            score = after(choice.column, depth - 1 - reduction, ply, alpha, alpha + 1);
            if (score > alpha && reduction > 0)
                score = after(choice.column, depth - 1, ply, alpha, alpha + 1);
            if (score > alpha && score < beta)
                score = after(choice.column, depth - 1, ply, alpha, beta);
        }
        if (meter_->is_stopped()) return best;
        // A move that failed low is only known to be no better: it keeps its place behind the best.
        choice.score = score > alpha || tried == 0 ? score : -UNBOUNDED;
        ++tried;
        if (score > best) best = score, best_column = choice.column;
        alpha = std::max(alpha, score);
        if (alpha >= beta) break;
    }
    if (alpha >= beta && best_column >= 0) {
        const Cell cell = board_.rules().cell_at(best_column, board_.height(best_column));
        int& history = history_[board_.side()][cell];
        history = std::min(history + depth * depth, LARGEST_HISTORY);
    }
    return best;
}

Score ColumnSearch::after(int column, int depth, int ply, Score alpha, Score beta) {
    if (board_.wins(board_.side(), column)) return win_at(board_.stones() + 1);
    board_.play(column);
    const Score score = -search(depth, ply + 1, -beta, -alpha);
    board_.undo(column);
    return score;
}

void ColumnSearch::order(std::vector<Choice>& choices, int table_column, int depth) const {
    for (Choice& choice : choices) {
        const Cell cell = board_.rules().cell_at(choice.column, board_.height(choice.column));
        choice.score =
            16 * history_[board_.side()][cell] / (1 + depth) + centrality_[choice.column];
        if (depth >= PROMISE_DEPTH) choice.score += 64 * board_.promise(choice.column);
        if (choice.column == table_column) choice.score = LARGEST_GUESS;
    }
    std::ranges::stable_sort(choices, std::greater{}, &Choice::score);
}

std::vector<ColumnSearch::Choice>& ColumnSearch::choices_at(int ply) {
    while (static_cast<int>(choices_.size()) <= ply) {
        choices_.push_back(std::make_unique<std::vector<Choice>>());
    }
    return *choices_[ply];
}

/// The move that ends the game or stops its end, else what the table calls best; -1 if it knows
/// nothing.
int ColumnSearch::reply() const {
    int block = -1;
    for (int column = 0; column < board_.rules().columns; ++column) {
        if (!board_.is_playable(column)) continue;
        if (board_.wins(board_.side(), column)) return column;
        if (board_.wins(board_.side() ^ 1, column)) block = column;
    }
    return block >= 0 ? block : shared_->find(board_.key()).mark - 1;
}

std::vector<Cell> ColumnSearch::line_after(int column) {
    std::vector<Cell> line;
    std::vector<int> played;
    while (column >= 0 && board_.is_playable(column)) {
        line.push_back(board_.rules().cell_at(column, board_.height(column)));
        const bool is_won = board_.wins(board_.side(), column);
        board_.play(column);
        played.push_back(column);
        if (is_won || board_.is_full()) break;
        column = reply();
    }
    while (!played.empty()) {
        board_.undo(played.back());
        played.pop_back();
    }
    return line;
}

}  // namespace inarow
