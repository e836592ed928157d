"""Players and evaluators that a user might write."""

import ctypes
from typing import Any

from inarow import Position


class Leftmost:
    """Plays the first or, if told, the last legal move."""

    def __init__(self, last: str = "no") -> None:
        self.last = last == "yes"

    def choose(self, position: Position, limits: Any) -> int:
        return position.moves[-1 if self.last else 0]


leftmost = Leftmost()
number = 7


def stones(position: Position) -> int:
    """An evaluator."""
    return position.stones


def broken(position: Position) -> int:
    raise LookupError("no idea")


@ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32)
def _constant(board: int, columns: int, rows: int, side: int) -> int:
    return columns * 100 + rows


class _Compiled:
    """What numba.cfunc gives: an object with the address of a C function."""

    address = ctypes.cast(_constant, ctypes.c_void_p).value


compiled = _Compiled()
