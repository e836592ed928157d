"""GTP both ways: engines are players, and our players are an engine for GoGui."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import GENEROUS, MARK, PLAYERS, TINY, all_ended, job, played_in_worker
from conversation import Conversation, check_received, repeat
from inarow import Ending, Position, Rules, Side
from inarow.adapters.gtp import parse_vertex, vertex
from inarow.adapters.gtp_engine import Time, game_id
from inarow.adapters.players import player
from inarow.adapters.process import ProcessPlayer
from inarow.arena.job import Job
from inarow.engine.limits import Limits

RULES = Rules.parse("place-7x7x4-p2-q1")
PATIENT = Limits(seconds=60.0)


def engine(habit: str) -> str:
    """The text of the mock engine as a player."""
    return f"'process:{sys.executable} {PLAYERS}/gtp_engine.py {habit}' protocol=gtp"


def game(first: str, second: str = "random", **changes: object) -> Job:
    return job(first, second, **{"rules": RULES.spec, **changes})


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setenv("INAROW_TEST_LOG", str(tmp_path / "log"))
    yield tmp_path / "log"
    assert all_ended(str(tmp_path))


def test_engines_play_whole_games(log: Path) -> None:
    jobs = [game(engine("good"), engine("chatters")), game("first", engine("plain"), opening=(10,))]
    for record in played_in_worker(*jobs):
        assert record.ending == Ending.LINE, record.note


def test_an_engine_is_told_the_game_as_gogui_tells_it(log: Path) -> None:
    [record] = played_in_worker(game("first", engine("good"), clock=GENEROUS))
    assert record.ending == Ending.LINE, record.note
    check_received("gtp_controller.txt", log.read_text())


def test_stones_that_were_taken_back_are_undone(log: Path) -> None:
    own = player(engine("good"))
    assert isinstance(own, ProcessPlayer)
    position = Position(RULES)
    try:
        assert own.choose(position, PATIENT) == 0
        later = position.play(0).play(10).play(11)
        assert own.choose(later, PATIENT) == 1
        assert own.choose(later, PATIENT) == 1
    finally:
        own.close()
    assert log.read_text().splitlines()[-8:-1] == [
        *["genmove b"] * 2,
        *["undo"] * 2,
        "time_left b 60 2",
        *["genmove b"] * 2,
    ]


FAULTS = {
    "passes": (Ending.ILLEGAL_MOVE, "played 'PASS'"),
    "outside": (Ending.ILLEGAL_MOVE, "played 'Z99'"),
    "occupied": (Ending.ILLEGAL_MOVE, "played 'K10'"),
    "column": (Ending.ILLEGAL_MOVE, "is no vertex"),
    "resigns": (Ending.RESIGNATION, "resigned"),
    "dies": (Ending.CRASH, "ended with exit code 1"),
    "rigid": (Ending.CRASH, "answered 'boardsize 7' with: unacceptable size"),
}


def test_an_engine_that_fails_loses_with_the_reason(log: Path) -> None:
    jobs = [game(engine(habit)) for habit in FAULTS]
    for record, (ending, reason) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note


def test_an_engine_that_hangs_loses_on_time(log: Path) -> None:
    [record] = played_in_worker(game(engine("stalls"), clock=TINY))
    assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)


def test_our_own_engine_plays_through_gtp_even_where_stones_fall(log: Path) -> None:
    text = f"'process:{sys.executable} -m inarow.cli engine --protocol gtp --game drop-5x4x3 --player first'"
    [record] = played_in_worker(game(f"{text} protocol=gtp", "first", rules="drop-5x4x3"))
    assert record.ending == Ending.LINE, record.note


def test_gogui_gets_what_it_waits_for() -> None:
    repeat("gtp_gogui.txt")
    repeat("gtp_gogui.txt", end="\r\n")


def test_a_search_without_end_is_interrupted() -> None:
    with Conversation.with_engine("--protocol", "gtp", "--game", "gomoku") as gogui:
        gogui.say("time_settings 0 0 1", "play b H8", "1 genmove w", "# interrupt")
        assert gogui.hear_until("=1")[-1].startswith("=1 ")
        gogui.say("quit")
        assert gogui.ended() == 0


def test_what_gogui_shows_of_a_search_is_a_line_that_can_be_played() -> None:
    with Conversation.with_engine("--protocol", "gtp", "--game", "tic-tac-toe", "--depth", "3") as gogui:
        gogui.say("play b b2", "play w a1", "inarow-line", "inarow-value")
        words = [line for line in (gogui.hear() for _ in range(8)) if line not in ("", "=")]
        moves = words[0].removeprefix("= ").split()
        assert moves[::2] == ["b", "w", "b"][: len(moves) // 2]
        position = Position.parse("tic-tac-toe/b2a1")
        for text in moves[1::2]:
            position = position.play(parse_vertex(position, text))


def test_vertices_have_no_letter_i() -> None:
    position = Position(Rules.parse("connect6"))
    assert vertex(position.rules, 9 * 19 + 9) == "K10"
    assert parse_vertex(position, "k10") == 9 * 19 + 9
    for text in ("I9", "A0", "A20", "U1", "A", "", "10"):
        with pytest.raises(ValueError, match="is no vertex"):
            parse_vertex(position, text)
    assert parse_vertex(Position.parse("4"), "D") == 10


def test_the_time_for_a_stone_follows_the_clock() -> None:
    position = Position(RULES).play(0)
    assert Time().limits(position).seconds is None
    assert Time(period=10, stones=1).limits(position).seconds == pytest.approx(9.95)
    assert Time(period=10, stones=4).limits(position).seconds == pytest.approx(4.95)
    assert Time(main=100).limits(position).seconds == pytest.approx(4.95)
    assert Time(main=100, left=((Side.SECOND, 20.0, 0),)).limits(position).seconds == pytest.approx(0.95)
    assert Time(main=100, left=((Side.SECOND, 6.0, 2),)).limits(position).seconds == pytest.approx(5.95)


def test_games_have_names_as_gogui_wants_them() -> None:
    names = ["connect6", "connect-four", "gomoku-exact"]
    assert [game_id(Rules.parse(name)) for name in names] == ["Connect6", "Connectfour", "Gomokuexact"]
