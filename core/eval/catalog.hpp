#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "eval/evaluator.hpp"

namespace inarow {

/// An evaluator that has a name.
struct NamedEvaluator {
    std::string_view name;
    std::string_view about;  // one line
};

/// All that make_evaluator knows.
std::span<const NamedEvaluator> evaluators();

/// The evaluator of that name for games of these rules. `view` is the side with whose eyes chains,
/// ultimate, dummy, forks and blocks look, else the side to move; the others see both alike.
/// Throws EvaluatorError, with the nearest right name, if there is none of that name, and with
/// the reason where it makes no sense for the rules.
std::unique_ptr<Evaluator> make_evaluator(std::string_view name, const Rules& rules,
                                          std::optional<Side> view = std::nullopt);

}  // namespace inarow
