"""Our own line protocol, one JSON object a line: programs in any language as our players.

docs/jsonl.md tells it from the other side. A question holds everything that is needed to answer it, so that
a player needs no memory, and names what is legal, so that it needs no rules.
"""

from __future__ import annotations

import json
from typing import Any

from inarow._core import Rules
from inarow.adapters.process import Manners, Program
from inarow.engine.limits import Limits
from inarow.game.position import Position
from inarow.game.record import Ending, Thought, parse_thought

THOUGHTS = ("nodes", "depth", "score", "wins_in", "loses_in", "is_draw")
ANSWERS = {"move", "resign", "error"}  # the keys of which an answer has one


def question(position: Position, limits: Limits) -> dict[str, Any]:
    """Everything that a player needs to choose its turn."""
    rules = position.rules
    return {
        "do": "move",
        "game": rules.name,
        "columns": rules.columns,
        "rows": rules.rows,
        "line_length": rules.line_length,
        "gravity": rules.gravity,
        "stones_per_turn": rules.stones_per_turn,
        "stones_first_turn": rules.stones_first_turn,
        "exact": rules.exact,
        "side": position.to_move.value,
        "stones_left": position.stones_left,
        **limits.given(),
        "moves": list(position.history),
        "board": position.board.ravel().tolist(),
        "legal": list(position.moves),
    }


def stones_of(position: Position, answer: Any) -> list[int]:
    """The cells of an answer: a number, a name such as j10 or 4, or a list of them. ValueError if none."""
    found = answer if isinstance(answer, list) else [answer]
    if not found or not all(isinstance(one, (int, str)) and not isinstance(one, bool) for one in found):
        raise ValueError(f"{json.dumps(answer)[:80]} is no move: expected a cell or a list of cells")
    cells = []
    for one in found:
        cell = position.move(one)
        cells.append(cell)
        position = position.play(cell)
    return cells


def thought_of(answer: dict[str, Any]) -> Thought:
    """What the answer says about its move. ValueError if that is nonsense."""
    return parse_thought({name: answer[name] for name in THOUGHTS if answer.get(name) is not None})


def _disturb(program: Program, rules: Rules, deadline: float | None) -> None:
    """Questions of a later version of the protocol."""
    program.say('{"do": "dance", "id": -1}', '{"do": "ping", "id": -2, "mood": "good"}', deadline=deadline)


class JsonlProtocol:
    """Asks a program for its turns in our own protocol. Options: none."""

    farewell = '{"do": "quit"}'
    line_end = "\n"
    manners = Manners(
        game="connect-four",
        start='print a line such as {"name": "mine"} as soon as you are ready, and flush the output',
        disturb=_disturb,
        survive='ignore what is not {"do": "move"}, or answer it with an error that has its id',
    )

    def __init__(self, options: dict[str, str]) -> None:
        self.thought: Thought | None = None
        self._asked = 0
        for key, value in options.items():
            raise ValueError(f"protocol=jsonl does not know {key}={value}; it has no options")

    def start(self, program: Program, deadline: float | None) -> None:
        """Wait for the line with its name, by which it says that it is ready."""
        while "name" not in _object(program, program.hear(deadline)):
            pass

    def turn(self, program: Program, position: Position, limits: Limits, deadline: float | None) -> list[int]:
        """The stones of the program's answer: the whole turn, or as much of it as it gives."""
        if any("move" in _object(program, line) for line in program.overheard()):
            raise program.fault(Ending.OUT_OF_TURN, "sent a move that nobody had asked for")
        self._asked += 1
        program.say(json.dumps({"id": self._asked, **question(position, limits)}), deadline=deadline)
        answer = self._answer(program, deadline)
        if answer.get("resign"):
            raise program.fault(Ending.RESIGNATION, "resigned")
        if "move" not in answer:
            raise program.fault(Ending.CRASH, f"answered: {str(answer['error'])[:200]}")
        try:
            self.thought = thought_of(answer)
            return stones_of(position, answer["move"])
        except ValueError as error:
            raise program.fault(Ending.ILLEGAL_MOVE, f"played an illegal move: {error}") from error

    def _answer(self, program: Program, deadline: float | None) -> dict[str, Any]:
        """The next object that is an answer."""
        answer: dict[str, Any] = {}
        while not ANSWERS & answer.keys() or (
            "error" in answer and answer.get("id", self._asked) != self._asked
        ):
            answer = _object(program, program.hear(deadline))
        if answer.get("id", self._asked) != self._asked:
            raise program.fault(Ending.OUT_OF_TURN, f"answered question {answer['id']}, not {self._asked}")
        return answer


def _object(program: Program, line: str) -> dict[str, Any]:
    """The object of a line; none for a line that does not begin like one."""
    if not line.lstrip().startswith("{"):
        return {}
    try:
        data: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise program.fault(Ending.CRASH, f"printed a line that is no JSON: {error}") from error
    return data
