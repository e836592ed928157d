"""Rules: their numbers, names and texts."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import NotationError, Rules, RulesError
from inarow.game.variants import ABOUT_BY_NAME, CONNECT6, CONNECT_FOUR, RULES_BY_NAME, describe
from strategies import rules


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tic-tac-toe", Rules(3, 3, 3)),
        ("connect-four", Rules(7, 6, 4, gravity=True)),
        ("gomoku", Rules(15, 15, 5)),
        ("gomoku-exact", Rules(15, 15, 5, exact=True)),
        ("connect6", Rules(19, 19, 6, stones_per_turn=2)),
        ("Connect6", Rules(19, 19, 6, stones_per_turn=2)),
        ("drop-7x6x4", Rules(7, 6, 4, gravity=True)),
        ("place-19x19x6-p2-q1", Rules(19, 19, 6, stones_per_turn=2)),
        ("place-9x8x5-p3-q2-exact", Rules(9, 8, 5, stones_per_turn=3, stones_first_turn=2, exact=True)),
        ("place-9x8x5-q2", Rules(9, 8, 5, stones_first_turn=2)),
        ("drop-128x128x128", Rules(128, 128, 128, gravity=True)),
        ("place-2x2x5", Rules(2, 2, 5)),
        ("connect-m 7 4", Rules(7, 7, 4, gravity=True)),
        ("connect-x 6 7 4", Rules(7, 6, 4, gravity=True)),
        ("connect-x 100 50 30", Rules(50, 100, 30, gravity=True)),
    ],
)
def test_a_text_names_the_game(text: str, expected: Rules) -> None:
    assert Rules.parse(text) == expected


@given(rules(128))
def test_rules_print_as_the_text_that_gives_them_back(some_rules: Rules) -> None:
    assert Rules.parse(str(some_rules)) == some_rules
    assert Rules.parse(some_rules.name) == some_rules
    assert eval(repr(some_rules), {"Rules": Rules}) == some_rules
    assert pickle.loads(pickle.dumps(some_rules)) == some_rules
    assert hash(Rules.parse(some_rules.spec)) == hash(some_rules)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a game"),
        ("chess", "expected a game: connect-four"),
        ("drop-7", 'expected "x" and the number of rows at the end'),
        ("drop-7x", "expected the number of rows at the end"),
        ("drop-7x6", 'expected "x" and the line length at the end'),
        ("place-7x6x4-z", "at character 12"),
        ("place-7x6x4-exact-p2", "in this order"),
        ("place-99999999999x6x4", "expected a smaller number"),
        ("connect-m 7", "the line length M"),
        ("connect-x 7 6", "the line length X"),
        ("connect-four2", "expected a game"),
    ],
)
def test_a_text_that_names_no_game_is_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Rules.parse(text)


@pytest.mark.parametrize("value", [0, -1, 129])
@pytest.mark.parametrize("name", ["columns", "rows", "line_length"])
def test_numbers_off_the_scale_are_refused_by_name(name: str, value: int) -> None:
    numbers = {"columns": 7, "rows": 6, "line_length": 4, name: value}
    with pytest.raises(RulesError, match=f"{name} is {value}; it must be from 1 to 128"):
        Rules(**numbers)


@pytest.mark.parametrize("value", [0, -1, 9])
@pytest.mark.parametrize("name", ["stones_per_turn", "stones_first_turn"])
def test_turns_off_the_scale_are_refused_by_name(name: str, value: int) -> None:
    with pytest.raises(RulesError, match=f"{name} is {value}; it must be from 1 to 8"):
        Rules(7, 6, 4, **{name: value})


def test_a_text_with_impossible_numbers_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="columns is 0"):
        Rules.parse("drop-0x6x4")


@pytest.mark.parametrize("name", RULES_BY_NAME)
def test_every_variant_is_found_by_its_name_and_by_its_spec(name: str) -> None:
    assert Rules.parse(name) == RULES_BY_NAME[name] == Rules.parse(RULES_BY_NAME[name].spec)
    assert RULES_BY_NAME[name].name == name
    assert describe(RULES_BY_NAME[name]) == ABOUT_BY_NAME[name]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("drop-8x7x5", "5 in a row on 8 columns and 7 rows, stones fall"),
        ("place-9x9x5-p2-q1-exact", "exactly 5 in a row on 9 columns and 9 rows, 2 a turn and 1 at first"),
    ],
)
def test_rules_without_a_name_are_told_in_words(spec: str, words: str) -> None:
    assert describe(Rules.parse(spec)) == words


@given(rules(128), st.integers(0, 10**6))
def test_a_cell_and_its_name_belong_together(some_rules: Rules, number: int) -> None:
    cell = number % some_rules.cells
    name = some_rules.cell_name(cell)
    assert some_rules.parse_cell(name) == some_rules.parse_cell(name.upper()) == cell


def test_columns_go_on_after_z() -> None:
    wide = Rules(128, 1, 5)
    assert [wide.column_letters(column) for column in (0, 8, 25, 26, 51, 52, 127)] == [
        *("a", "i", "z", "aa", "az", "ba", "dx"),
    ]


def test_cells_and_columns_off_the_board_have_no_name() -> None:
    for cell in (-1, 42):
        with pytest.raises(IndexError):
            CONNECT_FOUR.cell_name(cell)
        with pytest.raises(IndexError):
            CONNECT_FOUR.move_name(cell)
    for column in (-1, 19):
        with pytest.raises(IndexError):
            CONNECT6.column_letters(column)
