#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "eval/score.hpp"
#include "search/defences.hpp"
#include "search/limits.hpp"
#include "search/threat_space.hpp"
#include "search/turn_maker.hpp"
#include "search/turn_table.hpp"

namespace inarow {

/// What can be set about the way the champion searches. Each default was chosen by matches.
struct ChampionOptions {
    Width width;
    int effort_leaf = 0;      // nodes to look for a forced win at the horizon
    int effort_low = 60;      // one turn above it
    int effort_high = 250;    // two turns above it
    int effort_growth = 240;  // percent: more with every further turn
    int pressed_depth = 1;    // from which depth on the opponent's forced wins are looked for
    int root_turns = 80;      // quiet turns at the root
    int rescue_turns = 28;    // tried when everything else loses, two turns above the horizon
    int root_rescue_turns = 300;
    int cover_partners = 12;  // free stones with each cover that leaves some
    int cover_makers = 8;     // and of those that make a threat
    int futility = 120;       // margin for each turn of depth
    int quiet_turns = 4;      // forced turns followed beyond the horizon
    int lmr = 80;             // percent: late turns are searched less deep
    int counted = 12;         // turns tried at depth 1; more with depth
};

/// Iterative deepening alpha-beta over whole turns for free placement, one thread of it. Depth
/// counts turns. A score says "proven" only where every turn that could matter was looked at: a
/// forced win, threats that cannot be stopped, or all covers of threats that take the whole turn.
template <int K, int P>
class TurnSearch {
  public:
    using Board = ThreatBoard<K, P>;
    using Set = CellSet<P>;
    using Space = ThreatSpace<K, P>;

    struct Found {
        Set turn;
        Score score = 0;
        int depth = 0;             // the last that was searched to its end
        bool is_complete = false;  // not cut short by the budget
    };
    /// Told of every depth that is done.
    using Progress = std::function<void(const Found&)>;

    TurnSearch(const Board& board, const ChampionOptions& options, TurnTable& table)
        : board_(board),
          options_(options),
          table_(table),
          space_(board_, 18),
          maker_(board_),
          defences_(board_, space_, maker_),
          plies_(MOST_PLIES) {
        for (auto& history : history_) history.assign(board.cells(), 0);
    }

    /// Takes the stones of the position to think about, and what the thinking may cost.
    void start(const Board& board, Meter& meter) {
        board_ = board;
        meter_ = &meter;
        nodes_ = 0;
        space_.start(meter);
        stopped_ = false;
    }
    /// Forgets the forced wins seen.
    void forget() { space_.forget(); }

    /// The best turn of `stones` stones for the side, none of those excluded. `helper` numbers the
    /// threads: they start differently.
    Found think(int side, int stones, int most_depth, int helper, const std::vector<Set>& excluded,
                const Progress& progress);

    /// The play of both sides that follows the turn, as far as the table and forced wins know it,
    /// with the turn itself.
    std::vector<Set> line_after(int side, const Set& turn);

    std::uint64_t nodes() const { return nodes_ + space_.nodes(); }

  private:
    static constexpr int MOST_PLIES = 64;
    static constexpr int MOST_ROOT_TURNS = 1 << 17;
    static constexpr Score SEEMS_LOST = 4'000'000;  // a guess: everything that was tried loses

    struct Ply {
        std::vector<Candidate<P>> turns;
        std::array<Set, 2> killers;
        std::vector<std::uint16_t> zone;  // of the opponent's forced win, if it has one
        bool is_pressed = false;
    };

    bool is_time_over();
    Score search(int side, int depth, Score alpha, Score beta, int ply);
    Score search_turns(int side, int depth, Score alpha, Score beta, int ply, bool is_complete,
                       Set& best_turn, int least);
    Score rescue(int side, int stones, const Covers<K, P>& covers, int depth, Score alpha,
                 Score beta, int ply, Set& best_turn);
    Score search_child(int side, const Set& turn, int depth, Score alpha, Score beta, int ply);
    DefenceWidth defence_width(int depth) const;
    Width width_at(int depth) const;
    int effort_at(int level) const;
    void look_for_pressure(int side, int ply, int depth);
    bool is_idle(int side, const Set& turn, int ply) const;
    int most_turns_at(int depth) const;
    int reduction(int depth, int index) const;
    void rank(int side, int ply, const TurnFact& fact, bool is_known, int stones);
    void reward(int side, int depth, int ply, const Set& turn);
    std::uint64_t key_of(int side) const { return board_.key() ^ (side ? SIDE_KEY : 0); }
    void play(int side, const Set& turn) {
        for (const auto cell : turn) board_.template play<true>(side, cell);
    }
    void undo(int side, const Set& turn) {
        for (int i = turn.size - 1; i >= 0; --i) board_.template undo<true>(side, turn.cells[i]);
    }
    int stones_of_turn() const { return std::min(board_.stones_per_turn(), board_.empty_cells()); }
    bool deepen(int side, int depth, Found& found);
    void choose_hope(Found& found, const Set& hopeful) const;
    void widen_root(int side, int stones, const std::vector<Set>& excluded);
    bool decide_at_once(int side, int stones, const std::vector<Set>& excluded, Found& found);
    void prepare_root(int side, int stones, const std::vector<Set>& excluded);
    Set expected_turn(int side);

    static constexpr std::uint64_t SIDE_KEY = 0x5851F42D4C957F2D;

    Board board_;
    ChampionOptions options_;
    TurnTable& table_;
    Meter* meter_ = nullptr;
    Space space_;
    TurnMaker<K, P> maker_;
    Defences<K, P> defences_;
    std::vector<Ply> plies_;
    std::array<std::vector<int>, 2> history_;
    std::vector<Candidate<P>> root_;
    std::vector<Set> doomed_;  // turns of the root that are proven to lose
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    bool root_is_complete_ = false;
};

}  // namespace inarow

#include "search/turn_search_nodes.hpp"
#include "search/turn_search_root.hpp"
