"""Where the games to learn from come from: the champion against itself, or files of games."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from inarow._core import Outcome, Rules, SelfPlay
from inarow.engine.weights import weights_named
from inarow.game.files import read_games
from inarow.game.position import Position
from inarow.learn.dataset import Dataset, DatasetError, LearningGame


@dataclass(frozen=True)
class SelfPlaySettings:
    """How the champion plays against itself: nodes a turn, turns of the random openings, turns that are not best."""

    nodes: int = 500
    fewest_turns: int = 2
    most_turns: int = 5
    second_best: int = 15  # percent
    seed: int = 0
    weights: str = "hand"

    @staticmethod
    def usual(rules: Rules, nodes: int, seed: int) -> SelfPlaySettings:
        """Openings as suit the game."""
        fewest, most = (2, 12) if rules.gravity else (2, 4)
        return SelfPlaySettings(nodes, fewest, most, seed=seed)


@dataclass(frozen=True)
class ChampionGames:
    """Games of the champion against itself, by number."""

    spec: str
    how: SelfPlaySettings

    @property
    def rules(self) -> Rules:
        """Of the games."""
        return Rules.parse(self.spec)

    @property
    def settings(self) -> dict[str, Any]:
        """What else makes the games what they are."""
        return asdict(self.how)

    def games(self, numbers: range) -> list[LearningGame]:
        """The games with these numbers."""
        how = self.how
        play = SelfPlay(
            self.rules,
            weights_named(how.weights, self.rules),
            nodes=how.nodes,
            fewest_turns=how.fewest_turns,
            most_turns=how.most_turns,
            second_best=how.second_best,
            seed=how.seed,
        )
        found = (play.play(number) for number in numbers)
        return [
            LearningGame(tuple(game.moves), game.opening, game.outcome, tuple(game.scores)) for game in found
        ]


def games_of_file(path: Path, rules: Rules | None = None) -> tuple[Rules, list[LearningGame]]:
    """The finished games of a file, whatever it is: a dataset, records, SGF, or a table with moves and winner.

    A table (.csv, .csv.gz) needs to be told the rules. Games of other rules are refused.
    """
    name = path.name.removesuffix(".gz")
    if name.endswith(".csv"):
        if rules is None:
            raise DatasetError(f"{path} does not say which game it is of; name the game")
        return rules, list(_table(path, rules))
    if path.suffix == ".games":
        dataset, games = Dataset.read(path)
        _check_rules(path, dataset.rules, rules)
        return dataset.rules, games
    records = [record for record in read_games(path) if record.outcome != Outcome.ONGOING]
    if not records:
        raise DatasetError(f"{path} has no finished game")
    for record in records:
        _check_rules(path, record.rules, rules or records[0].rules)
    return records[0].rules, [LearningGame(tuple(record.moves), 0, record.outcome) for record in records]


def _check_rules(path: Path, found: Rules, wanted: Rules | None) -> None:
    if wanted is not None and found != wanted:
        raise DatasetError(f"{path} holds games of {found.name} and not of {wanted.name}")


def _table(path: Path, rules: Rules) -> Iterator[LearningGame]:
    """Games of a table: a column `moves` with cells between commas, and `winner`: black, white or a draw."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    outcomes = {"black": Outcome.FIRST_WINS, "white": Outcome.SECOND_WINS, "draw": Outcome.DRAW}
    for number, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
        try:
            moves = tuple(Position.parse(f"{rules.name}/{row['moves'].replace(',', '')}").history)
            yield LearningGame(moves, 0, outcomes[row["winner"]])
        except (KeyError, ValueError) as error:
            raise DatasetError(
                f"{path}, line {number}: {error}; expected columns 'moves' (j10,k11,...) and 'winner' "
                "(black, white or draw)"
            ) from error
