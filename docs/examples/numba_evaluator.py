"""An evaluator that numba compiles: the search calls it without Python's lock.

    inarow play connect-four --against 'pvs depth=6 eval=docs/examples/numba_evaluator.py:open_lines'

A compiled evaluator sees the board alone, so the line length stands here: this one is for games of four in a
row.
"""

import numba
from numba.types import CPointer, int32, uint8

LINE_LENGTH = 4
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # columns to the right, rows up


@numba.njit
def worth(board, start, stride, side):
    """What a window is worth to the side: it is open to whoever has no opposing stone in it."""
    own = stones = 0
    for place in range(LINE_LENGTH):
        stone = board[start + place * stride]
        own += stone == side
        stones += stone > 0
    return (stones == own) - (own == 0)


@numba.cfunc(int32(CPointer(uint8), int32, int32, int32))
def open_lines(board, columns, rows, side):
    """Windows that the side to move can still fill, less those that the other side can."""
    score = 0
    reach = LINE_LENGTH - 1
    for right, up in DIRECTIONS:
        for row in range(rows - up * reach):
            for column in range(columns):
                if 0 <= column + right * reach < columns:
                    score += worth(board, row * columns + column, up * columns + right, side)
    return score
