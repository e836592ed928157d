#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "search/features.hpp"
#include "search/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

void bind_weights(nb::module_& module) {
    nb::exception<WeightsError>(module, "WeightsError", PyExc_ValueError);
    nb::class_<Weights>(module, "Weights",
                        "What the champion's evaluation multiplies its features with, early and "
                        "late in a game; 256 are one point.")
        .def(
            "__init__",
            [](Weights* self, std::vector<int> window_values, std::vector<int> early,
               std::vector<int> late, int late_stones) {
                new (self) Weights{std::move(window_values), std::move(early), std::move(late),
                                   late_stones};
            },
            "window_values"_a, "early"_a, "late"_a, "late_stones"_a)
        .def_static("standard", &Weights::standard, "rules"_a, "The weights set by hand.")
        .def_ro("window_values", &Weights::window_values,
                "By stones in a window: what orders moves, and what gains are.")
        .def_ro("early", &Weights::early, "By feature, on an empty board.")
        .def_ro("late", &Weights::late, "By feature, from `late_stones` stones on.")
        .def_ro("late_stones", &Weights::late_stones)
        .def(
            "check", [](const Weights& self, const Rules& rules) { checked(self, rules); },
            "rules"_a, "Raises WeightsError if they are not for the game.");
    module.def(
        "feature_names", [](const Rules& rules) { return FeatureLayout(checked(rules)).names(); },
        "rules"_a, "What each feature of the champion's evaluation counts, in order.");
    nb::class_<Judgement>(module, "Judgement", "What an evaluation makes of a position.")
        .def_ro("features", &Judgement::features)
        .def_ro("score", &Judgement::score, "For the side to move.")
        .def_ro("is_quiet", &Judgement::is_quiet, "Nobody can end the game within a turn.");
    module.def(
        "judge",
        [](const Position& position, const Weights& weights) {
            return Judge(position.rules(), weights)(position);
        },
        "position"_a, "weights"_a,
        "The features and the score of a position at the start of a turn.");
    module.def(
        "judge_game",
        [](const Rules& rules, const Weights& weights, const std::vector<Cell>& moves) {
            const Judge judge(rules, weights);
            std::vector<float> rows;
            {
                nb::gil_scoped_release release;
                rows = judge.rows(moves);
            }
            return nb::make_tuple(
                nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(float)),
                judge.row_size());
        },
        "rules"_a, "weights"_a, "moves"_a,
        nb::sig("def judge_game(rules: Rules, weights: Weights, moves: "
                "collections.abc.Sequence[int]) -> tuple[bytes, int]"),
        "All positions of a game at the start of a turn: rows of float32 as bytes, and the numbers "
        "a row has: the features, stones, 1 if quiet, the score.");
}

void bind_self_play(nb::module_& module) {
    nb::class_<PlayedGame>(module, "PlayedGame", "A game of SelfPlay.")
        .def_ro("moves", &PlayedGame::moves)
        .def_ro("opening", &PlayedGame::opening, "Stones of the random opening.")
        .def_ro("scores", &PlayedGame::scores,
                "Of each turn after the opening, for the side that moved.")
        .def_ro("outcome", &PlayedGame::outcome, "Proved or played.");
    nb::class_<SelfPlay>(module, "SelfPlay",
                         "Plays games of the champion against itself, by seed and number.")
        .def(
            "__init__",
            [](SelfPlay* self, const Rules& rules, const Weights& weights, std::uint64_t nodes,
               int fewest_turns, int most_turns, int second_best, std::uint64_t seed) {
                SelfPlayOptions options;
                options.nodes = nodes;
                options.fewest_turns = fewest_turns;
                options.most_turns = most_turns;
                options.second_best = second_best;
                options.seed = seed;
                new (self) SelfPlay(rules, weights, options);
            },
            "rules"_a, "weights"_a, nb::kw_only(), "nodes"_a = 1000, "fewest_turns"_a = 2,
            "most_turns"_a = 5, "second_best"_a = 10, "seed"_a = 0)
        .def("play", &SelfPlay::play, "number"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The game with the number.");
}

}  // namespace

void bind_learn(nb::module_& module) {
    bind_weights(module);
    bind_self_play(module);
}

}  // namespace inarow::bindings
