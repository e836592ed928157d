"""The games that people keep: one SQLite file, every change on the disk before it is answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from inarow.studio.errors import StudioError

FORMAT, VERSION = "inarow-studio", 1
MOST_GAMES = 10_000
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- an id is never given twice
    name TEXT NOT NULL,
    position TEXT NOT NULL,
    players TEXT NOT NULL,
    data TEXT NOT NULL,
    saved TEXT NOT NULL
);
"""
NOW = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"


class SavedError(ValueError):
    """A file that cannot be used for saved games."""


@dataclass(frozen=True)
class SavedGame:
    """What a person keeps of a game. `data` is the page's own: its tree of variations and the like."""

    name: str
    position: str
    players: tuple[str, str]
    data: dict[str, Any] = field(default_factory=dict)


class SavedGames:
    """The games of one file, or of none, in which case they last as long as the studio.

    Other studios may use the file too. Threads take turns.
    """

    def __init__(self, path: Path | None) -> None:
        self._name = str(path or "the store of saved games")
        self._lock = Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path or ":memory:", isolation_level=None, timeout=10, check_same_thread=False
            )
            self._take_up()
        except (sqlite3.Error, OSError) as error:
            raise SavedError(
                f"{self._name} cannot hold saved games: {error}; name another with --store"
            ) from None

    def all(self) -> list[dict[str, Any]]:
        """All games without their data, the newest first."""
        rows = self._ask("SELECT id, name, position, players, saved FROM games ORDER BY saved DESC, id DESC")
        return [_fields(row) for row in rows]

    def get(self, number: int) -> dict[str, Any]:
        """One game with its data."""
        rows = self._ask("SELECT id, name, position, players, saved, data FROM games WHERE id = ?", number)
        return {**_fields(_only(rows)), "data": json.loads(rows[0][5])}

    def add(self, game: SavedGame) -> dict[str, Any]:
        """Keep a new game."""
        with self._transaction():
            if self._connection.execute("SELECT count(*) FROM games").fetchone()[0] >= MOST_GAMES:
                raise StudioError("conflict", f"there are {MOST_GAMES} saved games; delete some first")
            row = self._connection.execute(
                f"INSERT INTO games (name, position, players, data, saved) VALUES (?, ?, ?, ?, {NOW}) "
                "RETURNING id, name, position, players, saved",
                _values(game),
            ).fetchone()
        return _fields(row)

    def replace(self, number: int, game: SavedGame) -> dict[str, Any]:
        """Keep the game in the place of an older one."""
        rows = self._ask(
            f"UPDATE games SET name = ?, position = ?, players = ?, data = ?, saved = {NOW} WHERE id = ? "
            "RETURNING id, name, position, players, saved",
            *_values(game),
            number,
        )
        return _fields(_only(rows))

    def delete(self, number: int) -> None:
        """Forget a game."""
        _only(self._ask("DELETE FROM games WHERE id = ? RETURNING id", number))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _take_up(self) -> None:
        """Make the tables of a new file, or see that the file is one of ours."""
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction():
            if not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                for statement in filter(str.strip, SCHEMA.split(";\n")):
                    self._connection.execute(statement)
                about = [("format", FORMAT), ("version", str(VERSION))]
                self._connection.executemany("INSERT INTO about VALUES (?, ?)", about)
            found = dict(self._connection.execute("SELECT key, value FROM about").fetchall())
        if (found.get("format"), found.get("version")) != (FORMAT, str(VERSION)):
            raise SavedError(
                f"{self._name} is {found.get('format')} version {found.get('version')}; "
                f"this program keeps saved games in {FORMAT} version {VERSION}"
            )

    def _ask(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._transaction():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")


def _values(game: SavedGame) -> tuple[str, str, str, str]:
    data = json.dumps(game.data, separators=(",", ":"))
    return game.name, game.position, json.dumps(game.players), data


def _fields(row: tuple[Any, ...]) -> dict[str, Any]:
    number, name, position, players, saved = row[:5]
    return {
        "id": number,
        "name": name,
        "position": position,
        "players": json.loads(players),
        "saved": saved,
    }


def _only(rows: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    if not rows:
        raise StudioError("not_found", "there is no such saved game")
    return rows[0]
