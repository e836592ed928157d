"""What the tests of the studio's pages share: a server, a browser, and hands to play with.

Every page is watched: an error on its console or a request to anywhere else fails the test that opened it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from inarow import Rules

PATIENCE = 60_000  # milliseconds; nothing here should ever take so long, however slow the machine
expect.set_options(timeout=PATIENCE)
MARGIN = 28, 6  # pixels of the board's picture left of and above the cells
REFUSED = re.compile(r"Failed to load resource|net::ERR_")  # how Chromium tells of refusals and of no answer


@contextmanager
def started_server(*arguments: str) -> Iterator[Server]:
    """A studio in a process of its own, which keeps its games in a folder of its own."""
    with TemporaryDirectory() as folder:
        server = Server(("--store", f"{folder}/games.sqlite", *arguments))
        server.start()
        try:
            yield server
        finally:
            server.end()


class Server:
    """A studio that can be killed and started again at the same address."""

    def __init__(self, arguments: tuple[str, ...]) -> None:
        self.arguments = arguments
        self.port = 0  # any that is free; later the same again
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it says where it listens."""
        studio = ["inarow.cli", "studio", "--no-browser", "--workers=2", f"--port={self.port}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *studio, *self.arguments], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, f"the studio said {said!r}"
        self.port = int(found[1])

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def workers(self) -> list[int]:
        """The processes that think."""
        assert self.process is not None
        return [
            process
            for process, parent in _processes()
            if parent == self.process.pid and "resource_tracker" not in _command(process)
        ]

    def kill(self) -> None:
        """End it without a warning, together with its workers."""
        assert self.process is not None
        for worker in self.workers:
            os.kill(worker, signal.SIGKILL)
        self.process.kill()
        self.end()

    def end(self) -> None:
        """End it in peace."""
        if self.process is None:
            return
        self.process.terminate()
        self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()
        self.process = None


def _processes() -> Iterator[tuple[int, int]]:
    """Every process of the machine with its parent."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        yield int(path.parent.name), int(fields[1])


def _command(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Debian's Chromium. It is needed: a machine without it cannot test the pages."""
    path = shutil.which("chromium")
    assert path, "the studio's tests need Chromium (Debian: apt install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield browser
        browser.close()


@dataclass
class Table:
    """One open page and how a person would use it."""

    page: Page
    address: str
    expects_refusals: bool = False
    faults: list[str] = field(default_factory=list)

    def heard(self, message: ConsoleMessage) -> None:
        """Remember what went wrong, unless it is an answer that the test expects."""
        if message.type in ("error", "warning") and not (
            self.expects_refusals and REFUSED.search(message.text)
        ):
            self.faults.append(f"{message.type}: {message.text}")

    def asked(self, request: Request) -> None:
        """Remember requests to anywhere else."""
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"request to {request.url}")

    def open(self, position: str = "") -> None:
        """Open the page, at a position."""
        self.page.goto(f"{self.address}#{position}")
        self.wait_until_ready()

    def reload(self) -> None:
        """Load the page again, as it is addressed."""
        self.page.reload()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the game is on the board."""
        self.page.wait_for_selector("html[data-ready]", state="attached")

    def choose(self, panel: str) -> None:
        """Open a panel."""
        self.page.click(f"#tab-{panel}")

    @property
    def position(self) -> str:
        """The position in the address."""
        return self.page.url.partition("#")[2]

    @property
    def rules(self) -> Rules:
        """The rules of the game on the board."""
        return Rules.parse(self.position.partition("/")[0])

    def wait_for_position(self, text: str) -> None:
        """Wait until the address holds the position."""
        self.page.wait_for_function("text => decodeURIComponent(location.hash) === '#' + text", arg=text)

    def place_of(self, cell: str) -> tuple[float, float]:
        """The middle of a cell on the screen, on a board that is not zoomed."""
        return self.places_of(cell)[0]

    def places_of(self, *cells: str) -> list[tuple[float, float]]:
        """The middles of cells."""
        rules = self.rules
        left, top, size = self.page.evaluate(
            """(columns) => {
                document.getElementById("board").scrollIntoView({ block: "nearest" });
                const box = document.querySelector("svg.board").getBoundingClientRect();
                return [box.left, box.top, document.querySelector("svg.inner").width.baseVal.value / columns];
            }""",
            rules.columns,
        )
        places = [divmod(rules.parse_cell(cell), rules.columns) for cell in cells]
        return [
            (left + MARGIN[0] + (column + 0.5) * size, top + MARGIN[1] + (rules.rows - row - 0.5) * size)
            for row, column in places
        ]

    def click(self, *cells: str) -> None:
        """Play on cells with the mouse."""
        for place in self.places_of(*cells):
            self.page.mouse.click(*place)

    def press(self, *cells: str) -> None:
        """Play on cells with the keyboard: to the corner first, then arrow by arrow."""
        rules, at = self.rules, 0
        board = self.page.locator("#board")
        board.press("Home")
        board.press("PageDown")
        for cell in cells:
            target = rules.parse_cell(cell)
            across = target % rules.columns - at % rules.columns
            up = target // rules.columns - at // rules.columns
            for _ in range(abs(across)):
                board.press("ArrowRight" if across > 0 else "ArrowLeft")
            for _ in range(abs(up)):
                board.press("ArrowUp" if up > 0 else "ArrowDown")
            board.press("Enter")
            at = target

    def sit(self, first: str = "human", second: str = "human", seconds: str = "0.1") -> None:
        """Choose who plays, on the panel "Play"."""
        self.choose("play")
        self.page.select_option("#seconds", seconds)
        self.page.select_option("#side-2", second)
        self.page.select_option("#side-1", first)

    def status(self) -> str:
        """What stands above the board."""
        return self.page.locator("#status strong").inner_text()

    def wait_for_status(self, text: str) -> None:
        """Wait until that stands above the board."""
        self.page.locator("#status strong", has_text=text).wait_for()

    def wait_for_stones(self, stones: int) -> None:
        """Wait until so many stones lie on the board."""
        self.page.wait_for_function(
            "n => document.querySelectorAll('.placed .stone').length === n", arg=stones
        )

    def moves(self) -> list[str]:
        """The list of moves as it is read aloud."""
        return [
            button.get_attribute("aria-label") or ""
            for button in self.page.locator("#moves .stone-move").all()
        ]


@contextmanager
def opened(browser: Browser, server: Server, position: str = "", **options: Any) -> Iterator[Table]:
    """A page of its own, watched for faults."""
    context = browser.new_context(
        **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    table = Table(page, server.address)
    page.on("console", table.heard)
    page.on("pageerror", lambda error: table.faults.append(f"exception: {error}"))
    page.on("request", table.asked)
    try:
        table.open(position)
        yield table
    finally:
        context.close()
    assert not table.faults
