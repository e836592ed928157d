"""A compliance test: what is wrong with a player, and how its author can put it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from inarow._core import Random, Rules
from inarow.arena.game import Referee, check_legal
from inarow.arena.job import Bounds, Clock, Job
from inarow.arena.seat import Forfeit, GuardedSeat
from inarow.arena.summary import FAULTS
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending

SECONDS = 1.0
MARGIN = 0.25
GAME_SECONDS = 0.2  # a turn of the whole game

ADVICE = {
    Ending.CRASH: "read the message and the line; run choose(position, limits) on the position above by hand",
    Ending.TIME: "look at limits.seconds and stop in time; keep a margin of a few hundredths of a second",
    Ending.ILLEGAL_MOVE: "return one of position.moves: cell numbers, where stones fall of landing cells",
    Ending.FLOOD: "print less, or to a file of your own",
    Ending.MEMORY: "keep to limits.memory (MiB)",
    Ending.PROCESSES: "start fewer processes, and end them",
    Ending.OUT_OF_TURN: "answer each question once, and only when asked",
}


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: whether it went well, what happened, and what to do about it."""

    what: str
    is_good: bool
    detail: str = ""
    advice: str = ""


@dataclass(frozen=True)
class Trial:
    """A position that a player must find a move in."""

    what: str
    position: Position


def trials(rules: Rules) -> Iterator[Trial]:
    """Positions that have tripped players up: first move, second side, last cells."""
    empty = Position(rules)
    yield Trial("the first move on an empty board", empty)
    random = Random(1)
    yield from (Trial("a move as the second side", place) for place in _wandered(rules, 1e-9, random))
    yield from (Trial("a position in mid-game", place) for place in _wandered(rules, 0.3, random))
    yield from (Trial("a position with few cells left", place) for place in _wandered(rules, 0.9, random))


def _wandered(rules: Rules, filled: float, random: Random) -> Iterator[Position]:
    """A random position with about so much of the board filled, or the last before its game ended.

    It is the beginning of a turn: no player is asked for the second stone before the first.
    """
    position = between = Position(rules)
    while between.stones < filled * rules.cells:
        side = position.to_move
        position = position.play(random.move(position))
        if position.is_over:
            break
        if position.to_move != side:
            between = position
    if between.stones:
        yield between


def findings(name: str, rules: Rules, seconds: float = SECONDS) -> Iterator[Finding]:
    """What the player does in each trial, and in a whole game against itself."""
    for trial in trials(rules):
        yield _tried(trial.what, trial.position, partial(_move, trial.position, seconds), name)
    yield _whole_game(name, rules, seconds)


def _tried(what: str, position: Position, act: Callable[[GuardedSeat], str], name: str) -> Finding:
    seat = GuardedSeat(name, position.rules, Bounds())
    try:
        return Finding(what, True, act(seat))
    except Forfeit as forfeit:
        said = f"; it said last: {forfeit.last_words}" if forfeit.last_words else ""
        detail = f"{forfeit.ending}: {forfeit.reason}{said} (in {position.text})"
        return Finding(what, False, detail, ADVICE.get(forfeit.ending, ""))
    finally:
        seat.close()


def _move(position: Position, seconds: float, seat: GuardedSeat) -> str:
    answer = seat.ask(position, Limits(seconds=seconds), seconds + MARGIN)
    check_legal(position, answer.cell)
    return f"{position.rules.move_name(answer.cell)} after {answer.seconds:.3f} s"


def _whole_game(name: str, rules: Rules, seconds: float) -> Finding:
    # Quick turns keep the game short; whether the player keeps its time has been tried before.
    clock = Clock(seconds=min(seconds, GAME_SECONDS), margin=max(seconds, MARGIN))
    job = Job("check", "check", rules.spec, (name, name), clock=clock)
    seats = [GuardedSeat(name, rules, Bounds()) for _ in range(2)]
    try:
        record = Referee(job, rules, seats).play()
    finally:
        for seat in seats:
            seat.close()
    is_good = record.ending not in FAULTS
    detail = f"{len(record.moves)} stones, ended by {record.ending}" + (
        f": {record.note}" if record.note else ""
    )
    return Finding(
        "a whole game against itself", is_good, detail, "" if is_good else ADVICE.get(record.ending, "")
    )
