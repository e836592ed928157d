"""Peak memory by player over depth, each search in a process of its own (report B's figure 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from inarow.lab import searches
from inarow.lab.isolated import measured_alone
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, number, whole

MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Subject:
    """A player without its depth, and the peaks that a report gives for it."""

    player: str
    label: str = ""
    report_mib: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in tables."""
        return self.label or self.player


@dataclass(frozen=True)
class Settings:
    """Who searches where, and how many turns deep."""

    position: str
    depths: tuple[int, ...]
    players: tuple[Subject, ...]

    def __post_init__(self) -> None:
        for depth in self.depths:
            searches.at_least("depth", depth, 1)


def cases(settings: Settings) -> list[Case]:
    """Every player at every depth."""
    searches.check(tuple(subject.player for subject in settings.players), (settings.position,))
    return [
        Case(f"{subject.name} depth={depth}", partial(_measure, subject, depth, settings.position))
        for subject in settings.players
        for depth in settings.depths
    ]


def _measure(subject: Subject, depth: int, place: str) -> Row:
    found = measured_alone(f"{subject.player} depth={depth}", place)
    return {"player": subject.name, "asked": depth, **found}


def report(settings: Settings, rows: Sequence[Row]) -> Report:
    """Peak memory by player and depth."""
    reported = {subject.name: _range(subject.report_mib) for subject in settings.players}
    table_rows = [
        {
            **row,
            "peak_mib": row["peak_bytes"] / MEBIBYTE,
            "before_mib": row["before_bytes"] / MEBIBYTE,
            "table_mib": row["table_bytes"] / MEBIBYTE,
            "report_mib": reported[row["player"]],
        }
        for row in rows
    ]
    columns = (
        Column("player", "player"),
        Column("depth", "depth", whole),
        Column("peak_mib", "peak MiB", number(1)),
        Column("before_mib", "before the search", number(1)),
        Column("table_mib", "table at most", number(1)),
        Column("nodes", "nodes", whole),
        Column("seconds", "seconds", number(3)),
        Column("report_mib", "report's peak MiB"),
    )
    note = "peak resident memory of a process that does this search and nothing else; depth counts turns"
    lines = [
        Series(
            subject.name,
            [row["depth"] for row in table_rows if row["player"] == subject.name],
            [row["peak_mib"] for row in table_rows if row["player"] == subject.name],
        )
        for subject in settings.players
    ]
    figure = Figure("memory", "Peak memory over depth", "depth (turns)", "MiB", lines)
    return Report((Table("memory", columns, table_rows, (note,)),), (figure,))


def _range(values: tuple[float, ...]) -> str:
    return f"{min(values)} to {max(values)}" if values else ""


KIND = Kind(Settings, cases, report)
