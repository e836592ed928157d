#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.hpp"
#include "search/features.hpp"
#include "search/network_play.hpp"
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
               std::vector<int> late, int late_stones, bool weighs_places) {
                new (self) Weights{std::move(window_values), std::move(early), std::move(late),
                                   late_stones, weighs_places};
            },
            "window_values"_a, "early"_a, "late"_a, "late_stones"_a, "weighs_places"_a = false)
        .def_static("standard", &Weights::standard, "rules"_a, "The weights set by hand.")
        .def_ro("window_values", &Weights::window_values,
                "By stones in a window: what orders moves, and what gains are.")
        .def_ro("early", &Weights::early, "By feature, on an empty board.")
        .def_ro("late", &Weights::late, "By feature, from `late_stones` stones on.")
        .def_ro("late_stones", &Weights::late_stones)
        .def_ro("weighs_places", &Weights::weighs_places,
                "Whether windows where stones fall also count by where they are.")
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

using Numbers16 = nb::ndarray<const std::int16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers32 = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, class Array>
std::vector<T> list_of(const Array& array) {
    return {array.data(), array.data() + array.size()};
}

/// The codes of every position of a game with the eyes of the side to move, four a cell, -1 for
/// stones.
std::vector<std::int16_t> codes_of(const Rules& rules, const std::vector<Cell>& moves,
                                   const std::shared_ptr<const Network>& network) {
    NetworkBoard board(rules, network);
    Position position(rules);
    std::vector<std::int16_t> codes;
    codes.reserve(4 * rules.cells() * moves.size());
    for (const Cell move : moves) {
        if (!position.is_legal(move)) throw SearchError("a game has an illegal move");
        const int side = index_of(position.to_move());
        for (Cell cell = 0; cell < rules.cells(); ++cell) {
            for (int direction = 0; direction < 4; ++direction) {
                codes.push_back(static_cast<std::int16_t>(
                    board.is_empty(cell) ? board.code(side, cell, direction) : -1));
            }
        }
        board.play(side, move);
        position.play(move);
    }
    return codes;
}

/// The value and the promises of the legal moves of the position that the moves lead to.
nb::tuple judged_by_network(const Rules& rules, const std::vector<Cell>& moves,
                            const std::shared_ptr<const Network>& network) {
    NetworkBoard board(rules, network);
    Position position(rules);
    for (const Cell move : moves) {
        if (!position.is_legal(move)) throw SearchError("a game has an illegal move");
        board.play(index_of(position.to_move()), move);
        position.play(move);
    }
    const int side = index_of(position.to_move());
    nb::dict promises;
    position.for_each_move(
        [&](Cell cell) { promises[nb::int_(cell)] = board.promise(side, cell); });
    return nb::make_tuple(board.value(side, position.stones_left()), promises);
}

/// Plays the moves and takes them back so many times; the sum of all values on the way.
std::int64_t exercise_network(const Rules& rules, const std::vector<Cell>& moves,
                              const std::shared_ptr<const Network>& network, int rounds) {
    NetworkBoard board(rules, network);
    std::int64_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        int side = 0;
        for (const Cell move : moves) {
            board.play(side, move);
            side = 1 - side;
            sum += board.value(side, 1);
        }
        for (std::size_t i = 0; i < moves.size(); ++i) board.undo();
    }
    return sum;
}

void bind_network(nb::module_& module) {
    nb::class_<Network>(module, "Network",
                        "A small network over the codes of cells, in integers: the same numbers "
                        "with AVX2 and without.")
        .def(
            "__init__",
            [](Network* self, const Rules& rules, int width, int hidden, const Numbers16& rows,
               const Numbers16& bias, const Numbers16& promise, const Numbers16& hidden_weights,
               const Numbers32& hidden_bias, const Numbers16& output, int output_bias, bool simd) {
                const NetworkShape shape{rules.line_length, rules.gravity, width, hidden};
                new (self)
                    Network(shape,
                            {list_of<std::int16_t>(rows), list_of<std::int16_t>(bias),
                             list_of<std::int16_t>(promise), list_of<std::int16_t>(hidden_weights),
                             list_of<std::int32_t>(hidden_bias), list_of<std::int16_t>(output),
                             output_bias},
                            simd);
            },
            "rules"_a, "width"_a, "hidden"_a, "rows"_a, "bias"_a, "promise"_a, "hidden_weights"_a,
            "hidden_bias"_a, "output"_a, "output_bias"_a, nb::kw_only(), "simd"_a = true);
    module.def(
        "network_codes",
        [](const Rules& rules) {
            return NetworkShape{rules.line_length, rules.gravity, 16, 16}.codes();
        },
        "rules"_a, "How many codes a cell and a direction can have.");
    module.def(
        "game_codes",
        [](const Rules& rules, const std::vector<Cell>& moves,
           const std::shared_ptr<Network>& network) {
            const std::vector<std::int16_t> codes = codes_of(rules, moves, network);
            return nb::bytes(reinterpret_cast<const char*>(codes.data()),
                             codes.size() * sizeof(std::int16_t));
        },
        "rules"_a, "moves"_a, "network"_a,
        "The codes of every position of a game before each move: int16 as bytes, four a cell.");
    module.def("network_judgement", &judged_by_network, "rules"_a, "moves"_a, "network"_a,
               nb::sig("def network_judgement(rules: Rules, moves: "
                       "collections.abc.Sequence[int], network: Network) -> tuple[int, dict[int, "
                       "int]]"),
               "The value of a position, and what each legal move promises; 16384 are 1.");
    module.def("exercise_network", &exercise_network, "rules"_a, "moves"_a, "network"_a, "rounds"_a,
               nb::call_guard<nb::gil_scoped_release>(),
               "Plays the moves by turns and takes them back so many times, with the value after "
               "each: something to time.");
    nb::class_<NetworkGame>(module, "NetworkGame", "A game of NetworkPlay.")
        .def_ro("moves", &NetworkGame::moves)
        .def_ro("opening", &NetworkGame::opening)
        .def_ro("visits", &NetworkGame::visits, "Of each stone after the opening, by move.")
        .def_ro("values", &NetworkGame::values, "From -1 to 1, for the side that moved.")
        .def_ro("outcome", &NetworkGame::outcome);
    nb::class_<NetworkPlay>(module, "NetworkPlay",
                            "Plays games of a network against itself, by seed and number.")
        .def(
            "__init__",
            [](NetworkPlay* self, const Rules& rules, const std::shared_ptr<Network>& network,
               std::uint64_t nodes, int random_stones, int varied_stones, std::uint64_t seed) {
                new (self) NetworkPlay(
                    rules, network, NetworkPlayOptions{nodes, random_stones, varied_stones, seed});
            },
            "rules"_a, "network"_a, nb::kw_only(), "nodes"_a = 100, "random_stones"_a = 4,
            "varied_stones"_a = 8, "seed"_a = 0)
        .def("play", &NetworkPlay::play, "number"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace

void bind_learn(nb::module_& module) {
    bind_weights(module);
    bind_self_play(module);
    bind_network(module);
}

}  // namespace inarow::bindings
