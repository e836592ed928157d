"""Gymnasium: every game of ours as an environment for one agent, against any of our players.

Needs Gymnasium: pip install 'inarow[gymnasium]'. Importing this module registers the environments `inarow/Game-v0`,
which takes any rules, and one for each game that has a name, such as `inarow/ConnectFour-v0`:

    import gymnasium
    env = gymnasium.make("inarow.adapters.gymnasium:inarow/ConnectFour-v0", opponent="champion nodes=1000")
"""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from inarow._core import IllegalMove, Rules, Side
from inarow.adapters.players import player
from inarow.engine import catalog
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import Player
from inarow.game.actions import action_count, action_mask, cell_of, planes
from inarow.game.position import Position
from inarow.game.raster import rgb
from inarow.game.variants import RULES_BY_NAME

SIDES = {"first": (Side.FIRST,), "second": (Side.SECOND,), "either": (Side.FIRST, Side.SECOND)}
SEEDS = 2**31


class GameEnv(gymnasium.Env):  # type: ignore[misc]
    """A game against an opponent, who answers within `step`.

    The observation is int8 [row from the top, column, 2]: own stones, then the opponent's. An action is one stone, a
    column where stones fall, else row * columns + column from the top; `info["action_mask"]` says which are legal,
    and one that is not loses the game. The reward is 1 for a win and -1 for a loss at the end, else 0.

    opponent is a player or its text; one that takes a seed and was given none gets its seed from `reset`. side is
    first, second, or either for one of them by chance in every game; limits are the opponent's for a turn.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        rules: Rules | str = "connect-four",
        opponent: Player | str = "random",
        side: str = "first",
        limits: Limits = NO_LIMITS,
        render_mode: str | None = None,
    ) -> None:
        if side not in SIDES:
            raise ValueError(f"side is '{side}'; expected {', '.join(SIDES)}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode '{render_mode}'; there are ansi and rgb_array")
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(action_count(self.rules))
        self.observation_space = spaces.Box(0, 1, (self.rules.rows, self.rules.columns, 2), np.int8)
        self.position = Position(self.rules)
        self.side = Side.FIRST
        self._sides = SIDES[side]
        self._limits = limits
        self._opponent_text = opponent if isinstance(opponent, str) else None
        self._opponent: Player = player(opponent) if isinstance(opponent, str) else opponent

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """A new game; if the opponent begins, its first turn is on the board."""
        super().reset(seed=seed)
        if seed is not None and self._opponent_text is not None:
            self.close()
            self._opponent = player(self._seeded(self._opponent_text))
        self.side = self._sides[int(self.np_random.integers(len(self._sides)))]
        self.position = Position(self.rules)
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Place a stone, and let the opponent answer if its turn has come."""
        if self.position.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset for another one")
        try:
            cell = cell_of(self.position, int(action))
        except IllegalMove as error:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self.position = self.position.play(cell)
        self._let_opponent_play()
        winner = self.position.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.side else -1.0
        return self._observation(), reward, self.position.is_over, False, self._info()

    def render(self) -> Any:
        """The board as text or pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but the environment was made without a render mode")
            return None
        return f"{self.position}\n" if self.render_mode == "ansi" else rgb(self.position)

    def close(self) -> None:
        """Let the opponent put away what it holds, such as a process."""
        close = getattr(self._opponent, "close", None)
        if callable(close):
            close()

    def _seeded(self, text: str) -> str:
        """The text of the opponent with a seed by chance, if it takes one and has none."""
        name, *options = catalog.words(text)
        known = catalog.CATALOG.get(name)
        if known is None or all(option.name != "seed" for option in known.options):
            return text
        if any(option.startswith("seed=") for option in options):
            return text
        return f"{text} seed={int(self.np_random.integers(SEEDS))}"

    def _let_opponent_play(self) -> None:
        while not self.position.is_over and self.position.to_move != self.side:
            self.position = self.position.play(self._opponent.choose(self.position, self._limits))

    def _observation(self) -> npt.NDArray[np.int8]:
        return planes(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": action_mask(self.position), "position": self.position.text}


def env_id(rules_name: str) -> str:
    """The registered name of the environment: inarow/ConnectFour-v0 for connect-four."""
    return f"inarow/{''.join(word.capitalize() for word in rules_name.split('-'))}-v0"


def _register() -> None:
    place = f"{__name__}:{GameEnv.__name__}"
    names = {env_id("game"): {}, **{env_id(name): {"rules": name} for name in RULES_BY_NAME}}
    for name, arguments in names.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=place, kwargs=arguments)


_register()
