"""Java classes of the Bologna courses are players, and our engine is one of theirs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, job, played_in_worker
from inarow import Ending, Position, Rules, Side
from inarow.adapters import java_player
from inarow.adapters.players import check_name, player
from inarow.adapters.process import PlayerFault, ProcessPlayer
from inarow.arena.job import Bounds, Job
from inarow.engine.limits import Limits

HABITS = f"java:{PLAYERS}/java/habits/Habits.java"
BROKEN = f"java:{PLAYERS}/java_broken/Broken.java"
EXAMPLE = f"java:{Path(__file__).parent.parent}/docs/examples/InarowPlayer.java"
PATIENT = Limits(seconds=60.0)


def habit(name: str) -> str:
    return f"'{HABITS}' 'class=habits.Habits${name}'"


def java_job(first: str, second: str = "first", **changes: object) -> Job:
    """A game before which a slow machine has all the time that it needs to compile."""
    return job(first, second, **{"bounds": Bounds(start=600.0), **changes})


@pytest.fixture(autouse=True)
def cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> Iterator[Path]:
    """Classes are compiled once for all tests of this file, unless two processes run it."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv(MARK, str(tmp_path))
    yield folder
    assert all_ended(str(tmp_path))


def test_students_classes_play_whole_games() -> None:
    jobs = [
        java_job(HABITS, "first"),
        java_job("first", habit("Looker"), rules="drop-10x9x5"),
        java_job(habit("Cells"), "first", rules="place-5x4x4"),
    ]
    for record in played_in_worker(*jobs):
        assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note


FAULTS = {
    "Thrower": ("connect-four", Ending.CRASH, 'IllegalStateException: no "idea"'),
    "Outsider": ("connect-four", Ending.ILLEGAL_MOVE, "played an illegal move"),
    "Leaver": ("connect-four", Ending.CRASH, "ended with exit code 3"),
    "Nobody": ("connect-four", Ending.CRASH, "implements neither connectx.CXPlayer nor mnkgame.MNKPlayer"),
    "Looker": ("connect6", Ending.CRASH, "a CXPlayer plays games in which stones fall, one a turn"),
    "Cells": ("connect-four", Ending.CRASH, "an MNKPlayer plays games in which stones do not fall"),
}


def test_a_class_that_fails_loses_with_the_reason() -> None:
    jobs = [java_job(habit(name), rules=rules) for name, (rules, *_) in FAULTS.items()]
    for record, (_, ending, reason) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note
    [late] = played_in_worker(java_job(habit("Hanger"), clock=TINY))
    assert (late.ending, late.winner) == (Ending.TIME, Side.SECOND)


def test_a_class_that_does_not_compile_loses_with_what_the_compiler_said() -> None:
    [record] = played_in_worker(java_job(BROKEN))
    assert (record.ending, record.winner) == (Ending.CRASH, Side.SECOND)
    assert "could not be compiled" in record.note
    assert "Broken.java:1: error: Broken is not abstract" in record.note


def chosen(text: str, position: str) -> tuple[str, list[str]]:
    """The move of the player, and what it printed."""
    own = player(text)
    assert isinstance(own, ProcessPlayer)
    said: list[str] = []
    own.listener = said.append
    start = Position.parse(position)
    try:
        return start.rules.move_name(own.choose(start, PATIENT)), said
    finally:
        own.close()


def test_the_class_sees_the_game_as_in_the_harness() -> None:
    move, said = chosen(HABITS, "drop-8x6x4/414141")
    assert move == "4"
    assert "told 6 8 4 true 60" in said
    assert '{"name": "Habits \\"quoted\\""}' in said
    assert chosen(habit("Cells"), "place-6x6x3/a1b6b2d5")[0] == "c3"


def test_a_class_is_compiled_once(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    found = java_player.java_class(HABITS.removeprefix("java:"), None)
    folder = java_player.compiled(found)
    monkeypatch.setattr(subprocess, "run", None)
    assert java_player.compiled(found) == folder
    assert folder.parent == cache / "inarow" / "java"


def test_compiled_classes_and_archives_are_players_too(tmp_path: Path) -> None:
    folder = java_player.compiled(java_player.java_class(HABITS.removeprefix("java:"), None))
    assert chosen(f"java:{folder} class=habits.Habits", "drop-7x6x4/414141")[0] == "4"


def test_a_folder_that_is_meant_to_be_put_below_the_harness_is_compiled_as_it_lies() -> None:
    assert chosen(f"java:{PLAYERS}/java_loose/Loose.java", "drop-7x6x4/44")[0] == "7"


def test_what_is_missing_is_said_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PlayerFault, match=r"was not found: install a JDK .*default-jdk-headless"):
        chosen(HABITS, "connect-four/")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("java:", "expected java:Player.java"),
        ("java:nothing.java", "there is no nothing.java"),
        (f"java:{PLAYERS}/java", "needs the player's class"),
        (f"{BROKEN} speed=3", "does not know speed=3"),
        (f"{BROKEN} memory=much", "expected MiB"),
    ],
)
def test_a_class_that_is_not_there_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_name(text)


def test_our_engine_plays_in_their_harness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INAROW", f"{sys.executable} -m inarow.cli")
    assert chosen(EXAMPLE, "drop-7x6x4/414141")[0] == "4"


def test_the_largest_board_of_the_course_is_played() -> None:
    rules = Rules.parse("drop-100x100x30")
    move, said = chosen(habit("Looker"), f"{rules.spec}/")
    assert move == "100"
    assert "told 100 100 30 true 60" in said
