"""Book: the exact scores of all openings of a game up to so many stones, in a small file.

A file is a line of JSON (format, version, rules, counts, checksum) and data: the keys of the positions in
ascending order, a position and its mirror image once, and their scores, in blocks that are packed by themselves. An
index says with which key each block begins, so that a look-up unpacks one block and a book of a million openings is
ready at once.
"""

from __future__ import annotations

import lzma
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inarow._core import Rules
from inarow.engine.sealed import SealError, read_sealed, write_sealed

FORMAT, VERSION = "inarow book", 2
REMEDY = "make one with 'inarow book build GAME'"
BLOCK_OPENINGS = 4096
PACKING = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20, "lc": 0, "lp": 0, "pb": 0}]

Unpacked = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16]]  # keys, a row of bytes each, and scores


class BookError(ValueError):
    """A book that cannot be used: what is wrong with it and what would help."""


@dataclass(frozen=True)
class Layer:
    """What a book knows of a number of stones."""

    stones: int
    openings: int  # mirror images once
    won: int  # positions, mirror images too, in which the side to move wins
    drawn: int
    lost: int


@dataclass(frozen=True)
class Book:
    """Exact scores by the keys of a solver."""

    rules: Rules
    stones: int
    openings: int
    firsts: tuple[bytes, ...]  # the first key of each block
    blocks: tuple[bytes, ...]
    _unpacked: dict[int, Unpacked] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, rules: Rules, stones: int, scores: Mapping[bytes, int]) -> Book:
        """The book of these scores."""
        ordered = sorted(scores)
        starts = range(0, len(ordered), BLOCK_OPENINGS)
        blocks = (
            _packed(keys, [scores[key] for key in keys])
            for keys in (ordered[start : start + BLOCK_OPENINGS] for start in starts)
        )
        return cls(rules, stones, len(ordered), tuple(ordered[start] for start in starts), tuple(blocks))

    def __len__(self) -> int:
        return self.openings

    def score(self, key: bytes) -> int | None:
        """The score of the position with the key, or None if it is not here."""
        number = bisect_right(self.firsts, key) - 1
        if number < 0:
            return None
        keys, scores = self._block(number)
        place = bisect_left(range(len(keys)), key, key=lambda row: keys[row].tobytes())
        if place == len(keys) or keys[place].tobytes() != key:
            return None
        return int(scores[place])

    def layers(self) -> list[Layer]:
        """How many openings of each number of stones are won, drawn and lost."""
        counts = np.zeros((self.stones + 1, 4), dtype=np.int64)
        for number in range(len(self.blocks)):
            keys, scores = self._block(number)
            stones, images = _stones_and_images(keys, self.rules)
            np.add.at(counts, (stones, 0), 1)
            np.add.at(counts, (stones, 2 - np.sign(scores)), images)
        return [Layer(stones, *map(int, row)) for stones, row in enumerate(counts)]

    def save(self, path: Path) -> None:
        """Write the file; one of that name is replaced only once the new one is whole."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.spec,
            "stones": self.stones,
            "openings": self.openings,
        }
        sizes = np.array([len(block) for block in self.blocks], dtype="<u4").tobytes()
        write_sealed(path, header, b"".join([*self.firsts, sizes, *self.blocks]))

    @classmethod
    def load(cls, path: Path) -> Book:
        """The book in a file. BookError if it is none or is damaged."""
        try:
            header, data = read_sealed(path, FORMAT, VERSION, REMEDY)
        except SealError as error:
            raise BookError(str(error)) from None
        try:
            rules, stones, openings = Rules.parse(header["rules"]), header["stones"], header["openings"]
            width, count = key_bytes(rules), -(-openings // BLOCK_OPENINGS)
            firsts = tuple(data[start : start + width] for start in range(0, count * width, width))
            sizes = np.frombuffer(data, dtype="<u4", count=count, offset=count * width)
            ends = accumulate(map(int, sizes), initial=count * (width + sizes.itemsize))
            blocks = tuple(data[start:end] for start, end in pairwise(ends))
            book = cls(rules, stones, openings, firsts, blocks)
            book._block(count - 1)  # the header has no checksum: the last block shows whether it fits
        except (KeyError, TypeError, ValueError, IndexError, lzma.LZMAError) as error:
            raise BookError(f"{path} does not say what is in it ({error!r}): {REMEDY}") from error
        return book

    def _block(self, number: int) -> Unpacked:
        if number not in self._unpacked:
            count = min(BLOCK_OPENINGS, self.openings - number * BLOCK_OPENINGS)
            self._unpacked[number] = _unpacked(self.blocks[number], count, key_bytes(self.rules))
        return self._unpacked[number]


def key_bytes(rules: Rules) -> int:
    """The length of a solver's key."""
    return (rules.columns * (rules.rows + 1) + 7) // 8


@cache
def shipped_book(rules: Rules) -> Book | None:
    """The book that comes with the package for a game, if there is one."""
    path = Path(str(files("inarow.engine"))) / "books" / f"{rules.spec}.book"
    return Book.load(path) if path.exists() else None


def _packed(keys: list[bytes], scores: list[int]) -> bytes:
    """Columns of key bytes, each less the one before, then scores: alike bytes lie together."""
    rows = np.frombuffer(b"".join(keys), dtype=np.uint8).reshape(len(keys), -1)
    planes = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), dtype=np.uint8)).T
    score_bytes = np.array(scores, dtype="<i2").view(np.uint8).reshape(-1, 2).T
    return lzma.compress(planes.tobytes() + score_bytes.tobytes(), format=lzma.FORMAT_RAW, filters=PACKING)


def _unpacked(block: bytes, count: int, width: int) -> Unpacked:
    raw = lzma.decompress(block, format=lzma.FORMAT_RAW, filters=PACKING)
    planes = np.frombuffer(raw, dtype=np.uint8).reshape(width + 2, count)
    keys = np.ascontiguousarray(np.cumsum(planes[:width].T, axis=0, dtype=np.uint8))
    return keys, np.ascontiguousarray(planes[width:].T).view("<i2")[:, 0]


def _stones_and_images(keys: npt.NDArray[np.uint8], rules: Rules) -> tuple[Any, Any]:
    """The stones of the positions, and 1 for those that are their own mirror image, 2 for the others.

    A key has rows + 1 bits for each column: a one above the topmost stone, and below it one for each stone of
    the side to move.
    """
    bits = np.unpackbits(keys, axis=1)[:, -rules.columns * (rules.rows + 1) :]
    columns = bits.reshape(len(keys), rules.columns, rules.rows + 1)
    heights = rules.rows - columns.argmax(axis=2)
    is_symmetric = (columns == columns[:, ::-1]).all(axis=(1, 2))
    return heights.sum(axis=1), np.where(is_symmetric, 1, 2)
