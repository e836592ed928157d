"""Connect6 records of the Chinese college contest, both ways.

    {[C6][Name B][Name W][先手胜][2017.07.29 14:00 Place][2017 CCGC];B(J,10);W(I,11);W(I,12)}

Columns A to S, rows 1 to 19 from the bottom, one stone a token. 先手胜 says that the first side won, 后手胜
the second, 和棋 or 平局 a draw. The contest's programs write GB 2312, and do not agree on the rest: fields are in
brackets or end with semicolons, dates have points, dashes or slashes, the place has a field of its own or none, the
colour after a name may be missing. All of that is read.
"""

import re
from itertools import count

from inarow._core import NotationError, Outcome, Side
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, after_stone, claimed_ending
from inarow.game.turns import side_of_stone
from inarow.game.variants import CONNECT6

_GAME = re.compile(r"\s*\{([^{}]*)\}")
_FIELD = re.compile(r"\s*\[([^\[\]]*)\]")
_STONE = re.compile(
    r"\s*;\s*([BW])\(\s*([A-Sa-s])\s*,\s*([0-9]{1,2})\s*\)(?:\s*MARK\[[^\]]*\])?", re.IGNORECASE
)
_DATE = re.compile(
    r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?: (\d{1,2}:\d{2})(?:[: ]\d{2}(?!\d))?)?\s*(.*)",
    re.ASCII | re.DOTALL,
)
_RESULTS = {"先手胜": Outcome.FIRST_WINS, "后手胜": Outcome.SECOND_WINS, "和棋": Outcome.DRAW}
_READ_RESULTS = {**_RESULTS, "平局": Outcome.DRAW}
_COLOURS = {Side.FIRST: "B", Side.SECOND: "W"}


def to_ccgc(record: Record) -> str:
    """The record in the contest's form. NotationError for a game that is not Connect6."""
    if record.rules != CONNECT6:
        raise NotationError(f"contest records are Connect6 only, not {record.rules.name}")
    first, second = (_without_brackets(name) for name in record.players)
    results = {outcome: text for text, outcome in _RESULTS.items()}
    fields = [
        "C6",
        f"{first} B",
        f"{second} W",
        results.get(record.outcome, ""),
        _without_brackets(record.date).replace("-", ".").replace("T", " "),
        _without_brackets(record.event),
    ]
    stones = [
        f";{_COLOURS[side_of_stone(CONNECT6, index)]}({chr(65 + move % 19)},{move // 19 + 1})"
        for index, move in enumerate(record.moves)
    ]
    return "{" + "".join(f"[{field}]" for field in fields) + "".join(stones) + "}\n"


def parse_ccgc(text: str) -> list[Record]:
    """The games of a text in the contest's form. What stands outside of braces is damage, and is told."""
    games = []
    at = 0
    while (game := _GAME.match(text, at)) is not None:
        games.append(_record_of(game[1], game.start(1)))
        at = game.end()
    if not games and "{" not in text:
        raise NotationError("this is no contest record: expected {[C6][name B][name W]...;B(J,10);...}")
    rest = text[at:].lstrip()
    if rest:
        where = len(text) - len(rest)
        what = 'a "}" for this game' if rest.startswith("{") else 'a "{" and a game'
        line = text.count("\n", 0, where) + 1
        raise NotationError(f"contest record: expected {what} at character {where + 1} (line {line})")
    return games


def _record_of(text: str, start: int) -> Record:
    fields, at = _header(text)
    if fields[:1] != ["C6"]:
        raise NotationError(f"contest record: expected [C6] at character {start + 1}")
    position, at = _played(text, at, start)
    if text[at:].strip(" \t\r\n;"):
        raise NotationError(f"contest record: expected a stone like ;B(J,10) at character {start + at + 1}")
    _, first, second, result, when, *rest = [*fields, "", "", "", ""]
    date, place = _date_and_place(when)
    claimed = _READ_RESULTS.get(result, Outcome.ONGOING)
    outcome, ending = claimed_ending(
        position, claimed, Ending.ADJUDICATION, f" (game at character {start + 1})"
    )
    return Record(
        CONNECT6,
        position.history,
        (_player(first, "B") or "first", _player(second, "W") or "second"),
        outcome,
        ending,
        date=date,
        event=", ".join(filter(None, (*rest, place))),
    )


def _header(text: str) -> tuple[list[str], int]:
    """The fields before the stones, and where they end."""
    stone = _STONE.search(text)
    at = stone.start() if stone else len(text)
    fields = [] if "[" in text[:at] else text[:at].split(";")
    if not fields:
        at = 0
        while field := _FIELD.match(text, at):
            fields.append(field[1])
            at = field.end()
    return [" ".join(field.split()) for field in fields], at


def _played(text: str, at: int, start: int) -> tuple[Position, int]:
    """The position after all stones, and where they end."""
    position = Position(CONNECT6)
    for index in count():
        if not (stone := _STONE.match(text, at)):
            break
        where = f"move {index + 1} (character {start + at + 1})"
        expected = _COLOURS[side_of_stone(CONNECT6, index)]
        if stone[1].upper() != expected:
            raise RecordError(f"{where}: {stone[1].upper()} plays where Connect6 expects {expected}")
        try:
            position = after_stone(position, CONNECT6.parse_cell(stone[2] + stone[3]), index)
        except ValueError as error:
            raise RecordError(f"{where}: {error}") from None
        at = stone.end()
    return position, at


def _date_and_place(text: str) -> tuple[str, str]:
    found = _DATE.fullmatch(text)
    if not found:
        return "", text
    year, month, day, time, place = found.groups()
    date = f"{year}-{int(month):02}-{int(day):02}"
    return (f"{date}T{time.zfill(5)}" if time else date), place


def _player(text: str, colour: str) -> str:
    """The name without the colour after it."""
    return " ".join(text.split()[:-1]) if text.split()[-1:] == [colour] else text


def _without_brackets(text: str) -> str:
    return re.sub(r"[\[\]{}]", " ", text)
