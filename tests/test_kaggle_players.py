"""Kaggle's world without Kaggle's package: submissions as players, our player as a submission."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena_testing import job, played_in_worker
from inarow import Ending, Outcome, Position, Rules, Side
from inarow._core import Random
from inarow.adapters import kaggle, kaggle_export, kaggle_host
from inarow.adapters import kaggle_submission as submission
from inarow.adapters.players import check_name, player
from inarow.adapters.process import PlayerFault
from inarow.cli.main import main
from inarow.engine.book import shipped_book
from inarow.engine.limits import Limits
from inarow.engine.solver import Solver
from inarow.game.kaggle import board_from_top
from strategies import random_position

CONNECT_FOUR = Rules.parse("connect-four")

LEFTMOST = """
import json
def helper(board):
    return board.index(0)
def leftmost(obs, config):
    assert obs.board is obs["board"] and config["columns"] == config.columns
    print("thinking", end="")  # without the end of its line
    return helper(obs.board[: config.columns])
"""


def written(tmp_path: Path, text: str, name: str = "submission.py") -> str:
    path = tmp_path / name
    path.write_text(text)
    return f"kaggle:{path}"


def answers(text: str, positions: list[Position], limits: Limits | None = None) -> list[int]:
    """What the player answers, one position after the other."""
    asked = player(text)
    try:
        return [asked.choose(position, limits or Limits(seconds=60.0)) for position in positions]
    finally:
        asked.close()  # type: ignore[attr-defined]


def fault_of(text: str, position: Position | None = None) -> PlayerFault:
    with pytest.raises(PlayerFault) as caught:
        answers(text, [position or Position(CONNECT_FOUR)])
    return caught.value


def test_the_last_callable_of_a_submission_is_its_agent(tmp_path: Path) -> None:
    text = written(tmp_path, LEFTMOST)
    assert answers(text, [Position(CONNECT_FOUR), Position.parse("11111")]) == [0, 35]
    later = written(tmp_path, LEFTMOST + "from random import choice\n")  # an import is callable too
    assert "choice" in str(fault_of(later))


def test_a_submission_plays_in_the_arena_and_what_it_prints_does_no_harm(tmp_path: Path) -> None:
    [record] = played_in_worker(job(written(tmp_path, LEFTMOST), "first"))
    assert record.ending == Ending.LINE
    assert record.winner == Side.FIRST


def test_a_submission_sees_what_kaggle_would_show_it(tmp_path: Path) -> None:
    text = written(
        tmp_path,
        """
def agent(obs, config):
    assert obs.board == [0, 0, 0, 0] + [0, 2, 0, 0] + [0, 1, 1, 0], obs.board
    assert (obs.mark, obs.step, obs["remainingOverageTime"]) == (2, 3, 60), obs
    assert (config.columns, config.rows, config.inarow, config.actTimeout) == (4, 3, 3, 2), config
    return 3
""",
    )
    assert answers(text, [Position.parse("drop-4x3x3/223")], Limits()) == [3]


def test_an_agent_may_take_the_observation_alone(tmp_path: Path) -> None:
    assert answers(written(tmp_path, "agent = lambda obs: 4 + obs.mark"), [Position.parse("1")]) == [6]


def test_a_submission_can_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_a_submission.py").write_text("COLUMN = 5\n")
    text = written(
        tmp_path, "import neighbour_of_a_submission as n\ndef agent(obs, config):\n    return n.COLUMN\n"
    )
    assert answers(text, [Position(CONNECT_FOUR)]) == [5]


@pytest.mark.parametrize(
    ("source", "ending", "reason"),
    [
        (
            "def agent(obs, config):\n    return 9",
            Ending.ILLEGAL_MOVE,
            "column 9, which is not one of 0 to 6",
        ),
        ("def agent(obs, config):\n    return 0", Ending.ILLEGAL_MOVE, "column 0, which is full"),
        (
            "def agent(obs, config):\n    return 'left'",
            Ending.ILLEGAL_MOVE,
            "'left', which is not the number",
        ),
        ("def agent(obs, config):\n    return None", Ending.ILLEGAL_MOVE, "None, which is not the number"),
        ("def agent(obs, config):\n    print('oh')\n    return 1 / 0", Ending.CRASH, "ZeroDivisionError"),
        ("x = ", Ending.CRASH, "SyntaxError"),
        ("x = 7", Ending.CRASH, "defines no function"),
        ("import os\ndef agent(obs, config):\n    os._exit(3)", Ending.CRASH, "exit code 3"),
    ],
)
def test_what_goes_wrong_in_a_submission_is_told(
    tmp_path: Path, source: str, ending: Ending, reason: str
) -> None:
    fault = fault_of(written(tmp_path, source), Position.parse("111111"))
    assert fault.ending == ending
    assert reason in str(fault)
    if "oh" in source:
        assert "oh" in fault.last_words
        assert "line 3" in fault.last_words


def test_a_submission_that_outlives_its_bank_loses_on_time(tmp_path: Path) -> None:
    text = written(tmp_path, "import time\ndef agent(obs, config):\n    time.sleep(1000)")
    assert fault_of(f"{text} seconds=0.1 bank=0.1").ending == Ending.TIME


def test_time_beyond_two_seconds_is_paid_from_the_bank(tmp_path: Path) -> None:
    text = written(
        tmp_path,
        """
import time
def agent(obs, config):
    time.sleep(0.2)
    return 0 if obs.remainingOverageTime == 600 else 1 if obs.remainingOverageTime <= 599.8 else 2
""",
    )
    positions = [Position(CONNECT_FOUR), Position.parse("11"), Position(CONNECT_FOUR)]
    asked = [answer % 7 for answer in answers(f"{text} seconds=0 bank=600", positions, Limits())]
    assert asked == [0, 1, 0]  # and another game has a bank of its own


def test_a_tighter_limit_is_told_to_the_submission(tmp_path: Path) -> None:
    text = written(
        tmp_path,
        "def agent(obs, config):\n    return int(config.actTimeout * 2 + obs.remainingOverageTime)",
    )
    assert answers(text, [Position(CONNECT_FOUR)], Limits(seconds=0.5)) == [1]
    assert answers(text, [Position(CONNECT_FOUR)], Limits(seconds=4.0)) == [6]


def test_a_wrong_name_says_what_would_be_right(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no file nowhere.py: expected kaggle:submission.py"):
        check_name("kaggle:nowhere.py")
    text = written(tmp_path, "raise SystemExit")  # which is not run by the check
    check_name(text)
    with pytest.raises(ValueError, match="does not know depth; it has seconds= and bank="):
        check_name(f"{text} depth=3")
    with pytest.raises(ValueError, match="bank=much: expected a number of seconds"):
        check_name(f"{text} bank=much")
    with pytest.raises(ValueError, match="plays where stones fall one at a time, not gomoku"):
        answers(text, [Position(Rules.parse("gomoku"))])


def test_a_board_of_kaggle_is_a_position() -> None:
    for seed in range(20):
        position = random_position(Rules(6, 5, 4, gravity=True), seed, seed)
        board = board_from_top(position)
        assert kaggle.position_of(board, 6, 5, 4) == position
    with pytest.raises(ValueError, match="the board has 3 cells; 6 columns and 5 rows have 30"):
        kaggle.position_of([0, 0, 0], 6, 5, 4)


def test_our_agent_function_wins_where_it_can() -> None:
    position = Position.parse("414141")
    seen = SimpleNamespace(board=board_from_top(position), mark=1)
    config = SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=2)
    assert kaggle.agent(seen, config) == 3


# The exported submission


def column_of(position: Position, nodes: int) -> int:
    """What the submission plays when it may visit so many nodes."""
    rules = position.rules
    search = submission.Search(submission.board_of(rules.columns, rules.rows, rules.line_length))
    own, mask = bits_of(position)
    move, _, _ = search.best(own, mask, 1e9, nodes)
    return (move.bit_length() - 1) // (rules.rows + 1)


def bits_of(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and all stones."""
    rules = position.rules
    own = mask = 0
    for cell in position.history:
        bit = 1 << cell % rules.columns * (rules.rows + 1) + cell // rules.columns
        mask |= bit
        own |= bit if position.at(cell) == position.to_move else 0
    return own, mask


@pytest.mark.parametrize(
    "spec", ["drop-7x6x4", "drop-5x7x3", "drop-8x8x5", "drop-9x4x4", "drop-4x4x2", "drop-3x3x1"]
)
def test_the_submission_knows_the_cells_that_complete_a_line(spec: str) -> None:
    rules = Rules.parse(spec)
    board = submission.board_of(rules.columns, rules.rows, rules.line_length)
    for seed in range(40):
        position = random_position(rules, seed, seed)
        if position.is_over:
            continue
        own, mask = bits_of(position)
        winning = {cell for cell in position.moves if position.play(cell).is_over} - {
            cell for cell in position.moves if position.play(cell).outcome == Outcome.DRAW
        }
        found = board.threats(own) & (mask + board.bottom) & board.full
        columns = {(bit.bit_length() - 1) // (rules.rows + 1) for bit in split(found)}
        assert columns == {cell % rules.columns for cell in winning}


def split(bits: int) -> list[int]:
    return [1 << place for place in range(bits.bit_length()) if bits >> place & 1]


@pytest.mark.parametrize("spec", ["drop-5x4x4", "drop-4x5x3", "drop-6x3x4", "drop-4x4x4"])
def test_the_submission_proves_what_the_solver_proves(spec: str) -> None:
    rules = Rules.parse(spec)
    board = submission.board_of(rules.columns, rules.rows, rules.line_length)
    solver = Solver(rules, memory=1)
    for seed in range(12):
        position = random_position(rules, seed, rules.cells // 2)
        if position.is_over:
            continue
        _, score, depth = submission.Search(board).best(*bits_of(position), 1e9)
        if depth == 0:  # there is but one move that does not lose at once, so it did not search
            continue
        solution = solver.solve(position, moves=False)
        assert solution.score is not None
        assert solution.stones is not None
        if solution.score == 0:
            assert abs(score) < submission.PROVEN
        else:
            end = submission.WIN - position.stones - solution.stones
            assert score == (end if solution.score > 0 else -end)


def test_the_submission_beats_a_player_that_looks_four_stones_ahead() -> None:
    rival = player("alphabeta eval=windows depth=4 nodes=2000")
    for ours in (Side.FIRST, Side.SECOND):
        for opening in ("4", "27"):
            position = Position.parse(f"connect-four/{opening}")
            while not position.is_over:
                if position.to_move == ours:
                    position = position.play(str(column_of(position, 4000) + 1))
                else:
                    position = position.play(rival.choose(position))
            assert position.winner == ours, position.text


@pytest.mark.parametrize(
    "spec", ["drop-1x1x1", "drop-2x2x2", "drop-4x4x3", "drop-12x3x5", "drop-20x20x6", "drop-3x3x9"]
)
def test_the_submission_plays_any_board_to_its_end(spec: str) -> None:
    rules, random = Rules.parse(spec), Random(5)
    for ours in (Side.FIRST, Side.SECOND):
        position = Position(rules)
        while not position.is_over:
            if position.to_move == ours:
                position = position.play(str(column_of(position, 200) + 1))
            else:
                position = position.play(random.move(position))
        assert position.winner != ours.other or rules.line_length <= 2  # which the first stones decide


def test_the_opening_table_holds_best_moves_of_the_solver() -> None:
    board = submission.board_of(*submission.OPENING_BOARD)
    book = submission.unpacked(board, kaggle_export.openings())
    assert len(book) > 50
    assert book[board.bottom] == 3  # the middle of the empty board, the only move that wins
    solver = Solver(CONNECT_FOUR)
    for text in ("1", "2", "4", "41", "444", "123"):
        position = Position.parse(text)
        own, mask = bits_of(position)
        column = book.get(own + mask + board.bottom)
        if column is not None:
            moves = solver.solve(position).moves
            best = {move.cell % 7 for move in moves if move.score == moves[0].score}
            assert column in best, text


def test_the_exported_file_needs_nothing_and_is_small(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    assert main(["export", "kaggle", "--output", str(path)]) == 0
    assert path.stat().st_size < 1_000_000
    alone = (
        "import sys, types;"
        f"names = {{}}; exec(compile(open({str(path)!r}).read(), 'submission.py', 'exec'), names);"
        "agent = [value for value in names.values() if callable(value)][-1];"
        "seen = types.SimpleNamespace(board=[0] * 42, mark=1);"
        "print(agent.__name__, agent(seen, types.SimpleNamespace(columns=7, rows=6, inarow=4, actTimeout=2)));"
        "assert not {'inarow', 'numpy'} & set(sys.modules)"
    )
    said = subprocess.run([sys.executable, "-I", "-c", alone], capture_output=True, text=True, check=True)
    assert said.stdout == "agent 3\n"


def test_the_exported_file_is_a_player_here_too(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    assert main(["export", "kaggle", "--output", str(path)]) == 0
    assert kaggle_host.last_callable(path).__name__ == "agent"
    assert answers(f"kaggle:{path} seconds=0.1", [Position(CONNECT_FOUR), Position.parse("414141")]) == [
        3,
        24,
    ]


@pytest.mark.parametrize("text", ["4", "1", "44", "4443", "444", "24"])
def test_the_openings_win_soonest_or_ask_most_of_the_other_side(text: str) -> None:
    book, solver = shipped_book(CONNECT_FOUR), Solver(CONNECT_FOUR, memory=1)
    assert book is not None
    scored = []
    position = Position.parse(f"connect-four/{text}")
    for cell in position.moves:
        answers = solver.solve(position.play(cell)).moves
        kept = [answer for answer in answers if sign(answer.score) == sign(answers[0].score)]
        worth = sign(answers[0].score)
        how_well = answers[0].score if worth < 0 else len(kept) / len(answers)
        scored.append((worth, how_well, cell % 7))
    column = kaggle_export.best_column(book, solver, position)
    assert min(scored)[:2] in [(worth, how_well) for worth, how_well, other in scored if other == column]


def sign(score: int | None) -> int:
    assert score is not None
    return (score > 0) - (score < 0)


def test_export_writes_to_standard_output_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "kaggle", "--output", "-"]) == 0
    assert "def agent(observation" in capsys.readouterr().out
