"""PettingZoo: every game of ours as an AEC environment with the keys of connect_four_v3.

Needs PettingZoo, without its extras: pip install 'inarow[pettingzoo]'.

    from inarow.adapters import pettingzoo
    env = pettingzoo.env(rules="connect6", render_mode="ansi")

Observations are dicts: `observation`, int8 [row from the top, column, 2] with the agent's own stones and those of the
other, and `action_mask`, which is empty for an agent that is not to move. An action is one stone: a column where
stones fall, else row * columns + column from the top. An agent that places several stones in a turn is selected
again. The winner gets 1 and the loser -1; an illegal action loses.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from inarow._core import Rules, Side
from inarow.game.actions import action_count, action_mask, cell_of, planes
from inarow.game.position import Position
from inarow.game.raster import rgb

AGENTS = {"player_0": Side.FIRST, "player_1": Side.SECOND}
NAMES = {side: agent for agent, side in AGENTS.items()}


def env(rules: Rules | str = "connect-four", render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: illegal actions end the game with -1."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(rules, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 - PettingZoo's own name for it
    """The environment itself, in which an illegal action is an error."""

    def __init__(self, rules: Rules | str = "connect-four", render_mode: str | None = None) -> None:
        EzPickle.__init__(self, rules, render_mode)
        super().__init__()
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.metadata = {
            "name": f"{self.rules.name.replace('-', '_')}_v0",
            "render_modes": ["ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(action_count(self.rules)) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(self.rules) for agent in AGENTS}
        self.position = Position(self.rules)

    def observation_space(self, agent: str) -> spaces.Space:
        """The dict of planes and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The number of a column or cell."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The empty board, or that of the position in `options["position"]`: one of ours or its text."""
        self.position = start_of(self.rules, options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = NAMES[self.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees; only the one that is to move has actions."""
        mask = action_mask(self.position)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": planes(self.position, AGENTS[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Place a stone for the selected agent. IllegalMove if it cannot be placed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: expected an action, not None")
        self.position = self.position.play(cell_of(self.position, int(action)))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(AGENTS, 0)
        if self.position.is_over:
            winner = self.position.winner
            if winner is not None:
                self.rewards = {name: 1 if side == winner else -1 for name, side in AGENTS.items()}
            self.terminations = dict.fromkeys(AGENTS, True)
        # After the end the agent that did not place the last stone comes first, as in connect_four_v3.
        to_come = AGENTS[agent].other if self.position.is_over else self.position.to_move
        self.agent_selection = NAMES[to_come]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board as text or pixels."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def observation_space(rules: Rules) -> spaces.Dict:
    """Planes and mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (rules.rows, rules.columns, 2), np.int8),
            "action_mask": spaces.Box(0, 1, (action_count(rules),), np.int8),
        }
    )


def check_render_mode(render_mode: str | None) -> None:
    """ValueError for a mode that there is not."""
    if render_mode not in (None, "ansi", "rgb_array"):
        raise ValueError(f"there is no render mode '{render_mode}'; there are ansi and rgb_array")


def rendered(position: Position, render_mode: str | None) -> Any:
    """The position in the render mode of an environment."""
    if render_mode is None:
        gymnasium.logger.warn("render() was called, but the environment was made without a render mode")
        return None
    return f"{position}\n" if render_mode == "ansi" else rgb(position)


def start_of(rules: Rules, options: dict[str, Any] | None) -> Position:
    """Where a game begins: as the options say, or with an empty board."""
    given = (options or {}).get("position")
    if given is None:
        return Position(rules)
    position = Position.parse(given) if isinstance(given, str) else given
    if not isinstance(position, Position) or position.rules != rules or position.is_over:
        raise ValueError(
            f"options['position'] must be a position of {rules.name} that is not over: {given!r}"
        )
    return position
