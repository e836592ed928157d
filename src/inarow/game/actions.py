"""Stones and boards as learners and most other worlds number them.

An action is a column where stones fall, else row * columns + column; rows are counted from the top.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inarow._core import IllegalMove, Rules, Side
from inarow.game.position import Position


def action_count(rules: Rules) -> int:
    """The number of actions, legal or not."""
    return rules.columns if rules.gravity else rules.cells


def action_of(rules: Rules, cell: int) -> int:
    """The action that places a stone on the cell."""
    column, row = cell % rules.columns, cell // rules.columns
    return column if rules.gravity else (rules.rows - 1 - row) * rules.columns + column


def cell_of(position: Position, action: int) -> int:
    """The cell where the action places its stone. IllegalMove if it cannot."""
    rules = position.rules
    if not 0 <= action < action_count(rules):
        raise IllegalMove(f"there is no action {action}; actions are 0 to {action_count(rules) - 1}")
    if rules.gravity:
        landing = (cell for cell in position.moves if cell % rules.columns == action)
        cell = next(landing, -1)
    else:
        cell = (rules.rows - 1 - action // rules.columns) * rules.columns + action % rules.columns
    if not position.is_legal(cell):
        raise IllegalMove(f"action {action} cannot be played in {position.text}")
    return cell


def action_mask(position: Position) -> npt.NDArray[np.int8]:
    """1 for every action that can be played, else 0."""
    mask = np.zeros(action_count(position.rules), dtype=np.int8)
    for cell in position.moves:
        mask[action_of(position.rules, cell)] = 1
    return mask


def planes(position: Position, side: Side) -> npt.NDArray[np.int8]:
    """[row from the top, column, 2]: the stones of the side, then those of the other side."""
    board = position.board[::-1]
    return np.stack([board == side.value, board == side.other.value], axis=2).astype(np.int8)
