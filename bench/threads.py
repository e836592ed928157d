"""How much sooner the champion of gravity games reaches a depth with several threads, by the clock.

Random positions are searched to the same depth by one thread and by several, one after the other: leave as many
cores free. More nodes than one thread needs are work that the threads did twice. As in a game, the table is kept from
one position to the next; a search before them, which is not counted, fills it, so that the system has provided it.

examples:
  python bench/threads.py
  python bench/threads.py --threads 4 --positions 30
"""

import argparse
import random
from time import perf_counter

from inarow import Position, Rules
from inarow._core import Champion
from inarow.engine.weights import weights_named

STONES = 10
FILLING_NODES = 3_000_000
BOARDS = {"drop-9x9x5": 13, "drop-10x8x4": 13, "drop-20x20x10": 8}  # and how deep they are searched


def random_position(rules: Rules, seed: int) -> Position:
    """A position of a game that goes on."""
    generator = random.Random(seed)
    position = Position(rules)
    while position.stones < STONES:
        position = generator.choice(
            [after for after in map(position.play, position.moves) if not after.is_over]
        )
    return position


def measured(rules: Rules, depth: int, threads: int, positions: int) -> tuple[float, int]:
    """The seconds and nodes of all positions."""
    champion = Champion(rules, weights_named("shipped", rules))
    champion.search(random_position(rules, positions), nodes=FILLING_NODES, threads=threads)
    start, nodes = perf_counter(), 0
    for seed in range(positions):
        nodes += champion.search(random_position(rules, seed), depth=depth, threads=threads).nodes
    return perf_counter() - start, nodes


def main() -> None:
    """Print a line for each board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--threads", type=int, default=2, help="default: 2")
    parser.add_argument("--positions", type=int, default=12, help="of each board (default: 12)")
    args = parser.parse_args()
    for board, depth in BOARDS.items():
        rules = Rules.parse(board)
        seconds, nodes = measured(rules, depth, 1, args.positions)
        with_all, all_nodes = measured(rules, depth, args.threads, args.positions)
        print(
            f"{board}, {depth} stones deep: {seconds:.2f} s with one thread, {with_all:.2f} s with {args.threads}: "
            f"{seconds / with_all:.2f} times sooner with {all_nodes / nodes:.2f} times the nodes",
            flush=True,
        )


if __name__ == "__main__":
    main()
