"""Boards that are being played: what a running tournament shows to those who watch it.

Whoever watches makes a folder beside the store. While it is there, every process that plays games keeps the one
that it is playing in a file of its own in it. Without the folder nothing is written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from inarow.arena.job import Job
from inarow.game.position import Position

SHOW_SECONDS = 0.2  # between two looks at the folder, and two drafts of a board


@dataclass(frozen=True)
class Board:
    """A game that is being played."""

    key: str  # of its job
    players: tuple[str, str]
    position: str


def boards_folder(store: Path) -> Path:
    """Where the boards of a store's games are."""
    return store.with_name(f".{store.name}.boards")


def watch_boards(store: Path) -> None:
    """Ask those who play the store's games to show their boards."""
    with suppress(OSError):  # a store that can only be read can be watched all the same, without boards
        boards_folder(store).mkdir(exist_ok=True)


def forget_boards(store: Path) -> None:
    """Take the folder away: nobody watches any more, or nobody plays."""
    folder = boards_folder(store)
    with suppress(OSError):
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


def running_boards(store: Path) -> list[Board]:
    """The boards of all processes that play, in a fixed order."""
    return sorted(_boards(boards_folder(store)), key=lambda board: board.key)


def _boards(folder: Path) -> Iterator[Board]:
    with suppress(OSError):
        for file in folder.glob("*.json"):
            with suppress(OSError, ValueError, KeyError, TypeError):
                if not _is_alive(int(file.stem)):
                    file.unlink()
                    continue
                found = json.loads(file.read_text(encoding="utf-8"))
                first, second = found["players"]
                yield Board(str(found["key"]), (str(first), str(second)), str(found["position"]))


class BoardWriter:
    """Shows the game that this process plays, if somebody watches."""

    def __init__(self, store: Path | None) -> None:
        self._folder = None if store is None else boards_folder(store)
        self._next = 0.0
        self._is_shown = False

    def show(self, job: Job, position: Position) -> None:
        """The game has come to this position."""
        if self._folder is None or monotonic() < self._next:
            return
        self._next = monotonic() + SHOW_SECONDS
        if self._folder.is_dir():
            board = {"key": job.key, "players": job.players, "position": position.text}
            draft = self._folder / f"{os.getpid()}.draft"
            with suppress(OSError):  # the folder may go at any time
                draft.write_text(json.dumps(board), encoding="utf-8")
                draft.replace(self._file(self._folder))
                self._is_shown = True

    def clear(self) -> None:
        """The game is over: it is in the store, or will be."""
        if self._folder is not None and self._is_shown:
            self._file(self._folder).unlink(missing_ok=True)
            self._is_shown = False

    def _file(self, folder: Path) -> Path:
        return folder / f"{os.getpid()}.json"


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it is somebody else's
    return True
