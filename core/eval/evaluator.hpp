#pragma once

#include <memory>
#include <stdexcept>

#include "eval/score.hpp"
#include "game/position.hpp"

namespace inarow {

/// Rules for which an evaluator makes no sense, or a name that no evaluator has.
struct EvaluatorError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Position to score, without search. One that keeps counts is told of every stone, after it was
/// placed and after it was taken back; a searcher makes one clone a thread.
class Evaluator {
  public:
    virtual ~Evaluator() = default;

    virtual std::unique_ptr<Evaluator> clone() const = 0;
    /// Forgets what it knew and takes up this position.
    virtual void reset(const Position&) {}
    virtual void place(const Position&, Side, Cell) {}
    virtual void remove(const Position&, Side, Cell) {}
    /// A guess for the side to move; the game is not over.
    virtual Score evaluate(const Position& position) = 0;
};

}  // namespace inarow
