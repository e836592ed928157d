"""Players that do what players must not do, each in its own way."""

from __future__ import annotations

import os
import signal
import socket
import stat
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

MIB = 1 << 20


def sleep_for_ever() -> NoReturn:
    while True:
        time.sleep(1)


def channel() -> int:
    """The descriptor over which the referee asks."""
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            continue
    raise RuntimeError("no channel")


class Good:
    """Plays the first legal move."""

    def choose(self, position: Any, limits: Any) -> Any:
        return position.moves[0]


class Ordinary(Good):
    """Insists on being made ready before its first move, and on thinking as any thread does."""

    def __init__(self) -> None:
        self.policy = os.sched_getscheduler(0)
        self.rules: Any = None

    def prepare(self, rules: Any) -> None:
        self.rules = rules

    def choose(self, position: Any, limits: Any) -> Any:
        if position.rules != self.rules or os.sched_getscheduler(0) != self.policy:
            raise RuntimeError(f"made ready for {self.rules}, scheduled by {os.sched_getscheduler(0)}")
        return position.moves[0]


class Crasher(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        print("I have a bad feeling")
        raise RuntimeError("the dog ate my move")


class Segfaulter(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        print("into the void")
        os.kill(os.getpid(), signal.SIGSEGV)
        sleep_for_ever()


class Quitter(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        sys.stderr.write("no more\n")
        os._exit(3)


class Leaver(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        sys.exit("goodbye")


class Unmakeable(Good):
    def __init__(self) -> None:
        raise RuntimeError("not today")


class Hanger(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        print("thinking")
        sleep_for_ever()


class Spinner(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        while True:
            pass


class Slow(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        time.sleep(limits.seconds + 20)
        return position.moves[0]


class Stubborn(Good):
    """Ends for no signal that can be ignored."""

    def choose(self, position: Any, limits: Any) -> Any:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
            signal.signal(number, signal.SIG_IGN)
        sleep_for_ever()


class OffTheBoard(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        return 10**30


class Negative(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        return -1


class Floating(Good):
    """Where stones fall, plays a cell with nothing below it."""

    def choose(self, position: Any, limits: Any) -> Any:
        return position.rules.cells - 1


class Occupier(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        return position.history[-1] if position.stones else position.moves[0]


class Speechless(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        return None


class Writer(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        return "d4"


class Chatterbox(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        while True:
            print("and another thing " * 50)


class MemoryEater(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        print("hungry")
        self.eaten = bytearray(350 * MIB)
        self.eaten[::4096] = b"x" * len(self.eaten[::4096])  # a page counts once it is written to
        sleep_for_ever()


class ForkBomber(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        for _ in range(60):
            if os.fork() == 0:
                sleep_for_ever()
        sleep_for_ever()


class DescriptorCloser(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        os.closerange(0, 256)
        sleep_for_ever()


class StdoutCloser(Good):
    """Closes what it prints to, and plays on."""

    def choose(self, position: Any, limits: Any) -> Any:
        if not position.stones or len(position.history) < 2:
            os.close(1)
            os.close(2)
        return position.moves[0]


class Daemon(Good):
    """Leaves a process behind that has its own session, no parent, and no ear for signals."""

    def __init__(self, pids: str) -> None:
        self.pids = Path(pids)

    def choose(self, position: Any, limits: Any) -> Any:
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                    signal.signal(number, signal.SIG_IGN)
                with self.pids.open("a") as file:
                    file.write(f"{os.getpid()}\n")
                os.write(writer, b"!")
                sleep_for_ever()
            os._exit(0)
        os.read(reader, 1)  # whoever is killed next has left a process of which the test knows
        os.close(reader)
        os.close(writer)
        return position.moves[0]


class DyingParent(Daemon):
    """Leaves such a process behind and is killed itself."""

    def choose(self, position: Any, limits: Any) -> Any:
        super().choose(position, limits)
        os.kill(os.getpid(), signal.SIGKILL)
        sleep_for_ever()


class TwoAnswers(Good):
    """Writes an answer of its own before the one that it returns."""

    asked = 0

    def choose(self, position: Any, limits: Any) -> Any:
        self.asked += 1
        os.write(channel(), b'{"ask": %d, "cell": %d, "thought": null}\n' % (self.asked, position.moves[0]))
        return position.moves[0]


class Babbler(Good):
    def choose(self, position: Any, limits: Any) -> Any:
        os.write(channel(), b"hello, referee\n")
        return position.moves[0]


class LineFlooder(Good):
    """Floods the referee's channel with a line that never ends."""

    def choose(self, position: Any, limits: Any) -> Any:
        with socket.socket(fileno=channel()) as taken:
            while True:
                taken.sendall(b"x" * 4096)


class Boaster(Good):
    """Says about its thoughts what no record can hold."""

    @property
    def thought(self) -> Any:
        from inarow.game.record import Thought

        return Thought(nodes="a lot", depth=3)  # type: ignore[arg-type]


class Thinker(Good):
    """Says what it thought."""

    @property
    def thought(self) -> Any:
        from inarow.game.record import Thought

        return Thought(nodes=7, depth=2, score=-15)


class Certain(Good):
    """Says that the first side wins, whichever it is itself."""

    side: Any = None

    def choose(self, position: Any, limits: Any) -> Any:
        self.side = position.to_move
        return position.moves[0]

    @property
    def thought(self) -> Any:
        from inarow import Side
        from inarow.game.record import Thought

        return Thought(score=500 if self.side == Side.FIRST else -500)


class Unhurried(Good):
    """Takes a while, so that something can happen to it meanwhile."""

    def choose(self, position: Any, limits: Any) -> Any:
        time.sleep(0.1)
        return position.moves[0]
