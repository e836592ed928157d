"""Cost of an evaluation and of a search as rows, columns and line length grow (report D's O(M*N*X))."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from time import process_time
from typing import Any

from inarow._core import Evaluator, Random, Rules
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.lab import searches
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, number, whole

TRIES = 20  # random moves that are tried before a board counts as full enough
BATCHES = 3  # the quickest of so many counts
MICRO = 1e6


@dataclass(frozen=True)
class Settings:
    """Boards of all these sizes, filled at random to a share; `seconds` is the least time of a batch."""

    rows: tuple[int, ...] = (8, 16, 32)
    columns: tuple[int, ...] = (8, 16, 32)
    line_lengths: tuple[int, ...] = (4, 6, 8)
    gravity: bool = True
    evaluators: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    filled: float = 0.5
    seed: int = 1
    seconds: float = 0.02
    nodes: int = 20000

    def __post_init__(self) -> None:
        searches.at_least("seconds", self.seconds, 0)
        searches.at_least("nodes", self.nodes, 1)
        if not 0 <= self.filled < 1:
            raise ValueError(f"filled is {self.filled}; it must be a share from 0 to below 1")
        if not self.evaluators and not self.players:
            raise ValueError("at least one evaluator or player is needed")

    def boards(self) -> list[Rules]:
        """Every size with every line length."""
        return [
            Rules(columns, rows, length, gravity=self.gravity)
            for rows, columns, length in product(self.rows, self.columns, self.line_lengths)
        ]


def cases(settings: Settings) -> list[Case]:
    """Every evaluator and every player on every board."""
    boards = settings.boards()
    empty = [Position(rules) for rules in boards]
    for name in settings.evaluators:
        for position in empty:
            Evaluator(name).evaluate(position)
    if settings.players:
        searches.check(settings.players, tuple(position.text for position in empty))
    measures: list[tuple[str, Callable[[Position], float]]] = [
        *((f"evaluate {name}", partial(_evaluation_seconds, settings, name)) for name in settings.evaluators),
        *((f"search {name}", partial(_node_seconds, settings, name)) for name in settings.players),
    ]
    return [
        Case(f"{name} on {rules.name}", partial(_measure, settings, name, cost, rules))
        for name, cost in measures
        for rules in boards
    ]


def _measure(settings: Settings, name: str, cost: Callable[[Position], float], rules: Rules) -> Row:
    position = filled_board(rules, settings.filled, settings.seed)
    return {
        "what": name,
        "rows": rules.rows,
        "columns": rules.columns,
        "line_length": rules.line_length,
        "stones": position.stones,
        "microseconds": cost(position) * MICRO,
    }


def filled_board(rules: Rules, filled: float, seed: int) -> Position:
    """A board with random stones on that share of its cells, or fewer if none can be added without a win."""
    random = Random(seed)
    position = Position(rules)
    tries = 0
    while position.stones < filled * rules.cells and tries < TRIES:
        next_position = position.play(random.move(position))
        if next_position.is_over:
            tries += 1
        else:
            position, tries = next_position, 0
    return position


def _evaluation_seconds(settings: Settings, name: str, position: Position) -> float:
    evaluator = Evaluator(name)
    count = 1
    while (taken := _batch(evaluator, position, count)) < settings.seconds:
        count *= 2
    return min(taken, *(_batch(evaluator, position, count) for _ in range(BATCHES - 1))) / count


def _batch(evaluator: Evaluator, position: Position, count: int) -> float:
    began = process_time()
    for _ in range(count):
        evaluator.evaluate(position)
    return process_time() - began


def _node_seconds(settings: Settings, player: str, position: Position) -> float:
    costs = []
    for _ in range(BATCHES):
        thinker = searches.thinker(player)
        began = process_time()
        nodes = thinker.think(position, Limits(nodes=settings.nodes)).nodes
        costs.append((process_time() - began) / nodes)
    return min(costs)


def report(settings: Settings, rows: Sequence[Row]) -> Report:
    """The costs, and the exponents that fit them best."""
    costs = Table(
        "scaling",
        (
            Column("what", "what"),
            Column("rows", "rows M", whole),
            Column("columns", "columns N", whole),
            Column("line_length", "in a row X", whole),
            Column("stones", "stones", whole),
            Column("microseconds", "microseconds", number(2)),
        ),
        rows,
        ("processor time for one evaluation of a board from nothing, or for one node of a search",),
    )
    names = list(dict.fromkeys(row["what"] for row in rows))
    fits = Table(
        "exponents",
        (
            Column("what", "what"),
            Column("rows", "exponent of M", number(2)),
            Column("columns", "of N", number(2)),
            Column("line_length", "of X", number(2)),
            Column("determination", "R squared", number(3)),
        ),
        [{"what": name, **fit([row for row in rows if row["what"] == name])} for name in names],
        ("least squares of the logarithms; report D: O(M*N*X), exponents 1, 1, 1",),
    )
    return Report((fits, costs), (_figure(rows, names),))


def fit(rows: Sequence[Row]) -> dict[str, Any]:
    """The exponents of rows, columns and line length; None for one that was not varied."""
    import numpy

    names = [name for name in ("rows", "columns", "line_length") if len({row[name] for row in rows}) > 1]
    logs = numpy.log([row["microseconds"] for row in rows])
    factors = numpy.array([[1.0, *(numpy.log(row[name]) for name in names)] for row in rows])
    found, *_ = numpy.linalg.lstsq(factors, logs, rcond=None)
    spread = float(((logs - logs.mean()) ** 2).sum())
    rest = float(((logs - factors @ found) ** 2).sum())
    exponents = dict.fromkeys(("rows", "columns", "line_length"), None)
    return {
        **exponents,
        **{name: float(value) for name, value in zip(names, found[1:], strict=True)},
        "determination": 1 - rest / spread if spread > 0 else None,
    }


def _figure(rows: Sequence[Row], names: Sequence[str]) -> Figure:
    series = []
    for name in names:
        points = sorted(
            (row["rows"] * row["columns"] * row["line_length"], row["microseconds"])
            for row in rows
            if row["what"] == name
        )
        series.append(Series(name, [point[0] for point in points], [point[1] for point in points]))
    return Figure(
        "scaling",
        "Cost by size",
        "M * N * X",
        "microseconds",
        series,
        is_points=True,
        is_x_log=True,
        is_y_log=True,
    )


KIND = Kind(Settings, cases, report)
