#include "search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/bindings.hpp"
#include "bindings/search_object.hpp"
#include "search/prompt_waking.hpp"

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

using SearcherObject = SearchObject<Searcher>;

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
    nb::class_<SearcherObject> searcher(
        module, "Searcher",
        "Position and limits to SearchResult, by one rung of the ladder with one evaluator. Its "
        "table is kept from one search to the next.");
    searcher
        .def(
            "__init__",
            [](SearcherObject* self, const Rules& rules, const std::string& rung,
               const EvaluatorObject& evaluator, const std::string& candidates, int distance,
               int cells, int width, bool from_centre, bool flat_wins, bool symmetry,
               bool deepening) {
                const TurnOptions turns{candidates_named(candidates), distance, cells, width,
                                        from_centre};
                const SearchOptions options{turns, flat_wins, symmetry, deepening};
                new (self) SearcherObject(rules, rung, evaluator.made_for(rules), options);
            },
            "rules"_a, "rung"_a, "evaluator"_a, nb::kw_only(), "candidates"_a = "all",
            "distance"_a = 2, "cells"_a = 0, "width"_a = 0, "from_centre"_a = false,
            "flat_wins"_a = false, "symmetry"_a = false, "deepening"_a = false,
            "candidates: all cells, those near a stone (within `distance` steps), or the best "
            "chains. cells, width: only so many of the most promising cells, turns a node; 0 is "
            "all. from_centre: middle cells first. flat_wins: a quick win is worth no more than a "
            "slow one. symmetry: mirrored and turned positions share what the table knows. "
            "deepening: one turn deep, then two, ..., whatever the rung.")
        .def_prop_ro("rung", [](const SearcherObject& self) {
            return std::string(self.searcher().rung().name);
        });
    bind_searching(searcher);
}

void bind_prompt_waking(nb::module_& module) {
    nb::class_<PromptWaking>(
        module, "PromptWaking",
        "Has the system run a thread soon after it has slept, however busy the machine is. The "
        "thread must sleep nearly all the time.")
        .def_static("of_this_thread", &PromptWaking::of_this_thread)
        .def("begin", &PromptWaking::begin, "By the thread. Returns what end() wants to know.")
        .def("end", &PromptWaking::end, "begun"_a,
             "The thread is as it was before, unless it has begun again.")
        .def(
            "end_soon",
            [](const std::shared_ptr<PromptWaking>& self, int begun) {
                PromptWaking::let_end_soon(self, begun);
            },
            "begun"_a, "The same when an answer has had the time to get out.");
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::exception<SearchError>(module, "SearchError", PyExc_ValueError);
    bind_result(module);
    bind_searcher(module);
    bind_prompt_waking(module);
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
