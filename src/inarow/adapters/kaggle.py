"""Kaggle's Connect X: a submission.py as one of our players, and our player as an agent there."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from inarow._core import Rules, Side
from inarow.adapters.process import NewProgramNeeded, ProcessPlayer, Program
from inarow.engine.champion import ChampionPlayer
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.game.kaggle import OVERAGE_SECONDS, SIDES, board_from_top
from inarow.game.order import legal_order
from inarow.game.position import Position
from inarow.game.record import Ending

ACT_SECONDS = 2.0  # a move
EPISODE_STEPS, RUN_SECONDS = 1000, 1200  # what else a configuration says
SHARE_OF_TIME = 0.8  # of a move's time that our agent thinks


def position_of(board: Sequence[int], columns: int, rows: int, inarow: int) -> Position:
    """The position of a Kaggle board, with a history that could have led to it."""
    rules = Rules(columns, rows, inarow, gravity=True)
    if len(board) != rules.cells:
        raise ValueError(
            f"the board has {len(board)} cells; {columns} columns and {rows} rows have {rules.cells}"
        )
    stones = {
        (rows - 1 - place // columns) * columns + place % columns: SIDES[mark - 1]
        for place, mark in enumerate(board)
        if mark
    }
    order = legal_order(rules, stones)
    if order is None:
        raise ValueError(f"no game of {rules.name} leads to this board")
    return Position.after(rules, order)


def agent(observation: Any, configuration: Any) -> int:
    """Our champion as a Kaggle agent: `env.run([inarow.adapters.kaggle.agent, "negamax"])`.

    It needs this package where it runs; `inarow export kaggle` writes one that does not.
    """
    columns = int(configuration.columns)
    position = position_of(observation.board, columns, configuration.rows, configuration.inarow)
    limits = Limits(seconds=SHARE_OF_TIME * configuration.actTimeout)
    return ChampionPlayer("champion", NO_LIMITS).choose(position, limits) % columns


class KaggleProtocol:
    """Asks a submission in its host process as Kaggle would, and keeps its time: so much a move, and a bank.

    Options: seconds= a move and bank= a game. Limits that are tighter are told to the submission and kept by
    whoever set them. Every game is played by a process of its own.
    """

    farewell = None
    line_end = "\n"
    manners = None  # a submission is spoken to by its host

    def __init__(self, options: dict[str, str], mark: str) -> None:
        self._seconds = _seconds(options, "seconds", ACT_SECONDS)
        self._bank_of_game = _seconds(options, "bank", OVERAGE_SECONDS)
        if options:
            raise ValueError(f"kaggle: does not know {', '.join(options)}; it has seconds= and bank=")
        self._mark = mark
        self._bank = self._bank_of_game
        self._stones = -1  # on the board when it was asked last

    def start(self, program: Program, deadline: float | None) -> None:
        """Wait for the host, but not for the submission, which is loaded on the clock of its first move."""
        self._answer(program, deadline)

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The cell where the stone comes to rest in the column that the submission answers."""
        rules = position.rules
        if rules != Rules(rules.columns, rules.rows, rules.line_length, gravity=True):
            raise ValueError(f"a Kaggle submission plays where stones fall one at a time, not {rules.name}")
        if position.stones <= self._stones:
            self._bank = self._bank_of_game
            self._stones = -1
            raise NewProgramNeeded
        self._stones = position.stones
        start = monotonic()
        program.say(json.dumps(self._request(position, limits)))
        last = start + self._seconds + self._bank
        answer = self._answer(program, last if deadline is None else min(last, deadline))
        self._bank -= max(0.0, monotonic() - start - self._seconds)
        return [self._cell(program, position, answer)]

    def _request(self, position: Position, limits: Limits) -> dict[str, Any]:
        rules = position.rules
        seconds, bank = self._seconds, self._bank
        if limits.seconds is not None and limits.seconds < seconds + bank:
            seconds = min(seconds, limits.seconds)
            bank = limits.seconds - seconds
        return {
            "observation": {
                "remainingOverageTime": bank,
                "step": position.stones,
                "board": board_from_top(position),
                "mark": 1 if position.to_move == Side.FIRST else 2,
            },
            "configuration": {
                "episodeSteps": EPISODE_STEPS,
                "actTimeout": seconds,
                "runTimeout": RUN_SECONDS,
                "columns": rules.columns,
                "rows": rules.rows,
                "inarow": rules.line_length,
                "agentTimeout": self._bank_of_game,
                "timeout": seconds,
            },
        }

    def _answer(self, program: Program, deadline: float | None) -> dict[str, Any]:
        """The marked line; what comes before it is what the submission printed."""
        while True:
            line = program.hear(deadline)
            if line.startswith(self._mark + " "):
                answer: dict[str, Any] = json.loads(line.removeprefix(self._mark))
                return answer

    @staticmethod
    def _cell(program: Program, position: Position, answer: dict[str, Any]) -> int:
        columns = position.rules.columns
        if "error" in answer:
            raise program.fault(Ending.CRASH, answer["error"])
        action = answer["action"]
        if not isinstance(action, int):
            raise program.fault(
                Ending.ILLEGAL_MOVE, f"answered {action}, which is not the number of a column"
            )
        for cell in position.moves:
            if cell % columns == action:
                return cell
        what = "is full" if 0 <= action < columns else f"is not one of 0 to {columns - 1}"
        raise program.fault(Ending.ILLEGAL_MOVE, f"answered column {action}, which {what}")


def kaggle_player(text: str, name: str, options: dict[str, str]) -> ProcessPlayer:
    """The player of `kaggle:submission.py`, in a process of its own from its first move on."""
    path = Path(name)
    if not path.is_file():
        raise ValueError(f"there is no file {path}: expected kaggle:submission.py")
    mark = f"answer-{secrets.token_hex(8)}"
    command = [sys.executable, "-P", "-m", "inarow.adapters.kaggle_host", str(path.resolve()), mark]
    return ProcessPlayer(text, command, KaggleProtocol(dict(options), mark))


def _seconds(options: dict[str, str], name: str, default: float) -> float:
    given = options.pop(name, None)
    if given is None:
        return default
    try:
        value = float(given)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise ValueError(f"{name}={given}: expected a number of seconds")
    return value
