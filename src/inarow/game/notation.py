"""Moves as text, both ways.

Stones that fall are written as columns from 1 (`4433`, or `10.3.4` on boards of more than nine columns), all
others as cells (`j10k11k9`). The reader also takes cells where stones fall, Connect6 letter pairs (`JJKK`),
the turn numbers of Little Golem (`1.j10 2.i9l10`), and `.`, `,`, `-` or a space between moves.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from inarow._core import NotationError, Rules

LETTERS_IN_ALPHABET = 26
_GAP = re.compile(r"[\s.,-]*")
_LETTERS_AND_DIGITS = re.compile(r"([A-Za-z]*)([0-9]*)")
_TURN_NUMBER = re.compile(r"([0-9]+)\.")


@dataclass(frozen=True, slots=True)
class MoveText:
    """One move as it was written, and where: the character counted from 1."""

    text: str
    character: int


def has_one_digit_columns(rules: Rules) -> bool:
    """Whether a move is one digit, so that moves need nothing between them."""
    return rules.gravity and rules.columns <= 9


def moves_text(rules: Rules, moves: Iterable[int]) -> str:
    """The moves as one URL-safe word that split_moves takes apart again."""
    is_ambiguous = rules.gravity and not has_one_digit_columns(rules)
    return ("." if is_ambiguous else "").join(rules.move_name(move) for move in moves)


def quoted(text: str) -> str:
    """The text between quotes, printable, and cut when it is long."""
    return '"' + re.sub(r"[^ -~]", "?", text[:60]) + ("..." if len(text) > 60 else "") + '"'


def expected(what: str, text: str, at: int) -> NotationError:
    """The error that says what should stand at this place of the text."""
    if at >= len(text):
        return NotationError(f"{quoted(text)}: expected {what} at the end")
    return NotationError(
        f"{quoted(text)}: expected {what} at character {at + 1}, found {quoted(text[at : at + 12])}"
    )


def split_moves(rules: Rules, text: str, start: int = 0) -> Iterator[MoveText]:
    """The moves of a text from `start` on, one by one. What they mean is known only where the stones are."""
    at, turn = start, 1
    while (at := _end_of_gap(text, at)) < len(text):
        number = None if rules.gravity else _TURN_NUMBER.match(text, at)
        if number and int(number[1][:9]) == turn:
            at, turn = number.end(), turn + 1
            continue
        word = _LETTERS_AND_DIGITS.match(text, at)
        assert word is not None  # both halves of the pattern may be empty
        letters, digits = word.groups()
        if letters and digits:
            yield MoveText(word[0], at + 1)
        elif letters:
            yield from _split_letter_pairs(rules, text, at, word.end())
        elif digits and has_one_digit_columns(rules):
            yield from (MoveText(digit, at + 1 + index) for index, digit in enumerate(digits))
        elif digits and rules.gravity:
            yield MoveText(digits, at + 1)
        else:
            raise expected(_example(rules), text, at)
        at = word.end()


def letter_pairs(rules: Rules, moves: Iterable[int]) -> str:
    """The moves as Connect6 programs write them: column letter, row letter, A at the bottom left."""
    if not _has_letter_pairs(rules):
        raise NotationError(f"letter pairs reach 26 columns and rows; {rules.spec} has more")
    return "".join(chr(65 + move % rules.columns) + chr(65 + move // rules.columns) for move in moves)


def parse_letter_pairs(rules: Rules, text: str) -> tuple[int, ...]:
    """The cells of one turn: JJ, JJKK, or JJJJ for the single stone JJ."""
    pairs = [pair.text for pair in _split_letter_pairs(rules, text, 0, len(text))]
    return tuple(rules.parse_cell(pair) for pair in pairs)


def _split_letter_pairs(rules: Rules, text: str, start: int, end: int) -> Iterator[MoveText]:
    """The cells that the letters from start to end stand for, by name."""
    if not _has_letter_pairs(rules):
        raise expected(_example(rules), text, start)
    if (end - start) % 2:
        raise expected(f"a letter for the row, or {_example(rules)}", text, end)
    columns, rows = chr(64 + rules.columns), chr(64 + rules.rows)
    for at in range(start, end, 2):
        column, row = text[at].upper(), text[at + 1].upper()
        if not "A" <= column <= columns:
            raise expected(f"a column from A to {columns}, or {_example(rules)}", text, at)
        if not "A" <= row <= rows:
            raise expected(f"a row from A to {rows}, or {_example(rules)}", text, at + 1)
        if at == start + 2 and end == start + 4 and text[start:at].upper() == column + row:
            return  # programs that always send two stones double a single one
        yield MoveText(f"{column.lower()}{ord(row) - 64}", at + 1)


def _has_letter_pairs(rules: Rules) -> bool:
    return max(rules.columns, rules.rows) <= LETTERS_IN_ALPHABET


def _end_of_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def _example(rules: Rules) -> str:
    if rules.gravity:
        return f"a column from 1 to {rules.columns}"
    return f"a cell from a1 to {rules.cell_name(rules.cells - 1)}"
