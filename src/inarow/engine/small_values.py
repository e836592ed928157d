"""Who wins small games without gravity: Connect(m,n,k,p,q) for boards up to 6x6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inarow._core import PlacementSolver, Rules
from inarow.game.position import Position

WINNERS = {1: "first", 0: "draw", -1: "second"}
# stones per turn and in the first turn
TURNS = ((1, 1), (2, 1), (2, 2), (3, 1))
# columns, rows, line length: who wins with each of TURNS
KNOWN = {
    (3, 3, 3): ("draw", "first", "first", "second"),
    (4, 3, 3): ("first", "first", "first", "second"),
    (5, 4, 3): ("first", "first", "first", "second"),
    (6, 6, 3): ("first", "first", "first", "second"),
    (4, 3, 4): ("draw", "draw", "draw", "draw"),
    (5, 3, 4): ("draw", "draw", "draw", "draw"),
    (6, 3, 4): ("draw", "draw", "draw", "draw"),
    (4, 4, 4): ("draw", "draw", "draw", "draw"),
    (5, 4, 4): ("draw", "draw", "first", "first"),
    (5, 5, 4): ("draw", "draw", "first", "first"),
    (6, 4, 4): ("draw", "second", "first", "first"),
    (6, 5, 4): ("first", "second", "first", "first"),
    (6, 6, 4): ("first", "second", "first", "first"),
    (5, 3, 5): ("draw", "draw", "draw", "draw"),
    (5, 4, 5): ("draw", "draw", "draw", "draw"),
    (6, 3, 5): ("draw", "draw", "draw", "draw"),
    (6, 4, 5): ("draw", "draw", "draw", "draw"),
    (5, 5, 5): ("draw", "draw", "draw", "draw"),
}


@dataclass(frozen=True)
class SmallValue:
    """Who wins a game when both sides play best."""

    rules: Rules
    known: str
    found: str | None  # None: the nodes ran out
    nodes: int


def known_games() -> Iterator[tuple[Rules, str]]:
    """The games whose winner is known, with the winner: "first", "draw" or "second"."""
    for (columns, rows, length), winners in KNOWN.items():
        for (per_turn, first_turn), winner in zip(TURNS, winners, strict=True):
            yield (
                Rules(columns, rows, length, stones_per_turn=per_turn, stones_first_turn=first_turn),
                winner,
            )


def small_values(
    *,
    nodes: int | None = None,
    memory: int = 64 << 20,
    progress: Callable[[int, int], object] = lambda done, count: None,
) -> list[SmallValue]:
    """Solve every game whose winner is known, each within so many nodes and with so many bytes."""
    values = []
    games = list(known_games())
    for done, (rules, winner) in enumerate(games):
        progress(done, len(games))
        solver = PlacementSolver(rules, memory=memory)
        value = solver.solve(Position(rules), nodes=nodes)
        values.append(SmallValue(rules, winner, None if value is None else WINNERS[value], solver.nodes))
    return values
