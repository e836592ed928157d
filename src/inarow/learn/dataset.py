"""Games to learn from in one file that only grows: a line that says what it holds, then chunks with checksums.

A chunk is on the disk before the next is begun. Whatever a crash left of the last one is cut off when the file is
opened to go on, so that no game is lost that was reported, and none is kept by half.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from inarow._core import Outcome, Rules

FORMAT, VERSION = "inarow games for learning", 1


class DatasetError(ValueError):
    """A file of games that cannot be used: what is wrong with it and what would help."""


@dataclass(frozen=True)
class LearningGame:
    """A game to learn from: its moves, the stones of its opening, its result, and what searches said of each turn.

    `scores` are for the side that moved, one for each turn after the opening; empty if nobody searched. `visits` are
    those of a tree search, by move, for each stone after the opening.
    """

    moves: tuple[int, ...]
    opening: int
    outcome: Outcome
    scores: tuple[int, ...] = ()
    visits: tuple[tuple[tuple[int, int], ...], ...] = ()

    def to_list(self) -> list[Any]:
        """Plain data, for JSON."""
        return [self.moves, self.opening, self.outcome.name, self.scores, self.visits]

    @staticmethod
    def from_list(data: list[Any]) -> LearningGame:
        """The game that `to_list` made the data of."""
        moves, opening, outcome, scores, visits = data
        seen = tuple(tuple((cell, count) for cell, count in stone) for stone in visits)
        return LearningGame(tuple(moves), opening, getattr(Outcome, outcome), tuple(scores), seen)


class Dataset:
    """A file of games. `settings` say how they were made; a file made in another way is refused."""

    def __init__(self, path: Path, rules: Rules, settings: Mapping[str, Any], games: int) -> None:
        self.path = path
        self.rules = rules
        self.settings = dict(settings)
        self._count = games

    def __len__(self) -> int:
        return self._count

    @staticmethod
    @contextmanager
    def opened(path: Path, rules: Rules, settings: Mapping[str, Any]) -> Iterator[Dataset]:
        """The file to add games to, new or to go on with; nobody else may add to it meanwhile."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise DatasetError(
                    f"another process adds to {path}; wait for it, or name another file"
                ) from None
            file.seek(0)
            if not _has_head(file):
                file.truncate(0)
                _append(file, _head(rules, settings))
            file.seek(0)
            found_rules, found_settings = _read_head(path, file)
            if found_rules != rules or found_settings != dict(settings):
                raise DatasetError(
                    f"{path} holds games of {found_rules.name} made with {found_settings}, not of {rules.name} "
                    f"with {dict(settings)}; name another file"
                )
            games = 0
            whole = file.tell()
            for chunk in _chunks(file):
                games += chunk["games"]
                whole = file.tell()
            file.truncate(whole)
            yield Dataset(path, rules, settings, games)

    @staticmethod
    def read(path: Path) -> tuple[Dataset, list[LearningGame]]:
        """All whole games of a file."""
        games: list[LearningGame] = []
        with path.open("rb") as file:
            rules, settings = _read_head(path, file)
            for chunk in _chunks(file):
                games += map(LearningGame.from_list, json.loads(zlib.decompress(chunk["data"])))
        return Dataset(path, rules, settings, len(games)), games

    def add(self, games: Iterable[LearningGame]) -> None:
        """Add a chunk; it is on the disk when this returns."""
        listed = [game.to_list() for game in games]
        data = zlib.compress(json.dumps(listed, separators=(",", ":")).encode(), 6)
        head = {"games": len(listed), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        with self.path.open("ab") as file:
            _append(file, json.dumps(head).encode() + b"\n" + data)
        self._count += len(listed)


def _head(rules: Rules, settings: Mapping[str, Any]) -> bytes:
    head = {"format": FORMAT, "version": VERSION, "rules": rules.spec, "settings": dict(settings)}
    return json.dumps(head).encode() + b"\n"


def _append(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _has_head(file: BinaryIO) -> bool:
    """Whether the first line is whole: a crash can have left a part of it, and of nothing else."""
    start = file.readline()
    beginning = json.dumps({"format": FORMAT}).encode()[:-1]
    return start.endswith(b"\n") or not beginning.startswith(start[: len(beginning)])


def _read_head(path: Path, file: BinaryIO) -> tuple[Rules, dict[str, Any]]:
    try:
        head = json.loads(file.readline())
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DatasetError(f"{path} is no file of games to learn from: 'inarow learn tune GAME' makes one")
    if head.get("version") != VERSION:
        raise DatasetError(f"{path} has version {head.get('version')}; this program reads {VERSION}")
    return Rules.parse(head["rules"]), head["settings"]


def _chunks(file: BinaryIO) -> Iterator[dict[str, Any]]:
    """The whole chunks from here on, up to the first that is not."""
    while line := file.readline():
        try:
            chunk: dict[str, Any] = json.loads(line)
            data = file.read(chunk["bytes"])
            if hashlib.sha256(data).hexdigest() != chunk["sha256"]:
                return
        except (ValueError, KeyError, TypeError):
            return
        yield {**chunk, "data": data}
