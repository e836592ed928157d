"""Moves and positions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import IllegalMove, NotationError, Position, Rules
from inarow.game.notation import letter_pairs, moves_text, parse_letter_pairs
from inarow.game.turns import turns
from inarow.game.variants import CONNECT6, CONNECT_FOUR
from strategies import positions


@given(positions(30))
def test_a_position_is_read_back_from_its_text(position: Position) -> None:
    assert Position.parse(position.text) == position
    assert Position.parse(position.text).history == position.history
    assert set(position.text) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-/")
    assert repr(position) == f"Position.parse('{position.text}')"


@given(positions(30), st.sampled_from([".", ",", "-", " ", ", "]))
def test_moves_may_be_written_apart_and_in_capitals(position: Position, between: str) -> None:
    moves = between.join(position.rules.move_name(move) for move in position.history)
    assert Position.parse(f"{position.rules.name}/{moves}".upper()).history == position.history


@given(positions(30))
def test_where_stones_fall_cells_are_understood_as_well(position: Position) -> None:
    moves = "".join(position.rules.cell_name(move) for move in position.history)
    assert Position.parse(f"{position.rules.spec}/{moves}").history == position.history


@given(positions(26))
def test_letter_pairs_are_read_back(position: Position) -> None:
    rules = position.rules
    for turn in turns(rules, position.history):
        assert parse_letter_pairs(rules, letter_pairs(rules, turn)) == turn
        assert parse_letter_pairs(rules, letter_pairs(rules, turn).lower()) == turn
    text = ".".join(letter_pairs(rules, turn) for turn in turns(rules, position.history))
    assert Position.parse(f"{rules.spec}/{text}").history == position.history


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4433", "connect-four/4433"),
        ("4 4 3 3", "connect-four/4433"),
        (" connect-four/4433 ", "connect-four/4433"),
        ("connect-four", "connect-four/"),
        ("connect-four/", "connect-four/"),
        ("connect-x 6 7 4/44", "connect-four/44"),
        ("drop-10x10x5/10.3.4", "drop-10x10x5/10.3.4"),
        ("drop-10x10x5/10 3,4-10", "drop-10x10x5/10.3.4.10"),
        ("connect6/j10k11k9", "connect6/j10k11k9"),
        ("connect6/J10K11K9", "connect6/j10k11k9"),
        ("connect6/JJ KKLL", "connect6/j10k11l12"),
        ("connect6/JJJJ.KKLL", "connect6/j10k11l12"),
        ("connect6/1.j10 2.i9l10 3.k9l8", "connect6/j10i9l10k9l8"),
        ("place-100x100x30/cv100a1", "place-100x100x30/cv100a1"),
    ],
)
def test_what_people_write_is_understood(text: str, canonical: str) -> None:
    assert Position.parse(text).text == canonical


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "expected a game"),
        ("4448", NotationError, 'move 4 at character 4: "8" is not a column: they go from 1 to 7'),
        ("44444441", IllegalMove, "move 7 at character 7: .* column 4 is full"),
        ("44556671", IllegalMove, "move 8 at character 8: .* the game is over"),
        ("connect-four/44x", NotationError, "expected a letter for the row"),
        ("connect-four/44!", NotationError, 'expected a column from 1 to 7 at character 16, found "!"'),
        ("connect-four/d2", IllegalMove, "move 1 at character 14: .* falls to d1"),
        ("connect6/j10j10", IllegalMove, "move 2 at character 13: j10 cannot be played: it is occupied"),
        ("connect6/j10.j20", NotationError, 'move 2 at character 14: "j20" is not on the board'),
        ("connect6/j10 4", NotationError, "expected a cell from a1 to s19 at character 14"),
        ("connect6/5.j10", NotationError, "expected a cell from a1 to s19 at character 10"),
        ("connect6/jt", NotationError, "expected a row from A to S, .* at character 11"),
        ("connect6/tj", NotationError, "expected a column from A to S, .* at character 10"),
        ("connect6/jjk", NotationError, "expected a letter for the row"),
        ("drop-10x10x5/1033", NotationError, '"1033" is not a column: they go from 1 to 10'),
        ("place-27x27x5/aabb", NotationError, "expected a cell from a1 to aa27 at character 15"),
        ("chess/e4", NotationError, "expected a game"),
        ("connect6/ä", NotationError, r'expected a cell from a1 to s19 at character 10, found "\?"'),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Position.parse(text)


def test_moves_after_one_another_name_the_one_that_is_not_legal() -> None:
    with pytest.raises(IllegalMove, match="move 2: a1 cannot be played: it is occupied"):
        Position.after(CONNECT6, [0, 0])
    with pytest.raises(NotationError, match='move 1: "t1" is not on the board'):
        Position.after(CONNECT6, ["t1"])


def test_connect6_programs_count_letters_from_the_bottom_left() -> None:
    assert letter_pairs(CONNECT6, [CONNECT6.parse_cell("j11")]) == "JK"
    assert parse_letter_pairs(CONNECT6, "JK") == (CONNECT6.parse_cell("j11"),)
    assert letter_pairs(CONNECT6, [0, 360]) == "AASS"


@pytest.mark.parametrize("text", ["J", "JJK", "JT", "TJ", "J1", "é€", "JJ KK"])
def test_broken_letter_pairs_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        parse_letter_pairs(CONNECT6, text)


def test_letter_pairs_end_at_26_columns_and_rows() -> None:
    with pytest.raises(NotationError, match="letter pairs reach 26"):
        letter_pairs(Rules(27, 5, 5), [0])


def test_moves_of_wide_boards_are_written_apart() -> None:
    assert moves_text(CONNECT_FOUR, [3, 10, 2]) == "443"
    assert moves_text(Rules(10, 6, 4, gravity=True), [9, 0, 19]) == "10.1.10"
    assert moves_text(CONNECT6, [180, 0]) == "j10a1"
