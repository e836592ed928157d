#include "search/mcts_board.hpp"

#include <algorithm>
#include <cmath>

#include "game/windows.hpp"
#include "search/column_board.hpp"
#include "search/column_engine.hpp"
#include "search/covers.hpp"
#include "search/threat_board.hpp"

namespace inarow {
namespace {

// Points that raise a chance from a half to three quarters, about, in games of the champion.
constexpr double FREE_POINTS = 350;
constexpr double FALLING_POINTS = 900;
constexpr int FORCED = 1 << 16;  // what moves that fill or stop a threat gain at least

/// The same on every machine: no library function, whose last bit may differ.
double squashed(double points, double unit) {
    const double x = points / unit;
    return x / (1 + std::abs(x));
}

template <int K, int P>
class PlacedBoard final : public MctsBoard {
  public:
    PlacedBoard(const Rules& rules, const Weights& weights) : board_(rules, weights) {}

    void play(int side, Cell cell) override { board_.template play<true>(side, cell); }
    void undo(int side, Cell cell) override { board_.template undo<true>(side, cell); }
    void promises(int side, std::vector<Promise>& out) const override {
        out.clear();
        for (Cell cell = 0; cell < board_.cells(); ++cell) {
            if (board_.is_empty(cell)) out.push_back({cell, board_.gain(side, cell)});
        }
        std::vector<Cell> gap(board_.line_length());
        for (const int owner : {side, 1 - side}) {
            if (!board_.has_threats(owner)) continue;
            board_.for_each_window(owner, 0, [&](int window) {
                gap.resize(board_.line_length());
                gap.resize(board_.empties(window, gap.data()));
                for (const Cell cell : gap) raise(out, cell, owner == side ? 2 * FORCED : FORCED);
            });
        }
    }
    double value(int side, int) const override {
        return squashed(board_.evaluate(side), FREE_POINTS);
    }
    int stones_to_win(int side, int stones) const override {
        int least = stones + 1;
        if (board_.has_threats(side)) {
            board_.for_each_window(side, 0, [&](int window) {
                least = std::min(least, board_.missing(side, window));
            });
        }
        return least <= stones ? least : 0;
    }
    bool is_lost(int side, int stones) const override {
        if (stones != board_.stones_per_turn() || !board_.has_threats(1 - side) ||
            board_.empty_cells() < 2 * stones)
            return false;
        if constexpr (P == 1) {
            Cell gap = NO_CELL;
            bool has_two = false;
            board_.for_each_window(1 - side, 0, [&](int window) {
                Cell cell = NO_CELL;
                board_.empties(window, &cell);
                has_two |= gap != NO_CELL && cell != gap;
                gap = cell;
            });
            return has_two;
        } else {
            return Covers<K, P>(board_, 1 - side).number() > stones;
        }
    }

  private:
    static void raise(std::vector<Promise>& promises, Cell cell, int gain) {
        const auto found =
            std::lower_bound(promises.begin(), promises.end(), cell,
                             [](const Promise& promise, Cell that) { return promise.cell < that; });
        if (found->gain < gain) found->gain += gain;
    }

    ThreatBoard<K, P> board_;
};

/// Where stones fall: the stones in every window, for any number of stones a turn.
class FallingBoard final : public MctsBoard {
  public:
    FallingBoard(const Rules& rules, const Weights& weights)
        : rules_(rules),
          table_(std::make_shared<const WindowTable>(rules)),
          windows_(table_),
          values_(weights.window_values),
          heights_(rules.columns) {}

    void play(int side, Cell cell) override {
        ++heights_[rules_.column_of(cell)];
        change(side, cell, 1);
    }
    void undo(int side, Cell cell) override {
        --heights_[rules_.column_of(cell)];
        change(side, cell, -1);
    }
    void promises(int side, std::vector<Promise>& out) const override {
        out.clear();
        for (int column = 0; column < rules_.columns; ++column) {
            if (heights_[column] == rules_.rows) continue;
            const Cell cell = rules_.cell_at(column, heights_[column]);
            int gain = 0;
            for (const int window : table_->through(cell)) {
                const int mine = windows_.stones(side_of(side), window);
                const int theirs = windows_.stones(side_of(1 - side), window);
                if (theirs == 0) gain += values_[mine + 1] - values_[mine];
                if (mine == 0) gain += values_[theirs + 1] - values_[theirs];
            }
            out.push_back({cell, gain});
        }
    }
    double value(int side, int) const override {
        return squashed(side == 0 ? value_ : -value_, FALLING_POINTS);
    }
    int stones_to_win(int side, int stones) const override {
        if (rules_.exact || stones < 1) return 0;
        for (int column = 0; column < rules_.columns; ++column) {
            if (heights_[column] == rules_.rows) continue;
            const Cell cell = rules_.cell_at(column, heights_[column]);
            for (const int window : table_->through(cell)) {
                if (windows_.stones(side_of(side), window) == rules_.line_length - 1) return 1;
            }
        }
        return 0;
    }
    bool is_lost(int, int) const override { return false; }

  private:
    static Side side_of(int side) { return side == 0 ? Side::FIRST : Side::SECOND; }
    void change(int side, Cell cell, int sign) {
        for (const int window : table_->through(cell)) value_ -= worth(window);
        if (sign > 0)
            windows_.place(side_of(side), cell);
        else
            windows_.remove(side_of(side), cell);
        for (const int window : table_->through(cell)) value_ += worth(window);
    }
    int worth(int window) const {
        const int first = windows_.stones(Side::FIRST, window);
        const int second = windows_.stones(Side::SECOND, window);
        return (second == 0 ? values_[first] : 0) - (first == 0 ? values_[second] : 0);
    }

    Rules rules_;
    std::shared_ptr<const WindowTable> table_;
    Windows windows_;
    std::vector<int> values_;
    std::vector<int> heights_;
    std::int64_t value_ = 0;  // FIRST's less SECOND's
};

/// Where stones fall one by one: with threats by column, and who can wait.
class ColumnsBoard final : public MctsBoard {
  public:
    ColumnsBoard(const Rules& rules, const Weights& weights)
        : board_(std::make_shared<const WindowTable>(rules), weights) {
        board_.reset(Position(rules));
    }

    void play(int, Cell cell) override { board_.play(board_.rules().column_of(cell)); }
    void undo(int, Cell cell) override { board_.undo(board_.rules().column_of(cell)); }
    void promises(int side, std::vector<Promise>& out) const override {
        out.clear();
        for (int column = 0; column < board_.rules().columns; ++column) {
            if (!board_.is_playable(column)) continue;
            int gain = board_.promise(column);
            if (board_.wins_above(1 - side, column)) gain = 0;
            if (board_.wins(1 - side, column)) gain += FORCED;
            if (board_.wins(side, column)) gain += 2 * FORCED;
            out.push_back({board_.rules().cell_at(column, board_.height(column)), gain});
        }
    }
    double value(int, int) const override { return squashed(board_.evaluate(), FALLING_POINTS); }
    int stones_to_win(int side, int) const override {
        for (int column = 0; column < board_.rules().columns; ++column) {
            if (board_.is_playable(column) && board_.wins(side, column)) return 1;
        }
        return 0;
    }
    bool is_dead() const override { return board_.is_dead(); }
    bool is_lost(int side, int) const override {
        int blocks = 0;
        for (int column = 0; column < board_.rules().columns; ++column)
            blocks += board_.is_playable(column) && board_.wins(1 - side, column);
        return blocks > 1;
    }

  private:
    ColumnBoard board_;
};

/// Powers of e by arithmetic that is the same on every machine; good to a part in a thousand.
double power_of_e(double exponent) {
    const double halves = std::clamp(exponent, -30.0, 30.0) * 1.4426950408889634;
    const double whole = std::floor(halves);
    const double rest = halves - whole;
    const double part = 1 + rest * (0.6951786 + rest * (0.2276489 + rest * 0.0771725));
    return std::ldexp(part, static_cast<int>(whole));
}

/// A network's promises and values; threats and ends are known without it. The network sees stones
/// only when it is asked, and not those that were taken back meanwhile.
class LearnedBoard final : public MctsBoard {
  public:
    LearnedBoard(const Rules& rules, std::shared_ptr<const Network> network,
                 std::unique_ptr<MctsBoard> known)
        : board_(rules, std::move(network)), known_(std::move(known)) {}

    void play(int side, Cell cell) override {
        stones_.push_back({side, cell});
        known_->play(side, cell);
    }
    void undo(int side, Cell cell) override {
        stones_.pop_back();
        known_->undo(side, cell);
    }
    void promises(int side, std::vector<Promise>& out) const override {
        constexpr double LARGEST = 1e6;  // of a gain, for the most promising cell
        known_->promises(side, out);
        const NetworkBoard& board = seen();
        double most = -1e9;
        std::vector<double> exponents;
        for (const Promise& promise : out) {
            exponents.push_back(static_cast<double>(board.promise(side, promise.cell)) /
                                Network::OUTPUT_UNIT);
            most = std::max(most, exponents.back());
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            const double forced = out[i].gain >= FORCED ? LARGEST : 0;
            out[i].gain = static_cast<int>(forced + LARGEST * power_of_e(exponents[i] - most));
        }
    }
    double value(int side, int stones_left) const override {
        return squashed(seen().value(side, stones_left), Network::OUTPUT_UNIT);
    }
    int stones_to_win(int side, int stones) const override {
        return known_->stones_to_win(side, stones);
    }
    bool is_dead() const override { return known_->is_dead(); }
    bool is_lost(int side, int stones) const override { return known_->is_lost(side, stones); }

  private:
    using Stones = std::vector<std::pair<int, Cell>>;

    /// The network's board with all stones on it.
    const NetworkBoard& seen() const {
        const auto differs =
            std::mismatch(stones_.begin(), stones_.end(), seen_.begin(), seen_.end());
        for (auto i = seen_.end() - differs.second; i > 0; --i) board_.undo();
        for (auto stone = differs.first; stone != stones_.end(); ++stone)
            board_.play(stone->first, stone->second);
        seen_ = stones_;
        return board_;
    }

    mutable NetworkBoard board_;
    mutable Stones seen_;
    Stones stones_;
    std::unique_ptr<MctsBoard> known_;
};

std::unique_ptr<MctsBoard> known_board(const Rules& rules, const Weights& weights) {
    if (ColumnEngine::plays(rules)) return std::make_unique<ColumnsBoard>(rules, weights);
    if (rules.gravity) return std::make_unique<FallingBoard>(rules, weights);
    if (rules.stones_per_turn == 2 && rules.line_length == 6)
        return std::make_unique<PlacedBoard<6, 2>>(rules, weights);
    if (rules.stones_per_turn == 1 && rules.line_length == 5)
        return std::make_unique<PlacedBoard<5, 1>>(rules, weights);
    return std::make_unique<PlacedBoard<0, 0>>(rules, weights);
}

}  // namespace

std::unique_ptr<MctsBoard> mcts_board(const Rules& rules, const Weights& weights,
                                      std::shared_ptr<const Network> network) {
    auto known = known_board(rules, weights);
    if (!network) return known;
    return std::make_unique<LearnedBoard>(rules, std::move(network), std::move(known));
}

}  // namespace inarow
