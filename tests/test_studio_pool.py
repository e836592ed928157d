"""The pool of workers by itself: searches that do not end, and memory that does not suffice."""

import asyncio
import json
import subprocess
import sys
from typing import Any

from inarow.studio.pool import Pool
from inarow.studio.searches import Search
from inarow.studio.settings import Settings
from studio_testing import PATIENCE

TASK = {"kind": "move", "game": "gomoku", "moves": [112], "player": "champion", "seconds": 500, "lines": 1}
SHORT = {**TASK, "game": "connect-four", "moves": [0, 7, 1, 8, 2, 9], "seconds": 0.05}


async def all_events(search: Search) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    while not found or found[-1][0] != "end":
        found += await search.news(PATIENCE)
    return found


async def outcomes(searches: list[Search], settings: Settings) -> list[dict[str, Any]]:
    """What came of searches that are asked for one after another."""
    pool = Pool(settings)
    pool.start()
    try:
        found = []
        for search in searches:
            await pool.submit(search)
            found.append(dict(await all_events(search)))
        return found
    finally:
        await pool.close()


def test_a_search_that_does_not_end_costs_its_worker_and_nothing_else() -> None:
    async def run() -> list[dict[str, Any]]:
        return await outcomes([Search(TASK, 0.2), Search(SHORT, 60)], Settings(workers=1))

    stuck, short = asyncio.run(run())
    assert stuck["failed"]["error"]["code"] == "stuck"
    assert short["result"]["move"] == [3]


def test_a_worker_that_does_not_stop_is_ended() -> None:
    async def run() -> dict[str, Any]:
        pool = Pool(Settings(workers=1, stop_seconds=0.0))
        pool.start()
        try:
            unwanted, wanted = Search(TASK, 600), Search(SHORT, 60)
            await pool.submit(unwanted)
            while not any(name == "started" for name, _ in await unwanted.news(PATIENCE)):
                pass
            pool.cancel(unwanted)
            await pool.submit(wanted)
            return dict(await all_events(wanted))
        finally:
            await pool.close()

    assert asyncio.run(run())["result"]["move"] == [3]


def test_a_search_that_waits_is_told_how_many_are_before_it_and_may_leave() -> None:
    async def run() -> list[list[tuple[str, Any]]]:
        pool = Pool(Settings(workers=1))
        searches = [Search(TASK, 60) for _ in range(3)]
        for search in searches:
            await pool.submit(search)
        pool.cancel(searches[1])
        await pool.close()
        return [search.taken() for search in searches]

    first, second, third = asyncio.run(run())
    assert first[0] == ("queued", {"ahead": 0})
    assert second == [("queued", {"ahead": 1}), ("end", {})]
    assert third[0] == ("queued", {"ahead": 2})
    assert dict(third)["failed"]["error"]["code"] == "closing"


def test_a_worker_without_memory_says_so_and_leaves() -> None:
    program = (
        "import os\n"
        "from inarow.studio import worker\n"
        "def run(self, task, send): raise MemoryError\n"
        "worker.Bench.run = run\n"
        "worker.Worker(512, os.dup(1)).run()\n"
    )
    task = json.dumps({"task": {"id": "x"}}) + "\n"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(task)
    process.stdin.flush()
    said = [json.loads(line) for line in process.stdout]
    process.communicate(timeout=PATIENCE)
    assert [one["event"] for one in said] == ["ready", "started", "failed", "done"]
    assert said[2]["data"]["error"]["code"] == "memory"
    assert process.returncode == 1
