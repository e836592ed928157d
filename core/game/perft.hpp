#pragma once

#include <cstdint>

#include "game/position.hpp"

namespace inarow {

/// The number of sequences of `depth` stones from the position; games that ended are not extended.
/// The last stone is counted, not played (bulk counting). `stop` is asked about once in a million
/// nodes; when it says yes the count ends early.
template <class Stop>
std::uint64_t perft(Position& position, int depth, Stop stop);

namespace detail {

template <class Stop>
struct PerftCounter {
    static constexpr std::uint64_t NODES_BETWEEN_QUESTIONS = 1 << 20;
    Position& position;
    Stop stop;
    std::uint64_t until_question = NODES_BETWEEN_QUESTIONS;
    bool is_stopped = false;

    std::uint64_t count(int depth) {
        if (depth == 0) return 1;
        if (depth == 1) return position.count_moves();
        if (--until_question == 0) {
            until_question = NODES_BETWEEN_QUESTIONS;
            is_stopped = stop();
        }
        std::uint64_t sequences = 0;
        position.for_each_move([&](Cell cell) {
            if (is_stopped) return;
            position.play(cell);
            sequences += count(depth - 1);
            position.undo();
        });
        return sequences;
    }
};

}  // namespace detail

template <class Stop>
std::uint64_t perft(Position& position, int depth, Stop stop) {
    return detail::PerftCounter<Stop>{position, stop}.count(depth);
}

}  // namespace inarow
