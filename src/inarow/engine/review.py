"""Review: what every turn of a game did to its value, where it went wrong, and what was better.

A game is judged from its last position to its first: what was found about the end helps to judge what led
there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from inarow._core import Champion, Rules, SearchError, Side
from inarow.engine.analyst import Analyst, Judgement, line_of
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.score import seems
from inarow.engine.value import Result, Source, Value
from inarow.game.position import Position
from inarow.game.record import Record
from inarow.game.turns import turns

MARGIN = 300  # points of the champion's guess: a smaller drop is not held against a turn
MARGIN_OF_RUNGS = 2000  # the same in games that the champion leaves to the ladder, whose guesses swing more
TOLERANCE = 100  # points of a guess that even a perfect turn may lose


class MistakeKind(StrEnum):
    """How a turn changed the value of the game. The first three are proven on both sides of the turn."""

    WIN_TO_DRAW = "win to draw"
    WIN_TO_LOSS = "win to loss"
    DRAW_TO_LOSS = "draw to loss"
    MISSED_WIN = "missed win"  # a win was proven, and after the turn none is
    ALLOWED_WIN = "allowed win"  # the turn lets the other side win by force, the better one is not known to
    DROP = "drop"  # the guess fell by more than the margin


_CHANGES = {
    (Result.WIN, Result.DRAW): MistakeKind.WIN_TO_DRAW,
    (Result.WIN, Result.LOSS): MistakeKind.WIN_TO_LOSS,
    (Result.DRAW, Result.LOSS): MistakeKind.DRAW_TO_LOSS,
}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn that changed the value of the game: how, the better turn's line, and what punishes it."""

    kind: MistakeKind
    better: tuple[int, ...]  # the better turn and the best play after it, stone by stone
    refutation: tuple[int, ...]  # the best play after the mistake; to the end of the game if it is proven


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """One turn of a game. Values are for the side that played it."""

    number: int  # from 1
    stones: int  # on the board before it
    side: Side
    turn: tuple[int, ...]
    before: Value  # of the best turn
    after: Value  # of the turn that was played
    best: tuple[int, ...]  # the best turn: the one that was played if it is as good as any
    line: tuple[int, ...]  # the best play from here, the best turn included
    source: Source  # of the value before
    source_after: Source
    is_good: bool  # it keeps the value of the game
    is_perfect: bool  # it also keeps the quickest win or the slowest loss
    good_turns: int | None  # how many turns keep the value; None where they are not all known
    legal_turns: int | None
    nodes: int
    seconds: float
    mistake: Mistake | None = None

    @property
    def is_proven(self) -> bool:
        """Whether nothing about it is a guess."""
        return self.before.is_proven and self.after.is_proven


@dataclass(frozen=True, slots=True)
class Rates:
    """How many of so many turns were good and perfect, and how many were judged without a guess."""

    turns: int = 0
    good: int = 0
    perfect: int = 0
    proven: int = 0

    @classmethod
    def of(cls, reviewed: list[ReviewedTurn]) -> Rates:
        """The rates of these turns."""
        return cls(
            len(reviewed),
            sum(turn.is_good for turn in reviewed),
            sum(turn.is_perfect for turn in reviewed),
            sum(turn.is_proven for turn in reviewed),
        )

    @property
    def good_rate(self) -> float | None:
        """The share of turns that kept the value of the game; None without turns."""
        return self.good / self.turns if self.turns else None

    @property
    def perfect_rate(self) -> float | None:
        """The share of turns that also kept the quickest win or the slowest loss; None without turns."""
        return self.perfect / self.turns if self.turns else None


@dataclass(frozen=True, slots=True)
class Review:
    """A game and its reviewed turns in the order of play; those from the beginning may be missing."""

    record: Record
    turns: tuple[ReviewedTurn, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every turn was reviewed."""
        return len(self.turns) == len(turns(self.record.rules, self.record.moves))

    @property
    def mistakes(self) -> tuple[ReviewedTurn, ...]:
        """The turns that changed the value of the game."""
        return tuple(turn for turn in self.turns if turn.mistake)

    @property
    def sources(self) -> dict[Source, int]:
        """How many turns were judged by what."""
        return dict(Counter(turn.source for turn in self.turns))

    def rates(self, side: Side) -> Rates:
        """The rates of good and perfect turns of the side."""
        return Rates.of([turn for turn in self.turns if turn.side == side])


def review(
    record: Record,
    limits: Limits = NO_LIMITS,
    *,
    analyst: Analyst | None = None,
    margin: int = MARGIN,
    progress: Callable[[ReviewedTurn], object] | None = None,
) -> Review:
    """Review the whole game; `progress` is told of every turn, the last turn of the game first.

    After `analyst.stop()` from another thread the review has the turns that were done.
    """
    done = []
    for turn in reviewed_turns(record, limits, analyst=analyst, margin=margin):
        done.append(turn)
        if progress is not None:
            progress(turn)
    return Review(record, tuple(reversed(done)))


def reviewed_turns(
    record: Record,
    limits: Limits = NO_LIMITS,
    *,
    analyst: Analyst | None = None,
    margin: int | None = None,
) -> Iterator[ReviewedTurn]:
    """Every turn of the game with what it did, one by one, the last turn of the game first.

    The limits are those of one position; a second if they set no end. A guess may fall by the margin, in points,
    before that is a mistake; MARGIN or MARGIN_OF_RUNGS unless told.

    >>> record = Record.of(Position.parse("tic-tac-toe/b2b1"))
    >>> turn = next(reviewed_turns(record, Limits(nodes=100_000)))
    >>> turn.number, turn.is_good, str(turn.source)
    (2, False, 'full search')
    """
    yield from _Reviewer(analyst or Analyst(record.rules), limits, _margin(record.rules, margin)).turns(
        record
    )


def judged_turn(
    position: Position,
    turn: tuple[int, ...],
    limits: Limits = NO_LIMITS,
    *,
    analyst: Analyst | None = None,
    margin: int | None = None,
) -> ReviewedTurn:
    """What one turn from a position is worth beside the best, whatever game it belongs to."""
    reviewer = _Reviewer(analyst or Analyst(position.rules), limits, _margin(position.rules, margin))
    after = _played(position, turn)
    played = len(turns(position.rules, after.history))
    return reviewer.reviewed(played, position, turn, after, reviewer.judge(after))[0]


@dataclass(frozen=True, slots=True)
class _Reviewer:
    analyst: Analyst
    limits: Limits
    margin: int

    def judge(self, position: Position) -> Judgement:
        return self.analyst.judge(position, self.limits)

    def turns(self, record: Record) -> Iterator[ReviewedTurn]:
        positions = list(record.positions())
        played = turns(record.rules, record.moves)
        end = len(record.moves)
        judged = self.judge(positions[end])
        for number in range(len(played), 0, -1):
            start = end - len(played[number - 1])
            done, judged = self.reviewed(number, positions[start], played[number - 1], positions[end], judged)
            if self.analyst.is_stopped:
                return  # what a search found that was cut short is not worth much
            yield done
            end = start

    def reviewed(
        self, number: int, before: Position, turn: tuple[int, ...], after: Position, judged: Judgement
    ) -> tuple[ReviewedTurn, Judgement]:
        """The turn that led from one position to the other, and the judgement of the one before."""
        side = before.to_move
        value = judged.value if after.to_move == side else judged.value.for_other()
        best = self.judge(before)
        value = _known(best, turn, value)
        if best.value > value and set(best.turn) == set(turn):
            best = self.second_look(before, turn, value) or best
        if best.value <= value or (set(best.turn) == set(turn) and not best.is_whole):
            best = _with_played(best, turn, value, judged)
        kind = mistake_kind(best.value, value, self.margin)
        done = ReviewedTurn(
            number,
            before.stones,
            side,
            turn,
            best.value,
            value,
            best.turn,
            best.line,
            best.source,
            judged.source,
            kind is None,
            kind is None and _is_perfect(best.value, value),
            _good_turns(best),
            len(best.lines) if best.is_whole else None,
            best.nodes,
            best.seconds,
        )
        if kind is not None:
            done = replace(done, mistake=self.mistake(kind, before, best, after, judged))
        return done, best

    def second_look(self, before: Position, turn: tuple[int, ...], value: Value) -> Judgement | None:
        """The best of the other turns, if the turn that a search liked most turned out to be worse."""
        try:
            found = self.analyst.search(before, self.limits, (turn,))
        except SearchError:
            return None  # there is no other
        line = line_of(found, Source.SEARCH)
        if line.value <= value:
            return None
        return Judgement(line.value, Source.SEARCH, (line,), False, found.nodes, found.seconds)

    def mistake(
        self, kind: MistakeKind, before: Position, best: Judgement, after: Position, judged: Judgement
    ) -> Mistake:
        better = self.analyst.forced_line(before, best, self.limits)
        refutation = self.analyst.forced_line(after, judged, self.limits)
        return Mistake(kind, better, refutation)


def mistake_kind(before: Value, after: Value, margin: int = MARGIN) -> MistakeKind | None:
    """How a turn changed the value of the game, if it did; both values for the side that played it."""
    if before.result is not None and after.result is not None:
        return _CHANGES.get((before.result, after.result))
    if before.result == Result.WIN:
        return None if seems(after.score) > 0 else MistakeKind.MISSED_WIN
    if after.result == Result.LOSS:
        return None if seems(before.score) < 0 else MistakeKind.ALLOWED_WIN
    return MistakeKind.DROP if before.score - after.score > margin else None


def _margin(rules: Rules, given: int | None) -> int:
    if given is not None:
        return given
    return MARGIN if Champion.plays(rules) else MARGIN_OF_RUNGS


def _known(best: Judgement, turn: tuple[int, ...], value: Value) -> Value:
    """The value of the turn, where the judgement of the position before it knows more."""
    if best.is_whole:
        return next((line.value for line in best.lines if line.turn == turn), value)
    if best.value.result == Result.LOSS and not value.is_proven:
        return best.value  # every turn loses
    return value


def _is_perfect(before: Value, after: Value) -> bool:
    """Whether the turn lost no stone of the way to the end, and where that is a guess, next to nothing."""
    if before.is_proven and after.is_proven:
        return after.score >= before.score
    return before.score - after.score <= TOLERANCE


def _played(position: Position, turn: tuple[int, ...]) -> Position:
    for cell in turn:
        position = position.play(cell)
    return position


def _with_played(best: Judgement, turn: tuple[int, ...], value: Value, judged: Judgement) -> Judgement:
    """The judgement with the turn that was played as the best, since nothing better is known."""
    source = best.source if judged.source == Source.RULES else judged.source
    if best.is_whole:
        lines = tuple(sorted(best.lines, key=lambda line: set(line.turn) != set(turn)))
        played = replace(lines[0], stones=turn + judged.line)
        return replace(best, lines=(played, *lines[1:]))
    old = best.lines[0]
    played = replace(old, turn=turn, value=value, stones=turn + judged.line, source=source)
    return replace(best, value=value, source=source, lines=(played,))


def _good_turns(best: Judgement) -> int | None:
    if not best.is_whole:
        return None
    return sum(line.value.result == best.value.result for line in best.lines)
