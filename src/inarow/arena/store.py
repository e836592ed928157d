"""One SQLite file is the log, the result and the resume state of a match or tournament: one commit a game."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from inarow.arena.job import Job
from inarow.game.record import Record, parse_record, record_line

FORMAT = "inarow-tournament"
VERSION = 1
SYNC_SECONDS = 0.1
SCHEMA = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,  -- in the order in which they ended
    key TEXT NOT NULL UNIQUE,  -- of the job; a game that is played twice is refused
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
    """A file that is no tournament of ours, or the file of another tournament, or one in use."""


class Store:
    """The games that have been played. Opened by one runner at a time, read by anybody."""

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: Lock | None = None) -> None:
        self._connection = connection
        self._lock = lock
        self._synced = 0.0
        self.path = path

    @staticmethod
    def open(path: Path, plan: dict[str, Any]) -> Store:
        """The store of the plan: a new one, or the one that goes on. Another plan's file is refused."""
        lock = Lock(path)
        try:
            with _explained(path):
                connection = sqlite3.connect(path, isolation_level=None, timeout=5)
        except BaseException:
            lock.release()
            raise
        store = Store(connection, path, lock)
        try:
            with _explained(path):
                store._take_up(json.loads(json.dumps(plan)))
        except BaseException:
            store.close()
            raise
        return store

    @staticmethod
    def read(path: Path) -> Store:
        """The store of a running or finished tournament, to look at."""
        if not path.is_file():
            raise StoreError(f"there is no file {path}")
        with _explained(path):
            uri = f"{path.resolve().as_uri()}?mode=ro"
            store = Store(sqlite3.connect(uri, uri=True, isolation_level=None), path)
        try:
            store._check_format()
        except BaseException:
            store.close()
            raise
        return store

    def plan(self) -> dict[str, Any]:
        """What was asked for when the file was made."""
        found: dict[str, Any] = json.loads(self._about("plan"))
        return found

    def add(self, job: Job, record: Record) -> None:
        """Commit one game.

        The end of this process loses nothing that is committed. Nor does a power cut, but for games that
        ended within SYNC_SECONDS of the last one that was waited for to reach the disk.
        """
        is_due = monotonic() - self._synced >= SYNC_SECONDS
        with _explained(self.path):
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if is_due else 'NORMAL'}")
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
        if is_due:
            self._synced = monotonic()

    def __len__(self) -> int:
        with _explained(self.path):
            return int(self._connection.execute("SELECT count(*) FROM games").fetchone()[0])

    def games(self) -> Iterator[tuple[Job, Record]]:
        """Every game so far, in the order in which they ended."""
        with _explained(self.path):
            found = self._connection.execute("SELECT job, record FROM games ORDER BY number").fetchall()
        for job, record in found:
            yield Job.from_dict(json.loads(job)), parse_record(record)

    def games_after(self, number: int) -> list[tuple[int, str, Job, Record]]:
        """The games that ended after the one of that number, each with its number and when it ended."""
        with _explained(self.path):
            found = self._connection.execute(
                "SELECT number, played_at, job, record FROM games WHERE number > ? ORDER BY number", (number,)
            ).fetchall()
        return [
            (at, ended, Job.from_dict(json.loads(job)), parse_record(record))
            for at, ended, job, record in found
        ]

    def close(self) -> None:
        """Close the file, and leave it to other runners."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _take_up(self, plan: dict[str, Any]) -> None:
        """Make the tables of a new file, or see that the file is whole and of this plan."""
        is_new = not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if is_new:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._make(plan)
            return
        self._check_format()
        fault = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise StoreError(f"{self.path} is damaged ({fault}); restore a copy of it, or name another file")
        known = self.plan()
        if known != plan:
            different = sorted(key for key in known.keys() | plan.keys() if known.get(key) != plan.get(key))
            raise StoreError(
                f"{self.path} holds another tournament: its {', '.join(different)} differ; "
                "name another file, or give the same arguments to go on with it"
            )

    def _make(self, plan: dict[str, Any]) -> None:
        """Everything that a new file has, in one transaction: a file is ours or it is empty."""
        about = {"format": FORMAT, "version": str(VERSION), "plan": json.dumps(plan, sort_keys=True)}
        self._connection.execute("BEGIN IMMEDIATE")
        for statement in filter(str.strip, SCHEMA.split(";\n")):
            self._connection.execute(statement)
        self._connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        self._connection.execute("COMMIT")

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


class Lock:
    """Only one runner a file: two would play the same games. The system lets go when the runner ends."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f".{path.name}.lock")
        while True:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._file)
                raise StoreError(
                    f"{path} is being played by another process; wait for it, or name another file"
                ) from None
            if self._is_still_there():
                return
            os.close(self._file)  # the runner before us has removed it since we opened it

    def release(self) -> None:
        """Let others have the file."""
        self._path.unlink(missing_ok=True)
        os.close(self._file)

    def _is_still_there(self) -> bool:
        with suppress(FileNotFoundError):
            return os.path.samestat(os.fstat(self._file), self._path.stat())
        return False


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What SQLite complains about as an error that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be used: {error}; name another file, or move it away") from error
