#include <vector>

#include "game/position.hpp"
#include "game/windows.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

/// One position with what is known of it from its moves alone.
class Fuzzer {
  public:
    Fuzzer(const Rules& rules, Random& random)
        : random_(random), position_(rules), windows_(std::make_shared<const WindowTable>(rules)) {}

    void call() {
        switch (random_.below(8)) {
            case 0:
            case 1:
                return undo();
            case 2:
                return ask_about_any_number();
            default:
                return play();
        }
    }

    void check_all() const {
        const Rules& rules = position_.rules();
        Position again(rules);
        for (Cell cell : moves_) {
            CHECK(again.is_legal(cell));
            again.play(cell);
        }
        CHECK(again == position_);
        CHECK(again.key() == position_.key());
        CHECK(again.to_move() == position_.to_move());
        CHECK_EQUAL(again.stones_left(), position_.stones_left());
        CHECK(position_.canonical_key() <= position_.key());
        CHECK_EQUAL(position_.winning_cells().empty(), !is_won());
        CHECK(!position_.is_over() || position_.count_moves() == 0);
        check_windows();
    }

  private:
    bool is_won() const { return position_.is_over() && position_.outcome() != Outcome::DRAW; }

    void play() {
        if (position_.is_over()) return undo();
        const Cell cell = random_move(position_, random_);
        CHECK(position_.is_legal(cell));
        const Side side = position_.to_move();
        position_.play(cell);
        windows_.place(side, cell);
        moves_.push_back(cell);
        keys_.push_back(position_.key());
        CHECK(position_.at(cell) == stone_of(side));
        CHECK(!position_.is_legal(cell));
        CHECK(!is_won() || position_.outcome() == win_of(side));
    }

    void undo() {
        if (moves_.empty()) return;
        const Cell cell = moves_.back();
        position_.undo();
        moves_.pop_back();
        keys_.pop_back();
        windows_.remove(position_.to_move(), cell);
        CHECK(position_.is_legal(cell));
        CHECK(!position_.is_over());
        CHECK(position_.key() == (keys_.empty() ? 0 : keys_.back()));
    }

    /// An illegal move is refused whatever number it is.
    void ask_about_any_number() {
        const Rules& rules = position_.rules();
        const Cell cell = random_.below(3 * rules.cells()) - rules.cells();
        bool is_listed = false;
        position_.for_each_move([&](Cell move) { is_listed |= move == cell; });
        CHECK(position_.is_legal(cell) == is_listed);
    }

    void check_windows() const {
        const WindowTable& table = windows_.table();
        for (int window = 0; window < table.size(); ++window) {
            int stones[2] = {};
            for (int index = 0; index < table.rules().line_length; ++index) {
                const Stone stone = position_.at(table[window].cell(index));
                if (stone != Stone::NONE) ++stones[index_of(static_cast<Side>(stone))];
            }
            CHECK_EQUAL(windows_.stones(Side::FIRST, window), stones[0]);
            CHECK_EQUAL(windows_.stones(Side::SECOND, window), stones[1]);
        }
    }

    Random& random_;
    Position position_;
    Windows windows_;
    std::vector<Cell> moves_;
    std::vector<std::uint64_t> keys_;
};

}  // namespace

void fuzz_game(std::uint64_t calls, std::uint64_t seed) {
    constexpr std::uint64_t CALLS_A_GAME = 500;
    Random random(seed);
    for (std::uint64_t done = 0; done < calls; done += CALLS_A_GAME) {
        const int size = random.below(50) == 0 ? Rules::MOST_COLUMNS : 9;
        Fuzzer fuzzer(random_rules(random, size, size), random);
        for (std::uint64_t call = 0; call < CALLS_A_GAME; ++call) fuzzer.call();
        fuzzer.check_all();
    }
}

}  // namespace inarow::tests
