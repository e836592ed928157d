"""Print the stones a second of batches of games stepped from numpy, beside a loop over positions in Python.

Each row samples random legal actions into a numpy array and steps with them, games that end begin anew, and
every observation, mask and reward is written. The first figure is for seconds of the clock, which need an idle
machine to mean much; the second is for seconds of processor time, those of all threads together.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from inarow import Position, Rules
from inarow.game.batch import Batch

ROUNDS = 5
SECONDS = 0.5  # of a round


def batch_work(rules: Rules, games: int, threads: int) -> Callable[[], int]:
    """A function that steps a batch once and returns the stones that it placed."""
    batch = Batch(rules, games, threads=threads)
    actions = np.empty(games, dtype=np.int64)

    def work() -> int:
        batch.sample(actions)
        batch.step(actions)
        return games

    return work


def loop_work(rules: Rules) -> Callable[[], int]:
    """A function that plays a random game with a loop in Python and returns its stones."""
    choose = random.Random(1).choice

    def work() -> int:
        position = Position(rules)
        while not position.is_over:
            position = position.play(choose(position.moves))
        return position.stones

    return work


def rates(work: Callable[[], int]) -> tuple[float, float]:
    """Stones a second of the clock and of processor time: each the median of some rounds."""
    found = []
    for _ in range(ROUNDS):
        stones, start, used = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - start < SECONDS:
            stones += work()
        found.append((stones / (time.perf_counter() - start), stones / (time.process_time() - used)))
    clock, processor = (statistics.median(column) for column in zip(*found, strict=True))
    return clock, processor


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4096, help="games in a batch (default: 4096)")
    parser.add_argument("--threads", type=int, default=2, help="most threads (default: 2)")
    args = parser.parse_args()
    for name in ("connect-four", "tic-tac-toe", "gomoku", "connect6"):
        rules = Rules.parse(name)
        rows = {"Position in a loop": loop_work(rules)}
        for threads in range(1, args.threads + 1):
            rows[f"Batch, {threads} thread{'s' * (threads > 1)}"] = batch_work(rules, args.games, threads)
        for what, work in rows.items():
            clock, processor = rates(work)
            print(
                f"{name:14} {what:20} {clock:14,.0f} stones/s {processor:14,.0f} stones/processor s",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
