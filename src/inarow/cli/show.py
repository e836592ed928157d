"""Print a position: its diagram, whose move it is, the stones and the longest run of each side.

A position is a game and its moves: connect-four/4433, connect6/j10k11k9, or 4433 alone for Connect Four.

examples:
  inarow show connect-four/4433 --threats
  inarow show connect6/j10k11k9 --json
"""

from __future__ import annotations

import argparse
from typing import Any

from inarow._core import Side
from inarow.cli import arguments, terminal
from inarow.engine.score import counted
from inarow.engine.threats import Threats, threats
from inarow.game.position import Position, side_name


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow show`."""
    parser.add_argument("position", type=arguments.position, metavar="POSITION")
    parser.add_argument("--threats", action="store_true", help="tell what each side threatens, too")
    parser.add_argument("--svg", action="store_true", help="print a picture (SVG) instead")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the position."""
    found = threats(args.position) if args.threats else None
    if args.json:
        more = {} if found is None else {"threats": threat_fields(args.position, found)}
        arguments.print_json({**fields(args.position), **more})
    elif args.svg:
        arguments.print_text(args.position._repr_svg_())
    else:
        arguments.print_text(terminal.board(args.position))
        arguments.print_text(args.position.status)
        for side in Side:
            arguments.print_text(facts(args.position, side))
        for line in threats_in_words(args.position, found) if found is not None else ():
            arguments.print_text(line)
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


def threats_in_words(position: Position, found: Threats) -> list[str]:
    """What each side threatens and what must be answered, a line each."""
    lines = []
    for side in Side:
        own = found.of(side)
        hanging = [
            f"{position.rules.cell_name(one.cell)} ({'odd' if one.is_odd else 'even'})" for one in own.hanging
        ]
        kinds = {
            "wins with": _sets(position, own.wins),
            "threatens": "" if own.threats == own.wins else _sets(position, own.threats),
            "would win on": ", ".join(hanging),
            "makes a double threat with": _sets(position, own.doubles),
        }
        lines += [f"{side_name(side)} {words} {said}" for words, said in kinds.items() if said]
    if found.is_unstoppable:
        lines.append(f"{side_name(found.to_move)} cannot answer all threats")
    elif found.must_answer:
        lines.append(f"{side_name(found.to_move)} must answer with {_sets(position, found.answers)}")
    return lines or ["no threats"]


def _sets(position: Position, sets: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join("+".join(map(position.rules.cell_name, cells)) for cells in sets)


def threat_fields(position: Position, found: Threats) -> dict[str, Any]:
    """The threats as plain data, cells by their names."""

    def names(sets: tuple[tuple[int, ...], ...]) -> list[list[str]]:
        return [[position.rules.cell_name(cell) for cell in cells] for cells in sets]

    sides = {
        side.name: {
            "wins": names(found.of(side).wins),
            "threats": names(found.of(side).threats),
            "hanging": [
                {"cell": position.rules.cell_name(one.cell), "row": one.row} for one in found.of(side).hanging
            ],
            "doubles": names(found.of(side).doubles),
            "complete": found.of(side).is_complete,
        }
        for side in Side
    }
    return {
        **sides,
        "must_answer": found.must_answer,
        "unstoppable": found.is_unstoppable,
        "answers": names(found.answers),
    }
