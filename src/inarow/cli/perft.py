"""Count the sequences of stones of a game, for every length up to DEPTH.

Games that have ended are not extended. The last stone is counted, not played (bulk counting).

example:
  inarow perft connect-four 9
"""

from __future__ import annotations

import argparse
from time import perf_counter

from inarow.cli import arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow perft`."""
    parser.add_argument(
        "game", type=arguments.position, metavar="GAME", help="a game, or a position to count from"
    )
    parser.add_argument(
        "depth", type=arguments.reader(_depth), metavar="DEPTH", help="stones in the longest sequences"
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print one count for each number of stones."""
    for depth in range(1, args.depth + 1):
        start = perf_counter()
        count = args.game.perft(depth)
        seconds = perf_counter() - start
        if args.json:
            arguments.print_json({"depth": depth, "sequences": count, "seconds": round(seconds, 6)})
        else:
            rate = f"{count / seconds / 1e6:8.1f} million a second" if seconds > 0.01 else ""
            arguments.print_text(f"{depth:3}  {count:>22,}  {rate}".rstrip())
    return 0


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"'{text}' is not a depth: expected 1 or more")
    return int(text)
