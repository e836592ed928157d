#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "search/inbox.hpp"
#include "solve/drop_search.hpp"
#include "solve/solver.hpp"

namespace inarow {

/// A Solver without its board's width in bits.
class Solver::Engine {
  public:
    virtual ~Engine() = default;
    virtual std::size_t table_bytes() const = 0;
    virtual void forget() = 0;
    virtual void learn(const Finding& finding) = 0;
    virtual std::string key(const Position& position) const = 0;
    virtual std::vector<std::string> parents(const Position& position) const = 0;
    /// Of a game that is over or that the side to move can win at once.
    virtual std::optional<int> evident_score(const Position& position) const = 0;
    /// Of all other positions.
    virtual SolveResult solve(const Position& position, Question question, const Limits& limits,
                              const SolveHooks& hooks, const Prior& prior, int asker) = 0;
};

/// Looks at the clock, the limits and the hooks of one question.
class SolveWatch {
  public:
    SolveWatch(const Limits& limits, const SolveHooks& hooks) : limits_(limits), hooks_(hooks) {}

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Whether to stop, asked by the thread that owns the question.
    bool is_over(std::uint64_t nodes, Bounds bounds, Inbox<Finding>& findings) {
        if (nodes >= limits_.nodes) return true;
        if (hooks_.stop && hooks_.stop()) return true;
        const double now = seconds();
        if (now >= limits_.seconds) return true;
        if (now < next_look_) return false;
        next_look_ = now + LOOK_SECONDS;
        hand_on(findings);
        tell(nodes, bounds);
        return hooks_.poll && hooks_.poll();
    }
    bool hears_findings() const { return static_cast<bool>(hooks_.finding); }
    std::uint64_t finding_nodes() const { return hooks_.finding_nodes; }
    void hand_on(Inbox<Finding>& findings) const { findings.take(hooks_.finding); }
    void tell(std::uint64_t nodes, Bounds bounds) const {
        if (hooks_.progress) hooks_.progress({bounds, false, nodes, seconds()});
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr double LOOK_SECONDS = 0.05;

    const Limits& limits_;
    const SolveHooks& hooks_;
    const Clock::time_point start_ = Clock::now();
    double next_look_ = LOOK_SECONDS;
};

/// Threads that are told to end and waited for when their owner leaves, by an exception too.
class Team {
  public:
    explicit Team(std::atomic<bool>& is_done) : is_done_(is_done) {}
    ~Team() {
        is_done_ = true;
        for (auto& thread : threads_) thread.join();
    }
    Team(const Team&) = delete;

    template <class Work>
    void start(const Work& work, std::size_t number) {
        threads_.emplace_back(work, number);
    }

  private:
    std::atomic<bool>& is_done_;
    std::vector<std::thread> threads_;
};

/// The null window to try next: about the guess while it may be right. Openings are mostly close,
/// so whether they are won is asked first; everything else is found fastest by halving the range.
inline int next_alpha(Bounds bounds, int stones, Question question, std::optional<int> guess) {
    constexpr int OPENING_STONES = 9;
    const auto [lower, upper] = bounds;
    if (question == Question::SIGN) return upper > 0 ? 0 : -1;
    if (guess && lower < *guess && *guess <= upper) return *guess - 1;
    if (guess && lower == *guess) return lower;
    if (lower >= 0 || upper <= 0) return lower + (upper - 1 - lower) / 2;
    if (stones < OPENING_STONES) return 0;
    return upper > -lower ? upper / 2 : lower / 2;
}

/// Asks in turn the main question and for the quickest end that is not ruled out yet. That one is
/// near the leaves, so a win in a few moves on a wide board, which the main question might not find
/// in hours, costs next to nothing. Neither may take long while the other waits: what is broken off
/// is soon caught up with, by the table.
class TakingTurns {
  public:
    static constexpr int LEAST_CELLS = 45;  // of a board on which that pays; not yet on 7x6

    explicit TakingTurns(bool asks_for_ends) : asks_for_ends_(asks_for_ends) {}

    bool is_for_ends() const {
        return asks_for_ends_ && ends_ <= std::min(others_, HOPEFUL_NODES + others_ / 8);
    }

    /// How many nodes may have been searched when the turn ends.
    std::uint64_t most_nodes() const {
        const std::uint64_t nodes = ends_ + others_;
        return asks_for_ends_ ? nodes + FIRST_NODES + nodes / 2 : UINT64_MAX;
    }

    void has_searched(std::uint64_t nodes) {
        const bool was_for_ends = is_for_ends();
        if (was_for_ends) ends_ = nodes - others_;
        if (!was_for_ends) others_ = nodes - ends_;
    }

    /// The null window for the quickest end.
    static int alpha(Bounds bounds) {
        return bounds.upper >= -bounds.lower ? bounds.upper - 1 : bounds.lower;
    }

  private:
    static constexpr std::uint64_t FIRST_NODES = 1000;
    static constexpr std::uint64_t HOPEFUL_NODES = 50'000'000;  // after these the end is likely far

    bool asks_for_ends_;
    std::uint64_t ends_ = 0;    // nodes that quick ends took
    std::uint64_t others_ = 0;  // and the main question
};

inline bool is_answered(Bounds bounds, Question question) {
    return bounds.is_exact() ||
           (question == Question::SIGN && (bounds.lower > 0 || bounds.upper < 0));
}

template <class Board, class Entry>
class BoardEngine final : public Solver::Engine {
  public:
    using Word = typename Board::Cells;
    using Search = DropSearch<Board, Entry>;

    static constexpr std::size_t NEAR_BYTES = std::size_t{1} << 19;

    /// What one thread's near table takes of the memory, with so many that search at once.
    static std::size_t near_bytes(std::size_t memory, int searches) {
        return std::min(NEAR_BYTES, memory / 2 / searches);
    }

    BoardEngine(const Rules& rules, std::size_t memory, int threads, int askers, const Ideas& ideas)
        : board_(rules),
          ideas_(ideas),
          threads_(threads),
          table_(memory - threads * askers * near_bytes(memory, threads * askers), board_.bits()) {
        for (int i = 0; i < threads * askers; ++i) {
            near_tables_.push_back(std::make_unique<BoundTable<Entry>>(
                near_bytes(memory, threads * askers), board_.bits()));
        }
    }

    std::size_t table_bytes() const override {
        return table_.bytes() + near_tables_.size() * near_tables_[0]->bytes();
    }

    void forget() override {
        table_.forget();
        for (auto& near_table : near_tables_) near_table->forget();
    }

    void learn(const Finding& finding) override {
        const auto [lower, upper] = finding.bounds;
        const int most = (board_.cells() + 1) / 2;
        const std::optional<Word> key = key_of(finding.key);
        if (!key || lower > upper || lower < -most || upper > most)
            throw SolveError("this is nothing that could have been proved of this game");
        for (const Word& each : {*key, board_.mirrored(*key)}) {
            const auto place = table_.place(each);
            table_.store(place, table_.narrowed(place, finding.bounds), LEARNT_EFFORT);
        }
    }

    std::string key(const Position& position) const override {
        const auto [mine, occupied] = words_of(position);
        return key(mine, occupied);
    }

    std::vector<std::string> parents(const Position& position) const override {
        const auto [mine, occupied] = words_of(position);
        const Word tops = (occupied + board_.bottom()) >> 1;
        std::vector<std::string> keys;
        for (Word rest = tops & (occupied ^ mine); rest; rest &= rest - Word(1)) {
            const Word before = occupied ^ lowest_bit(rest);
            keys.push_back(key(before ^ mine, before));
        }
        return keys;
    }

    std::optional<int> evident_score(const Position& position) const override {
        const int left = board_.cells() - position.stones();
        if (position.outcome() == Outcome::DRAW) return 0;
        if (position.is_over()) return -(left / 2 + 1);
        const auto [mine, occupied] = words_of(position);
        if (board_.completions(mine) & board_.landings(occupied)) return (left + 1) / 2;
        return {};
    }

    SolveResult solve(const Position& position, Question question, const Limits& limits,
                      const SolveHooks& hooks, const Prior& prior, int asker) override {
        SolveWatch watch(limits, hooks);
        const auto [mine, occupied] = words_of(position);
        table_.grow_older();
        const NearTables near_tables = std::span(near_tables_).subspan(asker * threads_, threads_);
        for (auto& near_table : near_tables) near_table->grow_older();
        return narrow_down(mine, occupied, position.stones(), question, prior, watch, near_tables);
    }

  private:
    using NearTables = std::span<const std::unique_ptr<BoundTable<Entry>>>;

    // Of what took a million nodes: whatever took so long is worth its room.
    static constexpr int LEARNT_EFFORT = 40;

    /// The position's word in the tables, if there is such a position: in each column, from the
    /// top, empty cells, a 1 and the stones, which are 1 for the side to move.
    std::optional<Word> key_of(const std::string& bytes) const {
        if (bytes.size() != static_cast<std::size_t>((board_.bits() + 7) / 8)) return {};
        Word key(0);
        for (const char byte : bytes) key = key << 8 | Word(static_cast<unsigned char>(byte));
        if (key & ~low_bits<Word>(board_.bits())) return {};
        int stones = 0;
        int own = 0;
        for (int column = 0; column < board_.columns(); ++column) {
            const Word cells = key >> (column * board_.stride()) & low_bits<Word>(board_.stride());
            if (!cells) return {};
            int height = board_.rows();
            while (!(cells >> height & Word(1))) --height;
            stones += height;
            own += count_bits(cells) - 1;
        }
        if (own != stones / 2) return {};
        return key;
    }

    std::string key(const Word& mine, const Word& occupied) const {
        const Word key = mine + occupied + board_.bottom();
        const Word reflected = board_.mirrored(key);
        Word rest = reflected < key ? reflected : key;
        std::string bytes((board_.bits() + 7) / 8, '\0');
        for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte, rest = rest >> 8) {
            *byte = static_cast<char>(low_byte(rest));
        }
        return bytes;
    }

    /// The stones of the side to move and those of both sides.
    std::pair<Word, Word> words_of(const Position& position) const {
        Word mine(0);
        Word occupied(0);
        const Rules& rules = position.rules();
        for (int column = 0; column < rules.columns; ++column) {
            for (int row = 0; row < position.height(column); ++row) {
                const Word cell = Word(1) << (column * board_.stride() + row);
                occupied |= cell;
                const Stone stone = position.at(rules.cell_at(column, row));
                if (stone == stone_of(position.to_move())) mine |= cell;
            }
        }
        return {mine, occupied};
    }

    SolveResult narrow_down(const Word& mine, const Word& occupied, int stones, Question question,
                            const Prior& prior, SolveWatch& watch, NearTables near_tables) {
        Bounds bounds{};
        int sign = 1;  // of the bounds, for the side to move
        const auto facing = [&](Bounds b) { return sign > 0 ? b : Bounds{-b.upper, -b.lower}; };
        std::atomic<bool> is_done = false;
        bool is_over = false;
        TakingTurns turns(ideas_.short_ends && !prior.guess &&
                          board_.cells() >= TakingTurns::LEAST_CELLS);
        Inbox<Finding> findings;
        typename Search::Listener listener;
        if (watch.hears_findings()) {
            listener = {[&](const typename Search::Node& node, Bounds bounds) {
                            findings.tell({key(node.mine, node.occupied), bounds});
                        },
                        watch.finding_nodes()};
        }
        std::vector<std::unique_ptr<Search>> searches;
        for (std::size_t i = 0; i < near_tables.size(); ++i) {
            auto poll = [&, i](std::uint64_t nodes) {
                if (is_done.load(std::memory_order_relaxed)) return true;
                if (i > 0) return false;
                is_over = watch.is_over(nodes * near_tables.size(), facing(bounds), findings);
                return is_over || nodes >= turns.most_nodes();
            };
            searches.push_back(std::make_unique<Search>(board_, table_, *near_tables[i], ideas_,
                                                        static_cast<int>(i), poll, listener));
        }
        const auto root = searches[0]->root(mine, occupied, stones);
        sign = root.sign;
        const Bounds known = facing(prior.bounds);
        bounds = {std::max(root.bounds.lower, known.lower),
                  std::min(root.bounds.upper, known.upper)};
        std::optional<int> guess = prior.guess;
        if (guess) *guess *= sign;
        while (!is_answered(bounds, question) && !is_over) {
            const int alpha = turns.is_for_ends() ? TakingTurns::alpha(bounds)
                                                  : next_alpha(bounds, stones, question, guess);
            const auto score = prove(searches, root, alpha, is_done);
            turns.has_searched(searches[0]->nodes());
            if (score && *score > alpha) bounds.lower = std::max(bounds.lower, *score);
            if (score && *score <= alpha) bounds.upper = std::min(bounds.upper, *score);
            if (score) watch.tell(searches[0]->nodes() * searches.size(), facing(bounds));
        }
        watch.hand_on(findings);
        std::uint64_t nodes = 0;
        for (const auto& search : searches) nodes += search->nodes();
        return {facing(bounds), is_answered(bounds, question), nodes, watch.seconds()};
    }

    /// Whether the score is more than alpha, as in DropSearch::search; nothing when stopped. All
    /// threads ask the same in different order and help each other through the table; the first
    /// answer counts.
    std::optional<int> prove(std::vector<std::unique_ptr<Search>>& searches,
                             const typename Search::Node& root, int alpha,
                             std::atomic<bool>& is_done) {
        is_done = false;
        std::vector<std::optional<int>> answers(searches.size());
        const auto work = [&](std::size_t i) {
            searches[i]->resume();
            const int score = searches[i]->search(root, alpha);
            if (!searches[i]->is_stopped()) answers[i] = score;
            is_done = true;
        };
        {
            Team helpers(is_done);
            for (std::size_t i = 1; i < searches.size(); ++i) helpers.start(work, i);
            work(0);
        }
        for (const auto& answer : answers) {
            if (answer) return answer;
        }
        return {};
    }

    Board board_;
    Ideas ideas_;
    int threads_;  // of an asker
    BoundTable<Entry> table_;
    std::vector<std::unique_ptr<BoundTable<Entry>>> near_tables_;  // one for each thread
};

}  // namespace inarow
