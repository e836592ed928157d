"""Our players as a UCI engine, for cutechess and its variants of k in a row: stones are drops, as in `P@d1`."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Final, TextIO

from inarow import __version__
from inarow._core import Rules, SearchResult, Side
from inarow.adapters.thinking import Thinking
from inarow.engine.limits import MOST_MEBIBYTES, MOST_SECONDS, MOST_THREADS, Limits
from inarow.engine.player import Player, SearchPlayer
from inarow.engine.score import stones_to_end
from inarow.game.position import Position
from inarow.game.variants import CONNECT_FOUR, GOMOKU, GOMOKU_EXACT, TIC_TAC_TOE

VARIANTS: Final[dict[str, Rules]] = {
    "cfour": CONNECT_FOUR,
    "tictactoe": TIC_TAC_TOE,
    "gomoku": GOMOKU_EXACT,
    "gomokufreestyle": GOMOKU,
}
OVERHEAD_SECONDS = 0.05  # of a move, for the way to the controller and back
LEAST_SECONDS = 0.01
DROP = re.compile(r"P@([a-z]+[0-9]+)", re.IGNORECASE)
OPTION = re.compile(r"name\s+(.*?)(?:\s+value\s+(.*))?", re.IGNORECASE)
SIDES = {"w": Side.FIRST, "b": Side.SECOND}


class UciEngine:
    """One conversation with a controller. It reads on while it thinks; what is wrong is told as `info string`."""

    def __init__(self, player: Player, limits: Limits, out: TextIO) -> None:
        self._player = player
        self._limits = limits
        self._out = out
        self._lock = threading.Lock()
        self._thinking = Thinking()
        self._position = Position(CONNECT_FOUR)
        self._may_answer = threading.Event()  # an infinite search has to wait for `stop`

    def run(self, lines: Iterable[str]) -> None:
        """Obey until `quit` or the end of the lines."""
        for line in lines:
            command, _, rest = line.strip().partition(" ")
            if command == "quit":
                break
            try:
                self._obey(command, rest.strip())
            except ValueError as error:
                self._say(f"info string {error}")
        self._stop()

    def _obey(self, command: str, rest: str) -> None:
        match command:
            case "uci":
                self._say(
                    f"id name inarow {__version__}", "id author the inarow project", *_options(), "uciok"
                )
            case "isready":
                self._say("readyok")
            case "setoption":
                self._set_option(rest)
            case "ucinewgame":
                self._stop()
                self._position = Position(self._position.rules)
            case "position":
                self._stop()
                self._position = _position(self._position.rules, rest)
            case "go":
                self._stop()
                self._go(rest.split())
            case "stop":
                self._stop()

    def _say(self, *lines: str) -> None:
        with self._lock:
            self._out.write("".join(line + "\n" for line in lines))
            self._out.flush()

    def _stop(self) -> None:
        self._may_answer.set()
        self._thinking.halt()

    def _set_option(self, text: str) -> None:
        found = OPTION.fullmatch(text)
        name, value = (found.group(1), found.group(2) or "") if found else ("", "")
        match name.lower():
            case "uci_variant" if value in VARIANTS:
                self._stop()
                self._position = Position(VARIANTS[value])
            case "threads" if value.isdecimal():
                self._limits = replace(self._limits, threads=min(MOST_THREADS, max(1, int(value))))
            case "hash" if value.isdecimal():
                self._limits = replace(self._limits, memory=min(MOST_MEBIBYTES, max(1, int(value))))
            case _:
                raise ValueError(f"there is no option {text}; variants are {', '.join(VARIANTS)}")

    def _go(self, words: list[str]) -> None:
        if self._position.is_over:
            self._say("info string the game is over", "bestmove 0000")
            return
        limits = self._limits.within(_limits(words, self._position.to_move))
        self._may_answer = threading.Event()
        if "infinite" not in words:
            self._may_answer.set()
        act = partial(self._think, self._position, limits, self._may_answer)
        self._thinking.start(self._player, act)

    def _think(self, position: Position, limits: Limits, may_answer: threading.Event) -> None:
        try:
            if isinstance(self._player, SearchPlayer) and not may_answer.is_set():
                progress = partial(self._inform, position)
                cell = self._player.think(position, limits, progress=progress).turn[0]
            else:  # in a game the champion also solves
                cell = self._player.choose(position, limits)
                if found := getattr(self._player, "found", None):
                    self._inform(position, found)
        except Exception as error:  # of a player that somebody else wrote
            self._say(f"info string {self._player.name} failed: {error}", "bestmove 0000")
            return
        may_answer.wait()
        self._say(f"bestmove {_drop(position.rules, cell)}")

    def _inform(self, position: Position, result: SearchResult) -> None:
        left = stones_to_end(result.score, position.stones)
        score = f"cp {result.score}"
        if left is not None:
            score = f"mate {(left + 1) // 2 if result.score > 0 else -(left // 2)}"
        line = " ".join(_drop(position.rules, cell) for cell in result.line)
        counts = f"nodes {result.nodes} time {int(result.seconds * 1000)}"
        self._say(f"info depth {result.depth} score {score} {counts} pv {line}")


def _options() -> list[str]:
    variants = " ".join(f"var {name}" for name in VARIANTS)
    return [
        f"option name UCI_Variant type combo default cfour {variants}",
        f"option name Threads type spin default 1 min 1 max {MOST_THREADS}",
        f"option name Hash type spin default 64 min 1 max {MOST_MEBIBYTES}",
    ]


def _drop(rules: Rules, cell: int) -> str:
    return f"P@{rules.cell_name(cell)}"


def _limits(words: list[str], side: Side) -> Limits:
    """What `go` allows. Times are in milliseconds."""
    numbers = {name: int(value) for name, value in pairwise(words) if re.fullmatch(r"-?\d{1,12}", value)}
    clock = "wtime" if side == Side.FIRST else "btime"
    bank = numbers.get(clock)
    seconds: float | None = None
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000
    elif bank is not None:
        increment = numbers.get("winc" if side == Side.FIRST else "binc", 0) / 1000
        share = Limits(bank=min(MOST_SECONDS, max(0.0, bank / 1000))).paced().seconds or 0.0
        seconds = min(share + increment, max(0.0, bank / 1000))
    elif "infinite" in words:
        return Limits(seconds=MOST_SECONDS)
    if seconds is not None:
        seconds = min(MOST_SECONDS, max(LEAST_SECONDS, seconds - OVERHEAD_SECONDS))
    depth, nodes = numbers.get("depth"), numbers.get("nodes")
    return Limits(depth=depth, seconds=seconds, nodes=nodes)


def _position(rules: Rules, text: str) -> Position:
    """The position of `startpos` or `fen FEN`, and `moves` after it."""
    start, _, moves = text.partition("moves")
    if start.split() == ["startpos"]:
        position = Position(rules)
    elif start.startswith("fen "):
        position = _of_fen(rules, start.removeprefix("fen "))
    else:
        raise ValueError("expected position startpos or position fen, and then moves")
    for word in moves.split():
        found = DROP.fullmatch(word)
        if not found:
            raise ValueError(f"'{word}' is no move: expected a drop such as P@d1")
        position = position.play(rules.parse_cell(found.group(1).lower()))
    return position


def _of_fen(rules: Rules, fen: str) -> Position:
    """The position of a FEN: rows from the top, P for White, who begins; stones in hand are not looked at."""
    board, side, *_ = [*fen.split(), "", ""]
    rows = re.sub(r"\[.*\]", "", board).split("/")
    drawn = []
    for row in rows:
        cells = re.sub(r"\d+", lambda found: "." * min(int(found[0]), rules.columns), row)
        drawn.append(" ".join({"P": "X", "p": "O"}.get(sign, sign) for sign in cells))
    position = Position.from_diagram(rules, "\n".join(drawn))
    if SIDES.get(side) != position.to_move and not position.is_over:
        raise ValueError(f"'{fen}': the stones say that the other side is to move")
    return position
