"""Play a game in the terminal: two people at one keyboard, or you against a player.

Type a move (a column such as 4 where stones fall, else a cell such as j10), several for a turn of several
stones, or a command; 'help' lists them.

examples:
  inarow play
  inarow play connect6 --against ultimate --side second
  inarow play drop-9x9x5 --against 'pvs eval=windows' --seconds 2
  inarow play --load game.jsonl
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from inarow._core import Rules, Side, variants
from inarow.cli import arguments, terminal
from inarow.cli.table import Table
from inarow.engine.catalog import player, usual_player
from inarow.engine.player import Player
from inarow.game.files import read_games
from inarow.game.position import Position

DEFAULT_GAME = "connect-four"
T = TypeVar("T")


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow play`."""
    parser.add_argument(
        "game", nargs="?", type=arguments.position, metavar="GAME", help="a game or a position"
    )
    parser.add_argument(
        "--against", type=arguments.reader(player), metavar="PLAYER", help="your opponent ('inarow players')"
    )
    parser.add_argument("--side", choices=("first", "second"), default="first", help="yours (default: first)")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with the last game of a file")
    arguments.add_limits(parser)


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the user leaves."""
    position = _start(args)
    opponent = args.against
    if args.game is None and args.load is None and args.against is None and sys.stdin.isatty():
        position, opponent = _asked()
    side = Side.FIRST if args.side == "first" else Side.SECOND
    return Table(position, opponent, side, arguments.limits(args)).play()


def _start(args: argparse.Namespace) -> Position:
    if args.load is None:
        return args.game or Position(Rules.parse(DEFAULT_GAME))
    if args.game is not None:
        raise argparse.ArgumentTypeError("give a game or --load, not both")
    games = read_games(args.load)
    if not games:
        raise ValueError(f"{args.load} holds no game")
    *_, position = games[-1].positions()
    return position


def _asked() -> tuple[Position, Player | None]:
    """What a user wants to play who has not said."""
    arguments.print_text(f"games: {', '.join(variants())}, or a spec such as drop-9x9x5")
    position = _ask("game", DEFAULT_GAME, lambda text: Position(Rules.parse(text)))
    usual = usual_player(position.rules)
    arguments.print_text("opponents: 'inarow players' lists them; 'nobody' for two people at one keyboard")
    opponent = _ask("opponent", usual, lambda text: None if text == "nobody" else player(text))
    return position, opponent


def _ask(what: str, default: str, read: Callable[[str], T]) -> T:
    """The user's answer, asked again until it can be read."""
    while True:
        text = input(f"{what} [{default}]: ").strip() or default
        try:
            return read(text)
        except ValueError as error:
            terminal.complain(str(error))
