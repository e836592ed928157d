"""Whatever ends the runner, every game is in the store exactly once, and no process is left."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from arena_testing import MARK, PLAYERS, all_ended, bad, marked
from inarow.arena.plan import Plan
from inarow.arena.store import Store, StoreError
from inarow.game.record import Record

MOMENTS = 20
SEED = 20


def inarow(*words: str | Path, mark: Path) -> subprocess.Popen[str]:
    """The command, running."""
    return subprocess.Popen(
        [sys.executable, "-c", "from inarow.cli.main import script; script()", *map(str, words)],
        env={**os.environ, MARK: str(mark)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_games(store: Path, count: int, runner: subprocess.Popen[str]) -> None:
    """Return when the store has so many games, or the runner has ended."""
    while runner.poll() is None and games_in(store) < count:
        time.sleep(0.01)


def games_in(store: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


def end(runner: subprocess.Popen[str]) -> tuple[int, str, str]:
    """The exit code of the runner and what it printed."""
    out, err = runner.communicate(timeout=300)
    return runner.returncode, out, err


def all_games(store: Path) -> list[tuple[str, Record]]:
    opened = Store.read(store)
    try:
        return [(job.key, record) for job, record in opened.games()]
    finally:
        opened.close()


def test_a_runner_that_is_killed_at_20_moments_plays_every_game_once(tmp_path: Path) -> None:
    store = tmp_path / "match.sqlite"
    words = ("match", "random seed=1", "random seed=2", "--game", "tic-tac-toe", "--games", "400")
    options = ("--nodes", "1", "--trusted", "--workers", "1", "--opening-stones", "2", "--store", store)
    moments = random.Random(SEED)
    kills = 0
    while kills < MOMENTS:
        runner = inarow(*words, *options, mark=tmp_path)
        # Some moments are before the first new game, some after a few; the pause hits any place in a game.
        wait_for_games(store, games_in(store) + moments.choice((0, 1, 2, 5)), runner)
        time.sleep(moments.random() * 0.02)
        runner.kill()
        runner.communicate()
        kills += 1
    before = games_in(store)
    code, out, err = end(inarow(*words, *options, mark=tmp_path))
    assert code == 0, err
    assert "400 games" in out
    assert before == 0 or f"{before} games are there already" in err
    keys = [key for key, _ in all_games(store)]
    assert len(keys) == len(set(keys)) == 400
    assert all_ended(str(tmp_path))


def test_killing_the_runner_ends_its_workers_its_players_and_what_they_started(tmp_path: Path) -> None:
    store, pids = tmp_path / "match.sqlite", tmp_path / "pids"
    engine = f"'process:{sys.executable} {PLAYERS}/connect6_engine.py stalls' protocol=connect6"
    for players in ((bad("Daemon", pids=pids), bad("Hanger")), (bad("Stubborn"), engine)):
        options = ("--game", "connect6", "--seconds", "300", "--workers", "2", "--store", store)
        runner = inarow("match", *players, *options, mark=tmp_path)
        deadline = time.monotonic() + 120
        while len(marked(str(tmp_path))) < 7 and time.monotonic() < deadline:
            time.sleep(0.02)  # runner, two workers, and four players with their keepers
        runner.kill()
        runner.communicate()
        assert all_ended(str(tmp_path))
        store.unlink()


def test_interrupting_the_runner_keeps_every_game_and_gives_exit_code_130(tmp_path: Path) -> None:
    store = tmp_path / "match.sqlite"
    words = ("match", "random", "first", "--game", "connect-four", "--games", "100000", "--nodes", "1")
    runner = inarow(*words, "--trusted", "--workers", "2", "--store", store, mark=tmp_path)
    wait_for_games(store, 3, runner)
    runner.send_signal(signal.SIGINT)
    code, _, err = end(runner)
    assert code == 130
    played = games_in(store)
    assert played >= 3
    assert f"{played} games are kept in {store}; the same command goes on" in err
    assert all_ended(str(tmp_path))


def test_a_second_runner_of_one_store_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "match.sqlite"
    words = ("match", "random", bad("Hanger"), "--seconds", "300", "--store", store)
    one = inarow(*words, mark=tmp_path)
    while not games_file_is_made(store) and one.poll() is None:
        time.sleep(0.01)
    code, _, err = end(inarow(*words, mark=tmp_path))
    one.kill()
    one.communicate()
    assert code == 1
    assert f"{store} is being played by another process" in err
    assert all_ended(str(tmp_path))


def games_file_is_made(store: Path) -> bool:
    """Whether the runner has its store, and so its lock."""
    try:
        Store.read(store).close()
    except StoreError:
        return False
    return True


def test_the_same_command_after_the_end_plays_nothing_more(tmp_path: Path) -> None:
    store = tmp_path / "match.sqlite"
    words = ("match", "random", "first", "--games", "2", "--nodes", "1", "--here", "--store", store, "--json")
    first, second = (end(inarow(*words, mark=tmp_path)) for _ in range(2))
    events = [[json.loads(line) for line in out.splitlines()] for _, out, _ in (first, second)]
    assert [event["event"] for event in events[0]] == ["start", "game", "game", "result"]
    assert [event["event"] for event in events[1]] == ["start", "result"]
    assert events[0][-1] == events[1][-1]
    assert not list(tmp_path.glob(".*lock"))


def plan(**changes: object) -> Plan:
    return Plan.from_dict({"players": ["random", "first"], **changes})


def test_the_store_of_another_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store.open(path, plan().to_dict()).close()
    with pytest.raises(StoreError, match="holds another tournament: its clock, pairs differ"):
        Store.open(path, plan(pairs=3, clock={"nodes": 5}).to_dict())
    Store.open(path, plan().to_dict()).close()


def test_a_foreign_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is no tournament file"):
        Store.open(path, plan().to_dict())
    with pytest.raises(StoreError, match="is no tournament file"):
        Store.read(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_text("games, many games\n" * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        Store.open(path, plan().to_dict())
    with pytest.raises(StoreError, match="is no tournament file"):
        Store.read(path)


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    Store.open(path, plan().to_dict()).close()
    content = path.read_bytes()
    for damaged in (content[: len(content) // 2], content[:4096] + b"\xff" * (len(content) - 4096)):
        path.write_bytes(damaged)
        with pytest.raises(StoreError):
            Store.open(path, plan().to_dict())


def test_a_store_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        Store.read(tmp_path / "nothing.sqlite")
