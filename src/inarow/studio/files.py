"""Games that people open and copy: every format of the package, as text to and from the page."""

from __future__ import annotations

from typing import Any

from inarow._core import Outcome, Rules
from inarow.game.files import FORMATS, detected_format, format_of, games_text, parse_games
from inarow.game.picture import svg
from inarow.game.position import Position
from inarow.game.record import Ending, Record, ending_on_board
from inarow.studio.errors import StudioError
from inarow.studio.views import OUTCOMES, OUTCOMES_BY_NAME, position_of, rules_of, rules_view

MOST_GAMES = 1000  # of a file are shown
DRAWINGS = {"diagram": ("the board drawn in text", ".txt"), "svg": ("a picture of the board", ".svg")}


def formats_view() -> dict[str, Any]:
    """All formats, and what can be done with each."""
    files = [
        {"name": name, "about": form.about, "suffixes": list(form.suffixes), "reads": True, "writes": True}
        for name, form in FORMATS.items()
    ]
    drawings = [
        {"name": name, "about": about, "suffixes": [suffix], "reads": name == "diagram", "writes": True}
        for name, (about, suffix) in DRAWINGS.items()
    ]
    return {"formats": files + drawings}


def opened(fields: dict[str, Any]) -> dict[str, Any]:
    """The games of a text: in the format that is given, or that the file's name says, or that fits."""
    name, records = _records(fields)
    if not records:
        raise StudioError("bad_file", "there is no game in this text", "text")
    games = [game_view(record) for record in records[:MOST_GAMES]]
    return {"format": name, "games": games, "total": len(records)}


def game_view(record: Record) -> dict[str, Any]:
    """One game of a file."""
    position = Position.after(record.rules, record.moves)
    return {
        "position": position.text,
        "rules": rules_view(record.rules),
        "moves": list(record.moves),
        "players": list(record.players),
        "outcome": OUTCOMES[record.outcome],
        "ending": str(record.ending),
        "event": record.event,
        "date": record.date,
    }


def written(fields: dict[str, Any]) -> dict[str, Any]:
    """A game as text in the format that is asked for."""
    position, name = position_of(fields), fields["format"]
    if name == "diagram":
        return {"text": position.diagram() + "\n", "suffix": ".txt"}
    if name == "svg":
        return {"text": svg(position), "suffix": ".svg"}
    if name not in FORMATS:
        known = ", ".join([*FORMATS, *DRAWINGS])
        raise StudioError("bad_field", f"there is no format '{name[:40]}'; known are {known}", "format")
    try:
        text = games_text([_record(position, fields)], name)
    except ValueError as error:
        raise StudioError("bad_file", str(error), "format") from None
    return {"text": text, "suffix": FORMATS[name].suffixes[0]}


def _record(position: Position, fields: dict[str, Any]) -> Record:
    first, second = fields.get("players", ("first", "second"))
    outcome, ending = position.outcome, ending_on_board(position)
    claimed = OUTCOMES_BY_NAME[fields.get("outcome", "ongoing")]
    if claimed != Outcome.ONGOING and not position.is_over:
        outcome, ending = claimed, Ending.RESIGNATION
    return Record(
        position.rules, position.history, (first, second), outcome, ending, event=fields.get("event", "")
    )


def _records(fields: dict[str, Any]) -> tuple[str, list[Record]]:
    text = fields["text"].lstrip("\ufeff")
    name = fields.get("format") or detected_format(text) or _likely_format(fields)
    if name not in FORMATS and name != "diagram":
        raise StudioError("bad_field", f"there is no format '{name[:40]}' to read", "format")
    try:
        return name, _drawn(text, fields) if name == "diagram" else parse_games(text, name)
    except ValueError as error:
        raise StudioError("bad_file", str(error), "text") from None


def _drawn(text: str, fields: dict[str, Any]) -> list[Record]:
    """The position that is drawn, as a game that could have led there."""
    if "game" not in fields:
        raise StudioError("bad_field", "a drawing needs the game that it is of", "game")
    rules: Rules = rules_of({"spec": fields["game"]})
    return [Record.of(Position.from_diagram(rules, text))]


def _likely_format(fields: dict[str, Any]) -> str:
    """What a text that tells nothing by its beginning may be: what the file's name says, or a drawing."""
    try:
        name = format_of(fields.get("name", ""))
    except ValueError:
        name = "text"
    is_drawing = "game" in fields and "\n" in fields["text"].strip()
    return "diagram" if name == "text" and is_drawing else name
