"""The Connect6 protocol through real pipes, as the ConnectMore GUI speaks it."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

COMMAND = [
    sys.executable,
    "-c",
    "from inarow.cli.main import script; script()",
    "engine",
    "--protocol",
    "connect6",
    "--nodes",
    "300",
]
MOVE = re.compile(r"move ([A-S]{2}){1,2}")


class Conversation:
    """A running engine: say a line, hear a line."""

    def __init__(self, end: str = "\n") -> None:
        self.end = end
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + self.end)
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the engine has ended"
        return line.rstrip("\r\n")

    def hear_until(self, start: str) -> list[str]:
        lines = [self.hear()]
        while not lines[-1].strip().startswith(start):
            lines.append(self.hear())
        return lines

    def hear_move(self) -> str:
        line = self.hear_until("move ")[-1]
        assert MOVE.fullmatch(line)
        return line.removeprefix("move ")


@pytest.fixture
def engine() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.process.kill()
    conversation.process.wait()
    for pipe in (conversation.process.stdin, conversation.process.stdout):
        if pipe and not pipe.closed:
            pipe.close()


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
        letters = engine.hear_move()
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
    assert len(engine.hear_move()) == 4
    engine.say("new white", "name")
    assert engine.hear() == "name inarow.Connect6"
    engine.say("move JJ")
    assert len(engine.hear_move()) == 4


def test_a_lost_game_is_admitted(engine: Conversation) -> None:
    greet(engine)
    engine.say("new white", "black JJ", "white AAAC", "black JKJL", "white CACC", "move JMJN", "name")
    assert len(engine.hear_move()) == 4  # it had to stop five in a row, and did
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
    letters = engine.hear_move()
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
    letters = engine.hear_move()  # White's: the stones that could not lie there were ignored
    assert "JJ" not in (letters[:2], letters[2:])


def test_a_board_that_no_game_leads_to_still_gets_an_answer(engine: Conversation) -> None:
    greet(engine)
    engine.say("new xxx", "white AABB", "white CCDD", "next")
    letters = engine.hear_move()
    assert letters == "JJIJ" or len(letters) == 4


def test_carriage_returns_are_tolerated() -> None:
    engine = Conversation(end="\r\n")
    greet(engine)
    engine.say("new xxx", "black JJJJ", "next")
    assert len(engine.hear_move()) == 4
    engine.say("quit")
    engine.process.communicate()
    assert engine.process.returncode == 0


def test_the_end_of_input_ends_it(engine: Conversation) -> None:
    greet(engine)
    assert engine.process.stdin
    engine.process.communicate()
    assert engine.process.returncode == 0
