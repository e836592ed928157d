"""Who places which stone: turns as the rules count them."""

from inarow import _core
from inarow._core import Rules, Side


def side_of_stone(rules: Rules, index: int) -> Side:
    """The side that places the stone with this index, 0 for the first of the game."""
    return Side.SECOND if turn_of_stone(rules, index) % 2 else Side.FIRST


def turn_of_stone(rules: Rules, index: int) -> int:
    """The number of the turn that the stone with this index belongs to, 0 for the first of the game."""
    return max(0, (index - rules.stones_first_turn) // rules.stones_per_turn + 1)


def turns(rules: Rules, moves: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The moves in turns; the last turn may be unfinished."""
    starts = [0, *range(rules.stones_first_turn, len(moves), rules.stones_per_turn)]
    ends = [*starts[1:], len(moves)]
    return [moves[start:end] for start, end in zip(starts, ends, strict=True) if start < end]


def last_turn(position: _core.Position) -> tuple[int, ...]:
    """The stones of the last turn, finished or not."""
    return next(reversed(turns(position.rules, position.history)), ())
