"""What the tests of the studio's server share: a studio in a process of its own, and eyes for its events."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx2

from inarow.arena.processes import descendants

PATIENCE = 60.0  # seconds; nothing here should ever take so long, however slow the machine
LONG = {"position": "gomoku/h8", "kind": "move", "seconds": 500}  # a search that does not end by itself
SHORT = {"position": "connect-four/112233", "kind": "move", "seconds": 0.05}

PROGRAM = """
import sys
from pathlib import Path
from inarow.studio.server import serve
from inarow.studio.settings import Settings
def say(text):
    print(text, flush=True)
serve(Settings({settings}), say, opens_browser=False)
print("closed", flush=True)
"""


@dataclass
class RunningStudio:
    """A studio in a process of its own."""

    process: subprocess.Popen[str]
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.address, timeout=PATIENCE)

    def workers(self) -> list[int]:
        return descendants(self.process.pid)

    def end(self, kind: signal.Signals) -> str:
        """End it by a signal; what it said at last."""
        self.process.send_signal(kind)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


@contextmanager
def running_studio(**settings: Any) -> Iterator[RunningStudio]:
    words = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    program = PROGRAM.format(settings=words.replace("PosixPath", "Path"))
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        assert found
        yield RunningStudio(process, int(found[1]))
    finally:
        process.kill()
        process.communicate()


@contextmanager
def listening(client: httpx2.Client, task: dict[str, Any]) -> Iterator[Iterator[tuple[str, Any]]]:
    """Begin a search and listen to it until the end of the block, which leaves as a browser would."""
    made = client.post("/api/searches", json=task)
    assert made.status_code == 201, made.text
    with client.stream("GET", f"/api/searches/{made.json()['id']}/events") as answer:
        assert answer.status_code == 200
        yield events_of(answer.iter_lines())


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def until(events: Iterator[tuple[str, Any]], wanted: str) -> Any:
    """The data of the next event of that name."""
    for name, data in events:
        if name == wanted:
            return data
    raise AssertionError(f"the stream ended without {wanted}")


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
