"""A journal: what a long work has found so far, line by line, so that it can go on after any end."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class JournalError(ValueError):
    """A file that is no journal of this work: why, and what to do."""


class Journal:
    """Lines of words in a file that says in its first line whose they are; what is added is on the disk at once.

    Half a line at its end, of a work that was ended while it wrote, is dropped.
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
        # Those that were there before.
        self.lines = [line.split() for line in text[len(begin) : whole].decode(errors="replace").splitlines()]
        if whole == 0:
            path.write_bytes(begin)
        elif whole < len(text):
            os.truncate(path, whole)

    def add(self, words: Sequence[object]) -> None:
        """Keep a line; it is on the disk when this returns."""
        with self.path.open("a") as file:
            file.write(" ".join(map(str, words)) + "\n")
