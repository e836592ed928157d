"""A player at the board, in this process or in supervised processes of its own."""

from __future__ import annotations

import json
import operator
import os
import re
import selectors
import signal
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from inarow._core import PromptWaking, Rules
from inarow.adapters.players import player
from inarow.adapters.process import PlayerFault
from inarow.arena.job import Bounds
from inarow.arena.keeper import kept
from inarow.engine.limits import Limits
from inarow.engine.player import Player
from inarow.game.position import Position
from inarow.game.record import Ending, Thought, known_fields, parse_thought

LAST_WORDS = 2000  # characters kept of what a player printed
LONGEST_MESSAGE = 1 << 16  # bytes; more than any answer of ours needs
LEAVE_SECONDS = 2.0  # for a player that wants to put something away after the game
REPORT_SECONDS = 5.0  # to wait for the keeper's word on a player that has closed its channel
UNPRINTABLE = re.compile(r"[^\n\t -~\u00a0-\uffff]")


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

    def __init__(self, name: str, rules: Rules, listener: Callable[[str], object] | None = None) -> None:
        try:
            self._player: Player = player(name)
            if listener is not None and hasattr(self._player, "listener"):
                self._player.listener = listener
            prepare = getattr(self._player, "prepare", None)
            if prepare is not None:
                prepare(rules)
        except Exception as error:
            self.close()
            raise _forfeit_of(error) from error

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        """The player's next stone, and Forfeit when it came too late."""
        start = monotonic()
        try:
            chosen = self._player.choose(position, limits)
        except Exception as error:
            raise _forfeit_of(error) from error
        seconds = monotonic() - start
        if allowed is not None and seconds > allowed:
            raise _late(seconds, allowed)
        try:
            cell = operator.index(chosen)
        except TypeError:
            reason = f"answered {str(chosen)[:80]!r}, which is not the number of a cell"
            raise Forfeit(Ending.ILLEGAL_MOVE, reason) from None
        return Answer(cell, seconds, getattr(self._player, "thought", None))

    def sleeps(self, position: Position, limits: Limits) -> bool:
        """Whether the player sleeps while threads or programs of its own think."""
        sleeps = getattr(self._player, "sleeps_while_thinking", None)
        return sleeps is not None and sleeps(position, limits)

    @property
    def wants_to_close(self) -> bool:
        """Whether the player has something to do after the game."""
        return hasattr(self._player, "close")

    def close(self) -> None:
        """Let the player put its own processes away, if it has any."""
        close = getattr(getattr(self, "_player", None), "close", None)
        if close is not None:
            with suppress(Exception):
                close()


class GuardedSeat:
    """A player in a process of its own, which loses the game if it does what players must not do."""

    def __init__(self, name: str, rules: Rules, bounds: Bounds, suspends: bool = False) -> None:
        self._bounds = bounds
        self._suspends = suspends
        self._said = b""
        self._said_bytes = 0
        self._unread = b""
        self._report = b""
        self._wants_to_close = False
        self._is_idle = False  # it has answered, and nothing was asked since
        self._asked = -1  # the number of the last question, 0 for whether it is ready
        self._kept = kept(partial(_answer_all, name, rules), bounds)
        self._readers: dict[int, Callable[[], None]] = {
            self._kept.channel.fileno(): self._read_channel,
            self._kept.output: self._read_output,
            self._kept.report: self._read_report,
        }
        self._selector = selectors.DefaultSelector()
        for number in self._readers:
            self._selector.register(number, selectors.EVENT_READ)

    def ask(self, position: Position, limits: Limits, allowed: float | None) -> Answer:
        """The player's next stone, or Forfeit."""
        if self._asked < 0:
            self._asked = 0
            self._wants_to_close = self._receive(monotonic(), self._bounds.start).get("closes") is True
        self._is_idle = False
        self._check_silence()
        self._asked += 1
        if self._suspends:
            self._kept.signal(signal.SIGCONT)
        waking = PromptWaking.of_this_thread()
        begun = waking.begin()  # the player's clock runs
        try:
            start = monotonic()
            self._send({"ask": self._asked, "history": list(position.history), "limits": limits.given()})
            reply = self._receive(start, allowed)
            seconds = monotonic() - start
        finally:
            waking.end(begun)
        if allowed is not None and seconds > allowed:
            raise self._with_last_words(_late(seconds, allowed))
        if self._suspends:
            self._kept.signal(signal.SIGSTOP)
        try:
            thought = reply["thought"]
            answer = Answer(
                operator.index(reply["cell"]), seconds, None if thought is None else parse_thought(thought)
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self._forfeit(Ending.CRASH, f"gave an answer that is none: {error}") from error
        self._is_idle = True
        return answer

    def close(self) -> None:
        """End the player with everything that it started, after it had a moment to close by itself."""
        if self._is_idle and self._wants_to_close:
            with suppress(Forfeit):
                self._ask_to_close()
        self._selector.close()
        self._kept.close()

    def _ask_to_close(self) -> None:
        if self._suspends:
            self._kept.signal(signal.SIGCONT)
        self._send({"close": True})
        deadline = monotonic() + LEAVE_SECONDS
        while not self._report and (left := deadline - monotonic()) > 0:
            self._read(left)

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._kept.channel.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise self._ended() from error

    def _receive(self, start: float, allowed: float | None) -> dict[str, Any]:
        """The next message of the player; meanwhile what it prints is read."""
        while b"\n" not in self._unread:
            if self._report:
                raise self._ended()
            left = None if allowed is None else start + allowed - monotonic()
            if left is not None and left < 0:
                raise self._forfeit(Ending.TIME, f"did not answer within {allowed:.3f} s")
            self._read(left)
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            message = json.loads(line)
            if not isinstance(message, dict):
                raise ValueError("not an object")
            if message["ask"] != self._asked:
                raise self._forfeit(Ending.OUT_OF_TURN, "answered when it was not asked")
            if "fault" not in message:
                return message
            fault = Forfeit(Ending(message["fault"]), str(message["reason"]))
        except (ValueError, KeyError, RecursionError) as error:
            raise self._forfeit(Ending.OUT_OF_TURN, "wrote to the referee's channel itself") from error
        self._read_the_rest()
        raise self._with_last_words(fault)

    def _read(self, seconds: float | None) -> bool:
        """Take in what there is, after waiting for it so long; whether there was anything."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            self._readers[key.fd]()
        return bool(ready)

    def _read_channel(self) -> None:
        try:
            found = self._kept.channel.recv(LONGEST_MESSAGE)
        except ConnectionError:
            found = b""
        if not found:
            self._selector.unregister(self._kept.channel)
            deadline = monotonic() + REPORT_SECONDS
            while not self._report and (left := deadline - monotonic()) > 0:
                self._read(left)
            raise self._ended()
        self._unread += found
        if len(self._unread) > LONGEST_MESSAGE:
            raise self._forfeit(Ending.FLOOD, "wrote too much to the referee's channel")

    def _read_output(self) -> None:
        """Take what the player printed; keep the last of it."""
        printed = os.read(self._kept.output, 1 << 16)
        if not printed:
            self._selector.unregister(self._kept.output)
            return
        self._said = (self._said + printed)[-4 * LAST_WORDS :]
        self._said_bytes += len(printed)
        if self._said_bytes > self._bounds.output:
            raise self._forfeit(Ending.FLOOD, f"printed more than {self._bounds.output:,} bytes")

    def _read_report(self) -> None:
        """Take the keeper's word on why the player has ended."""
        self._report = os.read(self._kept.report, 1 << 10) or b"{}"
        self._selector.unregister(self._kept.report)

    def _read_the_rest(self) -> None:
        """Everything that the player has printed before now."""
        with suppress(Forfeit, KeyError, ValueError):
            self._selector.unregister(self._kept.channel)
        with suppress(Forfeit):
            while self._read(0):
                pass

    def _check_silence(self) -> None:
        """A message that nobody asked for is an answer out of turn."""
        while not self._unread and self._read(0):
            pass
        if self._unread:
            raise self._forfeit(Ending.OUT_OF_TURN, "answered when it was not asked")

    def _ended(self) -> Forfeit:
        """Why the player is not there any more, in the words of its keeper."""
        self._read_the_rest()
        if not self._report:
            return self._forfeit(Ending.CRASH, "closed its channel to the referee")
        report = json.loads(self._report)
        return self._forfeit(
            Ending(report.get("ending", Ending.CRASH)), report.get("reason", "left the game")
        )

    def _forfeit(self, ending: Ending, reason: str) -> Forfeit:
        return self._with_last_words(Forfeit(ending, reason))

    def _with_last_words(self, forfeit: Forfeit) -> Forfeit:
        said = self._said.decode(errors="replace").strip()[-LAST_WORDS:]
        return Forfeit(forfeit.ending, forfeit.reason, UNPRINTABLE.sub("?", said))


def _late(seconds: float, allowed: float) -> Forfeit:
    return Forfeit(Ending.TIME, f"answered after {seconds:.3f} s, {allowed:.3f} s were allowed")


def _forfeit_of(error: Exception) -> Forfeit:
    """What an exception out of a player means for the game."""
    if isinstance(error, PlayerFault):
        return Forfeit(error.ending, str(error), error.last_words)
    if isinstance(error, MemoryError):
        return Forfeit(Ending.MEMORY, "ran out of memory")
    place = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(place[-1].filename).name}, line {place[-1].lineno})" if place else ""
    return Forfeit(Ending.CRASH, f"{type(error).__name__}: {error}{where}")


def _lines(channel: socket.socket) -> Iterator[tuple[str, PromptWaking, int]]:
    """The referee's messages, each soon after it was sent, and what ends the hurry."""
    lines = channel.makefile("r")
    while True:
        waking = PromptWaking.of_this_thread()
        begun = waking.begin()
        line = lines.readline()
        if not line:
            return
        yield line, waking, begun


def _answer_all(name: str, rules: Rules, channel: socket.socket) -> None:
    """The life of a player's process: make it, then ask it whatever the referee asks."""

    ask = 0

    def tell(**message: object) -> None:
        channel.sendall(json.dumps({"ask": ask, **message}).encode() + b"\n")

    try:
        seat = OpenSeat(name, rules, listener=print)
        tell(closes=seat.wants_to_close)
        for line, waking, begun in _lines(channel):
            request = json.loads(line)
            if "close" in request:
                waking.end(begun)
                seat.close()
                return
            ask = request["ask"]
            position, limits = Position.after(rules, request["history"]), Limits(**request["limits"])
            if not seat.sleeps(position, limits):
                waking.end(begun)
            answer = seat.ask(position, limits, None)
            tell(cell=answer.cell, thought=answer.thought and known_fields(answer.thought))
    except Forfeit as forfeit:  # its last words have been printed already
        tell(fault=forfeit.ending, reason=forfeit.reason)
        signal.pause()  # the referee ends this process once it has read that
