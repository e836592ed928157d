#include "solve/solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "solve/last_mover.hpp"
#include "solve/solver_engine.hpp"

namespace inarow {
namespace {

/// What is known of a board without a search, for the end of a sentence.
std::string known_of(const Rules& rules) {
    if (!only_last_mover_wins(rules)) return "";
    return std::string("; with right answers the ") +
           (last_mover(rules) == 1 ? "first" : "second") + " side cannot win it";
}

const Rules& solvable(const Rules& rules) {
    if (!rules.gravity)
        throw SolveError("the solver knows gravity games only: drop-7x6x4, for one");
    if (rules.stones_per_turn != 1 || rules.stones_first_turn != 1) {
        throw SolveError("the solver knows games of one stone a turn only");
    }
    if (rules.exact) throw SolveError("the solver knows only games that a longer row wins too");
    const int bits = rules.columns * (rules.rows + 1);
    if (bits > Solver::MOST_BITS) {
        throw SolveError("the board is too large to be solved: columns * (rows + 1) is " +
                         std::to_string(bits) + " and must be " +
                         std::to_string(Solver::MOST_BITS) + " at most" + known_of(rules));
    }
    return rules;
}

std::size_t enough(std::size_t memory) {
    if (memory >= Solver::LEAST_MEMORY) return memory;
    throw SolveError("the solver needs a memory of 1 MiB at least");
}

int some(const std::string& name, int count) {
    if (count >= 1 && count <= Limits::MOST_THREADS) return count;
    throw SolveError(name + " is " + std::to_string(count) + "; it must be from 1 to " +
                     std::to_string(Limits::MOST_THREADS));
}

/// Whether 64 bits an entry are enough to tell all positions apart.
bool fits_small_entries(int bits, std::size_t memory, int searches) {
    using Engine = BoardEngine<DropBoard<std::uint64_t, 0, 0, 0>, SmallEntry>;
    const std::size_t near_bytes = Engine::near_bytes(memory, searches);
    const auto fits = [&](std::size_t bytes) {
        return BoundTable<SmallEntry>::tag_bits(bytes, bits) <= SmallEntry::TAG_BITS;
    };
    return bits <= 56 && fits(memory - searches * near_bytes) && fits(near_bytes);
}

std::unique_ptr<Solver::Engine> engine_for(const Rules& rules, std::size_t memory, int threads,
                                           int askers, const Ideas& ideas) {
    const int bits = rules.columns * (rules.rows + 1);
    const bool fits = rules.columns >= rules.line_length && rules.rows >= rules.line_length;
    const int length = fits ? rules.line_length : 0;
    std::unique_ptr<Solver::Engine> engine;
    const auto use = [&]<class Board, class Entry>() {
        engine = std::make_unique<BoardEngine<Board, Entry>>(rules, memory, threads, askers, ideas);
    };
    const auto use_length = [&]<class Word, class Entry>() {
        if (length == 4) {
            use.template operator()<DropBoard<Word, 0, 0, 4>, Entry>();
        } else if (length == 5) {
            use.template operator()<DropBoard<Word, 0, 0, 5>, Entry>();
        } else {
            use.template operator()<DropBoard<Word, 0, 0, 0>, Entry>();
        }
    };
    if (fits_small_entries(bits, memory, threads * askers)) {
        if (length == 4 && rules.columns == 7 && rules.rows == 6) {
            use.template operator()<DropBoard<std::uint64_t, 7, 6, 4>, SmallEntry>();
        } else {
            use_length.template operator()<std::uint64_t, SmallEntry>();
        }
    } else if (bits <= 64) {
        use_length.template operator()<std::uint64_t, LargeEntry>();
    } else if (bits <= 128) {
        use_length.template operator()<Word128, LargeEntry>();
    } else if (bits <= 256) {
        use.template operator()<DropBoard<WideWord<4>, 0, 0, 0>, LargeEntry>();
    } else {
        use.template operator()<DropBoard<WideWord<8>, 0, 0, 0>, LargeEntry>();
    }
    return engine;
}

}  // namespace

Solver::Solver(const Rules& rules, std::size_t memory, int threads, const Ideas& ideas, int askers)
    : rules_(solvable(checked(rules))),
      threads_(some("threads", threads)),
      engine_(engine_for(rules_, enough(memory), threads_, some("askers", askers), ideas)) {
    for (int i = 0; i < askers; ++i) timed_.push_back(std::make_unique<TimedWork>());
}

Solver::Solver(Solver&&) noexcept = default;
Solver::~Solver() = default;

std::size_t Solver::table_bytes() const {
    return engine_->table_bytes();
}

std::string Solver::key(const Position& position) const {
    return engine_->key(position);
}

std::vector<std::string> Solver::parents(const Position& position) const {
    return engine_->parents(position);
}

void Solver::learn(const Finding& finding) {
    engine_->learn(finding);
}

void Solver::forget() {
    for (auto& timed : timed_) timed->finish();
    engine_->forget();
}

SolveResult Solver::solve(const Position& position, Question question, const Limits& limits,
                          const SolveHooks& hooks, const Prior& prior, int asker) {
    if (position.rules() != rules_)
        throw SolveError("the position is of another game than the solver");
    assert(asker >= 0 && asker < askers());
    const bool is_timed = std::isfinite(checked(limits).seconds);
    if (const auto score = engine_->evident_score(position)) return {{*score, *score}, true};
    Prior known = prior;
    known.bounds = narrowed_at_start(rules_, position.stones(), prior.bounds);
    if (is_timed) return solve_in_time(position, question, limits, hooks, known, asker);
    timed_[asker]->finish();
    return engine_->solve(position, question, limits, hooks, known, asker);
}

SolveResult Solver::solve_in_time(const Position& position, Question question, const Limits& limits,
                                  const SolveHooks& hooks, const Prior& prior, int asker) {
    const auto budget = std::make_shared<Budget>(limits, nullptr, nullptr, nullptr);
    const int left = rules_.cells() - position.stones();
    SolveResult last{.bounds = {std::max(prior.bounds.lower, -(left / 2)),
                                std::min(prior.bounds.upper, (left + 1) / 2)}};
    const auto findings = std::make_shared<Inbox<Finding>>();
    const auto work = [=, engine = engine_.get(), stop = hooks.stop,
                       hears_findings = hooks.finding != nullptr,
                       finding_nodes = hooks.finding_nodes](
                          Budget& budget, const TimedWork::Tell<SolveResult>& tell) {
        Limits rest = limits;
        rest.seconds = std::numeric_limits<double>::infinity();
        SolveHooks own;
        own.stop = [&] { return budget.is_stopped() || (stop && stop()); };
        own.progress = tell;
        if (hears_findings) own.finding = [&](const Finding& found) { findings->tell(found); };
        own.finding_nodes = finding_nodes;
        tell(engine->solve(position, question, rest, own, prior, asker));
    };
    const auto take = [&](const SolveResult& result) {
        last = result;
        findings->take(hooks.finding);
        if (hooks.progress && !result.is_complete) hooks.progress(result);
    };
    timed_[asker]->run<SolveResult>(
        budget, limits.seconds, [] {}, work,
        {.take = take, .is_woken = hooks.progress != nullptr, .poll = hooks.poll});
    findings->take(hooks.finding);
    last.seconds = budget->seconds();
    return last;
}

int final_stones(const Rules& rules, int stones, int score) {
    if (score == 0) return rules.cells();
    const int latest = rules.cells() - 2 * (std::abs(score) - 1);  // or one less, by who wins
    const bool mover_wins = score > 0;
    const bool is_movers = (latest - stones) % 2 != 0;
    return is_movers == mover_wins ? latest : latest - 1;
}

}  // namespace inarow
