"""SGF in and out, with the forms that Connect6 players use."""

from dataclasses import replace

import pytest
from hypothesis import given

from inarow import Ending, NotationError, Outcome, Position, Record, RecordError, Rules, Thought
from inarow.game.sgf import parse_sgf, rules_text, to_sgf
from inarow.game.variants import CONNECT6, CONNECT_FOUR, GOMOKU
from strategies import records

LITTLE_GOLEM = """(;FF[4]EV[connect6.ch.26.1.1]PB[Ada]PW[Bob]SO[http://www.littlegolem.com];
B[j10];W[j9l11];B[k9l8])"""


def one(text: str, rules: Rules | None = None) -> Record:
    (record,) = parse_sgf(text, rules)
    return record


def kept(record: Record) -> Record:
    """What SGF keeps of a record: names on one line, and no thoughts but guesses."""
    first, second = (" ".join(name.split()) for name in record.players)
    scores = [thought and thought.score for thought in record.thoughts]
    return Record(
        record.rules,
        record.moves,
        (first or "first", second or "second"),
        record.outcome,
        record.ending,
        tuple(None if score is None else Thought(score=score) for score in scores)
        if any(score is not None for score in scores)
        else (),
        date=record.date,
        event=" ".join(record.event.split()),
    )


@given(records(52))
def test_a_game_is_read_back_from_sgf(record: Record) -> None:
    assert one(to_sgf(record)) == kept(record)


def test_connect6_is_written_with_one_stone_a_node() -> None:
    record = Record.of(
        Position.parse("connect6/j10.j9l11"), ("Ada", "Bob]"), event="final", date="2026-11-16"
    )
    assert to_sgf(record) == (
        "(;FF[4]GM[4]CA[UTF-8]AP[inarow]RU[connect(19,19,6,2,1)]SZ[19]PB[Ada]PW[Bob\\]]EV[final]DT[2026-11-16]"
        "RE[?]ENDING[unfinished]\n;B[jj]\n;W[jk]\n;W[li])\n"
    )


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        ("connect6", "connect(19,19,6,2,1)"),
        ("connect-four", "connect(7,6,4,1,1,drop)"),
        ("gomoku-exact", "connect(15,15,5,1,1,exact)"),
        ("drop-9x8x4-p2-q1-exact", "connect(9,8,4,2,1,drop,exact)"),
    ],
)
def test_the_rules_are_written_in_full(spec: str, text: str) -> None:
    assert rules_text(Rules.parse(spec)) == text


def test_little_golem_writes_two_stones_a_node_and_points_like_j10() -> None:
    record = one(LITTLE_GOLEM)
    assert record.rules == CONNECT6
    assert record.replay().text == "connect6/j10j9l11k9l8"
    assert (record.players, record.event) == (("Ada", "Bob"), "connect6.ch.26.1.1")


def test_gogui_writes_one_stone_a_node_and_no_rules() -> None:
    record = one("(;FF[4]CA[UTF-8]AP[GoGui:1.4.9]SZ[19]DT[2009-01-01];B[jj];W[ji];W[ki];B[aa];B[sa])")
    assert record.rules == CONNECT6
    assert record.replay().text == "connect6/j10j11k11a19s19"


def test_gomoku_is_known_by_its_number() -> None:
    record = one("(;GM[4]SZ[15];B[hh];W[ii])")
    assert record.rules == GOMOKU
    assert record.replay().text == "gomoku/h8i7"


def test_rectangles_have_two_numbers() -> None:
    assert one("(;GM[4]SZ[9:7];B[aa])").replay().text == "place-9x7x5/a7"


def test_rules_of_the_caller_overrule_the_file() -> None:
    assert one("(;GM[1];B[aa];W[ba])", Rules(19, 19, 3)).rules == Rules(19, 19, 3)


def test_older_files_spell_out_their_properties() -> None:
    assert one("(;GaMe[4]SiZe[15];Black[hh];White[ii])").rules == Rules(15, 15, 5)


def test_of_variations_the_first_is_followed() -> None:
    record = one("(;GM[4]SZ[15];B[hh](;W[ii];B[ij](;W[aa])(;W[bb]))(;W[jj]))")
    assert record.replay().text == "gomoku/h8i7i6a15"


def test_a_collection_has_several_games_and_anything_around_them() -> None:
    games = parse_sgf(f"a mail\n{LITTLE_GOLEM}\n -- \n(;GM[4]SZ[15];B[hh]) bye")
    assert [len(game.moves) for game in games] == [5, 1]


def test_brackets_and_line_breaks_in_texts_are_escaped() -> None:
    assert one("(;GM[4]PB[a\\]b\\\\c\\\nd]EV[two\nlines])").players[0] == "a]b\\cd"
    assert one("(;GM[4]PB[a]EV[two\nlines])").event == "two lines"


@pytest.mark.parametrize(
    ("result", "outcome", "ending"),
    [
        ("B+R", Outcome.FIRST_WINS, Ending.RESIGNATION),
        ("W+T", Outcome.SECOND_WINS, Ending.TIME),
        ("W+Time", Outcome.SECOND_WINS, Ending.TIME),
        ("B+F", Outcome.FIRST_WINS, Ending.ILLEGAL_MOVE),
        ("B+", Outcome.FIRST_WINS, Ending.ADJUDICATION),
        ("0", Outcome.DRAW, Ending.ADJUDICATION),
        ("Draw", Outcome.DRAW, Ending.ADJUDICATION),
        ("?", Outcome.ONGOING, Ending.UNFINISHED),
        ("", Outcome.ONGOING, Ending.UNFINISHED),
    ],
)
def test_the_result_is_understood_where_the_board_leaves_it_open(
    result: str, outcome: Outcome, ending: Ending
) -> None:
    record = one(f"(;GM[4]RE[{result}];B[hh])")
    assert (record.outcome, record.ending) == (outcome, ending)


def test_the_board_decides_where_it_is_over() -> None:
    won = Record.of(Position.parse("4455667"))
    assert one(to_sgf(won).replace("RE[B+]", "")).outcome == Outcome.FIRST_WINS
    with pytest.raises(RecordError, match="the file says second wins, the board after move 7: first wins"):
        parse_sgf(to_sgf(won).replace("RE[B+]", "RE[W+R]"))


def test_thoughts_become_values_for_black_and_comments() -> None:
    record = replace(
        Record.of(Position.parse("44")),
        thoughts=(Thought(seconds=0.25, nodes=1000, depth=8, score=30), Thought(score=-30, wins_in=9)),
    )
    text = to_sgf(record)
    assert ";B[df]V[30]C[0.25 s, 1000 nodes, depth 8]" in text
    assert ";W[de]V[30]C[wins in 9 stones]" in text


def test_boards_beyond_52_do_not_fit_into_sgf() -> None:
    with pytest.raises(NotationError, match="SGF points reach 52 columns and rows"):
        to_sgf(Record(Rules(53, 5, 5), ()))
    large = Record.of(Position(Rules(52, 52, 5)).play(52 * 52 - 1))
    assert ";B[Za]" in to_sgf(large)
    assert one(to_sgf(large)) == large


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no SGF text"),
        ("nothing", "this is no SGF text"),
        ("(", r'expected ";", "\(" or "\)" at the end'),
        ("(;GM[4]", r'expected ";", "\(" or "\)" at the end'),
        ("(;GM[4", r'expected "\[" and a value up to "\]" at character 5'),
        ("(;GM[4];B)", r'expected "\[" and a value .* at character 10 \(line 1\)'),
        ("(;GM[4]\n;B[aa]!)", r'expected ";", "\(" or "\)" at character 15 \(line 2\)'),
        ("(;GM[2])", r"GM\[2\] is none of the games"),
        ("(;GM[1];B[aa];W[bb])", r"GM\[1\] is none of the games"),
        ("(;GM[4]SZ[x])", r"SZ\[x\]: expected SZ\[19\] or SZ\[7:6\]"),
        ("(;GM[4]SZ[9]RU[connect(19,19,6,2,1)])", "SZ.* does not fit RU"),
        ("(;GM[4]RU[connect(19,19)])", r"expected connect\(columns,rows,k,p,q\)"),
        ("(;GM[4]RU[connect(0,19,6,2,1)])", "columns is 0"),
        ("(;GM[4]SZ[500])", "columns is 500"),
        ("(;GM[4]SZ[15]AB[aa])", "the node at character 2 sets up stones"),
        ("(;GM[4]SZ[15];B[])", 'plays "": expected points like jj or j10'),
        ("(;GM[4]SZ[15];B[a])", 'plays "a": expected points like jj or j10'),
        ("(;GM[4]SZ[15];B[zz])", r'move 1 \(node at character 14\): "zz" is not on the board: .* aa to oo'),
        ("(;GM[4]SZ[15];B[p1])", r'move 1 .* "p1" is not on the board'),
        ("(;GM[4]SZ[15];W[aa])", "move 1 .*: W plays where gomoku expects B"),
        ("(;GM[4]SZ[15];B[aa];W[aa])", "move 2 .* a15 cannot be played: it is occupied"),
        ("(;RU[connect-four];B[aa])", "move 1 .* falls to a1"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_sgf(text)


def test_connect_four_falls_in_sgf_too() -> None:
    record = one("(;GM[4]RU[connect(7,6,4,1,1,drop)]SZ[7:6];B[df];W[de])")
    assert record.rules == CONNECT_FOUR
    assert record.replay().text == "connect-four/44"


def test_deep_nesting_is_no_trouble() -> None:
    depth = 20_000
    assert one("(;GM[4]" + "(;" * depth + ")" * depth + ")").moves == ()
