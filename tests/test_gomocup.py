"""Gomocup brains are players, however they behave: we are the manager."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, job, played_in_worker
from conversation import check_received
from inarow import Ending, Position, Rules, Side
from inarow.adapters.players import check_name, player
from inarow.adapters.process import PlayerFault, ProcessPlayer
from inarow.arena.job import Clock, Job
from inarow.engine.limits import Limits

RULES = "place-8x8x5"
PATIENT = Limits(seconds=60.0)


def brain(habit: str, options: str = "") -> str:
    """The text of the mock brain as a player."""
    return f"'process:{sys.executable} {PLAYERS}/gomocup_brain.py {habit}' protocol=gomocup {options}".strip()


def game(first: str, second: str = "random", **changes: object) -> Job:
    return job(first, second, **{"rules": RULES, **changes})


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setenv("INAROW_TEST_LOG", str(tmp_path / "log"))
    yield tmp_path / "log"
    assert all_ended(str(tmp_path))


def test_brains_play_whole_games() -> None:
    jobs = [
        game(brain("good"), brain("chatters")),
        game(brain("suggests"), "first", rules="place-9x6x5"),
        game("first", brain("good"), rules="place-8x8x5-exact", opening=(9, 20, 33)),
    ]
    for record in played_in_worker(*jobs):
        assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note


def test_a_manager_says_what_piskvork_says(log: Path) -> None:
    clock = Clock(seconds=20.0, bank=300.0, memory=80)
    [record] = played_in_worker(game(brain("good"), "first", rules="place-5x5x5-exact", clock=clock))
    assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note
    check_received("gomocup_manager.txt", log.read_text())


def test_a_position_out_of_the_blue_is_told_as_a_board(log: Path) -> None:
    own = player(brain("good"))
    assert isinstance(own, ProcessPlayer)
    try:
        position = Position.after(Rules.parse(RULES), [0, 9, 1, 17])
        assert own.choose(position, PATIENT) == 2
        assert own.choose(position.play(2).play(40), PATIENT) == 3
        assert own.choose(position, PATIENT) == 2  # taken back
    finally:
        own.close()
    lines = [line for line in log.read_text().splitlines() if not line.startswith("INFO")]
    board = ["START 8", "BOARD", "0,0,1", "1,1,2", "1,0,1", "1,2,2", "DONE"]
    assert lines == ["START 20", *board, "TURN 0,5", *board, "END"]


FAULTS = {
    "complains": (Ending.CRASH, "answered 'ERROR I cannot'"),
    "unknowing": (Ending.CRASH, "answered 'UNKNOWN what is that'"),
    "outside": (Ending.ILLEGAL_MOVE, "played 99,99, which is not on the board"),
    "dies": (Ending.CRASH, "ended with exit code 1"),
    "small": (Ending.CRASH, "answered 'ERROR unsupported size' to START 8, not OK"),
    "occupied": (Ending.ILLEGAL_MOVE, "played an illegal move"),
    "out_of_turn": (Ending.OUT_OF_TURN, "sent a move that nobody had asked for"),
}


def test_a_brain_that_fails_loses_with_the_reason() -> None:
    jobs = [game(brain(habit), opening=(0, 63)) for habit in FAULTS]
    for record, (ending, reason) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note
    [dead] = played_in_worker(game(brain("dies")))
    assert "a brain haemorrhage" in dead.note


def test_a_brain_that_hangs_loses_on_time_and_is_ended() -> None:
    [record] = played_in_worker(game(brain("stalls"), clock=TINY))
    assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)


@pytest.mark.parametrize("game", ["connect6", "connect-four", "tic-tac-toe", "place-15x15x6"])
def test_games_that_the_protocol_has_no_words_for_are_refused(game: str) -> None:
    own = player(brain("good"))
    assert isinstance(own, ProcessPlayer)
    try:
        with pytest.raises(ValueError, match="plays five in a row from 5x5 on, not"):
            own.choose(Position(Rules.parse(game)), PATIENT)
    finally:
        own.close()


def test_options_are_checked() -> None:
    check_name(brain("good", "memory=100 info=evaluate:0,thread_num:2"))
    with pytest.raises(ValueError, match="does not know speed=9; it has memory=MiB"):
        check_name(brain("good", "speed=9"))


def test_a_program_that_never_reads_is_late_and_not_waited_for() -> None:
    own = player(f"'process:{sys.executable} -c \"import time; time.sleep(10000)\"' protocol=gomocup")
    assert isinstance(own, ProcessPlayer)
    program = own.program()
    try:
        with pytest.raises(PlayerFault) as caught:
            program.say("x" * 1_000_000, deadline=0.0)
        assert caught.value.ending == Ending.TIME
    finally:
        program.close()
