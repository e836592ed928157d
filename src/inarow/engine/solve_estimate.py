"""How long the solver will take for a position that is too far from the end to be tried.

The number of nodes grows by about the same factor with every stone less on the board. So some games are played on from
the position, their late positions are solved, and the growth that they show is carried on to the position asked
for: a rough figure, often several times too high or too low.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, linear_regression

from inarow._core import DropSolver
from inarow.engine.champion import ChampionPlayer
from inarow.engine.limits import Limits
from inarow.game.position import Position

GAMES = 6
RANDOM_MOVES, NODES_A_MOVE = 2, 1000  # how the games are played
MOST_NODES, MOST_SECONDS = (
    20_000,
    0.5,
)  # of a sample; the games' positions before one that needs more are left out
LEVELS = 10  # numbers of stones that the growth is read from
GROWTH = 1.7  # at least: what is seen on boards that were solved from the first stone on
MEMORY = 8 << 20


@dataclass(frozen=True)
class Estimate:
    """What solving a position is likely to take with one thread."""

    nodes: float
    seconds: float
    growth: float  # times as many nodes for every stone less on the board
    stones: int  # of the earliest positions that it rests on


def estimated(position: Position, *, seed: int = 1) -> Estimate:
    """The likely nodes and seconds, for a solver that knows no book; takes seconds itself."""
    solver = DropSolver(position.rules, memory=MEMORY)
    levels: list[tuple[int, float]] = []
    nodes, seconds = 1, 0.0
    for stones, samples in _samples(position, random.Random(seed)):
        solver.forget()
        results = [solver.solve(sample, nodes=MOST_NODES, seconds=MOST_SECONDS) for sample in samples]
        nodes += sum(result.nodes for result in results)
        seconds += sum(result.seconds for result in results)
        if not all(result.is_complete for result in results):
            break
        levels.append((stones, log(1 + fmean(result.nodes for result in results))))
    growth = log(GROWTH)
    if len(levels) >= LEVELS:
        growth = max(growth, -linear_regression(*zip(*levels[-LEVELS:], strict=True)).slope)
    earliest, height = levels[-1] if levels else (position.rules.cells, 0.0)
    likely = exp(height + growth * (earliest - position.stones))
    return Estimate(likely, likely * seconds / nodes, exp(growth), earliest)


def _samples(position: Position, generator: random.Random) -> Iterator[tuple[int, list[Position]]]:
    """Positions of games from here by their number of stones, the latest first."""
    by_stones: dict[int, list[Position]] = {}
    for _ in range(GAMES):
        player = ChampionPlayer(limits=Limits(nodes=NODES_A_MOVE))
        after = position
        while not after.is_over:
            by_stones.setdefault(after.stones, []).append(after)
            is_random = after.stones < position.stones + RANDOM_MOVES
            after = after.play(generator.choice(after.moves) if is_random else player.choose(after))
    for stones in sorted(by_stones, reverse=True):
        yield stones, by_stones[stones]
