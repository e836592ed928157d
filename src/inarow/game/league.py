"""Connect6 games of the student leagues' tournament file, both ways.

    Players:
    1,Ada;2,Bob;
    Games:
    1,Ada,2,Bob,1,,black JJJJ white IILJ black KKKI ,0.1 2.3 1.9

A game has the numbers and names of both players, the result (1 black, 2 white, 0 draw, -1 not played), what was
said about the end, the turns as letter pairs (column, row from the bottom; a single stone twice) and the seconds
of each turn. Older files lack the seconds, what was said, or the numbers, and some have semicolons for commas. The
sections with tables are skipped when read, and not written.
"""

import re
from collections.abc import Iterable

from inarow._core import NotationError, Outcome, Side
from inarow.game.notation import letter_pairs, parse_letter_pairs, quoted
from inarow.game.position import Position
from inarow.game.record import Ending, Record, RecordError, Thought, after_stone, claimed_ending
from inarow.game.turns import side_of_stone, turns
from inarow.game.variants import CONNECT6

HEADINGS = ("Players:", "Classification:", "Cross table results:", "Games:")
FIELDS = 8
_COLOURS = {Side.FIRST: "black", Side.SECOND: "white"}
_RESULTS = {"0": Outcome.DRAW, "1": Outcome.FIRST_WINS, "2": Outcome.SECOND_WINS, "": Outcome.ONGOING}
_READ_RESULTS = {**_RESULTS, "-1": Outcome.ONGOING}
_TURN = re.compile(r"(black|white) ([A-Sa-s]{2}(?:[A-Sa-s]{2})?)", re.ASCII)
_LATE, _ILLEGAL = (
    re.compile("time", re.IGNORECASE),
    re.compile("incorrect|illegal|impossible|invalid|duplicate|repeat|out of", re.I),
)


def league_text(records: Iterable[Record]) -> str:
    """The games as a tournament file with its players. NotationError for a game that is not Connect6."""
    games = list(records)
    numbers: dict[str, int] = {}
    for record in games:
        for name in record.players:
            numbers.setdefault(_field(name), len(numbers) + 1)
    players = "".join(f"{number},{name};" for name, number in numbers.items())
    lines = ["Players:", players, "Games:", *(_game_line(record, numbers) for record in games)]
    return "\n".join(lines) + "\n"


def parse_league(text: str) -> list[Record]:
    """The games of the section `Games:`. RecordError says which line is wrong, and how."""
    lines = [line.strip() for line in text.split("\n")]
    if "Games:" not in lines:
        raise RecordError("this is no tournament file: there is no line Games:")
    records = []
    for number, line in enumerate(lines[lines.index("Games:") + 1 :], start=lines.index("Games:") + 2):
        if line in HEADINGS:
            break
        if line:
            try:
                records.append(_record_of(line))
            except ValueError as error:
                raise RecordError(f"line {number}: {error}") from None
    return records


def _game_line(record: Record, numbers: dict[str, int]) -> str:
    if record.rules != CONNECT6:
        raise NotationError(f"league games are Connect6 only, not {record.rules.name}")
    first, second = record.players
    results = {outcome: text for text, outcome in _RESULTS.items()}
    fields = [
        str(numbers[first]),
        first,
        str(numbers[second]),
        second,
        results[record.outcome],
        _feedback(record),
    ]
    played, seconds, stones = "", [], 0
    for turn in turns(CONNECT6, record.moves):
        letters = letter_pairs(CONNECT6, turn)
        played += f"{_COLOURS[side_of_stone(CONNECT6, stones)]} {letters * 2 if len(turn) == 1 else letters} "
        thought = record.thoughts[stones] if record.thoughts else None
        seconds.append(thought.seconds if thought and thought.seconds is not None else 0.0)
        stones += len(turn)
    times = " ".join(repr(one) for one in seconds) if any(seconds) else ""
    return ",".join([*fields, played, times])


def _feedback(record: Record) -> str:
    """The ending where the board does not show it, and the reason."""
    said = "" if record.replay().is_over or record.ending == Ending.UNFINISHED else str(record.ending)
    return _field(": ".join(filter(None, (said, record.note))))


def _field(text: str) -> str:
    if text != " ".join(text.split()) or "," in text or ";" in text:
        raise NotationError(
            f"{quoted(text)} has a comma, a semicolon or too much space for a tournament file"
        )
    return text


def _record_of(line: str) -> Record:
    first, second, result, feedback, played, times = _fields(line)
    if result not in _READ_RESULTS:
        raise RecordError(
            f"the result is {quoted(result)}: expected 1 for black, 2 for white or 0 for a draw"
        )
    position, starts = _played(played)
    ending, note = _claimed(feedback)
    outcome, ending = claimed_ending(position, _READ_RESULTS[result], ending)
    thoughts = _thoughts(times, starts, position.stones)
    return Record(CONNECT6, position.history, (first, second), outcome, ending, thoughts, note=note)


def _fields(line: str) -> list[str]:
    """Both names, the result, what was said about the end, the turns and the seconds; empty where the line has none."""
    fields = [field.strip() for field in line.split("," if "," in line else ";")]
    match len(fields):
        case 4:  # without the players' numbers
            names, rest = fields[:2], [fields[2], "", fields[3], ""]
        case 6:
            names, rest = fields[1:4:2], [fields[4], "", fields[5], ""]
        case 7 if fields[6].startswith(_COLOURS[Side.FIRST]):
            names, rest = fields[1:4:2], [*fields[4:], ""]
        case 7:
            names, rest = fields[1:4:2], [fields[4], "", *fields[5:]]
        case 8:
            names, rest = fields[1:4:2], fields[4:]
        case found:
            raise RecordError(f"expected {FIELDS} fields between commas, found {found}")
    return [*names, *rest]


def _played(text: str) -> tuple[Position, list[int]]:
    """The position after all turns, and the stone with which each turn begins."""
    position, starts = Position(CONNECT6), []
    words = text.split()
    for at in range(0, len(words), 2):
        turn = " ".join(words[at : at + 2])
        found = _TURN.fullmatch(turn)
        if found is None:
            raise RecordError(f"turn {at // 2 + 1}: expected a turn like black JJKK, found {quoted(turn)}")
        if found[1] != _COLOURS[position.to_move]:
            raise RecordError(
                f"turn {at // 2 + 1}: {found[1]} plays, and it is {_COLOURS[position.to_move]}'s turn"
            )
        starts.append(position.stones)
        for index, cell in enumerate(parse_letter_pairs(CONNECT6, found[2]), start=position.stones):
            try:
                position = after_stone(position, cell, index)
            except ValueError as error:
                raise RecordError(f"turn {at // 2 + 1}: {error}") from None
    return position, starts


def _claimed(feedback: str) -> tuple[Ending, str]:
    """The ending that the feedback stands for, and what else it says."""
    said, _, rest = feedback.partition(": ")
    if said in list(Ending):
        return Ending(said), rest
    if _LATE.search(feedback):
        return Ending.TIME, feedback
    return Ending.ILLEGAL_MOVE if _ILLEGAL.search(feedback) else Ending.ADJUDICATION, feedback


def _thoughts(times: str, starts: list[int], stones: int) -> tuple[Thought | None, ...]:
    """The seconds of a turn, at its first stone; none if the file has none."""
    if not times:
        return ()
    try:
        seconds = [float(one) for one in times.split()]
    except ValueError:
        raise RecordError(f"the seconds are {quoted(times)}: expected numbers") from None
    thoughts: list[Thought | None] = [None] * stones
    for start, one in zip(starts, seconds, strict=False):
        thoughts[start] = Thought(seconds=one)
    return tuple(thoughts)
