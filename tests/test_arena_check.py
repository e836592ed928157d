"""`inarow check` tells the author of a player what is wrong with it, and what to do about it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from arena_testing import PLAYERS, bad

ENGINE = f"'process:{sys.executable} {PLAYERS}/connect6_engine.py good' protocol=connect6"


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


@pytest.mark.parametrize(("player", "game"), [("first", "connect-four"), (ENGINE, "connect6")])
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
