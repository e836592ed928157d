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
    text, name = fields["text"].lstrip("\ufeff"), fields.get("format")
    if name is None:
        names = _likely_formats(text, fields.get("name", ""))
    elif name in FORMATS or name == "diagram":
        names = [name]
    else:
        raise StudioError("bad_field", f"there is no format '{name[:40]}' to read", "format")
    if "game" in fields and name is None:
        names.append("diagram")
    fault: ValueError | None = None
    for name in names:
        try:
            return name, _parsed(text, name, fields)
        except ValueError as error:
            fault = fault or error  # of the likeliest format
    raise StudioError("bad_file", str(fault), "text")


def _parsed(text: str, name: str, fields: dict[str, Any]) -> list[Record]:
    if name != "diagram":
        return parse_games(text, name)
    if "game" not in fields:
        raise StudioError("bad_field", "a drawing needs the game that it is of", "game")
    rules: Rules = rules_of({"spec": fields["game"]})
    return [Record.of(Position.from_diagram(rules, text))]


def _likely_formats(text: str, file_name: str) -> list[str]:
    """All formats, the likeliest first: by how the text begins, or by the file's name."""
    likeliest = detected_format(text)
    if likeliest is None:
        try:
            likeliest = format_of(file_name)
        except ValueError:
            likeliest = "text"
    return sorted(FORMATS, key=lambda name: name != likeliest)
