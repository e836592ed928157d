"""The batch plays as Position does, whatever the rules, the threads and the seed."""

from __future__ import annotations

import os
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from inarow import IllegalMove, Outcome, Position, Rules, Side
from inarow.game.actions import action_mask, cell_of, planes
from inarow.game.batch import Batch
from reference import Reference

CONNECT_FOUR = Rules.parse("connect-four")


def check_seen(batch: Batch, game: int, position: Position) -> None:
    """The arrays show the position."""
    side = position.to_move
    assert np.array_equal(batch.observations[game], planes(position, side).transpose(2, 0, 1))
    assert np.array_equal(batch.masks[game], action_mask(position))
    assert batch.sides[game] == side.value
    assert batch.stones[game] == position.stones
    assert batch.position(game) == position
    assert batch.position(game).history == position.history


@settings(max_examples=40, deadline=None)
@given(strategies.rules(largest=7), st.integers(0, 2**64 - 1), st.sampled_from([1, 1, 3]), st.booleans())
def test_a_batch_plays_as_positions_do(rules: Rules, seed: int, threads: int, restarts: bool) -> None:
    batch = Batch(rules, games=5, seed=seed, threads=threads, restarts=restarts)
    positions = [Position(rules)] * 5
    for _ in range(rules.cells + 9):
        actions = batch.sample()
        step = batch.step(actions)
        for game, action in enumerate(actions):
            if positions[game].is_over:
                assert action == -1
                assert step.rewards[game] == 0
                continue
            side = positions[game].to_move
            played = positions[game].play(cell_of(positions[game], int(action)))
            assert step.dones[game] == played.is_over
            assert batch.outcomes[game] == played.outcome.value
            assert step.rewards[game] == (1 if played.winner == side else 0)
            positions[game] = Position(rules) if played.is_over and restarts else played
            check_seen(batch, game, positions[game])


@settings(max_examples=30, deadline=None)
@given(strategies.rules(largest=6), st.integers(0, 2**32))
def test_a_batch_plays_by_the_reference_rules(rules: Rules, seed: int) -> None:
    batch = Batch(rules, games=3, seed=seed, restarts=False)
    while not batch.dones.all():
        batch.step(batch.sample())
    for game in range(3):
        reference = Reference(rules)
        for cell in batch.position(game).history:
            assert reference.outcome() == Outcome.ONGOING
            reference = reference.play(cell)
        assert reference.outcome().value == batch.outcomes[game]


def test_the_same_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    batches = [Batch(CONNECT_FOUR, games=100, seed=7, threads=threads, opening=6) for threads in (1, 4)]
    other = Batch(CONNECT_FOUR, games=100, seed=8, opening=6)
    for _ in range(60):
        for batch in (*batches, other):
            batch.step(batch.sample())
    assert np.array_equal(batches[0].observations, batches[1].observations)
    assert not np.array_equal(batches[0].observations, other.observations)


def test_openings_have_every_number_of_stones_and_no_game_begins_with_its_end() -> None:
    batch = Batch(CONNECT_FOUR, games=2000, opening=9)
    assert set(batch.stones.tolist()) == set(range(10))
    assert not batch.dones.any()
    assert batch.masks.any(axis=1).all()
    one_wins = Batch(Rules(3, 3, 1), games=50, opening=9)
    assert not one_wins.stones.any()


def test_an_illegal_action_changes_nothing_and_names_the_game() -> None:
    batch = Batch(CONNECT_FOUR, games=3)
    for _ in range(6):
        batch.step([0, 1, 2] if batch.stones[0] % 2 else [0, 2, 1])
    before = batch.observations.copy()
    with pytest.raises(IllegalMove, match="game 0: action 0 cannot be played; the column is full"):
        batch.step([0, 1, 1])
    with pytest.raises(IllegalMove, match="game 2: action 7 cannot be played; actions are 0 to 6"):
        batch.step([1, 1, 7])
    with pytest.raises(IllegalMove, match="game 1: action -1"):
        batch.step([1, -1, 1])
    assert np.array_equal(batch.observations, before)
    placed = Batch(Rules.parse("tic-tac-toe"), games=1)
    placed.step([4])
    with pytest.raises(IllegalMove, match="the cell is occupied"):
        placed.step([4])


def test_actions_of_the_wrong_kind_are_refused() -> None:
    batch = Batch(CONNECT_FOUR, games=2)
    for wrong in ([0.0, 1.0], [[0, 1]], ["a", "b"], 3):
        with pytest.raises(ValueError, match="expected one whole number for every game"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="expected one value a game, which is 2, not 3"):
        batch.step([0, 1, 2])
    with pytest.raises(ValueError, match="expected True or False for every game"):
        batch.restart([0, 1])
    for settings_, wrong_number in (({"games": 0}, "1 game"), ({"games": 1, "threads": 0}, "1 thread")):
        with pytest.raises(ValueError, match=wrong_number):
            Batch(CONNECT_FOUR, **settings_)


def test_any_kind_of_whole_numbers_is_an_action() -> None:
    for kind in (np.int8, np.uint16, np.int32, np.int64):
        batch = Batch(CONNECT_FOUR, games=2)
        batch.step(np.array([3, 4], dtype=kind))
        assert batch.position(1).text == "connect-four/5"
    strided = np.array([3, 9, 4, 9])[::2]
    batch.step(strided)
    assert batch.position(0).text == "connect-four/44"


def test_the_arrays_are_views_that_nobody_can_write_to() -> None:
    batch = Batch(CONNECT_FOUR, games=2)
    seen = batch.observations
    batch.step([0, 0])
    assert seen[0, 1, 5, 0] == 1
    for array in (seen, batch.masks, batch.rewards, batch.outcomes, batch.dones, batch.sides, batch.stones):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    del batch
    assert seen[0, 1, 5, 0] == 1  # the memory lives as long as somebody looks at it


def test_games_without_restarts_wait_until_they_are_begun_anew() -> None:
    batch = Batch(Rules.parse("tic-tac-toe"), games=2, restarts=False)
    for actions in ([0, 0], [3, 1], [1, 2], [4, 3], [2, 4]):
        step = batch.step(actions)
    assert step.dones.tolist() == [True, False]
    assert step.rewards.tolist() == [1, 0]
    assert not step.masks[0].any()
    step = batch.step([-1, 5])
    assert step.dones.tolist() == [True, False]
    assert step.rewards.tolist() == [0, 0]
    assert batch.outcomes[0] == Outcome.FIRST_WINS.value
    step = batch.restart(step.dones)
    assert not step.dones.any()
    assert batch.stones.tolist() == [0, 6]
    assert batch.sides[0] == Side.FIRST.value
    assert batch.restart().masks.all()


def test_a_forked_process_can_step_a_batch_with_threads() -> None:
    batch = Batch(CONNECT_FOUR, games=8, threads=3)
    batch.step([3] * 8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads
        child = os.fork()
    if child == 0:
        batch.step([3] * 8)
        os._exit(int(batch.stones[0]))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 2
    assert batch.stones.tolist() == [1] * 8
