"""Record: what happened in one game. The only thing that arena, lab, learn and studio exchange.

Files of records are JSON Lines. The first line says what the file is: format, version, the games in it, and,
where the file was written at once, the number of records and a checksum of the lines that follow. Then one
record a line.
"""

import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from inarow._core import IllegalMove, Outcome, Rules, Side
from inarow.game.notation import moves_text
from inarow.game.position import Position
from inarow.game.turns import turn_of_stone

Kind = TypeVar("Kind")
FORMAT = "inarow records"
VERSION = 1


class RecordError(ValueError):
    """A record that cannot be: what is wrong with it, and where."""


class Ending(StrEnum):
    """How a game came to its end."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    OUT_OF_TURN = "answer out of turn"
    FLOOD = "too much output"
    MEMORY = "too much memory"
    PROCESSES = "too many processes"
    ADJUDICATION = "adjudication"
    UNFINISHED = "unfinished"


ENDINGS_ON_THE_BOARD = (Ending.LINE, Ending.FULL_BOARD)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player reported about one move; whatever is not known is None.

    The score is a guess for the side that moved. Where the result was proven there is no guess but the number
    of stones to the end (`wins_in` or `loses_in`), or `is_draw`.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    score: int | None = None
    wins_in: int | None = None
    loses_in: int | None = None
    is_draw: bool | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not. `thoughts` is empty or has one entry a move."""

    rules: Rules
    moves: tuple[int, ...]
    players: tuple[str, str] = ("first", "second")
    outcome: Outcome = Outcome.ONGOING
    ending: Ending = Ending.UNFINISHED
    thoughts: tuple[Thought | None, ...] = ()
    seed: int | None = None
    date: str = ""  # as ISO 8601 writes it
    event: str = ""
    versions: tuple[str, str] = ("", "")  # of the two players
    note: str = ""  # the reason of an end that the board does not show

    def __post_init__(self) -> None:
        if len(self.players) != 2 or len(self.versions) != 2:
            raise RecordError(
                "a record has two players, the first side's before the second's, and their versions"
            )
        if self.thoughts and len(self.thoughts) != len(self.moves):
            raise RecordError(
                f"a record of {len(self.moves)} moves has {len(self.thoughts)} thoughts; one a move or none"
            )

    @classmethod
    def of(
        cls,
        position: Position,
        players: tuple[str, str] = ("first", "second"),
        *,
        thoughts: tuple[Thought | None, ...] = (),
        seed: int | None = None,
        date: str = "",
        event: str = "",
        versions: tuple[str, str] = ("", ""),
    ) -> "Record":
        """The record of the game that led to the position, ended as the board says."""
        return cls(
            position.rules,
            position.history,
            players,
            position.outcome,
            ending_on_board(position),
            thoughts,
            seed,
            date,
            event,
            versions,
        )

    @property
    def winner(self) -> Side | None:
        """The side that has won, if one has."""
        winners = {Outcome.FIRST_WINS: Side.FIRST, Outcome.SECOND_WINS: Side.SECOND}
        return winners.get(self.outcome)

    def positions(self) -> Iterator[Position]:
        """Every position of the game from the empty board on. RecordError says which move is not legal."""
        position = Position(self.rules)
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                position = position.play(move)
            except IllegalMove as error:
                raise RecordError(f"move {number} of {len(self.moves)} is not legal: {error}") from None
            yield position

    def replay(self) -> Position:
        """The last position of the game. RecordError if a move is not legal or the board ended otherwise."""
        position = Position(self.rules)
        for reached in self.positions():
            position = reached
        self._check_ending(position)
        return position

    def _check_ending(self, position: Position) -> None:
        on_board = ending_on_board(position)
        if position.is_over or self.ending in ENDINGS_ON_THE_BOARD:
            if (self.outcome, self.ending) != (position.outcome, on_board):
                raise RecordError(
                    f"the record says {outcome_name(self.outcome)} by {self.ending}; "
                    f"the board after move {len(self.moves)}: {outcome_name(position.outcome)} by {on_board}"
                )
        elif (self.outcome == Outcome.ONGOING) != (self.ending == Ending.UNFINISHED):
            raise RecordError(
                f"the record says {outcome_name(self.outcome)} by {self.ending}: only one of them is an end"
            )


def ending_on_board(position: Position) -> Ending:
    """How the game ended if only the board is asked."""
    if position.winner:
        return Ending.LINE
    return Ending.FULL_BOARD if position.is_over else Ending.UNFINISHED


def claimed_ending(
    position: Position, outcome: Outcome, ending: Ending, where: str = ""
) -> tuple[Outcome, Ending]:
    """The end of a game as another program's file claims it, where the board leaves it open."""
    if not position.is_over:
        return outcome, Ending.UNFINISHED if outcome == Outcome.ONGOING else ending
    if outcome not in (Outcome.ONGOING, position.outcome):
        raise RecordError(
            f"the file says {outcome_name(outcome)}, "
            f"the board after move {position.stones}: {outcome_name(position.outcome)}{where}"
        )
    return position.outcome, ending_on_board(position)


def after_stone(position: Position, cell: int, index: int) -> Position:
    """The position after a stone of another program's file, the one with this index, 0 for the first.

    The stones of a turn have no order, and many files have the one that wins before the other: it is played
    last then. Where each of them wins alone the second changes nothing, and is left out.
    """
    rules, moves = position.rules, position.history
    is_late = position.winner and turn_of_stone(rules, index) == turn_of_stone(rules, len(moves) - 1)
    if not is_late or cell in moves:
        return position.play(cell)
    other = Position.after(rules, moves[:-1]).play(cell)
    return position if other.is_over else other.play(moves[-1])


def outcome_name(outcome: Outcome) -> str:
    """The outcome in words and in files: 'first wins'."""
    return outcome.name.lower().replace("_", " ")


OUTCOMES_BY_NAME = {outcome_name(outcome): outcome for outcome in Outcome}
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
        line["thoughts"] = [thought and known_fields(thought) for thought in record.thoughts]
    if record.seed is not None:
        line["seed"] = record.seed
    if record.date:
        line["date"] = record.date
    if record.event:
        line["event"] = record.event
    if any(record.versions):
        line["versions"] = record.versions
    if record.note:
        line["note"] = record.note
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
        note=_text(data, "note", ""),
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
            f"line 1: the checksum is {header['checksum']!r}, what follows makes {_checksum(body)!r}: "
            "the file is damaged; if you changed it yourself, delete the checksum from line 1"
        )
    count = header.get("records")
    return count if _is_of(count, int) else None


def _checksum(body: str) -> str:
    return f"crc32:{zlib.crc32(body.encode('utf-8', 'surrogatepass')):08x}"


def _compact(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def known_fields(thought: Thought) -> dict[str, object]:
    """What is known of the thought, as plain data."""
    # Written out, since dataclasses.asdict takes longer than a quick player thinks.
    return {name: value for name in _THOUGHT_TYPES if (value := getattr(thought, name)) is not None}


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
    return tuple(
        None if one is None else parse_thought(one, f"thought {number}")
        for number, one in enumerate(data, start=1)
    )


def parse_thought(data: object, what: str = "a thought") -> Thought:
    """The thought that plain data stands for, every field checked."""
    if not isinstance(data, dict):
        raise RecordError(f"{what} must be an object or null")
    for name, value in data.items():
        if name not in _THOUGHT_TYPES:
            raise RecordError(f"{what}: unknown field {name!r}; known are {', '.join(_THOUGHT_TYPES)}")
        if not _is_of(value, *_THOUGHT_TYPES[name]):
            raise RecordError(f"{what}: the field {name!r} must be a {_THOUGHT_TYPES[name][-1].__name__}")
    return Thought(**data)


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte order mark. RecordError says where it is not."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: byte {error.start + 1} of the file is not UTF-8 text") from None


def write_whole(path: str | Path, text: str, encoding: str = "utf-8") -> None:
    """Write the file under another name and rename it, so that there is never half a file."""
    target = Path(path).resolve()  # a link stays a link
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:
        with draft.open("x", encoding=encoding, newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            draft.chmod(target.stat().st_mode)
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError) and error.filename == str(draft):
            error.filename = str(path)  # the user knows no draft
        raise
