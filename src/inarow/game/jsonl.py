"""Records as JSON Lines, the native form.

The first line says what the file is: format, version, the games in it, and, where the file was written at
once, the number of records and a checksum of the lines that follow. Then one record a line.
"""

import json
import zlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

from inarow._core import Rules
from inarow.game.notation import moves_text
from inarow.game.position import Position
from inarow.game.record import OUTCOMES_BY_NAME, Ending, Record, RecordError, Thought, outcome_name
from inarow.game.whole import decoded, write_whole

Kind = TypeVar("Kind")

FORMAT = "inarow records"
VERSION = 1
_RECORD_FIELDS = {field.name for field in fields(Record)} - {"rules"} | {"game"}
_THOUGHT_TYPES: dict[str, tuple[type, ...]] = {
    field.name: (int, float) if field.name == "seconds" else (bool,) if field.name == "is_draw" else (int,)
    for field in fields(Thought)
}


def read_records(path: str | Path) -> list[Record]:
    """The records of a JSON Lines file. RecordError says which line is wrong, and how."""
    try:
        return parse_records(decoded(Path(path).read_bytes()))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def write_records(path: str | Path, records: Iterable[Record]) -> None:
    """Write the records as JSON Lines, all or nothing."""
    write_whole(path, records_text(records))


def records_text(records: Iterable[Record]) -> str:
    """The records as JSON Lines, with the line that says so."""
    kept = list(records)
    body = "".join(record_line(record) + "\n" for record in kept)
    games = sorted({record.rules.name for record in kept})
    return header_line(games=games, records=len(kept), checksum=_checksum(body)) + "\n" + body


def header_line(**more: object) -> str:
    """The first line of a file. Who appends records one by one leaves out what is not known at the start."""
    return _compact({"format": FORMAT, "version": VERSION, **more})


def record_line(record: Record) -> str:
    """One record as a line of JSON; what is not known is left out."""
    line: dict[str, object] = {
        "game": record.rules.name,
        "moves": moves_text(record.rules, record.moves),
        "players": record.players,
        "outcome": outcome_name(record.outcome),
        "ending": record.ending,
    }
    if record.thoughts:
        line["thoughts"] = [thought and _known(thought) for thought in record.thoughts]
    if record.seed is not None:
        line["seed"] = record.seed
    if record.date:
        line["date"] = record.date
    if record.event:
        line["event"] = record.event
    if any(record.versions):
        line["versions"] = record.versions
    return _compact(line)


def parse_records(text: str) -> list[Record]:
    """The records of a JSON Lines text. RecordError says which line is wrong, and how."""
    first, _, body = text.partition("\n")
    count = _check_header(first, body)
    records = []
    for number, line in enumerate(body.split("\n"), start=2):
        if line.strip():
            try:
                records.append(parse_record(line))
            except ValueError as error:
                raise RecordError(f"line {number}: {error}") from None
    if count is not None and count != len(records):
        raise RecordError(f"line 1 promises {count} records and {len(records)} follow: the file is not whole")
    return records


def parse_record(line: str) -> Record:
    """The record of one line of JSON, replayed to be sure that it is a game."""
    data = _object(line, "a record")
    unknown = sorted(data.keys() - _RECORD_FIELDS)
    if unknown:
        raise RecordError(f"unknown field {unknown[0]!r}; known are {', '.join(sorted(_RECORD_FIELDS))}")
    rules = Rules.parse(_text(data, "game"))
    moves = _text(data, "moves")
    seed = data.get("seed")
    if not (seed is None or _is_of(seed, int)):
        raise RecordError("the field 'seed' must be a whole number")
    record = Record(
        rules=rules,
        moves=Position.parse(f"{rules.spec}/{moves}").history,
        players=_pair(data, "players"),
        outcome=_one_of(data, "outcome", OUTCOMES_BY_NAME.__getitem__, OUTCOMES_BY_NAME),
        ending=_one_of(data, "ending", Ending, list(Ending)),
        thoughts=_thoughts(data.get("thoughts", [])),
        seed=seed,
        date=_text(data, "date", ""),
        event=_text(data, "event", ""),
        versions=_pair(data, "versions", ["", ""]),
    )
    record.replay()
    return record


def _check_header(line: str, body: str) -> int | None:
    """The number of records that the first line promises, if it does."""
    hint = f"the first line must be like {header_line()}"
    try:
        header = _object(line, "a header")
    except RecordError as error:
        raise RecordError(f"line 1: {error}; {hint}") from None
    if header.get("format") != FORMAT:
        raise RecordError(f"line 1: this is not a file of records; {hint}")
    if header.get("version") != VERSION:
        raise RecordError(
            f"line 1: the file has version {header.get('version')!r}, this program reads version {VERSION}: "
            "read it with the program that wrote it, or update this one"
        )
    if "checksum" in header and header["checksum"] != _checksum(body):
        raise RecordError(
            f"line 1: the checksum is {header['checksum']!r} but the lines that follow make {_checksum(body)!r}: "
            "the file is damaged; if you changed it yourself, delete the checksum from line 1"
        )
    count = header.get("records")
    return count if _is_of(count, int) else None


def _checksum(body: str) -> str:
    return f"crc32:{zlib.crc32(body.encode('utf-8', 'surrogatepass')):08x}"


def _compact(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _known(thought: Thought) -> dict[str, object]:
    return {name: value for name, value in asdict(thought).items() if value is not None}


def _object(line: str, what: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{what} must be a JSON object: {error}") from None
    if not isinstance(data, dict):
        raise RecordError(f"{what} must be a JSON object, not {type(data).__name__}")
    return data


def _is_of(value: object, *types: type) -> bool:
    """Whether the value has one of the types; True and False are no numbers here."""
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _text(data: dict[str, Any], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if not isinstance(value, str):
        raise RecordError(f"the field {name!r} must be a text" + (" and is missing" if value is None else ""))
    return value


def _pair(data: dict[str, Any], name: str, default: list[str] | None = None) -> tuple[str, str]:
    value = data.get(name, default)
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) for one in value)):
        raise RecordError(f"the field {name!r} must be a list of two texts")
    return value[0], value[1]


def _one_of(data: dict[str, Any], name: str, kind: Callable[[str], Kind], allowed: Iterable[str]) -> Kind:
    try:
        return kind(_text(data, name))
    except (KeyError, ValueError):
        raise RecordError(f"the field {name!r} must be one of: {', '.join(allowed)}") from None


def _thoughts(data: object) -> tuple[Thought | None, ...]:
    if not isinstance(data, list):
        raise RecordError("the field 'thoughts' must be a list with one entry a move")
    return tuple(None if one is None else _thought(one, number) for number, one in enumerate(data, start=1))


def _thought(data: object, number: int) -> Thought:
    if not isinstance(data, dict):
        raise RecordError(f"thought {number} must be an object or null")
    for name, value in data.items():
        if name not in _THOUGHT_TYPES:
            raise RecordError(
                f"thought {number}: unknown field {name!r}; known are {', '.join(_THOUGHT_TYPES)}"
            )
        if not _is_of(value, *_THOUGHT_TYPES[name]):
            raise RecordError(
                f"thought {number}: the field {name!r} must be a {_THOUGHT_TYPES[name][-1].__name__}"
            )
    return Thought(**data)
