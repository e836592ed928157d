"""An evaluator of your own: any function from a position to an int that is good for the side to move.

inarow play connect-four --against 'pvs depth=4 eval=docs/examples/own_evaluator.py:open_lines'
"""

from functools import cache

from inarow import Position, Rules, Windows


def open_lines(position: Position) -> int:
    """Windows that the side to move can still fill, less those that the other side can."""
    stones = position.board.ravel().tolist()
    own, other = position.to_move.value, position.to_move.other.value
    score = 0
    for window in windows_of(position.rules):
        owners = {stones[cell] for cell in window}
        score += (other not in owners) - (own not in owners)
    return score


@cache
def windows_of(rules: Rules) -> list[list[int]]:
    """The cells of every window of the board."""
    windows = Windows(Position(rules))
    return [windows.cells(number) for number in range(len(windows))]
