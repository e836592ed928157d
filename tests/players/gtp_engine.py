"""A mock GTP engine of any game without gravity, well-behaved or, by its first argument, not."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

LOG = os.environ.get("INAROW_TEST_LOG")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = "protocol_version name version known_command list_commands boardsize clear_board play genmove quit"
MORE = " undo time_settings time_left gogui-rules_board_size"


class Engine:
    """Plays the first free point, row by row from the bottom."""

    def __init__(self, habit: str) -> None:
        self.habit = habit
        self.size = 19
        self.taken: list[str] = []

    def answer(self, words: list[str]) -> str:
        command, *rest = words
        if command == "list_commands":
            return (COMMANDS + ("" if self.habit == "plain" else MORE)).replace(" ", "\n")
        if command == "gogui-rules_board_size":
            return str(self.size)
        if command == "boardsize":
            if self.habit == "rigid":
                raise ValueError("unacceptable size")
            self.size = int(rest[0])
        elif command == "clear_board":
            self.taken = []
        elif command == "play":
            if len(rest) != 2 or rest[1] == "Z99":
                raise ValueError("illegal move")
            self.taken.append(rest[1].upper())
        elif command == "undo":
            self.taken.pop()
        elif command == "genmove":
            return self.move()
        elif command not in (COMMANDS + MORE).split() and self.habit != "yields":
            raise ValueError("unknown command")
        return ""

    def move(self) -> str:
        points = [f"{LETTERS[column]}{row + 1}" for row in range(self.size) for column in range(self.size)]
        point = next(point for point in points if point not in self.taken)
        if self.habit == "stalls":
            time.sleep(10_000)
        if self.habit == "dies":
            sys.exit("no more ideas")
        if self.habit == "chatters":
            sys.stdout.write("info: thinking\n\n# a comment\n")
            sys.stderr.write("= A1\n\n")
            sys.stderr.flush()
        wrong = {"passes": "PASS", "resigns": "resign", "outside": "Z99", "occupied": "K10", "column": "A"}
        if self.habit in wrong:
            return wrong[self.habit]
        self.taken.append(point)
        return point.lower() if self.habit == "chatters" else point


def main() -> None:
    engine = Engine(sys.argv[1] if len(sys.argv) > 1 else "good")
    for line in sys.stdin:
        if LOG:
            with Path(LOG).open("a") as file:
                file.write(line)
        try:
            sys.stdout.write(f"= {engine.answer(line.split())}\n\n")
        except ValueError as error:
            sys.stdout.write(f"? {error}\n\n")
        sys.stdout.flush()
        if line.strip() == "quit":
            time.sleep(10_000 if engine.habit == "stays" else 0)
            return


if __name__ == "__main__":
    main()
