"""Counts of sequences and of positions against the known numbers."""

import pytest

from inarow import Position, Rules
from inarow.game.variants import CONNECT_FOUR, TIC_TAC_TOE


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("tic-tac-toe", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ("connect-four", [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]),
        ("drop-7x7x5", [1, 7, 49, 343, 2401, 16807, 117649, 823543]),
        ("connect6", [1, 361, 361 * 360, 361 * 360 * 359]),
    ],
)
def test_perft_counts_the_known_numbers(game: str, counts: list[int]) -> None:
    position = Position(Rules.parse(game))
    assert [position.perft(depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("game", "games"), [("drop-3x3x3", 1310), ("drop-3x2x4", 90)])
def test_the_number_of_whole_games_is_the_known_one(game: str, games: int) -> None:
    def finished(position: Position) -> int:
        return 1 if position.is_over else sum(finished(position.play(move)) for move in position.moves)

    assert finished(Position(Rules.parse(game))) == games


# Turns count unordered stones: sequences of a whole turn of two are twice as many as turns.
@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("place-3x3x3-p2-q1", [9, 252, 3780]),
        ("place-4x3x3-p2-q1", [12, 660, 23760]),
        ("place-4x4x4-p2-q1", [16, 1680, 131040]),
    ],
)
def test_sequences_of_whole_turns_fit_the_known_numbers_of_turns(game: str, turns: list[int]) -> None:
    position = Position(Rules.parse(game))
    for index, count in enumerate(turns):
        assert position.perft(1 + 2 * index) == count * 2**index


def unique_by_stone(start: Position, most: int = 1000) -> tuple[list[int], list[int]]:
    """The number of different positions after every stone, and how many of them are won."""
    layer, unique, won = {start}, [], []
    while layer and len(unique) <= most:
        unique.append(len(layer))
        won.append(sum(position.winner is not None for position in layer))
        layer = {position.play(move) for position in layer for move in position.moves}
    return unique, won


def test_tic_tac_toe_has_5478_positions() -> None:
    unique, won = unique_by_stone(Position(TIC_TAC_TOE))
    assert unique == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert won == [0, 0, 0, 0, 0, 120, 148, 444, 168, 62]
    assert sum(unique) == 5478


def test_connect_four_has_the_known_numbers_of_positions() -> None:
    unique, won = unique_by_stone(Position(CONNECT_FOUR), 7)
    assert unique == [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    assert won == [0, 0, 0, 0, 0, 0, 0, 728]


@pytest.mark.parametrize(
    ("game", "count"), [("drop-3x3x4", 869), ("drop-4x3x4", 12031), ("drop-3x4x4", 6000)]
)
def test_small_connect_four_boards_have_the_known_numbers_of_positions(game: str, count: int) -> None:
    unique, _ = unique_by_stone(Position(Rules.parse(game)))
    assert sum(unique) == count
