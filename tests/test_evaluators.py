import ctypes
import gc
import weakref
from typing import Any

import numba
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluators_reference import REFERENCES, reference_score
from inarow._core import (
    LARGEST_GUESS,
    WIN,
    Evaluator,
    EvaluatorError,
    Outcome,
    Position,
    Random,
    Rules,
    Side,
    evaluators,
)

C4 = Rules.parse("connect-four")
CONNECT6 = Rules.parse("connect6")
NAMES = sorted(REFERENCES)


@st.composite
def random_rules(draw: st.DrawFn, least_line: int = 3) -> Rules:
    return Rules(
        draw(st.integers(1, 9)),
        draw(st.integers(1, 9)),
        draw(st.integers(least_line, 6)),
        gravity=draw(st.booleans()),
        stones_per_turn=draw(st.integers(1, 3)),
        stones_first_turn=draw(st.integers(1, 3)),
        exact=draw(st.booleans()),
    )


@st.composite
def random_positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules]) -> Position:
    """A game that is not over, of any length the random moves reach."""
    position = Position(draw(rules))
    random = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, position.rules.cells))):
        later = position.play(random.move(position))
        if later.is_over:
            break
        position = later
    return position


def played(rules: Rules, first: str, second: str) -> Position:
    """The stones of both sides, one each in turn, as Connect Four or gomoku players name them."""
    position = Position(rules)
    moves = [first.split(), second.split()]
    while any(moves):
        mine = moves[position.to_move == Side.SECOND]
        position = position.play(mine.pop(0))
    return position


def refused(name: str, rules: Rules) -> bool:
    return name == "gaussian" and not rules.gravity


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=120, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_evaluator_says_what_its_report_says(name: str, data: st.DataObject) -> None:
    position = data.draw(random_positions(random_rules()))
    assume(not refused(name, position.rules))
    assert Evaluator(name).evaluate(position) == reference_score(name, position)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_evaluator_updated_stone_by_stone_agrees_with_a_fresh_one(name: str, data: st.DataObject) -> None:
    position = data.draw(random_positions(random_rules()))
    assume(not refused(name, position.rules))
    evaluator = Evaluator(name)
    before = [position.taken_back(stones) for stones in range(position.stones, -1, -1)]
    assert evaluator.history_scores(position) == [evaluator.evaluate(each) for each in before]
    after = {move: evaluator.evaluate(position.play(move)) for move in position.moves}
    assert evaluator.move_scores(position) == after


@pytest.mark.parametrize("name", ["chains", "ultimate", "dummy", "forks", "blocks"])
@settings(max_examples=30, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_evaluator_with_a_view_judges_for_that_side(name: str, data: st.DataObject) -> None:
    position = data.draw(random_positions(random_rules()))
    view = data.draw(st.sampled_from(list(Side)))
    assert Evaluator(name, view=view).evaluate(position) == reference_score(name, position, view)


def test_chains_adds_powers_bonuses_and_the_centre() -> None:
    # First: h8 i8 j8 k8 l8, five in a row on row 8 of 19 (centre j10); second: a1 c1 e1 g1 at distance.
    rules = Rules(19, 19, 6)
    position = played(rules, "h8 i8 j8 k8 l8", "a1 c1 e1 g1 a3")
    row = (2**4 + 500) + 2**3 + 2**2 + 2 + 1
    lone_directions = 5 * 3
    centre = 6 + 7 + 8 + 7 + 6
    theirs = 5 * 4  # 3**0 for each stone and direction
    assert Evaluator("chains").evaluate(position) == row + lone_directions + centre - theirs


def test_ultimate_fears_the_opponents_row_more_than_it_loves_its_own() -> None:
    rules = Rules(19, 19, 6)
    own_three = played(rules, "a1 b1 c1", "s19 s17 s15")
    assert Evaluator("ultimate").evaluate(own_three) == 4**3
    against_four = played(rules, "a1 b1 c1 j9", "j10 k10 l10 m10")
    assert Evaluator("ultimate", view=Side.FIRST).evaluate(against_four) == -(5**4)
    against_five = played(rules, "a1 b1 c1 j9 a5", "j10 k10 l10 m10 n10")
    assert Evaluator("ultimate").evaluate(against_five) == -(20**5)


def test_dummy_sees_only_its_own_longest_run() -> None:
    rules = Rules(19, 19, 6)
    assert Evaluator("dummy").evaluate(played(rules, "a1 b1", "j10 k10")) == 0
    assert Evaluator("dummy").evaluate(played(rules, "a1 b1 c1", "j10 k10 l10")) == 100
    assert Evaluator("dummy").evaluate(played(Rules(7, 7, 4), "a1 b1 c1", "a7 c7 e7")) == 10_000


def test_a_stone_in_two_threats_forks() -> None:
    # . . . F . . .
    # . . . F . . .
    # s F F F . . .    four in a row: the corner lies in a row and a column that can be filled
    position = played(Rules(7, 7, 4), "b1 c1 d1 d2 d3", "a1 a3 a5 g7 g5")
    assert Evaluator("forks", view=Side.FIRST).evaluate(position) == 1
    assert Evaluator("forks", view=Side.SECOND).evaluate(position) == 0


def test_a_stone_that_alone_stops_a_row_blocks() -> None:
    # s F F F s . .    neither end alone lets the row be filled: each stops another window
    position = played(Rules(7, 7, 4), "b1 c1 d1", "a1 e1 g7")
    assert Evaluator("blocks", view=Side.SECOND).evaluate(position) == -2
    assert Evaluator("blocks", view=Side.FIRST).evaluate(position) == 0


def test_open_lines_counts_the_windows_each_side_can_still_win() -> None:
    position = Position(C4).play("4")
    assert Evaluator("open-lines").evaluate(position) == 62 - 69  # d1 takes 7 of 69 from the second side
    won = played(C4, "1 1 1 1", "2 2 2")
    assert won.outcome == Outcome.FIRST_WINS
    assert Evaluator("open-lines").evaluate(won) == -10001
    won_with_stones_left = Position(Rules(3, 3, 2, stones_first_turn=3)).play("a1").play("a2")
    assert Evaluator("open-lines").evaluate(won_with_stones_left) == 10000


def test_other_evaluators_leave_a_finished_game_to_the_proven_score() -> None:
    won = played(C4, "1 1 1 1", "2 2 2")
    assert Evaluator("windows").evaluate(won) == -(WIN - 7)
    assert Evaluator("windows").evaluate(Position(Rules(1, 1, 2)).play("a1")) == 0


def test_tokens_are_runs_that_can_still_become_a_line() -> None:
    # s . . . . . .
    # F F F s . . .    three in a row that can no longer become four
    dead = played(C4, "1 2 3", "4 1 7")
    assert dead.to_move == Side.FIRST
    assert Evaluator("tokens").evaluate(dead) == reference_score("tokens", dead)
    two_pairs = played(Rules(9, 9, 5), "a1 b1 a5 b5", "d9 f9 h9 d7")
    assert Evaluator("tokens").evaluate(two_pairs) == 2**3


def test_gaussian_prefers_the_centre_and_knows_threats() -> None:
    gaussian = Evaluator("gaussian")
    assert gaussian.evaluate(Position(C4).play("4")) < gaussian.evaluate(Position(C4).play("1")) < 0
    threat_and_move = played(C4, "1 1 1", "7 6 7")
    assert gaussian.evaluate(threat_and_move) == LARGEST_GUESS // 6
    two_threats_against = played(C4, "3 4 5", "3 4")
    assert gaussian.evaluate(two_threats_against) == -(LARGEST_GUESS // 5)


def test_windows_that_the_turn_can_fill_decide() -> None:
    six = played(CONNECT6, "j10 k10 l10", "a1 a3 a5 a7")
    assert 0 < Evaluator("windows").evaluate(six) < LARGEST_GUESS
    four = six.play("m10").play("a19").play("s1").play("s3")
    assert Evaluator("windows").evaluate(four) == LARGEST_GUESS


def test_windows_hang_in_the_air_until_a_stone_can_land() -> None:
    # . . . . . . .    the first side has b2 c2 d2 and could fill a2 or e2, which nothing supports yet
    position = played(C4, "2 4 3 2 7", "3 2 4 3 4")
    assert Evaluator("windows").evaluate(position) == reference_score("windows", position)


@pytest.mark.parametrize("name", NAMES)
def test_large_boards_with_long_lines_are_judged(name: str) -> None:
    position = Position(Rules(100, 100, 30, gravity=True))
    random = Random(7)
    for _ in range(300):
        position = position.play(random.move(position))
    assert abs(Evaluator(name).evaluate(position)) <= LARGEST_GUESS


def test_a_wrong_name_is_met_with_the_nearest_right_one() -> None:
    with pytest.raises(EvaluatorError, match='no evaluator "ultimat"; did you mean ultimate'):
        Evaluator("ultimat")
    with pytest.raises(ValueError, match="did you mean open-lines"):
        Evaluator("openlines")


def test_every_name_has_a_line_about_it() -> None:
    assert sorted(evaluators()) == NAMES
    assert all(evaluators().values())


def test_gaussian_without_gravity_is_refused() -> None:
    with pytest.raises(EvaluatorError, match="gaussian needs gravity"):
        Evaluator("gaussian").evaluate(Position(CONNECT6))


@pytest.mark.parametrize("name", ["tokens", "forks", "blocks", "ultimate"])
def test_lines_too_short_for_threats_are_refused(name: str) -> None:
    with pytest.raises(EvaluatorError, match=f"{name} needs a line_length of 3 or more, not 2"):
        Evaluator(name).evaluate(Position(Rules(3, 3, 2)))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(random_positions(random_rules(least_line=1)))
def test_lines_of_any_length_suit_the_others(position: Position) -> None:
    for name in ("chains", "dummy", "open-lines", "windows"):
        assert Evaluator(name).evaluate(position) == reference_score(name, position)


def test_a_python_function_is_an_evaluator() -> None:
    def centre_stones(position: Position) -> int:
        return int((position.board[:, 3] == position.to_move.value).sum())

    evaluator = Evaluator.from_callable(centre_stones)
    assert evaluator.name == "centre_stones"
    assert evaluator.history_scores(played(C4, "4 4", "4 1")) == [0, 0, 1, 1, 2]


def test_a_python_function_gets_the_class_of_position_that_was_asked_for() -> None:
    class Mine(Position):
        pass

    seen: list[type] = []

    def evaluate(position: Any) -> int:
        seen.append(type(position))
        return 1

    Evaluator.from_callable(evaluate, position_class=Mine).evaluate(Position(C4))
    assert seen == [Mine]


def test_what_a_python_evaluator_raises_comes_out() -> None:
    def broken(position: Position) -> int:
        raise LookupError(f"after {position.stones} stones")

    with pytest.raises(LookupError, match="after 1 stones"):
        Evaluator.from_callable(broken).evaluate(Position(C4).play("4"))


def test_an_evaluator_that_its_own_function_holds_is_garbage_in_the_end() -> None:
    class Stones:
        def __call__(self, position: Position) -> int:
            return position.stones

    stones: Any = Stones()
    stones.evaluator = Evaluator.from_callable(stones)
    assert stones.evaluator.evaluate(Position(C4).play("4")) == 1
    alive = weakref.ref(stones)
    del stones
    gc.collect()
    assert alive() is None


def test_a_python_evaluator_must_return_an_int() -> None:
    with pytest.raises(TypeError, match="must return an int, not float"):
        Evaluator.from_callable(lambda position: 0.5).evaluate(Position(C4))  # type: ignore[arg-type, return-value]


def test_scores_too_large_for_a_guess_are_clamped() -> None:
    huge = Evaluator.from_callable(lambda position: 10**30 * (1 if position.stones else -1))
    assert huge.history_scores(Position(C4).play("4")) == [-LARGEST_GUESS, LARGEST_GUESS]


FUNCTION = (ctypes.c_int32, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int32, ctypes.c_int32, ctypes.c_int32)


def test_a_ctypes_function_is_an_evaluator() -> None:
    boards: list[list[int]] = []

    def evaluate(board: Any, columns: int, rows: int, side_to_move: int) -> int:
        boards.append(board[: columns * rows])
        return 100 * columns + 10 * rows + side_to_move

    function = ctypes.CFUNCTYPE(*FUNCTION)(evaluate)
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    position = Position(Rules(3, 2, 3)).play("b1").play("c2")
    assert Evaluator.from_address(address).history_scores(position) == [321, 322, 321]
    assert boards == [[0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 2]]


def test_a_numba_function_is_an_evaluator() -> None:
    types = numba.types

    @numba.cfunc(types.int32(types.CPointer(types.uint8), types.int32, types.int32, types.int32))  # type: ignore[untyped-decorator]
    def stones_in_the_bottom_row(board: Any, columns: int, rows: int, side_to_move: int) -> int:
        own = 0
        for column in range(columns):
            own += board[column] == side_to_move
        return own

    evaluator = Evaluator.from_address(stones_in_the_bottom_row.address, name="bottom")
    assert repr(evaluator) == "Evaluator('bottom')"
    assert evaluator.history_scores(played(C4, "1 2", "3 3")) == [0, 0, 1, 1, 2]


def test_the_address_of_no_function_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be 0"):
        Evaluator.from_address(0)
