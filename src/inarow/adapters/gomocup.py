"""Gomocup (Piskvork) brains as our players: we are the manager."""

from __future__ import annotations

import re

from inarow._core import Rules
from inarow.adapters.process import Manners, Program
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending
from inarow.game.turns import side_of_stone

LINE_LENGTH = 5
LEAST_SIZE = 5
EXACT, RENJU = 1, 4  # bits of `INFO rule`
OWN, OPPONENT = 1, 2  # whose stone a line of BOARD is
GAME_TYPE = 1  # the opponent is a brain
ENDLESS = 2_147_483_647  # what a manager says is left where nothing limits the match
USUAL_MEMORY = 350  # MiB, as in Gomocup
REMARKS = ("MESSAGE", "DEBUG")
FIRST_LINE = "START 20"  # the board that every brain of Gomocup must know
POINT = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*")
SUGGESTION = re.compile(r"SUGGEST\s+(\d+\s*,\s*\d+)\s*", re.IGNORECASE)


def _disturb(program: Program, rules: Rules, deadline: float | None) -> None:
    """An unknown command, an unknown INFO, and a stone beside the board; it must take a new game each time."""
    for lines in (["HELLO", "INFO weather 7"], ["TURN 999,999"]):
        program.say(*lines, _size(rules), deadline=deadline)
        while _answer(program, deadline).upper() != "OK":
            pass


class GomocupProtocol:
    """Speaks to a brain as the manager does.

    A game that goes on is told with TURN, any other with BOARD. Options: memory=MiB that the brain may use,
    where the arena does not say so; info=KEY:VALUE,... for keys of INFO that only some brains know.
    """

    farewell = "END"
    line_end = "\r\n"
    manners = Manners(
        game="gomoku",
        start=f"answer {FIRST_LINE} with OK, or with ERROR and a reason, and flush the output",
        disturb=_disturb,
        survive="answer UNKNOWN to what you do not know, ERROR to what cannot be, nothing to INFO; and go on",
        ends_with_input=False,  # a manager says END, and many brains know nothing else
    )

    def __init__(self, options: dict[str, str]) -> None:
        self._memory = USUAL_MEMORY
        self._extra: list[str] = []
        self._told: Position | None = None  # what the brain knows of the game
        self._settings: list[str] = []
        for key, value in options.items():
            if key == "memory" and value.isdecimal() and int(value) > 0:
                self._memory = int(value)
            elif key == "info" and all(":" in pair for pair in value.split(",")):
                self._extra = [f"INFO {pair.replace(':', ' ', 1)}" for pair in value.split(",")]
            else:
                raise ValueError(
                    f"protocol=gomocup does not know {key}={value}; it has memory=MiB and info=KEY:VALUE,..."
                )

    def start(self, program: Program, deadline: float | None) -> None:
        """Wait until the brain answers: what, does not matter yet. Not every one knows ABOUT."""
        self._told = None
        program.say(FIRST_LINE, deadline=deadline)
        _answer(program, deadline)

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The point that the brain answers with."""
        check_rules(position.rules)
        if any(POINT.fullmatch(line) for line in program.overheard()):
            raise program.fault(Ending.OUT_OF_TURN, "sent a move that nobody had asked for")
        goes_on = self._goes_on(position)
        if not goes_on:
            self._start_game(program, position.rules, limits, deadline)
        left = ENDLESS if limits.bank is None else int(limits.bank * 1000)
        program.say(*self._settings_changed(limits), f"INFO time_left {left}", deadline=deadline)
        program.say(*_question(position, goes_on), deadline=deadline)
        cell = _cell(program, position, deadline)
        self._told = position.play(cell) if position.is_legal(cell) else None
        return [cell]

    def _goes_on(self, position: Position) -> bool:
        """Whether the opponent's stone is all that the brain does not know."""
        return self._told is not None and (
            position.rules == self._told.rules and position.history[:-1] == self._told.history
        )

    def _start_game(self, program: Program, rules: Rules, limits: Limits, deadline: float | None) -> None:
        """Tell the rules and the size of the board, before and after which brains want to hear the rest."""
        size = _size(rules)
        self._settings = []
        settings = self._settings_changed(limits)
        facts = [f"INFO rule {EXACT if rules.exact else 0}", f"INFO game_type {GAME_TYPE}", *self._extra]
        program.say(*facts, *settings, size, deadline=deadline)
        answer = _answer(program, deadline)
        if answer.upper() != "OK":
            raise program.fault(Ending.CRASH, f"answered {answer[:80]!r} to {size}, not OK")
        program.say(*facts, *settings, deadline=deadline)

    def _settings_changed(self, limits: Limits) -> list[str]:
        """The limits as INFO lines; none if they are those that were told last."""
        match = 0 if limits.bank is None else int(limits.bank * 1000)
        memory = self._memory if limits.memory is None else limits.memory
        lines = [f"INFO timeout_match {match}", f"INFO max_memory {memory << 20}"]
        if limits.seconds is not None:
            lines.append(f"INFO timeout_turn {int(limits.seconds * 1000)}")
        if limits.depth is not None:
            lines.append(f"INFO max_depth {limits.depth}")
        if limits.nodes is not None:
            lines.append(f"INFO max_node {limits.nodes}")
        if limits.threads is not None:
            lines.append(f"INFO thread_num {limits.threads}")
        changed = [line for line in lines if line not in self._settings]
        if limits.bank is not None and self._settings:  # the match is told once, then what is left of it
            changed = [line for line in changed if "timeout_match" not in line]
        self._settings = lines
        return changed


def check_rules(rules: Rules) -> None:
    """ValueError if the protocol has no words for the game."""
    is_gomoku = (rules.line_length, rules.stones_per_turn, rules.stones_first_turn) == (LINE_LENGTH, 1, 1)
    if not is_gomoku or rules.gravity or min(rules.columns, rules.rows) < LEAST_SIZE:
        raise ValueError(
            f"protocol=gomocup plays five in a row from {LEAST_SIZE}x{LEAST_SIZE} on, not {rules.name}"
        )


def _size(rules: Rules) -> str:
    """The command that begins a game on such a board."""
    if rules.columns == rules.rows:
        return f"START {rules.columns}"
    return f"RECTSTART {rules.columns},{rules.rows}"


def _question(position: Position, goes_on: bool) -> list[str]:
    """The lines after which the brain has to move."""
    if not position.history:
        return ["BEGIN"]
    columns = position.rules.columns
    points = [f"{cell % columns},{cell // columns}" for cell in position.history]
    if goes_on or len(points) == 1:
        return [f"TURN {points[-1]}"]
    owners = [
        OWN if side_of_stone(position.rules, index) == position.to_move else OPPONENT
        for index in range(len(points))
    ]
    stones = [f"{point},{owner}" for point, owner in zip(points, owners, strict=True)]
    return ["BOARD", *stones, "DONE"]


def _answer(program: Program, deadline: float | None) -> str:
    """The next line that is no remark."""
    while not (line := program.hear(deadline).strip()) or line.split()[0].upper() in REMARKS:
        pass
    return line


def _cell(program: Program, position: Position, deadline: float | None) -> int:
    """The cell of the brain's answer; a suggestion is agreed to."""
    line = _answer(program, deadline)
    if suggestion := SUGGESTION.fullmatch(line):
        program.say(f"PLAY {suggestion.group(1)}", deadline=deadline)
        line = _answer(program, deadline)
    found = POINT.fullmatch(line)
    if not found:
        raise program.fault(Ending.CRASH, f"answered {line[:80]!r}, which is no point x,y")
    column, row = int(found.group(1)), int(found.group(2))
    if column >= position.rules.columns or row >= position.rules.rows:
        raise program.fault(Ending.ILLEGAL_MOVE, f"played {line}, which is not on the board")
    return row * position.rules.columns + column
