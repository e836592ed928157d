"""Connect6 contest records."""

from dataclasses import replace

import pytest

from inarow import Ending, NotationError, Outcome, Position, Record, RecordError
from inarow.game.ccgc import parse_ccgc, to_ccgc
from inarow.game.files import parse_games
from inarow.game.variants import CONNECT6

EXAMPLE = (
    "{[C6][Black team B][White team W][先手胜][2017.07.29 14:00 place][2017 CCGC]"
    ";B(J,10);W(I,11);W(I,12);B(A,1)}"
)


def test_a_contest_record_is_read() -> None:
    (record,) = parse_ccgc(EXAMPLE)
    assert record.replay().text == "connect6/j10i11i12a1"
    assert record.players == ("Black team", "White team")
    assert (record.outcome, record.ending) == (Outcome.FIRST_WINS, Ending.ADJUDICATION)
    assert (record.date, record.event) == ("2017-07-29T14:00", "2017 CCGC, place")


def test_a_record_is_written_and_read_back() -> None:
    record = replace(
        Record.of(Position.parse("connect6/j10i11i12a1"), ("Ada", "Bob B")),
        outcome=Outcome.SECOND_WINS,
        ending=Ending.ADJUDICATION,
        date="2026-11-16T15:30",
        event="cup",
    )
    assert to_ccgc(record) == (
        "{[C6][Ada B][Bob B W][后手胜][2026.11.16 15:30][cup];B(J,10);W(I,11);W(I,12);B(A,1)}\n"
    )
    assert parse_ccgc(to_ccgc(record) * 2) == [record, record]


def test_marks_and_a_last_semicolon_are_skipped() -> None:
    (record,) = parse_ccgc("{[C6][][][][][];B(J,10)MARK[x];w(i,11);W(I,12);}")
    assert record.replay().text == "connect6/j10i11i12"
    assert record.players == ("first", "second")


@pytest.mark.parametrize(
    ("header", "players", "outcome", "date", "event"),
    [
        (
            "[先手参赛队 甲][后手参赛队 乙][先手胜][2021.05.01 10:00 安徽蚌埠][2021 ACG]",
            ("先手参赛队 甲", "后手参赛队 乙"), Outcome.FIRST_WINS, "2021-05-01T10:00", "2021 ACG, 安徽蚌埠",
        ),
        ("[][][后手胜][2017-12-12 14:26 ][]", ("first", "second"), Outcome.SECOND_WINS, "2017-12-12T14:26", ""),
        (
            "[Ada B][Bob W][平局][2024.08.01 09:30 59 淮北][2024 CCGC]",
            ("Ada", "Bob"), Outcome.DRAW, "2024-08-01T09:30", "2024 CCGC, 淮北",
        ),
        (
            "[Ada][Bob][流局][2024.8.1][淮北][2024 CCGC]",
            ("Ada", "Bob"), Outcome.ONGOING, "2024-08-01", "淮北, 2024 CCGC",
        ),
        (
            "[人类][AI][先手胜][2026/4/28 00:58:14][人机对决]",
            ("人类", "AI"), Outcome.FIRST_WINS, "2026-04-28T00:58", "人机对决",
        ),
        (
            ";Ada B;Bob W;后手胜;2025.12.21线上;cup",
            ("Ada", "Bob"), Outcome.SECOND_WINS, "2025-12-21", "cup, 线上",
        ),
    ],
)  # fmt: skip
def test_headers_as_different_programs_write_them_are_read(
    header: str, players: tuple[str, str], outcome: Outcome, date: str, event: str
) -> None:
    game = "C6" if header.startswith(";") else "[C6]"
    (record,) = parse_games("{" + game + header + ";B(J,10); W(I,11);W(I,12); }")
    assert (record.players, record.outcome, record.date, record.event) == (players, outcome, date, event)
    assert parse_ccgc(to_ccgc(record)) == [record]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no contest record"),
        ("{}", r"expected \[C6\] at character 2"),
        ("{[C4];B(J,10)}", r"expected \[C6\]"),
        ("{[C6];B(J,10);x}", r"expected a stone like ;B\(J,10\) at character 14"),
        ("{[C6];B(J,20)}", r'move 1 \(character 6\): "J20" is not on the board'),
        ("{[C6];B(J,10);B(J,11)}", "move 2 .*: B plays where Connect6 expects W"),
        ("{[C6];B(J,10);W(J,10)}", "move 2 .* it is occupied"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_ccgc(text)


def test_only_connect6_is_written() -> None:
    with pytest.raises(NotationError, match="Connect6 only, not connect-four"):
        to_ccgc(Record.of(Position.parse("44")))


def test_a_result_against_the_board_is_refused() -> None:
    won = Record.of(Position.parse("connect6/j10.a1b1.k10l10.a2b2.m10n10.d4e4.h1o10"))
    assert parse_ccgc(to_ccgc(won))[0].outcome == Outcome.FIRST_WINS
    with pytest.raises(RecordError, match=r"the file says second wins, .* \(game at character 2\)"):
        parse_ccgc(to_ccgc(won).replace("先手胜", "后手胜"))
    assert won.rules == CONNECT6
