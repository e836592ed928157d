#include "bindings/python_evaluator.hpp"

#include "bindings/bindings.hpp"

namespace nb = nanobind;

namespace inarow::bindings {
namespace {

/// The guess that a Python int of any size means.
Score guess_of(nb::handle answer) {
    PyObject* const number = PyNumber_Index(answer.ptr());
    if (!number) {
        PyErr_Clear();
        throw nb::type_error((std::string("an evaluator must return an int, not ") +
                              nb::type_name(answer.type()).c_str())
                                 .c_str());
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    return overflow == 0 ? guess(value) : overflow > 0 ? LARGEST_GUESS : -LARGEST_GUESS;
}

}  // namespace

PythonEvaluator::PythonEvaluator(nb::callable function, nb::handle position_class)
    : callee_(new Callee{function, nb::borrow(position_class)}, [](const Callee* callee) {
          nb::gil_scoped_acquire gil;
          delete callee;
      }) {}

Score PythonEvaluator::evaluate(const Position& position) {
    nb::gil_scoped_acquire gil;
    return guess_of(callee_->function(position_of_class(callee_->position_class, position)));
}

}  // namespace inarow::bindings
