"""What every kind of experiment is: cases to measure one by one, and a report made from their rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Row = Mapping[str, Any]  # what was measured in one case: plain data that JSON can hold


@dataclass(frozen=True)
class Case:
    """One thing to measure. The key is the same whenever the experiment is run with the same settings."""

    key: str
    measure: Callable[[], Row]


@dataclass(frozen=True)
class Column:
    """A column of a table: the name of its values, its heading, and how a value is written for people."""

    name: str
    heading: str
    text: Callable[[Any], str] = str


@dataclass(frozen=True)
class Table:
    """Rows under columns. CSV and JSON get the values as they are, people get the columns' texts."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Row]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Series:
    """Points of one colour in a figure, with a name in the legend."""

    name: str
    x: Sequence[Any]
    y: Sequence[float]


@dataclass(frozen=True)
class Figure:
    """A plot: lines or points over numbers, or bars over words."""

    name: str
    title: str
    x_label: str
    y_label: str
    series: Sequence[Series]
    is_bars: bool = False
    is_points: bool = False  # not joined by lines
    is_x_log: bool = False
    is_y_log: bool = False


@dataclass(frozen=True)
class Report:
    """What an experiment shows: tables, figures, and the games that were played for it as JSON lines."""

    tables: tuple[Table, ...]
    figures: tuple[Figure, ...] = ()
    games: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class Kind:
    """A kind of experiment: the settings that it reads, what it measures, and what it makes of it."""

    settings: type[Any]
    cases: Callable[[Any], Sequence[Case]]
    report: Callable[[Any, Sequence[Row]], Report]


def number(digits: int) -> Callable[[float | None], str]:
    """Writes a number with so many digits after the point, and nothing for None."""
    return lambda value: "" if value is None else f"{value:,.{digits}f}"


def whole(value: int | None) -> str:
    """A whole number with commas, and nothing for None."""
    return "" if value is None else f"{value:,}"


def percent(value: float | None) -> str:
    """A share as a percentage, and a dash where there is nothing to take a share of."""
    return "-" if value is None else f"{100 * value:.1f}%"


def share(part: float, of: float) -> float | None:
    """part / of; None of nothing."""
    return part / of if of else None
