"""Our players as an engine of the Gomocup (Piskvork) protocol: `inarow engine --protocol gomocup`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TextIO

from inarow import __version__
from inarow._core import Outcome, Rules, RulesError, Side
from inarow.adapters.gomocup import EXACT, LEAST_SIZE, LINE_LENGTH, OPPONENT, OWN, POINT, RENJU
from inarow.adapters.thinking import Thinking
from inarow.engine.limits import MOST_MEBIBYTES, MOST_SECONDS, MOST_THREADS, Limits
from inarow.engine.player import Player
from inarow.game.position import Position

OVERHEAD_SECONDS = 0.03  # of a move, for the way to the manager and back
LEAST_SECONDS = 0.01


@dataclass(frozen=True)
class Settings:
    """What the manager has told with INFO. Seconds; None is without limit."""

    turn_seconds: float | None = 5.0
    match_seconds: float | None = None
    seconds_left: float | None = None
    memory: int | None = None  # MiB
    depth: int | None = None
    nodes: int | None = None
    threads: int | None = None
    rule: int = 0

    def limits(self) -> Limits:
        """The bounds of one search under these settings."""
        bank = self.seconds_left if self.match_seconds is not None else None
        seconds = Limits(seconds=self.turn_seconds, bank=bank).paced().seconds
        if seconds is not None:
            seconds = max(LEAST_SECONDS, seconds - OVERHEAD_SECONDS)
        return Limits(self.depth, seconds, self.nodes, self.memory, self.threads)


class GomocupError(ValueError):
    """A command that cannot be done; the manager gets the reason after ERROR."""


class GomocupEngine:
    """One conversation with a manager. It goes on reading while a search runs in a thread of its own."""

    def __init__(self, make_player: Callable[[], Player], limits: Limits, out: TextIO) -> None:
        self._make_player = make_player
        self._player = make_player()
        self._given = limits
        self._out = out
        self._settings = Settings()
        self._size: tuple[int, int] | None = None
        self._position: Position | None = None
        self._thinking = Thinking()
        self._board: list[tuple[int, int, int]] | None = None  # while BOARD is being read
        self._board_has_answer = True

    def run(self, lines: Iterable[str]) -> None:
        """Answer the commands until END or the end of the lines."""
        for line in lines:
            text = line.strip()
            if text.upper() == "END":
                self._thinking.halt()
                return
            if text:
                self._obey(text)
        self._thinking.finish()

    def _obey(self, text: str) -> None:
        command, _, rest = text.partition(" ")
        match command.upper():
            case "INFO":
                self._inform(rest)
                return
            case "YXSTOP":
                self._thinking.halt()
                return
        self._thinking.wait()
        try:
            if self._board is not None:
                self._read_board(text)
            else:
                self._do(command.upper(), rest.strip())
        except (GomocupError, RulesError) as error:
            self._say(f"ERROR {error}")

    def _do(self, command: str, rest: str) -> None:
        match command:
            case "START":
                self._start(_size(rest), _size(rest))
            case "RECTSTART":
                self._start(*_point(rest))
            case "RESTART":
                self._restart()
            case "BEGIN":
                self._think()
            case "TURN":
                self._play(*_point(rest))
                self._think()
            case "PLAY":
                self._play(*_point(rest))
                self._say_last_move()
            case "BOARD" | "YXBOARD":
                self._current()
                self._board = []
                self._board_has_answer = command == "BOARD"
            case "TAKEBACK":
                self._take_back(*_point(rest))
            case "ABOUT":
                self._say(f'name="inarow", version="{__version__}", author="inarow", country="-"')
            case "YXHASHCLEAR":
                self._player = self._make_player()
            case _:
                self._say(f"UNKNOWN {command} is not a command of this engine")

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()

    def _inform(self, rest: str) -> None:
        """Take what is understood; INFO is never answered, and what is unknown changes nothing."""
        key, _, value = rest.strip().partition(" ")
        if not re.fullmatch(r"-?\d+", value.strip()):
            return
        number = int(value)
        seconds = min(MOST_SECONDS, max(0, number) / 1000)
        positive = number if number > 0 else None
        match key.lower():
            case "timeout_turn":
                self._settings = replace(self._settings, turn_seconds=seconds)
            case "timeout_match":
                self._settings = replace(self._settings, match_seconds=seconds or None)
            case "time_left":
                self._settings = replace(self._settings, seconds_left=seconds)
            case "max_memory":
                # Half for the table: the rest of the program needs some too.
                memory = min(MOST_MEBIBYTES, max(1, number >> 21)) if number > 0 else None
                self._settings = replace(self._settings, memory=memory)
            case "max_depth":
                self._settings = replace(self._settings, depth=positive)
            case "max_node":
                self._settings = replace(self._settings, nodes=positive)
            case "thread_num":
                threads = min(number, MOST_THREADS) if number > 0 else None
                self._settings = replace(self._settings, threads=threads)
            case "rule":
                self._settings = replace(self._settings, rule=number)
                self._thinking.wait()
                if self._position is not None and not self._position.history and not number & RENJU:
                    self._position = Position(self._rules())  # managers tell the rule after START, too

    def _start(self, columns: int, rows: int) -> None:
        if min(columns, rows) < LEAST_SIZE:
            raise GomocupError(f"the board must be at least {LEAST_SIZE} wide and high")
        self._size = columns, rows
        self._restart()

    def _restart(self) -> None:
        if self._size is None:
            raise GomocupError("START comes first")
        if self._settings.rule & RENJU:
            raise GomocupError("renju is not supported, only free and exact five in a row")
        self._position = Position(self._rules())
        self._say("OK")

    def _rules(self) -> Rules:
        assert self._size is not None
        return Rules(*self._size, LINE_LENGTH, exact=bool(self._settings.rule & EXACT))

    def _current(self) -> Position:
        if self._position is None:
            raise GomocupError("START comes first")
        return self._position

    def _play(self, column: int, row: int) -> None:
        position = self._current()
        self._position = position.play(_cell(position, column, row))

    def _take_back(self, column: int, row: int) -> None:
        position = self._current()
        if not position.history or position.history[-1] != row * position.rules.columns + column:
            raise GomocupError("only the last stone can be taken back")
        self._position = Position.after(position.rules, position.history[:-1])
        self._say("OK")

    def _read_board(self, text: str) -> None:
        """One line of a BOARD, or its end."""
        assert self._board is not None
        if text.upper() != "DONE":
            numbers = re.fullmatch(r"(\d+)\s*,\s*(\d+)\s*,\s*(\d+)", text)
            if not numbers:
                self._board = None
                raise GomocupError(f"'{text}' is no stone: expected x,y,1 or x,y,2, or DONE")
            column, row, owner = map(int, numbers.groups())
            self._board.append((column, row, owner))
            return
        stones, self._board = self._board, None
        self._position = _position_of(self._current().rules, stones)
        if self._board_has_answer:
            self._think()

    def _think(self) -> None:
        """Search in another thread, which says and plays the move."""
        position = self._current()
        if position.outcome != Outcome.ONGOING:
            raise GomocupError("the game is over")
        limits = self._given.within(self._settings.limits())
        player = self._player
        self._thinking.start(player, lambda: self._choose(player, position, limits))

    def _choose(self, player: Player, position: Position, limits: Limits) -> None:
        try:
            self._position = position.play(player.choose(position, limits))
        except Exception as error:  # of a player that somebody else wrote
            self._say(f"ERROR {player.name} failed: {error}")
        else:
            self._say_last_move()

    def _say_last_move(self) -> None:
        position = self._current()
        row, column = divmod(position.history[-1], position.rules.columns)
        self._say(f"{column},{row}")


def _size(text: str) -> int:
    if not re.fullmatch(r"\d+", text):
        raise GomocupError(f"'{text}' is no size: expected START and a number")
    return int(text)


def _point(text: str) -> tuple[int, int]:
    found = POINT.fullmatch(text)
    if not found:
        raise GomocupError(f"'{text}' is no point: expected x,y")
    return int(found.group(1)), int(found.group(2))


def _cell(position: Position, column: int, row: int) -> int:
    rules = position.rules
    cell = row * rules.columns + column
    if column >= rules.columns or row >= rules.rows or not position.is_legal(cell):
        raise GomocupError(f"{column},{row} is no empty point of this game")
    return cell


def _position_of(rules: Rules, stones: list[tuple[int, int, int]]) -> Position:
    """The position with these stones, our own side to move."""
    queues: dict[Side, list[tuple[int, int]]] = {Side.FIRST: [], Side.SECOND: []}
    own = sum(owner == OWN for *_, owner in stones)
    opponent = sum(owner == OPPONENT for *_, owner in stones)
    if own + opponent != len(stones):
        raise GomocupError("only own (1) and the opponent's (2) stones are supported")
    if opponent - own not in (0, 1):
        raise GomocupError(f"{own} own and {opponent} of the opponent's stones do not make it our turn")
    sides = {OWN: Side.FIRST if own == opponent else Side.SECOND}
    sides[OPPONENT] = Side.SECOND if own == opponent else Side.FIRST
    for column, row, owner in stones:
        queues[sides[owner]].append((column, row))
    position = Position(rules)
    for _ in stones:
        if position.is_over:
            raise GomocupError("the game is over")
        position = position.play(_cell(position, *queues[position.to_move].pop(0)))
    return position
