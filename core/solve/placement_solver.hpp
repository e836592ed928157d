#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "game/position.hpp"
#include "search/limits.hpp"

namespace inarow {

/// Who wins a small game without gravity, by alpha-beta over all stones: exact, for up to 64 cells
/// and any number of stones a turn. The tactics of a turn are seen at once: a window that can be
/// filled wins, and the opponent's threats must each get a stone. Positions are remembered, with
/// their mirror images and rotations while few stones are on the board.
class PlacementSolver {
  public:
    static constexpr int MOST_CELLS = 64;

    /// Throws SearchError for gravity, for rows that must be exact, and for larger boards.
    explicit PlacementSolver(const Rules& rules, std::size_t memory = std::size_t{64} << 20);

    /// 1 if the side to move wins, -1 if it loses, 0 for a draw; nothing if the nodes ran out or
    /// `poll`, asked now and then, was true. Throws SearchError for a position of other rules.
    std::optional<int> solve(const Position& position, std::uint64_t nodes = Limits::UNLIMITED,
                             const std::function<bool()>& poll = {});

    std::uint64_t nodes() const { return nodes_; }

  private:
    using Cells = std::uint64_t;
    struct State {
        Cells own;    // of the side to move
        Cells other;  // of its opponent
        int left;     // stones that it still has in this turn
    };
    struct Entry {
        Cells own = 0;
        Cells other = 0;
        std::uint8_t left = 0;  // 0: nothing is known
        std::int8_t low = -1;
        std::int8_t high = 1;
    };

    int search(const State& state, int alpha, int beta);
    int try_cells(const State& state, Cells cells, int alpha, int beta);
    bool look(const State& state, Cells& must, int& low, int& high) const;
    std::vector<int> ranked(const State& state, Cells cells) const;
    State canonical(const State& state) const;
    Entry& entry_of(const State& state);

    Rules rules_;
    Cells all_;
    std::vector<Cells> windows_;
    std::array<std::vector<Cells>, MOST_CELLS> through_;        // the windows of a cell
    std::vector<std::array<std::uint8_t, MOST_CELLS>> images_;  // symmetries but for the identity
    std::vector<Entry> table_;
    std::uint64_t nodes_ = 0;
    std::uint64_t limit_ = 0;
    std::function<bool()> poll_;
    bool is_stopped_ = false;
};

}  // namespace inarow
