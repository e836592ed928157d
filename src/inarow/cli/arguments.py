"""Arguments that several commands share: what they read and how their errors sound."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from inarow._core import Rules
from inarow.engine.limits import Limits
from inarow.game.position import Position

T = TypeVar("T")


def reader(read: Callable[[str], T]) -> Callable[[str], T]:
    """`read` as an argparse type: a ValueError of ours becomes the message that the user sees."""

    def read_argument(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read_argument


game = reader(Rules.parse)
position = reader(Position.parse)


def add_limits(parser: argparse.ArgumentParser) -> None:
    """--depth, --seconds, --nodes, --memory and --threads."""
    group = parser.add_argument_group("limits of a search (each optional; the tightest counts)")
    group.add_argument("--depth", type=int, metavar="TURNS", help="search so many turns deep")
    group.add_argument("--seconds", type=float, help="stop after so many seconds")
    group.add_argument("--nodes", type=int, help="stop after so many positions")
    group.add_argument("--memory", type=int, metavar="MIB", help="MiB for the table of positions seen")
    group.add_argument("--threads", type=int, help="search with so many threads")


def limits(args: argparse.Namespace) -> Limits:
    """The limits that the user gave."""
    try:
        return Limits(args.depth, args.seconds, args.nodes, args.memory, args.threads)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_json(parser: argparse.ArgumentParser) -> None:
    """--json: the result as JSON instead of text for people."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_text(text: str) -> None:
    """A line for people on standard output."""
    sys.stdout.write(text + "\n")
