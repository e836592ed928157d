"""Botzone: its requests and responses, and its bots as our players, in both modes.

A bot is started anew for every turn and told all of the game, unless it asks to be kept running: then it gets
nothing but the newest request.
"""

from __future__ import annotations

import json
from typing import Any

from inarow.adapters.process import Manners, NewProgramNeeded, Program
from inarow.engine.limits import Limits
from inarow.game.botzone import stones_of, told
from inarow.game.position import Position
from inarow.game.record import Ending

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


class BotzoneProtocol:
    """Runs a bot as Botzone does. Its start is on its clock there, and so it is here. Options: none."""

    farewell = None
    line_end = "\n"
    manners = Manners(game="gomoku", start="start")

    def __init__(self, options: dict[str, str]) -> None:
        self._known: Position | None = None  # to a bot that is kept running
        self._kept: dict[str, Any] = {}  # what the bot wants to have back
        for key, value in options.items():
            raise ValueError(f"protocol=botzone does not know {key}={value}; it has no options")

    def start(self, program: Program, deadline: float | None) -> None:
        """Nothing is said before the first request."""
        self._known = None

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones of the bot's response."""
        if position.stones and position.stones_left < position.rules.stones_per_turn:
            raise ValueError("protocol=botzone can take a game up between turns only, not inside one")
        requests, responses = told(position, position.to_move)
        if not responses:
            self._kept.pop("data", None)  # which is for one game, unlike globaldata
        question: dict[str, Any] = {"requests": requests, "responses": responses, **self._kept}
        if self._known is not None:
            if position.history[: self._known.stones] != self._known.history or position.stones == 0:
                raise NewProgramNeeded
            question = dict(requests[-1])
        program.say(json.dumps(question), deadline=deadline)
        answer = _answer(program, deadline)
        self._kept |= {key: answer[key] for key in ("data", "globaldata") if key in answer}
        stones = _stones(program, position, answer)
        is_kept = _is_kept(program, deadline)
        self._known = Position.after(position.rules, [*position.history, *stones]) if is_kept else None
        return stones


def _answer(program: Program, deadline: float | None) -> dict[str, Any]:
    """The object that the bot prints, be it in several lines."""
    text = ""
    while True:
        line = program.hear_or_end(deadline)
        if line is None or line.strip() == KEEP_RUNNING:
            break
        text += line + "\n"
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(data, dict):
            return data
    if not text:
        program.hear(deadline)  # which says how it ended
    raise program.fault(Ending.CRASH, 'printed no answer such as {"response": {"x": 7, "y": 7}}')


def _stones(program: Program, position: Position, answer: dict[str, Any]) -> list[int]:
    try:
        stones = stones_of(position, answer.get("response"))
        after = Position.after(position.rules, [*position.history, *stones])
    except ValueError as error:
        raise program.fault(Ending.ILLEGAL_MOVE, f"played an illegal move: {error}") from error
    if not after.is_over and after.to_move == position.to_move:
        raise program.fault(Ending.ILLEGAL_MOVE, f"placed {len(stones)} of {position.stones_left} stones")
    if len(stones) > position.stones_left:
        raise program.fault(Ending.ILLEGAL_MOVE, f"placed {len(stones)} stones, not {position.stones_left}")
    return stones


def _is_kept(program: Program, deadline: float | None) -> bool:
    """Whether the bot asks to be kept running; otherwise it ends, and what it may print until then is nothing."""
    while (line := program.hear_or_end(deadline)) is not None:
        if line.strip() == KEEP_RUNNING:
            return True
    return False
