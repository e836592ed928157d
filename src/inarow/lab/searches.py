"""Searches that are measured: the thinking player of a text, a position of a text, and one measurement."""

from __future__ import annotations

from time import process_time
from typing import Any

from inarow.engine.catalog import player
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import SearchPlayer
from inarow.game.position import Position
from inarow.lab.settings import ExperimentError


def thinker(text: str) -> SearchPlayer:
    """The player of that text, new and with an empty table. ExperimentError if it does not search."""
    found = player(text)
    if not isinstance(found, SearchPlayer):
        raise ExperimentError(f"'{text}' does not search, so there is nothing to measure")
    return found


def start(text: str) -> Position:
    """The position of that text. ExperimentError if its game is over."""
    position = Position.parse(text)
    if position.is_over:
        raise ExperimentError(f"'{text}' is over ({position.status}): there is nothing to search")
    return position


def check(players: tuple[str, ...], positions: tuple[str, ...]) -> None:
    """Every player can be made, searches, and can judge every position. The error says which cannot."""
    if not players or not positions:
        raise ExperimentError("at least one player and one position are needed")
    for text in players:
        for place in positions:
            thinker(text).think(start(place), Limits(nodes=1))


def measured(text: str, place: str, limits: Limits = NO_LIMITS, repeats: int = 1) -> dict[str, Any]:
    """What one search did. Its times are the least of so many repeats, each with an empty table.

    Processor seconds leave out what other programs took; those of all threads add up.
    """
    position = start(place)
    results, busy = [], []
    for _ in range(repeats):
        searcher = thinker(text)
        before = process_time()
        results.append(searcher.think(position, limits))
        busy.append(process_time() - before)
    best = min(results, key=lambda result: result.seconds)
    return {
        "depth": best.depth,
        "seconds": best.seconds,
        "processor_seconds": min(busy),
        "nodes": best.nodes,
        "evaluations": best.evaluations,
        "cutoffs": best.cutoffs,
        "table_hits": best.table_hits,
        "table_bytes": best.table_bytes,
        "score": best.score,
    }


def at_least(name: str, value: float, least: float) -> None:
    """ValueError if the setting is smaller."""
    if value < least:
        raise ValueError(f"{name} is {value}; it must be {least:g} or more")
