"""`inarow bench` for the champion: forced wins, blocks, games and small values."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from inarow._core import forced_win
from inarow.cli.main import main
from inarow.engine.tactics_bench import holds, measure_two_fours, position_of
from inarow.game.notation import letter_pairs
from inarow.game.position import Position
from inarow.game.variants import CONNECT6
from strategies import lively_position


def as_problem(position: Position, **more: object) -> str:
    """A line of a collection."""
    stones = {1: [], 2: []}  # type: dict[int, list[int]]
    owner, left = 1, 1
    for cell in position.history:
        stones[owner].append(cell)
        left -= 1
        if left == 0:
            owner, left = 3 - owner, 2
    fields = {name: letter_pairs(CONNECT6, stones[side]) for name, side in (("black", 1), ("white", 2))}
    return json.dumps({**fields, **more}) + "\n"


def won_positions(count: int) -> list[Position]:
    """Positions with a forced win."""
    found, seed = [], 0
    while len(found) < count:
        position = lively_position(CONNECT6, seed, 15)
        seed += 1
        if not position.is_over and forced_win(position, 2000).is_win:
            found.append(position)
    return found


def test_forced_wins_of_a_file_are_found_and_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wins.jsonl"
    path.write_text("".join(as_problem(position) for position in won_positions(6)))
    assert main(["bench", "forced", "--positions", str(path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["positions"], result["found"], result["refuted"]) == (6, 6, 0)


def test_a_position_without_a_forced_win_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "quiet.jsonl"
    path.write_text(as_problem(Position.parse("connect6/j10k11k9")))
    assert main(["bench", "forced", "--positions", str(path)]) == 1
    assert "0 of 1 forced wins" in capsys.readouterr().out


def test_a_claim_does_not_hold_on_another_board() -> None:
    [position] = won_positions(1)
    found = forced_win(position)
    assert holds(position, found, 2000)
    assert not holds(Position.parse("connect6/a1a19s1"), found, 2000)


def test_threats_of_a_file_are_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    four = position_of(CONNECT6, "CJAASS", "DJEJFJGJ")
    assert four.stones_left == 2
    path = tmp_path / "blocks.jsonl"
    path.write_text(as_problem(four, stones_needed_to_block=1))
    assert main(["bench", "blocks", "--positions", str(path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["stopped"], result["stoppable"], result["disagreed"]) == (1, 1, 0)


def test_generated_fours_are_stopped_wherever_they_can_be() -> None:
    result = measure_two_fours(250, seed=4)
    assert result.wrong == 0
    assert result.stoppable > 100
    assert result.hopeless > 10


def test_games_replay_to_their_winners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    white = "a1,j10,k10,a3,a5,l10,m10,c1,e1,n10,o10"
    rows = ["game_id,moves,winner", f'1,"{white}",white', f'2,"{white}",black']
    path = tmp_path / "games.csv.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
    assert main(["bench", "games", "--games", str(path)]) == 1
    text = capsys.readouterr().out
    assert "1 of 2 games" in text
    assert "the first other one is 2" in text


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("forced", "{}\n", "black and white"),
        ("forced", '{"black": "JJ", "white": "JJ"}\n', "line 1"),
        ("games", "moves\na1\n", "moves and winner"),
        ("games", 'moves,winner\n"zz",black\n', "game 1"),
    ],
)
def test_bad_files_are_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, message: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(text)
    option = "--games" if name == "games" else "--positions"
    assert main(["bench", name, option, str(path)]) == 1
    assert message in capsys.readouterr().err


def test_small_values_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "values", "--nodes", "500", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"game": "tic-tac-toe", "known": "draw", "found": "draw", "nodes": 114} in rows
