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
from time import monotonic

from inarow._core import IllegalMove
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import TurnPlan
from inarow.game.position import Position
from inarow.game.record import Ending

LONGEST_LINE = 1 << 16
LAST_LINES = 20
START_SECONDS = 60.0  # until it must have said its name; a referee that is stricter ends it first
EXIT_SECONDS = 5.0  # to wait for the exit code of a program that has closed its output
GRACE_SECONDS = 0.5  # beyond its limit before the program is ended; a referee that is stricter ends it first


class PlayerFault(Exception):  # noqa: N818 - the player has lost, nothing is broken
    """A player has done what loses the game: which kind of thing, what, and its last words."""

    def __init__(self, ending: Ending, reason: str, last_words: str = "") -> None:
        super().__init__(reason)
        self.ending = ending
        self.last_words = last_words


class Program:
    """A running program that is spoken to in lines. Whatever it prints is also given to `listener`."""

    def __init__(
        self,
        command: list[str],
        folder: str | None = None,
        listener: Callable[[str], object] | None = None,
    ) -> None:
        self._listener = listener
        self._last = deque[str](maxlen=LAST_LINES)
        self._unread = b""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=folder,
                process_group=0,
            )
        except OSError as error:
            raise PlayerFault(Ending.CRASH, f"could not be started: {error}") from error
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)

    def say(self, line: str) -> None:
        """Send one line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise self.fault(Ending.CRASH, self._how_it_ended()) from None

    def hear(self, deadline: float | None) -> str:
        """The next line that it prints, without its end."""
        while b"\n" not in self._unread:
            wait = None if deadline is None else deadline - monotonic()
            if wait is not None and wait <= 0:
                raise self.fault(Ending.TIME, "did not answer in time")
            if self._selector.select(wait):
                self._read()
        return self._line()

    def overheard(self) -> list[str]:
        """The lines that it has printed without being asked."""
        while self._selector.select(0):
            self._read()
        lines = []
        while b"\n" in self._unread:
            lines.append(self._line())
        return lines

    def fault(self, ending: Ending, reason: str) -> PlayerFault:
        """The fault with what the program said last, be it half a line."""
        if self._unread:
            self._unread += b"\n"
            self._line()
        return PlayerFault(ending, reason, "\n".join(self._last))

    def close(self) -> None:
        """End the program and what it started in its group."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]

    def _read(self) -> None:
        found = os.read(self._output, LONGEST_LINE)
        if not found:
            raise self.fault(Ending.CRASH, self._how_it_ended())
        self._unread += found
        if len(self._unread) > 16 * LONGEST_LINE or (
            b"\n" not in self._unread and len(self._unread) > LONGEST_LINE
        ):
            raise self.fault(Ending.FLOOD, "printed more than can be read")

    def _line(self) -> str:
        line, _, self._unread = self._unread.partition(b"\n")
        text = line.decode(errors="replace").rstrip("\r")
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


class Protocol(typing.Protocol):
    """How a world's programs are spoken to."""

    def start(self, program: Program, deadline: float | None) -> None:
        """What is said once, before the first move."""

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones that the program places in this position."""


class ProcessPlayer:
    """A player that is a program of its own. `prepare` or its first move starts it, `close` ends it."""

    def __init__(self, name: str, command: list[str], protocol: Protocol, folder: str | None = None) -> None:
        self.name = name
        self.listener: Callable[[str], object] | None = None
        self._command = command
        self._folder = folder
        self._protocol = protocol
        self._program: Program | None = None
        self._plan = TurnPlan()

    def prepare(self) -> None:
        """Start the program and let it get ready, which is not on its clock."""
        if self._program is None:
            self._program = Program(self._command, self._folder, self.listener)
            self._protocol.start(self._program, monotonic() + START_SECONDS)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The next stone of the turn that the program plays."""
        planned = self._plan.next_stone(position)
        if planned is not None:
            return planned
        self.prepare()
        assert self._program is not None
        deadline = None if limits.seconds is None else monotonic() + limits.seconds + GRACE_SECONDS
        turn = self._protocol.turn(self._program, position, limits, deadline)
        try:
            return self._plan.make(position, turn)
        except IllegalMove as error:
            raise self._program.fault(Ending.ILLEGAL_MOVE, f"played an illegal move: {error}") from error

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None
