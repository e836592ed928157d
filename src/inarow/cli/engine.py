"""Speak a protocol of another world on standard input and output, so that its programs can play against us.

connect6 is the protocol of Cloudict and the ConnectMore GUI, gomocup that of Piskvork and its tournaments,
gtp that of GoGui, botzone that of botzone.org.cn, uci that of cutechess; jsonl is our own, simple enough for a
program of yours.

examples:
  inarow engine --protocol connect6 --seconds 2
  inarow engine --protocol gomocup --threads 2
  inarow engine --protocol gtp --game connect6 --player 'pvs depth=2'
  inarow engine --protocol botzone --seconds 0.8
  inarow engine --protocol jsonl
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import TextIO

from inarow.cli import arguments
from inarow.engine.limits import Limits

Talk = Callable[[argparse.Namespace, Limits, Iterator[str], TextIO], None]


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow engine`."""
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True)
    parser.add_argument("--player", default="champion", help="who plays (default: champion)")
    parser.add_argument(
        "--game", type=arguments.game, help="which game, where the other side does not say (gtp: gomoku)"
    )
    parser.add_argument("--keep-running", action="store_true", help="ask Botzone not to start it every turn")
    parser.add_argument("--name", default="inarow.Connect6", help="what the engine calls itself in connect6")
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Talk until the other side ends it."""
    out = sys.stdout
    with redirect_stdout(sys.stderr):  # what a player prints is no part of the conversation
        PROTOCOLS[args.protocol](args, arguments.limits(args), iter(sys.stdin.readline, ""), out)
    return 0


def _connect6(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.connect6_engine import Connect6Engine
    from inarow.adapters.players import player
    from inarow.engine.player import SearchPlayer

    own = player(args.player)
    if not isinstance(own, SearchPlayer):
        raise ValueError(f"--protocol connect6 needs a player that searches; {args.player} does not")
    Connect6Engine(own, args.name, limits, out).run(lines)


def _gomocup(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.gomocup_engine import GomocupEngine
    from inarow.adapters.players import player

    GomocupEngine(partial(player, args.player), limits, out).run(lines)


def _gtp(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.gtp_engine import GtpEngine
    from inarow.adapters.players import player
    from inarow.game.variants import GOMOKU

    GtpEngine(player(args.player), args.game or GOMOKU, limits, out).run(lines)


def _botzone(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.botzone_engine import BotzoneEngine
    from inarow.adapters.players import player

    BotzoneEngine(player(args.player), args.game, limits, out, args.keep_running).run(lines)


def _jsonl(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.jsonl_engine import JsonlEngine
    from inarow.adapters.players import player

    JsonlEngine(player(args.player), args.game, limits, out).run(lines)


def _uci(args: argparse.Namespace, limits: Limits, lines: Iterator[str], out: TextIO) -> None:
    from inarow.adapters.players import player
    from inarow.adapters.uci_engine import UciEngine

    UciEngine(player(args.player), limits, out).run(lines)


PROTOCOLS: dict[str, Talk] = {
    "connect6": _connect6,
    "gomocup": _gomocup,
    "gtp": _gtp,
    "botzone": _botzone,
    "uci": _uci,
    "jsonl": _jsonl,
}


def pbrain() -> None:
    """The entry point `pbrain-inarow`: Piskvork starts a brain without arguments, and only by such a name."""
    from inarow.cli.main import script

    sys.argv[1:1] = ["engine", "--protocol", "gomocup"]
    script()
