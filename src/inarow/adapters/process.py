"""Another program as one of our players: its process, its lines, and what goes wrong with both."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import typing
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from inarow._core import IllegalMove, Rules
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import TurnPlan
from inarow.game.position import Position
from inarow.game.record import Ending, Thought

LONGEST_LINE = 1 << 16
MOST_UNREAD = 16 * LONGEST_LINE
MOST_READS = 64
LAST_LINES = 20
START_SECONDS = 60.0  # until it must have said its name; a referee that is stricter ends it first
EXIT_SECONDS = 5.0  # to wait for the exit code of a program that has closed its output
LEAVE_SECONDS = 1.0  # for a program to end by itself once it was told to, as Gomocup has it
GRACE_SECONDS = 5.0  # beyond its limit before the program is ended; a referee that is stricter ends it first


class PlayerFault(Exception):  # noqa: N818 - the player has lost, nothing is broken
    """A player has done what loses the game: which kind of thing, what, and its last words."""

    def __init__(self, ending: Ending, reason: str, last_words: str = "") -> None:
        super().__init__(reason)
        self.ending = ending
        self.last_words = last_words


class NewProgramNeeded(Exception):  # noqa: N818 - nothing went wrong
    """What was said to the program cannot be taken back: only another one can be told this position."""


@dataclass
class Stream:
    """One output of a program: what was read of it and is no whole line yet."""

    number: int
    unread: bytes = b""
    is_at_end: bool = False

    def line(self) -> str:
        """The next line without its end; what is left if it has none."""
        line, _, self.unread = self.unread.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")


class Program:
    """A running program that is spoken to in lines. Whatever it prints is also given to `listener`."""

    def __init__(
        self,
        command: list[str],
        folder: str | None = None,
        listener: Callable[[str], object] | None = None,
        line_end: str = "\n",
    ) -> None:
        self._listener = listener
        self._line_end = line_end
        self._last = deque[str](maxlen=LAST_LINES)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                process_group=0,
            )
        except OSError as error:
            raise PlayerFault(Ending.CRASH, f"could not be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input = self._process.stdin.fileno()
        os.set_blocking(self._input, False)
        self._answers = Stream(self._process.stdout.fileno())
        self._remarks = Stream(self._process.stderr.fileno())  # which are no part of the conversation
        self._selector = selectors.DefaultSelector()
        for stream in (self._answers, self._remarks):
            self._selector.register(stream.number, selectors.EVENT_READ, stream)

    @property
    def is_at_end(self) -> bool:
        """Whether it has closed its output, which it does when it ends, and all of it was heard."""
        return self._answers.is_at_end and not self._answers.unread

    def say(self, *lines: str, deadline: float | None = None) -> None:
        """Send the lines. Meanwhile what it prints is read, so that neither waits for the other."""
        rest = "".join(line + self._line_end for line in lines).encode()
        try:
            while rest:
                try:
                    rest = rest[os.write(self._input, rest) :]
                except BlockingIOError:
                    self._wait_to_write(deadline)
        except OSError:
            self._read_all()
            raise self.fault(Ending.CRASH, self._how_it_ended()) from None

    def hear(self, deadline: float | None) -> str:
        """The next line that it prints, without its end."""
        line = self.hear_or_end(deadline)
        if line is None:
            raise self.fault(Ending.CRASH, self._how_it_ended())
        return line

    def hear_or_end(self, deadline: float | None) -> str | None:
        """The next line that it prints, without its end; None if it has closed its output."""
        while b"\n" not in self._answers.unread and not self._answers.is_at_end:
            self._read(self._wait(deadline))
        return None if self.is_at_end else self._noted(self._answers)

    def overheard(self) -> list[str]:
        """The lines that it has printed without being asked."""
        self._read_all()
        lines = []
        while b"\n" in self._answers.unread:
            lines.append(self._noted(self._answers))
        return lines

    def fault(self, ending: Ending, reason: str) -> PlayerFault:
        """The fault with what the program said last, be it half a line."""
        with suppress(PlayerFault):
            self._read_all()
        for stream in (self._answers, self._remarks):
            if stream.unread:
                self._noted(stream)
        return PlayerFault(ending, reason, "\n".join(self._last))

    def leave(self, farewell: str | None, seconds: float) -> bool:
        """Say that it is over and close its input; whether it has ended within the seconds."""
        deadline = monotonic() + seconds
        with suppress(PlayerFault):
            if farewell is not None:
                self.say(farewell, deadline=deadline)
            assert self._process.stdin
            self._process.stdin.close()
            while not self._answers.is_at_end:
                self._answers.unread = b""
                self._read(self._wait(deadline))
        try:
            self._process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """End the program and what it started in its group."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _wait(self, deadline: float | None) -> float | None:
        """The seconds until the deadline, which must not be over."""
        wait = None if deadline is None else deadline - monotonic()
        if wait is not None and wait <= 0:
            raise self.fault(Ending.TIME, "did not answer in time")
        return wait

    def _wait_to_write(self, deadline: float | None) -> None:
        self._selector.register(self._input, selectors.EVENT_WRITE)
        try:
            self._read(self._wait(deadline))
        finally:
            self._selector.unregister(self._input)

    def _read_all(self) -> None:
        """What it has printed until now; not for ever, if it never stops."""
        for _ in range(MOST_READS):
            if not self._read(0):
                break

    def _read(self, seconds: float | None) -> bool:
        """Take in what there is, after waiting for it so long; whether there was anything."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if isinstance(key.data, Stream):
                self._take(key.data)
        return bool(ready)

    def _take(self, stream: Stream) -> None:
        found = os.read(stream.number, LONGEST_LINE)
        if not found:
            stream.is_at_end = True
            self._selector.unregister(stream.number)
        stream.unread += found
        while stream is self._remarks and b"\n" in stream.unread:
            self._noted(stream)
        if len(stream.unread) > MOST_UNREAD or (
            b"\n" not in stream.unread and len(stream.unread) > LONGEST_LINE
        ):
            raise self._flooded(stream)

    def _flooded(self, stream: Stream) -> PlayerFault:
        text = self._noted(stream)
        stream.unread = b""
        return PlayerFault(Ending.FLOOD, "printed more than can be read", text[:200])

    def _noted(self, stream: Stream) -> str:
        """The next line of the stream, kept for its last words and passed on."""
        text = stream.line()
        self._last.append(text[:200])
        if self._listener is not None:
            self._listener(text)
        return text

    def _how_it_ended(self) -> str:
        """Why nothing can be read or written any more. It may only have closed its output."""
        try:
            code = self._process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"


Disturb = Callable[[Program, Rules, float | None], None]


@dataclass(frozen=True)
class Manners:
    """What a world expects of its programs beside playing: what `inarow check` looks at.

    `disturb` says what no program can know and waits until the program answers again, PlayerFault if it does
    not; `start` and `survive` are the advice for programs that fail at the beginning and there.
    """

    game: str  # that they play unless told
    start: str
    disturb: Disturb | None = None
    survive: str = ""
    any_line_end: bool = True
    ends_with_input: bool = True


class Protocol(typing.Protocol):
    """How a world's programs are spoken to. One that has `thought` says what its program thought last."""

    @property
    def farewell(self) -> str | None:
        """The line that tells a program to leave; None if the end of its input does."""

    @property
    def line_end(self) -> str:
        """How this world ends a line."""

    @property
    def manners(self) -> Manners | None:
        """What else it expects, if programs themselves speak it."""

    def start(self, program: Program, deadline: float | None) -> None:
        """What is said once, before the first move."""

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones that the program places in this position."""


class ProcessPlayer:
    """A player that is a program of its own. `prepare` or its first move starts it, `close` ends it."""

    def __init__(
        self,
        name: str,
        command: list[str] | Callable[[], list[str]],
        protocol: Protocol,
        folder: str | None = None,
    ) -> None:
        self.name = name
        self.listener: Callable[[str], object] | None = None
        self.thought: Thought | None = None
        self.protocol = protocol
        self._command = command
        self._folder = folder
        self._program: Program | None = None
        self._plan = TurnPlan()

    def program(self, line_end: str | None = None) -> Program:
        """The program, running and by itself: whoever asks for it has to close it."""
        command = self._command() if callable(self._command) else self._command
        return Program(command, self._folder, self.listener, line_end or self.protocol.line_end)

    def prepare(self, _: Rules | None = None) -> None:
        """Start the program and let it get ready, which is not on its clock."""
        if self._program is None:
            self._program = self.program()
            self.protocol.start(self._program, monotonic() + START_SECONDS)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The next stone of the turn that the program plays."""
        self.thought = None
        planned = self._plan.next_stone(position)
        if planned is not None:
            return planned
        self.prepare()
        assert self._program is not None
        program = self._program
        deadline = None if limits.seconds is None else monotonic() + limits.seconds + GRACE_SECONDS
        try:
            turn = self.protocol.turn(program, position, limits, deadline)
        except NewProgramNeeded:
            self._end()
            return self.choose(position, limits)
        self.thought = getattr(self.protocol, "thought", None)
        try:
            return self._plan.make(position, turn)
        except IllegalMove as error:
            raise program.fault(Ending.ILLEGAL_MOVE, f"played an illegal move: {error}") from error
        finally:
            if program.is_at_end:  # of its own will, in a protocol that starts it anew for every turn
                self._end()

    def close(self) -> None:
        """Tell the program that it is over, and end it if it does not listen."""
        if self._program is not None:
            self._program.leave(self.protocol.farewell, LEAVE_SECONDS)
            self._end()

    def _end(self) -> None:
        assert self._program is not None
        self._program.close()
        self._program = None
