"""Where stones fall on an even number of rows, the first side cannot win with five or more in a row.

The second side answers in pairs. Columns go two and two: plain, plain, a strip, plain, plain, a strip, ...
In a plain column it answers on top, so every even row there is its own: that stops rows of even number,
verticals, and, with two plain columns side by side, every diagonal. A strip is two columns in which it gets a
stone of every odd row: beside the first stone, then on top of each, and in the other column when one is full.
Five columns side by side always hold a plain pair and a strip.
"""

import random

import pytest

from inarow import Outcome, Position, Rules


def answer(position: Position, cell: int) -> int:
    """The second side's cell after the first side's."""
    rules = position.rules
    landing = {move % rules.columns: move for move in position.moves}
    column = cell % rules.columns
    partner = column ^ 1
    is_strip = column % 4 >= 2 and partner < rules.columns
    is_first = cell < rules.columns and landing.get(partner) == partner
    return landing[partner if is_strip and (is_first or column not in landing) else column]


def answered(position: Position, cell: int) -> Position:
    """The position after the cell, and after its answer if the game goes on."""
    after = position.play(cell)
    return after if after.is_over else after.play(answer(after, cell))


@pytest.mark.parametrize("game", ["drop-5x4x5", "drop-6x4x5", "drop-7x6x5", "drop-9x4x5", "drop-6x6x5"])
def test_whatever_the_first_side_tries_the_answers_stop_it(game: str) -> None:
    seen = set()
    left = [Position(Rules.parse(game))]
    while left:
        position = left.pop()
        for cell in position.moves:
            after = answered(position, cell)
            assert after.outcome is not Outcome.FIRST_WINS
            if not after.is_over and after.key not in seen:
                seen.add(after.key)
                left.append(after)
    assert len(seen) > 100


@pytest.mark.parametrize("game", ["drop-20x20x10", "drop-30x30x10", "drop-11x8x5", "drop-50x50x15"])
def test_nor_does_it_win_on_large_boards(game: str) -> None:
    rng = random.Random(6)
    for _ in range(20):
        position = Position(Rules.parse(game))
        favourite = rng.sample(range(position.rules.columns), 6)  # a few columns, to build something there
        while not position.is_over:
            liked = [cell for cell in position.moves if cell % position.rules.columns in favourite]
            position = answered(position, rng.choice(liked or list(position.moves)))
        assert position.outcome is not Outcome.FIRST_WINS


def test_four_in_a_row_is_another_matter() -> None:
    """The same answers do not stop four: Connect Four is won by the first side."""
    rng = random.Random(2)
    outcomes = set()
    for _ in range(300):
        position = Position(Rules.parse("drop-7x6x4"))
        while not position.is_over:
            position = answered(position, rng.choice(list(position.moves)))
        outcomes.add(position.outcome)
    assert Outcome.FIRST_WINS in outcomes
