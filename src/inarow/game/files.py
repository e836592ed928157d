"""Files of games in every form that is read and written here."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path

from inarow.game.botzone import botzone_text, parse_botzone
from inarow.game.ccgc import parse_ccgc, to_ccgc
from inarow.game.golem import PLAIN, parse_golem, to_golem, to_golem_sgf
from inarow.game.kaggle import kaggle_text, parse_kaggle
from inarow.game.league import league_text, parse_league
from inarow.game.position import Position
from inarow.game.psq import parse_psq, psq_text
from inarow.game.record import (
    ENDINGS_ON_THE_BOARD,
    Ending,
    Record,
    RecordError,
    decoded,
    parse_records,
    records_text,
    write_whole,
)
from inarow.game.sgf import parse_sgf, to_sgf

FEW_CHARACTERS = 4096  # at the beginning of a file tell what it is


@dataclass(frozen=True, slots=True)
class Format:
    """One form of files: how its names end, what it begins with, and how its text is read and written."""

    about: str
    suffixes: tuple[str, ...]
    sign: str  # a pattern that the beginning of every such text matches, and of no other
    parse: Callable[[str], list[Record]]
    text: Callable[[Iterable[Record]], str]
    keeps: tuple[str, ...]  # of a record's fields, beside the rules and moves
    other_encoding: str = ""  # tried where the file is not UTF-8
    written: str = "utf-8"  # the encoding of files
    endings: tuple[Ending, ...] = ()  # off the board that it keeps, if not all of them


def parse_positions(text: str) -> list[Record]:
    """The games that position strings stand for, one a line; empty lines and those after # are skipped."""
    records = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                records.append(Record.of(Position.parse(line.strip())))
            except ValueError as error:
                raise RecordError(f"line {number}: {error}") from None
    return records


def positions_text(records: Iterable[Record]) -> str:
    """The games as position strings, one a line."""
    return "".join(f"{record.replay().text}\n" for record in records)


def _joined(one: Callable[[Record], str]) -> Callable[[Iterable[Record]], str]:
    return lambda records: "".join(map(one, records))


_EVERYTHING = tuple(field.name for field in fields(Record) if field.name not in ("rules", "moves"))
_NAMES_AND_END = ("players", "outcome", "ending")
FORMATS = {
    "jsonl": Format(
        "JSON Lines, everything that is known",
        (".jsonl",),
        r'\{"format"',
        parse_records,
        records_text,
        _EVERYTHING,
    ),
    "sgf": Format(
        "SGF FF[4] and its Connect6 dialects",
        (".sgf",),
        r"\(\s*;",
        parse_sgf,
        _joined(to_sgf),
        (*_NAMES_AND_END, "date", "event", "note", "scores"),
        "latin-1",
    ),
    "text": Format(
        "position strings, one a line",
        (".txt", ".text"),
        r"(?:#.*\s+)*(?:[a-z][a-z0-9 -]*(?:/|\s*$)|[0-9]+\s*$)",
        parse_positions,
        positions_text,
        (),
    ),
    "ccgc": Format(
        "Connect6 contest records",
        (".ccgc", ".c6"),
        r"\{\s*(?:\[|C6\s*;)",
        parse_ccgc,
        _joined(to_ccgc),
        ("players", "outcome", "date", "event"),
        "gb18030",
        "gb18030",
    ),
    "kaggle": Format(
        "episodes of Kaggle's ConnectX",
        (".json",),
        r'[\[{](?=[\s\S]*"(?:steps|configuration|specification)")',
        parse_kaggle,
        kaggle_text,
        tuple(name for name in _EVERYTHING if name != "thoughts"),
    ),
    "psq": Format(
        "a game of Piskvork and Gomocup",
        (".psq",),
        "Piskvorky",
        parse_psq,
        psq_text,
        ("players", "seconds"),
        "latin-1",
        endings=(Ending.TIME,),
    ),
    "golem": Format(
        "Connect6 games of Little Golem, plain",
        (".golem",),
        PLAIN.pattern,
        parse_golem,
        _joined(to_golem),
        (),
    ),
    "golem-sgf": Format(
        "Connect6 games of Little Golem, in its SGF",
        (".sgf",),
        r"(?!)",  # it is read as SGF
        parse_sgf,
        _joined(to_golem_sgf),
        ("players", "outcome", "event"),
        "latin-1",
        endings=(Ending.RESIGNATION,),
    ),
    "league": Format(
        "Connect6 tournament files of student leagues",
        (".league",),
        r"(?:Players|Games):",
        parse_league,
        league_text,
        (*_NAMES_AND_END, "note", "seconds"),
        "latin-1",
    ),
    "botzone": Format(
        "games as Botzone tells them to a bot",
        (".botzone",),
        r'\{\s*"(?:requests|responses)"',
        parse_botzone,
        botzone_text,
        (),
    ),
}

_IN_WORDS = {
    "players": "the names of the players",
    "outcome": "the outcome where the board leaves it open",
    "ending": "how the game ended off the board",
    "thoughts": "what the players thought",
    "seed": "the seed",
    "date": "the date",
    "event": "the event",
    "versions": "the versions of the players",
    "note": "the reason of the end",
}


def format_of(path: str | Path) -> str:
    """The name of the format that the file's name ends with."""
    suffix = Path(path).suffix.lower()
    for name, form in FORMATS.items():
        if suffix in form.suffixes:
            return name
    known = ", ".join(dict.fromkeys(suffix for form in FORMATS.values() for suffix in form.suffixes))
    raise RecordError(f"{path}: the name does not say the format; expected one that ends with {known}")


def detected_format(text: str) -> str | None:
    """The name of the format that the text begins like, if it is any."""
    start = text[:FEW_CHARACTERS].lstrip("\ufeff \t\r\n")
    return next((name for name, form in FORMATS.items() if re.match(form.sign, start, re.MULTILINE)), None)


def parse_games(text: str, format_name: str | None = None) -> list[Record]:
    """The games of a text in the named format, or in the one that it begins like."""
    name = format_name or detected_format(text)
    if name is None:
        raise RecordError(f"the text does not tell its format; known are {', '.join(FORMATS)}")
    return _format(name).parse(text)


def games_text(records: Iterable[Record], format_name: str) -> str:
    """The games as text in the named format."""
    return _format(format_name).text(records)


def read_games(path: str | Path, format_name: str | None = None) -> list[Record]:
    """The games of a file in the format that it begins like, else that its name ends with, unless told."""
    text, name = read_text(path, format_name)
    try:
        return _format(name).parse(text)
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def read_text(path: str | Path, format_name: str | None = None) -> tuple[str, str]:
    """The text of a file of games and the name of its format."""
    content = Path(path).read_bytes()
    # What formats begin with is the same in every encoding that they come in.
    name = format_name or detected_format(content[:FEW_CHARACTERS].decode("latin-1").removeprefix("ï»¿"))
    name = name or format_of(path)
    try:
        return _file_text(content, _format(name)), name
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def write_games(path: str | Path, records: Iterable[Record], format_name: str | None = None) -> None:
    """Write the games, all or nothing, in the format that the file's name ends with unless told."""
    name = format_name or format_of(path)
    text = games_text(records, name)
    try:
        write_whole(path, text, _format(name).written)
    except UnicodeEncodeError as error:
        raise RecordError(
            f"{error.object[error.start]!r} cannot be written in {error.encoding}, the encoding of {name} files"
        ) from None


def lost(records: Iterable[Record], format_name: str) -> list[str]:
    """What the format has no place for and the records have, in words."""
    form = _format(format_name)
    keeps = form.keeps
    words = []
    kept = list(records)
    for name, said in _IN_WORDS.items():
        if name not in keeps and any(_has(record, name, form.endings) for record in kept):
            words.append(_thoughts_in_words(kept, keeps) if name == "thoughts" else said)
    return [word for word in words if word]


def _thoughts_in_words(records: list[Record], keeps: tuple[str, ...]) -> str:
    """What is lost of the thoughts by a format that keeps a part of them."""
    part = {"scores": "score", "seconds": "seconds"}
    kept = {part[name] for name in keeps if name in part}
    thoughts = [thought for record in records for thought in record.thoughts if thought is not None]
    others = {
        field.name
        for thought in thoughts
        for field in fields(thought)
        if getattr(thought, field.name) is not None
    }
    if not others - kept:
        return ""
    return _IN_WORDS["thoughts"] + (f" beside {' and '.join(sorted(kept))}" if kept & others else "")


def _has(record: Record, name: str, endings: tuple[Ending, ...]) -> bool:
    """Whether the record says more in this field than the moves do, and those endings that are kept anyway."""
    if name == "outcome":
        return record.ending not in (*ENDINGS_ON_THE_BOARD, Ending.UNFINISHED, *endings)
    if name == "ending":
        return record.ending not in (*ENDINGS_ON_THE_BOARD, Ending.UNFINISHED, Ending.ADJUDICATION, *endings)
    if name == "players":
        return record.players != ("first", "second")
    if name == "versions":
        return any(record.versions)
    return getattr(record, name) not in ("", None, ())


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise RecordError(f"unknown format {name!r}; known are {', '.join(FORMATS)}")
    return FORMATS[name]


def _file_text(content: bytes, form: Format) -> str:
    """The text of the file in UTF-8 or the other encoding of its format. RecordError says where it is neither."""
    try:
        return decoded(content)
    except RecordError:
        if not form.other_encoding:
            raise
    try:
        return content.decode(form.other_encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(
            f"line {line}: byte {error.start + 1} of the file is neither UTF-8 nor {form.other_encoding} text"
        ) from None
