"""What opponents of the champion gave away: bench/offered.py against trying everything."""

from functools import cache

import pytest

import offered
from inarow import Outcome, Position, Record, Rules
from inarow.engine.solver import Solver
from strategies import wandered


@cache
def result_of(position: Position) -> int:
    """1, 0 or -1 for the side to move under best play."""
    if position.is_over:
        return 0 if position.outcome is Outcome.DRAW else -1
    return max(-result_of(position.play(cell)) for cell in position.moves)


@pytest.mark.parametrize("game", ["drop-3x3x3", "drop-4x3x3"])
@pytest.mark.parametrize("side", [0, 1])
def test_the_best_offer_is_the_best_result_on_the_way(game: str, side: int) -> None:
    rules = Rules.parse(game)
    solver = Solver(rules, memory=1)
    offers = set()
    for seed in range(25):
        record = Record(rules, tuple(wandered(rules, rules.cells, seed).history))
        position, results = Position(rules), []
        for cell in record.moves:
            if position.stones % 2 == side:
                results.append(result_of(position))
            position = position.play(cell)
        assert offered.best_offer(record, side, solver, 60.0) == (max(results), True)
        offers.add(max(results))
    assert len(offers) > 1 or offers == {1}  # the first side wins 4x3 from the start


def test_a_position_that_is_not_solved_ends_the_search() -> None:
    rules = Rules.parse("drop-7x7x5")
    record = Record(rules, tuple(wandered(rules, 40, 3).history))
    _, is_solved = offered.best_offer(record, 0, Solver(rules, memory=1), 1e-9)
    assert not is_solved
