r"""Boards drawn in text, both ways.

2 . . . O X . .      X for the first side, O for the second, . for an empty cell
1 . . . X O . .      labels and marks (> * #) may be left out, and so may the spaces
  1 2 3 4 5 6 7      columns are counted where stones fall and lettered elsewhere
"""

import re
from collections.abc import Collection

from inarow import _core
from inarow._core import NotationError, Rules, Side
from inarow.game.notation import quoted
from inarow.game.order import legal_order

SYMBOLS: dict[Side | None, str] = {Side.FIRST: "X", Side.SECOND: "O", None: "."}
_SIDES: dict[str, Side | None] = {"X": Side.FIRST, "O": Side.SECOND, ".": None}
LAST, WINNING, LAST_AND_WINNING = ">", "*", "#"
_IGNORED = re.compile(r"[\s>*#]")
_ROW_NUMBER = re.compile(r"\s*[0-9]*")


def drawn(position: _core.Position, *, last: Collection[int] = (), winning: Collection[int] = ()) -> str:
    """The board as text, the top row first, with a label for every row and column."""
    rules = position.rules
    labels = column_labels(rules)
    label_width, width = len(str(rules.rows)), max(map(len, labels))

    def cell_text(cell: int) -> str:
        mark = _mark(cell in last, cell in winning)
        return (mark + SYMBOLS[position.at(cell)]).rjust(width + 1)

    lines = []
    for row in reversed(range(rules.rows)):
        cells = range(row * rules.columns, (row + 1) * rules.columns)
        lines.append(str(row + 1).rjust(label_width) + "".join(map(cell_text, cells)))
    lines.append(" " * label_width + "".join(label.rjust(width + 1) for label in labels))
    return "\n".join(lines)


def column_labels(rules: Rules) -> list[str]:
    """Columns as moves name them: numbers where stones fall, else letters."""
    if rules.gravity:
        return [str(column + 1) for column in range(rules.columns)]
    return [rules.column_letters(column) for column in range(rules.columns)]


def moves_of_diagram(rules: Rules, diagram: str) -> list[int]:
    """Moves in an order that could have led to the drawn board."""
    stones = stones_of_diagram(rules, diagram)
    moves = legal_order(rules, stones)
    if moves is None:
        raise NotationError(f"no order of the drawn stones was found that is a game of {rules.name}")
    return moves


def stones_of_diagram(rules: Rules, diagram: str) -> dict[int, Side]:
    """The drawn stones by cell. NotationError says which line is not as it should be."""
    labels = "".join(column_labels(rules))
    rows: list[list[Side | None]] = []
    for number, line in enumerate(diagram.splitlines(), start=1):
        text = _IGNORED.sub("", line)
        if text and text.lower() != labels:
            rows.append(_row_of_line(rules, line, number))
    if len(rows) != rules.rows:
        raise NotationError(f"the drawing has {len(rows)} rows; {rules.name} has {rules.rows}")
    cells = (side for row in reversed(rows) for side in row)
    return {cell: side for cell, side in enumerate(cells) if side is not None}


def _row_of_line(rules: Rules, line: str, number: int) -> list[Side | None]:
    row: list[Side | None] = []
    label = _ROW_NUMBER.match(line)
    for at in range(label.end() if label else 0, len(line)):
        if _IGNORED.match(line[at]):
            continue
        if line[at].upper() not in _SIDES:
            raise NotationError(
                f"line {number} of the drawing: expected X, O or . at character {at + 1}, "
                f"found {quoted(line[at])}"
            )
        row.append(_SIDES[line[at].upper()])
    if len(row) != rules.columns:
        raise NotationError(
            f"line {number} of the drawing has {len(row)} cells; {rules.name} has {rules.columns}"
        )
    return row


def _mark(is_last: bool, is_winning: bool) -> str:
    if is_winning:
        return LAST_AND_WINNING if is_last else WINNING
    return LAST if is_last else " "
