#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/score.hpp"
#include "search/turn.hpp"

namespace inarow {

/// What a search did.
struct Counters {
    std::uint64_t nodes = 0;
    std::uint64_t evaluations = 0;  // leaves that were judged by the evaluator
    std::uint64_t cutoffs = 0;
    std::uint64_t table_hits = 0;  // nodes whose search a stored score spared

    Counters& operator+=(const Counters& that) {
        nodes += that.nodes;
        evaluations += that.evaluations;
        cutoffs += that.cutoffs;
        table_hits += that.table_hits;
        return *this;
    }
};

/// What a search found.
struct Result {
    Score score = DRAW;      // for the side to move
    Turn turn;               // the best turn: at least one stone, always
    std::vector<Cell> line;  // the best play of both sides, stone by stone, as far as it is known
    int depth = 0;           // turns, of the last depth that was searched to its end
    bool is_complete =
        false;  // nothing that the limits allowed was left out for want of time or nodes
    bool is_proven = false;  // the score is the outcome under best play, not a guess
    Counters counters;
    std::size_t table_bytes = 0;
    double seconds = 0;
};

}  // namespace inarow
