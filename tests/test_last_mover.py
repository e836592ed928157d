"""Where stones fall on a board of an even number of rows, or of odd columns and rows, only the last mover can win.

The side that fills the last cell answers in pairs, which stops five in a row with an even number of rows and six
with odd columns and rows; docs/solver.md has the proof. Columns go two and two. In an even board's plain columns
and an odd board's plain pairs it answers on top, and beside when the column is full: that stops rows of even
number. In a strip of two columns it gets a stone of every row of odd number.
"""

import random

import pytest

from inarow import Outcome, Position, Rules
from inarow._core import DropSolver, SolveError

EVEN = ["drop-5x4x5", "drop-6x4x5", "drop-7x6x5", "drop-9x4x5", "drop-6x6x5"]
ODD = ["drop-7x5x6", "drop-7x7x6", "drop-9x5x6", "drop-11x3x6"]
LARGE = [
    "drop-20x20x10",
    "drop-30x30x10",
    "drop-11x8x5",
    "drop-50x50x15",
    "drop-25x25x10",
    "drop-13x9x6",
    "drop-75x75x20",
]


def is_odd(rules: Rules) -> bool:
    """Whether the first side fills the last cell."""
    return rules.cells % 2 == 1


def start(rules: Rules) -> Position:
    """The empty board, with the first stone of the last mover if it begins: in the leftmost column."""
    return Position(rules).play(0) if is_odd(rules) else Position(rules)


def answer(position: Position, cell: int) -> int:
    """The last mover's cell after the other side's."""
    rules = position.rules
    landing = {move % rules.columns: move for move in position.moves}
    column = cell % rules.columns
    if is_odd(rules) and column == 0:
        return landing[0]
    place = column - is_odd(rules)  # its place among the columns that go two and two
    partner = (place ^ 1) + is_odd(rules)
    is_strip = place % 4 >= 2 and partner < rules.columns
    is_first = cell < rules.columns and landing.get(partner) == partner
    return landing[partner if (is_strip and is_first) or column not in landing else column]


def answered(position: Position, cell: int) -> Position:
    """The position after the cell, and after its answer if the game goes on."""
    after = position.play(cell)
    return after if after.is_over else after.play(answer(after, cell))


def is_won_by_the_other(position: Position) -> bool:
    """Whether the side that does not fill the last cell has won."""
    other = Outcome.SECOND_WINS if is_odd(position.rules) else Outcome.FIRST_WINS
    return position.outcome is other


@pytest.mark.parametrize("game", EVEN + ODD)
def test_whatever_the_other_side_tries_the_answers_stop_it(game: str) -> None:
    seen = set()
    left = [start(Rules.parse(game))]
    while left:
        position = left.pop()
        for cell in position.moves:
            after = answered(position, cell)
            assert not is_won_by_the_other(after)
            if not after.is_over and after.key not in seen:
                seen.add(after.key)
                left.append(after)
    assert len(seen) > 100


@pytest.mark.parametrize("game", LARGE)
def test_nor_does_it_win_on_large_boards(game: str) -> None:
    rng = random.Random(6)
    rules = Rules.parse(game)
    for _ in range(20 if rules.cells <= 2500 else 4):
        position = start(rules)
        favourite = rng.sample(range(rules.columns), 6)  # a few columns, to build something there
        while not position.is_over:
            liked = [cell for cell in position.moves if cell % rules.columns in favourite]
            position = answered(position, rng.choice(liked or list(position.moves)))
        assert not is_won_by_the_other(position)


@pytest.mark.parametrize("game", ["drop-7x6x4", "drop-7x7x4"])
def test_four_in_a_row_is_another_matter(game: str) -> None:
    """The same answers do not stop four."""
    rng = random.Random(2)
    wins = 0
    for _ in range(300):
        position = start(Rules.parse(game))
        while not position.is_over:
            position = answered(position, rng.choice(list(position.moves)))
        wins += is_won_by_the_other(position)
    assert wins > 0


def bounds(solver: DropSolver, position: Position) -> tuple[int, int]:
    """What a solver knows of a position before it searches."""
    result = solver.solve(position, nodes=1)
    return result.lower, result.upper


@pytest.mark.parametrize("game", ["drop-7x6x5", "drop-9x8x5", "drop-16x16x6", "drop-20x20x10"])
def test_the_solver_knows_that_the_first_side_cannot_win_an_even_board(game: str) -> None:
    rules = Rules.parse(game)
    solver = DropSolver(rules, memory=1 << 20)
    lower, upper = bounds(solver, Position(rules))
    assert lower < 0 == upper
    lower, upper = bounds(solver, Position(rules).play(0))
    assert lower == 0 < upper


@pytest.mark.parametrize("game", ["drop-9x9x6", "drop-11x7x6", "drop-21x21x10"])
def test_the_solver_knows_that_the_second_side_cannot_win_an_odd_board(game: str) -> None:
    rules = Rules.parse(game)
    solver = DropSolver(rules, memory=1 << 20)
    lower, upper = bounds(solver, Position(rules))
    assert lower == 0 < upper
    lower, upper = bounds(solver, Position(rules).play(0))
    assert lower < 0 < upper  # the leftmost column holds, another might not


@pytest.mark.parametrize("game", ["drop-8x8x4", "drop-9x9x5", "drop-9x9x4"])
def test_of_other_boards_it_knows_neither(game: str) -> None:
    rules = Rules.parse(game)
    lower, upper = bounds(DropSolver(rules, memory=1 << 20), Position(rules))
    assert lower < 0 < upper


@pytest.mark.parametrize("game", ["drop-5x4x5", "drop-6x4x5", "drop-7x4x5", "drop-7x3x6"])
def test_what_it_knows_of_the_start_agrees_with_what_it_finds_three_stones_later(game: str) -> None:
    rules = Rules.parse(game)
    solver = DropSolver(rules, memory=16 << 20)

    def score(position: Position) -> int:
        if position.stones < 3:
            return max(-score(position.play(cell)) for cell in position.moves)
        result = solver.solve(position)
        assert result.lower == result.upper
        return result.lower

    start = Position(rules)
    for position in [start, *map(start.play, start.moves)]:
        result = DropSolver(rules, memory=16 << 20).solve(position)
        assert result.lower == result.upper == score(position)


def test_a_board_that_is_too_large_is_refused_with_what_is_known_of_it() -> None:
    for game, side in (("drop-100x100x30", "first"), ("drop-75x75x20", "second")):
        with pytest.raises(SolveError, match=f"too large .* the {side} side cannot win"):
            DropSolver(Rules.parse(game), memory=1 << 20)
    with pytest.raises(SolveError, match=r"512 at most$"):
        DropSolver(Rules.parse("drop-40x40x4"), memory=1 << 20)
