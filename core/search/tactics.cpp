#include "search/tactics.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "game/playout.hpp"
#include "search/threat_space.hpp"

namespace inarow {
namespace {

constexpr int TABLE_BITS = 16;

template <int K, int P>
ThreatBoard<K, P> board_of(const Position& position) {
    ThreatBoard<K, P> board(position.rules(), Weights::standard(position.rules()));
    for (const Cell cell : position.history())
        board.template play<false>(position.at(cell) == Stone::FIRST ? 0 : 1, cell);
    return board;
}

/// Calls visit with the numbers of the rules that have code of their own, as template arguments.
template <class Visit>
auto with_numbers(const Rules& rules, Visit visit) {
    if (rules.gravity) throw SearchError("threats are known only without gravity");
    if (rules.stones_per_turn == 2 && rules.line_length == 6)
        return visit.template operator()<6, 2>();
    if (rules.stones_per_turn == 2) return visit.template operator()<0, 2>();
    if (rules.stones_per_turn == 1 && rules.line_length == 5)
        return visit.template operator()<5, 1>();
    if (rules.stones_per_turn == 1) return visit.template operator()<0, 1>();
    return visit.template operator()<0, 0>();
}

template <class Set>
std::vector<Cell> cells_of(const Set& set) {
    std::vector<Cell> cells(set.begin(), set.end());
    std::sort(cells.begin(), cells.end());
    return cells;
}

/// One play that the forced win allows: the attacker's turns and, each time, the first answer there
/// is.
template <int K, int P>
std::vector<Cell> line_of(ThreatSpace<K, P>& space, ThreatBoard<K, P>& board, int side,
                          CellSet<P> turn, int turns) {
    std::vector<Cell> line;
    std::vector<std::pair<int, Cell>> played;
    const auto play = [&](int owner, const CellSet<P>& stones) {
        for (const auto cell : stones) {
            board.template play<false>(owner, cell);
            played.emplace_back(owner, cell);
            line.push_back(cell);
        }
    };
    while (turns-- > 0) {
        play(side, turn);
        if (board.has_won(side)) break;
        const Covers<K, P> covers(board, side);
        CellSet<P> answer;
        if (!covers.sets().empty()) {
            answer = covers.sets()[0];
        } else {  // nothing helps: an end of each threat in turn
            for (const auto& gap : covers.gaps()) {
                if (answer.size < board.stones_per_turn() && !answer.contains(gap.cells[0]))
                    answer.add(gap.cells[0]);
            }
        }
        play(1 - side, answer);
        turn = ThreatSpace<K, P>::completion(board, side, board.stones_per_turn());
        if (turn.size > 0) continue;
        const auto next = space.search(side, Limits::UNLIMITED / 2, turns);
        if (next.verdict != ThreatSpace<K, P>::Verdict::WIN) break;
        turn = next.turn;
    }
    for (auto stone = played.rbegin(); stone != played.rend(); ++stone)
        board.template undo<false>(stone->first, stone->second);
    return line;
}

}  // namespace

std::vector<std::vector<Cell>> threats_of(const Position& position, Side side) {
    return with_numbers(position.rules(), [&]<int K, int P>() {
        const auto board = board_of<K, P>(position);
        std::vector<std::vector<Cell>> gaps;
        board.for_each_window(index_of(side), 0, [&](int window) {
            std::vector<Cell> cells(board.line_length());
            cells.resize(board.empties(window, cells.data()));
            gaps.push_back(cells_of(cells));
        });
        std::sort(gaps.begin(), gaps.end());
        gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
        return gaps;
    });
}

Blocks blocks_of(const Position& position, Side side) {
    return with_numbers(position.rules(), [&]<int K, int P>() {
        const auto board = board_of<K, P>(position);
        const Covers<K, P> covers(board, index_of(other(side)));
        Blocks blocks{covers.number(), {}, covers.is_complete()};
        for (const auto& set : covers.sets()) blocks.sets.push_back(cells_of(set));
        std::sort(blocks.sets.begin(), blocks.sets.end());
        return blocks;
    });
}

template <bool Evaluate, int K, int P>
std::uint64_t exercise(ThreatBoard<K, P>& board, std::vector<Cell>& cells, int stones, int rounds,
                       Random& random) {
    std::uint64_t seen = 0;
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < stones; ++i)
            std::swap(cells[i], cells[i + random.below(static_cast<int>(cells.size()) - i)]);
        for (int i = 0; i < stones; ++i) {
            board.template play<Evaluate>(i % 2, cells[i]);
            seen += board.threats(i % 2);
        }
        for (int i = stones - 1; i >= 0; --i) board.template undo<Evaluate>(i % 2, cells[i]);
    }
    return seen;
}

std::uint64_t exercise_threats(const Rules& rules, int rounds, bool with_evaluation,
                               std::uint64_t seed) {
    return with_numbers(rules, [&]<int K, int P>() {
        constexpr int MOST = 40;
        ThreatBoard<K, P> board(rules, Weights::standard(rules));
        std::vector<Cell> cells(rules.cells());
        std::iota(cells.begin(), cells.end(), 0);
        Random random(seed);
        const int stones = std::min(MOST, rules.cells());
        return with_evaluation ? exercise<true>(board, cells, stones, rounds, random)
                               : exercise<false>(board, cells, stones, rounds, random);
    });
}

ForcedWin forced_win(const Position& position, std::uint64_t nodes) {
    if (position.is_over()) throw SearchError("the game is over: there is nothing to win");
    if (position.stones_left() != position.rules().stones_per_turn)
        throw SearchError(
            "a forced win is looked for at the beginning of a turn, not in its middle");
    return with_numbers(position.rules(), [&]<int K, int P>() {
        using Space = ThreatSpace<K, P>;
        auto board = board_of<K, P>(position);
        Space space(board, TABLE_BITS);
        const int side = index_of(position.to_move());
        const auto answer = space.search(side, nodes);
        ForcedWin found{ForcedWin::Verdict::NONE, {}, 0, {}, space.nodes()};
        if (answer.verdict == Space::Verdict::UNKNOWN) found.verdict = ForcedWin::Verdict::UNKNOWN;
        if (answer.verdict != Space::Verdict::WIN) return found;
        found.verdict = ForcedWin::Verdict::WIN;
        found.turn = cells_of(answer.turn);
        found.turns = answer.turns;
        found.line = line_of(space, board, side, answer.turn, answer.turns);
        return found;
    });
}

}  // namespace inarow
