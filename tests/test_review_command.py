"""`inarow review`: what it prints, what it writes, and what Ctrl-C leaves."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inarow.cli import review as command
from inarow.cli.main import main
from inarow.engine.puzzles import Puzzle, parse_puzzles, puzzles_text
from inarow.engine.review import ReviewedTurn, reviewed_turns
from inarow.engine.value import Result
from inarow.game.position import Position
from inarow.game.record import Record, RecordError, write_records

GAMES = "tic-tac-toe/b2b1c1a3\ntic-tac-toe/b2a1\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(GAMES)
    return path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(list(map(str, words)))
    output = capsys.readouterr()
    return code, output.out, output.err


def test_a_mistake_is_shown_with_the_better_turn_and_its_punishment(
    capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    code, output, _ = run(capsys, "review", games, "--nodes", 100_000)
    assert code == 0
    first, second = output.split("\n\n")[:2]
    assert "judged: 4 turns by full search" in first
    assert "   2. O b1       draw -> loses in 6 stones  draw to loss (full search)\n" in first
    assert "       better " in first
    assert "       then   " in first
    assert "O second: 2 turns, good 50.0%, perfect 50.0%" in first
    assert "no turn changed the value of the game" in second


def test_every_turn_of_one_game_is_shown_on_request(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    output = run(capsys, "review", games, "--game", 2, "--all", "--nodes", 100_000)[1]
    assert (
        "   1. X b2       draw -> draw (full search)\n   2. O a1       draw -> draw (full search)\n" in output
    )


def test_json_has_the_values_of_every_turn(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    output = run(capsys, "review", games, "--game", 1, "--json", "--nodes", 100_000)[1]
    data = json.loads(output)
    assert data["complete"]
    assert [turn["before"] for turn in data["turns"][:2]] == [{"result": "draw"}] * 2
    assert data["turns"][1]["after"] == {"result": "loss", "stones": 6}
    assert data["turns"][1]["mistake"]["kind"] == "draw to loss"
    assert data["rates"]["second"]["good_rate"] == 0.5


def test_the_mistakes_of_one_player_can_be_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [Record.of(Position.parse("tic-tac-toe/b2b1c1a3"), ("Ada", "Bob"))])
    assert "2. O b1" not in run(capsys, "review", path, "--of", "Ada", "--nodes", 100_000)[1]
    assert "2. O b1" in run(capsys, "review", path, "--of", "Bob", "--nodes", 100_000)[1]
    code, _, error = run(capsys, "review", path, "--of", "Eve")
    assert code == 1
    assert "no side of the game is 'Eve': expected Ada, Bob, first or second" in error


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], 2, "give a FILE of games to review, or --rate PLAYER"),
        (["FILE", "--rate", "random"], 2, "give a FILE of games to review, or --rate PLAYER"),
        (["FILE", "--game", "3"], 1, "has 2 games; there is no game 3"),
        (["FILE", "--game", "x"], 1, "there is no game x"),
        (["FILE", "--player", "random"], 2, "random does not search"),
        (["FILE", "--margin", "-1"], 2, "--margin is -1.0"),
        (["--rate", "random"], 2, "--rate needs --game GAME"),
        (["--rate", "random", "--game", "gomokku"], 2, "gomokku"),
        (["--rate", "random", "--game", "gomoku", "--positions", "0"], 2, "must be 1 or more"),
    ],
)
def test_wrong_use_is_answered_with_what_is_right(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    said, _, error = run(capsys, "review", *[games if word == "FILE" else word for word in words])
    assert (said, message in error) == (code, True), error


def test_ctrl_c_leaves_the_turns_that_were_reviewed(
    capsys: pytest.CaptureFixture[str], games: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(*words: object, **named: object) -> Iterator[ReviewedTurn]:
        turns = reviewed_turns(*words, **named)  # type: ignore[arg-type]
        yield next(turns)
        yield next(turns)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "reviewed_turns", interrupted)
    puzzles = tmp_path / "puzzles.jsonl"
    code, output, error = run(capsys, "review", games, "--nodes", 100_000, "--puzzles", puzzles)
    assert code == 130
    assert "judged: 2 turns by full search; the turns before were not reviewed" in output
    assert "0 puzzles written" in error
    assert parse_puzzles(puzzles.read_text()) == []


def test_rates_of_a_player_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["review", "--rate", "pvs depth=9", "--game", "tic-tac-toe", "--nodes", "100000"]
    output = run(capsys, *words, "--positions", "20")[1]
    assert output == "pvs depth=9 in tic-tac-toe: 20 turns, good 100.0%, perfect 100.0%\n"
    data = json.loads(run(capsys, *words, "--games", "2", "--json")[1])
    assert data["player"] == "pvs depth=9"
    assert data["turns"] == data["good"] == data["perfect"] > 0


def test_mistakes_become_puzzles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, target = tmp_path / "game.txt", tmp_path / "puzzles.jsonl"
    source.write_text("drop-5x4x4/34342244223351\n")
    assert run(capsys, "review", source, "--nodes", 1_000_000, "--puzzles", target)[0] == 0
    puzzles = parse_puzzles(target.read_text())
    assert puzzles
    assert puzzles_text(puzzles) == target.read_text()
    for puzzle in puzzles:
        check(puzzle)


def check(puzzle: Puzzle) -> None:
    """Every solution keeps the goal, no other turn does, and the line ends with it."""
    from inarow.engine.analyst import Analyst
    from inarow.engine.limits import Limits

    analyst = Analyst(puzzle.position.rules, memory=1)
    judged = analyst.judge(puzzle.position, Limits(nodes=1_000_000))
    assert judged.is_whole
    assert {one.turn for one in judged.lines if one.value.result == puzzle.goal} == set(puzzle.solutions)
    assert puzzle.is_complete
    end = puzzle.position
    for cell in puzzle.line:
        end = end.play(cell)
    if puzzle.goal == Result.WIN:
        assert end.winner == puzzle.side
        assert puzzle.stones == len(puzzle.line)


def test_puzzles_of_a_searched_game_say_that_others_may_be_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, target = tmp_path / "game.txt", tmp_path / "puzzles.jsonl"
    source.write_text("gomoku/h8h9i8a1j8a2o1\n")
    assert run(capsys, "review", source, "--nodes", 2000, "--puzzles", target)[0] == 0
    puzzles = [one for one in parse_puzzles(target.read_text()) if one.goal == Result.WIN]
    assert puzzles
    assert all(not one.is_complete for one in puzzles)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected"),
        ('{"format": "other", "version": 1}', "line 1: expected"),
        ('{"format": "inarow puzzles", "version": 1}\n{}', "line 2: KeyError: 'position'"),
        ('{"format": "inarow puzzles", "version": 1}\n{"position": "44x"}', "line 2: "),
    ],
)
def test_damaged_puzzles_are_refused_with_their_line(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_puzzles(text)
