"""A position as pixels, by numpy alone, in the colours and shapes of `picture`."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from inarow._core import Side
from inarow.game.picture import BOARD, COLOURS, GRID, LAST, WINNING
from inarow.game.position import Position

CELL_PIXELS, FEWEST_PIXELS = 32, 4
STONE, DOT = 0.42, 0.12  # half their width, as a share of the cell


def rgb(position: Position, cell_pixels: int = CELL_PIXELS) -> npt.NDArray[np.uint8]:
    """The board as [height, width, 3], the top row first: discs against diamonds, the last turn dotted."""
    if cell_pixels < FEWEST_PIXELS:
        raise ValueError(
            f"a cell of {cell_pixels} pixels shows nothing; it must have {FEWEST_PIXELS} or more"
        )
    rules = position.rules
    cells = np.empty((rules.rows, rules.columns, cell_pixels, cell_pixels, 3), dtype=np.uint8)
    cells[:] = _colour(BOARD)
    for cell in position.winning_cells:
        cells[cell // rules.columns, cell % rules.columns] = _colour(WINNING)
    cells[:, :, 0] = cells[:, :, :, 0] = _colour(GRID)
    shapes = {Side.FIRST: _disc(cell_pixels, STONE), Side.SECOND: _diamond(cell_pixels, STONE)}
    for side, shape in shapes.items():
        rows, columns = np.nonzero(position.board == side.value)
        cells[rows[:, None], columns[:, None], *np.nonzero(shape)] = _colour(COLOURS[side])
    for cell in position.last_turn:
        cells[cell // rules.columns, cell % rules.columns][_disc(cell_pixels, DOT)] = _colour(LAST)
    high, wide = rules.rows * cell_pixels, rules.columns * cell_pixels
    return np.ascontiguousarray(cells[::-1].swapaxes(1, 2)).reshape(high, wide, 3)


@cache
def _colour(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(text.removeprefix("#")), dtype=np.uint8)


@cache
def _disc(size: int, radius: float) -> npt.NDArray[np.bool_]:
    steps = _steps(size)
    found: npt.NDArray[np.bool_] = steps[:, None] ** 2 + steps**2 <= radius**2
    return found


@cache
def _diamond(size: int, radius: float) -> npt.NDArray[np.bool_]:
    steps = np.abs(_steps(size))
    found: npt.NDArray[np.bool_] = steps[:, None] + steps <= radius
    return found


def _steps(size: int) -> npt.NDArray[np.float64]:
    """How far the pixels of a cell are from its middle, as shares of the cell."""
    return (np.arange(size) + 0.5) / size - 0.5
