#pragma once

#include <cstdint>
#include <vector>

#include "game/position.hpp"

namespace inarow {

/// The sets of cells that each threat of a side lacks: filling one set in one turn wins.
std::vector<std::vector<Cell>> threats_of(const Position& position, Side side);

/// What stops the threats of a side's opponent.
struct Blocks {
    int number;  // of stones at least; one more than a turn has if a turn cannot
    std::vector<std::vector<Cell>> sets;  // minimal, of at most one turn's stones; ascending cells
    bool is_complete;                     // whether these are all such sets
};
Blocks blocks_of(const Position& position, Side side);

/// The outcome of a search for a win in which every turn leaves the opponent no choice.
struct ForcedWin {
    enum class Verdict { WIN, NONE, UNKNOWN };  // UNKNOWN: the nodes ran out

    Verdict verdict;
    std::vector<Cell> turn;  // the first turn
    int turns;               // the side's own, until its line is full, against any defence
    std::vector<Cell> line;  // one such play of both sides, stone by stone
    std::uint64_t nodes;
};

/// Looks for a forced win of the side to move, which must be at the beginning of its turn. Sound:
/// WIN is a win. Not complete: NONE says that there is none by threats that take a whole turn to
/// stop. Throws SearchError for gravity, in the middle of a turn, and when the game is over.
ForcedWin forced_win(const Position& position, std::uint64_t nodes);

/// Plays and undoes random stones of both sides, up to 40 at a time, and keeps all threats
/// meanwhile: what a measure of speed measures. The number of threats seen, so that none of it can
/// be left out.
std::uint64_t exercise_threats(const Rules& rules, int rounds, bool with_evaluation,
                               std::uint64_t seed);

}  // namespace inarow
