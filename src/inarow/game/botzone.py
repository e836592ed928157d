"""Botzone's requests and responses: turns as JSON, and games as a bot is told them, both ways.

    {"requests": [{"x": -1, "y": -1}, {"x": 7, "y": 8}], "responses": [{"x": 7, "y": 7}]}

Requests are the turns of the opponent, responses those of the bot; a first request of -1 says: you begin.
"""

import json
from collections.abc import Iterable, Sequence

from inarow._core import IllegalMove, NotationError, Rules, Side
from inarow.game.json_place import Place, parse_json
from inarow.game.position import Position
from inarow.game.record import Record, RecordError
from inarow.game.turns import side_of_stone, turns
from inarow.game.variants import CONNECT_FOUR, GOMOKU

NOTHING = -1  # stands for a stone that is not placed
CONNECT6 = Rules.parse("place-15x15x6-p2-q1")
GAMES = (GOMOKU, CONNECT6, CONNECT_FOUR)  # that Botzone has, and their fields tell apart
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


def rules_of(request: object) -> Rules:
    """The game that has such requests on Botzone."""
    names = set(request) if isinstance(request, dict) else set[str]()
    for rules in GAMES:
        if names == set(message(rules)):
            return rules
    raise ValueError(f"{json.dumps(request)[:80]} is a request of no game that is known here")


def botzone_text(records: Iterable[Record]) -> str:
    """The games as the side that begins was told them, one a line. NotationError for other games than Botzone's."""
    return "".join(to_botzone(record) + "\n" for record in records)


def to_botzone(record: Record) -> str:
    """The game as the side that begins was told it."""
    if record.rules not in GAMES:
        known = ", ".join(rules.name for rules in GAMES)
        raise NotationError(
            f"{record.rules.name} is none of the games of Botzone that are known here: {known}"
        )
    requests, responses = told(record.replay(), Side.FIRST)
    return json.dumps({"requests": requests, "responses": responses})


def parse_botzone(text: str) -> list[Record]:
    """The games that were told to bots, one a line. RecordError says which line is wrong, and where in it."""
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                records.append(_record_of(parse_json(line)))
            except ValueError as error:
                raise RecordError(f"line {number}: {error}") from None
    return records


def _record_of(place: Place) -> Record:
    requests, responses = place["requests"].items(), place.get("responses", []).items()
    if not requests:
        raise place["requests"].error("there is no request")
    if not 0 <= len(requests) - len(responses) <= 1:
        raise place["responses"].error(f"expected as many as the {len(requests)} requests, or one less")
    position = Position(rules_of(requests[0].value))
    told_turns = [
        one for pair in zip(requests, [*responses, None], strict=False) for one in pair if one is not None
    ]
    for index, turn in enumerate(told_turns):
        try:
            cells = stones_of(position, turn.value)
            after = Position.after(position.rules, [*position.history, *cells])
        except ValueError as error:
            raise turn.error(str(error)) from None
        is_cut = cells and after.to_move == position.to_move and not after.is_over
        if (index and not cells) or (is_cut and turn is not told_turns[-1]):
            raise turn.error(f"expected {position.stones_left} stones")
        position = after
    return Record.of(position)
