"""A player may do what it likes: it loses its game for the right reason, and nothing of it is left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, bad, job, played_in_worker, small
from inarow import Ending, Side
from inarow.arena.executor import HereExecutor, LocalExecutor
from inarow.arena.game import played
from inarow.arena.job import Clock
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.arena.tournament import Tournament

# Each at its first move, with what the note of the record must say.
FORFEITS = {
    "Crasher": (Ending.CRASH, "RuntimeError: the dog ate my move", "I have a bad feeling"),
    "Segfaulter": (Ending.CRASH, "was ended by signal 11", "into the void"),
    "Quitter": (Ending.CRASH, "left the game with exit code 3", "no more"),
    "Leaver": (Ending.CRASH, "left the game with exit code 1", "goodbye"),
    "Unmakeable": (Ending.CRASH, "RuntimeError: not today", ""),
    "OffTheBoard": (Ending.ILLEGAL_MOVE, "the cells of this board are 0 to 41", ""),
    "Negative": (Ending.ILLEGAL_MOVE, "played cell -1", ""),
    "Floating": (Ending.ILLEGAL_MOVE, "played an illegal move", ""),
    "Speechless": (Ending.ILLEGAL_MOVE, "answered 'None', which is not the number of a cell", ""),
    "Writer": (Ending.ILLEGAL_MOVE, "answered 'd4', which is not the number of a cell", ""),
    "Chatterbox": (Ending.FLOOD, "printed more than 100,000 bytes", "and another thing"),
    "MemoryEater": (Ending.MEMORY, "used more than 250 MiB", "hungry"),
    "ForkBomber": (Ending.PROCESSES, "started more than 16 processes", ""),
    "DescriptorCloser": (Ending.CRASH, "closed its channel to the referee", ""),
    "Babbler": (Ending.OUT_OF_TURN, "wrote to the referee's channel itself", ""),
    "LineFlooder": (Ending.FLOOD, "wrote too much to the referee's channel", ""),
    "Boaster": (Ending.CRASH, "gave an answer that is none", ""),
}
LATE = (Ending.TIME, "did not answer within 20.100 s", "")
HANGERS = ("Hanger", "Spinner", "Slow", "Stubborn")


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Marks every process that a test starts; none may be left at its end."""
    monkeypatch.setenv(MARK, str(tmp_path))
    yield str(tmp_path)
    assert all_ended(str(tmp_path))


def test_a_player_that_does_not_answer_loses_on_time() -> None:
    for record in played_in_worker(*(job(bad(name), clock=TINY) for name in HANGERS)):
        assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)
        assert "did not answer within 0.300 s" in record.note


def test_a_player_that_plays_an_occupied_cell_loses() -> None:
    [record] = played_in_worker(job("first", bad("Occupier")))
    assert (record.ending, record.winner) == (Ending.ILLEGAL_MOVE, Side.FIRST)
    assert "occupied" in record.note
    assert len(record.moves) == 1


def test_an_answer_out_of_turn_loses() -> None:
    [record] = played_in_worker(job(bad("TwoAnswers")))
    assert (record.ending, record.winner) == (Ending.OUT_OF_TURN, Side.SECOND)
    assert "answered when it was not asked" in record.note


def test_a_player_that_cannot_be_made_loses() -> None:
    expected = {
        "hangs_on_import.py:Player": (Ending.TIME, "did not answer within 0.500 s", 0.5),
        "leaves_on_import.py:Player": (Ending.CRASH, "left the game with exit code 5", 60.0),
        "bad.py:Missing": (Ending.CRASH, "has no 'Missing'", 60.0),
    }
    jobs = [job(f"{PLAYERS}/{name}", bounds=small(start=start)) for name, (*_, start) in expected.items()]
    for record, (ending, reason, _) in zip(played_in_worker(*jobs), expected.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND)
        assert reason in record.note


def test_a_player_may_close_its_output_and_play_on() -> None:
    [record] = played_in_worker(job(bad("StdoutCloser"), "first"))
    assert record.ending == Ending.LINE


def test_what_a_player_says_it_thought_is_kept_with_the_measured_time() -> None:
    [record] = played_in_worker(job(bad("Thinker"), "first"))
    thought = record.thoughts[0]
    assert thought is not None
    assert (thought.nodes, thought.depth, thought.score) == (7, 2, -15)
    assert thought.seconds is not None
    assert thought.seconds > 0
    assert record.thoughts[1] is not None
    assert record.thoughts[1].nodes is None


@pytest.mark.parametrize("name", ["Daemon", "DyingParent"])
def test_a_process_that_a_player_hides_in_its_own_session_ends_with_the_game(
    name: str, tmp_path: Path
) -> None:
    pids = tmp_path / "pids"
    [record] = played_in_worker(job(bad(name, pids=pids), bounds=small(processes=64)))
    assert record.ending == (Ending.LINE if name == "Daemon" else Ending.CRASH)
    hidden = [int(pid) for pid in pids.read_text().split()]
    assert hidden
    assert not [pid for pid in hidden if Path(f"/proc/{pid}").exists()]


def test_a_game_in_this_very_process_leaves_no_hidden_process_either(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    one = job(bad("Daemon", pids=pids), bounds=small(processes=64))
    [(_, record)] = HereExecutor().run([one])
    assert record.ending == Ending.LINE
    assert not [pid for pid in pids.read_text().split() if Path(f"/proc/{pid}").exists()]


def test_a_player_is_made_ready_and_thinks_as_any_thread_does() -> None:
    before = os.sched_getscheduler(0)
    for trusted in (False, True):
        [(_, record)] = HereExecutor().run([job(bad("Ordinary"), is_trusted=trusted)])
        assert (record.ending, record.note) == (Ending.LINE, "")
        assert os.sched_getscheduler(0) == before  # the referee was woken promptly meanwhile, and is no more


def test_suspended_players_play_the_same_game() -> None:
    jobs = [job("random seed=4", "random seed=5", key=str(on), suspends=on) for on in (False, True)]
    one, other = played_in_worker(*jobs)
    assert one.moves == other.moves
    assert one.ending == other.ending


def test_a_trusted_player_is_judged_by_the_same_rules() -> None:
    for name in ("Crasher", "OffTheBoard", "Floating", "Speechless", "Unmakeable"):
        ending, reason, _ = FORFEITS[name]
        record = played(job(bad(name), is_trusted=True))
        assert (record.ending, record.winner) == (ending, Side.SECOND)
        assert reason in record.note


def test_a_trusted_game_that_ends_every_worker_is_given_up_with_its_name() -> None:
    one = job(bad("Quitter"), is_trusted=True)
    with pytest.raises(ValueError, match="ended its worker 3 times; play it without --trusted"):
        list(LocalExecutor(workers=1).run([one]))


def test_a_tournament_goes_on_whatever_its_players_do(tmp_path: Path) -> None:
    names = (*FORFEITS, "Hanger", "Slow", "Stubborn")
    plan = Plan(
        players=("first", *map(bad, names)), schedule="gauntlet", clock=Clock(seconds=20.0), bounds=small()
    )
    store = Store.open(tmp_path / "store.sqlite", plan.to_dict())
    Tournament(plan, store).run(LocalExecutor(workers=8), lambda *_: None)
    games = list(store.games())
    store.close()
    assert len(games) == 2 * len(names)
    for one, record in games:
        other = next(player for player in one.players if player != "first")
        ending, reason, last_words = FORFEITS.get(other.rpartition(":")[2], LATE)
        assert one.players[0 if record.winner == Side.FIRST else 1] == "first"
        assert record.ending == ending, record.note
        assert record.note.startswith(f"{other} ")
        assert reason in record.note
        assert last_words in record.note
