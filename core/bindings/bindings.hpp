#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "game/position.hpp"

namespace inarow::bindings {

/// One function a layer of the core; each adds its names to the module.
void bind_game(nanobind::module_& module);

/// A new Python object of the same class as `like` that holds a copy of the position.
nanobind::object position_object(nanobind::handle like, const Position& position);

/// Whether Ctrl-C or another signal waits; it is raised once control is back in Python. For work
/// that runs without the GIL.
bool has_signal();

}  // namespace inarow::bindings
