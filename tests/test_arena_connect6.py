"""Programs that speak the Connect6 GUI protocol are players, however they behave."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, job, played_in_worker, small
from conversation import check_received
from inarow import Ending, Position, Side
from inarow.adapters.connect6 import placements
from inarow.adapters.players import check_name, player
from inarow.arena.job import Job
from inarow.engine.limits import Limits
from inarow.game.variants import CONNECT6


def engine(habit: str, options: str = "") -> str:
    """The text of the mock engine as a player."""
    return (
        f"'process:{sys.executable} {PLAYERS}/connect6_engine.py {habit}' protocol=connect6 {options}".strip()
    )


def game(first: str, second: str = "random", **changes: object) -> Job:
    return job(first, second, rules="connect6", **changes)


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv(MARK, str(tmp_path))
    yield
    assert all_ended(str(tmp_path))


def test_engines_that_keep_to_the_protocol_play_whole_games() -> None:
    jobs = [
        game(engine("good"), engine("chatters")),
        game(engine("lower_case"), engine("doubled")),
        game("first", engine("good", "depth=3 vcf=no")),
    ]
    for record in played_in_worker(*jobs):
        assert record.ending == Ending.LINE, record.note
    [plain, *_] = played_in_worker(*jobs[:1])
    assert Position.after(CONNECT6, plain.moves[:1]).text == "connect6/j10"


FAULTS = {
    "dies": (Ending.CRASH, "ended with exit code 7", "out of ideas"),
    "closes": (Ending.CRASH, "closed its output", "closing time"),
    "floods": (Ending.FLOOD, "printed more than", "Searching, searching"),
    "long_line": (Ending.FLOOD, "printed more than", "Searching, searching"),
    "two_first": (Ending.ILLEGAL_MOVE, "answered JJJK where one stone is to be placed", "move JJJK"),
}
LATER_FAULTS = {
    "single": (Ending.ILLEGAL_MOVE, "where two stones are to be placed", "move AA"),
    "occupied": (Ending.ILLEGAL_MOVE, "played an illegal move", "move JJ"),
    "twice": (Ending.ILLEGAL_MOVE, "where two stones are to be placed", "move AAAA"),
}


def test_an_engine_that_fails_loses_with_the_reason_and_what_it_said_last() -> None:
    jobs = [game(engine(habit), bounds=small()) for habit in FAULTS]
    for record, (ending, reason, last_words) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note
        assert last_words in record.note


def test_an_engine_that_answers_with_wrong_stones_loses() -> None:
    opening = Position.parse("connect6/j10").history
    jobs = [game("random", engine(habit), opening=opening) for habit in LATER_FAULTS]
    for record, (ending, reason, last_words) in zip(
        played_in_worker(*jobs), LATER_FAULTS.values(), strict=True
    ):
        assert (record.ending, record.winner) == (ending, Side.FIRST), record.note
        assert reason in record.note
        assert last_words in record.note


def test_an_engine_that_moves_out_of_turn_loses() -> None:
    [record] = played_in_worker(game(engine("out_of_turn")))
    assert (record.ending, record.winner) == (Ending.OUT_OF_TURN, Side.SECOND)


def test_our_time_limit_ends_an_engine_that_knows_of_none() -> None:
    for record in played_in_worker(*(game(engine(habit), clock=TINY) for habit in ("stalls", "gives_up"))):
        assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)
        assert "did not answer" in record.note


def test_an_engine_that_never_says_its_name_loses_on_time() -> None:
    [record] = played_in_worker(game(engine("mute"), bounds=small(start=0.5)))
    assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)


def test_the_processes_of_an_engine_end_with_the_game() -> None:
    [record] = played_in_worker(game(engine("forks"), engine("good")))
    assert record.ending == Ending.LINE  # the fixture looks for what is left


def test_a_command_that_cannot_be_started_loses() -> None:
    [record] = played_in_worker(game("process:/no/such/engine protocol=connect6"))
    assert (record.ending, record.winner) == (Ending.CRASH, Side.SECOND)
    assert "could not be started" in record.note


def test_an_engine_runs_in_the_folder_that_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text((PLAYERS / "connect6_engine.py").read_text())
    text = f"'process:{sys.executable} here.py' protocol=connect6 folder={tmp_path}"
    mock = player(text)
    try:
        assert mock.choose(Position(CONNECT6), Limits(seconds=60.0)) == 9 * 19 + 9
    finally:
        mock.close()  # type: ignore[attr-defined]


def test_the_game_is_sent_turn_by_turn_with_a_single_stone_doubled() -> None:
    position = Position.parse("connect6/j10k11k9a1s19")
    assert placements(position) == ["black JJJJ", "white KKKI", "black AASS"]


def test_an_engine_hears_what_the_gui_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INAROW_TEST_LOG", str(tmp_path / "log"))
    mock = player(engine("good", "depth=3 vcf=no"))
    try:
        position = Position(CONNECT6).play("a1")
        for expected in ("a2", "a3"):
            cell = mock.choose(position, Limits(seconds=60.0))
            assert CONNECT6.cell_name(cell) == expected
            position = position.play(cell)
        mock.choose(position.play("b1").play("d1"), Limits(seconds=60.0))
    finally:
        mock.close()  # type: ignore[attr-defined]
    check_received("connect6_controller.txt", (tmp_path / "log").read_text())


def test_a_win_by_the_first_stone_of_a_turn_ends_the_game() -> None:
    opening = (
        9,
        20,
        22,
        10,
        11,
        24,
        26,
        12,
        13,
        28,
        30,
    )  # five in a row at the edge, and two stones to place
    [record] = played_in_worker(game("pvs eval=windows depth=1 candidates=near cells=8", opening=opening))
    assert (record.ending, record.winner) == (Ending.LINE, Side.FIRST)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("process:", "needs a command"),
        ("process:./engine", "needs a protocol that is known here: protocol=connect6"),
        ("process:./engine protocol=chess", "needs a protocol"),
        ("process:./engine protocol=connect6 depth=12", "does not know depth=12"),
        ("process:./engine protocol=connect6 speed=9", "does not know speed=9"),
        ("no_such_file.py:Player", "there is no file no_such_file.py"),
        ("no_such_module:Player", "there is no module 'no_such_module'"),
        ("pvz", "did you mean pvs"),
    ],
)
def test_a_player_that_cannot_be_is_refused_before_any_game(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_name(text)


def test_checking_a_name_runs_nothing_of_the_user() -> None:
    check_name(f"{PLAYERS}/leaves_on_import.py:Player")
