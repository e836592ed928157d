"""Matches and tournaments as the commands play them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from arena_testing import PLAYERS
from inarow import Position
from inarow.arena.store import Store
from inarow.cli.main import main
from inarow.game.variants import RULES_BY_NAME

SMALL = ("--here", "--trusted", "--json")


def events(capsys: pytest.CaptureFixture[str], *words: str | Path) -> list[dict[str, Any]]:
    """The events of a command that goes well."""
    capsys.readouterr()
    assert main([str(word) for word in words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def tournament(tmp_path: Path, **values: Any) -> Path:
    """A file for four quick players on tic-tac-toe."""
    settings: dict[str, Any] = {
        "players": ["random", "first", "random seed=5", "random seed=6"],
        "games": ["tic-tac-toe"],
        "trusted": True,
        **values,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items() if not isinstance(value, dict)]
    for key, value in settings.items():
        if isinstance(value, dict):
            lines += [f"[{key}]", *(f"{name} = {json.dumps(inner)}" for name, inner in value.items())]
    path = tmp_path / "cup.toml"
    path.write_text("\n".join(lines))
    return path


def meetings(found: list[dict[str, Any]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(event["players"]) for event in found if event["event"] == "game")


def test_in_a_round_robin_everybody_meets_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tournament(tmp_path, pairs=2, rounds=2, games=["tic-tac-toe", "connect-four"])
    found = events(capsys, "tournament", path, "--here", "--json")
    assert found[0]["expected"] == 6 * 2 * 2 * 2 * 2
    met = meetings(found)
    assert len(met) == 6
    assert set(met.values()) == {16}
    assert [event["game"] for event in found if event["event"] == "result"] == ["tic-tac-toe", "connect-four"]


def test_in_a_gauntlet_the_first_meets_all_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tournament(tmp_path, schedule="gauntlet")
    met = meetings(events(capsys, "tournament", path, "--here", "--json"))
    assert set(met.values()) == {2}
    assert sorted(met, key=sorted) == sorted(
        (frozenset({"random", other}) for other in ("first", "random seed=5", "random seed=6")), key=sorted
    )


def test_in_a_swiss_everybody_plays_every_round_and_nobody_twice_against_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tournament(tmp_path, schedule="swiss", rounds=3)
    found = events(capsys, "tournament", path, "--here", "--json")
    assert found[0]["expected"] is None
    met = meetings(found)
    assert len(met) == 6
    assert set(met.values()) == {2}


def test_a_knockout_ends_when_one_player_is_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = ["first", "random seed=1", "random seed=2", "random seed=3", "random seed=4"]
    path = tournament(tmp_path, players=players, games=["connect-four"], schedule="knockout")
    found = events(capsys, "tournament", path, "--here", "--json")
    assert len(meetings(found)) == 4  # of five players, four have to lose
    assert events(capsys, "tournament", path, "--here", "--json")[0]["played"] == len(found) - 2


def test_a_knockout_or_swiss_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tournament(tmp_path, games=["connect-four"], schedule="swiss", rounds=3)
    whole = events(capsys, "tournament", path, "--here", "--json", "--store", tmp_path / "whole.sqlite")
    add = Store.add
    for count in range(1, 12, 3):

        def add_some(store: Store, *game: Any, count: int = count) -> None:
            if len(store) == count:
                raise KeyboardInterrupt
            add(store, *game)

        monkeypatch.setattr(Store, "add", add_some)
        assert main(["tournament", str(path), "--here", "--json"]) == 130
    monkeypatch.setattr(Store, "add", add)
    parts = events(capsys, "tournament", path, "--here", "--json")
    assert parts[-1] == whole[-1]


def test_games_come_in_pairs_on_one_opening_with_sides_swapped_and_no_opening_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "match.sqlite"
    words = ("match", "random", "first", "--games", "39", "--nodes", "1", "--store", store)
    events(capsys, *words, *SMALL)
    opened = Store.read(store)
    jobs = [job for job, _ in opened.games()]
    records = [record for _, record in opened.games()]
    opened.close()
    assert len(jobs) == 40  # rounded up to pairs
    by_pair: dict[str, list[Any]] = {}
    for job in jobs:
        by_pair.setdefault(job.pair, []).append(job)
    for one, other in by_pair.values():
        assert one.opening == other.opening
        assert one.players == other.players[::-1]
    rules = RULES_BY_NAME["connect-four"]
    keys = {Position.after(rules, job.opening).canonical_key for job in jobs}
    assert len(keys) == 20
    assert all(
        record.moves[: len(job.opening)] == job.opening for job, record in zip(jobs, records, strict=True)
    )


def test_an_sprt_stops_as_soon_as_it_is_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("match", "pvs eval=windows depth=2", "first", "--games", "2000", "--sprt", "0", "100")
    found = events(capsys, *words, "--depth", "2", *SMALL, "--store", tmp_path / "match.sqlite")
    result = found[-1]
    assert result["decision"] == "accept H1"
    assert result["games"] < 200
    assert result["llr"] > 2.9


def test_the_same_seed_gives_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for seed, name in ((3, "a"), (3, "b"), (4, "c")):
        store = tmp_path / f"{name}.sqlite"
        events(capsys, "match", "random", "first", "--games", "8", "--nodes", "1", "--seed", str(seed),
               "--store", store, *SMALL)  # fmt: skip
        opened = Store.read(store)
        results.append([record.moves for _, record in opened.games()])
        opened.close()
    assert results[0] == results[1] != results[2]


def test_settings_that_make_no_sense_are_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong: dict[str, dict[str, Any]] = {
        "there is no schedule 'ladder'; known are round-robin": {"schedule": "ladder"},
        "'first' is there twice": {"players": ["first", "first"]},
        "a plan has no 'colour'": {"colour": "red"},
        "seconds is 0; it must be above 0": {"clock": {"seconds": 0}},
        "[clock]: ": {"clock": {"hours": 1}},
        "there is no player 'pvz'": {"players": ["pvz", "first"]},
        "an SPRT is a test between two players": {"sprt": {"elo0": 0, "elo1": 10}},
        "the bound on memory must be 1 or more": {"bounds": {"memory": 0}},
        "cannot have -1 stones": {"openings": {"stones": -1}},
    }
    for message, values in wrong.items():
        code = main(["tournament", str(tournament(tmp_path, **values)), "--here"])
        assert code == 1
        assert message in capsys.readouterr().err
    (tmp_path / "broken.toml").write_text("players = [")
    assert main(["tournament", str(tmp_path / "broken.toml")]) == 1
    assert "broken.toml: " in capsys.readouterr().err


def test_a_match_with_wrong_arguments_is_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, message in (
        (("first", "first"), "'first' is there twice"),
        (("first", "random", "--seconds", "-1"), "seconds is -1.0; it must be above 0"),
        (("first", "random", "--workers", "0"), "--workers is 0"),
    ):
        assert main(["match", *words, "--store", str(tmp_path / "x.sqlite")]) == 2
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["match", "first", f"{PLAYERS}/nothing.py:Player"])
    assert "there is no file" in capsys.readouterr().err


def test_a_terminal_shows_a_live_table(tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    words = ("match", "random", "first", "--games", "20", "--nodes", "1", "--here", "--trusted")
    runner = subprocess.Popen(
        [sys.executable, "-c", "from inarow.cli.main import script; script()", *words],
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    )
    os.close(terminal)
    shown = b""
    try:
        while read := os.read(screen, 1 << 16):
            shown += read
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    os.close(screen)
    assert runner.wait() == 0
    assert b"of 20 games" in shown
    assert b"points" in shown
