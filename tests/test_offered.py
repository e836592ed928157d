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


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["none.sqlite"], "there is no file none.sqlite"),
        (["none.sqlite", "--seconds", "0"], "--seconds must be more than 0"),
    ],
)
def test_what_cannot_be_read_or_measured_is_said(
    arguments: list[str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["offered.py", *arguments])
    with pytest.raises(SystemExit) as ended:
        offered.main()
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err
