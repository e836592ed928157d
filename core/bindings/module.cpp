#include <nanobind/nanobind.h>

#include "bindings/bindings.hpp"

namespace {

/// This file alone is built for any CPU, so that the question can be asked before it is too late.
void check_cpu() {
#ifdef INAROW_CPU_IS_V3
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return;
    }
    throw nanobind::import_error(
        "this build of inarow needs a CPU with AVX2, BMI2 and popcount, and this one has not all "
        "of them; "
        "build it here, or anywhere with CMAKE_ARGS=-DINAROW_NATIVE=OFF pip install inarow "
        "--no-binary inarow");
#endif
}

}  // namespace

NB_MODULE(_core, module) {
    check_cpu();
    module.doc() = "The C++ core of inarow: games, evaluators and searches.";
    inarow::bindings::bind_game(module);
    inarow::bindings::bind_eval(module);
    inarow::bindings::bind_search(module);
    inarow::bindings::bind_champion(module);
}
