#include "search/root.hpp"

#include <algorithm>
#include <thread>

#include "search/tactics.hpp"

namespace inarow {

int turns_left(const Position& position) {
    const int empty = position.rules().cells() - position.stones();
    const int later = std::max(0, empty - position.stones_left());
    const int stones_per_turn = position.rules().stones_per_turn;
    return 1 + (later + stones_per_turn - 1) / stones_per_turn;
}

Root::Worker::Worker(const Root& root, const Position& position, const Evaluator& evaluator,
                     MakeRung make_rung, Table& table, bool is_owner)
    : tree(position, evaluator, root.options_, root.budget_, is_owner),
      rung(make_rung(tree, table)) {}

Root::Root(const Position& position, const Evaluator& evaluator, const SearchOptions& options,
           MakeRung make_rung, Table& table, Budget& budget, int threads)
    : position_(position), options_(options), budget_(budget) {
    for (int thread = 0; thread < threads; ++thread) {
        workers_.push_back(
            std::make_unique<Worker>(*this, position, evaluator, make_rung, table, thread == 0));
    }
    Tree& tree = workers_.front()->tree;
    is_ordered_ = workers_.front()->rung->is_ordered();
    if (is_ordered_) {
        turns_ = tree.turns_by([](const Choice& choice) { return choice.promise; }).take_all();
    } else {
        for (const Choice& choice : tree.turns()) turns_.push_back(choice.turn);
    }
    if (!options.turns.has_every_turn() && !position.rules().gravity) add_wins();
    score_ = tree.static_score();
}

/// Puts every turn that wins at once in front: a choice of candidates must not miss it.
void Root::add_wins() {
    for (const std::vector<Cell>& cells : threats_of(position_, position_.to_move())) {
        if (static_cast<int>(cells.size()) > position_.stones_left()) continue;
        Turn turn;
        for (Cell cell : cells) turn = turn.with(cell);
        if (std::ranges::find(turns_, turn) == turns_.end()) turns_.insert(turns_.begin(), turn);
    }
}

void Root::exclude(std::span<const Turn> turns) {
    std::erase_if(turns_,
                  [&](const Turn& turn) { return std::ranges::find(turns, turn) != turns.end(); });
    if (turns_.empty()) throw SearchError("every turn is excluded; leave at least one to search");
}

Score Root::search(int depth, Score alpha, Score beta) {
    if (workers_.front()->tree.settled(depth)) return DRAW;  // stopped
    if (depth != pass_depth_) depth_line_.clear();
    pass_depth_ = depth;
    alpha_ = alpha;
    beta_ = beta;
    best_ = -UNBOUNDED;
    next_ = 0;
    const bool goes_on = search_next(*workers_.front());  // alone: its score helps all others
    if (goes_on && workers_.size() == 1) search_rest(*workers_.front());
    if (goes_on && workers_.size() > 1) search_rest_with_threads();
    if (is_ordered_ && best_ > alpha) put_first(depth_line_.front());
    return best_;
}

/// Searches the next turn that no thread has taken; false when there is nothing more to do.
bool Root::search_next(Worker& worker) {
    const std::size_t index = next_.fetch_add(1);
    if (index >= turns_.size()) return false;
    Score alpha;
    {
        const std::lock_guard lock(mutex_);
        alpha = std::max(alpha_, best_);
    }
    if (alpha >= beta_) return false;
    const Turn& turn = turns_[index];
    const Score score = worker.rung->score_of(turn, pass_depth_, alpha, beta_, index == 0);
    if (is_stopped()) return false;
    const std::lock_guard lock(mutex_);
    record(turn, score, worker.tree.line_below());
    if (best_ < beta_) return true;
    ++worker.tree.counters().cutoffs;
    return false;
}

void Root::search_rest(Worker& worker) {
    while (search_next(worker)) {
    }
}

void Root::search_rest_with_threads() {
    const auto work = [this](Worker& worker) {
        try {
            search_rest(worker);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
            budget_.stop();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t helper = 1; helper < workers_.size(); ++helper) {
            threads.emplace_back(work, std::ref(*workers_[helper]));
        }
        work(*workers_.front());
    }
    if (error_) std::rethrow_exception(error_);
}

void Root::record(const Turn& turn, Score score, const std::vector<Turn>& below) {
    if (score <= best_) return;
    best_ = score;
    if (score <= alpha_) return;  // only a bound: it may be worse than others
    depth_score_ = score;
    depth_line_.assign(1, turn);
    depth_line_.insert(depth_line_.end(), below.begin(), below.end());
}

void Root::put_first(const Turn& turn) {
    const auto place = std::ranges::find(turns_, turn);
    std::rotate(turns_.begin(), place, place + 1);
}

void Root::finish(int depth, Score score) {
    depth_ = depth;
    score_ = score;
    line_ = depth_line_;
}

Result Root::result() const {
    Result result;
    // A depth that was broken off began with the best turn of the one before, if turns are ordered,
    // so what it found is that turn or a better one.
    const bool is_finished =
        depth_ == pass_depth_ || depth_line_.empty() || (depth_ > 0 && !is_ordered_);
    std::vector<Turn> line = is_finished ? line_ : depth_line_;
    if (line.empty()) line.push_back(turns_.front());
    result.score = is_finished ? score_ : depth_score_;
    result.turn = line.front();
    result.line = cells_of(line);
    result.depth = depth_;
    result.is_proven = is_proven(line, result.score, is_finished && depth_ > 0);
    for (const auto& worker : workers_) result.counters += worker->tree.counters();
    return result;
}

bool Root::is_proven(const std::vector<Turn>& line, Score score, bool is_finished) const {
    Position position = position_;
    for (Cell cell : line.front()) {
        if (!position.is_over()) position.play(cell);
    }
    if (position.outcome() == win_of(position_.to_move())) return true;
    if (!options_.turns.has_every_turn()) return false;
    if (is_win(score)) return true;
    return is_finished && (is_loss(score) || depth_ >= turns_left(position_));
}

/// The stones of the turns, those left out that would come after the end of the game.
std::vector<Cell> Root::cells_of(const std::vector<Turn>& line) const {
    std::vector<Cell> cells;
    Position position = position_;
    for (const Turn& turn : line) {
        for (Cell cell : turn) {
            if (position.is_over()) break;
            position.play(cell);
            cells.push_back(cell);
        }
    }
    return cells;
}

}  // namespace inarow
