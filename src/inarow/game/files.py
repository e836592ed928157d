"""Files of games in every form that is read and written here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from inarow.game.ccgc import parse_ccgc, to_ccgc
from inarow.game.kaggle import kaggle_text, parse_kaggle
from inarow.game.position import Position
from inarow.game.record import Record, RecordError, decoded, parse_records, records_text, write_whole
from inarow.game.sgf import parse_sgf, to_sgf


@dataclass(frozen=True, slots=True)
class Format:
    """One form of files: how its names end, and how its text is read and written."""

    about: str
    suffixes: tuple[str, ...]
    parse: Callable[[str], list[Record]]
    text: Callable[[Iterable[Record]], str]
    other_encoding: str = ""  # tried where the file is not UTF-8


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


FORMATS = {
    "jsonl": Format("JSON Lines, everything that is known", (".jsonl",), parse_records, records_text),
    "sgf": Format("SGF FF[4] and its Connect6 dialects", (".sgf",), parse_sgf, _joined(to_sgf), "latin-1"),
    "text": Format("position strings, one a line", (".txt", ".text"), parse_positions, positions_text),
    "ccgc": Format("Connect6 contest records", (".ccgc", ".c6"), parse_ccgc, _joined(to_ccgc), "gb18030"),
    "kaggle": Format("episodes of Kaggle's ConnectX", (".json",), parse_kaggle, kaggle_text),
}


def format_of(path: str | Path) -> str:
    """The name of the format that the file's name ends with."""
    suffix = Path(path).suffix.lower()
    for name, form in FORMATS.items():
        if suffix in form.suffixes:
            return name
    known = ", ".join(suffix for form in FORMATS.values() for suffix in form.suffixes)
    raise RecordError(f"{path}: the name does not say the format; expected one that ends with {known}")


def parse_games(text: str, format_name: str) -> list[Record]:
    """The games of a text in the named format."""
    return _format(format_name).parse(text)


def games_text(records: Iterable[Record], format_name: str) -> str:
    """The games as text in the named format."""
    return _format(format_name).text(records)


def read_games(path: str | Path, format_name: str | None = None) -> list[Record]:
    """The games of a file, in the format that its name ends with unless told."""
    form = _format(format_name or format_of(path))
    try:
        return form.parse(_file_text(Path(path).read_bytes(), form))
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def write_games(path: str | Path, records: Iterable[Record], format_name: str | None = None) -> None:
    """Write the games, all or nothing, in the format that the file's name ends with unless told."""
    write_whole(path, games_text(records, format_name or format_of(path)))


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise RecordError(f"unknown format {name!r}; known are {', '.join(FORMATS)}")
    return FORMATS[name]


def _file_text(content: bytes, form: Format) -> str:
    try:
        return decoded(content)
    except RecordError:
        if not form.other_encoding:
            raise
        return content.decode(form.other_encoding, errors="replace")
