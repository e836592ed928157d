#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "eval/evaluator.hpp"
#include "game/position.hpp"

namespace inarow::bindings {

/// One function a layer of the core; each adds its names to the module.
void bind_game(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_eval(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_solve(nanobind::module_& module);
void bind_champion(nanobind::module_& module);
void bind_learn(nanobind::module_& module);

/// A new Python object of a class derived from Position that holds a copy of the position.
nanobind::object position_of_class(nanobind::handle type, const Position& position);

/// A new Python object of the same class as `like` that holds a copy of the position.
nanobind::object position_object(nanobind::handle like, const Position& position);

/// Whether Ctrl-C or another signal waits; it is raised once control is back in Python. For work
/// that runs without the GIL.
bool has_signal();

/// What Python calls an Evaluator: it makes evaluators for the rules of whoever uses it.
using EvaluatorMaker = std::function<std::unique_ptr<Evaluator>(const Rules& rules)>;
struct EvaluatorObject {
    std::string name;
    EvaluatorMaker made_for;
    std::vector<nanobind::handle> held;  // Python objects that made_for keeps alive, for the GC
};

}  // namespace inarow::bindings
