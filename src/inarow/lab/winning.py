"""Ways to win at once: the cells that a side still needs for a line, counted in stones of one turn."""

from __future__ import annotations

from collections.abc import Sequence

from inarow._core import Side, Windows
from inarow.game.position import Position

Filling = frozenset[int]  # cells that must all get a stone of one side


def fillings(position: Position, side: Side, stones: int) -> list[Filling]:
    """The least sets of at most so many cells that give the side a line; none if the game is over.

    Where stones fall, the cells below count too: somebody has to fill them.
    """
    if position.is_over:
        return []
    windows = Windows(position)
    length = position.rules.line_length
    found = set()
    for window in range(len(windows)):
        own = windows.stones(side, window)
        if length - own > stones or windows.stones(side.other, window) > 0:
            continue
        cells = windows.cells(window)
        needed = _needed(position, cells)
        if len(needed) <= stones and _is_line(position, cells, side):
            found.add(needed)
    return [one for one in found if not any(other < one for other in found)]


def can_answer_all(threats: Sequence[Filling], stones: int) -> bool:
    """Whether so many stones can take at least one cell of every threat."""
    if not threats:
        return True
    if stones == 0:
        return False
    return any(
        can_answer_all([threat for threat in threats if cell not in threat], stones - 1)
        for cell in threats[0]
    )


def _needed(position: Position, cells: Sequence[int]) -> Filling:
    """The empty cells of the window, and those below them where stones fall."""
    empty = {cell for cell in cells if position.at(cell) is None}
    if position.rules.gravity:
        for cell in tuple(empty):
            below = cell - position.rules.columns
            while below >= 0 and position.at(below) is None:
                empty.add(below)
                below -= position.rules.columns
    return frozenset(empty)


def _is_line(position: Position, cells: Sequence[int], side: Side) -> bool:
    """Whether the full window wins: under exact rules no stone of the side may lie at its ends."""
    rules = position.rules
    if not rules.exact:
        return True
    first, second = divmod(cells[0], rules.columns), divmod(cells[1], rules.columns)
    step = second[0] - first[0], second[1] - first[1]
    ends = (-1, len(cells))
    for distance in ends:
        row, column = first[0] + distance * step[0], first[1] + distance * step[1]
        is_on_board = 0 <= row < rules.rows and 0 <= column < rules.columns
        if is_on_board and position.at(row * rules.columns + column) == side:
            return False
    return True
