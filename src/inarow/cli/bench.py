"""Measure the solver and the champion on files of positions and games. Exit code 1 if anything is wrong.

`solve`: on files of positions with known scores, without book, or on random play, with it. Each line of a file is
'MOVES SCORE': columns as digits, from 1 or, with --columns-from, from 0. Every position is solved with an empty
table unless --keep is there. --seconds ends a position that takes longer: what is proved of it until then is compared.

With --random N, so many positions of random play of each number of stones are solved as a user would, by the
shipped book and by search; the figures are how long one waits: half of them, 99 of 100 and all took no longer.

`forced` and `blocks`: positions of Connect6 as JSON lines with the fields black and white, letter pairs such as
JJKK. `games`: CSV with the columns moves (j10,k11,...) and winner. `values`: who wins Connect(m,n,k,p,q) on boards
up to 6x6, against the known values.

examples:
  inarow bench solve --positions Test_L3_R1.txt --game connect-four
  inarow bench solve --random 100 --game connect-four --stones 0-20
  inarow bench forced --positions forced_wins.jsonl
  inarow bench blocks --generate 10000
  inarow bench games --games games.csv.gz
  inarow bench values --nodes 100000
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from inarow.cli import arguments, bench_tactics, terminal
from inarow.engine.solver import Solver
from inarow.engine.solver_bench import Waiting, measure, measure_random, read_positions


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow bench`."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="{solve,forced,blocks,games,values}"
    )
    solve = actions.add_parser("solve", help="solve positions and compare with their scores")
    source = solve.add_mutually_exclusive_group(required=True)
    source.add_argument("--positions", type=Path, metavar="FILE", action="append")
    source.add_argument("--random", type=int, metavar="N", help="positions of each number of stones")
    solve.add_argument(
        "--stones", type=_stones, default=range(21), metavar="A-B", help="with --random (default: 0-20)"
    )
    solve.add_argument("--seed", type=int, default=1, help="of the random play (default: 1)")
    solve.add_argument("--moves", action="store_true", help="with --random: score every move too")
    solve.add_argument("--game", type=arguments.game, required=True)
    solve.add_argument("--columns-from", type=int, default=1, choices=(0, 1), help="the first column's digit")
    solve.add_argument(
        "--skip", type=int, default=0, help="leave the first so many positions of each file out"
    )
    solve.add_argument("--count", type=int, help="only so many positions of each file")
    solve.add_argument("--seconds", type=float, help="for each position (default: as long as it takes)")
    solve.add_argument("--keep", action="store_true", help="keep the table from one position to the next")
    solve.add_argument("--memory", type=int, default=64, metavar="MIB", help="for the table (default: 64)")
    solve.add_argument("--threads", type=int, default=1)
    solve.add_argument("--weak", action="store_true", help="only won, drawn or lost")
    arguments.add_json(solve)
    bench_tactics.configure(actions)


def _stones(text: str) -> range:
    first, _, last = text.partition("-")
    try:
        stones = range(int(first), int(last or first) + 1)
    except ValueError:
        stones = range(0)
    if not stones:
        raise argparse.ArgumentTypeError(f"{text!r} is no range of stones; write 8 or 0-20")
    return stones


def run(args: argparse.Namespace) -> int:
    """Print a line for each file, or for each number of stones."""
    if args.action != "solve":
        return bench_tactics.run(args)
    return _run_random(args) if args.random is not None else _run_files(args)


def _run_random(args: argparse.Namespace) -> int:
    if args.random < 1:
        raise ValueError(f"--random is {args.random}; it must be 1 or more")
    solver = Solver(args.game, memory=args.memory, threads=args.threads)
    for waiting in measure_random(
        solver,
        args.stones,
        args.random,
        seed=args.seed,
        moves=args.moves,
        progress=lambda done, count: terminal.progress(f"{done} of {count}"),
    ):
        terminal.progress("")
        if args.json:
            arguments.print_json(asdict(waiting))
        else:
            arguments.print_text(_line(waiting))
    return 0


def _line(waiting: Waiting) -> str:
    stones = "all" if waiting.stones is None else f"{waiting.stones} stones"
    return (
        f"{stones:>9}: {waiting.positions} positions, {waiting.in_book} without search; "
        f"ms p50 {waiting.p50_ms:.1f}, p99 {waiting.p99_ms:.1f}, max {waiting.max_ms:.1f}; "
        f"{waiting.mean_nodes:,.0f} nodes"
    )


def _run_files(args: argparse.Namespace) -> int:
    wrong = 0
    for path in args.positions:
        questions = read_positions(path, args.game, args.columns_from)[args.skip :][: args.count]
        result = measure(
            args.game,
            questions,
            memory=args.memory,
            threads=args.threads,
            weak=args.weak,
            seconds=args.seconds,
            keep=args.keep,
            progress=lambda done, count: terminal.progress(f"{done} of {count}"),
        )
        terminal.progress("")
        wrong += result.wrong
        if args.json:
            arguments.print_json({"file": path.name, **asdict(result)})
        else:
            arguments.print_text(
                f"{path.name}: {result.positions} positions, {result.wrong} wrong, "
                f"{result.unsolved} unsolved; ms mean {result.mean_ms:.3f}, "
                f"median {result.median_ms:.3f}, max {result.max_ms:.1f}; nodes mean {result.mean_nodes:,.0f}, "
                f"max {result.max_nodes:,}; {result.nodes_a_second / 1e6:.2f} M nodes/s"
            )
    return 1 if wrong else 0
