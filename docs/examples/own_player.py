"""A player of your own: a class with `choose(position, limits)`.

    inarow play connect-four --against docs/examples/own_player.py:Centre
    inarow match 'docs/examples/own_player.py:Centre careful=no' random --games 20

Options in the text of the player are handed to the class, as texts.
"""

from collections.abc import Iterator
from itertools import chain

from inarow import Position
from inarow.engine.limits import Limits


class Centre:
    """Wins if one stone can, gives the opponent no winning stone if it is careful, else likes the centre."""

    def __init__(self, careful: str = "yes") -> None:
        self.is_careful = careful == "yes"

    def choose(self, position: Position, limits: Limits) -> int:
        """The cell of the next stone. A turn of several stones asks several times."""
        moves = sorted(position.moves, key=lambda cell: steps_from_centre(position, cell))
        return next(chain(self.wins(position, moves), self.safe_moves(position, moves), moves))

    def wins(self, position: Position, moves: list[int]) -> Iterator[int]:
        """The moves that win at once."""
        return (move for move in moves if position.play(move).winner)

    def safe_moves(self, position: Position, moves: list[int]) -> Iterator[int]:
        """The moves after which no single stone wins; none are looked for without care."""
        return (move for move in moves if self.is_careful and not has_winning_stone(position.play(move)))


def has_winning_stone(position: Position) -> bool:
    """Whether the side to move wins with one stone."""
    return any(position.play(move).winner for move in position.moves)


def steps_from_centre(position: Position, cell: int) -> float:
    """Columns and rows between the cell and the middle of the board."""
    row, column = divmod(cell, position.rules.columns)
    return abs(column - (position.rules.columns - 1) / 2) + abs(row - (position.rules.rows - 1) / 2)
