"""Guesses of how long solving takes: an order of magnitude, for boards of any size."""

from __future__ import annotations

from inarow import Position, Rules
from inarow.engine.solve_estimate import GROWTH, estimated
from inarow.engine.solver_bench import random_positions


def test_a_larger_board_is_guessed_to_take_longer() -> None:
    small, large = (estimated(Position.parse(game)) for game in ("drop-5x4x4", "drop-8x8x4"))
    assert small.nodes < large.nodes / 1000
    assert large.growth >= GROWTH
    assert large.stones > small.stones


def test_a_position_before_its_last_stone_takes_a_moment() -> None:
    (position,) = random_positions(Rules.parse("drop-4x4x4"), 15, 1, seed=1)
    assert estimated(position).nodes < 1000


def test_a_finished_game_takes_nothing() -> None:
    assert estimated(Position.parse("connect-four/1212121")).seconds == 0
