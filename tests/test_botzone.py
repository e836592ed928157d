"""Botzone both ways and in both modes: bots are players, and ours is a bot."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, job, played_in_worker
from conversation import INAROW, Conversation, repeat
from inarow import Ending, Position, Rules, Side
from inarow.adapters.players import player
from inarow.adapters.process import ProcessPlayer
from inarow.arena.job import Job
from inarow.engine.limits import Limits
from inarow.game.botzone import CONNECT6, message, stones_of, told

PATIENT = Limits(seconds=60.0)


def bot(habit: str) -> str:
    """The text of the mock bot as a player."""
    return f"'process:{sys.executable} {PLAYERS}/botzone_bot.py {habit}' protocol=botzone"


def game(first: str, second: str = "random", **changes: object) -> Job:
    return job(first, second, **{"rules": "gomoku", **changes})


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setenv("INAROW_TEST_LOG", str(tmp_path / "log"))
    yield tmp_path / "log"
    assert all_ended(str(tmp_path))


def test_bots_play_whole_games_in_both_modes(log: Path) -> None:
    jobs = [
        game(bot("restarts"), "first"),
        game("first", bot("keeps_running"), rules=CONNECT6.spec),
        game(bot("pretty"), bot("keeps_running"), rules="connect-four"),
    ]
    for record in played_in_worker(*jobs):
        assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note


def received(log: Path) -> list[object]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_bot_that_is_started_anew_is_told_all_and_gets_back_what_it_kept(log: Path) -> None:
    own = player(bot("restarts"))
    assert isinstance(own, ProcessPlayer)
    try:
        position = Position(CONNECT6)
        position = position.play(own.choose(position, PATIENT)).play(20).play(21)
        for _ in range(2):
            position = position.play(own.choose(position, PATIENT))
    finally:
        own.close()
    start = {"x0": -1, "y0": -1, "x1": -1, "y1": -1}
    assert received(log) == [
        {"requests": [start], "responses": []},
        {
            "requests": [start, {"x0": 5, "y0": 1, "x1": 6, "y1": 1}],
            "responses": [{"x0": 0, "y0": 0, "x1": -1, "y1": -1}],
            "data": "kept",
            "globaldata": {"games": 1},
        },
    ]


def test_a_bot_that_is_kept_running_gets_the_newest_request_only(log: Path) -> None:
    own = player(bot("keeps_running"))
    assert isinstance(own, ProcessPlayer)
    try:
        start = Position(Rules.parse("gomoku")).play(112)
        later = start.play(own.choose(start, PATIENT)).play(113)
        assert own.choose(later, PATIENT) == 1
        assert own.choose(start, PATIENT) == 0  # taken back: only a new process can be told
    finally:
        own.close()
    whole = {"requests": [{"x": 7, "y": 7}], "responses": []}
    kept = {"globaldata": {"games": 1}}
    assert received(log) == [whole, {"x": 8, "y": 7}, {**whole, **kept}]


FAULTS = {
    "outside": (Ending.ILLEGAL_MOVE, "99,0 is not on the board"),
    "nonsense": (Ending.ILLEGAL_MOVE, '"7,7" is no turn: expected {"x": -1, "y": -1}'),
    "dies": (Ending.CRASH, "ended with exit code 1"),
    "mute": (Ending.CRASH, "ended with exit code 0"),
}


def test_a_bot_that_fails_loses_with_the_reason(log: Path) -> None:
    jobs = [game(bot(habit)) for habit in FAULTS]
    for record, (ending, reason) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note
    [late, short] = played_in_worker(
        game(bot("stalls"), clock=TINY), game("first", bot("single"), rules=CONNECT6.spec)
    )
    assert (late.ending, late.winner) == (Ending.TIME, Side.SECOND)
    assert (short.ending, short.winner) == (Ending.ILLEGAL_MOVE, Side.FIRST)
    assert "placed 1 of 2 stones" in short.note


def test_botzone_gets_what_it_waits_for() -> None:
    repeat("botzone_gomoku.txt")
    repeat("botzone_connect6.txt")
    repeat("botzone_kept.txt")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hello", "a request must be one line of JSON"),
        ('{"x": 1, "y": 1}', "the first line must hold all requests and responses"),
        ('{"requests": [], "responses": []}', "with one request more"),
        ('{"requests": [{"z": 1}], "responses": []}', "is a request of no game"),
    ],
)
def test_what_is_no_request_is_refused(line: str, error: str) -> None:
    done = subprocess.run(
        [*INAROW, "engine", "--protocol", "botzone"], input=line, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert error in done.stderr


def test_turns_become_messages_and_back() -> None:
    position = Position.parse("connect-four/4")
    assert message(position.rules, [3]) == {"x": 3}
    assert stones_of(position, {"x": 3}) == [10]
    six = Position.after(CONNECT6, [112, 0, 1])
    assert told(six, Side.FIRST) == (
        [message(CONNECT6), {"x0": 0, "y0": 0, "x1": 1, "y1": 0}],
        [{"x0": 7, "y0": 7, "x1": -1, "y1": -1}],
    )


def test_our_bot_is_kept_running_against_itself() -> None:
    words = ("--protocol", "botzone", "--keep-running", "--player", "random")
    with Conversation.with_engine(*words) as first, Conversation.with_engine(*words) as second:
        position = Position(Rules.parse("gomoku"))
        request: dict[str, object] = {"requests": [{"x": -1, "y": -1}], "responses": []}
        for turn in range(8):
            bot = (first, second)[turn % 2]
            bot.say(json.dumps(request))
            response = json.loads(bot.hear())["response"]
            assert bot.hear() == ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
            position = position.play(stones_of(position, response)[0])
            request = response if turn else {"requests": [response], "responses": []}
