"""Building books: every opening of so many stones solved, the earlier ones worked out from them.

Scores go into a journal beside the book as they are found, so that a build that was stopped goes on where it
stood.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import TextIO

from inarow._core import DropSolver, Outcome, Rules
from inarow.engine.book import Book, BookError
from inarow.game.position import Position

Openings = dict[bytes, Position]
Progress = Callable[[int, int], object]  # positions solved, positions in all


def build_book(
    rules: Rules,
    stones: int,
    path: Path,
    *,
    memory: int = 64,
    threads: int = 1,
    progress: Progress = lambda solved, count: None,
) -> Book:
    """Solve all openings of up to so many stones and save them as a book.

    Each thread solves positions of its own; all share one table of `memory` MiB, for positions that follow each
    other have much in common.
    """
    if not 0 <= stones < rules.columns * rules.rows:
        raise BookError(f"stones is {stones}; it must be from 0 to {rules.columns * rules.rows - 1}")
    solver = DropSolver(rules, memory=memory << 20, askers=threads)
    layers = [*openings(rules, stones, solver.key)]
    journal = path.with_name(path.name + ".journal")
    with _Journal(journal, rules, stones) as written:
        progress(len(written.scores), len(layers[-1]))
        missing = [item for item in layers[-1].items() if item[0] not in written.scores]
        for key, score in _solved(missing, solver, threads):
            written.add(key, score)
            progress(len(written.scores), len(layers[-1]))
        scores = dict(written.scores)
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            scores[key] = max(_score_of_move(position.play(cell), scores, solver) for cell in position.moves)
    book = Book.of(rules, stones, scores)
    book.save(path)
    journal.unlink()
    return book


def openings(rules: Rules, stones: int, key: Callable[[Position], bytes]) -> Iterator[Openings]:
    """The positions of 0, 1, ... stones in which the game goes on, mirror images once."""
    layer = {key(Position(rules)): Position(rules)}
    yield layer
    for _ in range(stones):
        after = (position.play(cell) for position in layer.values() for cell in position.moves)
        layer = {key(position): position for position in after if not position.is_over}
        yield layer


def _score_of_move(after: Position, scores: dict[bytes, int], solver: DropSolver) -> int:
    if after.outcome == Outcome.ONGOING:
        return -scores[solver.key(after)]
    return -solver.solve(after).lower  # the game is over: nothing to search


def _solved(
    missing: list[tuple[bytes, Position]], solver: DropSolver, threads: int
) -> Iterator[tuple[bytes, int]]:
    """The scores in the order in which they are found."""
    if threads == 1:
        yield from ((key, solver.solve(position).lower) for key, position in missing)
        return
    waiting, found = iter(missing), SimpleQueue[Future[tuple[bytes, int]]]()
    with ThreadPoolExecutor(threads) as pool:

        def start(count: int) -> int:
            items = [*islice(waiting, count)]
            for key, position in items:
                job = pool.submit(lambda key, position: (key, solver.solve(position).lower), key, position)
                job.add_done_callback(found.put)
            return len(items)

        running = start(threads)
        try:
            while running:
                yield found.get().result()
                running += start(1) - 1
        finally:
            solver.stop()


class _Journal:
    """The scores found so far, in a file that grows line by line."""

    def __init__(self, path: Path, rules: Rules, stones: int) -> None:
        self._path = path
        self._head = json.dumps({"format": "inarow book journal", "rules": rules.spec, "stones": stones})
        self._file: TextIO | None = None
        self.scores: dict[bytes, int] = {}

    def __enter__(self) -> _Journal:
        lines = self._path.read_text().split("\n") if self._path.exists() else [self._head, ""]
        if lines[0] != self._head:
            raise BookError(
                f"{self._path} is the journal of another book: finish that one or remove the file"
            )
        whole = lines[1:-1]  # what follows the last end of a line is half a line
        for key, score in map(str.split, whole):
            self.scores[bytes.fromhex(key)] = int(score)
        self._path.write_text("\n".join([self._head, *whole, ""]))
        self._file = self._path.open("a")
        return self

    def add(self, key: bytes, score: int) -> None:
        """Keep a score; it is on the disk when this returns."""
        assert self._file is not None
        self.scores[key] = score
        self._file.write(f"{key.hex()} {score}\n")
        self._file.flush()

    def __exit__(self, *_: object) -> None:
        assert self._file is not None
        self._file.close()
