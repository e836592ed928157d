"""Searches that browsers asked for: what each has found so far, and who listens to it."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

Event = tuple[str, dict[str, Any]]
STUDIES = ("analyse", "review", "explain")  # these leave room for moves
LAST_EVENT = "end"


class Search:
    """One question to an engine, from the moment it is asked until its last event is read."""

    def __init__(self, task: dict[str, Any], most_seconds: float) -> None:
        self.id = secrets.token_urlsafe(12)
        self.task = {**task, "id": self.id}
        self.most_seconds = most_seconds  # that a worker may take before it is taken for stuck
        self._asked_at = monotonic()
        self.is_wanted = True
        self.is_heard = False
        self.stop: Callable[[], None] | None = None  # set by the worker that runs it
        self._events: deque[Event] = deque()
        self._has_news = asyncio.Event()

    @property
    def is_study(self) -> bool:
        """Whether it is for learning: somebody who waits for a move goes first."""
        return self.task["kind"] in STUDIES

    @property
    def waited(self) -> float:
        """Seconds since it was asked for."""
        return monotonic() - self._asked_at

    def tell(self, event: str, data: dict[str, Any]) -> None:
        """Keep an event for whoever listens. Of several that tell the same only the newest is kept."""
        is_newer = event in ("info", "queued") and "done" not in data
        if is_newer and self._events and self._events[-1][0] == event:
            self._events.pop()
        self._events.append((event, data))
        self._has_news.set()

    def end(self) -> None:
        """Nothing more will be found."""
        self.tell(LAST_EVENT, {})

    def fail(self, code: str, message: str, *, retry: bool) -> None:
        """The search has come to nothing; the page may ask again."""
        self.tell("failed", {"error": {"code": code, "message": message, "retry": retry}})

    def taken(self) -> list[Event]:
        """The events since the last time, which may be none."""
        found = list(self._events)
        self._events.clear()
        self._has_news.clear()
        return found

    async def news(self, seconds: float) -> list[Event]:
        """The next events; none if there are none within the seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._has_news.wait()
        except TimeoutError:
            return []
        return self.taken()
