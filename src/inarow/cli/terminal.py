"""What the terminal can show: colour, a board that fits, and lines that write over each other."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TextIO

from inarow.game.position import Position

# Colours that are told apart by brightness too; the stones also differ by letter.
COLOURS = {"X": "\x1b[1;33m", "O": "\x1b[1;36m", ">": "\x1b[7m", "*": "\x1b[1;32m", "#": "\x1b[1;7;32m"}
RESET = "\x1b[0m"


def has_colour(stream: TextIO) -> bool:
    """Whether to colour what goes there: a terminal, and NO_COLOR not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def board(position: Position, stream: TextIO | None = None) -> str:
    """The board with its marks for the stream, or for standard output. One that is too wide is cut."""
    stream = stream or sys.stdout
    text = position.diagram(marks=True)
    if stream.isatty():
        text = fitted(position, text, shutil.get_terminal_size().columns)
    return coloured(text) if has_colour(stream) else text


def coloured(text: str) -> str:
    """The diagram with its stones and marks in colour; the labels stay as they are."""
    *rows, labels = text.splitlines()
    return "\n".join([*map(_coloured_row, rows), labels])


def _coloured_row(row: str) -> str:
    return "".join(f"{COLOURS[letter]}{letter}{RESET}" if letter in COLOURS else letter for letter in row)


def fitted(position: Position, text: str, width: int) -> str:
    """As much of the diagram as fits into the width, around the last stone, and a line that says so."""
    lines = text.splitlines()
    widest = max(map(len, lines))
    if widest <= width or width < 20:
        return text
    rules = position.rules
    label = len(str(rules.rows))
    cell = (widest - label) // rules.columns
    shown = (width - label) // cell
    last = position.history[-1] % rules.columns if position.stones else rules.columns // 2
    first = min(max(0, last - shown // 2), rules.columns - shown)
    start, end = label + first * cell, label + (first + shown) * cell
    cut = [line[:label] + line[start:end] for line in lines]
    return "\n".join([f"(a part of the board: it needs {widest} columns)", *cut])


def progress(text: str, stream: TextIO | None = None) -> None:
    """Write over the line that stands there; '' clears it. Nothing where nobody is watching."""
    stream = stream or sys.stderr
    if stream.isatty():
        width = shutil.get_terminal_size().columns - 1
        stream.write("\r\x1b[K" + text[:width])
        stream.flush()


def in_words(error: Exception) -> str:
    """What went wrong, without the numbers of the operating system."""
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def complain(message: str) -> None:
    """A message about what went wrong, on standard error."""
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()
