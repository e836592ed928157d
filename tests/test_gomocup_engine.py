"""The Gomocup protocol through real pipes, as a manager speaks it."""

import sys
from collections.abc import Iterator

import pytest

from arena_testing import PLAYERS
from conversation import Conversation, repeat
from inarow.adapters.gomocup_engine import Settings


def with_engine(*words: str) -> Conversation:
    return Conversation.with_engine("--protocol", "gomocup", *words, end="\r\n")


def hear_point(engine: Conversation) -> tuple[int, int]:
    column, row = engine.hear().split(",")
    return int(column), int(row)


@pytest.fixture
def engine() -> Iterator[Conversation]:
    with with_engine("--nodes", "300") as conversation:
        yield conversation


def test_a_manager_plays_a_few_moves(engine: Conversation) -> None:
    engine.say("START 20", "INFO timeout_turn 5000", "INFO timeout_match 100000", "INFO game_type 1")
    engine.say("INFO max_memory 83886080", "INFO rule 0", "INFO folder /tmp", "INFO time_left 90000", "BEGIN")
    assert engine.hear() == "OK"
    stones = {hear_point(engine)}
    for column in (3, 5, 7):
        engine.say(f"TURN {column},2")
        stones.add((column, 2))
        point = hear_point(engine)
        assert point not in stones
        stones.add(point)
    engine.say("END")
    assert engine.ended() == 0


def test_a_board_is_taken_over_and_five_is_made(engine: Conversation) -> None:
    engine.say(
        "START 15", "BOARD", "3,3,1", "9,9,2", "4,3,1", "9,10,2", "5,3,1", "9,11,2", "6,3,1", "9,12,2", "DONE"
    )
    assert engine.hear() == "OK"
    assert hear_point(engine) in ((2, 3), (7, 3))


def test_a_four_is_stopped(engine: Conversation) -> None:
    engine.say("START 15", "BOARD", "0,3,2", "9,9,1", "1,3,2", "3,10,1", "2,3,2", "12,1,1", "3,3,2", "DONE")
    assert engine.hear() == "OK"
    assert hear_point(engine) == (4, 3)


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
    column, row = hear_point(engine)
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
    assert hear_point(engine) in ((8, 2), (8, 7))


def test_a_search_without_end_is_stopped_by_yxstop() -> None:
    with with_engine() as engine:
        engine.say("START 15", "INFO timeout_turn 900000000", "TURN 7,7")
        assert engine.hear() == "OK"
        engine.say("YXSTOP")
        assert hear_point(engine) != (7, 7)
        engine.say("END")
        assert engine.ended() == 0


def test_the_time_for_a_move_follows_the_clock_of_the_match() -> None:
    assert Settings(turn_seconds=5, match_seconds=100, seconds_left=20).limits().seconds == pytest.approx(
        0.97
    )
    assert Settings(turn_seconds=5).limits().seconds == pytest.approx(4.97)
    assert Settings(turn_seconds=0).limits().seconds == pytest.approx(0.01)


def test_the_end_of_input_ends_it(engine: Conversation) -> None:
    assert engine.ended() == 0


def test_piskvork_gets_what_it_waits_for() -> None:
    repeat("gomocup_piskvork.txt", end="\r\n")


def test_the_rule_may_be_told_after_the_start(engine: Conversation) -> None:
    # Filling the hole makes six, which does not count here; the other five does.
    engine.say("START 15", "INFO rule 1", "BOARD", "0,0,1", "0,14,2", "1,0,1", "2,14,2", "2,0,1", "4,14,2")
    engine.say("4,0,1", "6,14,2", "5,0,1", "8,14,2", "8,3,1", "10,14,2", "8,4,1", "12,14,2")
    engine.say("8,5,1", "14,14,2", "8,6,1", "14,12,2", "DONE")
    assert engine.hear() == "OK"
    assert hear_point(engine) in ((8, 2), (8, 7))


def test_a_player_that_fails_is_an_error_and_not_the_end() -> None:
    with with_engine("--player", f"{PLAYERS}/bad.py:Crasher") as engine:
        engine.say("START 15", "BEGIN", "ABOUT")
        assert engine.hear() == "OK"
        assert engine.hear().startswith("ERROR ")
        assert engine.hear().startswith("name=")


def test_piskvork_starts_the_brain_by_its_name_without_arguments() -> None:
    command = [sys.executable, "-c", "from inarow.cli.engine import pbrain; pbrain()"]
    with Conversation(command, end="\r\n") as brain:
        brain.say("START 15", "INFO timeout_turn 0", "BEGIN")
        assert brain.hear() == "OK"
        column, row = hear_point(brain)
        assert 0 <= column < 15
        assert 0 <= row < 15
        brain.say("END")
        assert brain.ended() == 0
