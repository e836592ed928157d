"""The Connect6 text protocol of Cloudict and the ConnectMore GUI."""

from __future__ import annotations

import re

from inarow._core import Rules, Side
from inarow.adapters.process import Manners, Program
from inarow.engine.limits import Limits
from inarow.game.notation import letter_pairs, parse_letter_pairs
from inarow.game.position import Position
from inarow.game.record import Ending
from inarow.game.turns import side_of_stone, turns
from inarow.game.variants import CONNECT6

# Engines print their help at the start, with a line that begins with "move XXXX   - tell": only a line that
# ends after letters of the board counts. Some say that they have lost without ending that line.
MOVE = re.compile(r"(?:We los[st]!\s*)?move\s+([A-S]{2}(?:[A-S]{2})?)", re.IGNORECASE)
# Without patterns.in Cloudict says so and does not end that line either.
NAME = re.compile(r"(?:Error: [^!]*!)?name .*")
COLOURS = {Side.FIRST: "black", Side.SECOND: "white"}


def _greet(program: Program, deadline: float | None) -> None:
    """Ask for its name and read past everything before it."""
    program.say("name", deadline=deadline)
    while not NAME.fullmatch(program.hear(deadline)):
        pass


def _disturb(program: Program, rules: Rules, deadline: float | None) -> None:
    program.say("", "hello", "moves", deadline=deadline)
    _greet(program, deadline)


class Connect6Protocol:
    """Speaks to an engine as the GUI does: before each of its turns the whole game, then `next`.

    The protocol has no time command: whoever runs the engine has to keep its time. Options: depth=1..9 for
    the engine's own depth, vcf=yes|no for its search for wins by threats.
    """

    farewell = "quit"
    line_end = "\n"  # engines compare lines exactly
    manners = Manners(
        game="connect6",
        start="answer the line 'name' with 'name ' and a name, and flush the output",
        disturb=_disturb,
        survive="ignore lines that you do not know",
        any_line_end=False,  # neither does Cloudict itself
        ends_with_input=False,
    )

    def __init__(self, options: dict[str, str]) -> None:
        self._settings: list[str] = []
        for key, value in options.items():
            if key == "depth" and value.isdecimal() and 1 <= int(value) <= 9:
                self._settings.append(f"depth {value}")
            elif key == "vcf" and value in ("yes", "no"):
                self._settings.append("vcf" if value == "yes" else "unvcf")
            else:
                raise ValueError(
                    f"protocol=connect6 does not know {key}={value}; it has depth=1..9 and vcf=yes|no"
                )

    def start(self, program: Program, deadline: float | None) -> None:
        """Ask for its name, which is also how its help text is read past, and set its options."""
        _greet(program, deadline)
        program.say(*self._settings, deadline=deadline)

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones of the engine's answer to `next`."""
        if position.rules != CONNECT6:
            raise ValueError(f"protocol=connect6 plays connect6 only, not {position.rules.name}")
        if position.stones and position.stones_left == 1:
            raise ValueError("protocol=connect6 can take a game up between turns only, not inside one")
        if any(MOVE.fullmatch(line.strip()) for line in program.overheard()):
            raise program.fault(Ending.OUT_OF_TURN, "sent a move that nobody had asked for")
        program.say("new xxx", *placements(position), "next", deadline=deadline)
        while not (found := MOVE.fullmatch(program.hear(deadline).strip())):
            pass
        return self._stones(program, position, found.group(1))

    @staticmethod
    def _stones(program: Program, position: Position, letters: str) -> list[int]:
        """The cells of the answer. A single stone may be doubled; stones after a win are not placed."""
        cells = list(parse_letter_pairs(CONNECT6, letters.upper()))
        if len(cells) < position.stones_left:
            raise program.fault(Ending.ILLEGAL_MOVE, f"answered {letters} where two stones are to be placed")
        if position.stones_left == 1:
            if len(set(cells)) > 1:
                raise program.fault(
                    Ending.ILLEGAL_MOVE, f"answered {letters} where one stone is to be placed"
                )
            return cells[:1]
        return cells


def placements(position: Position) -> list[str]:
    """The game so far as the GUI sends it: one line a turn, a single stone doubled."""
    lines = []
    stones = 0
    for turn in turns(position.rules, position.history):
        colour = COLOURS[side_of_stone(position.rules, stones)]
        letters = letter_pairs(position.rules, turn)
        lines.append(f"{colour} {letters if len(turn) > 1 else letters * 2}")
        stones += len(turn)
    return lines
