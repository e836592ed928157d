"""Every kind of experiment in miniature, from its settings to its table and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inarow.game.files import read_games, write_games
from inarow.game.position import Position
from inarow.game.record import Record
from inarow.lab import timeout
from inarow.lab.experiment import KINDS, experiment, from_text, shipped
from inarow.lab.kind import Report
from inarow.lab.run import run
from inarow.lab.scaling import filled_board, fit

LADDER = """
kind = "ladder"
positions = ["tic-tac-toe/b2", "tic-tac-toe/a1"]
repeats = 1
[[rows]]
player = "negamax depth=2"
report_seconds = 1.0
[[rows]]
label = "cut"
player = "alphabeta depth=2"
"""
MEMORY = """
kind = "memory"
position = "connect6/j10k10j11"
depths = [1, 2]
[[players]]
label = "ultimate"
player = "ultimate width=2"
report_mib = [144.1, 183.2]
"""
PARALLEL = """
kind = "parallel"
players = ["pvs depth=3"]
positions = ["connect-four/4"]
threads = [1, 2]
repeats = 1
"""
SCALING = """
kind = "scaling"
rows = [4, 5]
columns = [4, 5]
line_lengths = [3, 4]
evaluators = ["tokens"]
players = ["alphabeta eval=windows"]
seconds = 0.0
nodes = 50
"""
TIMEOUT = """
kind = "timeout"
players = ["tokens", "pvs eval=windows"]
positions = ["connect-four/4"]
seconds = [0.001, 0.002]
times = 2
"""
DIRECTIONS = """
kind = "directions"
players = ["first", "random"]
game = "connect-four"
pairs = 2
"""
BEHAVIOUR = DIRECTIONS.replace("directions", "behaviour")


def rows_of(report: Report) -> list[dict[str, Any]]:
    return [dict(row) for row in report.tables[0].rows]


def measured(text: str, folder: Path, **changes: Any) -> Report:
    return run(from_text(text, "mine", changes), folder, command=["test"], plots=False).report


@pytest.mark.parametrize("text", [LADDER, MEMORY, PARALLEL, SCALING, TIMEOUT, DIRECTIONS, BEHAVIOUR])
def test_every_kind_writes_tables_and_plots(text: str, tmp_path: Path) -> None:
    mine = from_text(text, "mine")
    finished = run(mine, tmp_path, command=["test"])
    assert not finished.problem
    written = {file.name for file in finished.files}
    for table in finished.report.tables:
        assert {f"{table.name}.csv", f"{table.name}.json", f"{table.name}.txt"} <= written
    for figure in finished.report.figures:
        assert (tmp_path / f"{figure.name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (tmp_path / f"{figure.name}.svg").read_text()
    assert finished.report.figures


def test_every_shipped_experiment_can_be_read_and_every_kind_is_shipped() -> None:
    found = [experiment(name) for name in shipped()]
    assert {one.kind_name for one in found} == set(KINDS)
    assert all(one.about for one in found)


def test_the_ladder_shows_the_work_of_each_algorithm(tmp_path: Path) -> None:
    plain, cut = rows_of(measured(LADDER, tmp_path))
    assert (plain["algorithm"], cut["algorithm"]) == ("negamax depth=2", "cut")
    assert plain["depth"] == cut["depth"] == 2
    assert plain["nodes"] == 1 + 8 + 8 * 7
    assert cut["nodes"] <= plain["nodes"]
    assert plain["cutoffs"] == 0
    assert plain["times_faster"] == pytest.approx(1.0 / plain["processor_seconds"])
    assert "times_faster" not in cut


def test_the_shipped_ladder_starts_with_the_nodes_of_the_report(tmp_path: Path) -> None:
    settings = experiment("ladder").settings
    first = settings.rows[0]
    text = f'kind = "ladder"\npositions = {list(settings.positions)}\nrepeats = 1\n'
    text += f'[[rows]]\nplayer = "{first.player}"\nreport_nodes = {first.report_nodes}'
    (row,) = rows_of(measured(text, tmp_path))
    assert row["nodes"] == row["report_nodes"] == 63904


def test_memory_is_that_of_a_process_of_its_own(tmp_path: Path) -> None:
    ballast = bytearray(100 << 20)  # of this process, not of the one that is measured
    ballast[::4096] = b"x" * len(ballast[::4096])
    rows = rows_of(measured(MEMORY, tmp_path))
    assert [row["depth"] for row in rows] == [1, 2]
    assert all(0 < row["before_mib"] <= row["peak_mib"] < 100 for row in rows)
    assert rows[0]["report_mib"] == "144.1 to 183.2"


def test_parallel_compares_with_one_thread(tmp_path: Path) -> None:
    alone, both = rows_of(measured(PARALLEL, tmp_path))
    assert (alone["threads"], both["threads"]) == (1, 2)
    assert alone["gain"] == 1
    assert both["gain"] == pytest.approx(alone["seconds"] / both["seconds"])


def test_scaling_measures_every_board_and_fits_exponents(tmp_path: Path) -> None:
    exponents, costs = measured(SCALING, tmp_path).tables
    assert len(costs.rows) == 2 * 8
    assert [row["what"] for row in exponents.rows] == ["evaluate tokens", "search alphabeta eval=windows"]
    assert all(row["microseconds"] > 0 for row in costs.rows)


def test_a_power_law_is_found_again() -> None:
    rows = [
        {"rows": m, "columns": n, "line_length": 4, "microseconds": 3 * m**2 * n**0.5}
        for m in (2, 4, 8)
        for n in (3, 9)
    ]
    found = fit(rows)
    assert found["rows"] == pytest.approx(2)
    assert found["columns"] == pytest.approx(0.5)
    assert found["line_length"] is None
    assert found["determination"] == pytest.approx(1)


def test_a_filled_board_has_no_winner() -> None:
    board = filled_board(Position.parse("drop-8x8x4").rules, 0.5, seed=2)
    assert not board.is_over
    assert 0 < board.stones <= 32


@pytest.mark.parametrize("at_once", [1, 2])
def test_timeout_measures_every_search(tmp_path: Path, at_once: int) -> None:
    rows = rows_of(measured(TIMEOUT, tmp_path, margin=3600, at_once=at_once))
    assert len(rows) == 4
    assert all(row["searches"] == 2 and row["late"] == 0 for row in rows)
    assert all(row["least_depth"] <= row["depth"] <= row["most_depth"] for row in rows)


def test_timeout_counts_the_late_answers() -> None:
    settings = timeout.Settings(("a",), ("connect-four",), seconds=(0.1,), margin=0.01)
    taken = [0.05, 0.105, 0.2]
    row = {"player": "a", "seconds": 0.1, "depths": [1, 2, 3], "nodes": [1, 2, 3], "taken": taken}
    (found,) = rows_of(timeout.report(settings, [row]))
    assert (found["late"], found["searches"], found["longest"]) == (1, 3, 0.2)


def test_directions_count_recorded_games_and_those_played_here(tmp_path: Path) -> None:
    won = ["connect-four/1212121", "connect-four/1212121", "connect-four/1122334"]
    drawn_or_not = ["connect-four/12"]
    games = tmp_path / "games.jsonl"
    write_games(games, [Record.of(Position.parse(text)) for text in won + drawn_or_not])
    report = measured(DIRECTIONS, tmp_path / "out", files=[str(games)])
    rows = {row["who"]: row for row in rows_of(report)}
    mine = rows[str(games)]
    assert mine["wins"] == 3
    assert (mine["column"], mine["row"], mine["diagonal"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3), 0)
    here = rows["all players here"]
    assert here["wins"] == rows["first"]["wins"] + rows["random"]["wins"]
    assert here["column"] + here["row"] + here["diagonal"] == pytest.approx(1)
    assert rows["report E"]["column"] == 0.5


def test_games_played_for_an_experiment_are_kept_and_can_be_counted_again(tmp_path: Path) -> None:
    played = rows_of(measured(BEHAVIOUR, tmp_path / "played"))
    file = tmp_path / "played" / "games.jsonl"
    assert len(read_games(file)) == 4
    again = rows_of(measured(f'kind = "behaviour"\nfiles = ["{file}"]', tmp_path / "again"))
    assert again == played
    assert {row["player"] for row in played} == {"first", "random"}
    assert all(row["games"] == 4 for row in played)
