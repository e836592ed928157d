"""Episodes of Kaggle's ConnectX.

Those in golden/ were played by kaggle-environments 1.33.2; their specification and number are left out.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Ending, NotationError, Outcome, Position, Record, RecordError, Rules
from inarow.game.kaggle import episode, kaggle_text, parse_kaggle, to_kaggle
from strategies import NAMES, SEEDS, random_position

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


def test_a_finished_episode_is_read() -> None:
    (record,) = parse_kaggle(golden("kaggle-done.json"))
    assert record.replay().text == "connect-four/4433526"
    assert (record.outcome, record.ending) == (Outcome.FIRST_WINS, Ending.LINE)
    assert record.players == ("first", "second")


def test_the_teams_that_the_site_adds_are_the_players() -> None:
    data = json.loads(golden("kaggle-done.json"))
    data["info"] = {"EpisodeId": 7, "LiveVideoPath": None, "TeamNames": ["Column Owls", "negamax"]}
    assert parse_kaggle(json.dumps(data))[0].players == ("Column Owls", "negamax")


@pytest.mark.parametrize(
    ("name", "text", "outcome", "ending", "note"),
    [
        ("kaggle-invalid.json", "drop-4x2x3/1133", Outcome.SECOND_WINS, Ending.ILLEGAL_MOVE, "INVALID: 2"),
        ("kaggle-timeout.json", "drop-4x2x3/11", Outcome.SECOND_WINS, Ending.TIME, "TIMEOUT"),
        ("kaggle-error.json", "drop-4x2x3/113", Outcome.FIRST_WINS, Ending.CRASH, "ERROR"),
    ],
)
def test_a_failure_is_an_ending_with_its_reason(
    name: str, text: str, outcome: Outcome, ending: Ending, note: str
) -> None:
    (record,) = parse_kaggle(golden(name))
    assert record.replay().text == text
    assert (record.outcome, record.ending, record.note) == (outcome, ending, note)
    assert parse_kaggle(to_kaggle(record)) == [record]


def test_old_episodes_without_statuses_and_with_other_rewards_are_read() -> None:
    data = json.loads(golden("kaggle-done.json"))
    del data["statuses"], data["info"]
    data["rewards"] = [1, 0]
    (record,) = parse_kaggle(json.dumps(data))
    assert record.outcome == Outcome.FIRST_WINS
    assert record.players == ("first", "second")


@st.composite
def connectx_records(draw: st.DrawFn) -> Record:
    rules = Rules(draw(st.integers(1, 9)), draw(st.integers(1, 9)), draw(st.integers(1, 5)), gravity=True)
    position = random_position(rules, draw(SEEDS), draw(st.integers(0, rules.cells)))
    record = Record.of(position, (draw(NAMES), draw(NAMES)), event=draw(NAMES), date="2026-11-16")
    if position.is_over:
        return record
    outcome = draw(st.sampled_from([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW, Outcome.ONGOING]))
    if outcome == Outcome.ONGOING:
        return record
    endings = [Ending.TIME, Ending.ILLEGAL_MOVE, Ending.CRASH, Ending.RESIGNATION, Ending.ADJUDICATION]
    return replace(record, outcome=outcome, ending=draw(st.sampled_from(endings)), note=draw(NAMES))


@given(connectx_records())
def test_a_record_is_written_and_read_back(record: Record) -> None:
    assert parse_kaggle(to_kaggle(record)) == [record]
    assert parse_kaggle(kaggle_text([record, record])) == [record, record]


@pytest.mark.parametrize("ending", ["done", "invalid", "timeout", "error"])
def test_the_written_form_is_that_of_kaggle(ending: str) -> None:
    (record,) = parse_kaggle(golden(f"kaggle-{ending}.json"))
    written, real = episode(record), json.loads(golden(f"kaggle-{ending}.json"))
    for step in (*written["steps"], *real["steps"]):
        for agent in step:
            del agent["observation"]["remainingOverageTime"]  # a record does not know it
    assert written["steps"] == real["steps"]
    for name in ("configuration", "name", "rewards", "statuses", "schema_version", "title", "version"):
        assert written[name] == real[name]


def damaged(change: Any) -> str:
    data = json.loads(golden("kaggle-done.json"))
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(name="halite"), 'name is "halite": expected "connectx"'),
        (lambda data: data.pop("configuration"), "configuration is missing"),
        (lambda data: data["configuration"].update(rows="6"), 'configuration.rows is "6": expected a whole'),
        (lambda data: data["configuration"].update(rows=-1), "configuration is .*"),
        (lambda data: data.update(steps=[]), "there is no step"),
        (
            lambda data: data["steps"][2][1].update(action=7),
            r"steps\[2\]\[1\].action is 7: 7 cannot be played",
        ),
        (
            lambda data: data["steps"][2][1].update(action=2),
            r"steps\[2\]\[0\].observation.board is .* after 2",
        ),
        (lambda data: data["steps"][3].pop(0), r"steps\[3\] is .*: expected two agents"),
        (lambda data: data.update(statuses=["DONE", "SLEEPING"]), r"statuses\[1\] is \"SLEEPING\": expected"),
        (lambda data: data.update(rewards=[-1, 1]), "the file says second wins"),
        (lambda data: data["info"].update(TeamNames=[1, 2]), r"info.TeamNames\[0\] is 1: expected a text"),
    ],
)
def test_a_damaged_episode_is_refused_with_the_place(change: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_kaggle(damaged(change))


def test_a_text_that_is_cut_off_is_refused_with_line_and_column() -> None:
    text = golden("kaggle-done.json")
    with pytest.raises(RecordError, match=r"line 1, column \d+: this is not JSON"):
        parse_kaggle(text[: len(text) // 2])


@pytest.mark.parametrize("game", ["tic-tac-toe", "drop-7x6x4-p2-q1", "drop-7x6x4-exact"])
def test_games_that_connectx_cannot_play_are_refused(game: str) -> None:
    with pytest.raises(NotationError, match="ConnectX is played with falling stones"):
        to_kaggle(Record(Rules.parse(game), ()))


def test_the_board_is_written_from_the_top() -> None:
    data = episode(Record.of(Position.parse("connect-four/4")))
    assert data["steps"][1][0]["observation"]["board"] == [0] * 38 + [1] + [0] * 3
