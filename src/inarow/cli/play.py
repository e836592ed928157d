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
from inarow.adapters.players import player
from inarow.cli import arguments, terminal
from inarow.cli.table import Table
from inarow.engine.catalog import usual_player
from inarow.engine.limits import Limits
from inarow.engine.player import Player
from inarow.game.files import read_games
from inarow.game.position import Position

DEFAULT_GAME = "connect-four"
GAMES = f"games: {', '.join(variants())}, or a spec such as drop-9x9x5"
OPPONENTS = "opponents: 'inarow players' lists them; 'nobody' for two people at one keyboard"
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
    position, opponent = _start(args), args.against
    side, limits = Side[args.side.upper()], arguments.limits(args)
    if args.game is None and args.load is None and args.against is None and sys.stdin.isatty():
        position = _ask("game", DEFAULT_GAME, lambda text: Position(Rules.parse(text)), GAMES)
        opponent = _ask("opponent", usual_player(position.rules), _opponent, OPPONENTS)
        if opponent is not None:
            side = _ask("your side, first or second", args.side, _side)
            limits = limits if limits.given() else _ask("seconds a turn", "1", _seconds)
    try:
        return Table(position, opponent, side, limits).play()
    finally:
        if hasattr(opponent, "close"):  # another program, that has to be ended
            opponent.close()


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


def _opponent(text: str) -> Player | None:
    return None if text == "nobody" else player(text)


def _side(text: str) -> Side:
    if text.lower() not in ("first", "second"):
        raise ValueError(f"'{text}' is no side: expected first or second")
    return Side[text.upper()]


def _seconds(text: str) -> Limits:
    try:
        seconds = float(text)
    except ValueError:
        raise ValueError(f"'{text}' is no number of seconds: expected one such as 0.5") from None
    return Limits(seconds=seconds)


def _ask(what: str, default: str, read: Callable[[str], T], about: str = "") -> T:
    """The user's answer, asked again until it can be read."""
    if about:
        arguments.print_text(about)
    while True:
        text = input(f"{what} [{default}]: ").strip() or default
        try:
            return read(text)
        except ValueError as error:
            terminal.complain(str(error))
