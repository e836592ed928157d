"""Book: the exact scores of all openings of a game up to so many stones, in a small file.

A file is a line of JSON (format, version, rules, counts, checksum) and compressed data: the keys of the
positions in ascending order, a position and its mirror image once, and their scores.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inarow._core import Rules

FORMAT, VERSION = "inarow book", 1


class BookError(ValueError):
    """A book that cannot be used: what is wrong with it and what would help."""


@dataclass(frozen=True)
class Book:
    """Exact scores by the keys of a solver."""

    rules: Rules
    stones: int
    keys: npt.NDArray[np.bytes_]
    scores: npt.NDArray[np.int16]

    @classmethod
    def of(cls, rules: Rules, stones: int, scores: Mapping[bytes, int]) -> Book:
        """The book of these scores."""
        ordered = sorted(scores)
        width = key_bytes(rules)
        keys = np.frombuffer(b"".join(ordered), dtype=f"S{width}")
        return cls(rules, stones, keys, np.array([scores[key] for key in ordered], dtype=np.int16))

    def __len__(self) -> int:
        return len(self.keys)

    def score(self, key: bytes) -> int | None:
        """The score of the position with the key, or None if it is not here."""
        place = int(np.searchsorted(self.keys, np.bytes_(key)))
        if place == len(self.keys) or self.keys[place] != key.rstrip(b"\0"):
            return None
        return int(self.scores[place])

    def save(self, path: Path) -> None:
        """Write the file; one of that name is replaced only once the new one is whole."""
        data = _packed(self)
        header = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.spec,
            "stones": self.stones,
            "positions": len(self),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
        try:
            draft.write_bytes(json.dumps(header).encode() + b"\n" + data)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path) -> Book:
        """The book in a file. BookError if it is none or is damaged."""
        head, _, data = path.read_bytes().partition(b"\n")
        header = _checked_header(path, head)
        if hashlib.sha256(data).hexdigest() != header["sha256"]:
            raise BookError(f"{path} is damaged: its checksum does not match. Build or fetch it again")
        rules, count = Rules.parse(header["rules"]), header["positions"]
        keys, scores = _unpacked(data, count, key_bytes(rules))
        return cls(rules, header["stones"], keys, scores)


def key_bytes(rules: Rules) -> int:
    """The length of a solver's key."""
    return (rules.columns * (rules.rows + 1) + 7) // 8


@cache
def shipped_book(rules: Rules) -> Book | None:
    """The book that comes with the package for a game, if there is one."""
    path = Path(str(files("inarow.engine"))) / "books" / f"{rules.spec}.book"
    return Book.load(path) if path.exists() else None


def _checked_header(path: Path, head: bytes) -> dict[str, Any]:
    try:
        header = json.loads(head)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BookError(f"{path} is not a book: make one with 'inarow book build GAME'")
    if header.get("version") != VERSION:
        raise BookError(f"{path} is a book of version {header.get('version')}; this program reads {VERSION}")
    return header


def _packed(book: Book) -> bytes:
    """Columns of key bytes, each less the one before, then scores: alike bytes lie together."""
    width = key_bytes(book.rules)
    rows = np.frombuffer(book.keys.tobytes(), dtype=np.uint8).reshape(-1, width)
    planes = np.diff(rows, axis=0, prepend=np.zeros((1, width), dtype=np.uint8)).T
    return lzma.compress(planes.tobytes() + book.scores.astype("<i2").T.tobytes(), preset=9)


def _unpacked(data: bytes, count: int, width: int) -> tuple[npt.NDArray[np.bytes_], npt.NDArray[np.int16]]:
    raw = lzma.decompress(data)
    planes = np.frombuffer(raw[: count * width], dtype=np.uint8).reshape(width, count)
    rows = np.cumsum(planes.T, axis=0, dtype=np.uint8)
    keys = np.frombuffer(np.ascontiguousarray(rows).tobytes(), dtype=f"S{width}")
    return keys, np.frombuffer(raw[count * width :], dtype="<i2")
