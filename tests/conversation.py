"""A conversation with a program through real pipes, and transcripts of such conversations."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import TracebackType

INAROW = [sys.executable, "-c", "from inarow.cli.main import script; script()"]
ANY_LINES = "..."
GOLDEN = Path(__file__).parent / "golden"


class Conversation:
    """A running program: say lines, hear lines. Used as a context, it is ended at the end."""

    def __init__(self, command: list[str], end: str = "\n") -> None:
        self.end = end
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    @classmethod
    def with_engine(cls, *words: str, end: str = "\n") -> Conversation:
        """With `inarow engine` and these arguments."""
        return cls([*INAROW, "engine", *words], end)

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(line + self.end for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the program has ended"
        return line.rstrip("\r\n")

    def hear_until(self, start: str) -> list[str]:
        """The lines up to the first that starts so."""
        lines = [self.hear()]
        while not lines[-1].strip().startswith(start):
            lines.append(self.hear())
        return lines

    def ended(self) -> int:
        """The exit code once nothing more is said."""
        self.process.communicate()
        return self.process.returncode

    def __enter__(self) -> Conversation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe and not pipe.closed:
                pipe.close()


def matches(pattern: str, line: str) -> bool:
    """Whether the line is as the transcript says, `...` standing for anything."""
    return bool(re.fullmatch(".*".join(map(re.escape, pattern.split("..."))), line))


def repeat(transcript: str, end: str = "\n") -> None:
    """Have the conversation of tests/golden again. `> ` is said, `< ` is heard, the first line is the command.

    `...` stands for anything in a line, and alone for any lines. The last line may be `exit CODE`: the
    program ends by itself, or when its input does.
    """
    first, *lines = (GOLDEN / transcript).read_text(encoding="utf-8").splitlines()
    words = shlex.split(first.removeprefix("$ inarow "))
    heard, skipped = "", False
    with Conversation([*INAROW, *words], end) as program:
        for number, line in enumerate(lines, start=2):
            sign, text = line[:1], line[2:]
            if sign == ">":
                program.say(text)
            elif sign == "<" and text == ANY_LINES:
                waits_for = lines[number - 1][2:]
                heard = program.hear_until(waits_for.partition("...")[0])[-1]
                skipped = True
            elif sign == "<":
                heard = heard if skipped else program.hear()
                skipped = False
                assert matches(text, heard), f"line {number}: expected {text!r}, heard {heard!r}"
            elif line.startswith("exit "):
                assert program.ended() == int(line.removeprefix("exit "))


def check_received(transcript: str, received: str) -> None:
    """Whether a mock has received the lines of tests/golden."""
    expected = (GOLDEN / transcript).read_text(encoding="utf-8").splitlines()
    lines = received.splitlines()
    for number, (pattern, line) in enumerate(zip(expected, lines, strict=False), start=1):
        assert matches(pattern, line), f"line {number}: expected {pattern!r}, was sent {line!r}"
    assert len(lines) == len(expected), lines[len(expected) :] or expected[len(lines) :]
