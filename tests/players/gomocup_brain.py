"""A mock brain of the Gomocup protocol, well-behaved or, by its first argument, not."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

LOG = os.environ.get("INAROW_TEST_LOG")


def say(text: str, end: str = "\r\n") -> None:
    sys.stdout.buffer.write((text + end).encode())
    sys.stdout.buffer.flush()


class Brain:
    """Plays the first free point, row by row."""

    def __init__(self, habit: str) -> None:
        self.habit = habit
        self.size = (0, 0)
        self.taken: list[tuple[int, int]] = []
        self.is_reading_board = False

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if self.is_reading_board:
            if word == "DONE":
                self.is_reading_board = False
                self.answer()
            else:
                column, row, _ = map(int, line.split(","))
                self.taken.append((column, row))
        elif word == "ABOUT":
            say('name="Mock", version="1.0"')
        elif word in ("START", "RECTSTART"):
            numbers = [int(number) for number in rest.split(",")]
            self.size = numbers[0], numbers[-1]
            self.taken = []
            say("ERROR unsupported size" if self.habit == "small" else "OK")
        elif word == "BEGIN":
            self.answer()
        elif word == "TURN":
            column, row = map(int, rest.split(","))
            if column >= self.size[0] or row >= self.size[1]:
                say("ERROR that is not on the board")
                return
            self.taken.append((column, row))
            self.answer()
        elif word == "BOARD":
            self.taken = []
            self.is_reading_board = True
        elif word == "PLAY":
            say(rest)
        elif word != "INFO":
            say("UNKNOWN command")

    def answer(self) -> None:
        points = [(column, row) for row in range(self.size[1]) for column in range(self.size[0])]
        point = next(point for point in points if point not in self.taken)
        getattr(self, self.habit)(point)
        self.taken.append(point)

    def good(self, point: tuple[int, int]) -> None:
        say(f"{point[0]},{point[1]}")

    def chatters(self, point: tuple[int, int]) -> None:
        say("MESSAGE hello\nDEBUG 1,1\n\nmessage lower case too")
        sys.stderr.write("7,7\n")
        sys.stderr.flush()
        say(f" {point[0]} , {point[1]} ", end="\n")

    def suggests(self, point: tuple[int, int]) -> None:
        say(f"SUGGEST {point[0]},{point[1]}")

    def complains(self, point: tuple[int, int]) -> None:
        say("ERROR I cannot")

    def unknowing(self, point: tuple[int, int]) -> None:
        say("UNKNOWN what is that")

    def outside(self, point: tuple[int, int]) -> None:
        say("99,99")

    def occupied(self, point: tuple[int, int]) -> None:
        say(f"{self.taken[0][0]},{self.taken[0][1]}" if self.taken else "0,0")

    def out_of_turn(self, point: tuple[int, int]) -> None:
        say(f"{point[0]},{point[1]}\r\n0,4")

    def stalls(self, point: tuple[int, int]) -> None:
        time.sleep(10_000)

    def dies(self, point: tuple[int, int]) -> None:
        sys.exit("a brain haemorrhage")


def main() -> None:
    habit = sys.argv[1] if len(sys.argv) > 1 else "good"
    brain = Brain(habit)
    for line in sys.stdin.buffer:
        text = line.decode()
        if LOG:
            with Path(LOG).open("a") as file:
                file.write(text.removesuffix("\r\n") + "\n")
        if text.strip() == "END":
            return
        brain.obey(text.strip())


if __name__ == "__main__":
    main()
