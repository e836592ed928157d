"""Games that a network learns from, its own or the champion's, and the arrays that it is trained on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from inarow._core import LARGEST_GUESS, Network, NetworkPlay, Outcome, Rules, Side, game_codes
from inarow.engine.network import Floats, TrainedNetwork
from inarow.game.position import Position
from inarow.learn.dataset import LearningGame
from inarow.learn.games import ChampionGames

SCORE_UNIT = 10_000  # of the values in a file
PLACED_POINTS, FALLING_POINTS = 350, 900  # of a champion's score that is half of a win


@dataclass(frozen=True)
class NetworkPlaySettings:
    """How a network plays against itself: nodes a stone, random stones first, then varied ones."""

    nodes: int = 100
    random_stones: int = 4
    varied_stones: int = 8
    seed: int = 0
    generation: int = 0


@dataclass(frozen=True)
class OwnGames:
    """Games of a network against itself, by number."""

    spec: str
    how: NetworkPlaySettings
    network: TrainedNetwork

    @property
    def rules(self) -> Rules:
        """Of the games."""
        return Rules.parse(self.spec)

    @property
    def settings(self) -> dict[str, Any]:
        """What else makes the games what they are, beside the network."""
        return asdict(self.how)

    def games(self, numbers: range) -> list[LearningGame]:
        """The games with these numbers."""
        how = self.how
        play = NetworkPlay(
            self.rules,
            self.network.network_for(self.rules),
            nodes=how.nodes,
            random_stones=how.random_stones,
            varied_stones=how.varied_stones,
            seed=how.seed + 1000 * how.generation,
        )
        found = []
        for number in numbers:
            game = play.play(number)
            values = tuple(round(value * SCORE_UNIT) for value in game.values)
            visits = tuple(tuple((int(cell), int(count)) for cell, count in stone) for stone in game.visits)
            found.append(LearningGame(tuple(game.moves), game.opening, game.outcome, values, visits))
        return found


@dataclass(frozen=True)
class TaughtGames:
    """Games of the champion against itself, told as a tree search tells its own: stone by stone."""

    champion: ChampionGames

    @property
    def rules(self) -> Rules:
        """Of the games."""
        return self.champion.rules

    @property
    def settings(self) -> dict[str, Any]:
        """What else makes the games what they are."""
        return {"teacher": "champion", **self.champion.settings}

    def games(self, numbers: range) -> list[LearningGame]:
        """The games with these numbers."""
        return [taught(self.rules, game) for game in self.champion.games(numbers)]


def taught(rules: Rules, game: LearningGame) -> LearningGame:
    """A game whose turns were searched, with the value of each stone, and the stones of its turn as the best."""
    unit = FALLING_POINTS if rules.gravity else PLACED_POINTS
    position = Position.after(rules, game.moves[: game.opening])
    values: list[int] = []
    visits: list[tuple[tuple[int, int], ...]] = []
    for score in game.scores:
        proved = abs(score) > LARGEST_GUESS
        value = float(np.sign(score)) if proved else score / (unit + abs(score))
        side = position.to_move
        turn = []
        while position.stones < len(game.moves) and position.to_move == side and not position.is_over:
            turn.append(game.moves[position.stones])
            position = position.play(turn[-1])
        values += [round(value * SCORE_UNIT)] * len(turn)
        visits += [tuple((cell, 1) for cell in turn[index:]) for index in range(len(turn))]
    return LearningGame(game.moves, game.opening, game.outcome, tuple(values), tuple(visits))


@dataclass(frozen=True)
class Batch:
    """Positions to train on: codes (-1 where a stone lies), what else is seen, the value and the policy to learn.

    The codes of a cell are in ascending order: a network adds their rows, whatever their directions.
    """

    codes: npt.NDArray[np.int16]  # positions, cells, 4
    extras: Floats  # positions, 2: the stones that are left of the turn after this one, who moves
    values: Floats  # from -1 to 1
    policy: Floats  # positions, cells; sums to 1
    legal: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.values)

    def part(self, index: npt.NDArray[np.int64]) -> Batch:
        """Some of the positions."""
        return Batch(
            self.codes[index], self.extras[index], self.values[index], self.policy[index], self.legal[index]
        )


def batch_of(
    rules: Rules, network: TrainedNetwork, games: Sequence[LearningGame], search_share: float
) -> Batch:
    """All positions of the games after their openings.

    The value to learn is the result, mixed with what the search said.
    """
    core = network.network_for(rules)
    parts = [_positions(rules, core, game, search_share) for game in games]
    return Batch(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.extras for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.policy for part in parts]),
        np.concatenate([part.legal for part in parts]),
    )


def _positions(rules: Rules, network: Network, game: LearningGame, search_share: float) -> Batch:
    count = len(game.visits)
    data = np.frombuffer(game_codes(rules, list(game.moves), network), dtype=np.int16)
    codes = np.sort(data.reshape(-1, rules.cells, 4)[game.opening : game.opening + count], axis=2)
    extras, values = np.zeros((count, 2), np.float32), np.zeros(count, np.float32)
    policy = np.zeros((count, rules.cells), np.float32)
    position = Position.after(rules, game.moves[: game.opening])
    signs = []
    for index, visits in enumerate(game.visits):
        is_first = position.to_move == Side.FIRST
        signs.append(1 if is_first else -1)
        extras[index] = position.stones_left - 1, not is_first
        total = sum(visited for _, visited in visits)
        for cell, visited in visits:
            policy[index, cell] = visited / total
        position = position.play(game.moves[game.opening + index])
    result = {Outcome.FIRST_WINS: 1.0, Outcome.SECOND_WINS: -1.0}.get(game.outcome, 0.0)
    for index in reversed(range(count)):
        said = signs[index] * game.scores[index] / SCORE_UNIT
        if game.moves[game.opening + index] != game.visits[index][0][0]:
            result = (
                said  # the move was played for variety: what came of it tells nothing about this position
            )
        values[index] = signs[index] * ((1 - search_share) * result + search_share * said)
    return Batch(codes, extras, values, policy, _legal(rules, codes))


def _legal(rules: Rules, codes: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """The empty cells, and where stones fall only the lowest of each column."""
    empty = codes[:, :, 0] >= 0
    if not rules.gravity:
        return empty
    is_held = np.ones_like(empty)
    is_held[:, rules.columns :] = ~empty[:, : -rules.columns]
    return empty & is_held
