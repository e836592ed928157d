"""Test a player: does it always answer with a legal move, in time, without crashing?

It is asked in the positions that trip players up, in processes of its own, and then plays a whole game
against itself. A program of another world is tested in its own protocol first: that it starts, plays game
after game, survives lines that it cannot know, and ends when it is told. Each thing that is wrong comes with
how to put it right. Exit code 1 if anything is.

examples:
  inarow check my_player.py:Mine --game connect6
  inarow check 'process:./engine protocol=connect6'
  inarow check java:MyPlayer.java --game 'connect-x 6 7 4'
"""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict

from inarow._core import Rules
from inarow.adapters import players
from inarow.arena import processes
from inarow.arena.check import SECONDS, findings
from inarow.cli import arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow check`."""
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help="a name of the catalog, file.py:name, process:COMMAND protocol=..., java:FILE.java",
    )
    parser.add_argument(
        "--game", type=arguments.game, help="default: connect-four, or what its protocol is for"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"time for a turn (default: {SECONDS:g})"
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print one line for every trial."""
    players.check_name(args.player)
    program = players.program(args.player)
    manners = program.protocol.manners if program else None
    game = args.game or Rules.parse(manners.game if manners else "connect-four")
    processes.adopt_orphans()
    failures = 0
    for finding in findings(args.player, game, args.seconds):
        failures += not finding.is_good
        if args.json:
            arguments.print_json(asdict(finding))
        else:
            sign = "note" if finding.is_note else "ok  " if finding.is_good else "FAIL"
            arguments.print_text(f"{sign}  {finding.what}: {finding.detail}")
            if finding.advice:
                arguments.print_text(f"      what to do: {finding.advice}")
    processes.kill_below(os.getpid())
    if not args.json:
        verdict = (
            "is ready to play" if not failures else f"has {failures} thing{'s' * (failures > 1)} to put right"
        )
        arguments.print_text(f"\n{args.player} {verdict} in {game.name}")
    return 1 if failures else 0
