"""Measure the champion: threats, forced wins and search, in nodes and in seconds of a core's own time.

Nodes are the same on every machine; seconds are not. With --positions FILE the forced wins are those of
JSON lines with the fields black and white (letter pairs); without it, positions of random stones are
looked at.
"""

import argparse
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from inarow import Position, Random, Rules
from inarow._core import Champion, exercise_threats, forced_win
from inarow.engine.tactics_bench import read_problems
from inarow.game.variants import CONNECT6, GOMOKU

STONES_A_ROUND = 40
GAMES = {
    "connect6 opening": "connect6/j10k11k9",
    "connect6 middle": "connect6/j10k11i11j11j12i12j13",
    "gomoku opening": "gomoku/h8i9h9h10",
}


def random_positions(count: int) -> Iterator[Position]:
    """Positions of Connect6 with random stones close together, at the beginning of a turn."""
    for seed in range(count):
        random, position = Random(seed), Position(CONNECT6)
        while not position.is_over and (position.stones < 15 or position.stones_left != 2):
            near = [cell for cell in position.moves if abs(cell % 19 - 9) < 4 and abs(cell // 19 - 9) < 4]
            position = position.play(near[random.below(len(near))])
        if not position.is_over:
            yield position


def positions_of(path: Path | None) -> list[Position]:
    """The positions of a file, or random ones without one."""
    if path is None:
        return list(random_positions(300))
    return [problem.position for problem in read_problems(path)]


def print_threats() -> None:
    """Stones played and undone a second, with all threats kept."""
    for rules in (CONNECT6, GOMOKU, Rules(30, 30, 9, stones_per_turn=3)):
        for with_evaluation in (False, True):
            rounds = 4000
            start = time.process_time()
            exercise_threats(rules, rounds, with_evaluation)
            rate = rounds * STONES_A_ROUND / (time.process_time() - start)
            what = "threats and gains" if with_evaluation else "threats"
            print(f"{rules.name:24} {what:18} {rate / 1e6:6.2f} million stones played and undone a second")


def print_forced_wins(positions: list[Position]) -> None:
    """How many forced wins are found, with how much work."""
    found = nodes = 0
    most_nodes, slowest, total = 0, 0.0, 0.0
    for position in positions:
        start = time.process_time()
        answer = forced_win(position)
        seconds = time.process_time() - start
        found += answer.is_win
        nodes += answer.nodes
        most_nodes, slowest, total = max(most_nodes, answer.nodes), max(slowest, seconds), total + seconds
    print(f"forced wins: {found} of {len(positions)} positions, {nodes} nodes, at most {most_nodes} in one")
    print(f"  slowest {slowest * 1000:.1f} ms, {nodes / total:,.0f} nodes a second with set-up")


def print_searches(nodes: int, threads: int) -> None:
    """Depth and speed of the search of fixed positions."""
    for name, text in GAMES.items():
        position = Position.parse(text)
        for used in sorted({1, threads}):
            champion = Champion(position.rules)
            start = time.process_time()
            result = champion.search(position, nodes=nodes, threads=used)
            spent = time.process_time() - start
            print(
                f"{name:18} {used} thread{'' if used == 1 else 's'}: depth {result.depth}, "
                f"{result.nodes} nodes, {result.nodes / spent:,.0f} a second of a core, "
                f"{result.nodes / result.seconds:,.0f} a second on the clock"
            )


def print_depths(seconds: tuple[float, ...]) -> None:
    """How deep a thread sees in so many seconds."""
    for name, text in GAMES.items():
        position = Position.parse(text)
        champion = Champion(position.rules)
        depths = []
        for limit in seconds:
            champion.forget()
            depths.append(f"{limit:g} s: {champion.search(position, seconds=limit).depth}")
        print(f"{name:18} depth in {', '.join(depths)}")


def print_stops(count: int) -> None:
    """How long a search runs on after it was told to stop."""
    position = Position.parse(GAMES["connect6 middle"])
    delays, costs = [], []
    for turn in range(count):
        champion = Champion(position.rules)
        is_thinking = threading.Event()
        ended: list[tuple[float, float]] = []

        def think(
            champion: Champion = champion,
            is_thinking: threading.Event = is_thinking,
            ended: list[tuple[float, float]] = ended,
        ) -> None:
            champion.search(position, progress=lambda _: is_thinking.set())
            ended.append((time.perf_counter(), time.process_time()))

        thread = threading.Thread(target=think)
        thread.start()
        is_thinking.wait()
        time.sleep(0.01 * turn)
        told = time.perf_counter(), time.process_time()
        champion.stop()
        thread.join()
        delays.append(1e3 * (ended[0][0] - told[0]))
        costs.append(1e3 * (ended[0][1] - told[1]))
    print(
        f"stops {statistics.median(delays):.1f} ms after it is told to, at most {max(delays):.1f} ms; "
        f"of a core's time {statistics.median(costs):.1f} ms, at most {max(costs):.1f} ms"
    )


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=Path, help="JSON lines of positions with forced wins")
    parser.add_argument("--nodes", type=int, default=100_000, help="of each search (default: 100000)")
    parser.add_argument("--threads", type=int, default=2, help="to compare with one thread (default: 2)")
    args = parser.parse_args()
    print_threats()
    print_forced_wins(positions_of(args.positions))
    print_searches(args.nodes, args.threads)
    print_depths((0.1, 1.0, 5.0))
    print_stops(20)


if __name__ == "__main__":
    main()
