#pragma once

#include <memory>
#include <vector>

#include "eval/network.hpp"
#include "game/position.hpp"

namespace inarow {

/// A move with how promising it looks.
struct Promise {
    Cell cell;
    int gain;
};

/// What Monte Carlo tree search asks of a game beside its rules: how promising moves are, how good
/// a position is, and whether it is decided within the turn.
class MctsBoard {
  public:
    virtual ~MctsBoard() = default;

    virtual void play(int side, Cell cell) = 0;
    virtual void undo(int side, Cell cell) = 0;
    /// Every legal move for the side, in ascending order.
    virtual void promises(int side, std::vector<Promise>& out) const = 0;
    /// From -1 to 1 for the side that is to move with so many stones left.
    virtual double value(int side, int stones_left) const = 0;
    /// Stones that the side needs to complete a line, if that is at most `stones`; else 0.
    virtual int stones_to_win(int side, int stones) const = 0;
    /// Whether nobody can win any more. False where that is not known.
    virtual bool is_dead() const { return false; }
    /// Whether the other side completes a line in its next turn whatever the side does with
    /// `stones` stones. False where that is not known.
    virtual bool is_lost(int side, int stones) const = 0;
};

/// The board of a game, empty. With a network, that says what gains and the evaluation say
/// without. Throws WeightsError for weights or a network of another game.
std::unique_ptr<MctsBoard> mcts_board(const Rules& rules, const Weights& weights,
                                      std::shared_ptr<const Network> network = nullptr);

}  // namespace inarow
