"""One SQLite file is the log, the result and the resume state of a match or tournament: one commit a game."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from inarow.arena.job import Job
from inarow.game.record import Record, parse_record, record_line

FORMAT = "inarow-tournament"
VERSION = 1
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    key TEXT PRIMARY KEY,  -- of the job; a game that is played twice is refused
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    outcome TEXT NOT NULL,
    ending TEXT NOT NULL,
    job TEXT NOT NULL,
    record TEXT NOT NULL,
    played_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
);
"""


class StoreError(ValueError):
    """A file that is no tournament of ours, or the file of another tournament."""


class Store:
    """The games that have been played. Opened by one runner at a time, read by anybody."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    @staticmethod
    def open(path: Path, plan: dict[str, Any]) -> Store:
        """The store of the plan: a new one, or the one that goes on. Another plan's file is refused."""
        is_new = not path.exists()
        connection = sqlite3.connect(path, isolation_level=None, timeout=5)
        try:
            if is_new:
                connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # a commit outlives a power cut
            store = Store(connection, path)
            store._take_up(plan)
        except sqlite3.DatabaseError as error:
            connection.close()
            raise StoreError(f"{path} cannot be used: {error}; name another file, or move it away") from error
        except BaseException:
            connection.close()
            raise
        return store

    @staticmethod
    def read(path: Path) -> Store:
        """The store of a running or finished tournament, to look at."""
        if not path.is_file():
            raise StoreError(f"there is no file {path}")
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        store = Store(connection, path)
        store._check_format()
        return store

    def plan(self) -> dict[str, Any]:
        """What was asked for when the file was made."""
        found: dict[str, Any] = json.loads(self._about("plan"))
        return found

    def add(self, job: Job, record: Record) -> None:
        """Commit one game."""
        self._connection.execute(
            "INSERT INTO games (key, first, second, outcome, ending, job, record) VALUES (?,?,?,?,?,?,?)",
            (
                job.key,
                *job.players,
                record.outcome.name,
                record.ending.name,
                json.dumps(job.to_dict()),
                record_line(record),
            ),
        )

    def games(self) -> Iterator[tuple[Job, Record]]:
        """Every game so far, in the order in which they ended."""
        with closing(
            self._connection.execute("SELECT job, record FROM games ORDER BY played_at, key")
        ) as rows:
            for job, record in rows.fetchall():
                yield Job.from_dict(json.loads(job)), parse_record(record)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _take_up(self, plan: dict[str, Any]) -> None:
        text = json.dumps(plan, sort_keys=True)
        self._connection.execute("BEGIN IMMEDIATE")
        if not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in SCHEMA.split(";\n"):
                if statement.strip():
                    self._connection.execute(statement)
            about = {"format": FORMAT, "version": str(VERSION), "plan": text}
            self._connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        self._connection.execute("COMMIT")
        self._check_format()
        known = self.plan()
        if known != plan:
            different = sorted(key for key in known.keys() | plan.keys() if known.get(key) != plan.get(key))
            raise StoreError(
                f"{self.path} holds another tournament: its {', '.join(different)} differ; "
                "name another file, or give the same arguments to go on with it"
            )

    def _check_format(self) -> None:
        try:
            found = self._about("format"), self._about("version")
        except (sqlite3.DatabaseError, TypeError) as error:
            raise StoreError(f"{self.path} is no tournament file: {error}") from error
        if found != (FORMAT, str(VERSION)):
            raise StoreError(
                f"{self.path} is {found[0]} version {found[1]}; this program reads {FORMAT} {VERSION}"
            )

    def _about(self, key: str) -> str:
        value: str = self._connection.execute("SELECT value FROM about WHERE key = ?", (key,)).fetchone()[0]
        return value
