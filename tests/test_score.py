"""Scores in words, in fields and in records."""

import pytest

from inarow import Thought
from inarow._core import LARGEST_GUESS, WIN
from inarow.engine.score import claimed, in_fields, in_words, stones_to_end, thought_in_words, thought_of

CASES = [
    (WIN - 11, 4, False, "wins in 7 stones", {"result": "win", "stones": 7}),
    (-(WIN - 5), 4, False, "loses in 1 stone", {"result": "loss", "stones": 1}),
    (0, 4, True, "draw", {"result": "draw"}),
    (0, 4, False, "+0.00", {"value": 0}),
    (80, 4, False, "+0.80", {"value": 80}),
    (-125, 4, True, "-1.25", {"value": -125}),
    (LARGEST_GUESS, 4, False, "surely wins", {"value": LARGEST_GUESS}),
    (-LARGEST_GUESS, 4, False, "surely loses", {"value": -LARGEST_GUESS}),
    (4_000_003, 4, False, "seems to win", {"value": 4_000_003}),
    (-3_999_999, 4, False, "seems to lose", {"value": -3_999_999}),
]


@pytest.mark.parametrize(("score", "stones", "is_proven", "words", "fields"), CASES)
def test_a_score_reads_as_people_say_it(
    score: int, stones: int, is_proven: bool, words: str, fields: dict[str, object]
) -> None:
    assert in_words(score, stones, is_proven) == words
    assert in_fields(score, stones, is_proven) == fields


def test_only_a_proven_win_or_loss_knows_its_end() -> None:
    assert stones_to_end(WIN - 9, 3) == 6
    assert stones_to_end(WIN // 2, 3) is None


def test_a_thought_keeps_what_was_proven_apart_from_guesses() -> None:
    assert thought_of(WIN - 11, 4, True, depth=2) == Thought(depth=2, wins_in=7)
    assert thought_of(-(WIN - 6), 4, True) == Thought(loses_in=2)
    assert thought_of(0, 4, True) == Thought(is_draw=True)
    assert thought_of(-30, 4, False) == Thought(score=-30)


def test_a_claim_is_a_proven_result_or_a_large_enough_guess() -> None:
    assert claimed(Thought(wins_in=3)) == 1
    assert claimed(Thought(loses_in=3)) == -1
    assert claimed(Thought(score=500)) == 0
    assert claimed(Thought(score=500), value=400) == 1
    assert claimed(Thought(score=-500), value=400) == -1
    assert claimed(Thought(score=300), value=400) == 0


def test_a_thought_in_words_says_what_is_known() -> None:
    assert thought_in_words(Thought(score=80, depth=4, nodes=1234)) == "+0.80, depth 4 turns, 1,234 nodes"
    assert thought_in_words(Thought(wins_in=3)) == "wins in 3 stones"
    assert thought_in_words(Thought(loses_in=2, depth=1)) == "loses in 2 stones, depth 1 turn"
    assert thought_in_words(Thought(is_draw=True)) == "draw"
    assert thought_in_words(Thought(seconds=1.0)) == ""
