"""GTP 2, the Go text protocol, as other board games use it: its words, and its engines as our players.

A stone is one `play` or one `genmove`, so a turn of two stones is two of them for the same colour.
"""

from __future__ import annotations

import re

from inarow._core import Rules, Side
from inarow.adapters.process import Manners, Program
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending
from inarow.game.turns import side_of_stone

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # without I
MOST_COLUMNS = len(LETTERS)
VERTEX = re.compile(r"([A-HJ-Z])(\d{1,3})?", re.IGNORECASE)
COLOURS = {Side.FIRST: "b", Side.SECOND: "w"}
ANSWER = re.compile(r"([=?])\d*\s*(.*)")


def vertex(rules: Rules, cell: int) -> str:
    """'K10': the cell as GTP writes it."""
    return f"{LETTERS[cell % rules.columns]}{cell // rules.columns + 1}"


def parse_vertex(position: Position, text: str) -> int:
    """The cell that a vertex stands for; where stones fall the column is enough. ValueError if none does."""
    rules = position.rules
    found = VERTEX.fullmatch(text)
    column = LETTERS.index(found.group(1).upper()) if found else MOST_COLUMNS
    if not found or column >= rules.columns or not (found.group(2) or rules.gravity):
        raise ValueError(f"'{text}' is no vertex of {rules.name}, for example {vertex(rules, 0)}")
    if found.group(2) is None:
        return position.move(str(column + 1))
    row = int(found.group(2)) - 1
    if not 0 <= row < rules.rows:
        raise ValueError(f"'{text}' is no vertex of {rules.name}: rows go from 1 to {rules.rows}")
    return row * rules.columns + column


def check_rules(rules: Rules) -> None:
    """ValueError if GTP has no names for the board."""
    if rules.columns > MOST_COLUMNS:
        raise ValueError(f"GTP has letters for {MOST_COLUMNS} columns; {rules.name} has {rules.columns}")


def _disturb(program: Program, rules: Rules, deadline: float | None) -> None:
    """Commands that have to be refused."""
    for command in ("no_such_command", "play b", "play b Z99"):
        sign, text = _replied(program, command, deadline)
        if sign != "?" and "illegal" not in text:  # as a widespread course template has it
            raise program.fault(Ending.CRASH, f"answered '{command}' as if that were right")


class GtpProtocol:
    """Speaks to a GTP engine: tells it the stones that it does not know, then asks for each of its own.

    Options: none.
    """

    farewell = "quit"
    line_end = "\n"
    manners = Manners(
        game="gomoku",
        start="answer list_commands with '= ' and the commands, one a line, then an empty line; flush the output",
        disturb=_disturb,
        survive="answer '? ' and a reason, then an empty line, to what you do not know or cannot do",
    )

    def __init__(self, options: dict[str, str]) -> None:
        self._commands: set[str] = set()
        self._told: Position | None = None  # what the engine knows of the game
        self._seconds: float | None = None
        for key, value in options.items():
            raise ValueError(f"protocol=gtp does not know {key}={value}; it has no options")

    def start(self, program: Program, deadline: float | None) -> None:
        """Ask what the engine can do."""
        self._told = self._seconds = None
        self._commands = set(_asked(program, "list_commands", deadline).split())

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones of the engine's whole turn."""
        if any(line.startswith(("=", "?")) for line in program.overheard()):
            raise program.fault(Ending.OUT_OF_TURN, "answered when nothing had been asked")
        self._tell(program, position, deadline)
        self._tell_time(program, position, limits, deadline)
        side, stones = position.to_move, list[int]()
        while not position.is_over and position.to_move == side:
            text = _asked(program, f"genmove {COLOURS[side]}", deadline)
            cell = self._cell(program, position, text)
            stones.append(cell)
            position = position.play(cell)
            self._told = position
        return stones

    def _tell(self, program: Program, position: Position, deadline: float | None) -> None:
        """Bring the engine to the position: by the stones that are new, if it knows all others."""
        told = self._told
        known = 0 if told is None else len(told.history)
        is_ahead = told is not None and (
            told.rules == position.rules and told.history[: position.stones] == position.history
        )
        if is_ahead and "undo" in self._commands:
            for _ in range(known - position.stones):
                _asked(program, "undo", deadline)
        elif told is None or told.rules != position.rules or position.history[:known] != told.history:
            self._set_board(program, position.rules, deadline)
            known = 0
        for index, cell in enumerate(position.history[known:], start=known):
            colour = COLOURS[side_of_stone(position.rules, index)]
            _asked(program, f"play {colour} {vertex(position.rules, cell)}", deadline)
        self._told = position

    def _set_board(self, program: Program, rules: Rules, deadline: float | None) -> None:
        check_rules(rules)
        has_its_own_size = "gogui-rules_board_size" in self._commands
        size = f"{rules.columns} {rules.rows}"
        if rules.columns == rules.rows:
            size = f"{rules.columns}"
            if not has_its_own_size or _asked(program, "gogui-rules_board_size", deadline) != size:
                _asked(program, f"boardsize {size}", deadline)
        elif not has_its_own_size:
            raise ValueError(f"GTP's boardsize is for square boards, and {rules.name} is none")
        if has_its_own_size and (own := _asked(program, "gogui-rules_board_size", deadline)) != size:
            raise program.fault(Ending.CRASH, f"plays on a board of size {own}, not {size}")
        _asked(program, "clear_board", deadline)

    def _tell_time(
        self, program: Program, position: Position, limits: Limits, deadline: float | None
    ) -> None:
        """The time for the turn as that for its stones; a bank as the main time."""
        if limits.seconds is None:
            return
        stones = position.stones_left
        if "time_settings" in self._commands and self._seconds is None:
            main = 0 if limits.bank is None else _whole(limits.bank)
            turn = f"{_whole(limits.seconds)} {stones}" if limits.bank is None else "0 0"
            _asked(program, f"time_settings {main} {turn}", deadline)
            self._seconds = limits.seconds
        if "time_left" in self._commands:
            left = f"{_whole(limits.seconds)} {stones}"
            if limits.bank is not None:
                left = f"{_whole(limits.bank)} 0"
            _asked(program, f"time_left {COLOURS[position.to_move]} {left}", deadline)

    @staticmethod
    def _cell(program: Program, position: Position, text: str) -> int:
        if text.lower() == "resign":
            raise program.fault(Ending.RESIGNATION, "resigned")
        try:
            cell = parse_vertex(position, text)
        except ValueError as error:
            raise program.fault(Ending.ILLEGAL_MOVE, f"played {text[:40]!r}: {error}") from error
        if not position.is_legal(cell):
            raise program.fault(Ending.ILLEGAL_MOVE, f"played {text}, which is not legal")
        return cell


def _whole(seconds: float) -> int:
    """Whole seconds, at least one: many engines read nothing else."""
    return max(1, int(seconds))


def _asked(program: Program, command: str, deadline: float | None) -> str:
    """The engine's answer to a command. PlayerFault if it refuses."""
    sign, text = _replied(program, command, deadline)
    if sign == "?":
        raise program.fault(Ending.CRASH, f"answered '{command}' with: {text[:80] or 'no reason'}")
    return text


def _replied(program: Program, command: str, deadline: float | None) -> tuple[str, str]:
    """`=` or `?`, and the text up to the empty line."""
    program.say(command, deadline=deadline)
    while not (found := ANSWER.fullmatch(program.hear(deadline).strip())):
        pass
    lines = [found.group(2)]
    while line := program.hear(deadline).rstrip():
        lines.append(line)
    return found.group(1), "\n".join(lines).strip()
