"""Records and their file of JSON Lines."""

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Ending, Outcome, Position, Record, RecordError, Side, Thought, read_records, write_records
from inarow.game.record import (
    header_line,
    parse_record,
    parse_records,
    record_line,
    records_text,
    write_whole,
)
from inarow.game.variants import CONNECT6, CONNECT_FOUR
from strategies import records

WON = Record.of(Position.parse("4455667"), ("ada", "bob"))


@settings(max_examples=40)
@given(st.lists(records(6), max_size=3))
def test_records_are_read_back_from_their_text(some_records: list[Record]) -> None:
    assert parse_records(records_text(some_records)) == some_records


@given(records())
def test_replaying_a_record_recreates_the_game(record: Record) -> None:
    position = record.replay()
    assert position.history == record.moves
    line = list(record.positions())
    assert line[0].stones == 0
    assert line[-1] == position
    assert len(line) == len(record.moves) + 1


@given(records(6))
def test_records_are_values(record: Record) -> None:
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(parse_record(record_line(record))) == hash(record)


def test_a_record_of_a_position_ends_as_the_board_says() -> None:
    assert (WON.outcome, WON.ending, WON.winner) == (Outcome.FIRST_WINS, Ending.LINE, Side.FIRST)
    draw = Record.of(Position.parse("tic-tac-toe/a1b1c1b2a2c2b3a3c3"))
    assert (draw.outcome, draw.ending, draw.winner) == (Outcome.DRAW, Ending.FULL_BOARD, None)
    assert Record.of(Position(CONNECT6)).ending == Ending.UNFINISHED


def test_a_record_says_at_which_move_it_is_not_legal() -> None:
    record = Record(CONNECT_FOUR, (3, 10, 10, 2))
    with pytest.raises(RecordError, match=r"move 3 of 4 is not legal: d2 cannot be played"):
        record.replay()


def test_a_game_does_not_go_on_after_its_end() -> None:
    with pytest.raises(RecordError, match=r"move 8 of 8 is not legal: .* the game is over"):
        replace(WON, moves=(*WON.moves, 0)).replay()


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (Outcome.SECOND_WINS, Ending.LINE),
        (Outcome.DRAW, Ending.FULL_BOARD),
        (Outcome.FIRST_WINS, Ending.TIME),
        (Outcome.ONGOING, Ending.UNFINISHED),
    ],
)
def test_a_record_cannot_say_another_end_than_the_board(outcome: Outcome, ending: Ending) -> None:
    with pytest.raises(RecordError, match="the board after move 7: first wins by line"):
        replace(WON, outcome=outcome, ending=ending).replay()


@pytest.mark.parametrize(
    ("outcome", "ending"),
    [
        (Outcome.FIRST_WINS, Ending.LINE),
        (Outcome.DRAW, Ending.FULL_BOARD),
        (Outcome.ONGOING, Ending.TIME),
        (Outcome.FIRST_WINS, Ending.UNFINISHED),
    ],
)
def test_an_unfinished_board_needs_another_reason_to_end(outcome: Outcome, ending: Ending) -> None:
    with pytest.raises(RecordError):
        Record(CONNECT_FOUR, (3,), outcome=outcome, ending=ending).replay()


def test_a_record_has_two_players_and_a_thought_a_move() -> None:
    with pytest.raises(RecordError, match="two players"):
        Record(CONNECT_FOUR, (), players=("ada",))  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=r"0 moves .* 1 thoughts"):
        Record(CONNECT_FOUR, (), thoughts=(Thought(),))


def test_a_line_names_its_fields_and_leaves_out_what_is_not_known() -> None:
    record = replace(
        WON, thoughts=(Thought(seconds=0.5, nodes=12, score=30), *[None] * 5, Thought(wins_in=1)), seed=7
    )
    assert json.loads(record_line(record)) == {
        "game": "connect-four",
        "moves": "4455667",
        "players": ["ada", "bob"],
        "outcome": "first wins",
        "ending": "line",
        "thoughts": [{"seconds": 0.5, "nodes": 12, "score": 30}, *[None] * 5, {"wins_in": 1}],
        "seed": 7,
    }


def test_the_first_line_says_what_the_file_is() -> None:
    header = json.loads(records_text([WON, WON]).split("\n")[0])
    assert (header["format"], header["version"]) == ("inarow records", 1)
    assert (header["games"], header["records"]) == (["connect-four"], 2)
    assert header["checksum"].startswith("crc32:")


def test_records_may_be_appended_after_a_first_line_without_checksum() -> None:
    assert parse_records(f"{header_line()}\n{record_line(WON)}\n{record_line(WON)}\n") == [WON, WON]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a header must be a JSON object"),
        ("{}", "line 1: this is not a file of records; the first line must be like"),
        ("[]", "line 1: a header must be a JSON object, not list"),
        ("(;FF[4])", "line 1: a header must be a JSON object"),
        (header_line().replace("1", "2"), "line 1: the file has version 2, this program reads version 1"),
        (records_text([WON]).replace("ada", "eve"), "line 1: the checksum is .* the file is damaged"),
        (records_text([WON])[:-5], "the file is damaged"),
        (header_line(records=2) + "\n" + record_line(WON), "line 1 promises 2 records and 1 follow"),
        (header_line() + "\n" + record_line(WON)[:-1], "line 2: a record must be a JSON object"),
        (
            header_line() + "\n\n" + record_line(WON).replace("4455667", "4455668"),
            "line 3: move 7 at character 18",
        ),
        (
            header_line() + "\n" + record_line(WON).replace("4455667", "445566"),
            "line 2: the record says first wins",
        ),
    ],
)
def test_a_file_that_is_not_whole_is_refused_with_the_line(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_records(text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": None}, "'game' must be a text and is missing"),
        ({"game": "chess"}, "expected a game"),
        ({"moves": 44}, "'moves' must be a text"),
        ({"players": ["ada"]}, "'players' must be a list of two texts"),
        ({"outcome": "first won"}, "'outcome' must be one of: ongoing, first wins"),
        ({"ending": 3}, "'ending' must be one of: line, full board"),
        ({"seed": 1.5}, "'seed' must be a whole number"),
        ({"seed": True}, "'seed' must be a whole number"),
        ({"date": 2026}, "'date' must be a text"),
        ({"thoughts": {}}, "'thoughts' must be a list"),
        ({"thoughts": [1]}, "thought 1 must be an object or null"),
        ({"thoughts": [{"mood": 1}]}, "thought 1: unknown field 'mood'; known are seconds, nodes"),
        ({"thoughts": [{"nodes": 1.5}]}, "thought 1: the field 'nodes' must be a int"),
        ({"thoughts": [None]}, "7 moves .* 1 thoughts"),
        ({"colour": "red"}, "unknown field 'colour'; known are date"),
    ],
)
def test_a_wrong_field_is_named(change: dict[str, object], message: str) -> None:
    data = json.loads(record_line(WON)) | change
    with pytest.raises(ValueError, match=message):
        parse_record(json.dumps(data))


def test_a_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_records(path, [WON, Record.of(Position.parse("connect6/j10"), ("名人", "é"))])
    write_records(path, read_records(path))
    assert [record.players for record in read_records(path)] == [("ada", "bob"), ("名人", "é")]
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(header_line().encode() + b"\n\n\xff\n")
    with pytest.raises(RecordError, match=r"games\.jsonl: line 3: byte .* is not UTF-8"):
        read_records(path)


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
