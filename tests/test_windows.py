"""Windows: all of them, and the stones in each."""

import pytest
from hypothesis import given

from inarow import Position, Rules, Side, Windows
from reference import windows as reference_windows
from strategies import positions, rules


@given(rules(9))
def test_the_windows_are_those_of_the_reference(some_rules: Rules) -> None:
    windows = Windows(Position(some_rules))
    cells = sorted(sorted(windows.cells(window)) for window in range(len(windows)))
    expected = [
        sorted(row * some_rules.columns + column for column, row in window)
        for window in reference_windows(some_rules)
    ]
    assert [list(unique) for unique in sorted(set(map(tuple, cells)))] == sorted(expected)
    assert len(cells) == len(expected)


@given(positions(9))
def test_the_stones_of_each_side_are_counted_in_every_window(position: Position) -> None:
    windows = Windows(position)
    for window in range(len(windows)):
        for side in Side:
            count = sum(position.at(cell) == side for cell in windows.cells(window))
            assert windows.stones(side, window) == count


@pytest.mark.parametrize(
    ("game", "count"),
    [("tic-tac-toe", 8), ("connect-four", 69), ("gomoku", 572), ("connect6", 924), ("place-2x2x3", 0)],
)
def test_known_boards_have_the_known_number_of_windows(game: str, count: int) -> None:
    assert len(Windows(Position(Rules.parse(game)))) == count


def test_there_is_no_window_off_the_end() -> None:
    windows = Windows(Position(Rules(3, 3, 3)))
    for window in (-1, 8):
        with pytest.raises(IndexError):
            windows.cells(window)
        with pytest.raises(IndexError):
            windows.stones(Side.FIRST, window)
