"""Test a player: does it always answer with a legal move, in time, without crashing?

It is asked in the positions that trip players up, in processes of its own, and then plays a whole game
against itself. Each thing that is wrong comes with how to put it right. Exit code 1 if anything is.

examples:
  inarow check my_player.py:Mine --game connect6
  inarow check 'process:./engine protocol=connect6' --game connect6
"""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict

from inarow._core import Rules
from inarow.adapters.players import check_name
from inarow.arena import processes
from inarow.arena.check import SECONDS, findings
from inarow.cli import arguments


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow check`."""
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help="a name of the catalog, file.py:name, or process:COMMAND protocol=...",
    )
    parser.add_argument(
        "--game", type=arguments.game, default=Rules.parse("connect-four"), help="default: connect-four"
    )
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"time for a turn (default: {SECONDS:g})"
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print one line for every trial."""
    check_name(args.player)
    processes.adopt_orphans()
    failures = 0
    for finding in findings(args.player, args.game, args.seconds):
        failures += not finding.is_good
        if args.json:
            arguments.print_json(asdict(finding))
        else:
            arguments.print_text(f"{'ok  ' if finding.is_good else 'FAIL'}  {finding.what}: {finding.detail}")
            if finding.advice:
                arguments.print_text(f"      what to do: {finding.advice}")
    processes.kill_below(os.getpid())
    if not args.json:
        verdict = (
            "is ready to play" if not failures else f"has {failures} thing{'s' * (failures > 1)} to put right"
        )
        arguments.print_text(f"\n{args.player} {verdict} in {args.game.name}")
    return 1 if failures else 0
