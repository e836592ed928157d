"""Play a tournament that a TOML file describes: round robin, gauntlet, Swiss or knockout.

Every game is kept in a SQLite file (FILE.sqlite unless --store names another): interrupt the tournament and
give the same command again to go on.

    players = ["chains", "ultimate", "pvs eval=windows", "my_player.py:Mine"]
    games = ["connect-four", "drop-9x9x5"]
    schedule = "round-robin"        # or gauntlet (the first against all), swiss, knockout
    pairs = 2                       # of games, sides swapped, each time two players meet
    rounds = 1                      # of a swiss; of the others, how often all is repeated
    [clock]
    seconds = 0.5                   # a turn; or bank and increment, nodes, depth, memory, threads
    [openings]
    stones = 4                      # random level openings; or book = "FILE"

example:
  inarow tournament spring.toml --html spring.html
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.arena.plan import Plan
from inarow.cli.running import add_running, run_plan


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow tournament`."""
    parser.add_argument("file", type=Path, metavar="FILE.toml")
    add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Play the tournament."""
    args.store = args.store or args.file.with_suffix(".sqlite")
    return run_plan(Plan.read(args.file), args)
