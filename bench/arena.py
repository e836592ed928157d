"""Print the games a second of two trivial players on Connect Four, and what the arena costs a game.

    python bench/arena.py                       ours alone
    python bench/arena.py --kaggle PYTHON       beside kaggle-environments' `evaluate`, in one run

PYTHON is that of an environment which has kaggle-environments: it is too large, and too particular about
its neighbours, to live in ours. Rounds alternate between the two programs, so that a slow moment of the
machine meets both; the row of a way to play is the median of its rounds.
"""

from __future__ import annotations

import argparse
import cProfile
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from inarow import Position, Rules
from inarow.adapters.players import player
from inarow.arena.executor import Executor, HereExecutor, LocalExecutor
from inarow.arena.job import Clock
from inarow.arena.openings import OpeningSettings
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.arena.tournament import Tournament

ROUNDS = 5
PLAYERS = ("random seed=1", "random seed=2")
KAGGLE = """
import sys, time
from kaggle_environments import evaluate
games = int(sys.argv[1])
evaluate("connectx", ["random", "random"], num_episodes=1)
start = time.perf_counter()
evaluate("connectx", ["random", "random"], num_episodes=games)
print(games / (time.perf_counter() - start))
"""


def of_the_arena(games: int, executor: Executor, *, trusted: bool, stones: int | None = 0) -> float:
    """Games a second of a match with its store, its openings and its commits."""
    plan = Plan(
        players=PLAYERS,
        pairs=games // 2,
        clock=Clock(seconds=60.0),
        openings=OpeningSettings(stones=stones),
        trusted=trusted,
    )
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "match.sqlite", plan.to_dict())
        start = perf_counter()
        Tournament(plan, store).run(executor, lambda *_: None)
        seconds = perf_counter() - start
        store.close()
    return games / seconds


def of_the_players(games: int) -> float:
    """Games a second of a bare loop that only asks the players and plays their moves."""
    rules = Rules.parse("connect-four")
    start = perf_counter()
    for _ in range(games):
        players = [player(name) for name in PLAYERS]
        position = Position(rules)
        while not position.is_over:
            position = position.play(players[position.stones % 2].choose(position))
    return games / (perf_counter() - start)


def of_kaggle(python: str, games: int) -> float:
    """Games a second of `evaluate` with its own random players, after its import and a first game."""
    done = subprocess.run([python, "-c", KAGGLE, str(games)], capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def rows(kaggle: str | None) -> dict[str, Callable[[], float]]:
    """What is measured, by name."""
    found: dict[str, Callable[[], float]] = {
        "bare loop: the players alone": lambda: of_the_players(500),
        "in this process (--here --trusted)": lambda: of_the_arena(500, HereExecutor(), trusted=True),
        "the same, random level openings": lambda: of_the_arena(
            100, HereExecutor(), trusted=True, stones=None
        ),
        "one worker, trusted": lambda: of_the_arena(500, LocalExecutor(1), trusted=True),
        "one worker, a process for each player": lambda: of_the_arena(60, LocalExecutor(1), trusted=False),
    }
    if kaggle is not None:
        found["kaggle-environments' evaluate"] = lambda: of_kaggle(kaggle, 20)
    return found


def cpu_milliseconds(measure: Callable[[int], float], games: int) -> float:
    """The processor time of a game, that of all its processes together."""

    def used() -> float:
        both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(usage.ru_utime + usage.ru_stime for usage in both)

    before = used()
    measure(games)
    return (used() - before) / games * 1e3


def print_cpu() -> None:
    """What a game costs the processor: the players alone, and with the arena around them."""
    here = HereExecutor()
    for name, measure, games in (
        ("the players alone", of_the_players, 300),
        ("in this process", partial(of_the_arena, executor=here, trusted=True), 300),
        ("a process for each player", partial(of_the_arena, executor=here, trusted=False), 40),
    ):
        print(f"{name:40} {cpu_milliseconds(measure, games):10.3f} ms of processor time a game")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kaggle", metavar="PYTHON")
    parser.add_argument("--profile", action="store_true", help="print where the time of a trusted game goes")
    parser.add_argument("--cpu", action="store_true", help="print the processor time of a game")
    args = parser.parse_args()
    if args.cpu:
        print_cpu()
        return
    if args.profile:
        cProfile.runctx("of_the_arena(500, HereExecutor(), trusted=True)", globals(), {}, sort="cumulative")
        return
    measured = rows(args.kaggle)
    speeds: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(ROUNDS):
        for name, measure in measured.items():
            speeds[name].append(measure())
    medians = {name: statistics.median(found) for name, found in speeds.items()}
    slowest = min(medians.values())
    for name, speed in medians.items():
        print(f"{name:40} {speed:10,.1f} games/s {1e3 / speed:9.3f} ms a game {speed / slowest:8.1f} x")


if __name__ == "__main__":
    main()
