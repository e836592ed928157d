"""Levels: what they never overlook, and that they depend on the position and the seed alone."""

import pytest

from inarow import Position, Rules
from inarow.engine.catalog import CatalogError, player
from inarow.engine.levels import LEVELS, LevelPlayer, winning_turn
from inarow.engine.limits import Limits

GAMES = ("tic-tac-toe", "connect-four", "gomoku-exact", "connect6", "drop-9x6x4-p2", "place-9x9x4-p3-q2")


def turn_of(position: Position, level: int, seed: int = 0) -> tuple[int, ...]:
    return LevelPlayer(level, seed).turn(position, Limits(nodes=2_000))


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_overlooks_a_win_at_once(level: int) -> None:
    for text in ("connect-four/112233", "gomoku/a1h8b1i8c1j8d1o15", "connect6/j10a1b1k10l10c1d1m10s19"):
        position = Position.parse(text)
        assert winning_turn(position) is not None
        after = position
        for cell in turn_of(position, level):
            after = after.play(cell)
        assert after.winner == position.to_move


@pytest.mark.parametrize("level", [level for level in LEVELS if level >= 3])
def test_from_level_three_on_the_opponents_win_is_stopped(level: int) -> None:
    for seed in range(5):
        position = Position.parse("connect-four/14151")  # three in column 1
        assert turn_of(position, level, seed) == (position.move("1"),)
        position = Position.parse("gomoku/h8g8i8a3j8a5k8")  # four, open at l8
        assert turn_of(position, level, seed) == (position.move("l8"),)


def test_a_beginner_sometimes_overlooks_a_threat_and_sometimes_not() -> None:
    position = Position.parse("connect-four/14151")
    answers = {turn_of(position, 1, seed) for seed in range(40)}
    assert (position.move("1"),) in answers
    assert len(answers) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game_whatever_was_played_before(game: str) -> None:
    def played(level: LevelPlayer) -> tuple[int, ...]:
        position = Position(Rules.parse(game))
        for _ in range(10):
            if not position.is_over:
                position = position.play(level.choose(position, Limits(nodes=300)))
        return position.history

    for number in (1, 4, 6, 8):
        used = LevelPlayer(number, seed=7)
        first = played(used)
        assert played(used) == first == played(LevelPlayer(number, seed=7))


def test_seeds_make_a_weak_level_play_different_games() -> None:
    position = Position.parse("gomoku/h8")
    assert len({turn_of(position, 1, seed) for seed in range(20)}) > 3


def test_the_catalog_knows_levels_by_number_and_by_option() -> None:
    assert player("level 3").level == player("level n=3").level == 3  # type: ignore[attr-defined]
    assert player("level 3 seed=9").seed == 9  # type: ignore[attr-defined]
    for wrong in ("level 11", "level 0", "level x", "level 3 4", "champion 3"):
        with pytest.raises(CatalogError):
            player(wrong)
