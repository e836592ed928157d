"""What a terminal shows while games are played: a table that is drawn again and again, and lines above it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from inarow.cli import terminal

if TYPE_CHECKING:
    from rich.live import Live

REDRAW_SECONDS = 0.5
DRAWING_SHARE = 0.05  # of the time, at most, that goes into drawing


class LiveTable:
    """A table on the terminal, if somebody is watching there; the lines go to standard error anyway."""

    def __init__(self) -> None:
        self._live: Live | None = _live() if sys.stderr.isatty() else None
        self._next = 0.0

    def draw(self, text: Callable[[], str]) -> None:
        """Show the text in place of the one before, unless that has only just been drawn."""
        start = monotonic()
        if self._live is None or start < self._next:
            return
        height = max(4, self._live.console.height - 2)
        self._live.update("\n".join(text().splitlines()[:height]), refresh=True)
        self._next = monotonic() + max(REDRAW_SECONDS, (monotonic() - start) / DRAWING_SHARE)

    def say(self, line: str) -> None:
        """A line that stays."""
        if self._live is None:
            terminal.complain(line)
        else:
            self._live.console.print(line, markup=False, highlight=False)

    def close(self) -> None:
        """Take the table away."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _live() -> Live:
    from rich.console import Console
    from rich.live import Live

    # Drawn by nobody but us: a thread of its own would be in the way of forking.
    live = Live(
        console=Console(stderr=True, markup=False, highlight=False), auto_refresh=False, transient=True
    )
    live.start()
    return live
