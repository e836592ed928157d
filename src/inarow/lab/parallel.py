"""Seconds a move by threads (report A: from 3.5 s to 1.1 s)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from inarow.engine.limits import Limits
from inarow.lab import searches
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, number, whole


@dataclass(frozen=True)
class Settings:
    """Who searches where, with how many threads, and how often; the quickest counts."""

    players: tuple[str, ...]
    positions: tuple[str, ...]
    threads: tuple[int, ...] = (1, 2, 4)
    repeats: int = 3

    def __post_init__(self) -> None:
        searches.at_least("repeats", self.repeats, 1)
        for threads in self.threads:
            Limits(threads=threads)
        if 1 not in self.threads:
            raise ValueError("threads must have 1 among them, to compare with")


def cases(settings: Settings) -> list[Case]:
    """Every player on every position with every number of threads."""
    searches.check(settings.players, settings.positions)
    return [
        Case(f"{player} threads={threads} on {place}", partial(_measure, settings, player, threads, place))
        for player in settings.players
        for threads in settings.threads
        for place in settings.positions
    ]


def _measure(settings: Settings, player: str, threads: int, place: str) -> Row:
    found = searches.measured(f"{player} threads={threads}", place, repeats=settings.repeats)
    return {"player": player, "threads": threads, "position": place, **found}


def report(settings: Settings, rows: Sequence[Row]) -> Report:
    """Mean seconds a move and the gain over one thread."""
    table_rows: list[dict[str, Any]] = []
    for player in settings.players:
        alone = _mean(rows, player, 1, "seconds")
        for threads in settings.threads:
            seconds = _mean(rows, player, threads, "seconds")
            table_rows.append(
                {
                    "player": player,
                    "threads": threads,
                    "seconds": seconds,
                    "gain": alone / seconds,
                    "nodes": _mean(rows, player, threads, "nodes"),
                }
            )
    columns = (
        Column("player", "player"),
        Column("threads", "threads", whole),
        Column("seconds", "seconds a move", number(4)),
        Column("gain", "times quicker", number(2)),
        Column("nodes", "nodes", number(0)),
    )
    note = (
        f"mean of {len(settings.positions)} positions, on each the quickest of {settings.repeats}; "
        "report A: 3.5 s alone, 1.1 s in parallel, 3.2 times quicker"
    )
    lines = [
        Series(
            player,
            [row["threads"] for row in table_rows if row["player"] == player],
            [row["seconds"] for row in table_rows if row["player"] == player],
        )
        for player in settings.players
    ]
    figure = Figure("parallel", "Seconds a move by threads", "threads", "seconds a move", lines)
    return Report((Table("parallel", columns, table_rows, (note,)),), (figure,))


def _mean(rows: Sequence[Row], player: str, threads: int, name: str) -> float:
    values = [row[name] for row in rows if (row["player"], row["threads"]) == (player, threads)]
    return float(sum(values) / len(values))


KIND = Kind(Settings, cases, report)
