"""A mock engine that speaks the Connect6 GUI protocol, well or, by its first argument, badly."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

LOG = os.environ.get("INAROW_TEST_LOG")
HELP = """These lines are understood:
 name        - say the name
 black XXXX  - black stones on two points
 white XXXX  - white stones on two points
 next        - play a turn
 move XXXX   - tell the opponent's turn and play the answer
 new black   - an empty board, begin as black
"""
LETTERS = "ABCDEFGHIJKLMNOPQRS"


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


class Engine:
    """Places its stones on the first free points from the corner AA, or JJ on an empty board."""

    def __init__(self, habit: str) -> None:
        self.habit = habit
        self.taken: list[str] = []

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "name":
            say("name Mock.Connect6")
        elif word == "new":
            self.taken = []
        elif word in ("black", "white"):
            self.taken += sorted({rest[:2], rest[2:4]})
        elif word == "next":
            self.answer()

    def answer(self) -> None:
        free = [column + row for column in LETTERS for row in LETTERS if column + row not in self.taken]
        move = free[0] + free[1] if self.taken else "JJ"
        getattr(self, self.habit)(move)

    def good(self, move: str) -> None:
        say(f"move {move}")

    def exact(self, move: str) -> None:
        say(f"move {move}")

    def chatters(self, move: str) -> None:
        say("VCF time : 0.002\nVCF node : 1\n")
        say("move XXXX   - tell me more\nmove\nmove of the day\nbest move AABB")
        for number in range(5):
            say(f"Searching {number}/5")
        say(f"AB Time :\t0.1\nNode :\t12\n\nScore :\t-3\nWe loss!move {move}")

    def lower_case(self, move: str) -> None:
        say(f"  move {move.lower()} ", end="\r\n")

    def doubled(self, move: str) -> None:
        say(f"move {move if len(move) > 2 else move * 2}")

    def stalls(self, move: str) -> None:
        say("Searching 1/5")
        time.sleep(10_000)

    def dies(self, move: str) -> None:
        say("Searching 1/5\nout of ideas", end="")
        sys.exit(7)

    def gives_up(self, move: str) -> None:
        say("We loss!", end="")
        time.sleep(10_000)

    def closes(self, move: str) -> None:
        say("closing time")
        os.close(1)
        os.close(2)
        time.sleep(10_000)

    def single(self, move: str) -> None:
        say(f"move {move[:2]}")

    def occupied(self, move: str) -> None:
        say(f"move {self.taken[0] + move[:2] if self.taken else move}")

    def twice(self, move: str) -> None:
        say(f"move {move[:2] * 2}")

    def two_first(self, move: str) -> None:
        say("move JJJK")

    def out_of_turn(self, move: str) -> None:
        say(f"move {move}\nmove {move}")

    def floods(self, move: str) -> None:
        while True:
            say("Searching, searching, searching " * 20)

    def long_line(self, move: str) -> None:
        while True:
            say("Searching, searching, searching " * 20, end="")

    def forks(self, move: str) -> None:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(10_000)
            os._exit(0)
        say(f"move {move}")


def main() -> None:
    habit = sys.argv[1] if len(sys.argv) > 1 else "good"
    if habit == "mute":
        time.sleep(10_000)
    say(HELP)
    engine = Engine(habit)
    sys.stdin.reconfigure(newline="\n")  # type: ignore[union-attr]
    for line in sys.stdin:
        if line.strip() in ("quit", "exit"):
            return
        if LOG:
            with Path(LOG).open("a") as file:
                file.write(line)
        if habit == "exact" and line.endswith("\r\n"):
            sys.exit("I do not know that line")
        engine.obey(line.rstrip("\n"))


if __name__ == "__main__":
    main()
