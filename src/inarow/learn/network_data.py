"""Games of a network against itself, and the arrays that it is trained on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inarow._core import NetworkPlay, Outcome, Rules, game_codes
from inarow.engine.network import Floats, TrainedNetwork
from inarow.game.position import Position
from inarow.learn.dataset import Dataset, LearningGame

CHUNK = 20  # games
SCORE_UNIT = 10_000  # of the values in a file


@dataclass(frozen=True)
class NetworkPlaySettings:
    """How a network plays against itself: nodes a stone, random stones first, then varied ones."""

    nodes: int = 100
    random_stones: int = 4
    varied_stones: int = 8
    seed: int = 0
    generation: int = 0


def play_network_games(
    path: Path,
    rules: Rules,
    network: TrainedNetwork,
    settings: NetworkPlaySettings,
    games: int,
    *,
    progress: Callable[[int, int], None],
) -> None:
    """Make the file hold so many games, going on where it stands; the same games for the same seed."""
    with Dataset.opened(path, rules, asdict(settings)) as dataset:
        play = NetworkPlay(
            rules,
            network.network_for(rules),
            nodes=settings.nodes,
            random_stones=settings.random_stones,
            varied_stones=settings.varied_stones,
            seed=settings.seed + 1000 * settings.generation,
        )
        progress(len(dataset), games)
        while len(dataset) < games:
            numbers = range(len(dataset), min(len(dataset) + CHUNK, games))
            dataset.add(_game(play, number) for number in numbers)
            progress(len(dataset), games)


def _game(play: NetworkPlay, number: int) -> LearningGame:
    game = play.play(number)
    values = tuple(round(value * SCORE_UNIT) for value in game.values)
    visits = tuple(tuple((int(cell), int(count)) for cell, count in stone) for stone in game.visits)
    return LearningGame(tuple(game.moves), game.opening, game.outcome, values, visits)


@dataclass(frozen=True)
class Batch:
    """Positions to train on: codes (-1 where a stone lies), stones left, the value and the policy to learn."""

    codes: npt.NDArray[np.int16]  # positions, cells, 4
    left: Floats
    values: Floats  # from -1 to 1
    policy: Floats  # positions, cells; sums to 1
    legal: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.left)

    def part(self, index: npt.NDArray[np.int64]) -> Batch:
        """Some of the positions."""
        return Batch(
            self.codes[index], self.left[index], self.values[index], self.policy[index], self.legal[index]
        )


def batch_of(
    rules: Rules, network: TrainedNetwork, games: Sequence[LearningGame], search_share: float
) -> Batch:
    """All positions of the games after their openings.

    The value to learn is the result, mixed with what the search said.
    """
    core = network.network_for(rules)
    cells = rules.cells
    parts: list[Batch] = []
    for game in games:
        codes = np.frombuffer(game_codes(rules, list(game.moves), core), dtype=np.int16).reshape(-1, cells, 4)
        count = len(game.visits)
        codes = codes[game.opening : game.opening + count]
        position = Position.after(rules, game.moves[: game.opening])
        left, values = np.zeros(count, np.float32), np.zeros(count, np.float32)
        policy, legal = np.zeros((count, cells), np.float32), np.zeros((count, cells), bool)
        won = {Outcome.FIRST_WINS: 1.0, Outcome.SECOND_WINS: -1.0}.get(game.outcome, 0.0)
        for index, visits in enumerate(game.visits):
            result = won if position.to_move.name == "FIRST" else -won
            values[index] = (1 - search_share) * result + search_share * game.scores[index] / SCORE_UNIT
            left[index] = position.stones_left - 1
            total = sum(visited for _, visited in visits)
            for cell, visited in visits:
                policy[index, cell] = visited / total
            legal[index, list(position.moves)] = True
            position = position.play(game.moves[game.opening + index])
        parts.append(Batch(codes, left, values, policy, legal))
    return Batch(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.left for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.policy for part in parts]),
        np.concatenate([part.legal for part in parts]),
    )
