#include "search/column_board.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

/// The result for the side to move under best play, 1, 0 or -1, by trying everything.
int result_of(Position& position) {
    if (position.is_over()) return position.outcome() == Outcome::DRAW ? 0 : -1;
    int best = -1;
    for (int column = 0; column < position.rules().columns && best < 1; ++column) {
        const Cell cell = position.landing(column);
        if (cell == NO_CELL) continue;
        position.play(cell);
        best = std::max(best, -result_of(position));
        position.undo();
    }
    return best;
}

/// What the board says of the positions after the start, each checked against trying everything.
class Walk {
  public:
    explicit Walk(const Position& start)
        : position_(start),
          board_(std::make_shared<const WindowTable>(start.rules()),
                 Weights::standard(start.rules())) {
        board_.reset(start);
        visit();
    }

    int draws = 0;   // bounds that say: no more than a draw
    int losses = 0;  // and: lost
    int shared = 0;  // positions that differ and have one key

  private:
    void visit() {
        if (position_.is_over()) return;
        const int result = result_of(position_);
        const Score most = board_.most_against_following();
        if (most == DRAW) CHECK(result <= 0);
        if (is_loss(most)) CHECK_EQUAL(result, -1);
        draws += most == DRAW;
        losses += is_loss(most);
        const auto known = known_.try_emplace(board_.key(), Known{result, position_.key()}).first;
        CHECK_EQUAL(known->second.result, result);
        shared += known->second.key != position_.key();
        for (int column = 0; column < position_.rules().columns; ++column) {
            if (!board_.is_playable(column)) continue;
            position_.play(position_.landing(column));
            board_.play(column);
            visit();
            board_.undo(column);
            position_.undo();
        }
    }

    struct Known {
        int result;
        std::uint64_t key;
    };
    Position position_;
    ColumnBoard board_;
    std::map<std::uint64_t, Known> known_;
};

}  // namespace

void test_column_board() {
    Random random(7);
    int draws = 0;
    int losses = 0;
    int shared = 0;
    for (int round = 0; round < 200; ++round) {
        const Rules rules{.columns = 3 + random.below(4),
                          .rows = 3 + random.below(4),
                          .line_length = 3 + random.below(2),
                          .gravity = true};
        Position position(rules);
        for (int stones = rules.cells() - 8; stones > 0; --stones) {
            position.play(random_move(position, random));
            if (position.is_over()) position.undo();
        }
        const Walk walk(position);
        draws += walk.draws;
        losses += walk.losses;
        shared += walk.shared;
    }
    CHECK(draws > 100);
    CHECK(losses > 100);
    CHECK(shared > 100);
}

}  // namespace inarow::tests
