"""Print the stones a second of batches of games stepped from numpy, beside a loop over positions in Python.

Each row samples random legal actions into a numpy array and steps with them, games that end begin anew, and
every observation, mask and reward is written. Seconds are those of the clock, so the machine should be idle.
"""

import argparse
import random
import statistics
import sys
import time

import numpy as np

from inarow import Position, Rules
from inarow.game.batch import Batch

ROUNDS = 5
SECONDS = 0.5  # of a round


def batch_rate(rules: Rules, games: int, threads: int) -> float:
    """Stones a second of a batch."""
    batch = Batch(rules, games, threads=threads)
    actions = np.empty(games, dtype=np.int64)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        batch.sample(actions)
        batch.step(actions)
        steps += 1
    return steps * games / (time.perf_counter() - start)


def loop_rate(rules: Rules) -> float:
    """Stones a second of random games with a loop in Python."""
    choose = random.Random(1).choice
    stones, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        position = Position(rules)
        while not position.is_over:
            position = position.play(choose(position.moves))
            stones += 1
    return stones / (time.perf_counter() - start)


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
        loop = statistics.median(loop_rate(rules) for _ in range(ROUNDS))
        print(f"{name:14} {'Position in a loop':24} {loop:14,.0f} stones/s")
        for threads in range(1, args.threads + 1):
            rate = statistics.median(batch_rate(rules, args.games, threads) for _ in range(ROUNDS))
            what = f"Batch, {threads} thread{'s' * (threads > 1)}"
            print(f"{name:14} {what:24} {rate:14,.0f} stones/s {rate / loop:8.1f} x", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
