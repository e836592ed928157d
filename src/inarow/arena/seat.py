"""A player at the board, in this process or in supervised processes of its own."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn, Protocol

from inarow._core import Rules
from inarow.adapters.players import player
from inarow.adapters.process import PlayerFault
from inarow.arena import processes
from inarow.arena.job import Bounds
from inarow.engine.limits import Limits
from inarow.engine.player import Player
from inarow.game.position import Position
from inarow.game.record import Ending, Thought

LAST_WORDS = 2000  # characters kept of what a player printed
POLL_SECONDS = 0.05  # how often the use of memory and processes is looked at
START_SECONDS = 60.0  # a player may take so long to be made, and to be asked without a clock


class Forfeit(Exception):  # noqa: N818 - the game is lost, not broken
    """The player has lost the game: the kind of reason, the reason, and the last thing that it said."""

    def __init__(self, ending: Ending, reason: str, last_words: str = "") -> None:
        super().__init__(reason)
        self.ending = ending
        self.reason = reason
        self.last_words = last_words


@dataclass(frozen=True)
class Answer:
    """The cell that a player chose, the seconds that it took, and what it says it thought."""

    cell: int
    seconds: float
    thought: Thought | None


class Seat(Protocol):
    """Where the referee meets a player."""

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        """The player's next stone. Raises Forfeit, at the latest after `allowed` seconds where that works."""

    def close(self) -> None:
        """The game is over."""


class OpenSeat:
    """A trusted player in this very process: quick, but nothing can be done if it hangs."""

    def __init__(self, name: str, listener: Callable[[str], object] | None = None) -> None:
        self._player = _made(name)
        if listener is not None and hasattr(self._player, "listener"):
            self._player.listener = listener

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        """The player's next stone, and Forfeit when it came too late."""
        start = monotonic()
        try:
            cell = int(self._player.choose(position, limits))
        except Exception as error:
            raise _forfeit_of(error) from error
        seconds = monotonic() - start
        if allowed is not None and seconds > allowed:
            raise Forfeit(Ending.TIME, f"answered after {seconds:.3f} s, {allowed:.3f} s were allowed")
        return Answer(cell, seconds, getattr(self._player, "thought", None))

    def close(self) -> None:
        """Let the player put its own processes away, if it has any."""
        _close(self._player)


class GuardedSeat:
    """A player in a process of its own, which loses the game if it does what players must not do."""

    def __init__(self, name: str, rules: Rules, bounds: Bounds, suspends: bool = False) -> None:
        self._bounds = bounds
        self._suspends = suspends
        self._said = b""
        self._said_bytes = 0
        self._unread = b""
        self._process, self._channel, self._output = _started(name, rules)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._channel, selectors.EVENT_READ)
        self._selector.register(self._output, selectors.EVENT_READ)
        self._is_ready = False

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        """The player's next stone, or Forfeit."""
        if not self._is_ready:
            self._receive(monotonic() + START_SECONDS)  # says that it has been made
            self._is_ready = True
        self._check_silence()
        self._signal(signal.SIGCONT)
        start = monotonic()
        self._send({"history": list(position.history), "limits": limits.given()})
        reply = self._receive(None if allowed is None else start + allowed)
        seconds = monotonic() - start
        if self._suspends:
            self._signal(signal.SIGSTOP)
        try:
            thought = Thought(**reply["thought"]) if reply["thought"] else None
            return Answer(int(reply["cell"]), seconds, thought)
        except (KeyError, TypeError, ValueError) as error:
            raise self._forfeit(Ending.CRASH, f"gave an answer that is none: {error}") from error

    def close(self) -> None:
        """End the player with everything that it started."""
        processes.kill_below(self._process)
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)
        self._selector.close()
        self._channel.close()
        os.close(self._output)

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._channel.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise self._ended() from error

    def _receive(self, deadline: float | None) -> dict[str, Any]:
        """The next message of the player; meanwhile its use of everything is watched."""
        next_look = monotonic() + POLL_SECONDS
        while b"\n" not in self._unread:
            now = monotonic()
            if deadline is not None and now > deadline:
                raise self._forfeit(Ending.TIME, "did not answer in time")
            if now >= next_look:
                self._check_use()
                next_look = now + POLL_SECONDS
            self._read(min(next_look, deadline or next_look) - now)
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            message = json.loads(line)
            fault = message.get("fault")
        except (ValueError, AttributeError) as error:
            raise self._forfeit(Ending.CRASH, "wrote to the referee's channel") from error
        if fault:
            self._drain()
            raise self._forfeit(Ending(fault), message["reason"])
        return dict(message)

    def _read(self, seconds: float) -> None:
        for key, _ in self._selector.select(max(seconds, 0)):
            if key.fileobj is self._channel:
                self._unread += self._channel_bytes()
            else:
                self._listen()

    def _channel_bytes(self) -> bytes:
        try:
            found = self._channel.recv(1 << 16)
        except ConnectionError:
            found = b""
        if not found:
            raise self._ended()
        return found

    def _listen(self) -> None:
        """Take what the player printed; keep the last of it."""
        printed = os.read(self._output, 1 << 16)
        if not printed:
            self._selector.unregister(self._output)
            return
        self._said = (self._said + printed)[-4 * LAST_WORDS :]
        self._said_bytes += len(printed)
        if self._said_bytes > self._bounds.output:
            raise self._forfeit(Ending.FLOOD, f"printed more than {self._bounds.output:,} bytes")

    def _drain(self) -> None:
        """Everything that is already there to read."""
        with suppress(BlockingIOError, ValueError, KeyError):
            while any(key.fileobj == self._output for key, _ in self._selector.select(0)):
                self._listen()

    def _check_silence(self) -> None:
        """A message that nobody asked for is an answer out of turn."""
        self._read(0)
        if self._unread:
            raise self._forfeit(Ending.OUT_OF_TURN, "answered when it was not asked")

    def _check_use(self) -> None:
        below = [self._process, *processes.descendants(self._process)]
        if len(below) > self._bounds.processes:
            raise self._forfeit(Ending.PROCESSES, f"started more than {self._bounds.processes} processes")
        if processes.resident_bytes(below) > self._bounds.memory << 20:
            raise self._forfeit(Ending.MEMORY, f"used more than {self._bounds.memory} MiB")

    def _signal(self, kind: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process, kind)

    def _ended(self) -> Forfeit:
        self._drain()
        with suppress(ChildProcessError):
            _, status = os.waitpid(self._process, os.WNOHANG)
            code = os.waitstatus_to_exitcode(status)
            how = f"was ended by signal {-code}" if code < 0 else "left the game"
            return self._forfeit(Ending.CRASH, how)
        return self._forfeit(Ending.CRASH, "left the game")

    def _forfeit(self, ending: Ending, reason: str) -> Forfeit:
        return Forfeit(ending, reason, self._said.decode(errors="replace").strip()[-LAST_WORDS:])


def _made(name: str) -> Player:
    try:
        return player(name)
    except Exception as error:
        raise _forfeit_of(error) from error


def _forfeit_of(error: Exception) -> Forfeit:
    """What an exception out of a player means for the game."""
    if isinstance(error, PlayerFault):
        return Forfeit(error.ending, str(error), error.last_words)
    if isinstance(error, MemoryError):
        return Forfeit(Ending.MEMORY, "ran out of memory")
    place = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(place[-1].filename).name}, line {place[-1].lineno})" if place else ""
    return Forfeit(Ending.CRASH, f"{type(error).__name__}: {error}{where}")


def _close(player: Player) -> None:
    close: Callable[[], None] | None = getattr(player, "close", None)
    if close is not None:
        with suppress(Exception):
            close()


def _started(name: str, rules: Rules) -> tuple[int, socket.socket, int]:
    """The process of the player, the channel to it, and what it prints."""
    ours, theirs = socket.socketpair()
    output, print_to = os.pipe()
    process = os.fork()
    if process == 0:
        ours.close()
        os.close(output)
        _sit_down(name, rules, theirs, print_to)
    theirs.close()
    os.close(print_to)
    os.set_blocking(output, False)
    with suppress(ProcessLookupError, PermissionError):
        os.setpgid(process, process)  # in the child too: whoever is first
    return process, ours, output


def _sit_down(name: str, rules: Rules, channel: socket.socket, print_to: int) -> NoReturn:
    """The life of the player's process. It never returns into the code that forked it."""
    try:
        with suppress(OSError):
            os.setpgid(0, 0)
        processes.die_with_parent()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(print_to, 1)
        os.dup2(print_to, 2)
        sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False)
        sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
        _answer_all(name, rules, channel)
    except BaseException:
        with suppress(Exception):
            traceback.print_exc()
    finally:
        os._exit(1)


def _answer_all(name: str, rules: Rules, channel: socket.socket) -> None:
    def tell(message: dict[str, Any]) -> None:
        channel.sendall(json.dumps(message).encode() + b"\n")

    try:
        seat = OpenSeat(name, listener=print)
        tell({})
        for line in channel.makefile("r"):
            request = json.loads(line)
            position = Position.after(rules, request["history"])
            answer = seat.ask(position, Limits(**request["limits"]), None)
            tell({"cell": answer.cell, "thought": asdict(answer.thought) if answer.thought else None})
    except Forfeit as forfeit:
        if forfeit.last_words:
            print(forfeit.last_words)  # noqa: T201 - the referee listens
        tell({"fault": forfeit.ending, "reason": forfeit.reason})
        signal.pause()  # the referee ends this process once it has read that
