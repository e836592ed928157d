"""What a long work has found so far, in a file: nothing of it is lost, nothing false is taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow import Position, Rules
from inarow._core import DropSolver, SolveError
from inarow.cli.main import main
from inarow.engine.journal import Journal, JournalError
from inarow.engine.solver import Solver
from strategies import wandered

HEAD = {"format": "a journal for a test"}
RULES = Rules.parse("drop-6x5x4")


def lines(journal: Journal) -> list[list[str]]:
    """What was there before."""
    found: list[list[str]] = []
    journal.take_up(lambda *words: found.append([*words]))
    assert len(found) == len(journal)
    return found


def test_lines_are_there_again_and_half_a_line_is_not(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = Journal(path, HEAD)
    assert lines(journal) == []
    journal.add("a", 1)
    journal.add("b", -2)
    assert path.read_text().endswith("a 1\nb -2\n")  # at once
    path.write_bytes(path.read_bytes() + b"c 3")  # ended while it wrote
    journal = Journal(path, HEAD)
    assert lines(journal) == [["a", "1"], ["b", "-2"]]
    journal.add("d", 4)
    assert lines(Journal(path, HEAD)) == [["a", "1"], ["b", "-2"], ["d", "4"]]


def test_half_a_first_line_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    Journal(path, HEAD)
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        Journal(path, HEAD)
        assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text", ["my only copy of a poem", "my poem\nin two lines\n", '{"format": "another"}\n']
)
def test_a_file_that_is_no_journal_of_this_work_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "poem.txt"
    path.write_text(text)
    with pytest.raises(JournalError, match=r"poem.txt is not a journal of this work, which begins with"):
        Journal(path, HEAD)
    assert path.read_text() == text


def solved(path: Path, position: Position, **limits: int) -> tuple[int | None, int, int]:
    """The score, the nodes, and the proofs that were taken up."""
    solver = Solver(RULES, memory=1, book=None, journal=path, journal_nodes=64)
    solution = solver.solve(position, moves=False, **limits)
    return solution.score, solution.nodes, solver.proofs_taken_up


def test_a_solver_goes_on_where_another_one_stood(tmp_path: Path) -> None:
    position = Position(RULES)
    score, nodes, _ = solved(tmp_path / "whole", position)
    path = tmp_path / "parts"
    spent, taken_up, parts = 0, -1, 0
    found = None
    while found is None:
        found, more, before = solved(path, position, nodes=nodes // 8)
        assert before > taken_up  # every part adds something
        spent, taken_up, parts = spent + more, before, parts + 1
    assert found == score
    assert parts > 4
    assert spent < 2 * nodes
    assert solved(path, position)[1] < nodes / 20  # all of it is known now


def test_with_seconds_and_threads_the_journal_holds_what_is_true(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    solver = Solver(RULES, memory=1, threads=2, book=None, journal=path, journal_nodes=16)
    for seed in range(6):
        solver.solve(wandered(RULES, 6 + seed, seed), seconds=(0.005, 600)[seed % 2])
    plain = DropSolver(RULES, memory=1 << 20)
    found = lines(Journal(path, {"format": "inarow solver journal", "rules": RULES.spec}))
    assert len(found) > 20
    wanted = {bytes.fromhex(key): (int(lower), int(upper)) for key, lower, upper in found}
    met = 0
    for seed in range(3000):
        position = wandered(RULES, 6 + seed % 10, seed)
        if plain.key(position) in wanted and not position.is_over:
            lower, upper = wanted[plain.key(position)]
            assert lower <= plain.solve(position).lower <= upper
            met += 1
    assert met > 0


def test_what_could_not_have_been_proved_is_refused(tmp_path: Path) -> None:
    solver = DropSolver(RULES, memory=1 << 20)
    key = solver.key(Position.parse("drop-6x5x4/123"))
    solver.learn(key, -3, 3)
    wrong = [
        (key[1:], -3, 3),
        (key + b"\0", -3, 3),
        (bytes(len(key)), -3, 3),
        (bytes([255]) * len(key), -3, 3),
        (key[:-1] + bytes([key[-1] ^ 1]), -3, 3),
        (key, 2, 1),
        (key, -99, 3),
        (key, -3, 99),
    ]
    for false in wrong:
        with pytest.raises(SolveError, match="nothing that could have been proved of this game"):
            solver.learn(*false)
    for line in ("", "00 1", "xyz 1 2", f"{key.hex()} 1 2 3", f"{key.hex()} 2 1", "00 1 2"):
        path = tmp_path / "journal"
        path.unlink(missing_ok=True)
        journal = Journal(path, {"format": "inarow solver journal", "rules": RULES.spec})
        journal.add(key.hex(), -3, 3)
        journal.add(line)
        with pytest.raises(JournalError, match=r"journal, line 3: .*remove the line"):
            Solver(RULES, memory=1, journal=path)
    with pytest.raises(ValueError, match="journal_nodes is 0"):
        Solver(RULES, memory=1, journal=path, journal_nodes=0)


def test_what_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, word in ((tmp_path, "directory"), (tmp_path / "no" / "folder", "No such file")):
        assert main(["solve", "drop-4x4x4", "--journal", str(path)]) == 1
        assert word in capsys.readouterr().err
    full = tmp_path / "full"
    solver = Solver(RULES, memory=1, book=None, journal=full, journal_nodes=64)
    full.unlink()
    full.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        solver.solve(Position(RULES))
    full.unlink()
    assert solver.solve(Position(RULES), moves=False).is_complete  # there is room again


def test_the_command_goes_on_from_its_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "9x4.journal"
    command = ["solve", "drop-9x4x4", "--journal", str(path)]
    assert main([*command, "--nodes", "6000000"]) == 1
    assert f"the same command goes on from what {path} has" in capsys.readouterr().out
    assert main([*command, "--nodes", "1"]) == 1
    assert f"proofs in {path}" in capsys.readouterr().out
    assert main(["solve", "drop-9x5x4", "--journal", str(path), "--nodes", "1"]) == 1
    assert "is not a journal of this work" in capsys.readouterr().err
