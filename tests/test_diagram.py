"""Boards drawn in text and as pictures."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from inarow import NotationError, Position, Rules, Side
from inarow.game.order import legal_order
from inarow.game.variants import CONNECT6, CONNECT_FOUR, TIC_TAC_TOE
from strategies import positions, random_position

SVG = "{http://www.w3.org/2000/svg}"


@settings(max_examples=400)
@given(positions(12))
def test_a_drawing_is_read_back(position: Position) -> None:
    assert Position.from_diagram(position.rules, position.diagram()) == position
    assert Position.from_diagram(position.rules, position.diagram(marks=True)) == position


@pytest.mark.parametrize(
    "spec",
    ["place-1x1x1", "drop-1x1x2", "connect6", "place-100x100x30", "drop-100x100x30", "drop-100x100x5-p2-q1"],
)
@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_drawings_of_the_smallest_and_the_largest_boards_are_read_back(spec: str, share: float) -> None:
    rules = Rules.parse(spec)
    position = random_position(rules, 7, int(share * rules.cells))
    assert Position.from_diagram(rules, position.diagram()) == position


def test_where_stones_fall_columns_are_counted() -> None:
    assert Position.parse("4433").diagram() == "\n".join(
        [
            "6 . . . . . . .",
            "5 . . . . . . .",
            "4 . . . . . . .",
            "3 . . . . . . .",
            "2 . . O O . . .",
            "1 . . X X . . .",
            "  1 2 3 4 5 6 7",
        ]
    )


def test_elsewhere_columns_are_lettered() -> None:
    assert Position.parse("tic-tac-toe/b2a1").diagram() == "3 . . .\n2 . X .\n1 O . .\n  a b c"


def test_labels_of_wide_boards_stand_over_their_columns() -> None:
    lines = Position(Rules(100, 10, 5)).play("cv10").diagram().splitlines()
    assert {len(line) for line in lines} == {2 + 100 * 3}
    assert lines[0].endswith(" .  X")
    assert lines[-1].endswith(" cu cv")


def test_marks_point_at_the_last_turn_and_at_the_winning_line() -> None:
    position = Position.parse("connect6/j10.a1b1.k10l10.a2b2.m10n10.d4e4.h1o10")
    row = position.diagram(marks=True).splitlines()[9]
    assert row == "10 . . . . . . . . .*X*X*X*X*X#X . . . ."
    assert position.diagram(marks=True).splitlines()[18] == " 1 O O . . . . .>X . . . . . . . . . . ."
    assert str(position).endswith("\nX (first) wins")


def test_a_drawing_needs_neither_labels_nor_spaces_nor_capitals() -> None:
    expected = Position.parse("tic-tac-toe/b2a1c3")
    for drawing in ("..x\n.x.\no..", "  . . X\n  . X .\n\n  O . .  ", "3 . . X\n2 . X .\n1 O . .\n  A B C"):
        assert Position.from_diagram(TIC_TAC_TOE, drawing) == expected


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("...\n...", "the drawing has 2 rows; tic-tac-toe has 3"),
        ("...\n....\n...", "line 2 of the drawing has 4 cells; tic-tac-toe has 3"),
        ("...\n.?.\n...", r'line 2 of the drawing: expected X, O or \. at character 2, found "\?"'),
        ("X..\nX..\n...", "the drawing has 2 X and 0 O; after 2 stones of tic-tac-toe there are 1 X and 1 O"),
        ("XXX\nOOO\n...", "no order of the drawn stones"),
        ("XXX\nO.O\n..O", "no order of the drawn stones"),
    ],
    ids=["rows", "cells", "symbol", "count", "both won", "won before the last move"],
)
def test_a_drawing_that_is_no_position_is_refused(drawing: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Position.from_diagram(TIC_TAC_TOE, drawing)


def test_a_drawn_stone_must_not_hang_in_the_air() -> None:
    rows = [". . . . . . ."] * 4 + [". . . X . . .", ". . . . . . ."]
    with pytest.raises(NotationError, match="the stone on d2 hangs in the air"):
        Position.from_diagram(CONNECT_FOUR, "\n".join(rows))


def test_where_stones_fall_the_order_of_sides_in_a_column_counts() -> None:
    tall = Rules(1, 4, 5, gravity=True)
    assert Position.from_diagram(tall, "O\nX\nO\nX").history == (0, 1, 2, 3)
    with pytest.raises(NotationError, match="no order of the drawn stones"):
        Position.from_diagram(tall, "O\nO\nX\nX")


def test_a_row_that_is_too_long_is_built_from_its_ends_where_rules_are_exact() -> None:
    exact = Rules(9, 2, 3, exact=True)
    position = Position.from_diagram(exact, "OO.OO.OO.\nXXXXXX...")
    assert not position.is_over
    assert position.longest_run(Side.FIRST) == 6


def test_the_search_for_an_order_gives_up_on_what_cannot_be() -> None:
    # Every column ends with two stones of the first side, but the second side placed the last one.
    rules = Rules(4, 4, 9, gravity=True)
    sides = [Side.SECOND, Side.SECOND, Side.FIRST, Side.FIRST]
    assert legal_order(rules, {cell: sides[cell // 4] for cell in range(16)}) is None


def parsed(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(position._repr_svg_())


def test_the_picture_tells_sides_apart_by_shape_and_colour() -> None:
    picture = parsed(Position.parse("connect6/j10.k10k11"))
    firsts = picture.findall(f"{SVG}circle[@class='first']")
    seconds = picture.findall(f"{SVG}path[@class='second']")
    assert (len(firsts), len(seconds)) == (1, 2)
    assert firsts[0].get("fill") != seconds[0].get("fill")


def test_the_picture_marks_the_last_turn_and_the_winning_line() -> None:
    picture = parsed(Position.parse("connect6/j10.k10k11"))
    assert len(picture.findall(f"{SVG}circle[@class='last']")) == 2
    assert not picture.findall(f"{SVG}rect[@class='winning']")
    won = parsed(Position.parse("4455667"))
    assert len(won.findall(f"{SVG}rect[@class='winning']")) == 4


@pytest.mark.parametrize("spec", ["place-1x1x1", "connect-four", "place-100x100x30", "drop-128x1x5"])
def test_a_picture_has_a_stone_for_every_stone_and_a_label_for_every_row_and_column(spec: str) -> None:
    position = random_position(Rules.parse(spec), 3, 200)
    picture = parsed(position)
    stones = len(picture.findall(f"{SVG}circle[@class='first']")) + len(
        picture.findall(f"{SVG}path[@class='second']")
    )
    assert stones == position.stones
    labels = [text.text for text in picture.findall(f"{SVG}text")]
    assert len(labels) == position.rules.columns + position.rules.rows


def test_an_empty_board_has_a_picture() -> None:
    assert parsed(Position(CONNECT6)).get("viewBox") == "-32 0 792 792"
