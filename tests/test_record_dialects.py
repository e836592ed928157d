"""What programs of one world write differently: stones after the win, older lines, capitals, and half a stone."""

import pytest

from inarow import Ending, Outcome, Position, Record, RecordError
from inarow.game.files import games_text, parse_games

WON_WITH_TWO_TO_COME = "connect6/j10a1b1k10l10a3b3m10n10d4e4"  # o10 and i10 win, h1 does not


@pytest.mark.parametrize(
    ("turn", "end"),
    [(("o10", "h1"), "h1o10"), (("h1", "o10"), "h1o10"), (("o10", "i10"), "o10"), (("i10", "o10"), "i10")],
)
def test_a_stone_beside_the_one_that_wins_is_kept_where_the_rules_let_it(
    turn: tuple[str, str], end: str
) -> None:
    before = Position.parse(WON_WITH_TWO_TO_COME)
    expected = before.text + end
    one, other = turn
    golem_sgf = games_text([Record.of(before)], "golem-sgf").replace(")", f";B[{one}{other}])")
    golem = games_text([Record.of(before)], "golem").strip() + f" 7.{one}{other}"
    stones = "".join(f";B({name[0].upper()},{name[1:]})" for name in turn)
    ccgc = games_text([Record.of(before)], "ccgc").replace("}", stones + "}")
    pairs = "".join(name[0].upper() + chr(64 + int(name[1:])) for name in turn)
    league = games_text([Record.of(before)], "league").replace(" ,\n", f" black {pairs} ,\n")
    for text in (golem_sgf, golem, ccgc, league):
        (record,) = parse_games(text)
        assert record.replay().text == expected
        assert (record.outcome, record.ending) == (Outcome.FIRST_WINS, Ending.LINE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.j10 2.a1b1 3.k10l10 4.a3b3 5.m10n10 6.d4e4 7.o10o10", "line 1: move 12 .*the game is over"),
        ("1.j10 2.a1b1 3.k10l10 4.a3b3 5.m10n10 6.d4e4 7.o10h1 8.c3c4", "line 1: move 14 .*the game is over"),
        ("1.j10 2.a1 3.k10l10", "line 1: move 3 at character 11: expected turn 3"),
        ("1.j10k10 2.a1b1", "line 1: move 1 at character 1: expected turn 1"),
        ("1.j10\n2.a1b1\n4.k10l10", "line 3: move 4 at character 1: expected turn 3 of turns like"),
    ],
)
def test_turns_of_little_golem_that_do_not_fit_are_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_games(text)


def test_games_of_little_golem_may_go_on_in_the_next_line() -> None:
    games = parse_games("1.j10 2.a1b1\n3.k10l10\n\n1.j9\n")
    assert [game.replay().text for game in games] == ["connect6/j10a1b1k10l10", "connect6/j9"]


@pytest.mark.parametrize(
    ("line", "players", "outcome", "ending", "seconds"),
    [
        ("Ada;Bob;2;black JJJJ white KKKI ", ("Ada", "Bob"), Outcome.SECOND_WINS, Ending.ADJUDICATION, []),
        ("0;Ada;1;Bob;2;black JJJJ white KKKI ", ("Ada", "Bob"), Outcome.SECOND_WINS, Ending.ADJUDICATION, []),
        ("0,Ada,1,Bob,1,black JJJJ white KKKI ", ("Ada", "Bob"), Outcome.FIRST_WINS, Ending.ADJUDICATION, []),
        ("0,Ada,1,Bob,1,black JJJJ white KKKI ,0.5 0.25 ", ("Ada", "Bob"), Outcome.FIRST_WINS, Ending.ADJUDICATION,
         [0.5, 0.25]),
        ("0,Ada,1,Bob,1,Timeout,black JJJJ white KKKI ", ("Ada", "Bob"), Outcome.FIRST_WINS, Ending.TIME, []),
        ("0,Ada,1,Bob,1,Try duplicated move JJJJ,black JJJJ white KKKI ,0.5 0.25 ", ("Ada", "Bob"),
         Outcome.FIRST_WINS, Ending.ILLEGAL_MOVE, [0.5, 0.25]),
        ("0,Ada,1,Bob,2,Try impossible move ZZZZ,black JJJJ ,0.5 ", ("Ada", "Bob"), Outcome.SECOND_WINS,
         Ending.ILLEGAL_MOVE, [0.5]),
        ("0,Ada,1,Bob,-1,,,", ("Ada", "Bob"), Outcome.ONGOING, Ending.UNFINISHED, []),
    ],
)  # fmt: skip
def test_lines_of_leagues_old_and_new_are_read(
    line: str, players: tuple[str, str], outcome: Outcome, ending: Ending, seconds: list[float]
) -> None:
    (record,) = parse_games(f"Players:\n0,Ada;1,Bob;\nGames:\n{line}\n")
    assert (record.players, record.outcome, record.ending) == (players, outcome, ending)
    assert [thought.seconds for thought in record.thoughts if thought] == seconds
    assert parse_games(games_text([record], "league")) == [record]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[4]SZ[15]B[hh]W[ii]B[gg])", "gomoku/h8i7g9"),
        ("(;GM[4]SZ[15];B[HH];W[II])", "gomoku/h8i7"),
        ("(;SZ[30]GM[4];B[AA])", "place-30x30x5/aa4"),
        ("(;GM[4]SZ[15];V[3]B[hh];W[ii]V[-2])", "gomoku/h8i7"),
    ],
)
def test_moves_of_sgf_are_read_in_the_order_and_letters_of_the_file(text: str, moves: str) -> None:
    (record,) = parse_games(text)
    assert record.replay().text == moves


def test_guesses_stay_with_their_stones_where_the_winning_stone_comes_last() -> None:
    text = games_text([Record.of(Position.parse(WON_WITH_TWO_TO_COME))], "sgf")
    (record,) = parse_games(text.replace(")\n", ";B[oj]V[7];B[hs]V[5])\n"))
    assert [thought.score for thought in record.thoughts if thought] == [5, 7]


@pytest.mark.parametrize("half", ["1", "15", "15,", "15,1", "15,1x,4", "15,12,4,"])
def test_half_a_stone_at_the_end_of_a_psq_file_is_no_code(half: str) -> None:
    with pytest.raises(RecordError, match=r"line [34]: expected"):
        parse_games(f"Piskvorky 20x20, 11:11, 0\n8,8,0\n{half}")
