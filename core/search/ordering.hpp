#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/turn.hpp"

namespace inarow {

/// Where a turn stands among the others: the greater, the sooner it is tried.
using Order = std::int32_t;

// Promises of whole turns lie below these.
inline constexpr Order TABLE_TURN_ORDER = 1 << 30;
inline constexpr Order KILLER_ORDER = 1 << 29;
static_assert(LARGEST_PROMISE <= KILLER_ORDER / Rules::MOST_STONES);

/// Turns from the first to the last in order, of equals the one listed first. They are sorted only
/// as far as they are taken: most nodes are cut off after one or two.
class TurnQueue {
  public:
    template <class OrderOf>
    void fill(std::span<const Choice> choices, OrderOf order_of) {
        choices_ = choices;
        heap_.clear();
        for (std::size_t index = 0; index < choices.size(); ++index) {
            heap_.push_back(key_of(order_of(choices[index]), static_cast<std::uint32_t>(index)));
        }
        std::ranges::make_heap(heap_);
    }

    /// The next turn; null after the last.
    const Turn* next() {
        if (heap_.empty()) return nullptr;
        std::ranges::pop_heap(heap_);
        const std::uint64_t key = heap_.back();
        heap_.pop_back();
        return &choices_[index_of_key(key)].turn;
    }

    /// Every turn that is left, in order.
    std::vector<Turn> take_all() {
        std::ranges::sort(heap_);
        std::vector<Turn> turns;
        for (auto key = heap_.rbegin(); key != heap_.rend(); ++key) {
            turns.push_back(choices_[index_of_key(*key)].turn);
        }
        heap_.clear();
        return turns;
    }

  private:
    static std::uint32_t index_of_key(std::uint64_t key) {
        return ~static_cast<std::uint32_t>(key);
    }
    static std::uint64_t key_of(Order order, std::uint32_t index) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(order)) << 32 |
               static_cast<std::uint32_t>(~index);
    }

    std::span<const Choice> choices_;
    std::vector<std::uint64_t> heap_;  // order above, index below, so that one comparison does
};

/// The turns that cut off brothers and cousins of a node: two killers for every ply, and for every
/// stone how often and how deep it was part of a cut-off.
class Refutations {
  public:
    explicit Refutations(const Rules& rules) {
        for (auto& side : history_) side.resize(rules.cells());
    }

    void remember(int ply, Side side, const Turn& turn, int depth) {
        auto& killers = killers_of(ply);
        if (turn != killers[0]) {
            killers[1] = killers[0];
            killers[0] = turn;
        }
        for (Cell cell : turn) {
            Order& value = history_[index_of(side)][cell];
            value = std::min(value + STEP * depth * depth, LARGEST_HISTORY);
        }
    }

    Order order_of(int ply, Side side, const Choice& choice) {
        const auto& killers = killers_of(ply);
        if (choice.turn == killers[0]) return KILLER_ORDER + 1;
        if (choice.turn == killers[1]) return KILLER_ORDER;
        Order order = choice.promise;
        for (Cell cell : choice.turn) order += history_[index_of(side)][cell];
        return std::min(order, KILLER_ORDER - 1);
    }

  private:
    static constexpr Order STEP = 64;                  // one row's worth of promise
    static constexpr Order LARGEST_HISTORY = 1 << 16;  // weighs as much as a row of five

    std::array<Turn, 2>& killers_of(int ply) {
        if (killers_.size() <= static_cast<std::size_t>(ply)) killers_.resize(ply + 1);
        return killers_[ply];
    }

    std::vector<std::array<Turn, 2>> killers_;
    std::array<std::vector<Order>, 2> history_;
};

}  // namespace inarow
