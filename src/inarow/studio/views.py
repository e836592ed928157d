"""Rules, positions and scores as the API writes them, and as it reads them."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Any

from inarow._core import IllegalMove, Outcome, Rules, RulesError, Side
from inarow.engine import score
from inarow.engine.analyst import Line
from inarow.engine.threats import SideThreats, Threats, threats
from inarow.engine.value import Value
from inarow.game.position import Position
from inarow.game.record import Thought
from inarow.game.turns import turns
from inarow.game.variants import RULES_BY_NAME, describe
from inarow.studio.errors import StudioError

OUTCOMES = {
    Outcome.ONGOING: "ongoing",
    Outcome.FIRST_WINS: "first",
    Outcome.SECOND_WINS: "second",
    Outcome.DRAW: "draw",
}
OUTCOMES_BY_NAME = {name: outcome for outcome, name in OUTCOMES.items()}
RULES_FIELDS = (
    "columns",
    "rows",
    "line_length",
    "gravity",
    "stones_per_turn",
    "stones_first_turn",
    "exact",
)
SHARE_POINTS = 4 * score.UNIT  # a guess of so many points is worth 73% of the game
SHARES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def rules_view(rules: Rules) -> dict[str, Any]:
    """The rules with all their numbers."""
    numbers = {name: getattr(rules, name) for name in RULES_FIELDS}
    return {"name": rules.name, "spec": rules.spec, "title": describe(rules), **numbers}


def games_view() -> dict[str, Any]:
    """The games that have a name."""
    return {"games": [rules_view(rules) for rules in RULES_BY_NAME.values()]}


def score_view(value: int, stones: int, is_proven: bool = False) -> dict[str, Any]:
    """A score for the side to move with so many stones on the board, and what share of a win it is worth."""
    return with_share(score.in_fields(value, stones, is_proven))


def with_share(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a score with the share of a win that it is worth: 1 for a win, 1/2 for a draw."""
    if "result" in fields:
        return {**fields, "share": SHARES[fields["result"]]}
    bounded = max(-40.0, min(40.0, fields["value"] / SHARE_POINTS))
    return {**fields, "share": round(1 / (1 + exp(-bounded)), 4)}


def rules_of(fields: dict[str, Any]) -> Rules:
    """The rules that a request describes by spec or by numbers."""
    if "spec" in fields:
        if len(fields) > 1:
            raise StudioError("bad_rules", "give either the spec or the numbers, not both", "spec")
        return _parsed_rules(fields["spec"], "spec")
    for name in ("columns", "rows", "line_length"):
        if name not in fields:
            raise StudioError("bad_rules", f"{name} is missing; or give a spec such as drop-7x6x4", name)
    try:
        return Rules(**fields)
    except RulesError as error:
        named = next((name for name in RULES_FIELDS if name in str(error)), None)
        raise StudioError("bad_rules", str(error), named) from None
    except (TypeError, OverflowError):
        raise StudioError("bad_rules", "the numbers of the rules are out of any range") from None


def position_of(fields: dict[str, Any]) -> Position:
    """The position of a request: its text, or the game and the cells of its stones."""
    if "position" in fields:
        if "game" in fields or "moves" in fields:
            raise StudioError("bad_position", "give either the position or game and moves", "position")
        return _parsed_position(fields["position"])
    if "game" not in fields:
        raise StudioError("bad_position", "position is missing; or give game and moves", "position")
    rules = _parsed_rules(fields["game"], "game")
    try:
        return Position.after(rules, fields.get("moves", []))
    except (ValueError, TypeError, OverflowError) as error:
        raise StudioError("bad_position", str(error), "moves") from None


def position_view(position: Position) -> dict[str, Any]:
    """Everything that a page wants to know about a position."""
    rules = position.rules
    return {
        "position": position.text,
        "rules": rules_view(rules),
        "moves": list(position.history),
        "names": [rules.move_name(cell) for cell in position.history],
        "turns": [list(turn) for turn in turns(rules, position.history)],
        "to_move": 1 if position.to_move == Side.FIRST else 2,
        "stones_left": position.stones_left,
        "outcome": OUTCOMES[position.outcome],
        "line": position.winning_cells,
        "legal": [] if position.is_over else position.moves,
        "diagram": position.diagram(),
        "status": position.status,
        "threats": threats_at_once(position),
    }


def threats_at_once(position: Position) -> dict[str, Any]:
    """The threats that are found in no time; those of turns of many stones are left to a worker."""
    stones = position.rules.stones_per_turn
    if stones > 2:
        return threats_view(position, None)
    return threats_view(position, threats(position, with_doubles=stones == 1))


def threats_view(position: Position, found: Threats | None) -> dict[str, Any]:
    """What each side threatens; `complete` says whether that is all. None stands for not looked for."""
    if found is None:
        nothing: dict[str, list[int]] = {"wins": [], "windows": []}
        return {
            "first": nothing,
            "second": nothing,
            "must_answer": [],
            "parity": None,
            "double": [],
            "complete": False,
        }
    return {
        "first": _side_threats_view(found.first),
        "second": _side_threats_view(found.second),
        "must_answer": list(found.forced_cells),
        "parity": {"first": _parity_view(found.first), "second": _parity_view(found.second)}
        if position.rules.gravity
        else None,
        "double": [list(cells) for cells in found.of(found.to_move).doubles],
        "complete": found.is_complete and found.first.is_complete and found.second.is_complete,
    }


def _side_threats_view(side: SideThreats) -> dict[str, Any]:
    return {"wins": list(side.winning_cells), "windows": [list(cells) for cells in side.wins]}


def _parity_view(side: SideThreats) -> dict[str, Any]:
    return {
        "odd": [threat.cell for threat in side.hanging if threat.is_odd],
        "even": [threat.cell for threat in side.hanging if not threat.is_odd],
    }


def value_view(value: Value, stones: int) -> dict[str, Any]:
    """A value with so many stones on the board."""
    return with_share(value.in_fields(stones))


def line_view(line: Line, stones: int) -> dict[str, Any]:
    """A turn, what it is worth to the side that plays it, and the best play after it."""
    return {
        "cell": line.turn[0],
        "turn": list(line.turn),
        "score": value_view(line.value, stones),
        "line": list(line.stones),
        "depth": line.depth or None,
    }


def thought_view(thought: Thought | None) -> dict[str, Any] | None:
    """The score that a player reported, if it did."""
    if thought is None:
        return None
    if thought.wins_in is not None:
        return with_share({"result": "win", "stones": thought.wins_in})
    if thought.loses_in is not None:
        return with_share({"result": "loss", "stones": thought.loses_in})
    if thought.is_draw:
        return with_share({"result": "draw"})
    return None if thought.score is None else with_share({"value": thought.score})


@lru_cache(maxsize=512)
def _parsed_position(text: str) -> Position:
    try:
        return Position.parse(text)
    except RulesError as error:
        raise StudioError("bad_rules", str(error), "position") from None
    except (ValueError, IllegalMove) as error:
        raise StudioError("bad_position", str(error), "position") from None


def _parsed_rules(text: str, field: str) -> Rules:
    try:
        return Rules.parse(text)
    except ValueError as error:
        raise StudioError("bad_rules", str(error), field) from None
