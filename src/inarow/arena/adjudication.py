"""Ends games whose result is clear before the board shows it; off unless a job asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from inarow._core import Outcome, Rules, Side
from inarow.arena.job import Adjudication
from inarow.engine.score import claimed
from inarow.engine.solver import Solver
from inarow.game.position import Position
from inarow.game.record import Thought, outcome_name

WINS = {Side.FIRST: Outcome.FIRST_WINS, Side.SECOND: Outcome.SECOND_WINS}
SOLVER_MEMORY = 16  # MiB


@dataclass(frozen=True)
class Verdict:
    """The result of a game and the reason, for the record."""

    outcome: Outcome
    reason: str


class Judge(Protocol):
    """Looks at a game after every turn."""

    def verdict(self, position: Position, side: Side, thought: Thought | None) -> Verdict | None:
        """The result if it is clear; the side has just made its turn and thought so."""


def judges(adjudication: Adjudication | None, rules: Rules) -> list[Judge]:
    """Those that the adjudication asks for. The solver judges only games that it can solve."""
    found: list[Judge] = []
    if adjudication is None:
        return found
    if adjudication.turns is not None:
        found.append(Claims(adjudication.turns, adjudication.value))
    if adjudication.solver_nodes is not None:
        solver = _solver(rules)
        found += [SolverJudge(solver, adjudication.solver_nodes)] if solver is not None else []
    if adjudication.dead or adjudication.stones is not None:
        found.append(DrawJudge(adjudication.dead, adjudication.stones))
    return found


@dataclass
class Claims:
    """Who wins, in the eyes of each side, at the end of their last turns."""

    turns: int
    value: int | None
    said: list[Side | None] = field(default_factory=list)

    def verdict(self, position: Position, side: Side, thought: Thought | None) -> Verdict | None:
        """The win of the side that both have called the winner for long enough."""
        claim = 0 if thought is None else claimed(thought, self.value)
        self.said.append({1: side, -1: side.other, 0: None}[claim])
        last = self.said[-2 * self.turns :]
        if len(last) < 2 * self.turns or len(set(last)) > 1 or last[0] is None:
            return None
        reason = f"both sides claimed for {self.turns} turns each that {last[0].name} wins"
        return Verdict(WINS[last[0]], reason)


@dataclass(frozen=True)
class SolverJudge:
    """Asks the perfect solver, within so many nodes."""

    solver: Solver
    nodes: int

    def verdict(self, position: Position, side: Side, thought: Thought | None) -> Verdict | None:
        """The result that the solver proves."""
        solution = self.solver.solve(position, weak=True, moves=False, nodes=self.nodes)
        if solution.score is None:
            return None
        wins = {1: position.to_move, -1: position.to_move.other}.get(solution.score)
        outcome = Outcome.DRAW if wins is None else WINS[wins]
        return Verdict(outcome, f"the solver proved '{outcome_name(outcome)}' in {solution.nodes:,} nodes")


@dataclass(frozen=True)
class DrawJudge:
    """Ends games that nobody can win any more, and those that have gone on for too long."""

    dead: bool
    stones: int | None

    def verdict(self, position: Position, side: Side, thought: Thought | None) -> Verdict | None:
        """A draw, if it is one."""
        if self.stones is not None and position.stones >= self.stones:
            return Verdict(Outcome.DRAW, f"nobody had won after {self.stones} stones")
        if self.dead and not any(position.has_open_window(side) for side in (Side.FIRST, Side.SECOND)):
            return Verdict(Outcome.DRAW, "nobody can complete a line any more")
        return None


@lru_cache(maxsize=4)
def _solver(rules: Rules) -> Solver | None:
    """The solver of the game, if there is one: a worker keeps it from game to game."""
    try:
        return Solver(rules, memory=SOLVER_MEMORY)
    except ValueError:
        return None
