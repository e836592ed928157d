"""Episodes of Kaggle's ConnectX as JSON, both ways.

    {"name": "connectx", "configuration": {"columns": 7, "rows": 6, "inarow": 4, ...},
     "steps": [[{"action": 0, "observation": {"board": [0, 0, ...], "mark": 1}, "reward": 0, "status": "ACTIVE"},
                {"action": 0, "observation": {"mark": 2}, "reward": 0, "status": "INACTIVE"}], ...],
     "rewards": [1, -1], "statuses": ["DONE", "DONE"], "info": {"TeamNames": ["Ada", "Bob"]}}

A board is a list of rows from the top with 0, 1 and 2. Step 0 is the empty board, every other step the column
that the active agent chose, counted from 0. An agent that is late, plays an illegal column or crashes has the
status TIMEOUT, INVALID or ERROR and the reward null. What the form has no place for is kept in `info.inarow`.
"""

import json
import re
import uuid
from collections.abc import Iterable
from typing import Any

from inarow._core import NotationError, Outcome, Rules, Side
from inarow.game.json_place import Place, parse_json
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, claimed_ending

NAME = "connectx"
OVERAGE_SECONDS = 60
SIDES = (Side.FIRST, Side.SECOND)
_ENDINGS = {"TIMEOUT": Ending.TIME, "INVALID": Ending.ILLEGAL_MOVE, "ERROR": Ending.CRASH}
_STATUSES = {ending: status for status, ending in _ENDINGS.items()}
_WINS = {Side.FIRST: Outcome.FIRST_WINS, Side.SECOND: Outcome.SECOND_WINS}
_INVALID = re.compile(r"INVALID: (-?\d{1,6})", re.ASCII)
_EXTRA = ("ending", "event", "date", "note", "seed", "versions")


def to_kaggle(record: Record) -> str:
    """The record as one episode. NotationError for a game that ConnectX cannot play."""
    return json.dumps(episode(record), ensure_ascii=False, separators=(", ", ": ")) + "\n"


def kaggle_text(records: Iterable[Record]) -> str:
    """One episode as an object, as Kaggle writes it; several as a list of them."""
    episodes = [episode(record) for record in records]
    if len(episodes) == 1:
        return json.dumps(episodes[0], ensure_ascii=False) + "\n"
    return "[" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in episodes) + "]\n"


def parse_kaggle(text: str) -> list[Record]:
    """The games of an episode, or of a list of episodes. RecordError says where it is wrong."""
    place = parse_json(text)
    return [_record_of(one) for one in (place.items() if isinstance(place.value, list) else [place])]


def is_kaggle(data: object) -> bool:
    """Whether the data looks like an episode or a list of them."""
    first = data[0] if isinstance(data, list) and data else data
    return isinstance(first, dict) and "steps" in first and "configuration" in first


def episode(record: Record) -> dict[str, Any]:
    """The record as the plain data of an episode."""
    rules = record.rules
    one_a_turn = rules.stones_per_turn == rules.stones_first_turn == 1
    if not (rules.gravity and one_a_turn and not rules.exact):
        raise NotationError(
            f"ConnectX is played with falling stones, one a turn, and a longer row wins too; {rules.name} is not"
        )
    steps = _steps(record)
    extra = {
        name: getattr(record, name) for name in _EXTRA if getattr(record, name) not in ("", None, ("", ""))
    }
    configuration = {
        "episodeSteps": 1000,
        "actTimeout": 2,
        "runTimeout": 1200,
        "columns": rules.columns,
        "rows": rules.rows,
        "inarow": rules.line_length,
        "agentTimeout": OVERAGE_SECONDS,
        "timeout": 2,
    }
    identity = uuid.uuid5(uuid.NAMESPACE_URL, f"{rules.spec}/{record.moves}/{record.players}")
    return {
        "configuration": configuration,
        "description": "Classic Connect in a row but configurable.",
        "id": str(identity),
        "info": {"TeamNames": list(record.players), "inarow": extra},
        "name": NAME,
        "rewards": [agent["reward"] for agent in steps[-1]],
        "schema_version": 1,
        "statuses": [agent["status"] for agent in steps[-1]],
        "steps": steps,
        "title": "ConnectX",
        "version": "1.0.1",
    }


def _steps(record: Record) -> list[list[dict[str, Any]]]:
    steps = []
    for position in record.positions():
        last = position.history[-1] % record.rules.columns if position.stones else 0
        mover = SIDES[(position.stones - 1) % 2] if position.stones else None
        is_last = position.stones == len(record.moves)
        steps.append(
            [_agent(record, position, side, last if side == mover else 0, is_last) for side in SIDES]
        )
    if record.ending in _STATUSES and record.winner is not None:
        # The step that never came to be: what the loser answered, or failed to, on the same board.
        board, loser = position, record.winner.other
        steps[-1] = [
            _agent(record, board, side, steps[-1][side.value - 1]["action"], False) for side in SIDES
        ]
        answer = _illegal_column(board, record.note) if record.ending == Ending.ILLEGAL_MOVE else None
        steps.append([_agent(record, board, side, answer if side == loser else 0, True) for side in SIDES])
        steps[-1][0]["observation"]["step"] = len(steps) - 1
    return steps


def _agent(
    record: Record, position: Position, side: Side, action: int | None, is_last: bool
) -> dict[str, Any]:
    reward, status = _result(record, position, side, is_last)
    observation: dict[str, Any] = {"remainingOverageTime": OVERAGE_SECONDS, "mark": side.value}
    if side == Side.FIRST:
        observation = {"board": board_from_top(position), **observation, "step": position.stones}
    return {"action": action, "info": {}, "observation": observation, "reward": reward, "status": status}


def _result(record: Record, position: Position, side: Side, is_last: bool) -> tuple[int | None, str]:
    if not is_last or record.outcome == Outcome.ONGOING:
        return 0, "ACTIVE" if side == position.to_move else "INACTIVE"
    if record.winner is None:
        return 0, "DONE"
    status = _STATUSES.get(record.ending)
    if record.winner == side:
        return 0 if status else 1, "DONE"  # who wins because the other failed gets nothing there
    return (None, status) if status else (-1, "DONE")


def board_from_top(position: Position) -> list[int]:
    """The board as Kaggle shows it: row by row from the top."""
    return [int(stone) for row in position.board[::-1] for stone in row]


def _illegal_column(position: Position, note: str) -> int:
    """The column that the note names, else one that is full or beside the board."""
    columns = position.rules.columns
    free = {cell % columns for cell in position.moves}
    said = _INVALID.fullmatch(note)
    if said and int(said[1]) not in free:
        return int(said[1])
    return next((column for column in range(columns) if column not in free), columns)


def _record_of(place: Place) -> Record:
    name = place.get("name", NAME)
    if name.value != NAME:
        raise name.error(f'expected "{NAME}": other games of Kaggle are not read')
    rules = _rules_of(place["configuration"])
    steps = place["steps"].items()
    if not steps:
        raise place["steps"].error("there is no step; the first is the empty board")
    for step in steps:
        if len(step.items()) != 2:
            raise step.error("expected two agents")
    statuses = _statuses(place, steps[-1])
    position = _played(rules, steps, statuses)
    info = place.get("info", {})
    own = info.get("inarow", {})
    outcome, ending, note = _claim(place, statuses, steps[-1])
    if "inarow" in info.value:
        note = own.get("note", "").text()
    outcome, ending = claimed_ending(position, outcome, _own_ending(own, ending))
    return Record(
        rules,
        position.history,
        _names(info),
        outcome,
        ending,
        seed=own.get("seed", None).optional_whole(),
        date=own.get("date", "").text(),
        event=own.get("event", "").text(),
        versions=_pair(own.get("versions", ["", ""])),
        note=note,
    )


def _rules_of(configuration: Place) -> Rules:
    numbers = [configuration[name].whole() for name in ("columns", "rows", "inarow")]
    try:
        return Rules(*numbers, gravity=True)
    except (ValueError, TypeError) as error:
        raise configuration.error(str(error)) from None


def _played(rules: Rules, steps: list[Place], statuses: list[str]) -> Position:
    """The position after all columns that were played; every board is compared."""
    position = Position(rules)
    _check_board(position, steps[0])
    last = len(steps) - 1 if any(status in _ENDINGS for status in statuses) else len(steps)
    for step in steps[1:last]:
        action = step[SIDES.index(position.to_move)]["action"]
        column = action.whole()
        free = {cell % rules.columns: cell for cell in position.moves}
        if column not in free:
            why = "the game is over" if position.is_over else "that column is not free"
            raise action.error(f"{column} cannot be played: {why}")
        position = position.play(free[column])
        _check_board(position, step)
    if last < len(steps):
        _check_board(position, steps[last])
    return position


def _check_board(position: Position, step: Place) -> None:
    board = step[0]["observation"].get("board", None)
    if board.value is not None and board.value != board_from_top(position):
        raise board.error(f"this is not the board after {position.stones} stones of the actions")


def _statuses(place: Place, last: Place) -> list[str]:
    """The last status of both agents; those that Kaggle does not know are its words for an illegal column."""
    said = place.get("statuses", None)
    agents = said.items() if said.value is not None else [agent["status"] for agent in last.items()]
    if len(agents) != 2:
        raise said.error("expected two agents")
    known = ("ACTIVE", "INACTIVE", "DONE", *_ENDINGS)
    texts = [agent.text() for agent in agents]
    for agent, text in zip(agents, texts, strict=True):
        if text not in known and not text.startswith("Invalid"):
            raise agent.error(f"expected one of {', '.join(known)}")
    return [text if text in known else "INVALID" for text in texts]


def _claim(place: Place, statuses: list[str], last: Place) -> tuple[Outcome, Ending, str]:
    """The outcome, the ending and its reason, as the file claims them."""
    failed = [side for side, status in zip(SIDES, statuses, strict=True) if status in _ENDINGS]
    if len(failed) == 2:
        return Outcome.DRAW, _ENDINGS[statuses[0]], f"{statuses[0]} and {statuses[1]}"
    if failed:
        status = statuses[SIDES.index(failed[0])]
        note = status if status != "INVALID" else f"INVALID: {last[SIDES.index(failed[0])]['action'].value}"
        return _WINS[failed[0].other], _ENDINGS[status], note
    if statuses != ["DONE", "DONE"]:
        return Outcome.ONGOING, Ending.UNFINISHED, ""
    rewards = place.get("rewards", None)
    agents = rewards.items() if rewards.value is not None else [agent["reward"] for agent in last.items()]
    first, second = (agent.number() for agent in agents[:2])
    if first == second:
        return Outcome.DRAW, Ending.ADJUDICATION, ""
    return _WINS[Side.FIRST if first > second else Side.SECOND], Ending.ADJUDICATION, ""


def _own_ending(own: Place, ending: Ending) -> Ending:
    said = own.get("ending", str(ending))
    try:
        return Ending(said.text())
    except ValueError:
        raise said.error(f"expected one of: {', '.join(Ending)}") from None


def _names(info: Place) -> tuple[str, str]:
    names = info.get("TeamNames", None)
    if names.value is None or len(names.items()) != 2:
        return "first", "second"
    return _pair(names)


def _pair(place: Place) -> tuple[str, str]:
    texts = [one.text() for one in place.items()]
    if len(texts) != 2:
        raise RecordError(f"{place.path}: expected two texts")
    return texts[0], texts[1]
