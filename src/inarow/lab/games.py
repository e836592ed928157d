"""Games that are counted: those of files, and those that players play for the experiment."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path

from inarow._core import Rules
from inarow.adapters.players import player
from inarow.arena.game import played
from inarow.arena.job import Job
from inarow.arena.openings import Openings, OpeningSettings
from inarow.engine.limits import Limits
from inarow.game.files import read_games
from inarow.game.position import Position
from inarow.game.record import Ending, Record
from inarow.lab import searches
from inarow.lab.settings import ExperimentError

CHUNK = 200  # games of a file that are counted, and kept, at once
FAULTS = (Ending.CRASH, Ending.ILLEGAL_MOVE, Ending.MEMORY, Ending.OUT_OF_TURN)


@dataclass(frozen=True)
class Settings:
    """Recorded games, and games of every two players, two a pair: one opening, sides swapped."""

    files: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    game: str = "connect-four"
    pairs: int = 10
    opening_stones: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        searches.at_least("pairs", self.pairs, 1)
        if len(self.players) == 1:
            raise ValueError("one player has nobody to play against; name two or more")
        if not self.files and not self.players:
            raise ValueError("at least one of 'files' and 'players' is needed")
        OpeningSettings(self.opening_stones)


@dataclass(frozen=True)
class Chunk:
    """Some games that are counted together, and where they come from: a file, or '' if played here."""

    key: str
    file: str
    records: Callable[[], Sequence[Record]]


def play_game(rules: Rules, first: str, second: str, seed: int = 0, opening: Sequence[int] = ()) -> Record:
    """The record of one game between two players of the catalog, from the end of the opening on.

    ExperimentError if one of them crashed: what it would show is a fault of the program.
    """
    job = Job(
        key=f"{first} - {second}",
        pair="",
        rules=rules.spec,
        players=(first, second),
        opening=tuple(opening),
        seed=seed,
        is_trusted=True,
    )
    record = played(job)
    if record.ending in FAULTS:
        raise ExperimentError(f"{first} - {second}: {record.note}")
    return record


def chunks(settings: Settings) -> list[Chunk]:
    """The games of the settings, in portions that are counted one by one."""
    found = [chunk for file in settings.files for chunk in _of_file(file)]
    if not settings.players:
        return found
    rules = Rules.parse(settings.game)
    for name in settings.players:
        player(name).choose(Position(rules), Limits(nodes=1))
    openings = Openings(rules, OpeningSettings(settings.opening_stones, None, settings.seed))
    starts = [openings.opening(number) for number in range(settings.pairs)]
    for one, two in combinations(settings.players, 2):
        for number, opening in enumerate(starts, 1):
            for first, second in ((one, two), (two, one)):
                found.append(
                    Chunk(
                        f"{first} - {second}, opening {number}",
                        "",
                        partial(_one_game, rules, first, second, settings.seed, opening),
                    )
                )
    return found


def _one_game(rules: Rules, first: str, second: str, seed: int, opening: tuple[int, ...]) -> list[Record]:
    return [play_game(rules, first, second, seed, opening)]


def _of_file(file: str) -> list[Chunk]:
    content = Path(file).read_bytes()
    mark = hashlib.sha256(content).hexdigest()[:8]  # a file that has changed is counted again
    count = len(_games_of(file, mark))
    return [
        Chunk(
            f"{file} ({mark}), games {start + 1} to {min(start + CHUNK, count)}",
            file,
            partial(_slice, file, mark, start),
        )
        for start in range(0, count, CHUNK)
    ]


def _slice(file: str, mark: str, start: int) -> Sequence[Record]:
    return _games_of(file, mark)[start : start + CHUNK]


@lru_cache(maxsize=1)
def _games_of(file: str, mark: str) -> tuple[Record, ...]:
    return tuple(read_games(file))
