"""Show the games of a file: the players, how they ended, and every position on request.

Every game is replayed by the rules; one that is not legal is refused with the move where it goes wrong.

examples:
  inarow replay games.jsonl
  inarow replay game.sgf --game 2 --moves
"""

from __future__ import annotations

import argparse
from itertools import accumulate
from pathlib import Path
from typing import Any

from inarow.cli import arguments, terminal
from inarow.engine.score import counted
from inarow.game.files import read_games
from inarow.game.notation import moves_text
from inarow.game.position import Position
from inarow.game.record import Record, outcome_name
from inarow.game.summary import end_in_words
from inarow.game.turns import turns


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow replay`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="JSON Lines, SGF or position strings")
    parser.add_argument("--game", type=int, metavar="NUMBER", help="only this game, counted from 1")
    parser.add_argument("--moves", action="store_true", help="show the board after every turn")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the games."""
    games = list(enumerate(read_games(args.file), start=1))
    if args.game is not None:
        if not 1 <= args.game <= len(games):
            raise ValueError(f"{args.file} has {counted(len(games), 'game')}; there is no game {args.game}")
        games = [games[args.game - 1]]
    for number, record in games:
        if args.json:
            arguments.print_json(_fields(number, record))
        else:
            _print(number, record, args.moves)
    return 0


def _print(number: int, record: Record, every_turn: bool) -> None:
    first, second = record.players
    arguments.print_text(
        f"game {number}: {record.rules.name}, {first} against {second}, {end_in_words(record)}"
    )
    for position in _shown(record, every_turn):
        arguments.print_text(f"{terminal.board(position)}\n{position.status}\n")


def _shown(record: Record, every_turn: bool) -> list[Position]:
    positions = list(record.positions())
    if not every_turn:
        return positions[-1:]
    ends = accumulate((len(turn) for turn in turns(record.rules, record.moves)), initial=0)
    return [positions[end] for end in ends]


def _fields(number: int, record: Record) -> dict[str, Any]:
    return {
        "number": number,
        "game": record.rules.name,
        "players": record.players,
        "outcome": outcome_name(record.outcome),
        "ending": record.ending,
        "note": record.note,
        "stones": len(record.moves),
        "moves": moves_text(record.rules, record.moves),
    }
