"""A journal: what a long work has found so far, line by line, so that it can go on after any end."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


class JournalError(ValueError):
    """A file that is no journal of this work: why, and what to do."""


class Journal:
    """Lines of words in a file that says in its first line whose they are.

    What was added is there after any end of the program, a kill too. Half a line at the end of the file, of a program
    that was ended while it wrote, is dropped.
    """

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = path
        head_line = json.dumps(head)
        text = path.read_bytes() if path.exists() else b""
        begin = f"{head_line}\n".encode()
        if text[: len(begin)] != begin[: len(text)]:
            raise JournalError(
                f"{path} is not a journal of this work, which begins with {head_line}; "
                "remove the file or name another"
            )
        whole = text.rfind(b"\n") + 1
        self._before = [
            line.split() for line in text[len(begin) : whole].decode(errors="replace").splitlines()
        ]
        if whole == 0:
            path.write_bytes(begin)
        elif whole < len(text):
            os.truncate(path, whole)

    def __len__(self) -> int:
        """How many lines there were before."""
        return len(self._before)

    def take_up(self, take: Callable[..., object]) -> None:
        """Call `take` with the words of each line of before. JournalError with the line if it takes no such words."""
        for number, words in enumerate(self._before, start=2):
            try:
                take(*words)
            except (TypeError, ValueError) as error:
                what = error if isinstance(error, ValueError) else f"{len(words)} words do not fit"
                raise JournalError(f"{self.path}, line {number}: {what}; remove the line") from error

    def add(self, *words: object) -> None:
        """Keep a line."""
        with self.path.open("a") as file:
            file.write(" ".join(map(str, words)) + "\n")
