"""Measure the solver beside bitbully in one run: one core, empty tables, no books, CPU time.

Without files, positions of Connect Four are made by random play; both solvers must agree on every score. With
files of lines 'MOVES SCORE' (columns from 1), those are used. bitbully comes from PyPI: pip install bitbully.

With --threads, hard openings are solved by one thread and by several instead, one after the other, by the clock:
leave as many cores free.

examples:
  python bench/solve.py
  python bench/solve.py --count 50 Test_L1_R1.txt Test_L1_R2.txt
  python bench/solve.py --empty
  python bench/solve.py --threads 2
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from math import exp, log
from pathlib import Path
from statistics import fmean

from inarow import Position
from inarow.engine.solver import Solver
from inarow.engine.solver_bench import read_positions
from inarow.game.variants import CONNECT_FOUR

GROUPS = (30, 24, 20, 16, 12)  # stones
HARD_STONES = 8  # of the openings that threads are measured on
HARD_NODES = 100_000  # below, starting a thread is most of the work
Solve = Callable[[Position], tuple[int, int, float]]  # score, nodes, CPU seconds without emptying the table


def made_positions(stones: int, count: int) -> list[Position]:
    """Positions of random play in which the game goes on."""
    generator = random.Random(stones)
    made: list[Position] = []
    while len(made) < count:
        position = Position(CONNECT_FOUR)
        while not position.is_over and position.stones < stones:
            position = position.play(generator.choice(position.moves))
        if not position.is_over:
            made.append(position)
    return made


def our_solver(memory: int) -> Solve:
    """This project's solver, with an empty table for every position."""
    solver = Solver(CONNECT_FOUR, memory=memory, book=None)
    solver.solve(made_positions(12, 1)[0])  # lets the system grant the table's pages before the clock runs

    def solve(position: Position) -> tuple[int, int, float]:
        solver.forget()
        start = time.process_time()
        solution = solver.solve(position, moves=False)
        seconds = time.process_time() - start
        assert solution.score is not None
        return solution.score, solution.nodes, seconds

    return solve


def bitbully_solver() -> Solve | None:
    """bitbully without its book, with an empty table for every position; None if it is not installed."""
    try:
        from bitbully.bitbully_core import BitBullyCore, BoardCore
    except ImportError:
        print("bitbully is not installed: no comparison (pip install bitbully)")
        return None
    core = BitBullyCore()

    def solve(position: Position) -> tuple[int, int, float]:
        board = BoardCore()
        for cell in position.history:
            board.play(cell % CONNECT_FOUR.columns)
        core.resetTranspositionTable()
        core.resetNodeCounter()
        start = time.process_time()
        score = core.mtdf(board, 0)
        return score, core.getNodeCounter(), time.process_time() - start

    return solve


def measured(solve: Solve, positions: list[Position]) -> tuple[float, float, list[int]]:
    """Mean CPU milliseconds, mean nodes and the scores."""
    answers = [solve(position) for position in positions]
    scores, nodes, seconds = zip(*answers, strict=True)
    return 1e3 * fmean(seconds), fmean(nodes), list(scores)


def groups(files: list[Path], count: int) -> Iterator[tuple[str, list[Position]]]:
    """The sets of positions by name."""
    for path in files:
        yield path.stem, [question.position for question in read_positions(path, CONNECT_FOUR)[:count]]
    if not files:
        for stones in GROUPS:
            yield f"{stones} stones", made_positions(stones, count)


def clocked(solver: Solver, position: Position) -> tuple[int | None, int, float]:
    """Score, nodes and seconds by the clock, with an empty table."""
    solver.forget()
    solution = solver.solve(position, moves=False)
    return solution.score, solution.nodes, solution.seconds


def compare_threads(threads: int, positions: list[Position], memory: int) -> None:
    """Print what several threads gain over one by the clock, position by position."""
    one, several = (Solver(CONNECT_FOUR, memory=memory, threads=count, book=None) for count in (1, threads))
    for solver in (one, several):  # lets the system grant the tables' pages before the clock runs
        solver.solve(made_positions(12, 1)[0])
    ratios: list[float] = []
    for position in positions:
        score, nodes, seconds = clocked(one, position)
        if nodes < HARD_NODES:
            continue
        their_score, their_nodes, their_seconds = clocked(several, position)
        ratios.append(seconds / their_seconds)
        columns = "".join(str(cell % CONNECT_FOUR.columns + 1) for cell in position.history)
        print(
            f"{columns}: {nodes:12,} nodes {seconds:7.2f} s, {threads} threads {their_nodes:12,} nodes "
            f"{their_seconds:7.2f} s, {ratios[-1]:.2f} times faster"
            f"{'' if score == their_score else ', SCORES DIFFER'}",
            flush=True,
        )
    if not ratios:
        print(f"no position takes {HARD_NODES:,} nodes: too easy to compare threads on")
        return
    print(f"geometric mean of {len(ratios)}: {exp(fmean(map(log, ratios))):.2f} times faster by the clock")


def main() -> None:
    """Print a line for each set, then the geometric mean of the ratios."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=20, help="positions of each set (default: 20)")
    parser.add_argument("--memory", type=int, default=64, help="MiB for our table (default: 64)")
    parser.add_argument("--empty", action="store_true", help="solve the empty board too, without bitbully")
    parser.add_argument("--threads", type=int, help="compare one thread with so many, by the clock")
    args = parser.parse_args()
    if args.threads is not None:
        chosen = [position for _, positions in groups(args.files, args.count) for position in positions]
        compare_threads(
            args.threads, chosen if args.files else made_positions(HARD_STONES, args.count), args.memory
        )
        return
    ours, theirs = our_solver(args.memory), bitbully_solver()
    ratios: list[float] = []
    for name, positions in groups(args.files, args.count):
        own_ms, own_nodes, own_scores = measured(ours, positions)
        line = f"{name:12} ours {own_ms:9.3f} ms {own_nodes:12,.0f} nodes"
        if theirs is not None:
            ms, nodes, scores = measured(theirs, positions)
            ratios.append(ms / own_ms)
            agree = "same scores" if scores == own_scores else "SCORES DIFFER"
            line += (
                f"   bitbully {ms:9.3f} ms {nodes:12,.0f} nodes   {ms / own_ms:6.2f} times faster, {agree}"
            )
        print(line, flush=True)
    if ratios:
        print(f"geometric mean: {exp(fmean(map(log, ratios))):.2f} times faster")
    if args.empty:
        ms, nodes, _ = measured(ours, [Position(CONNECT_FOUR)])
        print(f"empty board: {nodes:,.0f} nodes, {ms / 1e3:.1f} s, {nodes / ms / 1e3:.2f} M nodes a second")


if __name__ == "__main__":
    main()
