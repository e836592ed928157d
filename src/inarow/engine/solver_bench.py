"""Measuring the solver: positions with known scores or of random play, and what solving them took."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import fmean, median

from inarow._core import NotationError, Rules
from inarow.engine.solver import Proof, Solver
from inarow.game.position import Position

TRIES = 1000  # random games for each position asked for


@dataclass(frozen=True)
class Question:
    """A position and its known score."""

    position: Position
    score: int


@dataclass(frozen=True)
class Measurement:
    """What solving some positions took."""

    positions: int
    wrong: int  # proved to be something else than the known score
    unsolved: int  # within the seconds
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
    seconds: float | None = None,
    keep: bool = False,
    progress: Callable[[int, int], object] = lambda done, count: None,
) -> Measurement:
    """Solve every position without book, within so many seconds each, with an empty table unless it is kept."""
    if not questions:
        raise ValueError("there are no positions to solve")
    solver = Solver(rules, memory=memory, threads=threads, book=None)
    taken, nodes, wrong, unsolved = [], [], 0, 0
    for done, question in enumerate(questions):
        progress(done, len(questions))
        if not keep:
            solver.forget()
        solution = solver.solve(question.position, weak=weak, moves=False, seconds=seconds)
        known = Proof(question.score, question.score)
        expected = known.sign() if weak else known
        wrong += not solution.lower <= expected.lower <= solution.upper
        unsolved += solution.score is None
        taken.append(solution.seconds)
        nodes.append(solution.nodes)
    return Measurement(
        positions=len(questions),
        wrong=wrong,
        unsolved=unsolved,
        mean_ms=1e3 * fmean(taken),
        median_ms=1e3 * median(taken),
        max_ms=1e3 * max(taken),
        mean_nodes=fmean(nodes),
        max_nodes=max(nodes),
        nodes_a_second=sum(nodes) / max(sum(taken), 1e-9),
    )


@dataclass(frozen=True)
class Waiting:
    """How long one waits for the solver: all positions of a number of stones, or of all numbers."""

    stones: int | None  # None: all
    positions: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    mean_nodes: float
    in_book: int

    @classmethod
    def of(cls, stones: int | None, answers: Sequence[tuple[float, int]]) -> Waiting:
        """The figures of seconds and nodes."""
        ordered = sorted(1e3 * seconds for seconds, _ in answers)
        return cls(
            stones=stones,
            positions=len(answers),
            p50_ms=ordered[ceil(0.50 * len(ordered)) - 1],
            p99_ms=ordered[ceil(0.99 * len(ordered)) - 1],
            max_ms=ordered[-1],
            mean_nodes=fmean(nodes for _, nodes in answers),
            in_book=sum(nodes == 0 for _, nodes in answers),
        )


def random_positions(rules: Rules, stones: int, count: int, seed: int) -> list[Position]:
    """Positions of random play in which the game goes on; the same for the same seed."""
    generator = random.Random(f"{seed} {stones}")
    made: list[Position] = []
    for _ in range(TRIES * count):
        position = Position(rules)
        while not position.is_over and position.stones < stones:
            position = position.play(generator.choice(position.moves))
        if not position.is_over:
            made.append(position)
        if len(made) == count:
            return made
    raise ValueError(f"random play of {rules.spec} hardly ever goes on after {stones} stones; ask for fewer")


def measure_random(
    solver: Solver,
    stones: Sequence[int],
    count: int,
    *,
    seed: int = 1,
    moves: bool = False,
    progress: Callable[[int, int], object] = lambda done, count: None,
) -> Iterator[Waiting]:
    """Solve so many random positions of each number of stones, with an empty table each; at last, all."""
    answers: list[tuple[float, int]] = []
    for number in stones:
        new: list[tuple[float, int]] = []
        for position in random_positions(solver.rules, number, count, seed):
            progress(len(answers) + len(new), count * len(stones))
            solver.forget()
            solution = solver.solve(position, moves=moves)
            new.append((solution.seconds, solution.nodes))
        answers += new
        yield Waiting.of(number, new)
    if len(stones) > 1:
        yield Waiting.of(None, answers)
