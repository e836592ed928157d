"""A process between the referee and a player: nothing of the player outlives it or uses more than it may.

The keeper adopts what the player starts, looks at it now and then, and ends all of it when the player's own
process ends, when a bound is passed, or when the referee lets go of the lifeline, be it by its own death.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from inarow.arena import processes
from inarow.arena.job import Bounds
from inarow.game.record import Ending

LOOK_SECONDS = 0.05  # how often the use of memory and processes is looked at
END_SECONDS = 5.0  # a keeper that takes longer to end is itself ended


@dataclass(frozen=True)
class Kept:
    """A player's process under its keeper, as the referee sees it."""

    keeper: int  # the number of its process
    channel: socket.socket  # to and from the player
    output: int  # what the player prints
    report: int  # one line of JSON from the keeper when it has ended the player: ending and reason
    lifeline: int  # closing it ends the player

    def signal(self, kind: signal.Signals) -> None:
        """Send a signal to everything below the keeper."""
        for process in processes.glance(self.keeper):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, kind)

    def close(self) -> None:
        """End the player with everything that it started."""
        os.close(self.lifeline)
        if not _is_at_end(self.report, END_SECONDS):
            processes.kill_below(self.keeper)
            with suppress(ProcessLookupError):
                os.kill(self.keeper, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.keeper, 0)
        self.channel.close()
        os.close(self.output)
        os.close(self.report)


def kept(life: Callable[[socket.socket], None], bounds: Bounds) -> Kept:
    """Start the life of a player, with its end of the channel, in a process of its own under a keeper."""
    ours, theirs = socket.socketpair()
    output, print_to = os.pipe()
    report, report_to = os.pipe()
    held, lifeline = os.pipe()
    keeper = os.fork()
    if keeper == 0:
        _end_after(lambda: _keep(life, bounds, Ends(theirs, print_to, report_to, held)))
    for number in (print_to, report_to, held):
        os.close(number)
    theirs.close()
    os.set_blocking(output, False)
    return Kept(keeper, ours, output, report, lifeline)


@dataclass(frozen=True)
class Ends:
    """What keeper and player hold of the files in `Kept`: the other ends."""

    channel: socket.socket
    output: int
    report: int
    lifeline: int


def _keep(life: Callable[[socket.socket], None], bounds: Bounds, ends: Ends) -> None:
    """The keeper's own life."""
    os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    processes.adopt_orphans()
    _close_all_but({ends.channel.fileno(), ends.output, ends.report, ends.lifeline})
    for _ in range(3):
        os.open(os.devnull, os.O_RDWR)  # as 0, 1 and 2
    woken, wake = os.pipe()  # a child that ends interrupts the wait below
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    keeper = os.getpid()
    player = os.fork()
    if player == 0:
        signal.set_wakeup_fd(-1)
        _end_after(lambda: _live(life, ends, keeper))
    ends.channel.close()
    os.close(ends.output)
    found = _watched(player, ends.lifeline, woken, bounds)
    if found is not None:
        os.write(ends.report, json.dumps({"ending": found[0], "reason": found[1]}).encode() + b"\n")
    with suppress(ChildProcessError):  # it has ended by itself
        if os.waitpid(player, os.WNOHANG)[0] == 0:
            os.kill(player, signal.SIGKILL)
            os.waitpid(player, 0)  # most players leave nothing else, which is then known at once
    processes.kill_below(keeper)


def _watched(player: int, lifeline: int, woken: int, bounds: Bounds) -> tuple[Ending, str] | None:
    """Wait until the player is to be ended: what it did, or None if the referee has let go."""
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [], LOOK_SECONDS)
        if lifeline in ready:
            return None
        if woken in ready:
            os.read(woken, 1 << 10)
        code = _exit_code(player)
        if code is not None:
            how = f"was ended by signal {-code}" if code < 0 else f"left the game with exit code {code}"
            return Ending.CRASH, how
        below = processes.glance(os.getpid())
        if len(below) > bounds.processes:
            return Ending.PROCESSES, f"started more than {bounds.processes} processes"
        if processes.holds_more(below, bounds.memory << 20):
            return Ending.MEMORY, f"used more than {bounds.memory} MiB"


def _exit_code(player: int) -> int | None:
    """How the player's process ended, if it has; what else has ended is collected too."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == player:
                return os.waitstatus_to_exitcode(status)
            if process == 0:
                break
    return None


def _live(life: Callable[[socket.socket], None], ends: Ends, keeper: int) -> None:
    """The player's process, in a group of its own, with nothing open but its channel and its output."""
    os.setpgid(0, 0)
    processes.die_with_parent(keeper)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(ends.output, 1)
    os.dup2(ends.output, 2)
    _close_all_but({0, 1, 2, ends.channel.fileno()})
    sys.stdout = os.fdopen(1, "w", buffering=1, errors="replace", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="replace", closefd=False)
    life(ends.channel)


def _end_after(act: Callable[[], None]) -> NoReturn:
    """Act, and never return into the code that forked this process."""
    try:
        act()
    except BaseException:
        with suppress(BaseException):
            traceback.print_exc()
        os._exit(1)
    finally:
        os._exit(0)


def _close_all_but(kept_open: set[int]) -> None:
    """Close every file that this process shares with the one that forked it."""
    start = 0
    for number in sorted(kept_open):
        if start < number:  # an empty range from 0 would be taken for all of them
            os.closerange(start, number)
        start = number + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))


def _is_at_end(report: int, seconds: float) -> bool:
    """Whether the keeper, who alone holds the other end of the report, has ended within the seconds."""
    with suppress(InterruptedError):
        while select.select([report], [], [], seconds)[0]:
            if not os.read(report, 1 << 10):
                return True
    return False
