"""Batch: thousands of games stepped together in the core, numpy in and numpy out."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from inarow import _core
from inarow._core import Rules
from inarow.game.position import Position


class Step(NamedTuple):
    """What a step led to. The arrays are the batch's own: the next step overwrites them."""

    observations: npt.NDArray[np.int8]
    masks: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]
    dones: npt.NDArray[np.bool_]


class Batch:
    """Many games of the same rules, one stone in each at a step.

    An action is a column where stones fall, else row * columns + column, rows counted from the top as in
    `inarow.game.actions`. The arrays, all with the games as their first axis,
    are read-only views of the core's memory that every step overwrites; copy what you want to keep.

    - observations: int8 [game, 2, row from the top, column]: the stones of the side to move, then
      those of the other side
    - masks: bool [game, action], True where a stone can be placed
    - rewards: float32 [game], for the side that placed the last stone: 1 if it won with it, else 0
    - outcomes: uint8 [game], the Outcome of the game that the last step ended, else 0
    - dones: bool [game], whether the game has ended
    - sides: uint8 [game], 1 if FIRST is to move, 2 if SECOND
    - stones: int32 [game], the stones on the board

    With `restarts`, a game that ends begins anew in the same step: its reward and outcome tell of the game
    that ended, its observation and mask are those of the new one. Without, it stays as it is, its mask is
    empty, and its actions do not count until `restart`. With `opening`, games begin after 0 to so many
    random stones. Every game has random numbers of its own, so that the same seed gives the same games
    whatever the number of threads.

    >>> batch = Batch(Rules.parse("connect-four"), games=2)
    >>> step = batch.step([3, 6])
    >>> step.observations[1, 1, 5].tolist()  # the bottom row of the second game, stones of the other side
    [0, 0, 0, 0, 0, 0, 1]
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        restarts: bool = True,
        opening: int = 0,
    ) -> None:
        self._core = _core.Batch(rules, games, seed=seed, threads=threads, restarts=restarts, opening=opening)
        self.rules = rules
        self.observations = cast(npt.NDArray[np.int8], self._core.observations)
        self.masks = cast(npt.NDArray[np.bool_], self._core.masks)
        self.rewards = cast(npt.NDArray[np.float32], self._core.rewards)
        self.outcomes = cast(npt.NDArray[np.uint8], self._core.outcomes)
        self.sides = cast(npt.NDArray[np.uint8], self._core.sides)
        self.stones = cast(npt.NDArray[np.int32], self._core.stones)
        self._dones = np.zeros(games, dtype=np.bool_)
        self.dones = self._dones.view()
        self.dones.flags.writeable = False

    def __len__(self) -> int:
        return self._core.games

    @property
    def actions(self) -> int:
        """The number of actions: columns where stones fall, else cells."""
        return self._core.actions

    def step(self, actions: npt.ArrayLike) -> Step:
        """Place a stone in every game. IllegalMove, and no stone is placed at all, if one cannot be."""
        self._core.play(_whole_numbers(actions))
        return self._seen()

    def sample(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A random legal action for every game, every one as likely; -1 for games that are over.

        They are written into `out` if it is given.
        """
        found = np.empty(len(self), dtype=np.int64) if out is None else out
        self._core.sample_into(found)
        return found

    def restart(self, which: npt.ArrayLike | None = None) -> Step:
        """Begin anew every game, or those where `which` is True."""
        if which is None:
            self._core.restart()
        else:
            marks = np.asarray(which)
            if marks.dtype != np.bool_:
                raise ValueError(f"which holds {marks.dtype}; expected True or False for every game")
            self._core.restart_marked(np.ascontiguousarray(marks))
        return self._seen()

    def position(self, game: int) -> Position:
        """The position of one game, with its history."""
        return cast(Position, self._core.position_at(Position, game))

    def _seen(self) -> Step:
        np.not_equal(self.outcomes, 0, out=self._dones)  # 0 is ONGOING
        return Step(self.observations, self.masks, self.rewards, self.dones)


def _whole_numbers(actions: Any) -> npt.NDArray[np.int64]:
    found = np.asarray(actions)
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise ValueError(
            f"actions are {found.dtype} of shape {found.shape}; expected one whole number for every game"
        )
    return np.ascontiguousarray(found, dtype=np.int64)
