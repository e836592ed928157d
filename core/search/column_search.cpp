#include "search/column_search.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace inarow {
namespace {

constexpr int FULL_DEPTH_MOVES = 3;  // tried before later ones are searched less deep
constexpr int LEAST_REDUCED_DEPTH = 3;
constexpr int LEAST_SHARED_DEPTH = 2;  // below, to say what one is at takes as long as to do it
constexpr int PROMISE_DEPTH = 2;       // below, counting windows costs more than it saves
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

void ColumnSearch::start(const Position& position, Table& shared, Underway* underway) {
    board_.reset(position);
    shared_ = &shared;
    underway_ = underway;
    nodes_ = 0;
    for (auto& history : history_) std::ranges::fill(history, 0);
}

ColumnSearch::Found ColumnSearch::think(Meter& meter, int most_depth, std::span<const int> excluded,
                                        const Progress& progress) {
    meter_ = &meter;
    found_ = {};
    progress_ = progress;
    std::vector<Choice> choices = root_choices(excluded);
    if (choices.empty()) return found_;
    order(choices, -1, PROMISE_DEPTH);
    put_safe_first(choices);
    tell_better(choices.front().column, DRAW);
    const int deepest = std::min(most_depth, board_.empty_cells());
    for (int depth = 1; depth <= deepest; ++depth) {
        int best = -1;
        const Score score = try_all(choices, depth, 0, -UNBOUNDED, UNBOUNDED, best);
        if (meter_->is_stopped()) return found_;
        found_ = {best, score, depth, false};
        std::ranges::stable_sort(choices, std::greater{}, &Choice::score);
        if (progress_) progress_(found_);
        const bool is_proven = is_win(score) || is_loss(score);
        if (is_proven && stones_at_end(score) <= board_.stones() + depth) break;
        if (is_proven && choices.size() == 1) break;
    }
    found_.is_complete = true;
    return found_;
}

/// In the middle of an iteration: the best move so far, which is the one of the iteration before or
/// better.
void ColumnSearch::tell_better(int column, Score score) {
    found_.column = column;
    found_.score = score;
    if (progress_) progress_(found_);
}

std::vector<ColumnSearch::Choice> ColumnSearch::root_choices(std::span<const int> excluded) const {
    std::vector<Choice> choices;
    bool has_spare = false;
    for (int column = 0; column < board_.rules().columns; ++column) {
        if (!board_.is_playable(column) || std::ranges::find(excluded, column) != excluded.end())
            continue;
        if (board_.is_spare(column) && std::exchange(has_spare, true)) continue;
        choices.push_back({column, DRAW});
    }
    return choices;
}

/// A win or the only block before all else, and columns under the opponent's threats last: the
/// first one is played if there is no time for a single node.
void ColumnSearch::put_safe_first(std::vector<Choice>& choices) const {
    const int forced = situation().forced;
    const auto rank = [&](const Choice& choice) {
        if (choice.column == forced) return 0;
        return board_.wins_above(board_.side() ^ 1, choice.column) ? 2 : 1;
    };
    std::ranges::stable_sort(choices, std::less{}, rank);
}

Score ColumnSearch::search(int depth, int ply, Score alpha, Score beta) {
    if (!meter_->take_node(1)) return DRAW;
    count_node();
    if (board_.is_full() || board_.is_dead()) return DRAW;
    const Situation situation = this->situation();
    if (situation.is_decided) return situation.score;
    const bool is_forced = situation.forced >= 0;
    const Score most = board_.most_against_following();
    if (most <= alpha) return most;
    // That it is lost is sure, and not when: a guess, so that a search may still find the end.
    if (depth <= 0 && !is_forced)
        return is_loss(most) ? -LARGEST_GUESS : std::min(most, board_.evaluate());
    beta = std::min(beta, most);

    const Entry entry = shared_->find(board_.key());
    if (entry.is_found() && (entry.depth >= depth || is_win(entry.score) || is_loss(entry.score))) {
        if (entry.bound == Bound::EXACT || (entry.bound == Bound::LOWER && entry.score >= beta) ||
            (entry.bound == Bound::UPPER && entry.score <= alpha)) {
            return entry.score;
        }
    }
    std::vector<Choice>& choices = choices_at(ply);
    if (is_forced) {
        choices.assign(1, {situation.forced, DRAW});
    } else {
        list(choices);
        order(choices, entry.mark - 1, depth);
    }
    int best_column = -1;
    Score best = try_all(choices, is_forced ? depth + 1 : depth, ply, alpha, beta, best_column);
    if (best > most) best = is_loss(most) ? -LARGEST_GUESS : most;
    if (meter_->is_stopped()) return best;
    const Bound bound = best >= beta ? Bound::LOWER : best > alpha ? Bound::EXACT : Bound::UPPER;
    shared_->store(board_.key(),
                   {best, std::max(depth, 0), bound, static_cast<std::uint16_t>(best_column + 1)});
    return best;
}

ColumnSearch::Situation ColumnSearch::situation() const {
    const int me = board_.side();
    const LineSet threatened = board_.threat_columns();
    const int none = board_.rules().columns;
    int blocks = 0;
    int block = -1;
    int under_threats = 0;
    for (int column = threatened.next(0, none); column < none;
         column = threatened.next(column + 1, none)) {
        if (!board_.is_playable(column)) continue;
        if (board_.wins(me, column)) return {true, win_at(board_.stones() + 1), column};
        if (board_.wins(me ^ 1, column)) ++blocks, block = column;
        under_threats += board_.wins_above(me ^ 1, column);
    }
    if (blocks == 1 && !board_.wins_above(me ^ 1, block)) return {false, DRAW, block};
    // Two cells to block, or every move lets the opponent complete a window on top of it.
    if (blocks > 0 || under_threats == board_.playable_columns())
        return {true, loss_at(board_.stones() + 2), -1};
    return {};
}

/// All columns that do not lose at once, and one of those in which stones cannot matter.
void ColumnSearch::list(std::vector<Choice>& choices) const {
    choices.clear();
    bool has_spare = false;
    for (int column = 0; column < board_.rules().columns; ++column) {
        if (!board_.is_playable(column) || board_.wins_above(board_.side() ^ 1, column)) continue;
        if (board_.is_spare(column) && std::exchange(has_spare, true)) continue;
        choices.push_back({column, DRAW});
    }
}

Score ColumnSearch::try_all(std::vector<Choice>& choices, int depth, int ply, Score alpha,
                            Score beta, int& best_column) {
    Score best = -UNBOUNDED;
    const bool shares = underway_ != nullptr && depth >= LEAST_SHARED_DEPTH;
    const int count = static_cast<int>(choices.size());
    int put_off = 0;
    for (int tried = 0; tried < count && alpha < beta; ++tried) {
        // What another thread is at is put off, once: by then the table may know it.
        const auto next = choices.begin() + tried;
        while (shares && tried > 0 && tried + put_off < count &&
               underway_->has(name_of(next->column, depth))) {
            std::rotate(next, next + 1, choices.end());
            ++put_off;
        }
        Choice& choice = *next;
        const std::uint64_t name = name_of(choice.column, depth);
        if (shares) underway_->begin(name);
        const bool is_late = tried >= FULL_DEPTH_MOVES && depth >= LEAST_REDUCED_DEPTH && ply > 0 &&
                             depth < board_.empty_cells();  // what ends the game is proved
        const int reduction = is_late ? 1 + (tried > 3 * FULL_DEPTH_MOVES) : 0;
        const Score score = tried == 0
                                ? after(choice.column, depth - 1, ply, alpha, beta)
                                : beside_best(choice.column, depth, reduction, ply, alpha, beta);
        if (shares) underway_->end(name);
        if (meter_->is_stopped()) return best;
        // A move that failed low is only known to be no better: it keeps its place behind the best.
        choice.score = score > alpha || tried == 0 ? score : -UNBOUNDED;
        if (score > best) {
            best = score, best_column = choice.column;
            if (ply == 0) tell_better(best_column, best);
        }
        alpha = std::max(alpha, score);
    }
    if (alpha >= beta && best_column >= 0) {
        const Cell cell = board_.rules().cell_at(best_column, board_.height(best_column));
        int& history = history_[board_.side()][cell];
        history = std::min(history + depth * depth, LARGEST_HISTORY);
    }
    return best;
}

Score ColumnSearch::beside_best(int column, int depth, int reduction, int ply, Score alpha,
                                Score beta) {
    Score score = after(column, depth - 1 - reduction, ply, alpha, alpha + 1);
    if (score > alpha && reduction > 0) score = after(column, depth - 1, ply, alpha, alpha + 1);
    if (score > alpha && score < beta) score = after(column, depth - 1, ply, alpha, beta);
    return score;
}

std::uint64_t ColumnSearch::name_of(int column, int depth) const {
    const std::uint64_t move =
        static_cast<std::uint64_t>(depth) << 8 | static_cast<unsigned>(column);
    return board_.key() ^ (move + 1) * 0x9E3779B97F4A7C15;  // spreads it over all bits
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
