"""Speak a protocol of another world on standard input and output, so that its programs can play against us.

connect6 is the protocol of Cloudict and the ConnectMore GUI; gomocup that of Piskvork and its tournaments.

examples:
  inarow engine --protocol connect6 --seconds 2
  inarow engine --protocol gomocup --threads 2
"""

from __future__ import annotations

import argparse
import sys

from inarow.cli import arguments

PROTOCOLS = ("connect6", "gomocup")


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow engine`."""
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True)
    parser.add_argument("--name", default="inarow.Connect6", help="what the engine calls itself")
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Talk until the other side ends it."""
    from inarow.adapters.connect6_engine import Connect6Engine
    from inarow.adapters.gomocup import GomocupEngine
    from inarow.engine.champion import ChampionPlayer

    player = ChampionPlayer()
    limits = arguments.limits(args)
    if args.protocol == "connect6":
        Connect6Engine(player, args.name, limits, sys.stdout).run(iter(sys.stdin.readline, ""))
    else:
        GomocupEngine(player, limits, sys.stdout).run(iter(sys.stdin.readline, ""))
    return 0
