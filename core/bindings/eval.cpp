#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "bindings/python_evaluator.hpp"
#include "eval/catalog.hpp"
#include "eval/function.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace inarow::bindings {
namespace {

EvaluatorObject named(std::string name, std::optional<Side> view) {
    make_evaluator(name, Rules{7, 6, 4, true}, view);  // a wrong name is told at once
    return {
        name, [name, view](const Rules& rules) { return make_evaluator(name, rules, view); }, {}};
}

std::string name_of(nb::handle object) {
    return nb::cast<std::string>(nb::str(nb::getattr(object, "__name__", object)));
}

EvaluatorObject from_callable(nb::callable function,
                              std::optional<nb::type_object> position_class) {
    const nb::handle type = position_class ? nb::handle(*position_class) : nb::type<Position>();
    const PythonEvaluator evaluator(function, type);
    return {name_of(function),
            [evaluator](const Rules&) { return evaluator.clone(); },
            {function, type}};
}

// A Python evaluator may hold, through its module, the very object that holds it. These let
// Python's garbage collector see and break such a circle.
int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (!nb::inst_ready(self)) return 0;
    for (nb::handle held : nb::inst_ptr<EvaluatorObject>(self)->held) Py_VISIT(held.ptr());
    return 0;
}

int clear(PyObject* self) {
    auto* const evaluator = nb::inst_ptr<EvaluatorObject>(self);
    evaluator->held.clear();
    evaluator->made_for = nullptr;
    return 0;
}

PyType_Slot GARBAGE_SLOTS[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse)},
                               {Py_tp_clear, reinterpret_cast<void*>(clear)},
                               {0, nullptr}};

EvaluatorObject from_address(std::uintptr_t address, const std::string& name) {
    if (address == 0) throw nb::value_error("the address of an evaluator cannot be 0");
    const Function evaluator(reinterpret_cast<EvaluationFunction>(address));
    return {name, [evaluator](const Rules&) { return evaluator.clone(); }, {}};
}

Score judged(Evaluator& evaluator, const Position& position) {
    return position.is_over() ? evaluator.final_score(position) : evaluator.evaluate(position);
}

Score evaluated(const EvaluatorObject& evaluator, const Position& position) {
    const auto made = evaluator.made_for(position.rules());
    made->reset(position);
    return judged(*made, position);
}

/// The scores after 0, 1, 2, ... moves of the position's history.
std::vector<Score> history_scores(const EvaluatorObject& evaluator, const Position& position) {
    const auto made = evaluator.made_for(position.rules());
    Position playing(position.rules());
    made->reset(playing);
    std::vector<Score> scores{made->evaluate(playing)};
    for (Cell cell : position.history()) {
        const Side side = playing.to_move();
        playing.play(cell);
        made->place(playing, side, cell);
        scores.push_back(judged(*made, playing));
    }
    return scores;
}

/// The score after each legal move, for the side that is to move then.
std::map<Cell, Score> move_scores(const EvaluatorObject& evaluator, Position position) {
    const auto made = evaluator.made_for(position.rules());
    made->reset(position);
    const Side side = position.to_move();
    std::map<Cell, Score> scores;
    std::vector<Cell> moves;
    position.for_each_move([&](Cell cell) { moves.push_back(cell); });
    for (Cell cell : moves) {
        position.play(cell);
        made->place(position, side, cell);
        scores[cell] = judged(*made, position);
        position.undo();
        made->remove(position, side, cell);
    }
    return scores;
}

}  // namespace

void bind_eval(nb::module_& module) {
    nb::exception<EvaluatorError>(module, "EvaluatorError", PyExc_ValueError);
    module.attr("WIN") = WIN;
    module.attr("LARGEST_GUESS") = LARGEST_GUESS;
    nb::class_<EvaluatorObject>(module, "Evaluator", nb::type_slots(GARBAGE_SLOTS),
                                "Position to score for the side to move, without search.")
        .def(
            "__init__",
            [](EvaluatorObject* self, std::string name, std::optional<Side> view) {
                new (self) EvaluatorObject(named(std::move(name), view));
            },
            "name"_a, nb::kw_only(), "view"_a = nb::none(),
            "The evaluator of that name (see evaluators()). One that weighs attack and defence "
            "differently looks with the eyes of the side to move, or always of the side `view`.")
        .def_static("from_callable", &from_callable, "function"_a, nb::kw_only(),
                    "position_class"_a = nb::none(),
                    nb::sig("def from_callable(function: typing.Callable[[typing.Any], int], *, "
                            "position_class: type[Position] | None = None) -> Evaluator"),
                    "The evaluator that a Python function (Position) -> int is; what it raises "
                    "comes out of the search that called it.")
        .def_static("from_address", &from_address, "address"_a, nb::kw_only(),
                    "name"_a = "function",
                    "The evaluator that the C function at this address is: int32_t (const uint8_t* "
                    "board, int32_t columns, int32_t rows, int32_t side_to_move), the board row "
                    "by row from the bottom with 0, 1 and 2. Keep the function alive.")
        .def_ro("name", &EvaluatorObject::name)
        .def("evaluate", &evaluated, "position"_a,
             "How good the position is for the side to move; the final score if the game is over.")
        .def("history_scores", &history_scores, "position"_a,
             "The scores after 0, 1, 2, ... moves of the position's history, each for the side to "
             "move then; updated from stone to stone as in a search.")
        .def("move_scores", &move_scores, "position"_a,
             "The score after each legal move, for the side to move after it.")
        .def("__repr__", [](const EvaluatorObject& evaluator) {
            return "Evaluator('" + evaluator.name + "')";
        });
    module.def(
        "evaluators",
        [] {
            nb::dict about;
            for (const NamedEvaluator& known : evaluators()) {
                about[nb::str(known.name.data(), known.name.size())] =
                    nb::str(known.about.data(), known.about.size());
            }
            return about;
        },
        nb::sig("def evaluators() -> dict[str, str]"),
        "The evaluators that have a name, each with a line about it.");
}

}  // namespace inarow::bindings
