#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "game/position.hpp"

namespace inarow {

/// The stones that a side places before the other answers: a set, kept in ascending order, in
/// which the stones can be placed with gravity too.
class Turn {
  public:
    Turn() = default;

    int size() const { return size_; }
    const std::uint16_t* begin() const { return cells_.data(); }
    const std::uint16_t* end() const { return cells_.data() + size_; }

    /// This turn and one stone more. The cell must be new and there must be room.
    Turn with(Cell cell) const {
        Turn longer = *this;
        int place = longer.size_++;
        for (; place > 0 && longer.cells_[place - 1] > cell; --place) {
            longer.cells_[place] = longer.cells_[place - 1];
        }
        longer.cells_[place] = static_cast<std::uint16_t>(cell);
        return longer;
    }

    /// Sixteen bits that tell most turns apart: what a table has room for.
    std::uint16_t mark() const;

    bool operator==(const Turn&) const = default;

  private:
    std::array<std::uint16_t, Rules::MOST_STONES> cells_{};
    std::uint8_t size_ = 0;
};

/// Which cells are worth a stone.
enum class Candidates : std::uint8_t {
    ALL,
    NEAR,    // at most `distance` steps from a stone, in one of the eight directions
    CHAINS,  // of those, the four that make the longest own rows and the four that stop the
             // opponent's longest
};

struct TurnOptions {
    Candidates candidates = Candidates::ALL;
    int distance = 2;  // steps, for NEAR and CHAINS
    int cells = 0;     // only so many of the most promising cells; 0: all
    int width = 0;     // only so many of the most promising turns; 0: all
    bool from_centre =
        false;  // middle columns (without gravity: middle cells) first, else ascending

    /// Whether no turn is left out, so that what a search finds is true of the game.
    bool has_every_turn() const {
        return candidates == Candidates::ALL && cells == 0 && width == 0;
    }
};

/// The options, unchanged. Throws SearchError if a number is out of range.
const TurnOptions& checked(const TurnOptions& options);

/// How good a stone of the side to move looks on the cell: the rows it makes longer, its own twice
/// as dear as the opponent's, then nearness to the centre. At most LARGEST_PROMISE.
int promise_of(const Position& position, Cell cell);
inline constexpr int LARGEST_PROMISE = 1 << 26;

/// A turn and the promise of its stones together.
struct Choice {
    Turn turn;
    int promise;
};

/// Lists the turns of a position as sets of stones, none of them twice. A turn ends early with a
/// stone that ends the game, and a stone that wins alone is not paired with others.
class TurnGenerator {
  public:
    static constexpr std::size_t MOST_TURNS = std::size_t{1} << 18;

    TurnGenerator(const Rules& rules, const TurnOptions& options);

    /// The turns in the order of the options; promises are zero unless they are asked for. The
    /// position is used to try stones and comes back as it was. Throws SearchError beyond
    /// MOST_TURNS.
    void list(Position& position, bool needs_promises, std::vector<Choice>& choices);

  private:
    void find_cells(const Position& position);
    void mark_near(const Position& position, Side side);
    void take_marked(const Position& position);
    void take_chains(const Position& position);
    void take_best_chains(const Position& position, Side side);
    void fill_up(const Position& position);
    void keep_promising_cells(const Position& position);
    template <class ValueOf>
    void keep_best(std::size_t kept, ValueOf value_of);
    void keep_promising_turns(std::vector<Choice>& choices) const;

    void extend(const Turn& turn, int promise, std::size_t from);
    std::vector<std::size_t> emit_ending(const Turn& turn, int promise, std::size_t from);
    void extend_with_last_stone(const Turn& turn, int promise, std::size_t from);
    void emit(const Turn& turn, int promise);
    Cell cell_at(std::size_t index) const;

    /// A promise that a stone of this turn changed, and what it was before.
    struct Change {
        Cell cell;
        int before;
    };
    int update_promises(Cell placed, std::array<Change, 8>& changes);

    const Rules rules_;
    const TurnOptions options_;
    std::vector<Cell> order_;  // every cell (with gravity: the lowest of each column) in its order
    std::vector<int> rank_;    // the place of a cell (with gravity: of its column) in order_

    // What one listing works on.
    Position* position_ = nullptr;
    std::vector<Choice>* choices_ = nullptr;
    bool needs_promises_ = false;
    std::vector<Cell> cells_;           // the candidates, in order
    std::vector<std::uint8_t> marked_;  // by cell: is a candidate
    std::vector<int> promises_;         // by cell, kept for the candidates; else zero
    std::vector<std::uint8_t> ends_;    // by index in cells_: the stone would end the game at once
};

}  // namespace inarow
