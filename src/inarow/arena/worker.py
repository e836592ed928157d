"""A worker process: takes jobs from standard input, one JSON line each, and answers with their records."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from inarow.arena import processes
from inarow.arena.boards import BoardWriter
from inarow.arena.game import played
from inarow.arena.job import Job
from inarow.game.record import record_line


def run(data: dict[str, Any], boards: BoardWriter | None = None) -> str:
    """The record of the job, both as plain data. This is all that an executor needs to know of a game."""
    return record_line(played(Job.from_dict(data), boards))


def main() -> None:
    """Play jobs until nobody sends any more: `worker PARENT [STORE]`."""
    boards = BoardWriter(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    processes.die_with_parent(int(sys.argv[1]))
    processes.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives out the jobs
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a trusted player prints is no answer
    for line in sys.stdin.buffer:
        record = run(json.loads(line), boards)
        processes.kill_below(os.getpid())  # what got away from its keeper
        answers.write(record.encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
