"""Time, nodes, cut-offs and depth by algorithm on fixed positions (report B's table and figure 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from inarow.lab import searches
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, number, whole

AVERAGED = ("seconds", "processor_seconds", "nodes", "evaluations", "cutoffs", "table_hits")


@dataclass(frozen=True)
class Rung:
    """One row of the table: a player, and what a report says of the same search."""

    player: str
    label: str = ""
    report_seconds: float | None = None
    report_nodes: int | None = None


@dataclass(frozen=True)
class Settings:
    """The positions, the rows, and how often a search is repeated; the quickest counts."""

    positions: tuple[str, ...]
    rows: tuple[Rung, ...]
    repeats: int = 3

    def __post_init__(self) -> None:
        searches.at_least("repeats", self.repeats, 1)


def cases(settings: Settings) -> list[Case]:
    """Every player on every position."""
    searches.check(tuple(rung.player for rung in settings.rows), settings.positions)
    return [
        Case(f"{rung.player} on {place}", partial(_measure, rung.player, place, settings.repeats))
        for rung in settings.rows
        for place in settings.positions
    ]


def _measure(player: str, place: str, repeats: int) -> Row:
    return {
        "player": player,
        "position": place,
        **searches.measured(player, place, repeats=repeats),
    }


def report(settings: Settings, rows: Sequence[Row]) -> Report:
    """One row a player, averaged over the positions."""
    table_rows = [_averaged(rung, rows) for rung in settings.rows]
    has_report = any(rung.report_seconds is not None for rung in settings.rows)
    columns: tuple[Column, ...] = (
        Column("algorithm", "algorithm"),
        Column("depth", "depth", whole),
        Column("seconds", "seconds", number(4)),
        Column("processor_seconds", "processor s", number(4)),
        Column("nodes", "nodes", number(0)),
        Column("evaluations", "evaluations", number(0)),
        Column("cutoffs", "cut-offs", number(0)),
        Column("table_hits", "table hits", number(0)),
    )
    if has_report:
        columns += (
            Column("report_seconds", "report, s", number(3)),
            Column("times_faster", "times faster", number(1)),
        )
    if any(rung.report_nodes is not None for rung in settings.rows):
        columns += (Column("report_nodes", "report, nodes", whole),)
    note = f"depth counts turns; times are the least of {settings.repeats} searches"
    if len(settings.positions) > 1:
        note += f" and, like all counts, the mean of {len(settings.positions)} positions"
    if has_report:
        note += "; times faster than the report: its seconds by the processor's here"
    table = Table("ladder", columns, table_rows, (note,))
    return Report((table,), _figures(table_rows, has_report))


def _averaged(rung: Rung, rows: Sequence[Row]) -> Row:
    own = [row for row in rows if row["player"] == rung.player]
    found: dict[str, Any] = {
        "algorithm": rung.label or rung.player,
        "depth": min((row["depth"] for row in own), default=None),
        **{name: sum(row[name] for row in own) / len(own) if own else None for name in AVERAGED},
        "report_seconds": rung.report_seconds,
        "report_nodes": rung.report_nodes,
    }
    if rung.report_seconds is not None and found["processor_seconds"]:
        found["times_faster"] = rung.report_seconds / found["processor_seconds"]
    return found


def _figures(rows: Sequence[Row], has_report: bool) -> tuple[Figure, ...]:
    done = [row for row in rows if row["seconds"] is not None]
    words = [row["algorithm"] for row in done]
    times = [Series("here", words, [row["seconds"] for row in done])]
    if has_report:
        told = [row for row in done if row["report_seconds"] is not None]
        times.append(
            Series("report", [row["algorithm"] for row in told], [row["report_seconds"] for row in told])
        )
    counts = [
        Series(name, words, [row[name] for row in done]) for name in ("nodes", "evaluations", "cutoffs")
    ]
    return (
        Figure("seconds", "Time by algorithm", "", "seconds a move", times, is_bars=True, is_y_log=True),
        Figure("nodes", "Work by algorithm", "", "count", counts, is_bars=True, is_y_log=True),
    )


KIND = Kind(Settings, cases, report)
