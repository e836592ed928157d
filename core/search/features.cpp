#include "search/features.hpp"

#include "search/champion.hpp"
#include "search/column_board.hpp"
#include "search/threat_board.hpp"

namespace inarow {
namespace {

Judgement judged_column_board(const Position& position, const Weights& weights) {
    const Rules& rules = position.rules();
    ColumnBoard board(std::make_shared<const WindowTable>(rules), weights);
    board.reset(position);
    Judgement judgement{board.features(), board.evaluate(), true};
    for (int column = 0; column < rules.columns; ++column) {
        if (board.is_playable(column) && (board.wins(0, column) || board.wins(1, column)))
            judgement.is_quiet = false;
    }
    return judgement;
}

Judgement judged_threat_board(const Position& position, const Weights& weights) {
    ThreatBoard<0, 0> board(position.rules(), weights);
    for (const Cell cell : position.history())
        board.play<true>(position.at(cell) == Stone::FIRST ? 0 : 1, cell);
    const int side = index_of(position.to_move());
    return {board.features(side), board.evaluate(side),
            !board.has_threats(0) && !board.has_threats(1)};
}

}  // namespace

Judge::Judge(const Rules& rules, const Weights& weights)
    : rules_(checked(rules)), weights_(checked(weights, rules)) {
    if (!Champion::plays(rules)) throw SearchError("the champion does not evaluate this game");
}

Judgement Judge::operator()(const Position& position) const {
    if (position.rules() != rules_) throw SearchError("the position is of another game");
    if (position.is_over()) throw SearchError("the game is over: there is nothing to judge");
    const bool is_first = position.stones() == 0;
    const int whole = is_first ? rules_.stones_first_turn : rules_.stones_per_turn;
    if (position.stones_left() != whole)
        throw SearchError("only a position at the start of a turn can be judged");
    return rules_.gravity ? judged_column_board(position, weights_)
                          : judged_threat_board(position, weights_);
}

}  // namespace inarow
