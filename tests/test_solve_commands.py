"""`inarow solve`, `inarow book` and `inarow bench solve`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inarow.cli.main import main


def test_solve_prints_the_score_and_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "drop-5x4x4/3333", "--moves"]) == 0
    text = capsys.readouterr().out
    assert "score" in text
    assert "nodes" in text


def test_solve_as_json_has_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "connect-four/121212", "--moves", "--json", "--book", "none"]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert solved["score"] == 18
    assert solved["stones"] == 1
    assert solved["moves"][0]["score"] == 18
    assert {move["move"] for move in solved["moves"]} == set("1234567")


def test_solve_within_limits_prints_what_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "drop-9x9x5", "--nodes", "1", "--memory", "1"]) == 1
    text = capsys.readouterr().out
    assert "not solved within the limits" in text
    assert "a rough guess for all of it" in text


def test_solve_guesses_how_long_it_would_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "drop-5x4x4", "--estimate"]) == 0
    assert "nodes" in capsys.readouterr().out
    assert main(["solve", "drop-5x4x4", "--estimate", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] >= 1


def test_a_guess_beyond_all_reach_is_no_row_of_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "drop-15x15x8", "--estimate"]) == 0
    text = capsys.readouterr().out
    assert re.search(r" 10\^\d\d nodes, more than 1,000 years ", text)


def test_solve_says_why_a_game_cannot_be_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "gomoku"]) == 1
    assert "gravity" in capsys.readouterr().err


def test_a_book_is_built_shown_and_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "small.book")
    assert main(["book", "build", "drop-4x4x4", "--stones", "3", "--output", path, "--memory", "1"]) == 0
    assert main(["book", "show", path, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert shown["rules"] == "drop-4x4x4"
    assert shown["openings"] == sum(layer["openings"] for layer in shown["layers"])
    two_stones = shown["layers"][2]
    assert two_stones["won"] + two_stones["drawn"] + two_stones["lost"] == 4**2
    assert main(["solve", "drop-4x4x4/1", "--book", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == 0


def test_bench_compares_with_the_scores_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("121212 18\n1212121 -18\n")
    bench = ["bench", "solve", "--game", "connect-four", "--memory", "1", "--json", "--positions", str(path)]
    assert main(bench) == 0
    assert json.loads(capsys.readouterr().out)["wrong"] == 0
    assert main([*bench, "--weak"]) == 0
    capsys.readouterr()
    path.write_text("010101 17\n")
    assert main([*bench, "--columns-from", "0"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == 1


def test_bench_counts_what_is_not_solved_in_its_time_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("1 2\n121212 18\n4 -2\n")
    bench = ["bench", "solve", "--game", "connect-four", "--memory", "1", "--json", "--positions", str(path)]
    assert main([*bench, "--seconds", "0.001", "--keep"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["positions"], result["wrong"], result["unsolved"]) == (3, 0, 2)
    assert main([*bench, "--skip", "1", "--count", "1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["positions"], result["wrong"], result["unsolved"]) == (1, 0, 0)


def test_a_file_that_cannot_be_read_as_positions_is_refused_with_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("121212 18\n12x 3\n")
    assert main(["bench", "solve", "--game", "connect-four", "--positions", str(path)]) == 1
    assert "line 2" in capsys.readouterr().err


def test_bench_tells_how_long_one_waits_for_random_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["bench", "solve", "--game", "connect-four", "--random", "2", "--stones", "3-4", "--json"]) == 0
    )
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["stones"] for line in lines] == [3, 4, None]
    assert [line["in_book"] for line in lines] == [2, 2, 4]
    assert all(line["p50_ms"] <= line["p99_ms"] <= line["max_ms"] for line in lines)
    assert main(["bench", "solve", "--game", "drop-4x4x4", "--random", "2", "--stones", "8"]) == 0
    assert "8 stones: 2 positions" in capsys.readouterr().out


def test_bench_refuses_ranges_that_it_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solve", "--game", "drop-4x4x2", "--random", "1", "--stones", "15"]) == 1
    assert "hardly ever goes on" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["bench", "solve", "--game", "connect-four", "--random", "1", "--stones", "9-3"])
