"""Tournaments that people watch: the arena's stores, looked at while games are added to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool

from inarow.arena.boards import forget_boards, running_boards, watch_boards
from inarow.arena.job import Job
from inarow.arena.plan import Plan
from inarow.arena.store import Store, StoreError
from inarow.arena.summary import Summary, summaries
from inarow.arena.tournament import expected_games
from inarow.game.record import Record
from inarow.studio.errors import StudioError
from inarow.studio.stream import ALIVE, event_bytes
from inarow.studio.views import OUTCOMES

Played = tuple[int, str, Job, Record]


class Tournament:
    """One store: its plan, the games that are known so far, and their standing. Threads take turns."""

    def __init__(self, name: str, path: Path, look_seconds: float) -> None:
        self.name = name
        self._path = path
        self._look_seconds = look_seconds
        self._lock = Lock()
        self._looked = 0.0
        self._games: list[Played] = []
        self._standing: tuple[int, list[dict[str, Any]]] | None = None
        store = Store.read(path)
        try:
            self.plan = Plan.from_dict(store.plan())
        finally:
            store.close()

    def games(self) -> list[Played]:
        """All games so far. The store is looked at only so often, whoever asks."""
        with self._lock:
            if not self._looked or monotonic() - self._looked >= self._look_seconds:
                self._look()
                self._looked = monotonic()
            return self._games

    def _look(self) -> None:
        try:
            store = Store.read(self._path)
            try:
                fresh = store.games_after(self._games[-1][0] if self._games else 0)
            finally:
                store.close()
        except StoreError as error:
            raise StudioError("not_found", f"the tournament cannot be read any more: {error}") from error
        self._games = [*self._games, *fresh]

    def boards(self) -> list[dict[str, Any]]:
        """The games that are being played, as far as they are shown; whoever plays is asked to show them."""
        watch_boards(self._path)
        return [
            {"key": board.key, "players": list(board.players), "position": board.position}
            for board in running_boards(self._path)
        ]

    def close(self) -> None:
        """Nobody watches any more."""
        forget_boards(self._path)

    def view(self) -> dict[str, Any]:
        """The tournament in a list."""
        return {
            "name": self.name,
            "title": self.plan.name or self.name,
            "played": len(self.games()),
            "of": expected_games(self.plan),
            "players": list(self.plan.players),
            "rules": list(self.plan.games),
        }

    def standing(self) -> dict[str, Any]:
        """The tables of all its games."""
        games = self.games()
        if self._standing is None or self._standing[0] != len(games):
            found = summaries(self.plan, ((job, record) for _, _, job, record in games))
            self._standing = len(games), [standing_view(summary) for summary in found]
        return {**self.view(), "played": self._standing[0], "standings": self._standing[1]}


class Tournaments:
    """The tournaments that the studio was started with, by name."""

    def __init__(self, paths: Iterable[Path], look_seconds: float) -> None:
        self._look_seconds = look_seconds
        self._found: dict[str, Tournament] = {}
        for path in paths:
            number, name = 1, path.stem
            while name in self._found:
                number += 1
                name = f"{path.stem}-{number}"
            self._found[name] = Tournament(name, path, look_seconds)

    def all(self) -> list[Tournament]:
        """All of them."""
        return list(self._found.values())

    def get(self, name: str) -> Tournament:
        """The tournament of that name."""
        if name not in self._found:
            raise StudioError("not_found", "there is no such tournament: start the studio with --watch")
        return self._found[name]

    def close(self) -> None:
        """Nobody watches any more."""
        for tournament in self._found.values():
            tournament.close()

    async def parts(
        self, tournament: Tournament, alive_seconds: float, closing: asyncio.Event
    ) -> AsyncIterator[bytes]:
        """The boards that are played and every game that ends from now on, until the studio closes."""
        known = len(await run_in_threadpool(tournament.games))
        shown: list[dict[str, Any]] = []
        silent_since = monotonic()
        yield event_bytes("standing", {"played": known})
        while not closing.is_set():
            games = await run_in_threadpool(tournament.games)
            boards = await run_in_threadpool(tournament.boards)
            news = [event_bytes("game", game_view(played)) for played in games[known:]]
            if len(games) > known:
                known = len(games)
                news.append(event_bytes("standing", {"played": known}))
            if boards != shown:
                shown = boards
                news.append(event_bytes("boards", {"boards": boards}))
            if not news and monotonic() - silent_since >= alive_seconds:
                news.append(ALIVE)
            for part in news:
                silent_since = monotonic()
                yield part
            try:
                async with asyncio.timeout(self._look_seconds):
                    await closing.wait()
            except TimeoutError:
                pass
        yield event_bytes("end", {})


def game_view(played: Played) -> dict[str, Any]:
    """One game of a tournament."""
    number, ended, job, record = played
    return {
        "number": number,
        "ended": ended,
        "players": list(record.players),
        "position": record.replay().text,
        "opening_stones": len(job.opening),
        "outcome": OUTCOMES[record.outcome],
        "ending": str(record.ending),
        "note": record.note,
    }


def standing_view(summary: Summary) -> dict[str, Any]:
    """The table and the cross table of one game, players in the order of their ratings."""
    names = [rating.player for rating in summary.ratings.players]
    table = [
        {
            "player": rating.player,
            "elo": round(rating.elo, 1),
            "error": round(rating.error, 1),
            "points": rating.points,
            "games": rating.games,
        }
        for rating in summary.ratings.players
    ]
    cross = [[_cross_cell(summary, one, other) for other in names] for one in names]
    endings = {str(ending): count for ending, count in summary.endings.items()}
    return {"game": summary.game, "games": summary.games, "table": table, "cross": cross, "endings": endings}


def _cross_cell(summary: Summary, one: str, other: str) -> dict[str, Any] | None:
    if (one, other) not in summary.cross:
        return None
    points, games = summary.cross[one, other]
    return {"points": points, "games": games}
