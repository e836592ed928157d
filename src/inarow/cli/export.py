"""Write a player of ours as a file for another world.

kaggle: a submission.py for Kaggle's Connect X. It is one file of plain Python with a table of solved openings, needs
neither this package nor any other, plays every board of the competition's configuration and keeps its time.

examples:
  inarow export kaggle
  inarow export kaggle --output agents/submission.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.adapters.kaggle_export import submission_text
from inarow.cli import arguments
from inarow.game.record import write_whole


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow export`."""
    parser.add_argument("world", choices=["kaggle"], help="where the player is to go")
    parser.add_argument(
        "--output",
        default="submission.py",
        metavar="FILE",
        help="the file, or - for standard output (default: submission.py)",
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file; one of that name is replaced as a whole."""
    text = submission_text()
    if args.output == "-":
        sys.stdout.write(text)
        return 0
    write_whole(Path(args.output), text)
    size = len(text.encode())
    if args.json:
        arguments.print_json({"world": args.world, "file": args.output, "bytes": size})
    else:
        sys.stderr.write(f"{args.output}: {size:,} bytes; upload it as it is\n")
    return 0
