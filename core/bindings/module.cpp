#include <nanobind/nanobind.h>

#include "bindings/bindings.hpp"

namespace {

/// This file alone is built for any CPU, so that the question can be asked before it is too late.
void check_cpu() {
#ifdef INAROW_CPU_IS_V3
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        return;
    }
    throw nanobind::import_error(
        "this build of inarow needs a CPU with AVX2, BMI, BMI2 and popcount, and this one lacks "
        "some of them: build inarow on this machine, or for any machine with "
        "CMAKE_ARGS=-DINAROW_NATIVE=OFF pip install .");
#endif
}

}  // namespace

NB_MODULE(_core, module) {
    check_cpu();
    // Interpreters end with objects alive for many reasons that are not ours, test runners above
    // all.
    nanobind::set_leak_warnings(false);
    module.doc() = "The C++ core of inarow: games, evaluators and searches.";
    inarow::bindings::bind_game(module);
    inarow::bindings::bind_batch(module);
    inarow::bindings::bind_eval(module);
    inarow::bindings::bind_search(module);
    inarow::bindings::bind_solve(module);
    inarow::bindings::bind_learn(module);  // before what takes weights
    inarow::bindings::bind_champion(module);
}
