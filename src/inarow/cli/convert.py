"""Write the games of a file in another format.

What FROM is, is told by how it begins, else by its name; what TO is, by its name; or by --from and --to. Nothing
is written unless every game was read; an existing file is replaced as a whole. What the new format has no place
for is told.

formats:
%FORMATS%

examples:
  inarow convert games.jsonl games.sgf
  inarow convert littlegolem.sgf - --to text
  inarow convert episode.json game.jsonl
  inarow convert tree.sgf lines.jsonl --variations
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.cli import arguments
from inarow.engine.score import counted
from inarow.game.files import (
    FORMATS,
    detected_format,
    format_of,
    games_text,
    lost,
    parse_games,
    read_text,
    write_games,
)
from inarow.game.record import Record, RecordError
from inarow.game.sgf import parse_sgf_variations
from inarow.game.sgf_tree import variations

__doc__ = (__doc__ or "").replace(
    "%FORMATS%",
    "\n".join(
        f"  {name:<10} {form.about}  {' '.join(form.suffixes)}".rstrip() for name, form in FORMATS.items()
    ),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow convert`."""
    parser.add_argument("source", metavar="FROM", help="a file, or - for standard input")
    parser.add_argument("target", metavar="TO", help="a file, or - for standard output")
    parser.add_argument("--from", dest="source_format", choices=list(FORMATS), help="the format of FROM")
    parser.add_argument("--to", dest="target_format", choices=list(FORMATS), help="the format of TO")
    parser.add_argument("--game", type=int, metavar="NUMBER", help="only this game, counted from 1")
    parser.add_argument(
        "--variations", action="store_true", help="each variation of SGF as a game of its own"
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Read every game, then write them all."""
    games, left_out = _read(args)
    if args.game is not None:
        if not 1 <= args.game <= len(games):
            raise ValueError(f"{args.source} has {counted(len(games), 'game')}; there is no game {args.game}")
        games = [games[args.game - 1]]
    to_output = args.target == "-"
    name = args.target_format or ("jsonl" if to_output else format_of(Path(args.target)))
    if to_output:
        sys.stdout.write(games_text(games, name))
    else:
        write_games(Path(args.target), games, name)
    missing = lost(games, name)
    if args.json and not to_output:
        found = {"games": len(games), "format": name, "lost": missing, "variations_left_out": left_out}
        arguments.print_json(found)
        return 0
    if not to_output:
        sys.stderr.write(f"{counted(len(games), 'game')} written to {args.target}\n")
    if left_out:
        sys.stderr.write(f"{counted(left_out, 'variation')} left out: --variations makes games of them\n")
    if missing:
        sys.stderr.write(f"not kept by {name}: {', '.join(missing)}\n")
    return 0


def _read(args: argparse.Namespace) -> tuple[list[Record], int]:
    """The games, and how many variations were left out."""
    if args.source == "-":
        text = sys.stdin.read()
        name = args.source_format or detected_format(text) or "jsonl"
        where = "standard input"
    else:
        text, name = read_text(Path(args.source), args.source_format)
        where = args.source
    has_variations = name in ("sgf", "golem-sgf")
    try:
        if has_variations and args.variations:
            return parse_sgf_variations(text), 0
        return parse_games(text, name), variations(text) if has_variations else 0
    except ValueError as error:
        raise RecordError(f"{where}: {error}") from None
