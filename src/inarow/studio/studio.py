"""What the studio holds while it runs: its workers, the searches that go on, and who listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from inarow.studio.errors import StudioError
from inarow.studio.pool import Pool
from inarow.studio.saved import SavedGames
from inarow.studio.searches import LAST_EVENT, Search
from inarow.studio.settings import Settings
from inarow.studio.stream import ALIVE, EventStream, event_bytes
from inarow.studio.tournaments import Tournament, Tournaments


class Studio:
    """Everything that endpoints share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool = Pool(settings)
        self.saved = SavedGames(settings.store)
        self.tournaments = Tournaments(settings.watched, settings.watch_seconds)
        self._searches: dict[str, Search] = {}
        self._streams = 0
        self._closing = asyncio.Event()

    def start(self) -> None:
        """Start the workers."""
        self.pool.start()

    def begin_closing(self) -> None:
        """End all streams, so that the server need not wait for their browsers."""
        self._closing.set()
        for search in self._searches.values():
            search.fail("closing", "the studio is closing", retry=True)
            search.end()

    async def close(self) -> None:
        """End the searches and the workers."""
        self.begin_closing()
        await self.pool.close()
        self.saved.close()
        self.tournaments.close()

    @property
    def searches(self) -> int:
        """The searches that wait, run, or have something left to be read."""
        return len(self._searches)

    async def submit(self, task: dict[str, Any], most_seconds: float) -> Search:
        """Begin a search; it is dropped if nobody listens to it soon."""
        if self._closing.is_set():
            raise StudioError("closing", "the studio is closing")
        search = Search(task, most_seconds)
        await self.pool.submit(search)
        self._searches[search.id] = search
        asyncio.get_running_loop().call_later(self.settings.unheard_seconds, self._drop_unheard, search)
        return search

    def search(self, name: str) -> Search:
        """The search of that id."""
        if name not in self._searches:
            raise StudioError("not_found", "there is no such search, or it has ended")
        return self._searches[name]

    def drop(self, search: Search) -> None:
        """Stop the search and forget it."""
        self._searches.pop(search.id, None)
        self.pool.cancel(search)

    def listen(self, search: Search) -> EventStream:
        """The events of the search, from the first to the last; when the stream ends, so does the search."""
        if search.is_heard:
            raise StudioError("conflict", "somebody listens to this search already")
        search.is_heard = True
        return self.stream(self._parts(search), lambda: self.drop(search))

    def watch(self, tournament: Tournament) -> EventStream:
        """The games of the tournament as they end."""
        parts = self.tournaments.parts(tournament, self.settings.alive_seconds, self._closing)
        return self.stream(parts, lambda: None)

    def stream(self, parts: AsyncIterator[bytes], close: Any) -> EventStream:
        """One more stream, unless there are too many."""
        if self._streams >= self.settings.streams:
            close()
            raise StudioError("busy", "too many pages are listening; close one, or try again in a moment")
        self._streams += 1

        def end() -> None:
            self._streams -= 1
            close()

        return EventStream(parts, end)

    async def _parts(self, search: Search) -> AsyncIterator[bytes]:
        while True:
            events = await search.news(self.settings.alive_seconds)
            if not events:
                yield ALIVE
            for name, data in events:
                yield event_bytes(name, data)
                if name == LAST_EVENT:
                    return

    def _drop_unheard(self, search: Search) -> None:
        if not search.is_heard:
            self.drop(search)
