"""A compliance test: what is wrong with a player, and how its author can put it right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inarow._core import Random, Rules
from inarow.adapters import players
from inarow.adapters.process import LEAVE_SECONDS
from inarow.arena.compliance import Compliance
from inarow.arena.finding import Finding, in_short
from inarow.arena.game import Referee, check_legal
from inarow.arena.job import Bounds, Clock, Job
from inarow.arena.seat import Forfeit, GuardedSeat
from inarow.arena.summary import FAULTS
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending

SECONDS = 1.0
MARGIN = 0.25
GAME_SECONDS = 0.2  # a turn of a whole game

ADVICE = {
    Ending.CRASH: "read the message and the line; run choose(position, limits) on the position above by hand",
    Ending.TIME: "look at limits.seconds and stop in time; keep a margin of a few hundredths of a second",
    Ending.ILLEGAL_MOVE: "return one of position.moves: cell numbers, where stones fall of landing cells",
    Ending.FLOOD: "print less, or to a file of your own",
    Ending.MEMORY: "keep to limits.memory (MiB)",
    Ending.PROCESSES: "start fewer processes, and end them",
    Ending.OUT_OF_TURN: "answer each question once, and only when asked",
}
# For programs, which know nothing of our classes.
PROGRAM_ADVICE = ADVICE | {
    Ending.CRASH: "read what it said last; start it by hand and type what it was told",
    Ending.TIME: "keep a margin of a few hundredths of a second, and flush the output after every line",
    Ending.ILLEGAL_MOVE: "compare the move with the rules: the row, the column, their order and where they begin",
}


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
    """What the player does in each trial and in whole games; a program also how well it speaks its protocol."""
    program = players.program(name)
    if program is not None and program.protocol.manners is not None:
        patience = max(LEAVE_SECONDS, seconds)
        compliance = Compliance(program, program.protocol.manners, rules, seconds, patience)
        yield from compliance.findings()
        if not compliance.has_started:
            return
    if program is not None:  # some know no time but whole seconds, some none at all
        test = Test(name, rules, seconds, seconds, PROGRAM_ADVICE)
    else:
        # Quick turns keep the game short; whether the player keeps its time has been tried before.
        test = Test(name, rules, seconds, min(seconds, GAME_SECONDS), ADVICE)
    yield from map(test.tried, trials(rules))
    yield test.played("a whole game against itself", (name, name))
    if program is not None:
        yield test.played("a whole game as the second side", ("random", name))


@dataclass(frozen=True)
class Test:
    """The player at the board, asked for moves and for whole games."""

    name: str
    rules: Rules
    seconds: float
    game_seconds: float  # a turn of a whole game
    advice: Mapping[Ending, str]

    def tried(self, trial: Trial) -> Finding:
        """How it does in one position."""
        seat = GuardedSeat(self.name, self.rules, Bounds())
        try:
            return Finding(trial.what, True, self._move(seat, trial.position))
        except Forfeit as forfeit:
            said = f"; it said last: {in_short(forfeit.last_words)}" if forfeit.last_words else ""
            detail = f"{forfeit.ending}: {forfeit.reason}{said} (in {trial.position.text})"
            return Finding(trial.what, False, detail, self.advice.get(forfeit.ending, ""))
        finally:
            seat.close()

    def _move(self, seat: GuardedSeat, position: Position) -> str:
        answer = seat.ask(position, Limits(seconds=self.seconds), self.seconds + MARGIN)
        check_legal(position, answer.cell)
        return f"{position.rules.move_name(answer.cell)} after {answer.seconds:.3f} s"

    def played(self, what: str, names: tuple[str, str]) -> Finding:
        """How it does in a whole game."""
        clock = Clock(seconds=self.game_seconds, margin=max(self.seconds, MARGIN))
        job = Job("check", "check", self.rules.spec, names, clock=clock)
        seats = [GuardedSeat(name, self.rules, Bounds()) for name in names]
        try:
            record = Referee(job, self.rules, seats).play()
        finally:
            for seat in seats:
                seat.close()
        is_good = record.ending not in FAULTS
        detail = f"{len(record.moves)} stones, ended by {record.ending}"
        if record.note:
            reason, said, words = record.note.partition("it said last: ")
            detail += f": {reason}{said}{in_short(words)}"
        return Finding(what, is_good, detail, "" if is_good else self.advice.get(record.ending, ""))
