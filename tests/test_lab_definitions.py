"""What the lab counts in games, on boards small enough to draw."""

from __future__ import annotations

from collections import Counter

import pytest

from inarow import Outcome, Position, Record, Rules, Side
from inarow.game.record import Ending, Thought
from inarow.lab.behaviour import game_counts, opening_stones, turn_counts, turns
from inarow.lab.directions import directions
from inarow.lab.games import play_game
from inarow.lab.winning import can_answer_all, fillings

FOUR = Rules.parse("connect-four")


def counts_of(text: str, *stones: str) -> Counter[str]:
    """What the turn with these stones shows in the position."""
    position = Position.parse(text)
    cells = []
    for stone in stones:
        cells.append(position.move(stone))
        position = position.play(stone)
    return turn_counts(Position.parse(text), cells)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("connect-four/1212121", ["column"]),
        ("connect-four/1122334", ["row"]),
        #   . . . X
        #   . . X O
        #   . X O X
        #   X O O O    with an O beside
        ("connect-four/12234334144", ["diagonal"]),
        ("tic-tac-toe/a1a2b1b2", []),
        #   X . .     the last stone, c1, completes the bottom row and the diagonal
        #   O X O
        #   X X >X
        ("tic-tac-toe/a1a2b1c2b2b3a3c3c1", ["row", "diagonal"]),
        #   exact: five in a row do not win where four are asked for
        ("place-7x7x4-exact/a1a2b1b2d1d2e1e2c1", []),
    ],
)
def test_the_direction_of_a_win_is_that_of_its_lines(text: str, expected: list[str]) -> None:
    assert directions(Position.parse(text)) == expected


def test_stones_that_would_complete_a_line_are_found_with_what_lies_below_them() -> None:
    #   O O O . . . .
    #   X X X . . . .    column 4 is empty: O needs the stone below its line too
    position = Position.parse("connect-four/112233")
    assert fillings(position, Side.FIRST, 1) == [frozenset({3})]
    assert fillings(position, Side.SECOND, 1) == []
    assert fillings(position, Side.SECOND, 2) == [frozenset({3, 10})]


def test_a_line_that_would_be_too_long_is_no_way_to_win_where_it_must_be_exact() -> None:
    #   X X . X X     the middle would make five
    position = Position.parse("place-7x7x4-exact/a1a7b1b7d1d7e1f7")
    assert fillings(position, Side.FIRST, 1) == []
    free = Position.parse("place-7x7x4/a1a7b1b7d1d7e1f7")
    assert fillings(free, Side.FIRST, 1) == [frozenset({2})]


def test_only_the_least_ways_to_win_are_listed() -> None:
    #   . . . X X X . . .    c1 or g1 alone, so not b1 with c1
    position = Position.parse("place-9x9x4-p2-q2/d1e1a9b9f1a5")
    ways = fillings(position, Side.FIRST, 2)
    assert set(ways) == {frozenset({2}), frozenset({6})}


@pytest.mark.parametrize(
    ("threats", "stones", "answer"),
    [
        ([], 0, True),
        ([{1}], 0, False),
        ([{1}, {2}], 1, False),
        ([{1, 3}, {2, 3}], 1, True),
        ([{1, 2}, {3, 4}, {5, 6}], 2, False),
        ([{1, 2}, {2, 4}, {5, 6}], 2, True),
    ],
)
def test_threats_can_be_answered_if_the_stones_reach_all(
    threats: list[set[int]], stones: int, answer: bool
) -> None:
    assert can_answer_all([frozenset(threat) for threat in threats], stones) is answer


def test_a_player_that_wins_has_won() -> None:
    counts = counts_of("connect-four/112233", "4")
    assert (counts["could_win"], counts["did_not_win"]) == (1, 0)
    assert counts["could_win_in_several_ways"] == 0


def test_a_player_that_could_win_in_two_ways_and_does_not_plays_with_its_food() -> None:
    #   . O O O . . .
    #   . X X X . . .    X has both ends
    text = "connect-four/223344"
    assert counts_of(text, "7")["played_with_food"] == 1
    assert counts_of(text, "1")["played_with_food"] == 0
    assert counts_of(text, "1")["could_win_in_several_ways"] == 1


def test_a_player_that_leaves_a_certain_loss_alone_gives_up() -> None:
    #   . O O . . . .
    #   . X X X . . .    O to move, both ends open: one stone cannot take both
    text = "connect-four/22334"
    assert counts_of(text, "7")["gave_up"] == 1
    assert counts_of(text, "1")["gave_up"] == 0
    assert counts_of(text, "1")["certain_losses"] == 1


def test_a_player_that_leaves_an_answerable_threat_alone_overlooks_it() -> None:
    text = "connect-four/11223"  # X has 1, 2 and 3 at the bottom, O is on top: only 4 is open
    assert (counts_of(text, "7")["could_answer"], counts_of(text, "7")["overlooked"]) == (1, 1)
    assert counts_of(text, "4")["overlooked"] == 0


def test_in_connect6_two_stones_answer_two_threats() -> None:
    # X has four in a row with both ends open, far from the edge: O needs both stones.
    text = "connect6/h10a1a3i10j10a5a7k10s19"
    position = Position.parse(text)
    assert position.to_move == Side.SECOND
    assert counts_of(text, "g10", "l10")["overlooked"] == 0
    assert counts_of(text, "a9", "a11")["overlooked"] == 1
    assert counts_of(text, "a9", "a11")["gave_up"] == 0


def test_a_third_stone_on_two_of_ones_own_is_a_tower() -> None:
    assert counts_of("connect-four/1213", "1")["towers"] == 1
    assert counts_of("connect-four/12", "1")["towers"] == 0
    assert counts_of("tic-tac-toe/a1c1a2c2", "a3")["towers"] == 0


def test_a_game_is_cut_into_turns() -> None:
    record = Record.of(Position.parse("connect6/j10k10j11a1a2"))
    assert [len(stones) for _, stones in turns(record)] == [1, 2, 2]
    unfinished = Record.of(Position.parse("connect6/j10k10j11a1"))
    assert [len(stones) for _, stones in turns(unfinished)] == [1, 2, 1]
    won = Record.of(Position.parse("connect-four/1212121"))
    assert len(list(turns(won))) == 7


def test_the_stones_of_an_opening_are_nobodys_behaviour() -> None:
    record = play_game(FOUR, "first", "first", opening=(0, 1, 2))
    assert opening_stones(record) == 3
    counts = game_counts(record)["first"]
    assert counts["turns"] == len(record.moves) - 3
    own = Record(FOUR, (0, 1), thoughts=(None, Thought(depth=1)))
    assert opening_stones(own) == 1
    human = Record(FOUR, (0, 1, 2), thoughts=(None, Thought(depth=1), None))
    assert opening_stones(human) == 0


def test_a_game_of_the_lab_is_the_same_every_time() -> None:
    one, two = (play_game(FOUR, "random seed=3", "first", opening=(3,)) for _ in range(2))
    assert one.moves == two.moves
    assert one.ending in (Ending.LINE, Ending.FULL_BOARD)
    assert one.outcome != Outcome.ONGOING
