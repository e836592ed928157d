"""Threats of both sides against a slow definition of the same things."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Position, Rules, Side
from inarow.engine.threats import threats
from reference import DIRECTIONS
from strategies import SEEDS, random_position

Cells = frozenset[int]


class Slow:
    """Stones of two sides as sets, and every question answered by trying all sets of cells."""

    def __init__(self, rules: Rules, own: Cells, other: Cells) -> None:
        self.rules, self.own, self.other = rules, own, other

    def turns(self, stones: int) -> list[Cells]:
        """Every set of at most so many free cells that can be played one after another."""
        taken = self.own | self.other
        free = [cell for cell in range(self.rules.cells) if cell not in taken]
        found = []
        for size in range(stones + 1):
            for cells in map(frozenset, combinations(free, size)):
                rest = taken | cells
                lies = all(cell < self.rules.columns or cell - self.rules.columns in rest for cell in cells)
                if lies or not self.rules.gravity:
                    found.append(cells)
        return found

    def has_row(self) -> bool:
        columns = self.rules.columns
        stones = {(cell % columns, cell // columns) for cell in self.own}
        for column, row in stones:
            for right, up in DIRECTIONS:
                if (column - right, row - up) in stones:
                    continue
                length = 1
                while (column + length * right, row + length * up) in stones:
                    length += 1
                if length == self.rules.line_length or (
                    length > self.rules.line_length and not self.rules.exact
                ):
                    return True
        return False

    def placed(self, cells: Cells) -> "Slow":
        return Slow(self.rules, self.own | cells, self.other)

    def opposed(self, cells: Cells) -> "Slow":
        return Slow(self.rules, self.own, self.other | cells)

    def wins(self, stones: int) -> set[Cells]:
        return smallest({turn for turn in self.turns(stones) if self.placed(turn).has_row()})

    def answers(self, stones: int) -> set[Cells]:
        """What the other side can play so that this one has no win in a turn."""
        turn = self.rules.stones_per_turn
        return smallest({cells for cells in self.turns(stones) if not self.opposed(cells).wins(turn)})

    def is_double(self) -> bool:
        turn = self.rules.stones_per_turn
        return not self.has_row() and bool(self.wins(turn)) and not self.answers(1)

    def doubles(self, stones: int) -> set[Cells]:
        if self.is_double():
            return set()
        return smallest({turn for turn in self.turns(stones) if self.placed(turn).is_double()})


def smallest(sets: set[Cells]) -> set[Cells]:
    return {one for one in sets if not any(other < one for other in sets)}


def slow(position: Position, side: Side) -> Slow:
    own = frozenset(cell for cell in position.history if position.at(cell) == side)
    return Slow(position.rules, own, frozenset(position.history) - own)


def as_sets(found: tuple[tuple[int, ...], ...]) -> set[Cells]:
    return set(map(frozenset, found))


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """A position of a small game of any kind that is not over."""
    rules = Rules(
        draw(st.integers(2, 5)),
        draw(st.integers(2, 4)),
        draw(st.integers(2, 4)),
        gravity=draw(st.booleans()),
        stones_per_turn=draw(st.integers(1, 2)),
        stones_first_turn=draw(st.integers(1, 2)),
        exact=draw(st.booleans()),
    )
    position = random_position(rules, draw(SEEDS), draw(st.integers(0, rules.cells - 1)))
    while position.is_over:
        position = position.taken_back()
    return position


@given(small_positions())
@settings(max_examples=200)
def test_wins_and_answers_are_what_trying_everything_finds(position: Position) -> None:
    found = threats(position)
    stones = position.rules.stones_per_turn
    for side in Side:
        turn = position.stones_left if side == position.to_move else stones
        assert as_sets(found.of(side).wins) == slow(position, side).wins(turn)
        assert as_sets(found.of(side).threats) == slow(position, side).wins(stones)
        assert found.of(side).is_complete
    board = slow(position, position.to_move.other)
    expected = board.answers(position.stones_left) if board.wins(stones) else set()
    assert as_sets(found.answers) == expected
    assert found.must_answer == (bool(board.wins(stones)) and not found.of(position.to_move).wins)
    assert found.is_unstoppable == (found.must_answer and not expected)


@given(small_positions())
@settings(max_examples=60)
def test_double_threats_are_those_that_no_single_stone_stops(position: Position) -> None:
    found = threats(position)
    for side in Side:
        turn = position.stones_left if side == position.to_move else position.rules.stones_per_turn
        assert as_sets(found.of(side).doubles) == slow(position, side).doubles(turn)


@given(small_positions())
@settings(max_examples=200)
def test_hanging_threats_are_cells_that_would_win_but_lack_support(position: Position) -> None:
    found, rules = threats(position), position.rules
    for side in Side:
        board, expected = slow(position, side), set()
        for cell in range(rules.cells) if rules.gravity else ():
            hangs = cell >= rules.columns and position.at(cell - rules.columns) is None
            if position.at(cell) is None and hangs and board.placed(frozenset({cell})).has_row():
                expected.add(cell)
        assert {one.cell for one in found.of(side).hanging} == expected
        assert all(one.is_odd == (one.cell // rules.columns % 2 == 0) for one in found.of(side).hanging)


def test_an_open_three_of_connect_four_is_a_double_threat() -> None:
    #   . . O O . . .
    #   . . X X . . .      b1 or e1 makes two ends
    found = threats(Position.parse("connect-four/4433"))
    assert found.first.doubles == ((1,), (4,))
    assert not found.must_answer


def test_two_open_ends_cannot_be_stopped() -> None:
    #   . . O O . . .
    #   . . X X X . .      b1 and f1 both win
    found = threats(Position.parse("connect-four/44335"))
    assert found.first.winning_cells == (1, 5)
    assert found.is_unstoppable


def test_four_in_a_row_of_connect6_need_two_stones() -> None:
    position = Position.parse("connect6/j10.a1b1.k10l10.a2b2.m10.d4")
    found = threats(position)
    assert position.to_move == Side.SECOND
    assert found.must_answer
    assert all(len(cells) == 2 for cells in found.answers)
    assert set(found.forced_cells) <= set(found.first.cells)


def test_a_finished_game_has_no_threats() -> None:
    found = threats(Position.parse("connect-four/1212121"))
    assert (found.first.wins, found.second.wins, found.answers) == ((), (), ())


@pytest.mark.parametrize("game", ["drop-100x100x30", "place-100x100x30", "place-9x9x5-p8-q8"])
def test_large_boards_and_long_turns_are_answered(game: str) -> None:
    position = random_position(Rules.parse(game), 3, 40)
    found = threats(position)
    assert found.to_move == position.to_move
