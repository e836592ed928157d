"""The solver of small games without gravity: brute force agrees, and so do the known values."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Outcome, Position, Rules, Side
from inarow._core import PlacementSolver, SearchError
from inarow.engine.small_values import known_games, small_values
from strategies import SEEDS, random_position


@cache
def brute_force(position: Position) -> int:
    """The value for FIRST by trying everything, without any idea."""
    if position.is_over:
        return {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: -1}.get(position.outcome, 0)
    values = [brute_force(position.play(cell)) for cell in position.moves]
    return max(values) if position.to_move == Side.FIRST else min(values)


@st.composite
def endings(draw: st.DrawFn) -> Position:
    """A small game without gravity with a few cells left."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rules = Rules(
        columns,
        rows,
        draw(st.integers(2, 4)),
        stones_per_turn=draw(st.integers(1, 3)),
        stones_first_turn=draw(st.integers(1, 2)),
    )
    return random_position(rules, draw(SEEDS), max(0, rules.cells - draw(st.integers(1, 6))))


@settings(max_examples=150)
@given(endings())
def test_values_are_those_of_brute_force(position: Position) -> None:
    value = brute_force(position)
    found = PlacementSolver(position.rules, memory=1 << 16).solve(position)
    assert found == (value if position.to_move == Side.FIRST else -value)


def test_small_games_have_their_known_values() -> None:
    values = small_values(nodes=25_000, memory=1 << 22)
    assert len(values) == len(list(known_games())) == 72
    solved = [value for value in values if value.found is not None]
    assert len(solved) > 45
    assert all(value.found == value.known for value in solved)


def test_the_second_player_of_six_by_four_wins_with_two_stones_a_turn() -> None:
    rules = Rules(6, 4, 4, stones_per_turn=2, stones_first_turn=1)
    assert PlacementSolver(rules).solve(Position(rules)) == -1


def test_limits_leave_the_value_open() -> None:
    rules = Rules(5, 5, 4)
    solver = PlacementSolver(rules, memory=1 << 16)
    assert solver.solve(Position(rules), nodes=1000) is None
    assert solver.nodes > 1000


@pytest.mark.parametrize("rules", [Rules(7, 6, 4, gravity=True), Rules(9, 9, 5), Rules(5, 5, 4, exact=True)])
def test_other_games_are_refused(rules: Rules) -> None:
    with pytest.raises(SearchError, match="64 cells"):
        PlacementSolver(rules)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(SearchError, match="another game"):
        PlacementSolver(Rules(3, 3, 3)).solve(Position(Rules(4, 3, 3)))
