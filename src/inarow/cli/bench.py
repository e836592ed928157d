"""Measure the solver on a file of positions with known scores, without book.

Each line of the file is 'MOVES SCORE': columns as digits, from 1 or, with --columns-from, from 0. Every position
is solved with an empty table. Exit code 1 if any score differs.

example:
  inarow bench solve --positions Test_L3_R1.txt --game connect-four
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from inarow.cli import arguments, terminal
from inarow.engine.solver_bench import measure, read_positions


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow bench`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="solve")
    solve = actions.add_parser("solve", help="solve positions and compare with their scores")
    solve.add_argument("--positions", type=Path, required=True, metavar="FILE", action="append")
    solve.add_argument("--game", type=arguments.game, required=True)
    solve.add_argument("--columns-from", type=int, default=1, choices=(0, 1), help="the first column's digit")
    solve.add_argument("--count", type=int, help="only the first so many positions of each file")
    solve.add_argument("--memory", type=int, default=64, metavar="MIB", help="for the table (default: 64)")
    solve.add_argument("--threads", type=int, default=1)
    solve.add_argument("--weak", action="store_true", help="only won, drawn or lost")
    arguments.add_json(solve)


def run(args: argparse.Namespace) -> int:
    """Print a line for each file."""
    wrong = 0
    for path in args.positions:
        questions = read_positions(path, args.game, args.columns_from)[: args.count]
        result = measure(
            args.game,
            questions,
            memory=args.memory,
            threads=args.threads,
            weak=args.weak,
            progress=lambda done, count: terminal.progress(f"{done} of {count}"),
        )
        terminal.progress("")
        wrong += result.wrong
        if args.json:
            arguments.print_json({"file": path.name, **asdict(result)})
        else:
            arguments.print_text(
                f"{path.name}: {result.positions} positions, {result.wrong} wrong; ms mean {result.mean_ms:.3f}, "
                f"median {result.median_ms:.3f}, max {result.max_ms:.1f}; nodes mean {result.mean_nodes:,.0f}, "
                f"max {result.max_nodes:,}; {result.nodes_a_second / 1e6:.2f} M nodes/s"
            )
    return 1 if wrong else 0
