#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "eval/evaluator.hpp"

namespace inarow::bindings {

/// An evaluator written in Python: a callable from a Position to an int. A search without the GIL
/// takes it for each call; what the callable raises comes out of the search.
class PythonEvaluator final : public Cloned<PythonEvaluator> {
  public:
    PythonEvaluator(nanobind::callable function, nanobind::handle position_class);

    Score evaluate(const Position& position) override;

  private:
    struct Callee {
        nanobind::object function;
        nanobind::object position_class;
    };
    // Shared, so that threads without the GIL can clone the evaluator.
    std::shared_ptr<const Callee> callee_;
};

}  // namespace inarow::bindings
