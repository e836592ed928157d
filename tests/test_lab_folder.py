"""The lab's folders and its command: going on, errors, output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from inarow.cli.main import main
from inarow.lab import plot
from inarow.lab.experiment import Experiment, experiment, from_text
from inarow.lab.folder import Folder, kept
from inarow.lab.kind import Case, Column, Kind, Report, Row, Table
from inarow.lab.run import run
from inarow.lab.settings import ExperimentError
from inarow.lab.table import table_csv, table_json, table_text
from inarow.lab.timeout import Settings

SMALL = """
kind = "ladder"
about = "a small one"
positions = ["tic-tac-toe/b2"]
repeats = 1
[[rows]]
player = "negamax depth=1"
[[rows]]
player = "alphabeta depth=1"
"""


class Interruptible:
    """An experiment of five cases that remembers what it measured and can be interrupted at one of them."""

    def __init__(self, stops_at: int | None = None) -> None:
        self.measured: list[int] = []
        self._stops_at = stops_at

    def experiment(self) -> Experiment:
        kind = Kind(Settings, self._cases, self._report)
        return Experiment("counting", "timeout", "", Settings(("tokens",), ("connect-four/4",)), kind)

    def _cases(self, _: Any) -> list[Case]:
        return [Case(f"case {number}", lambda number=number: self._measure(number)) for number in range(5)]  # type: ignore[misc]

    def _measure(self, number: int) -> Row:
        if number == self._stops_at:
            raise KeyboardInterrupt
        self.measured.append(number)
        return {"number": number}

    def _report(self, _: Any, rows: Sequence[Row]) -> Report:
        return Report((Table("counting", (Column("number", "number"),), rows),))


def test_an_interrupted_experiment_goes_on_where_it_was(tmp_path: Path) -> None:
    broken = Interruptible(stops_at=3)
    with pytest.raises(KeyboardInterrupt):
        run(broken.experiment(), tmp_path, command=["one"])
    assert broken.measured == [0, 1, 2]
    again = Interruptible()
    finished = run(again.experiment(), tmp_path, command=["two"])
    assert again.measured == [3, 4]
    assert [row["number"] for row in finished.report.tables[0].rows] == [0, 1, 2, 3, 4]
    done = Interruptible()
    run(done.experiment(), tmp_path, command=["three"])
    assert done.measured == []


def test_a_row_that_was_half_written_is_measured_again(tmp_path: Path) -> None:
    run(Interruptible().experiment(), tmp_path, command=["one"])
    rows = tmp_path / "rows.jsonl"
    os.truncate(rows, rows.stat().st_size - 5)
    again = Interruptible()
    finished = run(again.experiment(), tmp_path, command=["two"])
    assert again.measured == [4]
    assert len(finished.report.tables[0].rows) == 5


def test_a_damaged_row_is_pointed_at(tmp_path: Path) -> None:
    run(Interruptible().experiment(), tmp_path, command=["one"])
    rows = tmp_path / "rows.jsonl"
    rows.write_text("nonsense\n" + rows.read_text())
    with pytest.raises(ExperimentError, match="line 1, is damaged"):
        run(Interruptible().experiment(), tmp_path, command=["two"])


def test_the_folder_says_with_what_command_and_on_what_machine(tmp_path: Path) -> None:
    run(from_text(SMALL, "small"), tmp_path, command=["inarow", "lab", "a b"], plots=False)
    about = json.loads((tmp_path / "about.json").read_text())
    (only,) = about["runs"]
    assert only["command"] == "inarow lab 'a b'"
    assert only["machine"]["processors"] == os.cpu_count()
    assert about["settings"]["positions"] == ["tic-tac-toe/b2"]
    assert "inarow lab 'a b'" in (tmp_path / "ladder.txt").read_text()


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    data = from_text(SMALL, "small").to_dict()
    with (
        Folder.opened(tmp_path, data, {}),
        pytest.raises(ExperimentError, match="another process"),
        Folder.opened(tmp_path, data, {}),
    ):
        pass


def test_the_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    run(from_text(SMALL, "small"), tmp_path, command=[], plots=False)
    with pytest.raises(ExperimentError, match="its repeats differ"):
        run(from_text(SMALL, "small", {"repeats": 2}), tmp_path, command=[], plots=False)
    with pytest.raises(ExperimentError, match="its kind differ"):
        run(experiment("timeout"), tmp_path, command=[], plots=False)


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("hello")
    with pytest.raises(ExperimentError, match=r"letter\.txt"):
        run(from_text(SMALL, "small"), tmp_path, command=[], plots=False)
    (tmp_path / "about.json").write_text("[]")
    with pytest.raises(ExperimentError, match="not of this program"):
        run(from_text(SMALL, "small"), tmp_path, command=[], plots=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind = ", "mine is not TOML: Invalid value"),
        ("about = 'x'", "mine has no kind; it must be one of ladder"),
        ("kind = 'lader'", "kind = 'lader'; it must be one of ladder"),
        ("kind = 'ladder'\nabout = 3", "about is 3; it must be a text"),
        ("kind = 'ladder'\nrows = []", "the setting 'positions' is missing"),
        (
            "kind = 'ladder'\npositions = []\nrows = []\nrepeat = 3",
            "no setting 'repeat': did you mean repeats",
        ),
        (
            "kind = 'ladder'\npositions = 'tic-tac-toe'\nrows = []",
            "positions is 'tic-tac-toe'; it must be a list",
        ),
        ("kind = 'ladder'\npositions = [3]\nrows = []", "positions, number 1 is 3; it must be a text"),
        ("kind = 'ladder'\npositions = ['']\nrows = [3]", "rows, number 1 is 3; it must be a table"),
        ("kind = 'ladder'\npositions = ['']\nrows = [{}]", "rows, number 1: the setting 'player' is missing"),
        ("kind = 'ladder'\npositions = ['']\nrows = []\nrepeats = 0", "repeats is 0; it must be 1 or more"),
        (
            "kind = 'ladder'\npositions = ['']\nrows = []\nrepeats = true",
            "repeats is True; it must be a whole",
        ),
        ("kind = 'timeout'\npositions = []\nplayers = []\nseconds = [0]", "must be above 0"),
        ("kind = 'timeout'\npositions = []\nplayers = []\nseconds = ['a']", "is 'a'; it must be a number"),
        ("kind = 'parallel'\npositions = []\nplayers = []\nthreads = [2]", "must have 1 among them"),
        ("kind = 'parallel'\npositions = []\nplayers = []\nthreads = [1, 0]", "threads is 0"),
        ("kind = 'directions'", "at least one of 'files' and 'players'"),
        ("kind = 'directions'\nplayers = ['first']", "nobody to play against"),
        ("kind = 'scaling'", "at least one evaluator or player"),
        ("kind = 'scaling'\nplayers = ['pvs']\nfilled = 1.5", "filled is 1.5"),
    ],
)
def test_a_wrong_experiment_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        from_text(text, "mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind = 'ladder'\npositions = ['connect-for/4']\nrows = [{player = 'pvs'}]", "connect-for"),
        ("kind = 'ladder'\npositions = ['connect-four/1212121']\nrows = [{player = 'pvs'}]", "is over"),
        ("kind = 'ladder'\npositions = ['4']\nrows = [{player = 'random'}]", "does not search"),
        ("kind = 'ladder'\npositions = ['4']\nrows = [{player = 'pws'}]", "did you mean pvs"),
        ("kind = 'ladder'\npositions = ['4']\nrows = []", "at least one player"),
        ("kind = 'ladder'\npositions = ['4', '4']\nrows = [{player = 'pvs depth=1'}]", "twice"),
        ("kind = 'directions'\nfiles = ['nowhere.jsonl']", "nowhere"),
        ("kind = 'behaviour'\nplayers = ['first', 'secnd']", "secnd"),
    ],
)
def test_an_experiment_that_cannot_be_run_is_refused_before_it_measures(text: str, message: str) -> None:
    with pytest.raises((ValueError, OSError), match=message):
        from_text(text, "mine").cases()


def test_tables_come_as_text_csv_and_json() -> None:
    columns = (Column("name", "who"), Column("value", "how much", lambda value: f"{value:.1f}"))
    table = Table(
        "small", columns, [{"name": "a, b", "value": 2.25}, {"name": "c", "value": 10.0}], ("note",)
    )
    assert table_text(table).splitlines() == [
        "who   how much",
        "----  --------",
        "a, b       2.2",
        "c         10.0",
        "note",
    ]
    assert table_csv(table) == 'name,value\n"a, b",2.25\nc,10.0\n'
    assert json.loads(table_json(table))["rows"][0] == {"name": "a, b", "value": 2.25}


def test_the_command_lists_runs_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab"]) == 0
    assert "ladder" in capsys.readouterr().out
    assert main(["lab", "--json"]) == 0
    assert {"ladder", "memory"} <= {one["name"] for one in json.loads(capsys.readouterr().out)}
    assert main(["lab", "ladder", "--text"]) == 0
    assert capsys.readouterr().out.startswith('kind = "ladder"')
    mine = tmp_path / "mine.toml"
    mine.write_text(SMALL)
    out = str(tmp_path / "out")
    assert main(["lab", str(mine), "--out", out, "--no-plots"]) == 0
    printed = capsys.readouterr()
    assert "negamax depth=1" in printed.out
    assert "ladder.csv" in printed.err
    assert main(["lab", str(mine), "--out", out, "--no-plots", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["tables"][0]["rows"][0]["nodes"] == 9
    assert main(["lab", str(mine), "--out", out, "--set", "repeats=7"]) == 1
    assert "its repeats differ" in capsys.readouterr().err


def test_a_wrong_use_of_the_command_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "lader"]) == 1
    assert "did you mean ladder" in capsys.readouterr().err
    assert main(["lab", "no/such/file.toml"]) == 1
    assert "no/such/file.toml" in capsys.readouterr().err
    with pytest.raises(SystemExit) as left:
        main(["lab", "ladder", "--set", "repeats"])
    assert left.value.code == 2
    assert "expected KEY=VALUE" in capsys.readouterr().err


def test_without_matplotlib_the_tables_are_there_and_the_message_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    finished = run(from_text(SMALL, "small"), tmp_path, command=[])
    assert "inarow[plot]" in finished.problem
    assert (tmp_path / "ladder.csv").exists()
    assert not list(tmp_path.glob("*.png"))
    assert issubclass(plot.PlotError, ImportError)


SLOW_EVALUATOR = """
import time
from pathlib import Path

calls = 0

def judge(position):
    global calls
    calls += 1
    while calls > 20 and Path(__file__).with_name("wait").exists():
        time.sleep(0.02)
    return 0
"""


def test_ctrl_c_keeps_what_was_measured_and_the_same_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW_EVALUATOR)
    wait = tmp_path / "wait"
    wait.touch()
    slow = f'player = "negamax depth=2 eval={tmp_path / "slow.py"}:judge"'
    mine = tmp_path / "mine.toml"
    mine.write_text(f"{SMALL}[[rows]]\n{slow}\n")
    out = tmp_path / "out"
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # may be ignored here
    code += "from inarow.cli.main import script; script()"
    command = [sys.executable, "-c", code, "lab", str(mine), "--out", str(out), "--no-plots"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    rows = out / "rows.jsonl"
    while kept(out) < 2:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "2 of 3 measurements are kept" in said
    before = rows.read_text()
    wait.unlink()
    subprocess.run(command, check=True, capture_output=True)
    after = rows.read_text()
    assert after.startswith(before)
    assert [json.loads(line)["run"] for line in after.splitlines()] == [1, 1, 2]
