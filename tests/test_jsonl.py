"""Our own line protocol, both ways: programs of any language are players, and ours is an engine."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena_testing import MARK, PLAYERS, TINY, all_ended, job, played_in_worker
from conversation import Conversation, check_received, repeat
from inarow import Ending, Position, Rules, Side
from inarow.adapters.jsonl import question
from inarow.arena.job import Job
from inarow.engine.limits import Limits

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
RULES = "place-5x5x4-p2-q1"


def mock(habit: str) -> str:
    """The text of the mock as a player."""
    return f"'process:{sys.executable} {PLAYERS}/jsonl_player.py {habit}' protocol=jsonl"


def game(first: str, second: str = "random", **changes: object) -> Job:
    return job(first, second, **{"rules": RULES, **changes})


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(MARK, str(tmp_path))
    monkeypatch.setenv("INAROW_TEST_LOG", str(tmp_path / "log"))
    yield tmp_path / "log"
    assert all_ended(str(tmp_path))


def test_programs_play_whole_games_of_every_kind(log: Path) -> None:
    jobs = [
        game(mock("good"), mock("whole_turn")),
        game(mock("chatters"), rules="drop-6x5x4"),
        game("first", mock("whole_turn"), rules="place-4x4x3-exact"),
    ]
    records = played_in_worker(*jobs)
    for record in records:
        assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note
    thought = records[0].thoughts[1]
    assert thought is not None
    assert (thought.nodes, thought.depth, thought.score) == (12, 3, -7)


def test_the_question_holds_all_that_a_player_needs(log: Path) -> None:
    [record] = played_in_worker(game(mock("good"), "first", rules="drop-3x2x2"))
    assert record.ending == Ending.LINE, record.note
    check_received("jsonl_questions.txt", log.read_text())


FAULTS = {
    "occupied": (Ending.ILLEGAL_MOVE, "played an illegal move"),
    "outside": (Ending.ILLEGAL_MOVE, "played an illegal move"),
    "nonsense": (Ending.ILLEGAL_MOVE, "is no move: expected a cell or a list of cells"),
    "boaster": (Ending.ILLEGAL_MOVE, "'nodes' must be a int"),
    "resigns": (Ending.RESIGNATION, "resigned"),
    "refuses": (Ending.CRASH, "answered: I do not play that"),
    "broken": (Ending.CRASH, "printed a line that is no JSON"),
    "dies": (Ending.CRASH, "nothing left to say"),
    "other_id": (Ending.OUT_OF_TURN, "answered question 99, not 1"),
    "out_of_turn": (Ending.OUT_OF_TURN, "sent a move that nobody had asked for"),
}


def test_a_program_that_fails_loses_with_the_reason(log: Path) -> None:
    jobs = [game(mock(habit)) for habit in FAULTS]
    for record, (ending, reason) in zip(played_in_worker(*jobs), FAULTS.values(), strict=True):
        assert (record.ending, record.winner) == (ending, Side.SECOND), record.note
        assert reason in record.note


def test_a_program_that_hangs_loses_on_time(log: Path) -> None:
    [record] = played_in_worker(game(mock("stalls"), clock=TINY))
    assert (record.ending, record.winner) == (Ending.TIME, Side.SECOND)


def test_the_examples_in_python_and_c_play_any_game(tmp_path: Path, log: Path) -> None:
    subprocess.run(["cc", "-o", tmp_path / "line_player", EXAMPLES / "line_player.c"], check=True)
    python = f"'process:{sys.executable} {EXAMPLES}/line_player.py' protocol=jsonl"
    compiled = f"process:{tmp_path}/line_player protocol=jsonl"
    for record in played_in_worker(game(python, compiled), game(compiled, python, rules="drop-30x30x9")):
        assert record.ending in (Ending.LINE, Ending.FULL_BOARD), record.note


def test_our_engine_keeps_to_its_own_protocol() -> None:
    repeat("jsonl_engine.txt")
    repeat("jsonl_engine.txt", end="\r\n")


def asked(engine: Conversation, **question: Any) -> dict[str, Any]:
    engine.say(json.dumps(question))
    answer: dict[str, Any] = json.loads(engine.hear())
    return answer


def test_our_engine_plays_whatever_it_is_asked() -> None:
    with Conversation.with_engine("--protocol", "jsonl", "--nodes", "300") as engine:
        engine.hear()
        for text in ("connect6/j10", "drop-7x6x4/44", "tic-tac-toe/", "place-9x9x5-p3-q2/a1b2"):
            position = Position.parse(text)
            left = position.stones_left
            answer = asked(engine, do="move", game=position.rules.spec, moves=list(position.history))
            turn = answer["move"] if isinstance(answer["move"], list) else [answer["move"]]
            assert len(turn) == left
            for cell in turn:
                position = position.play(cell)


def test_a_search_without_end_tells_how_it_goes_and_can_be_stopped() -> None:
    with Conversation.with_engine("--protocol", "jsonl", "--game", "gomoku") as engine:
        engine.hear()
        answer = asked(engine, do="move", id=4, moves="h8", seconds=1e6, info=True)
        assert answer["id"] == 4
        assert answer["info"]["line"]
        engine.say('{"do": "ping"}', '{"do": "stop"}')
        heard = [json.loads(engine.hear())]
        while "move" not in heard[-1]:
            heard.append(json.loads(engine.hear()))
        assert {"pong": True} in heard
        assert Position.parse("gomoku/h8").is_legal(heard[-1]["move"])
        engine.say('{"do": "quit"}')
        assert engine.ended() == 0


def test_rules_without_a_name_are_asked_by_their_numbers() -> None:
    rules = Rules.parse("drop-3x2x2")
    data = question(Position(rules).play(1), Limits(nodes=5, bank=2.5))
    assert data["game"] == "drop-3x2x2"
    assert (data["nodes"], data["bank"], data["side"], data["legal"]) == (5, 2.5, 2, [0, 4, 2])
    assert data["board"] == [0, 1, 0, 0, 0, 0]
