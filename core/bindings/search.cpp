#include "search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

Candidates candidates_named(const std::string& name) {
    if (name == "all") return Candidates::ALL;
    if (name == "near") return Candidates::NEAR;
    if (name == "chains") return Candidates::CHAINS;
    throw SearchError("candidates is '" + name + "', but must be all, near or chains");
}

Limits limits_of(std::optional<int> depth, std::optional<double> seconds,
                 std::optional<std::int64_t> nodes, std::optional<std::int64_t> memory,
                 int threads) {
    Limits limits;
    if (depth) limits.depth = *depth;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes < 0 ? 0 : *nodes;  // 0 is refused below
    if (memory && *memory < 0) throw SearchError("memory must be 0 bytes or more");
    if (memory) limits.memory = *memory;
    limits.threads = threads;
    return checked(limits);
}

Turn turn_of(const Rules& rules, const std::vector<Cell>& cells) {
    if (cells.empty() || cells.size() > Rules::MOST_STONES) {
        throw SearchError("an excluded turn must have from 1 to 8 cells");
    }
    Turn turn;
    for (Cell cell : cells) {
        if (!rules.contains(cell))
            throw SearchError("the board has no cell " + std::to_string(cell));
        turn = turn.with(cell);
    }
    return turn;
}

template <class Range>
nb::tuple tuple_of(const Range& cells) {
    nb::list list;
    for (Cell cell : cells) list.append(cell);
    return nb::tuple(list);
}

/// A searcher that knows whether it is at work, and can be told to stop.
class SearcherObject {
  public:
    SearcherObject(const Rules& rules, const std::string& rung, const EvaluatorObject& evaluator,
                   const SearchOptions& options)
        : searcher_(rules, rung, evaluator.made_for(rules), options) {}

    const Searcher& searcher() const { return searcher_; }
    void stop() { is_stopped_ = true; }

    void forget() {
        const Turnstile turnstile(is_busy_);
        searcher_.forget();
    }

    Result search(const Position& position, const Limits& limits,
                  const std::vector<std::vector<Cell>>& excluded, const nb::object& progress) {
        const Turnstile turnstile(is_busy_);
        std::vector<Turn> excluded_turns;
        for (const auto& cells : excluded)
            excluded_turns.push_back(turn_of(searcher_.rules(), cells));
        bool is_interrupted = false;
        is_stopped_ = false;
        Hooks hooks;
        hooks.excluded = excluded_turns;
        hooks.stop = &is_stopped_;
        hooks.poll = [&] { return is_interrupted = has_signal(); };
        if (!progress.is_none()) {
            hooks.progress = [&](const Result& result) {
                nb::gil_scoped_acquire gil;
                progress(result);
            };
        }
        Result result;
        {
            nb::gil_scoped_release release;
            result = searcher_.search(position, limits, hooks);
        }
        if (is_interrupted) nb::raise_python_error();
        return result;
    }

  private:
    /// Lets one search in at a time.
    class Turnstile {
      public:
        explicit Turnstile(std::atomic<bool>& is_busy) : is_busy_(is_busy) {
            if (is_busy_.exchange(true)) {
                throw SearchError(
                    "this searcher is searching; make another one for another thread");
            }
        }
        ~Turnstile() { is_busy_ = false; }
        Turnstile(const Turnstile&) = delete;

      private:
        std::atomic<bool>& is_busy_;
    };

    Searcher searcher_;
    std::atomic<bool> is_stopped_ = false;
    std::atomic<bool> is_busy_ = false;
};

void bind_result(nb::module_& module) {
    nb::class_<Result>(module, "SearchResult", "What a search found, and what it did for it.")
        .def_ro("score", &Result::score, "For the side to move.")
        .def_prop_ro(
            "turn", [](const Result& result) { return tuple_of(result.turn); },
            nb::sig("def turn(self) -> tuple[int, ...]"), "The best turn: at least one cell.")
        .def_prop_ro(
            "line", [](const Result& result) { return tuple_of(result.line); },
            nb::sig("def line(self) -> tuple[int, ...]"),
            "The best play of both sides, stone by stone, as far as it is known.")
        .def_ro("depth", &Result::depth, "Turns, of the last depth that was searched to its end.")
        .def_ro("is_complete", &Result::is_complete,
                "Whether neither time nor nodes nor a stop cut the search short.")
        .def_ro("is_proven", &Result::is_proven,
                "Whether the score is the outcome under best play, not a guess.")
        .def_prop_ro("nodes", [](const Result& result) { return result.counters.nodes; })
        .def_prop_ro(
            "evaluations", [](const Result& result) { return result.counters.evaluations; },
            "Leaves that the evaluator judged.")
        .def_prop_ro("cutoffs", [](const Result& result) { return result.counters.cutoffs; })
        .def_prop_ro(
            "table_hits", [](const Result& result) { return result.counters.table_hits; },
            "Nodes whose search a stored score spared.")
        .def_ro("table_bytes", &Result::table_bytes)
        .def_ro("seconds", &Result::seconds)
        .def("__repr__", [](const Result& result) {
            return "SearchResult(score=" + std::to_string(result.score) +
                   ", depth=" + std::to_string(result.depth) +
                   ", nodes=" + std::to_string(result.counters.nodes) + ")";
        });
}

void bind_searcher(nb::module_& module) {
    nb::class_<SearcherObject>(
        module, "Searcher",
        "Position and limits to SearchResult, by one rung of the ladder with one evaluator. Its "
        "table is kept from one search to the next.")
        .def(
            "__init__",
            [](SearcherObject* self, const Rules& rules, const std::string& rung,
               const EvaluatorObject& evaluator, const std::string& candidates, int distance,
               int cells, int width, bool from_centre, bool flat_wins, bool symmetry,
               bool deepening) {
                const TurnOptions turns{candidates_named(candidates), distance, cells, width,
                                        from_centre};
                new (self)
                    SearcherObject(rules, rung, evaluator, {turns, flat_wins, symmetry, deepening});
            },
            "rules"_a, "rung"_a, "evaluator"_a, nb::kw_only(), "candidates"_a = "all",
            "distance"_a = 2, "cells"_a = 0, "width"_a = 0, "from_centre"_a = false,
            "flat_wins"_a = false, "symmetry"_a = false, "deepening"_a = false,
            "candidates: all cells, those near a stone (within `distance` steps), or the best "
            "chains. cells, width: only so many of the most promising cells, turns a node; 0 is "
            "all. from_centre: middle cells first. flat_wins: a quick win is worth no more than a "
            "slow one. symmetry: mirrored and turned positions share what the table knows. "
            "deepening: one turn deep, then two, ..., whatever the rung.")
        .def_prop_ro("rules", [](const SearcherObject& self) { return self.searcher().rules(); })
        .def_prop_ro(
            "rung",
            [](const SearcherObject& self) { return std::string(self.searcher().rung().name); })
        .def(
            "search",
            [](SearcherObject& self, const Position& position, std::optional<int> depth,
               std::optional<double> seconds, std::optional<std::int64_t> nodes,
               std::optional<std::int64_t> memory, int threads,
               const std::vector<std::vector<Cell>>& excluded, const nb::object& progress) {
                const Limits limits = limits_of(depth, seconds, nodes, memory, threads);
                return self.search(position, limits, excluded, progress);
            },
            "position"_a, nb::kw_only(), "depth"_a = nb::none(), "seconds"_a = nb::none(),
            "nodes"_a = nb::none(), "memory"_a = nb::none(), "threads"_a = 1,
            "excluded"_a = nb::make_tuple(), "progress"_a = nb::none(),
            nb::sig("def search(self, position: Position, *, depth: int | None = None, "
                    "seconds: float | None = None, nodes: int | None = None, "
                    "memory: int | None = None, threads: int = 1, "
                    "excluded: collections.abc.Sequence[collections.abc.Sequence[int]] = (), "
                    "progress: typing.Callable[[SearchResult], object] | None = None) "
                    "-> SearchResult"),
            "The best turn within the limits: depth in turns, memory in bytes of the table (64 MiB "
            "unless told). Without a depth it goes one turn deeper at a time. `excluded` turns of "
            "the root are left out; `progress` is called with the result of every depth. Other "
            "Python threads run meanwhile, and Ctrl-C works.")
        .def("stop", &SearcherObject::stop,
             "Ends the search that is running, from any thread; it returns the best found so far. "
             "A search that begins later is not affected.")
        .def("forget", &SearcherObject::forget, "Empties the table.");
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::exception<SearchError>(module, "SearchError", PyExc_ValueError);
    bind_result(module);
    bind_searcher(module);
    module.def(
        "rungs",
        [] {
            nb::dict about;
            for (const RungInfo& rung : rungs()) {
                about[nb::str(rung.name.data(), rung.name.size())] =
                    nb::str(rung.about.data(), rung.about.size());
            }
            return about;
        },
        nb::sig("def rungs() -> dict[str, str]"),
        "The ladder of searches from the bottom up, each rung with a line about it.");
}

}  // namespace inarow::bindings
