"""The core against the reference, and the face of a position in Python."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Outcome, Position, Random, Rules, Side
from inarow.game.variants import CONNECT6, CONNECT_FOUR, TIC_TAC_TOE
from reference import Reference
from strategies import SEEDS, positions, random_position, rules


def assert_same(position: Position, reference: Reference) -> None:
    """Every question has the same answer on both sides."""
    assert position.outcome == reference.outcome()
    assert position.is_over == (reference.outcome() != Outcome.ONGOING)
    assert position.to_move == reference.to_move()
    assert position.stones_left == reference.stones_left()
    assert sorted(position.moves) == reference.moves()
    assert position.winning_cells == reference.winning_cells()
    for side in Side:
        assert position.longest_run(side) == reference.longest_run(side)
        assert position.has_open_window(side) == reference.has_open_window(side)
        stones = {row * position.rules.columns + column for column, row in reference.stones_of(side)}
        assert {cell for cell in range(position.rules.cells) if position.at(cell) == side} == stones


@settings(max_examples=1500)
@given(rules(6), SEEDS)
def test_random_games_on_small_boards_go_as_the_reference_says(some_rules: Rules, seed: int) -> None:
    random, position, reference = Random(seed), Position(some_rules), Reference(some_rules)
    assert_same(position, reference)
    while not position.is_over:
        move = random.move(position)
        position, reference = position.play(move), reference.play(move)
        assert position.outcome == reference.outcome()
        assert position.to_move == reference.to_move()
        assert sorted(position.moves) == reference.moves()
    assert_same(position, reference)


@settings(max_examples=600)
@given(positions(12))
def test_random_positions_are_as_the_reference_says(position: Position) -> None:
    reference = Reference(position.rules)
    for move in position.history:
        assert reference.outcome() == Outcome.ONGOING
        reference = reference.play(move)
    assert_same(position, reference)


@pytest.mark.parametrize(
    ("spec", "stones"),
    [
        ("connect6", 300),
        ("place-19x19x5-exact", 300),
        ("drop-19x19x5-p2-q2", 300),
        ("place-100x100x5", 1000),
        ("place-100x100x30", 1000),
        ("drop-100x100x30", 1500),
        ("drop-100x100x4-p3-q2-exact", 300),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_positions_on_large_boards_are_as_the_reference_says(spec: str, stones: int, seed: int) -> None:
    position = random_position(Rules.parse(spec), seed, stones)
    reference = Reference(position.rules)
    for move in position.history:
        reference = reference.play(move)
    assert_same(position, reference)


@given(positions(9))
def test_taking_back_gives_the_position_before(position: Position) -> None:
    before = Position(position.rules)
    line = [before]
    for move in position.history:
        before = before.play(move)
        line.append(before)
    for stones, expected in enumerate(reversed(line)):
        back = position.taken_back(stones)
        assert back == expected
        assert (back.outcome, back.to_move, back.stones_left, back.key, back.history) == (
            expected.outcome,
            expected.to_move,
            expected.stones_left,
            expected.key,
            expected.history,
        )


@given(positions(8))
def test_a_mirrored_game_has_the_same_canonical_key(position: Position) -> None:
    columns = position.rules.columns
    mirrored = [cell - cell % columns + columns - 1 - cell % columns for cell in position.history]
    assert Position.after(position.rules, mirrored).canonical_key == position.canonical_key


@given(positions(8))
def test_a_free_board_may_be_turned_upside_down_and_a_square_one_on_its_side(position: Position) -> None:
    some_rules = position.rules
    if some_rules.gravity:
        return
    columns, rows = some_rules.columns, some_rules.rows
    upside_down = [(rows - 1 - cell // columns) * columns + cell % columns for cell in position.history]
    assert Position.after(some_rules, upside_down).canonical_key == position.canonical_key
    if columns == rows:
        turned = [cell % columns * columns + cell // columns for cell in position.history]
        assert Position.after(some_rules, turned).canonical_key == position.canonical_key


def test_tic_tac_toe_has_765_positions_up_to_symmetry() -> None:
    layer, keys = {Position(TIC_TAC_TOE)}, set()
    while layer:
        keys |= {position.canonical_key for position in layer}
        layer = {position.play(move) for position in layer for move in position.moves}
    assert len(keys) == 765


def test_gravity_is_not_turned_upside_down() -> None:
    low, high = Position.parse("drop-1x3x3/11"), Position.parse("drop-1x3x3/1")
    assert low.canonical_key != high.canonical_key


def test_playing_leaves_the_position_as_it_was() -> None:
    position = Position(CONNECT_FOUR)
    assert position.play("4") != position
    assert position.stones == 0
    assert position.history == ()


def test_positions_with_the_same_stones_are_equal_whatever_the_order() -> None:
    one, other = Position.parse("1213"), Position.parse("1312")
    assert one.history != other.history
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, Position.parse("3121")}) == 2


def test_positions_of_different_games_differ() -> None:
    assert Position(CONNECT_FOUR) != Position(CONNECT6)
    assert Position(CONNECT_FOUR) != "connect-four/"


@given(positions(8))
def test_copies_and_pickles_are_equal_and_keep_their_type_and_history(position: Position) -> None:
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert type(twin) is Position
        assert twin.history == position.history
        assert hash(twin) == hash(position)


def test_a_played_position_has_the_type_of_the_one_before() -> None:
    assert type(Position(CONNECT_FOUR).play("1").taken_back()) is Position


@given(positions(8))
def test_the_board_is_a_read_only_array_from_the_bottom(position: Position) -> None:
    board = position.board
    assert board.shape == (position.rules.rows, position.rules.columns)
    assert board.dtype == np.int8
    assert not board.flags.writeable
    values = {None: 0, Side.FIRST: 1, Side.SECOND: 2}
    assert board.ravel().tolist() == [values[position.at(cell)] for cell in range(position.rules.cells)]


def test_the_board_outlives_its_position() -> None:
    board = Position(CONNECT6).play("a1").board
    assert board.sum() == 1


def test_taking_back_more_stones_than_there_are_is_an_error() -> None:
    with pytest.raises(ValueError, match="cannot take back 2 stones of 1"):
        Position(CONNECT_FOUR).play("1").taken_back(2)


@given(positions(6), st.integers(0, 2**63), st.integers(0, 30))
def test_playouts_end_every_game_and_repeat_with_their_seed(
    position: Position, seed: int, count: int
) -> None:
    results = position.playouts(count, seed)
    assert sum(results) == count
    assert position.playouts(count, seed) == results


def test_the_last_turn_is_what_was_placed_since_the_other_side_moved() -> None:
    assert Position(CONNECT6).last_turn == ()
    assert Position.parse("connect6/j10").last_turn == (180,)
    assert Position.parse("connect6/j10a1").last_turn == (0,)
    assert Position.parse("connect6/j10a1b1").last_turn == (0, 1)
    assert Position.parse("connect6/j10a1b1c1").last_turn == (2,)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("connect-four", "X (first) to move"),
        ("4", "O (second) to move"),
        ("connect6/j10", "O (second) to move (2 stones)"),
        ("4455667", "X (first) wins"),
        ("tic-tac-toe/a1b1c1b2a2c2b3a3c3", "draw"),
    ],
)
def test_the_status_says_who_is_to_move_or_who_won(text: str, status: str) -> None:
    assert Position.parse(text).status == status
