"""Share of wins by column, row and diagonal (report E): in recorded games, and by the players here.

A game counts if it ended with a line. If its last turn completed lines in several directions, each of them
gets an equal part of the win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from inarow._core import Outcome, Side
from inarow.game.position import Position
from inarow.game.record import Ending, Record, record_line
from inarow.lab import games
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, percent, share, whole

STEPS = {"column": ((1, 0),), "row": ((0, 1),), "diagonal": ((1, 1), (1, -1))}  # (rows, columns)
NAMES = tuple(STEPS)
REPORTED = {"column": 0.5, "row": 0.3, "diagonal": 0.2}  # of report E's 44,000 games


def directions(position: Position) -> list[str]:
    """In which of column, row and diagonal the winner has a line; empty while nobody won."""
    winner = position.winner
    if winner is None:
        return []
    return [
        name
        for name, steps in STEPS.items()
        if any(_has_line(position, cell, step) for step in steps for cell in position.winning_cells)
    ]


def _has_line(position: Position, cell: int, step: tuple[int, int]) -> bool:
    rules, side = position.rules, position.at(cell)
    length = 1 + _run(position, cell, step, side) + _run(position, cell, (-step[0], -step[1]), side)
    return length == rules.line_length if rules.exact else length >= rules.line_length


def _run(position: Position, cell: int, step: tuple[int, int], side: Side | None) -> int:
    """Stones of the side that follow the cell."""
    rules = position.rules
    row, column = divmod(cell, rules.columns)
    count = 0
    while True:
        row, column = row + step[0], column + step[1]
        if not (0 <= row < rules.rows and 0 <= column < rules.columns):
            return count
        if position.at(row * rules.columns + column) != side:
            return count
        count += 1


def cases(settings: games.Settings) -> list[Case]:
    """Every portion of games."""
    return [Case(chunk.key, partial(_measure, chunk)) for chunk in games.chunks(settings)]


def _measure(chunk: games.Chunk) -> Row:
    records = chunk.records()
    wins: dict[str, Counter[str]] = {}
    for record in records:
        if record.ending == Ending.LINE:
            counts = wins.setdefault(chunk.file or winner_name(record), Counter())
            found = directions(record.replay())
            counts["wins"] += 1
            for name in found:
                counts[name] += 1 / len(found)  # type: ignore[assignment]
    return {
        "games": len(records),
        "file": chunk.file,
        "wins": wins,
        "records": [] if chunk.file else [record_line(record) for record in records],
    }


def winner_name(record: Record) -> str:
    """The player who won."""
    return record.players[0 if record.outcome == Outcome.FIRST_WINS else 1]


def report(settings: games.Settings, rows: Sequence[Row]) -> Report:
    """One row a file, one a player of the games played here, and one for all of the latter."""
    totals: dict[str, Counter[str]] = {who: Counter() for who in (*settings.files, *settings.players)}
    here: Counter[str] = Counter()
    for row in rows:
        for who, counts in row["wins"].items():
            totals[who].update(counts)
            if not row["file"]:
                here.update(counts)
    if settings.players:
        totals["all players here"] = here
    table_rows = [_shares(who, counts) for who, counts in totals.items()]
    table_rows.append({"who": "report E", **REPORTED})
    columns = (
        Column("who", "won by, or in"),
        Column("wins", "wins", whole),
        *(Column(name, f"{name}s", percent) for name in NAMES),
    )
    played = sum(row["games"] for row in rows)
    note = f"{played:,} games; a win in several directions counts in equal parts; report E: 44,000 games"
    bars = [
        Series(f"{name}s", [row["who"] for row in table_rows], [row[name] or 0.0 for row in table_rows])
        for name in NAMES
    ]
    figure = Figure("directions", "Wins by direction", "", "share of wins", bars, is_bars=True)
    return Report(
        (Table("directions", columns, table_rows, (note,)),),
        (figure,),
        [line for row in rows for line in row["records"]],
    )


def _shares(who: str, counts: Counter[str]) -> dict[str, Any]:
    return {
        "who": who,
        "wins": counts["wins"],
        **{name: share(counts[name], counts["wins"]) for name in NAMES},
    }


KIND = Kind(games.Settings, cases, report)
