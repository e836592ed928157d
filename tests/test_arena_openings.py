"""Openings: none twice, the same for a seed, level, and whole turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow import Position, Rules
from inarow._core import forced_win
from inarow.arena.openings import Openings, OpeningSettings, usual_stones, whole_turns
from inarow.engine.solver import Solver

CONNECT_FOUR = Rules.parse("connect-four")
CONNECT6 = Rules.parse("connect6")


def key(rules: Rules, opening: tuple[int, ...]) -> int:
    return Position.after(rules, opening).canonical_key


@pytest.mark.parametrize("name", ["connect-four", "connect6", "drop-9x9x5", "gomoku"])
def test_random_openings_differ_under_every_symmetry_and_leave_the_game_open(name: str) -> None:
    rules = Rules.parse(name)
    source = Openings(rules, OpeningSettings(seed=1))
    found = [source.opening(number) for number in range(12)]
    assert len({key(rules, opening) for opening in found}) == 12
    for opening in found:
        position = Position.after(rules, opening)
        assert not position.is_over
        assert len(opening) == usual_stones(rules) == whole_turns(rules, len(opening))


def test_nobody_has_a_forced_win_in_an_opening_of_connect6() -> None:
    source = Openings(CONNECT6, OpeningSettings(seed=1))
    for number in range(24):
        assert not forced_win(Position.after(CONNECT6, source.opening(number)), 5000).is_win


def test_openings_depend_on_seed_and_number_only() -> None:
    one = Openings(CONNECT_FOUR, OpeningSettings(seed=7))
    in_order = [one.opening(number) for number in range(6)]
    later = Openings(CONNECT_FOUR, OpeningSettings(seed=7), used=[in_order[0], in_order[1], in_order[4]])
    assert [later.opening(number) for number in (2, 3, 5)] == [in_order[2], in_order[3], in_order[5]]
    other = Openings(CONNECT_FOUR, OpeningSettings(seed=8))
    assert [other.opening(number) for number in range(6)] != in_order


def test_a_board_without_more_openings_uses_them_again() -> None:
    rules = Rules.parse("tic-tac-toe")
    source = Openings(rules, OpeningSettings(stones=1))
    found = [key(rules, source.opening(number)) for number in range(9)]
    assert len(set(found[:3])) == 3  # corner, edge and centre
    assert set(found) == set(found[:3])


def test_without_stones_every_game_begins_on_the_empty_board() -> None:
    source = Openings(CONNECT_FOUR, OpeningSettings(stones=0))
    assert [source.opening(number) for number in range(3)] == [(), (), ()]


def test_openings_end_with_a_whole_turn() -> None:
    assert [whole_turns(CONNECT6, stones) for stones in range(8)] == [0, 1, 1, 3, 3, 5, 5, 7]
    assert len(Openings(CONNECT6, OpeningSettings(stones=4)).opening(0)) == 3


def test_more_stones_than_any_open_position_has_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no level opening of 9 stones in tic-tac-toe"):
        Openings(Rules.parse("tic-tac-toe"), OpeningSettings(stones=9)).opening(0)


def test_level_openings_are_drawn_by_the_solver() -> None:
    rules = Rules.parse("drop-5x5x4")
    source = Openings(rules, OpeningSettings(stones=6, level=True))
    solver = Solver(rules)
    for number in range(4):
        position = Position.after(rules, source.opening(number))
        assert solver.solve(position, moves=False).score == 0


def test_level_openings_need_a_game_that_can_be_solved() -> None:
    with pytest.raises(ValueError, match="solve"):
        Openings(CONNECT6, OpeningSettings(level=True))


def test_a_book_gives_each_position_once_in_one_of_its_symmetries(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("connect-four/4433\nconnect-four/4455\nconnect-four/12\nconnect-four/1112223\n")
    source = Openings(CONNECT_FOUR, OpeningSettings(book=str(book), seed=2))
    found = [source.opening(number) for number in range(6)]
    keys = [key(CONNECT_FOUR, opening) for opening in found]
    lines = [key(CONNECT_FOUR, Position.parse(f"connect-four/{moves}").history) for moves in ("4433", "12")]
    assert keys[:2] == lines  # 4455 is the mirror image of 4433
    assert keys[:3] == keys[3:]
    short = Openings(CONNECT_FOUR, OpeningSettings(book=str(book), stones=1))
    assert len(short.opening(0)) == 1
    settings = [OpeningSettings(book=str(book), seed=seed) for seed in range(9)]
    turned = {Openings(CONNECT_FOUR, one).opening(0) for one in settings}
    assert len(turned) == 2


def test_a_book_of_another_game_or_without_open_positions_is_refused(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("connect6/j10\n")
    with pytest.raises(ValueError, match="game 1, is connect6 and not connect-four"):
        Openings(CONNECT_FOUR, OpeningSettings(book=str(book)))
    book.write_text("connect-four/1122334\n")
    with pytest.raises(ValueError, match="has no position in which"):
        Openings(CONNECT_FOUR, OpeningSettings(book=str(book)))
