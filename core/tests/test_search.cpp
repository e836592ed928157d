#include <atomic>
#include <limits>
#include <stdexcept>
#include <thread>

#include "search/search.hpp"
#include "tests/tests.hpp"

namespace inarow::tests {

namespace {

/// A score without sense but for its spread: two positions seldom have the same.
class Scatter : public Evaluator {
  public:
    std::unique_ptr<Evaluator> clone() const override { return std::make_unique<Scatter>(*this); }
    Score evaluate(const Position& position) override {
        return static_cast<Score>(position.canonical_key() % 201) - 100;
    }
};

/// Counts stones by being told of them, so that a search that forgets to tell is found out.
class Told : public Evaluator {
  public:
    std::unique_ptr<Evaluator> clone() const override { return std::make_unique<Told>(*this); }
    void reset(const Position& position) override {
        sum_ = 0;
        for (Cell cell : position.history()) add(static_cast<Side>(position.at(cell)), cell, 1);
    }
    void place(const Position&, Side side, Cell cell) override { add(side, cell, 1); }
    void remove(const Position&, Side side, Cell cell) override { add(side, cell, -1); }
    Score evaluate(const Position& position) override {
        return position.to_move() == Side::FIRST ? sum_ : -sum_;
    }

  private:
    void add(Side side, Cell cell, int sign) {
        sum_ += sign * (side == Side::FIRST ? 1 : -1) * (cell * 7 % 31);
    }
    Score sum_ = 0;
};

/// Throws at the hundredth leaf.
class Broken : public Evaluator {
  public:
    std::unique_ptr<Evaluator> clone() const override { return std::make_unique<Broken>(*this); }
    Score evaluate(const Position&) override {
        if (++calls_ == 100) throw std::runtime_error("broken");
        return 0;
    }

  private:
    int calls_ = 0;
};

Position random_position(const Rules& rules, Random& random, int most_stones) {
    Position position(rules);
    for (int stones = random.below(most_stones + 1); stones > 0; --stones) {
        position.play(random_move(position, random));
        if (position.is_over()) position.undo();
    }
    return position;
}

Limits to_depth(int depth, int threads = 1) {
    Limits limits;
    limits.depth = depth;
    limits.memory = 1 << 16;
    limits.threads = threads;
    return limits;
}

template <class Kind>
Searcher searcher(const Rules& rules, std::string_view rung, const SearchOptions& options = {}) {
    return Searcher(rules, rung, std::make_unique<Kind>(), options);
}

template <class Kind>
void all_rungs_return_the_score_of_minimax() {
    Random random(5);
    for (int trial = 0; trial < 150; ++trial) {
        const Rules rules = random_rules(random, 4, 4);
        const Position position = random_position(rules, random, rules.cells());
        SearchOptions options;
        options.flat_wins = random.below(4) == 0;
        options.symmetry = std::is_same_v<Kind, Scatter> && random.below(2) == 0;
        options.turns.from_centre = random.below(2) == 0;
        options.turns.width = random.below(3) == 0 ? 5 : 0;
        const int depth = 1 + random.below(3);
        const Result expected =
            searcher<Kind>(rules, "minimax", options).search(position, to_depth(depth));
        for (const RungInfo& rung : rungs()) {
            Searcher tried = searcher<Kind>(rules, rung.name, options);
            const Result found = tried.search(position, to_depth(depth, 1 + random.below(2)));
            CHECK_EQUAL(found.score, expected.score);
            CHECK(found.is_complete);
            // What the table kept changes nothing.
            CHECK_EQUAL(tried.search(position, to_depth(depth)).score, expected.score);
        }
    }
}

void negamax_visits_every_pair_of_connect6() {
    const Rules connect6{19, 19, 6, false, 2, 1};
    Position position(connect6);
    for (Cell cell : {180, 181, 199}) position.play(cell);
    const Result found = searcher<Told>(connect6, "negamax").search(position, to_depth(1));
    CHECK_EQUAL(found.counters.nodes, 63904u);
    CHECK_EQUAL(found.counters.evaluations, 63903u);
}

void there_is_always_a_turn_to_return() {
    const Rules rules{100, 100, 30, true};
    const Position position(rules);
    for (const RungInfo& rung : rungs()) {
        Searcher tried = searcher<Told>(rules, rung.name);
        Limits no_time;
        no_time.seconds = 0;
        Limits one_node;
        one_node.nodes = 1;
        for (const Limits& limits : {no_time, one_node}) {
            const Result found = tried.search(position, limits);
            CHECK_EQUAL(found.turn.size(), 1);
            CHECK(position.is_legal(found.line.front()));
            CHECK_EQUAL(found.depth, 0);
        }
    }
}

void nodes_are_limited_exactly() {
    const Rules rules{7, 6, 4, true};
    for (const RungInfo& rung : rungs()) {
        Limits limits;
        limits.nodes = 5000;
        const Result found = searcher<Told>(rules, rung.name).search(Position(rules), limits);
        CHECK_EQUAL(found.counters.nodes, 5000u);
        CHECK(!found.is_complete);
    }
}

void a_flag_or_a_poll_ends_a_search_without_limits() {
    const Rules rules{19, 19, 6, false, 2, 1};
    const auto flag = std::make_shared<std::atomic<bool>>(false);
    Hooks hooks;
    hooks.stop = flag;
    std::jthread stopper([&] { *flag = true; });
    const Result stopped = searcher<Told>(rules, "pvs").search(Position(rules), {}, hooks);
    CHECK(!stopped.is_complete);
    CHECK(stopped.turn.size() == 1);

    Hooks polled;
    int polls = 0;
    polled.poll = [&] { return ++polls == 2; };
    CHECK(!searcher<Told>(rules, "deepening").search(Position(rules), {}, polled).is_complete);
    CHECK_EQUAL(polls, 2);
}

void errors_come_out_of_every_thread() {
    const Rules rules{7, 6, 4, true};
    for (int threads : {1, 3}) {
        Searcher tried = searcher<Broken>(rules, "alphabeta");
        CHECK_THROWS(tried.search(Position(rules), to_depth(6, threads)), std::runtime_error);
    }
}

void the_quickest_win_is_taken_unless_a_win_is_a_win() {
    //   F F F . .  and  s s s . .  on a board of 5x5 with four in a row: FIRST wins with its next
    Position position({5, 5, 4});
    for (Cell cell : {0, 10, 1, 11, 2, 12}) position.play(cell);
    for (const RungInfo& rung : rungs()) {
        const Result found =
            searcher<Told>(position.rules(), rung.name).search(position, to_depth(2));
        CHECK_EQUAL(found.score, win_at(7));
        CHECK_EQUAL(found.line.front(), 3);
        CHECK(found.is_proven);
    }
}

void excluded_turns_are_not_searched() {
    Position position({5, 5, 4});
    for (Cell cell : {0, 10, 1, 11, 2, 12}) position.play(cell);
    const Turn winning = Turn().with(3);
    Hooks hooks;
    hooks.excluded = {&winning, 1};
    const Result found =
        searcher<Told>(position.rules(), "pvs").search(position, to_depth(1), hooks);
    CHECK(found.line.front() != 3);

    Position last({1, 1, 2});
    const Turn only = Turn().with(0);
    hooks.excluded = {&only, 1};
    CHECK_THROWS(searcher<Told>(last.rules(), "pvs").search(last, {}, hooks), SearchError);
}

void a_table_keeps_to_its_bytes() {
    for (std::size_t bytes : {0, 63, 64, 1000, 1 << 20}) {
        Table table(bytes);
        CHECK(table.bytes() <= bytes);
        for (std::uint64_t key = 1; key < 5000; ++key) {
            table.store(key * 0x9E3779B97F4A7C15, {static_cast<Score>(key), 7, Bound::LOWER, 3});
            const Entry entry = table.find(key * 0x9E3779B97F4A7C15);
            CHECK(entry.is_found() == (bytes >= 64));
            CHECK(!entry.is_found() ||
                  (entry.score == static_cast<Score>(key) && entry.depth == 7));
        }
    }
    Table table(1 << 10);
    table.store(1, {loss_at(12), 999, Bound::EXACT, 0xFFFF});
    const Entry entry = table.find(1);
    CHECK_EQUAL(entry.score, loss_at(12));
    CHECK_EQUAL(entry.depth, 999);
    CHECK_EQUAL(entry.mark, 0xFFFF);
    CHECK(entry.bound == Bound::EXACT);
}

void a_search_stops_before_its_answer_is_late() {
    for (const double seconds : {1e-6, 0.001, 0.1, 1.0, 60.0}) {
        const double quiet = stop_seconds(seconds, 0);
        CHECK(quiet < seconds);
        CHECK(quiet >= 0.75 * seconds);
        CHECK(stop_seconds(seconds, seconds / 5) <= quiet - seconds / 5);
        CHECK(stop_seconds(seconds, 10 * seconds) >= 0.2 * seconds);
    }
    CHECK(stop_seconds(1.0, 0) >= 0.96);
    CHECK(stop_seconds(60.0, 0) >= 59.9);
    const double no_limit = std::numeric_limits<double>::infinity();
    CHECK(stop_seconds(no_limit, 1) == no_limit);
}

}  // namespace

void test_search() {
    all_rungs_return_the_score_of_minimax<Scatter>();
    all_rungs_return_the_score_of_minimax<Told>();
    negamax_visits_every_pair_of_connect6();
    there_is_always_a_turn_to_return();
    nodes_are_limited_exactly();
    a_flag_or_a_poll_ends_a_search_without_limits();
    errors_come_out_of_every_thread();
    the_quickest_win_is_taken_unless_a_win_is_a_win();
    excluded_turns_are_not_searched();
    a_table_keeps_to_its_bytes();
    a_search_stops_before_its_answer_is_late();
}

}  // namespace inarow::tests
