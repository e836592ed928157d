"""Botzone: its requests and responses, and its bots as our players, in both modes.

A bot is started anew for every turn and told all of the game, unless it asks to be kept running: then it gets
nothing but the newest request.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from inarow._core import IllegalMove, Rules, Side
from inarow.adapters.process import Manners, NewProgramNeeded, Program
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending
from inarow.game.turns import side_of_stone, turns

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
NOTHING = -1  # stands for a stone that is not placed
CONNECT6 = Rules.parse("place-15x15x6-p2-q1")
Message = dict[str, int]


def keys(rules: Rules) -> list[tuple[str, ...]]:
    """The fields of a turn, those of each stone together: x and y, x0 y0 x1 y1, or x where stones fall."""
    numbers = [""] if rules.stones_per_turn == 1 else [str(index) for index in range(rules.stones_per_turn)]
    return [(f"x{number}",) if rules.gravity else (f"x{number}", f"y{number}") for number in numbers]


def message(rules: Rules, turn: Sequence[int] = ()) -> Message:
    """The turn as a request or a response; without stones it says: you begin."""
    found: Message = {}
    for index, names in enumerate(keys(rules)):
        cell = turn[index] if index < len(turn) else None
        place = (NOTHING, NOTHING) if cell is None else (cell % rules.columns, cell // rules.columns)
        found.update(zip(names, place, strict=False))
    return found


def stones_of(position: Position, data: object) -> list[int]:
    """The cells of a request or a response in this position; none if it says: you begin. ValueError if wrong."""
    rules = position.rules
    if not isinstance(data, dict):
        raise ValueError(f"{json.dumps(data)[:80]} is no turn: expected {json.dumps(message(rules))}")
    cells: list[int] = []
    for names in keys(rules):
        numbers = [data.get(name, NOTHING) for name in names]
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
            raise ValueError(f"{json.dumps(data)[:80]} is no turn: expected {json.dumps(message(rules))}")
        if NOTHING in numbers:
            break
        cells.append(_cell(position, numbers))
        position = position.play(cells[-1])
        if position.is_over:
            break
    return cells


def _cell(position: Position, numbers: list[int]) -> int:
    rules = position.rules
    if not all(
        0 <= number < size for number, size in zip(numbers, (rules.columns, rules.rows), strict=False)
    ):
        raise IllegalMove(f"{','.join(map(str, numbers))} is not on the board of {rules.name}")
    return position.move(str(numbers[0] + 1)) if rules.gravity else numbers[1] * rules.columns + numbers[0]


def told(position: Position, side: Side) -> tuple[list[Message], list[Message]]:
    """The requests and the responses of the game so far, as the side to move sees them."""
    rules = position.rules
    requests = [message(rules)] if side == Side.FIRST else []
    responses: list[Message] = []
    stones = 0
    for turn in turns(rules, position.history):
        (responses if side_of_stone(rules, stones) == side else requests).append(message(rules, turn))
        stones += len(turn)
    return requests, responses


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
