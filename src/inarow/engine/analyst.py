"""Analyst: the value of any position of a game, by the best means there are, and the play that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

from inarow._core import Rules, SearchResult, SolveError
from inarow.engine.budget import Budget
from inarow.engine.champion import MOST_SOLVER_CELLS, ChampionPlayer
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import USUAL_LIMITS, Progress, SearchPlayer, SearchSettings
from inarow.engine.solver import Solver
from inarow.engine.value import Source, Value
from inarow.game.position import Position

PROOF_SHARE = 0.5  # of the limits, before a search gets the rest
FULL_SEARCH_CELLS = 16  # so few empty cells are searched to the end
FULL_SEARCH_MEMORY = 16  # MiB
FEW_CELLS = 40  # empty on a board of any size are within the solver's reach
LONGEST_LINE = 120  # stones
SOLVER_SECONDS, SOLVER_NODES = 10.0, 50_000_000  # where nobody set an end


@dataclass(frozen=True, slots=True)
class Line:
    """A turn, what it is worth to the side that plays it, and the best play of both sides, turn included."""

    turn: tuple[int, ...]
    value: Value
    stones: tuple[int, ...]
    source: Source
    depth: int = 0  # turns; 0 where it has no meaning


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a position is worth to the side to move, and why.

    The best line comes first. `is_whole` says that every legal turn is among the lines, each with its proven
    value. The lines are empty where the game is over.
    """

    value: Value
    source: Source
    lines: tuple[Line, ...]
    is_whole: bool
    nodes: int
    seconds: float

    @property
    def turn(self) -> tuple[int, ...]:
        """The best turn."""
        return self.lines[0].turn if self.lines else ()

    @property
    def line(self) -> tuple[int, ...]:
        """The best play of both sides, as far as it is known."""
        return self.lines[0].stones if self.lines else ()

    @property
    def depth(self) -> int:
        """Turns that the best line was searched deep; 0 where that has no meaning."""
        return self.lines[0].depth if self.lines else 0


class Analyst:
    """Judges the positions of one game: by the solver where it can, by a search to the end on boards that are
    nearly full, else by a search that guesses.

    What was found is kept from one question to the next. One thread asks; any may `stop`.

    >>> position = Position.parse("drop-5x4x4/332")
    >>> judgement = Analyst(position.rules).judge(position, Limits(nodes=1_000_000))
    >>> judgement.value.in_words(position.stones), str(judgement.source)
    ('wins in 17 stones', 'solver')
    """

    def __init__(
        self,
        rules: Rules,
        *,
        thinker: SearchPlayer | None = None,
        memory: int = 64,
        threads: int = 1,
    ) -> None:
        self.rules = rules
        self.thinker = thinker or ChampionPlayer()
        self._resources = Limits(memory=memory, threads=threads)
        self._full = SearchPlayer(
            "full search", SearchSettings("pvs", limits=Limits(memory=FULL_SEARCH_MEMORY))
        )
        self._stopped = Event()
        self._unsolved: tuple[int, Limits] | None = None  # the last board that was too hard, and its limits
        try:
            self.solver: Solver | None = Solver(rules, memory=memory, threads=threads)
        except SolveError:
            self.solver = None

    def stop(self) -> None:
        """End what is going on, from any thread; it answers with what it has. `resume` lets it work again."""
        self._stopped.set()
        if self.solver is not None:
            self.solver.stop()
        self._stop_searches()

    def resume(self) -> None:
        """Be ready for new questions after `stop`."""
        self._stopped.clear()

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped.is_set()

    def judge(
        self, position: Position, limits: Limits = NO_LIMITS, *, progress: Progress | None = None
    ) -> Judgement:
        """What the position is worth, within the limits (a second if they set no end)."""
        if position.is_over:
            return Judgement(Value.final(position), Source.RULES, (), True, 0, 0.0)
        budget = Budget(limits.otherwise(USUAL_LIMITS) if limits.is_open else limits)
        return self.solved(position, budget) or self._searched(position, budget, progress)

    def solved(self, position: Position, budget: Budget) -> Judgement | None:
        """What the solver or a search to the end proves with a share of the budget; None if not enough.

        A board that is no fuller than one that was too hard before, with as much as there is now, is tried
        only if a book has it.
        """
        if self.solver is None:
            return self._searched_to_end(position, budget)
        limits = self._proof_limits(budget)
        if not self.can_solve(position) or self._is_hopeless(position, limits):
            return None
        inner = Budget(limits)
        score = self._solved_score(position, inner)
        moves = (
            [self.solved_line(position, cell, inner, 1.0) for cell in position.moves]
            if score is not None
            else []
        )
        budget.nodes += inner.nodes
        lines = sorted(
            (line for line in moves if line is not None), key=lambda line: line.value, reverse=True
        )
        is_whole = len(lines) == len(moves)
        if score is None or not lines or lines[0].value != Value.solved(position, score):
            if not self.is_stopped:
                self._unsolved = position.stones, limits
            return None
        best = lines if is_whole else [line for line in lines if line.value == lines[0].value]
        return Judgement(lines[0].value, Source.SOLVER, tuple(best), is_whole, budget.nodes, budget.seconds)

    def can_solve(self, position: Position) -> bool:
        """Whether the solver is worth asking. On boards of many words it is too slow to look for long."""
        if self.solver is None or self.is_stopped:
            return False
        bits = self.rules.columns * (self.rules.rows + 1)
        empty = self.rules.cells - position.stones
        return bits <= MOST_SOLVER_CELLS or empty <= FEW_CELLS

    def solved_line(
        self, position: Position, cell: int, budget: Budget, share: float = PROOF_SHARE
    ) -> Line | None:
        """The move with its exact value by the solver; None if the share of the budget does not suffice."""
        after = position.play(cell)
        if after.is_over:
            return Line((cell,), Value.final(after).for_other(), (cell,), Source.SOLVER)
        score = self._solved_score(after, budget, share)
        if score is None:
            return None
        return Line((cell,), Value.solved(after, score).for_other(), (cell,), Source.SOLVER)

    def _solved_score(self, position: Position, budget: Budget, share: float = 1.0) -> int | None:
        if not self.can_solve(position) or (budget.is_spent and not self._is_in_book(position)):
            return None
        assert self.solver is not None
        limits = self._proof_limits(budget, share)
        solution = self.solver.solve(position, moves=False, seconds=limits.seconds, nodes=limits.nodes)
        budget.nodes += solution.nodes
        return solution.score

    def _is_in_book(self, position: Position) -> bool:
        return self.solver is not None and self.solver.has_in_book(position)

    def full_search(
        self, position: Position, limits: Limits, excluded: tuple[tuple[int, ...], ...] = ()
    ) -> SearchResult | None:
        """A search of every line of play to its end; None where the board is too empty for it.

        Only if its result is proven did it get there.
        """
        if self.rules.cells - position.stones > FULL_SEARCH_CELLS or self.is_stopped:
            return None
        return self._full.think(position, limits, excluded=excluded, progress=self._watch(None))

    def search(
        self,
        position: Position,
        limits: Limits,
        excluded: tuple[tuple[int, ...], ...] = (),
        progress: Progress | None = None,
    ) -> SearchResult:
        """What the thinker finds in the limits, the turns in `excluded` left out."""
        allowed = Limits(nodes=1) if self.is_stopped else limits
        return self.thinker.think(
            position, allowed.otherwise(self._resources), excluded=excluded, progress=self._watch(progress)
        )

    def forced_line(self, position: Position, judgement: Judgement, limits: Limits) -> tuple[int, ...]:
        """The judgement's best line, played on to the end of the game if its result is proven."""
        line = self._played_on(position, judgement, limits) if judgement.value.is_proven else judgement.line
        return line[:LONGEST_LINE]

    def _played_on(self, position: Position, judgement: Judgement, limits: Limits) -> tuple[int, ...]:
        line: tuple[int, ...] = ()
        while not position.is_over and judgement.lines and len(line) < LONGEST_LINE:
            for cell in judgement.line:
                position = position.play(cell)
            line += judgement.line
            if position.is_over or self.is_stopped:
                break
            judgement = self.judge(position, limits)
            if not judgement.value.is_proven:
                return line + judgement.line  # as far as it can be seen
        return line

    def _is_hopeless(self, position: Position, limits: Limits) -> bool:
        if self._unsolved is None or self._is_in_book(position):
            return False
        stones, tried = self._unsolved
        return position.stones <= stones and limits.within(tried) == limits

    def _proof_limits(self, budget: Budget, share: float = PROOF_SHARE) -> Limits:
        limits = budget.left(share)
        return limits.otherwise(Limits(seconds=SOLVER_SECONDS, nodes=SOLVER_NODES))

    def _searched_to_end(self, position: Position, budget: Budget) -> Judgement | None:
        found = self.full_search(position, budget.left(PROOF_SHARE, depth=FULL_SEARCH_CELLS))
        if found is None:
            return None
        budget.nodes += found.nodes
        if not found.is_proven:
            return None
        line = line_of(found, Source.FULL_SEARCH)
        return Judgement(line.value, line.source, (line,), False, budget.nodes, budget.seconds)

    def _watch(self, progress: Progress | None) -> Progress:
        """Tells of every depth, and ends a search that began just after `stop`."""

        def watch(result: SearchResult) -> None:
            if self.is_stopped:
                self._stop_searches()
            elif progress is not None:
                progress(result)

        return watch

    def _stop_searches(self) -> None:
        self._full.stop()
        self.thinker.stop()

    def _searched(self, position: Position, budget: Budget, progress: Progress | None) -> Judgement:
        found = self.search(position, budget.left(), progress=progress)
        line = line_of(found, Source.SEARCH)
        nodes = budget.nodes + found.nodes
        return Judgement(line.value, line.source, (line,), False, nodes, budget.seconds)


def line_of(found: SearchResult, source: Source) -> Line:
    """The best line of a search."""
    value = Value(found.score, found.is_proven)
    return Line(tuple(found.turn), value, tuple(found.line) or tuple(found.turn), source, found.depth)
