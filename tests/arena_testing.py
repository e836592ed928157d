"""What the tests of the arena share: jobs with players of tests/players, and a look for what is left."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from inarow.arena.executor import LocalExecutor
from inarow.arena.job import Bounds, Clock, Job
from inarow.game.record import Record

PLAYERS = Path(__file__).parent / "players"
GENEROUS = Clock(seconds=60.0)  # nobody needs so long, however slow the machine
TINY = Clock(seconds=0.2)  # for those who would need for ever
MARK = "INAROW_TEST_MARK"


def bad(name: str, **options: object) -> str:
    """The text of a player of tests/players/bad.py."""
    return " ".join([f"{PLAYERS}/bad.py:{name}", *(f"{key}={value}" for key, value in options.items())])


def job(first: str, second: str = "first", **changes: Any) -> Job:
    """A game of Connect Four."""
    values: dict[str, Any] = {
        "key": f"{first} {second}",
        "pair": "pair",
        "rules": "connect-four",
        "clock": GENEROUS,
    }
    return Job(players=(first, second), **(values | changes))


def played_in_worker(*jobs: Job) -> list[Record]:
    """The records of the jobs, played in worker processes, in the order of the jobs."""
    found = {one.key: record for one, record in LocalExecutor(workers=min(3, len(jobs))).run(jobs)}
    return [found[one.key] for one in jobs]


def small(**changes: Any) -> Bounds:
    """Bounds that a normal player keeps easily."""
    return Bounds(**{"memory": 250, "processes": 16, "output": 100_000, **changes})


def marked(mark: str) -> list[int]:
    """The running processes that inherited the mark."""
    found = []
    wanted = f"{MARK}={mark}\0".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and int(folder.name) != os.getpid():
            try:
                if wanted in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def all_ended(mark: str) -> bool:
    """Whether no process with the mark is left, at the latest after five minutes."""
    deadline = time.monotonic() + 300
    while marked(mark):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
