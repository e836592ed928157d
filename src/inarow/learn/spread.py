"""Games to learn from, made here, by several threads, or on a Ray cluster: the same games wherever they are made."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

from inarow._core import Rules
from inarow.learn.dataset import Dataset, LearningGame

CHUNK = 100  # games

Progress = Callable[[int, int], None]


class Maker(Protocol):
    """Plain data that makes games by their numbers. The game of a number is always the same."""

    @property
    def rules(self) -> Rules:
        """Of the games."""

    @property
    def settings(self) -> dict[str, Any]:
        """What else makes the games what they are."""

    def games(self, numbers: range) -> list[LearningGame]:
        """The games with these numbers."""


class Spread(Protocol):
    """Where games are made."""

    def made(self, maker: Maker, chunks: Iterable[range]) -> Iterator[list[LearningGame]]:
        """The games of every chunk, in the order of the chunks."""


class InThreads:
    """Chunks in threads of this process; the core plays without Python's lock."""

    def __init__(self, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"{threads} threads play no games; 1 or more do")
        self._threads = threads

    def made(self, maker: Maker, chunks: Iterable[range]) -> Iterator[list[LearningGame]]:
        """The games of every chunk, in the order of the chunks."""
        with ThreadPoolExecutor(self._threads) as pool:

            def start(chunk: range) -> list[Future[list[LearningGame]]]:
                size = -(-len(chunk) // self._threads)
                parts = [chunk[first : first + size] for first in range(0, len(chunk), size)]
                return [pool.submit(maker.games, part) for part in parts]

            for chunk in chunks:
                yield [game for part in start(chunk) for game in part.result()]


class OnRay:
    """Chunks on a Ray cluster that this process is connected to; those of a lost node are made again elsewhere."""

    def __init__(self) -> None:
        import ray

        self._ray: Any = ray

    def made(self, maker: Maker, chunks: Iterable[range]) -> Iterator[list[LearningGame]]:
        """The games of every chunk, in the order of the chunks."""
        make = self._ray.remote(_made)
        shared = self._ray.put(maker)
        ahead = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        running: deque[Any] = deque()
        waiting = iter(chunks)
        try:
            while True:
                while len(running) < ahead and (chunk := next(waiting, None)) is not None:
                    running.append(make.remote(shared, chunk))
                if not running:
                    return
                yield self._ray.get(running.popleft())
        finally:
            for reference in running:
                self._ray.cancel(reference)


def _made(maker: Maker, numbers: range) -> list[LearningGame]:
    return maker.games(numbers)


def make_games(path: Path, maker: Maker, games: int, spread: Spread, progress: Progress) -> None:
    """Make the file hold so many games, going on where it stands."""
    with Dataset.opened(path, maker.rules, maker.settings) as dataset:
        progress(len(dataset), games)
        for made in spread.made(maker, _chunks(len(dataset), games)):
            dataset.add(made)
            progress(len(dataset), games)


def _chunks(first: int, last: int) -> Sequence[range]:
    return [range(start, min(start + CHUNK, last)) for start in range(first, last, CHUNK)]
