"""List the games that have a name, or describe one game: its rules in words and its spec.

examples:
  inarow games
  inarow games connect6
  inarow games drop-9x9x5 --json
"""

from __future__ import annotations

import argparse
from typing import Any

from inarow._core import Rules, variants
from inarow.cli import arguments
from inarow.game.variants import describe


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow games`."""
    parser.add_argument("game", nargs="?", type=arguments.game, help="a name or a spec such as drop-7x6x4")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print one game or all named ones."""
    games = [args.game] if args.game else [rules for rules, _ in variants().values()]
    if args.json:
        arguments.print_json([_fields(rules) for rules in games])
        return 0
    if args.game:
        arguments.print_text(f"{args.game.name} ({args.game.spec}): {describe(args.game)}")
        return 0
    width = max(map(len, variants()))
    for name, (rules, about) in variants().items():
        arguments.print_text(f"{name:<{width}}  {rules.spec:<19}  {about}")
    arguments.print_text(
        "\nAny other game has a spec: drop-COLUMNSxROWSxLINE (stones fall) or place-COLUMNSxROWSxLINE,"
        "\nthen -pSTONES a turn, -qSTONES on the first turn, and -exact if a longer row does not win."
        "\n'connect-m N M' and 'connect-x M N X' (rows first) are understood too."
    )
    return 0


def _fields(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "spec": rules.spec,
        "columns": rules.columns,
        "rows": rules.rows,
        "line_length": rules.line_length,
        "gravity": rules.gravity,
        "stones_per_turn": rules.stones_per_turn,
        "stones_first_turn": rules.stones_first_turn,
        "exact": rules.exact,
        "about": describe(rules),
    }
