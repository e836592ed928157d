"""Puzzles: positions of reviewed games in which few turns keep the win or the draw, and a mistake was made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from inarow._core import SearchError, Side
from inarow.engine.analyst import Analyst
from inarow.engine.budget import Budget
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import USUAL_LIMITS
from inarow.engine.review import Review, ReviewedTurn
from inarow.engine.value import Result, Source, Value
from inarow.game.position import Position
from inarow.game.record import RecordError

FORMAT, VERSION = "inarow puzzles", 1
MOST_SOLUTIONS = 3  # a position with more is no puzzle
FARTHEST_END = 21  # stones: what takes longer cannot be seen by people


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the side to move has to find one of the turns that reach the goal."""

    position: Position
    goal: Result  # WIN or DRAW: what best play reaches, and other turns give away
    stones: int | None  # to the end of the game, for a win
    solutions: tuple[tuple[int, ...], ...]  # each is a turn
    line: tuple[int, ...]  # the play of the first solution, as far as it is known
    source: Source  # who proved it
    is_complete: bool  # whether no other turn reaches the goal; else none was found that is proven to
    turn: int = 0  # of the game that it comes from
    players: tuple[str, str] = ("first", "second")

    @property
    def side(self) -> Side:
        """Who is to move."""
        return self.position.to_move


def puzzles_of(
    review: Review, limits: Limits = NO_LIMITS, *, analyst: Analyst | None = None
) -> Iterator[Puzzle]:
    """The puzzles that the mistakes of a game make: to find what was missed, and to punish what was played.

    Only proven values make puzzles. The limits are those of each search for other solutions.
    """
    analyst = analyst or Analyst(review.record.rules)
    positions = list(review.record.positions())
    seen: set[int] = set()
    for turn in review.mistakes:
        before = positions[turn.stones]
        after = positions[turn.stones + len(turn.turn)]
        for chance in _chances(turn, before, after):
            if chance.position.canonical_key in seen or analyst.is_stopped:
                continue
            seen.add(chance.position.canonical_key)
            puzzle = _puzzle(chance, turn.number, review, analyst, limits)
            if puzzle is not None:
                yield puzzle


@dataclass(frozen=True, slots=True)
class _Chance:
    """What a mistake missed, or what it allows the other side."""

    position: Position
    value: Value
    line: tuple[int, ...]


def _chances(turn: ReviewedTurn, before: Position, after: Position) -> Iterator[_Chance]:
    assert turn.mistake is not None
    if turn.before.result in (Result.WIN, Result.DRAW):
        yield _Chance(before, turn.before, turn.mistake.better)
    allowed = turn.after if after.to_move == turn.side else turn.after.for_other()
    if allowed.result == Result.WIN and not after.is_over:
        yield _Chance(after, allowed, turn.mistake.refutation)


def _puzzle(chance: _Chance, number: int, review: Review, analyst: Analyst, limits: Limits) -> Puzzle | None:
    """The puzzle of the position, or None if too many turns solve it or its end is too far away."""
    goal = chance.value.result
    stones = chance.value.stones_to_end(chance.position.stones)
    empty = chance.position.rules.cells - chance.position.stones
    if (empty if stones is None else stones) > FARTHEST_END:
        return None
    found = _solutions(chance.position, goal, chance.line, analyst, limits)
    if goal is None or found is None:
        return None
    solutions, source, is_complete = found
    return Puzzle(
        chance.position,
        goal,
        stones,
        solutions,
        chance.line,
        source,
        is_complete,
        number,
        review.record.players,
    )


def _solutions(
    position: Position, goal: Result | None, line: tuple[int, ...], analyst: Analyst, limits: Limits
) -> tuple[tuple[tuple[int, ...], ...], Source, bool] | None:
    """The turns that reach the goal, who says so, and whether these are all; None if there are too many.

    A win that is too far away for people to see is none of them, even if the solver knows it.
    """
    exact = analyst.solved(position, Budget(limits.otherwise(USUAL_LIMITS) if limits.is_open else limits))
    if exact is not None and exact.is_whole:
        reaching = [one for one in exact.lines if one.value.result == goal]
        ends = [one.value.stones_to_end(position.stones) or 0 for one in reaching]
        solving = tuple(one.turn for one, end in zip(reaching, ends, strict=True) if end <= FARTHEST_END)
        if len(solving) > MOST_SOLUTIONS or len(reaching) == len(exact.lines):
            return None
        return solving, exact.source, solving == tuple(one.turn for one in reaching)
    return _searched_solutions(position, goal, line, analyst, limits)


def _searched_solutions(
    position: Position, goal: Result | None, line: tuple[int, ...], analyst: Analyst, limits: Limits
) -> tuple[tuple[tuple[int, ...], ...], Source, bool] | None:
    """Look for one more solution at a time until no other turn is proven to be one."""
    turns: tuple[tuple[int, ...], ...] = (line[: position.stones_left],)
    while len(turns) <= MOST_SOLUTIONS:
        try:
            full = analyst.full_search(position, limits, turns)
            found = full if full is not None and full.is_proven else analyst.search(position, limits, turns)
        except SearchError:
            return None  # there is no turn that fails
        value = Value(found.score, found.is_proven)
        if value.result != goal:
            is_full = full is found
            return turns, Source.FULL_SEARCH if is_full else Source.SEARCH, value.is_proven
        turns += (tuple(found.turn),)
    return None


def puzzles_text(puzzles: Iterable[Puzzle]) -> str:
    """The puzzles as JSON Lines, with a first line that says so."""
    header = json.dumps({"format": FORMAT, "version": VERSION})
    return "\n".join([header, *map(puzzle_line, puzzles)]) + "\n"


def puzzle_line(puzzle: Puzzle) -> str:
    """One puzzle as a line of JSON."""
    return json.dumps(puzzle_fields(puzzle), ensure_ascii=False)


def puzzle_fields(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as plain data, moves by their names."""
    name = puzzle.position.rules.move_name
    return {
        "position": puzzle.position.text,
        "side": puzzle.side.name.lower(),
        "goal": puzzle.goal.name.lower(),
        "stones": puzzle.stones,
        "solutions": [[name(cell) for cell in turn] for turn in puzzle.solutions],
        "line": [name(cell) for cell in puzzle.line],
        "source": str(puzzle.source),
        "complete": puzzle.is_complete,
        "turn": puzzle.turn,
        "players": list(puzzle.players),
    }


def parse_puzzles(text: str) -> list[Puzzle]:
    """The puzzles of a JSON Lines text. RecordError says which line is wrong, and how."""
    first, *rest = text.split("\n")
    try:
        header = json.loads(first)
        if (header["format"], header["version"]) != (FORMAT, VERSION):
            raise ValueError(f"it says {first[:60]}")
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(
            f'line 1: expected {{"format": "{FORMAT}", "version": {VERSION}}}: {error}'
        ) from None
    puzzles = []
    for number, line in enumerate(rest, start=2):
        if line.strip():
            try:
                puzzles.append(parse_puzzle(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise RecordError(f"line {number}: {type(error).__name__}: {error}") from None
    return puzzles


def parse_puzzle(data: dict[str, Any]) -> Puzzle:
    """The puzzle that plain data stands for; every solution and the line are played to be sure."""
    position = Position.parse(data["position"])
    turns = tuple(_cells(position, turn) for turn in data["solutions"])
    first, second = data["players"]
    return Puzzle(
        position,
        Result[str(data["goal"]).upper()],
        data["stones"],
        turns,
        _cells(position, data["line"]),
        Source(data["source"]),
        bool(data["complete"]),
        int(data["turn"]),
        (str(first), str(second)),
    )


def _cells(position: Position, names: list[str]) -> tuple[int, ...]:
    cells = []
    for name in names:
        cells.append(position.move(name))
        position = position.play(cells[-1])
    return tuple(cells)
