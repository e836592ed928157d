"""Our players as a GTP 2 engine with GoGui's commands for games that are not Go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TextIO

from inarow import __version__
from inarow._core import Outcome, Rules, SearchResult, Side
from inarow.adapters.gtp import COLOURS, check_rules, parse_vertex, vertex
from inarow.adapters.thinking import Thinking
from inarow.engine.limits import MOST_SECONDS, Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.score import in_words
from inarow.game.position import Position

SIDES = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}
COLOUR_WORDS = {Side.FIRST: "black", Side.SECOND: "white"}
RESULTS = {Outcome.FIRST_WINS: "black", Outcome.SECOND_WINS: "white", Outcome.DRAW: "draw"}
INTERRUPT = "# interrupt"
OVERHEAD_SECONDS = 0.05  # of a move, for the way to the controller and back
LEAST_SECONDS = 0.01
MOST_SIZE = 25
NUMBER = re.compile(r"\d{1,9}")
SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?")
ANALYZE_COMMANDS = """\
string/Value/inarow-value
var/Main Line/inarow-line
plist/Winning Cells/inarow-winning_cells
plist/Legal Moves/gogui-rules_legal_moves
string/Side to Move/gogui-rules_side_to_move
string/Result/gogui-rules_final_result"""


class GtpError(ValueError):
    """A command that cannot be done; the controller gets the reason after `?`."""


@dataclass(frozen=True)
class Time:
    """What time_settings and time_left have told. Seconds; no main time and no period is without limit."""

    main: float = 0.0
    period: float = 0.0  # for `stones` stones once the main time is over
    stones: int = 0
    left: tuple[tuple[Side, float, int], ...] = ()

    def limits(self, position: Position) -> Limits:
        """The bounds of the turn in this position, which may be several stones."""
        seconds, stones = next(
            ((left, stones) for side, left, stones in self.left if side == position.to_move),
            (self.main, 0) if self.main else (self.period, self.stones),
        )
        if stones:
            share = seconds * min(1.0, position.stones_left / stones)
        elif self.left or self.main:
            share = Limits(bank=seconds).paced().seconds or 0.0
        else:
            return Limits()
        return Limits(seconds=max(LEAST_SECONDS, share - OVERHEAD_SECONDS))


class GtpEngine:
    """One conversation with a controller. It reads on while it thinks, so that it can be interrupted."""

    def __init__(self, player: Player, rules: Rules, limits: Limits, out: TextIO) -> None:
        check_rules(rules)
        self._player = player
        self._given = limits
        self._out = out
        self._position = Position(rules)
        self._time = Time()
        self._thinking = Thinking()
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "inarow",
            "version": lambda _: __version__,
            "known_command": lambda words: "true" if _one(words) in self._commands else "false",
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._set_size,
            "clear_board": self._clear,
            "komi": lambda _: "",
            "play": self._play,
            "gogui-play_sequence": self._play_sequence,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": lambda words: self._undo(1, words),
            "gogui-undo": lambda words: self._undo(_whole(_one(words)), []),
            "time_settings": self._set_time,
            "time_left": self._set_time_left,
            "showboard": lambda _: "\n" + self._position.diagram(),
            "final_score": lambda _: self._score(),
            "gogui-interrupt": lambda _: "",
            "gogui-title": lambda _: f"inarow: {self._position.rules.name}",
            "gogui-rules_game_id": lambda _: game_id(self._position.rules),
            "gogui-rules_board": lambda _: self._board(),
            "gogui-rules_board_size": lambda _: self._size(),
            "gogui-rules_legal_moves": lambda _: self._points(self._legal()),
            "gogui-rules_side_to_move": lambda _: COLOUR_WORDS[self._position.to_move],
            "gogui-rules_final_result": lambda _: RESULTS.get(self._position.outcome, "unknown"),
            "gogui-rules_captured_count": lambda _: "0 0",
            "gogui-analyze_commands": lambda _: ANALYZE_COMMANDS,
            "inarow-value": lambda _: self._value(),
            "inarow-line": lambda _: self._line(),
            "inarow-winning_cells": lambda _: self._points(self._position.winning_cells),
        }

    def run(self, lines: Iterable[str]) -> None:
        """Answer the commands until `quit` or the end of the lines."""
        for line in lines:
            if line.strip().lower() == INTERRUPT:
                self._thinking.halt()
            text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.partition("#")[0]).strip()
            if not text:
                continue
            self._thinking.wait()
            number, *words = text.split() if text[0].isdecimal() else ("", *text.split())
            if not words:
                self._answer(number, "?", "there is no command")
                continue
            # Even a command that is quick is done there, so that none overtakes another.
            self._thinking.start(self._player, partial(self._obey, number, words))
            if words[0] == "quit":
                break
        self._thinking.finish()

    def _obey(self, number: str, words: list[str]) -> None:
        if words[0] not in self._commands:
            self._answer(number, "?", "unknown command")
            return
        try:
            self._answer(number, "=", self._commands[words[0]](words[1:]))
        except ValueError as error:
            self._answer(number, "?", str(error))
        except Exception as error:  # of a player that somebody else wrote
            self._answer(number, "?", f"{self._player.name} failed: {error}")

    def _answer(self, number: str, sign: str, text: str) -> None:
        body = re.sub(r"\n(?=\n)", "\n ", text.rstrip())  # an empty line would end the answer
        gap = "" if body.startswith("\n") else " "
        self._out.write(f"{sign}{number}{gap}{body}".rstrip() + "\n\n")
        self._out.flush()

    def _set_size(self, words: list[str]) -> str:
        """Another board for the same game; the one that it has is cleared."""
        rules = self._position.rules
        sizes = [_whole(word) for word in words]
        if len(sizes) not in (1, 2) or not all(1 <= size <= MOST_SIZE for size in sizes):
            raise GtpError("unacceptable size")
        columns, rows = sizes[0], sizes[-1]
        try:
            self._position = Position(
                Rules(
                    columns,
                    rows,
                    rules.line_length,
                    gravity=rules.gravity,
                    stones_per_turn=rules.stones_per_turn,
                    stones_first_turn=rules.stones_first_turn,
                    exact=rules.exact,
                )
            )
        except ValueError as error:
            raise GtpError(f"unacceptable size: {error}") from error
        return ""

    def _clear(self, words: list[str]) -> str:
        self._position = Position(self._position.rules)
        self._time = replace(self._time, left=())
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise GtpError("expected play COLOUR VERTEX")
        self._position = self._after(self._position, _side(words[0]), words[1])
        return ""

    def _play_sequence(self, words: list[str]) -> str:
        if len(words) % 2:
            raise GtpError("expected COLOUR VERTEX COLOUR VERTEX ...")
        position = self._position
        for colour, text in zip(words[::2], words[1::2], strict=True):
            position = self._after(position, _side(colour), text)
        self._position = position
        return ""

    def _after(self, position: Position, side: Side, text: str) -> Position:
        if position.is_over:
            raise GtpError("illegal move: the game is over")
        if side != position.to_move:
            raise GtpError(f"illegal move: {COLOUR_WORDS[position.to_move]} is to move")
        try:
            return position.play(parse_vertex(position, text))
        except ValueError as error:
            raise GtpError(f"illegal move: {error}") from error

    def _genmove(self, words: list[str]) -> str:
        cell = self._chosen(words)
        text = vertex(self._position.rules, cell)
        self._position = self._position.play(cell)
        return text

    def _reg_genmove(self, words: list[str]) -> str:
        return vertex(self._position.rules, self._chosen(words))

    def _chosen(self, words: list[str]) -> int:
        position = self._position
        if position.is_over:
            raise GtpError("the game is over")
        if _side(_one(words)) != position.to_move:
            raise GtpError(f"{COLOUR_WORDS[position.to_move]} is to move")
        return self._player.choose(position, self._given.within(self._time.limits(position)))

    def _undo(self, stones: int, words: list[str]) -> str:
        if stones > self._position.stones:
            raise GtpError("cannot undo")
        self._position = self._position.taken_back(stones)
        return ""

    def _set_time(self, words: list[str]) -> str:
        if len(words) != 3 or not all(SECONDS.fullmatch(word) for word in words[:2]):
            raise GtpError("expected time_settings MAIN_SECONDS PERIOD_SECONDS PERIOD_STONES")
        self._time = Time(
            min(float(words[0]), MOST_SECONDS), min(float(words[1]), MOST_SECONDS), _whole(words[2])
        )
        return ""

    def _set_time_left(self, words: list[str]) -> str:
        if len(words) != 3 or not SECONDS.fullmatch(words[1]):
            raise GtpError("expected time_left COLOUR SECONDS STONES")
        side = _side(words[0])
        others = tuple(entry for entry in self._time.left if entry[0] != side)
        left = (side, min(float(words[1]), MOST_SECONDS), _whole(words[2]))
        self._time = replace(self._time, left=(*others, left))
        return ""

    def _board(self) -> str:
        signs = {None: ".", Side.FIRST: "X", Side.SECOND: "O"}
        rules = self._position.rules
        rows = [
            " ".join(
                signs[self._position.at(row * rules.columns + column)] for column in range(rules.columns)
            )
            for row in reversed(range(rules.rows))
        ]
        return "\n" + "\n".join(rows)

    def _size(self) -> str:
        rules = self._position.rules
        return f"{rules.columns}" if rules.columns == rules.rows else f"{rules.columns} {rules.rows}"

    def _legal(self) -> Sequence[int]:
        return () if self._position.is_over else self._position.moves

    def _points(self, cells: Iterable[int]) -> str:
        return " ".join(vertex(self._position.rules, cell) for cell in cells)

    def _score(self) -> str:
        if self._position.outcome == Outcome.ONGOING:
            raise GtpError("cannot score: the game is not over")
        return {Outcome.FIRST_WINS: "B+", Outcome.SECOND_WINS: "W+"}.get(self._position.outcome, "0")

    def _value(self) -> str:
        result = self._searched()
        return in_words(result.score, self._position.stones, result.is_proven)

    def _line(self) -> str:
        position, words = self._position, list[str]()
        for cell in self._searched().line:
            words += [COLOURS[position.to_move], vertex(position.rules, cell)]
            position = position.play(cell)
        return " ".join(words)

    def _searched(self) -> SearchResult:
        if self._position.is_over:
            raise GtpError("the game is over")
        if not isinstance(self._player, SearchPlayer):
            raise GtpError(f"{self._player.name} does not search")
        limits = self._given.within(self._time.limits(self._position))
        return self._player.think(self._position, limits)


def game_id(rules: Rules) -> str:
    """The game as GoGui wants it: one word that begins with a capital."""
    return re.sub(r"[^a-z0-9]", "", rules.name).capitalize()


def _one(words: list[str]) -> str:
    if len(words) != 1:
        raise GtpError("expected one argument")
    return words[0].lower()


def _side(text: str) -> Side:
    if text.lower() not in SIDES:
        raise GtpError(f"'{text}' is no colour: expected black or white")
    return SIDES[text.lower()]


def _whole(text: str) -> int:
    if not NUMBER.fullmatch(text):
        raise GtpError(f"'{text}' is no whole number")
    return int(text)
