"""Measuring the solver: positions with known scores, and what solving them took."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from inarow._core import NotationError, Rules
from inarow.engine.solver import Proof, Solver
from inarow.game.position import Position


@dataclass(frozen=True)
class Question:
    """A position and its known score."""

    position: Position
    score: int


@dataclass(frozen=True)
class Measurement:
    """What solving some positions took, each with an empty table."""

    positions: int
    wrong: int
    mean_ms: float
    median_ms: float
    max_ms: float
    mean_nodes: float
    max_nodes: int
    nodes_a_second: float


def read_positions(path: Path, rules: Rules, columns_from: int = 1) -> list[Question]:
    """The positions of a file of lines 'MOVES SCORE', columns as digits."""
    questions = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if not line.strip():
            continue
        moves, _, score = line.rpartition(" ")
        try:
            columns = [int(digit) + 1 - columns_from for digit in moves.strip()]
            questions.append(Question(_after(rules, columns), int(score)))
        except ValueError as error:
            raise NotationError(f"{path} line {number}: expected 'MOVES SCORE': {error}") from None
    return questions


def _after(rules: Rules, columns: Sequence[int]) -> Position:
    position = Position(rules)
    for column in columns:
        position = position.play(str(column))
    return position


def measure(
    rules: Rules,
    questions: Sequence[Question],
    *,
    memory: int = 64,
    threads: int = 1,
    weak: bool = False,
    progress: Callable[[int, int], object] = lambda done, count: None,
) -> Measurement:
    """Solve every position with an empty table and no book."""
    if not questions:
        raise ValueError("there are no positions to solve")
    solver = Solver(rules, memory=memory, threads=threads, book=None)
    seconds, nodes, wrong = [], [], 0
    for done, question in enumerate(questions):
        progress(done, len(questions))
        solver.forget()
        solution = solver.solve(question.position, weak=weak, moves=False)
        expected = Proof(question.score, question.score)
        wrong += solution.proof != (expected.sign() if weak else expected)
        seconds.append(solution.seconds)
        nodes.append(solution.nodes)
    return Measurement(
        positions=len(questions),
        wrong=wrong,
        mean_ms=1e3 * fmean(seconds),
        median_ms=1e3 * median(seconds),
        max_ms=1e3 * max(seconds),
        mean_nodes=fmean(nodes),
        max_nodes=max(nodes),
        nodes_a_second=sum(nodes) / max(sum(seconds), 1e-9),
    )
