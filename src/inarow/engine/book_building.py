"""Building books: every opening of so many stones solved, the earlier ones worked out from them.

Scores go into a journal beside the book as they are found, so that a build that was stopped goes on where it
stood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from inarow._core import DropSolver, Outcome, Rules
from inarow.engine.book import Book, BookError
from inarow.engine.journal import Journal
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
    head = {"format": "inarow book journal", "rules": rules.spec, "stones": stones}
    journal = Journal(path.with_name(path.name + ".journal"), head)
    scores: dict[bytes, int] = {}
    journal.take_up(lambda key, score: scores.update({bytes.fromhex(key): int(score)}))
    progress(len(scores), len(layers[-1]))
    missing = [item for item in layers[-1].items() if item[0] not in scores]
    for key, score in _solved(missing, solver, threads):
        scores[key] = score
        journal.add(key.hex(), score)
        progress(len(scores), len(layers[-1]))
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            scores[key] = max(_score_of_move(position.play(cell), scores, solver) for cell in position.moves)
    book = Book.of(rules, stones, scores)
    book.save(path)
    journal.path.unlink()
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
