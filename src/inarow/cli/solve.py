"""Prove the exact score of a position of a gravity game, or who wins it.

The score is for the side to move: 1 + the stones that the winner will not have used, negative when that is
the other side, 0 for a draw. A search that is stopped, by a limit or by Ctrl-C, tells what it proved so far; after a
limit, also how long it would roughly take to the end. --estimate tells that without solving. With --journal what took
long to prove is kept in a file, and the same command goes on from there after any end: Ctrl-C, a limit, a kill.

examples:
  inarow solve drop-9x7x5 --estimate
  inarow solve connect-four/444444 --moves
  inarow solve drop-9x7x5/55 --weak --seconds 60 --json
  inarow solve drop-8x7x4 --memory 8192 --threads 2 --journal 8x7.journal
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from math import log10
from typing import Any

from inarow._core import SolveResult
from inarow.cli import arguments, terminal
from inarow.engine.book import Book
from inarow.engine.solve_estimate import Estimate, estimated
from inarow.engine.solver import Proof, Solution, Solver
from inarow.game.position import Position

MOST_YEARS = 1000  # that are told one by one


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow solve`."""
    parser.add_argument("position", type=arguments.position, metavar="POSITION")
    parser.add_argument("--moves", action="store_true", help="the score of each move too")
    parser.add_argument("--weak", action="store_true", help="only won, drawn or lost, which is faster")
    parser.add_argument("--estimate", action="store_true", help="only guess how long it would take")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--nodes", type=int, help="stop after so many positions")
    parser.add_argument("--memory", type=int, default=64, metavar="MIB", help="for the table (default: 64)")
    parser.add_argument("--threads", type=int, default=1, help="search with so many threads (default: 1)")
    parser.add_argument("--book", metavar="FILE", help="another book than the package's; 'none' for none")
    parser.add_argument("--journal", metavar="FILE", help="keep there what is proved, and go on from it")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print what is proved; 1 if a limit came before the answer."""
    position: Position = args.position
    if args.estimate:
        return _estimate(position, args.json)
    solver = Solver(
        position.rules,
        memory=args.memory,
        threads=args.threads,
        book=_book(args.book),
        journal=args.journal,
    )
    if solver.proofs_taken_up > 0 and not args.json:
        arguments.print_text(f"goes on from {solver.proofs_taken_up:,} proofs in {args.journal}\n")
    latest: list[SolveResult] = []
    try:
        solution = solver.solve(
            position,
            weak=args.weak,
            moves=args.moves,
            seconds=args.seconds,
            nodes=args.nodes,
            progress=lambda result: _tell(result, latest),
        )
    except KeyboardInterrupt:
        terminal.progress("")
        if latest:
            arguments.print_text(f"interrupted; so far {_so_far(latest[-1])}")
        if args.journal is not None:
            arguments.print_text(f"the same command goes on from what {args.journal} has")
        raise
    terminal.progress("")
    if args.json:
        arguments.print_json(fields(position, solution))
    else:
        _print(position, solution)
        if not solution.is_complete:
            arguments.print_text(_guess(estimated(position)))
            if args.journal is not None:
                arguments.print_text(f"the same command goes on from what {args.journal} has")
    return 0 if solution.is_complete else 1


def _estimate(position: Position, as_json: bool) -> int:
    estimate = estimated(position)
    if as_json:
        arguments.print_json({"position": position.text, **asdict(estimate)})
    else:
        arguments.print_text(_guess(estimate))
    return 0


def _guess(estimate: Estimate) -> str:
    return (
        f"a rough guess for all of it, without book: {_count(estimate.nodes)} nodes, {_duration(estimate.seconds)} "
        f"with one thread ({estimate.growth:.1f} times as many for every stone before stone {estimate.stones})"
    )


def _count(number: float) -> str:
    """Two digits of a number that is a guess, or its power of ten where nobody would count the zeros."""
    if number >= 1e15:
        return f"10^{log10(number):.0f}"
    return f"{float(f'{number:.2g}'):,.0f}"


def _duration(seconds: float) -> str:
    """About how long, in the largest unit that fits."""
    years = 365 * 86400
    if seconds >= MOST_YEARS * years:
        return f"more than {MOST_YEARS:,} years"
    for unit, length in (("years", years), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"about {_count(seconds / length)} {unit}"
    return f"about {seconds:.0f} seconds" if seconds >= 2 else "a moment"


def _book(name: str | None) -> Book | str | None:
    if name is None:
        return "shipped"
    from pathlib import Path

    return None if name == "none" else Book.load(Path(name))


def _tell(result: SolveResult, latest: list[SolveResult]) -> None:
    latest[:] = [result]
    terminal.progress(_so_far(result))


def _so_far(result: SolveResult) -> str:
    speed = result.nodes / result.seconds / 1e6
    return f"score from {result.lower} to {result.upper}, {result.nodes:,} nodes, {speed:.1f} M/s"


def fields(position: Position, solution: Solution) -> dict[str, Any]:
    """A solution as plain data."""
    return {
        "position": position.text,
        "score": solution.score,
        "lower": solution.lower,
        "upper": solution.upper,
        "weak": solution.is_weak,
        "stones": solution.stones,
        "moves": [
            {
                "move": position.rules.move_name(move.cell),
                "score": move.score,
                "lower": move.proof.lower,
                "upper": move.proof.upper,
            }
            for move in solution.moves
        ],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


def _print(position: Position, solution: Solution) -> None:
    arguments.print_text(f"{terminal.board(position)}\n")
    arguments.print_text(f"{position.status}: {_words(solution)}")
    for move in solution.moves:
        arguments.print_text(f"{position.rules.move_name(move.cell):>6}  {_range(move.proof)}")
    speed = f", {solution.nodes / solution.seconds / 1e6:.1f} M/s" if solution.seconds > 0.01 else ""
    arguments.print_text(f"{solution.nodes:,} nodes in {solution.seconds:.3f} s{speed}")


def _words(solution: Solution) -> str:
    if solution.score is None:
        return f"not solved within the limits: the score is from {solution.lower} to {solution.upper}"
    outcome = {1: "won", 0: "drawn", -1: "lost"}[solution.proof.sign().lower]
    if solution.is_weak:
        return outcome
    return f"{outcome}, score {solution.score}, {solution.stones} more stones"


def _range(proof: Proof) -> str:
    return f"{proof.score:+}" if proof.score is not None else f"{proof.lower:+} to {proof.upper:+}"
