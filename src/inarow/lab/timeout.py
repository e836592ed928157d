"""Depth reached by seconds allowed, and whether the answer came in time (report D)."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from time import monotonic
from typing import Any

from inarow.engine.champion import ChampionPlayer
from inarow.engine.limits import Limits
from inarow.game.record import Thought
from inarow.lab import searches
from inarow.lab.kind import Case, Column, Figure, Kind, Report, Row, Series, Table, number, whole


@dataclass(frozen=True)
class Settings:
    """Who searches where, for how long and how often. An answer later than the margin is late.

    `at_once` processes share the searches of a case and run at the same time: a machine with much else to do.
    """

    players: tuple[str, ...]
    positions: tuple[str, ...]
    seconds: tuple[float, ...] = (0.01, 0.1, 1.0)
    times: int = 1
    margin: float = 0.01
    at_once: int = 1

    def __post_init__(self) -> None:
        searches.at_least("times", self.times, 1)
        searches.at_least("margin", self.margin, 0)
        searches.at_least("at_once", self.at_once, 1)
        for seconds in self.seconds:
            if seconds <= 0:
                raise ValueError(f"a search of {seconds} seconds makes no sense; it must be above 0")


def cases(settings: Settings) -> list[Case]:
    """Every player on every position with every allowance."""
    searches.check(settings.players, settings.positions)
    return [
        Case(f"{player} seconds={seconds} on {place}", partial(_measure, settings, player, seconds, place))
        for player in settings.players
        for seconds in settings.seconds
        for place in settings.positions
    ]


def _measure(settings: Settings, player: str, seconds: float, place: str) -> Row:
    shares = [len(range(first, settings.times, settings.at_once)) for first in range(settings.at_once)]
    answers = partial(_answers, player, seconds, place)
    if settings.at_once == 1:
        found = [answers(settings.times)]
    else:
        with ProcessPoolExecutor(settings.at_once, mp_context=get_context("spawn")) as pool:
            found = [*pool.map(answers, shares)]
    depths, nodes, taken = zip(*(answer for share in found for answer in share), strict=True)
    return {
        "player": player,
        "seconds": seconds,
        "position": place,
        "depths": [*depths],
        "nodes": [*nodes],
        "taken": [*taken],
    }


def _answers(player: str, seconds: float, place: str, times: int) -> list[tuple[int, int, float]]:
    """Depth, nodes and seconds of so many moves of one player; what is solved is as deep as the game."""
    position = searches.start(place)
    answers = []
    thinker = searches.thinker(player)
    if isinstance(thinker, ChampionPlayer):
        thinker.prepare(position.rules)  # as the arena does
    for _ in range(times):
        thinker.forget()
        began = monotonic()
        thinker.choose(position, Limits(seconds=seconds))
        taken = monotonic() - began
        thought = thinker.thought or Thought()
        depth = position.rules.cells - position.stones if thought.depth is None else thought.depth
        answers.append((depth, thought.nodes or 0, taken))
    return answers


def report(settings: Settings, rows: Sequence[Row]) -> Report:
    """By player and seconds: depth, nodes, the longest answer, and how many were late."""
    table_rows = [
        _joined(settings, rows, player, seconds)
        for player in settings.players
        for seconds in settings.seconds
    ]
    columns = (
        Column("player", "player"),
        Column("seconds", "seconds allowed", number(3)),
        Column("depth", "mean depth", number(2)),
        Column("least_depth", "least", whole),
        Column("most_depth", "most", whole),
        Column("nodes", "mean nodes", number(0)),
        Column("longest", "longest answer, s", number(4)),
        Column("late", "late", whole),
        Column("searches", "of", whole),
    )
    notes = (
        "depth counts turns that were searched to their end; late is more than "
        f"{settings.margin} s after what was allowed",
    )
    lines = [
        Series(
            player,
            [row["seconds"] for row in table_rows if row["player"] == player],
            [row["depth"] for row in table_rows if row["player"] == player],
        )
        for player in settings.players
    ]
    figure = Figure(
        "timeout", "Depth by seconds allowed", "seconds allowed", "depth (turns)", lines, is_x_log=True
    )
    return Report((Table("timeout", columns, table_rows, notes),), (figure,))


def _joined(settings: Settings, rows: Sequence[Row], player: str, seconds: float) -> dict[str, Any]:
    """All searches of the player with these seconds in one row."""
    own = [row for row in rows if (row["player"], row["seconds"]) == (player, seconds)]
    depths = [depth for row in own for depth in row["depths"]]
    nodes = [count for row in own for count in row["nodes"]]
    taken = [time for row in own for time in row["taken"]]
    return {
        "player": player,
        "seconds": seconds,
        "depth": sum(depths) / len(depths),
        "least_depth": min(depths),
        "most_depth": max(depths),
        "nodes": sum(nodes) / len(nodes),
        "longest": max(taken),
        "late": sum(time > seconds + settings.margin for time in taken),
        "searches": len(taken),
    }


KIND = Kind(Settings, cases, report)
