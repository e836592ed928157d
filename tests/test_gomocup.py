"""The Gomocup protocol through real pipes, as a manager speaks it."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from inarow.adapters.gomocup import Settings

COMMAND = [
    sys.executable,
    "-c",
    "from inarow.cli.main import script; script()",
    "engine",
    "--protocol",
    "gomocup",
    "--nodes",
    "300",
]


class Conversation:
    """A running engine: say lines as the manager does, hear a line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + "\r\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the engine has ended"
        return line.rstrip("\r\n")

    def hear_point(self) -> tuple[int, int]:
        column, row = self.hear().split(",")
        return int(column), int(row)


@pytest.fixture
def engine() -> Iterator[Conversation]:
    conversation = Conversation()
    yield conversation
    conversation.process.kill()
    conversation.process.wait()
    for pipe in (conversation.process.stdin, conversation.process.stdout):
        if pipe and not pipe.closed:
            pipe.close()


def test_a_manager_plays_a_few_moves(engine: Conversation) -> None:
    engine.say("START 20", "INFO timeout_turn 5000", "INFO timeout_match 100000", "INFO game_type 1")
    engine.say("INFO max_memory 83886080", "INFO rule 0", "INFO folder /tmp", "INFO time_left 90000", "BEGIN")
    assert engine.hear() == "OK"
    stones = {engine.hear_point()}
    for column in (3, 5, 7):
        engine.say(f"TURN {column},2")
        stones.add((column, 2))
        point = engine.hear_point()
        assert point not in stones
        stones.add(point)
    engine.say("END")
    engine.process.communicate()
    assert engine.process.returncode == 0


def test_a_board_is_taken_over_and_five_is_made(engine: Conversation) -> None:
    engine.say(
        "START 15", "BOARD", "3,3,1", "9,9,2", "4,3,1", "9,10,2", "5,3,1", "9,11,2", "6,3,1", "9,12,2", "DONE"
    )
    assert engine.hear() == "OK"
    assert engine.hear_point() in ((2, 3), (7, 3))


def test_a_four_is_stopped(engine: Conversation) -> None:
    engine.say("START 15", "BOARD", "0,3,2", "9,9,1", "1,3,2", "3,10,1", "2,3,2", "12,1,1", "3,3,2", "DONE")
    assert engine.hear() == "OK"
    assert engine.hear_point() == (4, 3)


def test_a_silent_board_waits_for_the_next_command(engine: Conversation) -> None:
    engine.say("START 15", "YXBOARD", "7,7,2", "DONE", "ABOUT")
    assert engine.hear() == "OK"
    assert engine.hear().startswith('name="inarow", version=')


def test_a_stone_is_taken_back_and_played_again(engine: Conversation) -> None:
    engine.say("START 15", "PLAY 7,7", "TAKEBACK 7,7", "PLAY 7,7", "RESTART", "PLAY 7,7")
    assert [engine.hear() for _ in range(6)] == ["OK", "7,7", "OK", "7,7", "OK", "7,7"]


def test_a_rectangle_can_be_played_on(engine: Conversation) -> None:
    engine.say("RECTSTART 20,8", "BEGIN")
    assert engine.hear() == "OK"
    column, row = engine.hear_point()
    assert 0 <= column < 20
    assert 0 <= row < 8


def test_mistakes_are_answered_with_errors_and_unknown_commands_with_unknown(engine: Conversation) -> None:
    engine.say("BEGIN", "START 3", "START many", "START 15", "TURN 15,15", "TURN here", "SWAP2BOARD")
    answers = [engine.hear() for _ in range(7)]
    assert [answer.split()[0] for answer in answers] == [
        "ERROR",
        "ERROR",
        "ERROR",
        "OK",
        "ERROR",
        "ERROR",
        "UNKNOWN",
    ]
    engine.say("BOARD", "1,1,3", "DONE", "BOARD", "1,1,1", "DONE", "TAKEBACK 1,1")
    assert [engine.hear().split()[0] for _ in range(3)] == ["ERROR"] * 3


def test_exact_fives_are_played_when_the_rule_says_so(engine: Conversation) -> None:
    # Filling the hole makes six, which does not count here; the other five does.
    engine.say("INFO rule 1", "START 15", "BOARD", "0,0,1", "0,14,2", "1,0,1", "2,14,2", "2,0,1", "4,14,2")
    engine.say("4,0,1", "6,14,2", "5,0,1", "8,14,2", "8,3,1", "10,14,2", "8,4,1", "12,14,2")
    engine.say("8,5,1", "14,14,2", "8,6,1", "14,12,2", "DONE")
    assert engine.hear() == "OK"
    assert engine.hear_point() in ((8, 2), (8, 7))


def test_a_search_without_end_is_stopped_by_yxstop() -> None:
    command = [word for word in COMMAND if word not in ("--nodes", "300")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin
    assert process.stdout
    process.stdin.write("START 15\nINFO timeout_turn 900000000\nTURN 7,7\n")
    process.stdin.flush()
    assert process.stdout.readline() == "OK\n"
    process.stdin.write("YXSTOP\n")
    process.stdin.flush()
    column, row = process.stdout.readline().split(",")
    assert (int(column), int(row)) != (7, 7)
    process.stdin.write("END\n")
    process.communicate()
    assert process.returncode == 0


def test_the_time_for_a_move_follows_the_clock_of_the_match() -> None:
    assert Settings(turn_seconds=5, match_seconds=100, seconds_left=20).limits().seconds == pytest.approx(
        0.97
    )
    assert Settings(turn_seconds=5).limits().seconds == pytest.approx(4.97)
    assert Settings(turn_seconds=0).limits().seconds == pytest.approx(0.01)


def test_the_end_of_input_ends_it(engine: Conversation) -> None:
    assert engine.process.stdin
    engine.process.communicate()
    assert engine.process.returncode == 0
