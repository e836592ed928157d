#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "game/windows.hpp"

namespace inarow {

/// What one side has in one window.
struct Holding {
    int stones;   // of the side, in the window
    int closers;  // stones that keep the side from ever winning here: the opponent's in the window
                  // and, where a longer row does not win, the side's own at its two ends

    bool is_open() const { return closers == 0; }
};

/// The holdings of both sides in every window, kept up to date by `place` and `remove`. Both call
/// visit(side, window, before, after) for every holding that changes.
class OwnedWindows {
  public:
    explicit OwnedWindows(const Rules& rules)
        : table_(std::make_shared<const WindowTable>(rules)), is_exact_(rules.exact) {
        for (auto* counts : {&stones_, &own_closers_}) {
            for (auto& of_side : *counts) of_side.resize(table_->size());
        }
    }

    const WindowTable& table() const { return *table_; }
    Holding holding(Side side, int window) const {
        const int own = index_of(side);
        return {stones_[own][window], stones_[1 - own][window] + own_closers_[own][window]};
    }
    bool is_open(Side side, int window) const { return holding(side, window).is_open(); }

    template <class Visit>
    void place(Side side, Cell cell, Visit visit) {
        // The side as a constant lets the compiler keep a visitor's sums in registers.
        side == Side::FIRST ? change<1, Side::FIRST>(cell, visit)
                            : change<1, Side::SECOND>(cell, visit);
    }
    template <class Visit>
    void remove(Side side, Cell cell, Visit visit) {
        side == Side::FIRST ? change<-1, Side::FIRST>(cell, visit)
                            : change<-1, Side::SECOND>(cell, visit);
    }
    /// Forgets all and places the position's stones.
    template <class Visit>
    void reset(const Position& position, Visit visit) {
        for (auto* counts : {&stones_, &own_closers_}) {
            for (auto& of_side : *counts) of_side.assign(of_side.size(), 0);
        }
        for (Cell cell : position.history()) {
            place(static_cast<Side>(position.at(cell)), cell, visit);
        }
    }

    /// Whether a run of the side can still grow into a line: some window holds all of it and is
    /// open to the side. `direction` is a place in DIRECTIONS.
    bool can_grow(Side side, Cell first, std::size_t direction, int length) const {
        const int step =
            DIRECTIONS[direction].rows * table_->rules().columns + DIRECTIONS[direction].columns;
        const WindowSpan start = table_->spans(first)[direction];
        const WindowSpan end = table_->spans(first + (length - 1) * step)[direction];
        for (int window = end.first; window < start.first + start.count; ++window) {
            if (is_open(side, window)) return true;
        }
        return false;
    }

  private:
    template <int BY, Side SIDE, class Visit>
    void change(Cell cell, Visit& visit) {
        constexpr int own = index_of(SIDE);
        const bool is_exact = is_exact_;
        std::uint8_t* const stones = stones_[own].data();
        const std::uint8_t* const opposing = stones_[1 - own].data();
        const std::uint8_t* const own_closers = own_closers_[own].data();
        const std::uint8_t* const opposing_closers = own_closers_[1 - own].data();
        for (const WindowSpan& span : table_->spans(cell)) {
            for (int window = span.first; window < span.first + span.count; ++window) {
                const int before = stones[window];
                const int after = before + BY;
                const int opponents = opposing[window];
                stones[window] = static_cast<std::uint8_t>(after);
                // own_closers are all 0 unless the game is exact: the test saves two loads.
                const int closers = opponents + (is_exact ? own_closers[window] : 0);
                const int other_closers = is_exact ? opposing_closers[window] : 0;
                visit(SIDE, window, Holding{before, closers}, Holding{after, closers});
                visit(other(SIDE), window, Holding{opponents, before + other_closers},
                      Holding{opponents, after + other_closers});
            }
            if (is_exact && span.begins_before) close<BY>(SIDE, span.first - 1, visit);
            if (is_exact && span.begins_after) close<BY>(SIDE, span.first + span.count, visit);
        }
    }

    /// A stone of the side lies at an end of the window.
    template <int BY, class Visit>
    void close(Side side, int window, Visit& visit) {
        const Holding before = holding(side, window);
        own_closers_[index_of(side)][window] += BY;
        visit(side, window, before, holding(side, window));
    }

    std::shared_ptr<const WindowTable> table_;
    bool is_exact_;
    std::array<std::vector<std::uint8_t>, 2> stones_;
    std::array<std::vector<std::uint8_t>, 2> own_closers_;
};

/// For who only asks afterwards.
inline constexpr auto NO_VISIT = [](Side, int, Holding, Holding) {};

}  // namespace inarow
