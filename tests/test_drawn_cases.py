"""One small board for each sentence of the rules. Drawings have the top row first; X and F are FIRST."""

import pytest

from inarow import IllegalMove, NotationError, Outcome, Position, Rules, Side
from inarow.game.variants import CONNECT_FOUR, TIC_TAC_TOE


def drawn(spec: str, diagram: str) -> Position:
    return Position.from_diagram(Rules.parse(spec), diagram)


@pytest.mark.parametrize(
    "diagram",
    [
        """
        O . O .
        X X X .
        . . . .""",
        """
        X O . .
        X . O .
        X . . .""",
        """
        O . X .
        O X . .
        X . . .""",
        """
        X . O .
        . X . .
        . O X .""",
    ],
    ids=["level", "upright", "rising", "falling"],
)
def test_a_row_in_any_direction_wins(diagram: str) -> None:
    position = drawn("place-4x3x3", diagram)
    assert position.outcome == Outcome.FIRST_WINS
    assert position.winner == Side.FIRST
    assert len(position.winning_cells) == 3


def test_a_row_does_not_go_round_the_edge_of_the_board() -> None:
    position = drawn(
        "place-4x3x3",
        """
        O . O .
        X . . .
        . . X X""",
    )
    assert position.outcome == Outcome.ONGOING


def test_the_second_side_wins_as_well() -> None:
    position = drawn(
        "place-4x3x3",
        """
        X X . X
        O O O .
        . . . .""",
    )
    assert position.outcome == Outcome.SECOND_WINS


#   s . s . s . .
#   F F x F . . .     x: the last move makes four in a row
@pytest.mark.parametrize(("exact", "outcome"), [(False, Outcome.FIRST_WINS), (True, Outcome.ONGOING)])
def test_a_longer_row_wins_unless_the_rules_are_exact(exact: bool, outcome: Outcome) -> None:
    four = Rules(columns=7, rows=2, line_length=3, exact=exact)
    position = Position.after(four, [0, 7, 1, 9, 3, 11, 2])
    assert position.outcome == outcome
    assert position.longest_run(Side.FIRST) == 4


def test_an_exact_row_wins_beside_a_longer_one() -> None:
    #   . F . s . s
    #   . F s . . .
    #   F x F F s s     x makes a row of four and a column of three
    position = Position.after(
        Rules(columns=6, rows=3, line_length=3, exact=True),
        ["a1", "e1", "c1", "f1", "d1", "f3", "b2", "d3", "b3", "c2", "b1"],
    )
    assert position.outcome == Outcome.FIRST_WINS
    assert position.winning_cells == [1, 7, 13]


def test_a_stone_can_win_two_rows_at_once() -> None:
    #   F s s
    #   F s s
    #   x F F
    position = Position.after(TIC_TAC_TOE, [1, 4, 2, 5, 3, 7, 6, 8, 0])
    assert position.winning_cells == [0, 1, 2, 3, 6]


def test_a_stone_cannot_hang_in_the_air() -> None:
    position = Position(CONNECT_FOUR)
    with pytest.raises(IllegalMove, match="d2 cannot be played: a stone in column 4 falls to d1"):
        position.play("d2")
    assert position.play("d1") == position.play("4") == position.play(3)


def test_without_gravity_a_stone_stays_where_it_is_put() -> None:
    assert Position(Rules(7, 6, 4)).play("d3").at(2 * 7 + 3) == Side.FIRST


def test_a_full_column_takes_no_stone() -> None:
    position = Position.parse("444444")
    with pytest.raises(IllegalMove, match="column 4 is full"):
        position.play("4")
    assert 3 not in [move % 7 for move in position.moves]


def test_an_occupied_cell_takes_no_stone() -> None:
    with pytest.raises(IllegalMove, match="b2 cannot be played: it is occupied"):
        Position(TIC_TAC_TOE).play("b2").play("b2")


def test_a_finished_game_takes_no_stone() -> None:
    position = Position.parse("4455667")
    assert position.moves == []
    with pytest.raises(IllegalMove, match="the game is over"):
        position.play("1")


@pytest.mark.parametrize("cell", [-1, 9, 10**9, -(10**30), 10**30])
def test_a_cell_off_the_board_takes_no_stone(cell: int) -> None:
    with pytest.raises(IllegalMove, match="is not on the board of 3 columns and 3 rows"):
        Position(TIC_TAC_TOE).play(cell)


@pytest.mark.parametrize("text", ["d1", "a4", "a0", "1", "", "a", "a1 ", "4", "é"])
def test_a_text_that_names_no_cell_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError):
        Position(TIC_TAC_TOE).play(text)


def test_a_move_of_another_type_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        Position(TIC_TAC_TOE).play(1.5)  # type: ignore[arg-type]


def test_a_full_board_without_a_row_is_a_draw() -> None:
    position = drawn(
        "tic-tac-toe",
        """
        X O X
        X O O
        O X X""",
    )
    assert position.outcome == Outcome.DRAW
    assert position.winner is None
    assert position.winning_cells == []


def test_the_last_stone_of_a_full_board_can_win() -> None:
    position = drawn(
        "tic-tac-toe",
        """
        X O X
        O X O
        O X X""",
    )
    assert position.outcome == Outcome.FIRST_WINS
    assert position.stones == 9


def test_the_first_turn_has_q_stones_and_every_other_one_p() -> None:
    position = Position(Rules(9, 9, 6, stones_per_turn=3, stones_first_turn=2))
    sides, left = [], []
    for cell in range(8):
        sides.append(position.to_move)
        left.append(position.stones_left)
        position = position.play(cell)
    first, second = Side.FIRST, Side.SECOND
    assert sides == [first, first, second, second, second, first, first, first]
    assert left == [2, 1, 3, 2, 1, 3, 2, 1]


def test_the_first_stone_of_a_turn_may_already_win() -> None:
    #   s s . s s .
    #   F F x F . .     x is the first of two stones
    position = Position.parse("place-6x2x3-p2-q1/a1.a2b2.b1d1.d2e2")
    assert position.stones_left == 2
    won = position.play("c1")
    assert won.outcome == Outcome.FIRST_WINS
    assert won.stones_left == 1
    assert won.moves == []


def test_a_turn_ends_with_a_full_board() -> None:
    position = Position.after(Rules(2, 1, 3, stones_per_turn=2, stones_first_turn=1), [0, 1])
    assert position.outcome == Outcome.DRAW
    assert position.stones_left == 1


def test_a_line_longer_than_the_board_makes_a_draw() -> None:
    position = Position.after(Rules(2, 2, 3), [0, 1, 2, 3])
    assert position.outcome == Outcome.DRAW
    assert not Position(Rules(2, 2, 3)).has_open_window(Side.FIRST)


def test_one_in_a_row_is_won_by_the_first_stone() -> None:
    position = Position(Rules(1, 1, 1)).play(0)
    assert position.outcome == Outcome.FIRST_WINS
    assert position.winning_cells == [0]


def test_gravity_with_two_stones_a_turn_stacks_them() -> None:
    position = Position.parse("drop-4x4x4-p2-q1/111")
    assert [position.at(cell) for cell in (0, 4, 8)] == [Side.FIRST, Side.SECOND, Side.SECOND]
    assert position.to_move == Side.FIRST


def test_no_window_is_left_where_both_sides_block_every_one() -> None:
    position = drawn(
        "tic-tac-toe",
        """
        X O X
        X O O
        O X .""",
    )
    assert not position.is_over
    assert not position.has_open_window(Side.SECOND)
    assert not position.has_open_window(Side.FIRST)
