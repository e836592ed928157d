"""What a program of another world must do beside playing: be spoken to in its own protocol, and end when told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from inarow._core import Random, Rules
from inarow.adapters.process import (
    GRACE_SECONDS,
    LEAVE_SECONDS,
    START_SECONDS,
    Manners,
    NewProgramNeeded,
    PlayerFault,
    ProcessPlayer,
    Program,
)
from inarow.arena.finding import Finding, in_short
from inarow.engine.limits import Limits
from inarow.game.position import Position

LINE_ENDS = {"\n": "LF", "\r\n": "CR LF"}


@dataclass(frozen=True)
class Probe:
    """One thing to try with a program that has just been started: what it is, how, and what to do if it fails.

    A world's own programs may lack what is only `wished`.
    """

    what: str
    act: Callable[[Program], str]
    advice: str
    line_end: str | None = None
    is_wished: bool = False


class Compliance:
    """The probes of one program in one game."""

    def __init__(
        self,
        player: ProcessPlayer,
        manners: Manners,
        rules: Rules,
        seconds: float,
        patience: float = LEAVE_SECONDS,
    ) -> None:
        self._player = player
        self._manners = manners
        self._protocol = player.protocol
        self._rules = rules
        self._limits = Limits(seconds=seconds)
        self._seconds = seconds
        self._patience = patience  # until a program must have ended
        self._start_seconds = START_SECONDS
        self.has_started = False  # once its findings have been looked at

    def findings(self) -> Iterator[Finding]:
        """What each probe showed; only the first if the program does not even start."""
        for probe in self._probes():
            found = self._tried(probe)
            yield found
            if not self.has_started:
                return

    def _probes(self) -> Iterator[Probe]:
        manners = self._manners
        yield Probe("starts and is ready", self._starts, manners.start)
        yield Probe("a second game in the same process", self._plays_two_games, "forget the last game first")
        if manners.disturb is not None:
            yield Probe("lines that it cannot know", self._survives, manners.survive)
        other = "\n" if self._protocol.line_end == "\r\n" else "\r\n"
        advice = "cut white space off the end of every line before you look at it"
        name = f"lines that end with {LINE_ENDS[other]}"
        yield Probe(name, self._plays, advice, other, is_wished=not manners.any_line_end)
        if self._protocol.farewell is not None:
            advice = f"end at once when {self._protocol.farewell} comes"
            yield Probe(f"{self._protocol.farewell} ends it", self._leaves, advice)
        advice = (
            "end when reading gives nothing more, or you stay behind for ever when the other side has died"
        )
        yield Probe("the end of its input ends it", self._ends, advice, is_wished=not manners.ends_with_input)

    def _tried(self, probe: Probe) -> Finding:
        program: Program | None = None
        try:
            program = self._player.program(probe.line_end)
            return Finding(probe.what, True, probe.act(program))
        except (PlayerFault, ValueError) as error:
            said = in_short(error.last_words) if isinstance(error, PlayerFault) else ""
            detail = f"{error}" + (f"; it said last: {said}" if said else "")
            # Of a program that is not even there the error says all.
            advice = "" if program is None else probe.advice
            return Finding(probe.what, probe.is_wished, detail, advice, is_note=probe.is_wished)
        finally:
            if program is not None:
                program.close()

    def _starts(self, program: Program) -> str:
        start = monotonic()
        self._protocol.start(program, start + self._start_seconds)
        seconds = monotonic() - start
        if not self.has_started:  # the next time will not take so much longer
            self._start_seconds = max(GRACE_SECONDS, self._seconds, 10 * seconds)
            self.has_started = True
        return f"after {seconds:.3f} s"

    def _turn(self, program: Program, position: Position) -> str:
        deadline = monotonic() + self._seconds + GRACE_SECONDS
        turn = self._protocol.turn(program, position, self._limits, deadline)
        Position.after(position.rules, [*position.history, *turn])
        return " ".join(position.rules.move_name(cell) for cell in turn)

    def _plays(self, program: Program) -> str:
        self._starts(program)
        return self._turn(program, self._place(1))

    def _plays_two_games(self, program: Program) -> str:
        self._starts(program)
        first = self._turn(program, self._place(2))
        if program.is_at_end:
            return "every turn has a process of its own"
        try:
            return f"{first}, then {self._turn(program, self._place(3))}"
        except NewProgramNeeded:
            return "every game has a process of its own"

    def _survives(self, program: Program) -> str:
        self._starts(program)
        assert self._manners.disturb is not None
        self._manners.disturb(program, self._rules, monotonic() + self._seconds + GRACE_SECONDS)
        return f"and plays {self._turn(program, self._place(4))}"

    def _leaves(self, program: Program) -> str:
        self._starts(program)
        return self._left(program, self._protocol.farewell)

    def _ends(self, program: Program) -> str:
        self._starts(program)
        return self._left(program, None)

    def _left(self, program: Program, farewell: str | None) -> str:
        start = monotonic()
        if not program.leave(farewell, self._patience):
            raise ValueError(f"it was still there after {self._patience:g} s")
        return f"after {monotonic() - start:.3f} s"

    def _place(self, seed: int) -> Position:
        """A position between turns, a few stones into a game."""
        random, position = Random(seed), Position(self._rules)
        between = position
        while position.stones < 2 * self._rules.stones_per_turn + self._rules.stones_first_turn:
            side = position.to_move
            position = position.play(random.move(position))
            if position.is_over:
                break
            between = position if position.to_move != side else between
        return between
