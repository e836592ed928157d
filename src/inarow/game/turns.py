"""Who places which stone: turns as the rules count them."""

from inarow import _core
from inarow._core import Rules, Side


def side_of_stone(rules: Rules, index: int) -> Side:
    """The side that places the stone with this index, 0 for the first of the game."""
    turn = (index - rules.stones_first_turn) // rules.stones_per_turn  # -1 and below: the first turn
    return Side.FIRST if turn < 0 or turn % 2 else Side.SECOND


def turns(rules: Rules, moves: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The moves in turns; the last turn may be unfinished."""
    starts = [0, *range(rules.stones_first_turn, len(moves), rules.stones_per_turn)]
    ends = [*starts[1:], len(moves)]
    return [moves[start:end] for start, end in zip(starts, ends, strict=True) if start < end]


def last_turn(position: _core.Position) -> tuple[int, ...]:
    """The stones of the last turn, finished or not."""
    return next(reversed(turns(position.rules, position.history)), ())
