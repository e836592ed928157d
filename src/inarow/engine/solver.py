"""Solver: a position of a gravity game to its exact score, by search and by book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from inarow._core import DropSolver, Rules, SolveResult, final_stones
from inarow.engine.book import Book, BookError, shipped_book
from inarow.engine.journal import Journal
from inarow.game.position import Position

LEAST_NODES, LEAST_SECONDS = 1, 1e-6
JOURNAL_NODES = 1 << 20  # what took fewer is proved again sooner than read


@dataclass(frozen=True)
class Proof:
    """What is proved of a score. Scores are for the side to move, in stones that the winner saves.

    A won position scores 1 + the stones of its own that the winner will not have used, a lost one the same
    below 0, a drawn one 0. A weak proof knows only the sign and says 1, 0 or -1.
    """

    lower: int
    upper: int

    @property
    def score(self) -> int | None:
        """The exact score, or None if it is not proved."""
        return self.lower if self.lower == self.upper else None

    def negated(self) -> Proof:
        """The same for the other side."""
        return Proof(-self.upper, -self.lower)

    def sign(self) -> Proof:
        """What is known of won, drawn or lost."""
        return Proof(max(-1, min(1, self.lower)), max(-1, min(1, self.upper)))


@dataclass(frozen=True)
class ScoredMove:
    """A move and what is proved of it, for the side that plays it."""

    cell: int
    proof: Proof

    @property
    def score(self) -> int | None:
        """The exact score, or None if it is not proved."""
        return self.proof.score


@dataclass(frozen=True)
class Solution:
    """What a solver found of a position and what it did for it."""

    proof: Proof
    is_weak: bool
    stones: int | None  # still to be placed until the end under best play; None if not proved
    moves: tuple[ScoredMove, ...]  # the best first; none if they were not asked for
    nodes: int
    seconds: float

    @property
    def score(self) -> int | None:
        """The exact score (its sign when weak), or None if a limit came before."""
        return self.proof.score

    @property
    def lower(self) -> int:
        """The score is proved to be at least this."""
        return self.proof.lower

    @property
    def upper(self) -> int:
        """The score is proved to be at most this."""
        return self.proof.upper

    @property
    def is_complete(self) -> bool:
        """Whether the position and all the moves asked for are solved."""
        return self.score is not None and all(move.score is not None for move in self.moves)


@dataclass
class _Spent:
    """How much of its limits a question has used up."""

    seconds: float | None
    nodes: int | None
    start: float
    done: int = 0
    is_stopped: bool = False

    def limits(self) -> dict[str, Any]:
        if self.is_stopped:
            return {"seconds": LEAST_SECONDS, "nodes": LEAST_NODES}
        seconds = None if self.seconds is None else self.seconds - (perf_counter() - self.start)
        nodes = None if self.nodes is None else self.nodes - self.done
        return {
            "seconds": None if seconds is None else max(LEAST_SECONDS, seconds),
            "nodes": None if nodes is None else max(LEAST_NODES, nodes),
        }


class Solver:
    """Perfect play for one gravity game of one stone a turn.

    >>> from inarow import Position
    >>> solution = Solver(Position.parse("drop-5x4x4").rules).solve(Position.parse("drop-5x4x4"))
    >>> solution.score, solution.stones
    (0, 20)

    memory is in MiB, from 1 up, and bounds the table of proved positions, which is kept from one question to
    the next. A book answers openings at once: by default the one that comes with the package, if any; None
    does without. A journal is a file that keeps what took long to prove, and that a later solver of the same game
    goes on from: a position that takes days can be solved bit by bit.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        memory: int = 64,
        threads: int = 1,
        book: Book | str | None = "shipped",
        journal: Path | str | None = None,
        journal_nodes: int = JOURNAL_NODES,
    ) -> None:
        if memory < 1:
            raise ValueError(f"memory is {memory} MiB; it must be 1 or more")
        self._core = DropSolver(rules, memory=memory << 20, threads=threads)
        self._spent = _Spent(None, None, 0.0)  # by the question that is being answered
        self._book = shipped_book(rules) if isinstance(book, str) else book
        if self._book is not None and self._book.rules != rules:
            raise BookError(f"the book is for {self._book.rules.spec}, the solver for {rules.spec}")
        if journal_nodes < 1:
            raise ValueError(f"journal_nodes is {journal_nodes}; it must be 1 or more")
        self._journal_nodes = journal_nodes
        self._journal = None if journal is None else self._taken_up(Path(journal))

    @property
    def rules(self) -> Rules:
        """The game that it solves."""
        return self._core.rules

    @property
    def proofs_taken_up(self) -> int:
        """How many proofs of before it found in its journal."""
        return 0 if self._journal is None else len(self._journal)

    def _taken_up(self, path: Path) -> Journal:
        journal = Journal(path, {"format": "inarow solver journal", "rules": self.rules.spec})
        journal.take_up(
            lambda key, lower, upper: self._core.learn(bytes.fromhex(key), int(lower), int(upper))
        )
        return journal

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        moves: bool = True,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Callable[[SolveResult], object] | None = None,
    ) -> Solution:
        """Solve a position and, unless `moves` is False, each of its moves.

        weak asks only who wins, which is faster. After `seconds` or `nodes`, or `stop` from another thread,
        the solution holds the bounds proved so far. progress is called now and then with the bounds of the
        position.
        """
        self._spent = spent = _Spent(seconds, nodes, perf_counter())
        proof = self._proof(position, weak, spent, progress)
        scored = self._scored_moves(position, weak, spent) if moves and not position.is_over else ()
        stones = None
        if proof.score is not None and (not weak or proof.score == 0):
            stones = final_stones(position.rules, position.stones, proof.score) - position.stones
        return Solution(proof, weak, stones, scored, spent.done, perf_counter() - spent.start)

    def key(self, position: Position) -> bytes:
        """A name that the position shares with its mirror image and with no other."""
        return self._core.key(position)

    def has_in_book(self, position: Position) -> bool:
        """Whether the book answers for the position."""
        return self._in_book(position) is not None

    def has_moves_in_book(self, position: Position) -> bool:
        """Whether the book answers for every move of the position."""
        return self._book is not None and position.stones < self._book.stones

    def stop(self) -> None:
        """End the solving that goes on in another thread, of the position and of the moves to come."""
        self._spent.is_stopped = True
        self._core.stop()

    def forget(self) -> None:
        """Forget all that was proved; the book stays, and the journal, of which nothing is used any more."""
        self._core.forget()

    def _scored_moves(self, position: Position, weak: bool, spent: _Spent) -> tuple[ScoredMove, ...]:
        scored = [
            ScoredMove(cell, self._proof(position.play(cell), weak, spent, None).negated())
            for cell in position.moves
        ]
        return tuple(sorted(scored, key=lambda move: (-move.proof.lower, -move.proof.upper)))

    def _proof(
        self,
        position: Position,
        weak: bool,
        spent: _Spent,
        progress: Callable[[SolveResult], object] | None,
    ) -> Proof:
        known = self._in_book(position)
        if known is None:
            lower = self._least_by_book(position)
            result = self._core.solve(
                position,
                weak=weak,
                progress=progress,
                lower=lower,
                guess=lower,
                finding=None if self._journal is None else self._keep,
                finding_nodes=self._journal_nodes,
                **spent.limits(),
            )
            spent.done += result.nodes
            known = Proof(result.lower, result.upper)
        return known.sign() if weak else known

    def _keep(self, key: bytes, lower: int, upper: int) -> None:
        assert self._journal is not None
        self._journal.add(key.hex(), lower, upper)

    def _in_book(self, position: Position) -> Proof | None:
        if self._book is None or position.stones > self._book.stones or position.is_over:
            return None
        score = self._book.score(self._core.key(position))
        return None if score is None else Proof(score, score)

    def _least_by_book(self, position: Position) -> int | None:
        """The least score of a position one stone beyond the book: no move is better than the best."""
        if self._book is None or position.stones != self._book.stones + 1 or position.is_over:
            return None
        before = [self._book.score(key) for key in self._core.parents(position)]
        return max((-score for score in before if score is not None), default=None)
