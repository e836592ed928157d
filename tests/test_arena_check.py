"""`inarow check` tells the author of a player what is wrong with it, and what to do about it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from arena_testing import PLAYERS, bad
from inarow import Rules
from inarow.adapters import players
from inarow.arena.compliance import Compliance


def mock(file: str, habit: str, protocol: str) -> str:
    return f"'process:{sys.executable} {PLAYERS}/{file}.py {habit}' protocol={protocol}"


PROGRAMS = [
    (mock("gomocup_brain", "good", "gomocup"), "place-7x7x5"),
    (mock("gtp_engine", "good", "gtp"), "place-6x6x4-p2-q1"),
    (mock("jsonl_player", "whole_turn", "jsonl"), "place-6x6x4-p2-q1"),
]


def checked(player: str, *words: str) -> tuple[int, str, str]:
    """The exit code of the command and what it prints. It adopts processes, so it has one of its own."""
    done = subprocess.run(
        [sys.executable, "-c", "from inarow.cli.main import script; script()", "check", player, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("player", "game"), [("first", "connect-four"), *PROGRAMS])
def test_a_good_player_is_ready_to_play(player: str, game: str) -> None:
    code, out, _ = checked(player, "--game", game, "--seconds", "60")
    assert code == 0, out
    assert out.endswith(f"{player} is ready to play in {game}\n")
    assert "FAIL" not in out


@pytest.mark.parametrize(
    ("name", "said", "advice"),
    [
        ("Crasher", "crash: RuntimeError: the dog ate my move", "read the message and the line"),
        ("Floating", "illegal move: played an illegal move", "return one of position.moves"),
        ("Chatterbox", "too much output: printed more than", "print less"),
    ],
)
def test_a_bad_player_is_told_what_to_put_right(name: str, said: str, advice: str) -> None:
    code, out, _ = checked(bad(name), "--seconds", "60")
    assert code == 1
    assert said in out
    assert f"what to do: {advice}" in out
    assert "things to put right" in out


def test_a_player_that_hangs_is_told_to_look_at_the_clock() -> None:
    code, out, _ = checked(bad("Hanger"), "--seconds", "0.1", "--game", "tic-tac-toe", "--json")
    assert code == 1
    found: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert not any(finding["is_good"] for finding in found)
    assert "stop in time" in found[0]["advice"]


def test_a_player_that_is_not_there_is_refused() -> None:
    code, _, err = checked("nothing.py:Player")
    assert code == 1
    assert "there is no file nothing.py" in err


def test_a_program_is_tested_in_its_own_protocol_and_its_own_game() -> None:
    code, out, _ = checked(mock("connect6_engine", "exact", "connect6"), "--seconds", "60")
    assert code == 0, out
    signs = {line[6:].partition(":")[0]: line[:4].strip() for line in out.splitlines()}
    assert signs["starts and is ready"] == "ok"
    assert signs["a second game in the same process"] == "ok"
    assert signs["lines that it cannot know"] == "ok"
    assert signs["lines that end with CR LF"] == "note"  # as it is with the reference engine
    assert signs["a whole game as the second side"] == "ok"
    assert out.endswith("is ready to play in connect6\n")


@pytest.mark.parametrize(
    ("file", "habit", "protocol", "said", "advice"),
    [
        ("gtp_engine", "yields", "gtp", "answered 'no_such_command' as if", "answer '? ' and a reason"),
        ("jsonl_player", "forgetful", "jsonl", "lines that it cannot know: ended", "ignore what is not"),
        ("gomocup_brain", "dies", "gomocup", "a brain haemorrhage", "forget the last game first"),
    ],
)
def test_a_program_is_told_what_it_does_wrong(
    file: str, habit: str, protocol: str, said: str, advice: str
) -> None:
    code, out, _ = checked(mock(file, habit, protocol), "--game", "place-6x6x5", "--seconds", "60")
    assert code == 1
    assert said in out
    assert f"what to do: {advice}" in out


def test_a_program_that_stays_when_it_is_told_to_leave_is_found_out() -> None:
    engine = players.program(mock("gtp_engine", "stays", "gtp"))
    assert engine is not None
    assert engine.protocol.manners is not None
    rules = Rules.parse("place-6x6x5")
    compliance = Compliance(engine, engine.protocol.manners, rules, seconds=60.0, patience=0.2)
    found = {finding.what: finding for finding in compliance.findings()}
    assert found["starts and is ready"].is_good
    assert found["quit ends it"].detail == "it was still there after 0.2 s"
    assert not found["quit ends it"].is_good


def test_a_program_that_does_not_start_is_not_tested_further() -> None:
    code, out, _ = checked("process:/no/such/program protocol=gtp")
    assert code == 1
    assert "FAIL  starts and is ready: could not be started" in out
    assert "1 thing to put right" in out
