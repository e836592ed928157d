"""Browsers that play in the studio at once: how long the page's questions take while engines think.

Each browser opens the page with its files, plays whole games against a level or the champion by asking for moves
and listening to them, looks at every position, and now and then analyses one. Times are of the page's own
questions (files, positions, rules, the start of a search), as the browser sees them; how long an engine thinks
is told apart.

  python bench/studio.py                        # 50 browsers for two minutes
  python bench/studio.py --seconds 20           # a try
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

STATIC = Path(__file__).parent.parent / "src" / "inarow" / "studio" / "static"
GAMES = ("connect-four", "connect-four", "tic-tac-toe", "gomoku", "connect6")
OPPONENTS = ("level 2", "level 4", "level 6", "champion")
THINK_SECONDS = 0.1  # that the champion gets for a move
ARRIVAL_SECONDS = 10.0  # within which all browsers come
PAUSE_SECONDS = (0.3, 1.5)  # a person's time between two clicks; quicker than any
ANALYSES = 0.05  # of the positions are analysed


@dataclass
class Tally:
    """What was asked, how long it took, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # for an engine's move, from the question to the result
    errors: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    games: int = 0
    busy: int = 0
    processor_seconds: float = 0.0  # of the server, without its workers


class Browser:
    """One browser: a connection for its questions, and one for every stream."""

    def __init__(self, host: str, port: int, tally: Tally, seed: int) -> None:
        self._host = host
        self._port = port
        self._tally = tally
        self._random = random.Random(seed)
        self._connection: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def run(self, end: float) -> None:
        """Come, and play until the time is over."""
        try:
            await asyncio.sleep(self._random.uniform(0, ARRIVAL_SECONDS))
            await self._open_page()
            while perf_counter() < end:
                await self._play(end)
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            self._tally.errors[f"{type(error).__name__}: {error}"] += 1
        finally:
            if self._connection is not None:
                self._connection[1].close()

    async def _open_page(self) -> None:
        await self._ask("GET", "/")
        for file in sorted(STATIC.rglob("*")):
            if file.suffix in (".js", ".css", ".json", ".svg"):
                await self._ask("GET", f"/static/{file.relative_to(STATIC)}")
        await self._ask("GET", "/api/games")
        await self._ask("GET", "/api/players")

    async def _play(self, end: float) -> None:
        game, opponent = self._random.choice(GAMES), self._random.choice(OPPONENTS)
        moves: list[int] = []
        while perf_counter() < end:
            view = await self._ask("POST", "/api/position", {"game": game, "moves": moves})
            if view["outcome"] != "ongoing":
                self._tally.games += 1
                return
            await asyncio.sleep(self._random.uniform(*PAUSE_SECONDS))
            if view["to_move"] == 1:
                moves.append(self._random.choice(view["legal"]))
            else:
                task = {"kind": "move", "player": opponent, "seconds": THINK_SECONDS}
                moves += (await self._search({**task, "game": game, "moves": moves}))["move"]
                self._tally.moves += 1
            if self._random.random() < ANALYSES and view["to_move"] == 2:
                await self._search({"kind": "analyse", "seconds": 0.3, "position": view["position"]})

    async def _search(self, task: dict[str, Any]) -> dict[str, Any]:
        """Begin a search and listen to it; ask again when all are busy, as the page does."""
        while True:
            began = perf_counter()
            made = await self._ask("POST", "/api/searches", task)
            if "id" in made:
                break
            self._tally.busy += 1
            await asyncio.sleep(0.3)
        result = await self._listen(made["id"])
        self._tally.waits.append(perf_counter() - began)
        return result

    async def _ask(self, method: str, path: str, body: Any = None) -> Any:
        content = b"" if body is None else json.dumps(body).encode()
        began = perf_counter()
        status, answer = await self._answer(method, path, content)
        self._tally.seconds.append(perf_counter() - began)
        if status == 429:
            return json.loads(answer)
        if status not in (200, 201):
            raise ValueError(f"{method} {path.split('?', maxsplit=1)[0]}: {status} {answer[:200]!r}")
        return json.loads(answer) if path.startswith("/api/") else None

    async def _answer(self, method: str, path: str, content: bytes) -> tuple[int, bytes]:
        if self._connection is None or self._connection[0].at_eof():  # it was idle for too long
            self._connection = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._connection
        kind = b"Content-Type: application/json\r\n" if content else b""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n".encode()
            + kind + b"\r\n" + content
        )  # fmt: skip
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", head)
        answer = await reader.readexactly(int(length[1])) if length else b""
        return int(head.split()[1]), answer

    async def _listen(self, name: str) -> dict[str, Any]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(f"GET /api/searches/{name}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            event = ""
            async for raw in reader:
                line = raw.decode().strip()
                if line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif line.startswith("data: ") and event in ("result", "failed"):
                    data: dict[str, Any] = json.loads(line.removeprefix("data: "))
                    if event == "failed":
                        raise ValueError(f"a search failed: {data}")
                    return data
            raise ValueError("a stream ended without a result")
        finally:
            writer.close()


async def load(port: int, browsers: int, seconds: float) -> Tally:
    """Let so many browsers play for so long."""
    tally = Tally()
    end = perf_counter() + seconds
    await asyncio.gather(*(Browser("127.0.0.1", port, tally, seed).run(end) for seed in range(browsers)))
    return tally


def measured(browsers: int, seconds: float, workers: int, store: Path) -> Tally:
    """The tally of browsers in a studio of their own."""
    command = [sys.executable, "-m", "inarow.cli", "studio", "--no-browser", "--port", "0"]
    command += ["--store", str(store), "--workers", str(workers)]
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert studio.stdout is not None
    try:
        found = re.search(r":(\d+)/", studio.stdout.readline())
        assert found is not None
        tally = asyncio.run(load(int(found[1]), browsers, seconds))
        tally.processor_seconds = processor_seconds(studio.pid)
        return tally
    finally:
        studio.terminate()
        studio.wait()


def processor_seconds(process: int) -> float:
    """What the process has used of processors, without its children."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """The value that the share of all values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def report(tally: Tally, browsers: int, seconds: float) -> str:
    """What the load showed, for people."""
    times, waits = tally.seconds, tally.waits
    lines = [
        f"{browsers} browsers, {seconds:g} s: {len(times):,} page answers, {tally.moves:,} engine moves, "
        f"{tally.games:,} games played to their end",
        f"errors {sum(tally.errors.values())}, told to wait {tally.busy}; processor time of the server "
        f"{1e3 * tally.processor_seconds / max(1, len(times)):.2f} ms an answer, streams and start included",
    ]
    for name, values in (("page answers", times), ("engine's move or analysis, wait and thought", waits)):
        if values:
            shown = ", ".join(
                f"p{100 * share:g} {1e3 * percentile(values, share):.1f} ms" for share in (0.5, 0.95, 0.99)
            )
            lines.append(f"{name}: {shown}, longest {1e3 * max(values):.1f} ms")
    return "\n".join([*lines, *(f"  {count} x {error}" for error, count in tally.errors.most_common(5))])


def main() -> int:
    """Start a studio, play in it, and print what was measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browsers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = measured(args.browsers, args.seconds, args.workers, Path(folder) / "studio.sqlite")
    print(report(tally, args.browsers, args.seconds))
    return 1 if tally.errors else 0


if __name__ == "__main__":
    sys.exit(main())
