#include "search/features.hpp"

#include "search/champion.hpp"
#include "search/column_board.hpp"
#include "search/threat_board.hpp"

namespace inarow {
namespace {

Judgement judged(const ColumnBoard& board) {
    Judgement judgement{board.features(), board.evaluate(), true};
    for (int column = 0; column < board.rules().columns; ++column) {
        if (board.is_playable(column) && (board.wins(0, column) || board.wins(1, column)))
            judgement.is_quiet = false;
    }
    return judgement;
}

using AnyBoard = ThreatBoard<0, 0>;

Judgement judged(const AnyBoard& board, int side) {
    return {board.features(side), board.evaluate(side),
            !board.has_threats(0) && !board.has_threats(1)};
}

bool is_start_of_turn(const Position& position) {
    const Rules& rules = position.rules();
    return position.stones_left() ==
           (position.stones() == 0 ? rules.stones_first_turn : rules.stones_per_turn);
}

}  // namespace

Judge::Judge(const Rules& rules, const Weights& weights)
    : rules_(checked(rules)), weights_(checked(weights, rules)) {
    if (!Champion::plays(rules)) throw SearchError("the champion does not evaluate this game");
    weights_.weighs_places = false;  // so that the score is the sum of the features
}

Judgement Judge::operator()(const Position& position) const {
    if (position.rules() != rules_) throw SearchError("the position is of another game");
    if (position.is_over()) throw SearchError("the game is over: there is nothing to judge");
    if (!is_start_of_turn(position))
        throw SearchError("only a position at the start of a turn can be judged");
    if (rules_.gravity) {
        ColumnBoard board(std::make_shared<const WindowTable>(rules_), weights_);
        board.reset(position);
        return judged(board);
    }
    AnyBoard board(rules_, weights_);
    for (const Cell cell : position.history())
        board.play<true>(position.at(cell) == Stone::FIRST ? 0 : 1, cell);
    return judged(board, index_of(position.to_move()));
}

std::vector<float> Judge::rows(std::span<const Cell> moves) const {
    std::vector<float> found;
    const auto add = [&](const Judgement& judgement, int stones) {
        found.insert(found.end(), judgement.features.begin(), judgement.features.end());
        found.push_back(static_cast<float>(stones));
        found.push_back(judgement.is_quiet);
        found.push_back(static_cast<float>(judgement.score));
    };
    Position position(rules_);
    const auto check = [&](Cell cell) {
        if (!position.is_legal(cell)) throw SearchError("a game has an illegal move");
    };
    if (rules_.gravity) {
        ColumnBoard board(std::make_shared<const WindowTable>(rules_), weights_);
        board.reset(position);
        for (const Cell cell : moves) {
            check(cell);
            add(judged(board), position.stones());
            board.play(rules_.column_of(cell));
            position.play(cell);
        }
        return found;
    }
    AnyBoard board(rules_, weights_);
    for (const Cell cell : moves) {
        check(cell);
        const int side = index_of(position.to_move());
        if (is_start_of_turn(position)) add(judged(board, side), position.stones());
        board.play<true>(side, cell);
        position.play(cell);
    }
    return found;
}

}  // namespace inarow
