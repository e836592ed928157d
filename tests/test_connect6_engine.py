"""The Connect6 protocol through real pipes, as the ConnectMore GUI speaks it."""

import re
from collections.abc import Iterator

import pytest

from conversation import Conversation, repeat

MOVE = re.compile(r"move ([A-S]{2}){1,2}")
WORDS = ("--protocol", "connect6", "--nodes", "300")


def hear_move(engine: Conversation) -> str:
    line = engine.hear_until("move ")[-1]
    assert MOVE.fullmatch(line)
    return line.removeprefix("move ")


@pytest.fixture
def engine() -> Iterator[Conversation]:
    with Conversation.with_engine(*WORDS) as conversation:
        yield conversation


def greet(engine: Conversation) -> None:
    """What the GUI does first."""
    engine.say("name")
    while not engine.hear().startswith("name "):
        pass


def test_it_prints_its_help_first_and_then_answers_its_name(engine: Conversation) -> None:
    engine.say("name")
    assert engine.hear() == "Help of inarow.Connect6, which plays Connect6:"
    lines = engine.hear_until("name inarow")
    assert any(line.startswith("            move XXXX   - tell") for line in lines)
    assert lines[-1] == "name inarow.Connect6"


def test_the_gui_plays_a_game_by_replaying_it_before_every_move(engine: Conversation) -> None:
    greet(engine)
    engine.say("depth 4")
    assert engine.hear() == "Set the search depth to 4."
    assert engine.hear() == ""
    engine.say("vcf")
    game = ["black JJJJ"]
    stones = {"JJ"}
    for turn in range(6):
        engine.say("new xxx", *game, "next")
        letters = hear_move(engine)
        assert len(letters) == 4
        new = {letters[:2], letters[2:]}
        assert len(new) == 2
        assert not new & stones
        stones |= new
        game.append(f"{'white' if turn % 2 == 0 else 'black'} {letters}")


def test_the_log_has_the_lines_that_the_gui_parses(engine: Conversation) -> None:
    greet(engine)
    engine.say("new xxx", "black JJJJ", "next")
    lines = engine.hear_until("move ")
    assert any(re.fullmatch(r"Searching \d+/\d+", line) for line in lines)
    assert re.fullmatch(r"AB Time :\t\d+\.\d{3}", lines[-5])
    assert re.fullmatch(r"Node :\t\d+", lines[-4])
    assert lines[-3] == ""
    assert re.fullmatch(r"Score :\t-?\d+\.\d{3}", lines[-2])


def test_new_black_plays_the_centre_and_new_white_waits(engine: Conversation) -> None:
    greet(engine)
    engine.say("new black")
    assert engine.hear() == "move JJ"
    engine.say("move JKKK")
    assert len(hear_move(engine)) == 4
    engine.say("new white", "name")
    assert engine.hear() == "name inarow.Connect6"
    engine.say("move JJ")
    assert len(hear_move(engine)) == 4


def test_a_lost_game_is_admitted(engine: Conversation) -> None:
    greet(engine)
    engine.say("new white", "black JJ", "white AAAC", "black JKJL", "white CACC", "move JMJN", "name")
    assert len(hear_move(engine)) == 4  # it had to stop five in a row, and did
    engine.say("new white", "black JJ", "white AAAC", "black JKJL", "white CACC", "black JMEE", "white EAEC")
    engine.hear_until("name ")
    engine.say("move JNJO")
    assert engine.hear() == "We loss!"
    engine.say("name")
    assert engine.hear() == "name inarow.Connect6"


def test_a_win_is_taken_and_told_as_two_stones(engine: Conversation) -> None:
    greet(engine)
    engine.say("new xxx", "black JJ", "white AAAC", "black JKJL", "white CACC", "black JMJN")
    engine.say("white EAEC", "next")
    letters = hear_move(engine)
    assert len(letters) == 4
    assert letters[:2] in ("JI", "JO") or letters[2:] in ("JI", "JO")


def test_the_board_is_printed_with_the_last_move_marked(engine: Conversation) -> None:
    greet(engine)
    engine.say("new xxx", "black JJJJ", "white JKKK", "print")
    lines = [engine.hear() for _ in range(21)]
    assert lines[0] == "   A B C D E F G H I J K L M N O P Q R S"
    assert lines[-1] == lines[0]
    assert lines[9] == " K - - - - - - - - - X X - - - - - - - - K"
    assert lines[10] == " J - - - - - - - - - * - - - - - - - - - J"


def test_nonsense_does_no_harm(engine: Conversation) -> None:
    greet(engine)
    engine.say(
        "", "hello", "black", "black ZZ", "black jj", "white JJJ", "move", "move 12", "depth", "depth 99"
    )
    assert engine.hear() == "Set the search depth to 6."
    assert engine.hear() == ""
    assert engine.hear() == "Set the search depth to 6."
    assert engine.hear() == ""
    engine.say("new xxx", "black JJJJ", "black JJ", "white JJKK", "time soon", "unvcf", "next")
    letters = hear_move(engine)  # White's: the stones that could not lie there were ignored
    assert "JJ" not in (letters[:2], letters[2:])


def test_a_board_that_no_game_leads_to_still_gets_an_answer(engine: Conversation) -> None:
    greet(engine)
    engine.say("new xxx", "white AABB", "white CCDD", "next")
    letters = hear_move(engine)
    assert letters == "JJIJ" or len(letters) == 4


def test_carriage_returns_are_tolerated() -> None:
    with Conversation.with_engine(*WORDS, end="\r\n") as engine:
        greet(engine)
        engine.say("new xxx", "black JJJJ", "next")
        assert len(hear_move(engine)) == 4
        engine.say("quit")
        assert engine.ended() == 0


def test_the_end_of_input_ends_it(engine: Conversation) -> None:
    greet(engine)
    assert engine.ended() == 0


def test_the_gui_gets_what_it_waits_for() -> None:
    repeat("connect6_connectmore.txt")
