#include "search/champion.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "bindings/bindings.hpp"
#include "bindings/search_object.hpp"
#include "search/mcts.hpp"
#include "search/tactics.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

using ChampionObject = SearchObject<Champion>;
using MctsObject = SearchObject<Mcts>;

nb::list tuples_of(const std::vector<std::vector<Cell>>& sets) {
    nb::list list;
    for (const auto& cells : sets) list.append(tuple_of(cells));
    return list;
}

void bind_tactics(nb::module_& module) {
    nb::class_<Blocks>(module, "Blocks", "What stops the threats that a side faces.")
        .def_ro("number", &Blocks::number,
                "Stones that it takes at least; one more than a turn has if a turn cannot do it.")
        .def_prop_ro(
            "sets", [](const Blocks& blocks) { return tuples_of(blocks.sets); },
            nb::sig("def sets(self) -> list[tuple[int, ...]]"),
            "The sets of at most a turn's stones that stop all threats, without those from which a "
            "stone could be left out.")
        .def_ro("is_complete", &Blocks::is_complete, "Whether `sets` holds all of them.");
    nb::class_<ForcedWin>(module, "ForcedWin",
                          "The outcome of a search for a win that leaves the opponent no choice.")
        .def_prop_ro(
            "is_win",
            [](const ForcedWin& found) { return found.verdict == ForcedWin::Verdict::WIN; },
            "Whether a win was found: it is one against any defence.")
        .def_prop_ro(
            "is_exhausted",
            [](const ForcedWin& found) { return found.verdict == ForcedWin::Verdict::UNKNOWN; },
            "Whether the nodes ran out before the search was done.")
        .def_prop_ro(
            "turn", [](const ForcedWin& found) { return tuple_of(found.turn); },
            nb::sig("def turn(self) -> tuple[int, ...]"), "The first turn of the win.")
        .def_ro("turns", &ForcedWin::turns,
                "The side's own turns until its line is full, against any defence.")
        .def_prop_ro(
            "line", [](const ForcedWin& found) { return tuple_of(found.line); },
            nb::sig("def line(self) -> tuple[int, ...]"),
            "One such play of both sides, stone by stone.")
        .def_ro("nodes", &ForcedWin::nodes);
    module.def(
        "threats",
        [](const Position& position, Side side) { return tuples_of(threats_of(position, side)); },
        "position"_a, "side"_a,
        nb::sig("def threats(position: Position, side: Side) -> list[tuple[int, ...]]"),
        "The sets of cells that the side's threats lack: filling one in one turn wins. Without "
        "gravity only.");
    module.def("blocks", &blocks_of, "position"_a, "side"_a,
               "What the side can do against the threats it faces. Without gravity only.");
    module.def(
        "forced_win",
        [](const Position& position, std::uint64_t nodes) {
            nb::gil_scoped_release release;
            return forced_win(position, nodes);
        },
        "position"_a, "nodes"_a = 100'000,
        "Looks for a win of the side to move by threats that each take the opponent's whole turn "
        "to "
        "stop. A win found is certain; that none is found is no proof that there is none.");
}

void bind_speed(nb::module_& module) {
    module.def(
        "exercise_threats",
        [](const Rules& rules, int rounds, bool with_evaluation, std::uint64_t seed) {
            nb::gil_scoped_release release;
            return exercise_threats(rules, rounds, with_evaluation, seed);
        },
        "rules"_a, "rounds"_a, "with_evaluation"_a = false, "seed"_a = 1,
        "Plays and undoes up to 40 random stones so many times with all threats kept: something to "
        "time. The number of threats seen.");
}

}  // namespace

void bind_champion(nb::module_& module) {
    nb::class_<ChampionObject> champion(
        module, "Champion",
        "Position and limits to SearchResult: forced wins by threats, then alpha-beta over turns; "
        "with gravity alpha-beta over columns. Nodes count those of the search for forced wins "
        "too.");
    champion.def_static("plays", &Champion::plays, "rules"_a,
                        "Whether it plays the game: all without gravity, else one stone a turn.");
    champion.def(
        "__init__",
        [](ChampionObject* self, const Rules& rules, const Weights* weights) {
            if (weights)
                new (self) ChampionObject(rules, *weights);
            else
                new (self) ChampionObject(rules);
        },
        "rules"_a, "weights"_a.none() = nb::none());
    bind_searching(champion);
    nb::class_<MctsObject> mcts(
        module, "Mcts",
        "Position and limits to SearchResult by Monte Carlo tree search, for every game. A node is "
        "a leaf that was judged; it takes no limit in depth.");
    mcts.def(
        "__init__",
        [](MctsObject* self, const Rules& rules, const Weights* weights, double exploration,
           double sharpness, double first_play, int width, std::shared_ptr<Network> network) {
            new (self) MctsObject(rules, weights ? *weights : Weights::standard(rules),
                                  MctsOptions{exploration, sharpness, first_play, width},
                                  std::move(network));
        },
        "rules"_a, "weights"_a.none() = nb::none(), nb::kw_only(),
        "exploration"_a = MctsOptions().exploration, "sharpness"_a = MctsOptions().sharpness,
        "first_play"_a = MctsOptions().first_play, "width"_a = MctsOptions().width,
        "network"_a.none() = nb::none());
    bind_searching(mcts);
    bind_tactics(module);
    bind_speed(module);
}

}  // namespace inarow::bindings
