"""Write the games of a file in another format, told by the names' endings or by --from and --to.

jsonl: this project's records, with everything that is known. sgf: one game tree a game. text: one position
string a line. Nothing is written unless every game was read; an existing file is replaced as a whole.

examples:
  inarow convert games.jsonl games.sgf
  inarow convert littlegolem.sgf - --to text
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.cli import arguments
from inarow.engine.score import counted
from inarow.game.files import FORMATS, format_of, games_text, parse_games, read_games, write_games


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow convert`."""
    parser.add_argument("source", metavar="FROM", help="a file, or - for standard input")
    parser.add_argument("target", metavar="TO", help="a file, or - for standard output")
    parser.add_argument("--from", dest="source_format", choices=list(FORMATS), help="the format of FROM")
    parser.add_argument("--to", dest="target_format", choices=list(FORMATS), help="the format of TO")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read every game, then write them all."""
    if args.source == "-":
        games = parse_games(sys.stdin.read(), args.source_format or "jsonl")
    else:
        games = read_games(Path(args.source), args.source_format)
    if args.target == "-":
        sys.stdout.write(games_text(games, args.target_format or "jsonl"))
        return 0
    write_games(Path(args.target), games, args.target_format)
    if args.json:
        arguments.print_json(
            {"games": len(games), "format": args.target_format or format_of(Path(args.target))}
        )
    else:
        sys.stderr.write(f"{counted(len(games), 'game')} written to {args.target}\n")
    return 0
