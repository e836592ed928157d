"""Print a position: its diagram, whose move it is, the stones and the longest run of each side.

A position is a game and its moves: connect-four/4433, connect6/j10k11k9, or 4433 alone for Connect Four.

examples:
  inarow show connect-four/4433
  inarow show connect6/j10k11k9 --json
"""

from __future__ import annotations

import argparse
from typing import Any

from inarow._core import Side
from inarow.cli import arguments, terminal
from inarow.engine.score import counted
from inarow.game.position import Position, side_name


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow show`."""
    parser.add_argument("position", type=arguments.position, metavar="POSITION")
    parser.add_argument("--svg", action="store_true", help="print a picture (SVG) instead")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the position."""
    if args.json:
        arguments.print_json(fields(args.position))
    elif args.svg:
        arguments.print_text(args.position._repr_svg_())
    else:
        arguments.print_text(terminal.board(args.position))
        arguments.print_text(args.position.status)
        for side in Side:
            arguments.print_text(facts(args.position, side))
    return 0


def facts(position: Position, side: Side) -> str:
    """The stones and the longest run of the side, in a line."""
    stones = counted(len(stones_of(position, side)), "stone")
    return f"{side_name(side)}: {stones}, longest run {position.longest_run(side)}"


def stones_of(position: Position, side: Side) -> list[int]:
    """The cells where the side has a stone, in the order of play."""
    return [cell for cell in position.history if position.at(cell) == side]


def fields(position: Position) -> dict[str, Any]:
    """The position as plain data."""
    rules = position.rules
    return {
        "position": position.text,
        "game": rules.name,
        "spec": rules.spec,
        "to_move": None if position.is_over else position.to_move.name,
        "stones_left": 0 if position.is_over else position.stones_left,
        "outcome": position.outcome.name,
        "winning_cells": [rules.cell_name(cell) for cell in position.winning_cells],
        "moves": [rules.move_name(cell) for cell in position.moves],
        "sides": {
            side.name: {
                "stones": [rules.cell_name(cell) for cell in stones_of(position, side)],
                "longest_run": position.longest_run(side),
                "has_open_window": position.has_open_window(side),
            }
            for side in Side
        },
        "diagram": position.diagram(),
    }
