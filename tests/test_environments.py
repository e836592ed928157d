"""PettingZoo and Gymnasium, the real ones, and what they have in common: actions, planes and pixels."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from pettingzoo.test import api_test, seed_test

import strategies
from inarow import IllegalMove, Position, Rules, Side
from inarow.adapters import pettingzoo
from inarow.adapters.gymnasium import GameEnv, env_id
from inarow.game.actions import action_count, action_mask, action_of, cell_of, planes
from inarow.game.raster import rgb
from inarow.game.variants import RULES_BY_NAME

GAMES = ["connect-four", "tic-tac-toe", "connect6", "drop-6x5x4-p2-q1", "place-5x4x3-p3-q2-exact"]


@pytest.fixture
def remarks_ignored() -> Iterator[None]:
    """Both checkers remark on what every board game has, such as dicts and empty boards."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# Actions, planes and pixels


@settings(max_examples=60, deadline=None)
@given(strategies.positions(largest=8))
def test_a_mask_and_planes_say_what_the_position_says(position: Position) -> None:
    rules = position.rules
    mask = action_mask(position)
    assert mask.shape == (action_count(rules),)
    assert {cell_of(position, int(action)) for action in np.flatnonzero(mask)} == set(position.moves)
    for action in np.flatnonzero(mask == 0):
        with pytest.raises(IllegalMove, match="cannot be played"):
            cell_of(position, int(action))
    seen = planes(position, Side.SECOND)
    for cell in range(rules.cells):
        row, column = rules.rows - 1 - cell // rules.columns, cell % rules.columns
        side = position.at(cell)
        assert seen[row, column].tolist() == [side == Side.SECOND, side == Side.FIRST]


def test_an_action_that_there_is_not_is_refused() -> None:
    position = Position.parse("connect-four")
    for action in (-1, 7):
        with pytest.raises(IllegalMove, match=f"there is no action {action}; actions are 0 to 6"):
            cell_of(position, action)
    assert action_of(position.rules, 3) == 3
    assert action_of(Rules.parse("tic-tac-toe"), 0) == 6  # the bottom left of three rows from the top


def test_pixels_show_stones_and_grid() -> None:
    picture = rgb(Position.parse("drop-3x2x3/1223"), 20)
    assert picture.shape == (40, 60, 3)
    assert picture.dtype == np.uint8
    at = {name: tuple(picture[y, x]) for name, (y, x) in {"first": (30, 5), "empty": (10, 5)}.items()}
    assert at["first"] == (0x1F, 0x4E, 0x79)
    assert at["empty"] == (0xF7, 0xF4, 0xEC)
    assert tuple(picture[30, 50]) == (255, 255, 255)  # the dot of the last stone, an O on c1
    assert tuple(picture[30, 44]) == (0xE0, 0x8A, 0x1E)
    with pytest.raises(ValueError, match="a cell of 3 pixels shows nothing"):
        rgb(Position.parse("connect-four"), 3)


def test_a_winning_row_is_green_in_pixels() -> None:
    picture = rgb(Position.parse("connect-four/1122334"), 16)
    assert tuple(picture[5 * 16 + 2, 2]) == (0xBF, 0xE3, 0xB4)


# PettingZoo


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.usefixtures("remarks_ignored")
def test_every_game_passes_the_tests_of_pettingzoo(rules: str) -> None:
    api_test(pettingzoo.env(rules), num_cycles=200)
    api_test(pettingzoo.raw_env(rules), num_cycles=200)
    seed_test(lambda: pettingzoo.env(rules), num_cycles=50)


def test_connect_four_has_the_spaces_of_connect_four_v3() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1"]
    assert env.agent_selection == "player_0"
    space = env.observation_space("player_0")
    assert space["observation"] == gymnasium.spaces.Box(0, 1, (6, 7, 2), np.int8)
    assert space["action_mask"] == gymnasium.spaces.Box(0, 1, (7,), np.int8)
    assert env.action_space("player_1") == gymnasium.spaces.Discrete(7)
    env.step(3)
    seen = env.observe("player_1")
    assert seen["observation"][5, 3].tolist() == [0, 1]
    assert seen["action_mask"].all()
    assert not env.observe("player_0")["action_mask"].any()


def played(env: Any, actions: list[int]) -> dict[str, float]:
    """The rewards at the end of the game, taken as learners take them."""
    env.reset()
    found = {}
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        found[agent] = reward
        env.step(None if termination or truncation else actions.pop(0))
    return found


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    assert played(pettingzoo.env(), [0, 1, 0, 1, 0, 1, 0]) == {"player_0": 1, "player_1": -1}
    draw = [0, 1, 2, 4, 3, 5, 7, 6, 8]
    assert played(pettingzoo.env("tic-tac-toe"), draw) == {"player_0": 0, "player_1": 0}


@pytest.mark.usefixtures("remarks_ignored")
def test_an_illegal_action_loses() -> None:
    assert played(pettingzoo.env("tic-tac-toe"), [4, 4]) == {"player_0": 0, "player_1": -1}
    raw = pettingzoo.raw_env("tic-tac-toe")
    raw.reset()
    raw.step(4)
    with pytest.raises(IllegalMove, match="action 4 cannot be played"):
        raw.step(4)
    with pytest.raises(ValueError, match="player_1 is to move: expected an action"):
        raw.step(None)


def test_an_agent_with_two_stones_is_selected_twice() -> None:
    env = pettingzoo.env("connect6")
    env.reset()
    order = []
    for action in (180, 0, 1, 2, 3, 4):
        order.append(env.agent_selection[-1])
        env.step(action)
    assert "".join(order) == "011001"


def test_a_game_can_begin_anywhere() -> None:
    env = pettingzoo.raw_env("tic-tac-toe")
    env.reset(options={"position": "tic-tac-toe/b2a1c3"})
    assert env.agent_selection == "player_1"
    assert env.position.stones == 3
    for wrong in ("connect-four", "tic-tac-toe/a1a2b1b2c1", 7):
        with pytest.raises(ValueError, match="must be a position of tic-tac-toe that is not over"):
            env.reset(options={"position": wrong})


def test_an_environment_can_be_pickled_and_rendered() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env("tic-tac-toe", render_mode="ansi")))
    env.reset()
    env.step(4)
    assert "X" in env.render()
    assert env.metadata["name"] == "tic_tac_toe_v0"
    picture = pettingzoo.raw_env("connect6", render_mode="rgb_array").render()
    assert picture.shape == (19 * 32, 19 * 32, 3)
    with pytest.raises(ValueError, match="there is no render mode 'human'"):
        pettingzoo.env(render_mode="human")


# Gymnasium


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.usefixtures("remarks_ignored")
def test_every_game_passes_the_check_of_gymnasium(rules: str) -> None:
    check_env(GameEnv(rules), skip_render_check=True)
    check_env(
        GameEnv(rules, opponent="genetic generations=1 population=2", side="second"), skip_render_check=True
    )


@pytest.mark.parametrize("name", list(RULES_BY_NAME))
@pytest.mark.usefixtures("remarks_ignored")
def test_every_named_game_is_registered(name: str) -> None:
    env = gymnasium.make(
        f"inarow.adapters.gymnasium:{env_id(name)}", opponent="first", render_mode="rgb_array"
    )
    assert env.unwrapped.rules == RULES_BY_NAME[name]  # type: ignore[attr-defined]
    check_env(env.unwrapped)


@pytest.mark.usefixtures("remarks_ignored")
def test_any_rules_can_be_made() -> None:
    env = gymnasium.make("inarow/Game-v0", rules="drop-5x4x3", opponent="first", side="second")
    seen, info = env.reset(seed=1)
    assert seen[3, 0].tolist() == [0, 1]  # the opponent has begun
    assert info["position"] == "drop-5x4x3/1"
    assert info["action_mask"].tolist() == [1] * 5


def test_the_rewards_are_those_of_the_agent() -> None:
    env = GameEnv("connect-four", opponent="first")
    env.reset(seed=1)
    for action in (3, 3, 3):
        _, reward, terminated, truncated, _ = env.step(action)
        assert (reward, terminated, truncated) == (0, False, False)
    assert env.step(3)[1:4] == (1, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset for another one"):
        env.step(3)
    env = GameEnv("connect-four", opponent="champion depth=4", side="second")
    env.reset(seed=1)
    env.step(0)
    env.step(6)
    reward = 0.0
    while not env.position.is_over:
        _, reward, *_ = env.step(action_of(env.rules, env.position.moves[0]))
    assert reward == -1


def test_an_illegal_action_loses_the_game_of_the_agent() -> None:
    env = GameEnv("tic-tac-toe", opponent="first")
    env.reset(seed=1)
    env.step(4)
    _, reward, terminated, _, info = env.step(4)
    assert (reward, terminated) == (-1, True)
    assert "cannot be played" in info["illegal"]


def test_the_seed_decides_the_opponent_and_the_side() -> None:
    def game(seed: int, opponent: str = "random") -> str:
        env = GameEnv("connect-four", opponent=opponent, side="either")
        _, info = env.reset(seed=seed)
        for action in (0, 1, 2):
            *_, info = env.step(action)
        return str(info["position"])

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(8)}) > 4
    assert len({game(seed, "random seed=3") for seed in range(8)}) == 2  # only the side differs


def test_what_is_wrong_with_an_environment_is_told() -> None:
    with pytest.raises(ValueError, match="side is 'left'; expected first, second, either"):
        GameEnv(side="left")
    with pytest.raises(ValueError, match="there is no render mode 'human'"):
        GameEnv(render_mode="human")
    with pytest.raises(ValueError, match="there is no player 'nobody'"):
        GameEnv(opponent="nobody")


def test_text_shows_the_board() -> None:
    env = GameEnv("tic-tac-toe", opponent="first", render_mode="ansi")
    env.reset(seed=1)
    assert "X (first) to move" in env.render()
