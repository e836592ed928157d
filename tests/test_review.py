"""Reviews of games, judged by what trying everything finds."""

import doctest
import threading
from dataclasses import replace
from functools import cache
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Ending, Outcome, Position, Record, Rules
from inarow._core import LARGEST_GUESS, WIN
from inarow.engine import analysis as analysis_module
from inarow.engine import analyst as analyst_module
from inarow.engine import review as review_module
from inarow.engine import threats as threats_module
from inarow.engine.analysis import analyse
from inarow.engine.analyst import Analyst
from inarow.engine.catalog import player
from inarow.engine.limits import Limits
from inarow.engine.rates import chosen_turn, game_positions, rated_turns, sampled_positions
from inarow.engine.review import (
    MistakeKind,
    Rates,
    ReviewedTurn,
    judged_turn,
    mistake_kind,
    review,
    reviewed_turns,
)
from inarow.engine.value import Result, Source, Value
from strategies import SEEDS, random_position

SMALL = [
    Rules.parse("tic-tac-toe"),
    Rules.parse("drop-4x3x3"),
    Rules(3, 3, 3, gravity=True, stones_per_turn=2),
]
ENOUGH = Limits(nodes=1_000_000)
ANALYSTS = {rules: Analyst(rules, memory=1) for rules in SMALL}


@cache
def exact(position: Position) -> int:
    """The score for the side to move under best play, as the searches count it."""
    if position.is_over:
        return Value.final(position).score
    after = [position.play(move) for move in position.moves]
    return max(exact(one) if one.to_move == position.to_move else -exact(one) for one in after)


def after(position: Position, cells: tuple[int, ...]) -> Position:
    for cell in cells:
        position = position.play(cell)
    return position


@st.composite
def small_games(draw: st.DrawFn) -> Record:
    rules = draw(st.sampled_from(SMALL))
    return Record.of(random_position(rules, draw(SEEDS), draw(st.integers(1, rules.cells))))


@given(small_games())
@settings(max_examples=60)
def test_a_review_knows_the_value_before_and_after_every_turn(record: Record) -> None:
    positions = list(record.positions())
    done = review(record, ENOUGH, analyst=ANALYSTS[record.rules])
    assert done.is_complete
    assert tuple(cell for turn in done.turns for cell in turn.turn) == record.moves
    for turn in done.turns:
        before = positions[turn.stones]
        reached = positions[turn.stones + len(turn.turn)]
        sign = 1 if reached.to_move == turn.side else -1
        assert turn.before == Value(exact(before), True)
        assert turn.after == Value(sign * exact(reached), True)
        assert turn.is_perfect == (turn.after == turn.before)
        assert turn.is_good == (turn.after.result == turn.before.result)
        assert (turn.mistake is None) == turn.is_good
        best = after(before, turn.best)
        assert exact(best) * (1 if best.to_move == turn.side else -1) == exact(before)


@given(small_games())
@settings(max_examples=30)
def test_the_lines_of_a_mistake_end_as_they_promise(record: Record) -> None:
    positions = list(record.positions())
    for turn in review(record, ENOUGH, analyst=ANALYSTS[record.rules]).mistakes:
        assert turn.mistake is not None
        better = after(positions[turn.stones], turn.mistake.better)
        refuted = after(positions[turn.stones + len(turn.turn)], turn.mistake.refutation)
        for end, value in ((better, turn.before), (refuted, turn.after)):
            assert end.is_over
            expected = {Result.WIN: turn.side, Result.LOSS: turn.side.other, Result.DRAW: None}
            assert value.result is not None
            assert end.winner == expected[value.result]


def test_a_missed_win_in_the_solvers_reach_is_named_with_the_better_move() -> None:
    # X wins with b1 or e1, and plays a1.
    record = Record.of(Position.parse("connect-four/44331"), ("Ada", "Bob"))
    last = next(reviewed_turns(record, Limits(nodes=20_000)))
    assert last.before.in_words(4) == "wins in 3 stones"
    assert last.mistake is not None
    assert [record.rules.move_name(cell) for cell in last.best] in (["2"], ["5"])
    assert len(last.mistake.better) == 3


def test_turns_come_from_the_last_to_the_first_and_may_be_left_alone() -> None:
    record = Record.of(Position.parse("tic-tac-toe/b2a1c1a3"))
    turns = reviewed_turns(record, ENOUGH)
    assert next(turns).number == 4
    assert next(turns).number == 3
    turns.close()


def test_stopping_keeps_the_turns_that_were_done() -> None:
    record = Record.of(Position.parse("tic-tac-toe/b2a1c1a3"))
    analyst = Analyst(record.rules, memory=1)

    def stop_after_two(turn: ReviewedTurn) -> None:
        if turn.number == 3:
            analyst.stop()

    done = review(record, ENOUGH, analyst=analyst, progress=stop_after_two)
    assert [turn.number for turn in done.turns] == [3, 4]
    assert not done.is_complete
    analyst.resume()
    assert review(record, ENOUGH, analyst=analyst).is_complete


def test_a_search_without_end_can_be_stopped_from_another_thread() -> None:
    position = Position.parse("connect6/j10k11k9")
    analyst = Analyst(position.rules)
    seen = threading.Event()
    thread = threading.Thread(target=lambda: (seen.wait(60), analyst.stop()))
    thread.start()
    states = []
    for state in analyse(position, Limits(seconds=10**6), lines=2, analyst=analyst):
        states.append(state)
        seen.set()
    thread.join(60)
    assert states[-1].lines


def test_turns_of_several_stones_are_reviewed_as_turns() -> None:
    record = Record.of(Position.parse("connect6/j10.a1b1.k10l10.a2b2.m10n10.d4"))
    done = review(record, Limits(nodes=2000))
    assert [len(turn.turn) for turn in done.turns] == [1, 2, 2, 2, 2, 1]
    assert {turn.source for turn in done.turns} == {Source.SEARCH}
    # Five in a row take both stones of the turn to stop, and one was spent elsewhere.
    last = done.turns[-1]
    assert last.after.result == Result.LOSS
    assert last.mistake is not None
    assert last.mistake.kind == MistakeKind.ALLOWED_WIN


def test_a_missed_and_an_allowed_win_of_gomoku_are_found() -> None:
    # X has three in a row, O looks away twice, and X lets one chance go by.
    record = Record.of(Position.parse("gomoku/h8h9i8a1j8a2o1a3"))
    kinds = {
        turn.number: turn.mistake.kind for turn in review(record, Limits(nodes=3000)).turns if turn.mistake
    }
    assert kinds[6] == MistakeKind.ALLOWED_WIN
    assert kinds[7] == MistakeKind.MISSED_WIN


@pytest.mark.parametrize(
    "game",
    [
        "drop-100x100x30",
        "place-100x100x30",
        "place-9x9x5-p2-q3",
        "drop-8x8x5-p3-q1",
        "drop-7x6x4-exact",
        "drop-30x16x5",
        "place-12x12x5-p8-q1",
        "drop-1x1x1",
        "place-2x2x2-p3-q3",
    ],
)
def test_games_of_every_kind_and_size_are_reviewed_and_analysed(game: str) -> None:
    rules = Rules.parse(game)
    record = Record.of(random_position(rules, 5, 6))
    analyst = Analyst(rules, memory=1)
    done = review(record, Limits(nodes=500), analyst=analyst)
    assert done.is_complete
    assert tuple(cell for turn in done.turns for cell in turn.turn) == record.moves
    *_, last = analyse(Position(rules), Limits(nodes=500), lines=2, analyst=analyst)
    assert 1 <= len(last.lines) <= 2


def test_games_that_ended_off_the_board_are_reviewed_too() -> None:
    record = replace(
        Record.of(Position.parse("tic-tac-toe/b2")), outcome=Outcome.SECOND_WINS, ending=Ending.TIME
    )
    assert review(record, ENOUGH).turns[0].before.result == Result.DRAW
    assert review(Record(record.rules, ()), ENOUGH).turns == ()


@pytest.mark.parametrize(
    ("before", "after_it", "kind"),
    [
        (Value(WIN - 9, True), Value(0, True), MistakeKind.WIN_TO_DRAW),
        (Value(WIN - 9, True), Value(10 - WIN, True), MistakeKind.WIN_TO_LOSS),
        (Value(0, True), Value(10 - WIN, True), MistakeKind.DRAW_TO_LOSS),
        (Value(WIN - 9, True), Value(WIN - 11, True), None),
        (Value(WIN - 9, True), Value(500), MistakeKind.MISSED_WIN),
        (Value(-50), Value(10 - WIN, True), MistakeKind.ALLOWED_WIN),
        (Value(500), Value(100), MistakeKind.DROP),
        (Value(500), Value(-4_000_000), MistakeKind.DROP),
        (Value(-4_000_005), Value(10 - WIN, True), None),
        (Value(WIN - 9, True), Value(3_999_998), None),
        (Value(500), Value(300), None),
        (Value(0, True), Value(-LARGEST_GUESS), MistakeKind.DROP),
    ],
)
def test_a_change_of_value_has_a_name(before: Value, after_it: Value, kind: MistakeKind | None) -> None:
    assert mistake_kind(before, after_it) == kind


@pytest.mark.parametrize("rules", SMALL)
def test_an_analysis_ends_with_the_exact_value_of_every_move(rules: Rules) -> None:
    for seed in range(12):
        position = random_position(rules, seed, seed % rules.cells)
        if position.is_over or position.stones_left != rules.stones_per_turn:
            continue
        *_, last = analyse(position, ENOUGH, lines=20, analyst=ANALYSTS[rules])
        assert last.is_final
        assert last.is_solved
        for line in last.lines:
            reached = after(position, line.turn)
            sign = 1 if reached.to_move == position.to_move else -1
            assert line.value == Value(sign * exact(reached), True)
        assert last.lines[0].value.score == exact(position)


def test_an_analysis_gets_deeper_and_stays_sorted() -> None:
    depths = []
    for state in analyse(Position.parse("gomoku/h8i9"), Limits(nodes=20_000), lines=3):
        values = [line.value for line in state.lines]
        assert values == sorted(values, reverse=True)
        assert len({line.turn for line in state.lines}) == len(state.lines) <= 3
        depths.append(state.depth)
    assert depths[-1] > depths[0]


def test_an_analysis_refuses_what_cannot_be_analysed() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        next(analyse(Position.parse("connect-four/1212121")))
    with pytest.raises(ValueError, match="lines is 0"):
        next(analyse(Position.parse("44"), lines=0))


def test_the_best_player_of_a_small_game_is_always_good_and_a_random_one_is_not() -> None:
    rules = Rules.parse("drop-4x4x3")
    positions = list(sampled_positions(rules, 40, seed=1))
    assert len(positions) == 40
    assert positions == list(sampled_positions(rules, 40, seed=1))
    assert len({position.canonical_key for position in positions}) == 40
    analyst = Analyst(rules, memory=1)
    best = Rates.of(
        list(rated_turns(player("pvs depth=16"), positions, judge_limits=ENOUGH, analyst=analyst))
    )
    assert (best.good_rate, best.perfect_rate, best.proven) == (1.0, 1.0, 40)
    worst = Rates.of(list(rated_turns(player("random"), positions, judge_limits=ENOUGH, analyst=analyst)))
    assert worst.turns == 40
    assert worst.perfect <= worst.good < 40


def test_positions_of_a_game_with_few_are_not_looked_for_for_ever() -> None:
    assert len(list(sampled_positions(Rules.parse("drop-2x1x2"), 100))) < 5


def test_the_games_of_a_player_are_sampled_at_the_beginning_of_turns() -> None:
    rules = Rules(5, 5, 4, stones_per_turn=2)
    for position in game_positions(player("first"), rules, 2):
        assert position.stones == 0 or position.stones_left == 2
        assert len(chosen_turn(player("random"), position)) <= 2


def test_rates_of_no_turns_are_unknown() -> None:
    assert Rates().good_rate is None
    assert Rates().perfect_rate is None


@pytest.mark.parametrize("module", [analyst_module, analysis_module, review_module, threats_module])
def test_the_examples_in_the_documentation_hold(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


def test_one_turn_can_be_judged_alone() -> None:
    position = Position.parse("tic-tac-toe/b2")
    assert judged_turn(position, (position.move("a1"),), ENOUGH).is_good
    worse = judged_turn(position, (position.move("a2"),), ENOUGH)
    assert worse.mistake is not None
    assert worse.mistake.kind == MistakeKind.DRAW_TO_LOSS
    assert worse.number == 2
