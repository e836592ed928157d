"""Analysis: the best turns of a position with their values, better and better as the work goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inarow._core import SearchError
from inarow.engine.analyst import FULL_SEARCH_CELLS, Analyst, Line, line_of
from inarow.engine.budget import Budget
from inarow.engine.limits import MOST_DEPTH, NO_LIMITS, Limits
from inarow.engine.player import USUAL_LIMITS, Progress
from inarow.engine.value import Source
from inarow.game.position import Position

FIRST_LOOK_SHARE = 0.1  # of the limits, for a search before the solver is asked
FIRST_LOOK = Limits(seconds=0.25, nodes=200_000)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position so far: its best lines, the best first, and the work that was done."""

    position: Position
    lines: tuple[Line, ...]
    nodes: int
    seconds: float
    is_final: bool = False  # whether more work would change nothing

    @property
    def depth(self) -> int:
        """Turns that every line with a guess was searched deep; 0 if all are proven."""
        return min((line.depth for line in self.lines if not line.value.is_proven), default=0)

    @property
    def is_solved(self) -> bool:
        """Whether the value of the position is proven."""
        return bool(self.lines) and self.lines[0].value.is_proven


def analyse(
    position: Position,
    limits: Limits = NO_LIMITS,
    *,
    lines: int = 3,
    analyst: Analyst | None = None,
    progress: Progress | None = None,
) -> Iterator[Analysis]:
    """The best turns of the position, again and again, each time known better.

    It ends when the limits are used up (one second if there are none), when nothing is left to find out, or
    after `analyst.stop()` from another thread. Where stones fall the solver makes values exact if it can.
    `progress` is told of every depth that a search has finished on the way.

    >>> last = list(analyse(Position.parse("tic-tac-toe/b2b1"), Limits(nodes=100_000), lines=2))[-1]
    >>> [(line.value.in_words(2), str(line.source)) for line in last.lines], last.is_final
    ([('wins in 5 stones', 'full search'), ('wins in 5 stones', 'full search')], True)
    """
    if position.is_over:
        raise ValueError(f"the game is over: {position.status}")
    if lines < 1:
        raise ValueError(f"lines is {lines}; it must be 1 or more")
    allowed = limits.otherwise(USUAL_LIMITS) if limits.is_open else limits
    work = _Work(position, analyst or Analyst(position.rules), Budget(allowed), lines, progress)
    yield from work.results()


class _Work:
    """One analysis: the lines found so far, and the ways to better them."""

    def __init__(
        self, position: Position, analyst: Analyst, budget: Budget, most: int, progress: Progress | None
    ) -> None:
        self.position = position
        self.analyst = analyst
        self.budget = budget
        self.most = most
        self.progress = progress
        self.found: dict[tuple[int, ...], Line] = {}
        self.has_all = False

    def results(self) -> Iterator[Analysis]:
        """Quick searches first, then proofs, then deeper searches."""
        if self.analyst.can_solve(self.position):
            look = Budget(self.budget.left(FIRST_LOOK_SHARE).within(FIRST_LOOK))
            yield from self.searched(look)
            yield from self.solved()
        else:
            yield from self.searched_to_end()
        if not self.has_all:
            yield from self.searched(self.budget)

    def state(self, is_final: bool = False) -> Analysis:
        lines = sorted(self.found.values(), key=lambda line: line.value, reverse=True)
        return Analysis(
            self.position, tuple(lines[: self.most]), self.budget.nodes, self.budget.seconds, is_final
        )

    def is_over(self, budget: Budget) -> bool:
        return budget.is_spent or self.analyst.is_stopped

    def searched(self, budget: Budget) -> Iterator[Analysis]:
        """One turn deeper at a time, the best turn first, then the best of the others, and so on."""
        left = self.position.rules.cells - self.position.stones
        deepest = min(budget.limits.depth or MOST_DEPTH, left, MOST_DEPTH)
        for depth in range(1, deepest + 1):
            turns: tuple[tuple[int, ...], ...] = ()
            while len(turns) < self.most and not self.is_over(budget):
                line = self.one_line(budget, depth, turns)
                if line is None:
                    break
                turns += (line.turn,)
                yield self.state()
            if self.is_over(budget):
                return
            self.keep_only(turns)
            if all(line.value.is_proven for line in self.found.values()):
                yield self.state(is_final=True)
                return

    def one_line(self, budget: Budget, depth: int, excluded: tuple[tuple[int, ...], ...]) -> Line | None:
        """The best line of that depth without the turns given; None if there is none or it was cut short."""
        limits = budget.left(depth=depth)
        try:
            result = self.analyst.search(self.position, limits, excluded, self.progress)
        except SearchError:
            return None  # there are no more turns
        self.budget.nodes += result.nodes
        if budget is not self.budget:
            budget.nodes += result.nodes
        is_cut = not result.is_complete and result.depth < depth and not result.is_proven
        if is_cut and self.found:
            return None
        line = line_of(result, Source.SEARCH)
        known = self.found.get(line.turn)
        if known is None or not known.value.is_proven:
            self.found[line.turn] = line
        return self.found[line.turn]

    def keep_only(self, turns: tuple[tuple[int, ...], ...]) -> None:
        """Forget the turns that a whole depth did not find among the best."""
        if len(turns) == self.most:
            self.found = {
                turn: line
                for turn, line in self.found.items()
                if turn in turns or line.source != Source.SEARCH
            }

    def solved(self) -> Iterator[Analysis]:
        """The exact value of every move, the most promising first, as far as the solver comes."""
        guessed = {line.turn[0]: line.value.score for line in self.found.values()}
        moves = sorted(self.position.moves, key=lambda cell: guessed.get(cell, -(10**9)), reverse=True)
        is_whole = True
        for number, cell in enumerate(moves, start=1):
            if self.is_over(self.budget):
                return
            line = self.analyst.solved_line(self.position, cell, self.budget)
            if line is None:
                is_whole = False
                continue
            old = self.found.get(line.turn)
            self.found[line.turn] = line if old is None else replace(line, stones=old.stones)
            self.has_all = is_whole and number == len(moves)
            yield self.state(is_final=self.has_all)

    def searched_to_end(self) -> Iterator[Analysis]:
        """The best turns, proven one after another, where the board is nearly full."""
        turns: tuple[tuple[int, ...], ...] = ()
        while len(turns) < self.most and not self.is_over(self.budget):
            limits = self.budget.left(0.5, depth=FULL_SEARCH_CELLS)
            try:
                result = self.analyst.full_search(self.position, limits, turns)
            except SearchError:
                break  # there are no more turns
            if result is None:
                return
            self.budget.nodes += result.nodes
            if not result.is_proven:
                return
            turns += (tuple(result.turn),)
            self.found[turns[-1]] = line_of(result, Source.FULL_SEARCH)
            yield self.state()
        else:
            if len(turns) < self.most:
                return
        self.has_all = True
        yield self.state(is_final=True)
