"""The studio as a process: searches at once, browsers that leave, workers and servers that die."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from inarow.arena.boards import BoardWriter, boards_folder, watch_boards
from inarow.arena.job import Job
from inarow.arena.plan import Plan
from inarow.arena.store import Store
from inarow.game.position import Position
from inarow.game.record import Record
from studio_testing import (
    LONG,
    PATIENCE,
    SHORT,
    RunningStudio,
    events_of,
    listening,
    running_studio,
    until,
    wait_for,
)


@pytest.fixture(scope="module")
def studio() -> Iterator[RunningStudio]:
    with running_studio(workers=2) as studio:
        yield studio


def test_two_searches_think_at_once(studio: RunningStudio) -> None:
    with studio.client() as client, ExitStack() as stack:
        streams = [stack.enter_context(listening(client, LONG)) for _ in range(2)]
        for stream in streams:
            assert until(stream, "info")["nodes"] > 0


def test_a_browser_that_leaves_stops_its_search(studio: RunningStudio) -> None:
    with studio.client() as client:
        with ExitStack() as stack:
            for _ in range(2):
                until(stack.enter_context(listening(client, LONG)), "started")
        with listening(client, SHORT) as events:  # both workers would be busy for minutes
            assert until(events, "result")["move"] == [3]
        wait_for(lambda: client.get("/api/health").json()["searches"] == 0)


def test_a_deleted_search_ends_its_stream(studio: RunningStudio) -> None:
    with studio.client() as client:
        made = client.post("/api/searches", json=LONG).json()["id"]
        with client.stream("GET", f"/api/searches/{made}/events") as answer:
            lines = answer.iter_lines()
            assert next(lines).startswith("event: ")
            assert client.get(f"/api/searches/{made}/events").status_code == 409
            assert client.delete(f"/api/searches/{made}").status_code == 204
            assert [line for line in lines if line.startswith("event: ")][-1] == "event: end"
        assert client.delete(f"/api/searches/{made}").status_code == 404


def test_studies_leave_a_worker_to_those_who_wait_for_a_move(studio: RunningStudio) -> None:
    with studio.client() as client, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(listening(client, {**LONG, "kind": "analyse"}))
        with listening(client, SHORT) as events:
            assert until(events, "result")["move"] == [3]


def test_a_worker_that_is_killed_is_replaced_and_the_page_is_told(studio: RunningStudio) -> None:
    with studio.client() as client:
        with listening(client, LONG) as events:
            until(events, "info")
            before = set(studio.workers())
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            error = until(events, "failed")["error"]
            assert error["code"] == "worker_died"
            assert error["retry"]
            until(events, "end")
        with listening(client, SHORT) as events:
            assert until(events, "result")["move"] == [3]
        wait_for(lambda: len(set(studio.workers()) - before) == 2)
        wait_for(lambda: not before & set(studio.workers()))


def test_workers_have_no_more_memory_than_they_may(studio: RunningStudio) -> None:
    with studio.client() as client, ExitStack() as stack:
        # A search each shows that both have come up: a worker limits itself before it is ready.
        for _ in range(2):
            until(stack.enter_context(listening(client, LONG)), "started")
        workers = studio.workers()
        assert len(workers) == 2
        for worker in workers:
            limits = Path(f"/proc/{worker}/limits").read_text()
            assert f"{512 << 20}" in next(line for line in limits.splitlines() if "data size" in line)


def test_what_is_not_http_gets_an_error_in_json(studio: RunningStudio) -> None:
    with socket.create_connection(("127.0.0.1", studio.port), PATIENCE) as line:
        line.sendall(b"\x16\x03\x01\x00\xa5 hello\r\n\r\n")
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert b'"code": "bad_request"' in answer


def test_who_connects_and_says_nothing_is_shown_out() -> None:
    with running_studio(workers=1, head_seconds=0.2) as studio:
        for beginning in (b"", b"GET / HT", b"POST /api/rules HTTP/1.1\r\nHost: localhost\r\n"):
            line = socket.create_connection(("127.0.0.1", studio.port), PATIENCE)
            with line, suppress(ConnectionError):  # it may be shut before all is said
                line.sendall(beginning)
                assert line.recv(4096) == b""


def test_a_request_that_never_comes_whole_is_given_up() -> None:
    with (
        running_studio(workers=1, request_seconds=0.2) as studio,
        socket.create_connection(("127.0.0.1", studio.port), PATIENCE) as line,
    ):
        line.sendall(
            b"POST /api/rules HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 408")


def test_ctrl_c_ends_the_studio_its_streams_and_its_workers() -> None:
    with running_studio(workers=1) as studio, studio.client() as client:
        with listening(client, LONG) as events:
            until(events, "started")
            workers = studio.workers()
            studio.process.send_signal(signal.SIGINT)
            assert until(events, "failed")["error"]["code"] == "closing"
            until(events, "end")
        said, _ = studio.process.communicate(timeout=PATIENCE)
        assert said.strip() == "closed"
        assert studio.process.returncode == 0
        wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_a_studio_that_is_killed_leaves_no_worker_and_no_saved_game_behind(tmp_path: Path) -> None:
    store = tmp_path / "games" / "studio.sqlite"
    with running_studio(workers=1, store=store) as studio:
        with studio.client() as client, listening(client, LONG) as events:
            until(events, "started")
            saved = client.post("/api/saved", json={"name": "kept", "position": "connect-four/44"}).json()
            workers = studio.workers()
            studio.end(signal.SIGKILL)
        wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    with running_studio(workers=1, store=store) as studio, studio.client() as client:
        assert client.get(f"/api/saved/{saved['id']}").json()["position"] == "connect-four/44"


def test_boards_and_new_games_of_a_running_tournament_are_told(tmp_path: Path) -> None:
    plan = Plan(players=("random", "first"), games=("tic-tac-toe",))
    store = Store.open(tmp_path / "spring.sqlite", plan.to_dict())
    path = tmp_path / "spring.sqlite"
    try:
        add_game(store, 1)
        watch_boards(path)
        BoardWriter(path).show(
            Job("game 2", "pair", "tic-tac-toe", ("random", "first")), Position.parse("tic-tac-toe/b2")
        )
        with (
            running_studio(workers=1, watched=(path,)) as studio,
            studio.client() as client,
            client.stream("GET", "/api/tournaments/spring/events") as answer,
        ):
            events = events_of(answer.iter_lines())
            assert until(events, "standing")["played"] == 1
            assert [board["position"] for board in until(events, "boards")["boards"]] == ["tic-tac-toe/b2"]
            add_game(store, 2)
            game = until(events, "game")
            assert (game["number"], game["outcome"]) == (2, "first")
            assert until(events, "standing")["played"] == 2
            studio.process.send_signal(signal.SIGTERM)
            until(events, "end")
            studio.process.wait(PATIENCE)
        assert not boards_folder(path).exists()
    finally:
        store.close()


def add_game(store: Store, number: int) -> None:
    position = Position.parse("tic-tac-toe/a1a2b1b2c1")
    job = Job(f"game {number}", "pair", "tic-tac-toe", ("random", "first"))
    store.add(job, Record.of(position, ("random", "first")))


def test_the_command_prints_its_address_and_opens_it(tmp_path: Path) -> None:
    told, browser = tmp_path / "told", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {told}.new && mv {told}.new {told}\n')
    browser.chmod(0o755)
    arguments = ["studio", "--port", "0", "--store", str(tmp_path / "games")]
    command = [sys.executable, "-m", "inarow.cli", *arguments]
    environment = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as studio:
        assert studio.stdout is not None
        address = studio.stdout.readline().removeprefix("studio: ").strip()
        wait_for(told.exists)
        studio.terminate()
    assert told.read_text() == address


def test_the_command_says_what_is_wrong_with_its_files(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_text("this is no database")
    for arguments in (["--store", str(wrong)], ["--watch", str(tmp_path / "missing.sqlite")]):
        command = [sys.executable, "-m", "inarow.cli", "studio", "--no-browser", "--port", "0", *arguments]
        found = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert found.returncode == 1
        assert found.stderr.startswith("inarow: ")
        assert "Traceback" not in found.stderr
