#pragma once

#include <memory>
#include <optional>
#include <stdexcept>

#include "eval/score.hpp"
#include "game/position.hpp"

namespace inarow {

/// Rules for which an evaluator makes no sense, or a name that no evaluator has.
struct EvaluatorError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// The score of a game that is over: the quicker the win and the slower the loss, the higher.
inline Score proven_score(const Position& position) {
    if (position.outcome() == Outcome::DRAW) return DRAW;
    const bool is_won = position.outcome() == win_of(position.to_move());
    return is_won ? win_at(position.stones()) : loss_at(position.stones());
}

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
    /// What the evaluator's own system gives a game that is over. Most searches rather use
    /// proven_score, which knows quick from slow.
    virtual Score final_score(const Position& position) const { return proven_score(position); }
};

/// An evaluator whose two sides are not mirror images (defence weighs more than attack, say). It
/// looks with the eyes of the side to move, or always with those of one side: a system that
/// judges every leaf for its own colour gives that side as its view.
class SidedEvaluator : public Evaluator {
  public:
    explicit SidedEvaluator(std::optional<Side> view) : view_(view) {}

    Score evaluate(const Position& position) final {
        const Side side = view_.value_or(position.to_move());
        const Score score = guess(value_for(side, position));
        return side == position.to_move() ? score : -score;
    }

  protected:
    /// How good the position is for the side, in the evaluator's own numbers.
    virtual std::int64_t value_for(Side side, const Position& position) = 0;

  private:
    std::optional<Side> view_;
};

/// Copies an evaluator through its copy constructor.
template <class Derived, class Base = Evaluator>
class Cloned : public Base {
  public:
    using Base::Base;
    std::unique_ptr<Evaluator> clone() const final {
        return std::make_unique<Derived>(static_cast<const Derived&>(*this));
    }
};

}  // namespace inarow
