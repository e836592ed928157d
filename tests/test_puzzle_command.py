"""`inarow puzzle`: questions, answers, hints and what it says about them."""

import io
import json
from pathlib import Path

import pytest

from inarow import Position
from inarow.cli.main import main
from inarow.engine.puzzles import Puzzle, parse_puzzles, puzzles_text
from inarow.engine.value import Result, Source

OPEN_THREE = Position.parse("connect-four/4433")
WIN = Puzzle(OPEN_THREE, Result.WIN, 3, ((4,), (1,)), (4, 5, 1), Source.SOLVER, True, 5, ("Ada", "Bob"))
TRAP = Position.parse("tic-tac-toe/b2")
DRAW = Puzzle(TRAP, Result.DRAW, None, ((0,), (2,)), (0,), Source.SEARCH, False)
PAIR = Position.parse("connect6/j10.a1b1.k10l10.a2b2")
TURN = Puzzle(PAIR, Result.WIN, 6, ((183, 184),), (183, 184), Source.SEARCH, False)


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(puzzles_text([WIN, DRAW, TURN]))
    return path


def asked(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    path: Path,
    *lines: str,
    number: int = 0,
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    only = ["--number", str(number)] if number else []
    assert main(["puzzle", str(path), *only]) == 0
    return capsys.readouterr().out


def test_a_right_answer_is_told_with_the_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    output = asked(monkeypatch, capsys, puzzles, "7", "hint", "2", number=1)
    assert "puzzle 1: X (first) to move wins in 3 stones" in output
    assert "> no\n> one solution begins with 5\n> right: 5 or 2; the play is 5 6 2" in output
    assert output.endswith("1 of 1 puzzle solved\n")


def test_an_answer_that_a_search_did_not_find_is_not_called_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    output = asked(monkeypatch, capsys, puzzles, "b1", "line", number=2)
    assert "puzzle 2: O (second) to move saves the draw" in output
    assert "> not the solution that is known\n> a1 or c1; the play is a1" in output
    assert output.endswith("0 of 1 puzzle solved\n")


def test_a_turn_of_two_stones_is_asked_for_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    output = asked(monkeypatch, capsys, puzzles, "m10", "n10 m10", number=3)
    assert "X (first) to move (2 stones)" not in output
    assert "> a turn has 2 stones here\n> right: m10n10" in output


def test_all_puzzles_are_asked_until_the_user_leaves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    output = asked(monkeypatch, capsys, puzzles, "5", "next", "quit")
    assert output.endswith("1 of 2 puzzles solved\n")
    assert asked(monkeypatch, capsys, puzzles).endswith("0 of 0 puzzles solved\n")


def test_json_tells_everything(capsys: pytest.CaptureFixture[str], puzzles: Path) -> None:
    assert main(["puzzle", str(puzzles), "--number", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["position"], data["solutions"]) == ("connect-four/4433", [["5"], ["2"]])


def test_a_wrong_number_and_a_damaged_file_are_refused(
    capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    assert main(["puzzle", str(puzzles), "--number", "4"]) == 1
    assert "has 3 puzzles; there is no puzzle 4" in capsys.readouterr().err
    puzzles.write_text(puzzles.read_text()[:-30])
    assert main(["puzzle", str(puzzles)]) == 1
    assert f"{puzzles}: line 4: " in capsys.readouterr().err


def test_a_move_that_cannot_be_played_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], puzzles: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("9\nquit\n"))
    assert main(["puzzle", str(puzzles)]) == 0
    assert '"9" is not a column' in capsys.readouterr().err


def test_threats_are_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "connect-four/112233", "--threats"]) == 0
    output = capsys.readouterr().out
    assert output.endswith("X (first) wins with d1\nO (second) would win on d2 (even)\n")
    assert main(["show", "connect6/j10.a1b1.k10l10.a2b2.m10", "--threats"]) == 0
    assert "X (first) threatens h10+i10, i10+n10, n10+o10\n" in capsys.readouterr().out
    assert main(["show", "connect-four/44335", "--threats", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["threats"]
    assert data["unstoppable"]
    assert data["FIRST"]["wins"] == [["b1"], ["f1"]]
    assert main(["show", "connect-four/4433", "--threats"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "X (first) makes a double threat with b1, e1"
    assert main(["show", "connect-four", "--threats"]) == 0
    assert capsys.readouterr().out.endswith("no threats\n")


def test_a_win_too_far_to_be_seen_solves_no_puzzle(tmp_path: Path) -> None:
    game, path = tmp_path / "game.txt", tmp_path / "puzzles.jsonl"
    game.write_text("connect-four/44331")  # 3 and 4 would win too, after 35 stones
    assert main(["review", str(game), "--nodes", "20000", "--puzzles", str(path)]) == 0
    [puzzle] = parse_puzzles(path.read_text())
    assert puzzle.position == OPEN_THREE
    assert set(puzzle.solutions) == set(WIN.solutions)
    assert not puzzle.is_complete
