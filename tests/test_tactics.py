"""Threats, blocks and forced wins, against slow definitions of the same things."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Position, Rules, Side
from inarow._core import SearchError, blocks, forced_win, threats
from inarow.game.variants import CONNECT6, GOMOKU
from strategies import SEEDS, lively_position, random_position

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
OTHER = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}


def windows(rules: Rules) -> list[list[int]]:
    """The cells of every window."""
    found = []
    for column, row in ((c, r) for r in range(rules.rows) for c in range(rules.columns)):
        for across, up in STEPS if rules.line_length > 1 else STEPS[:1]:
            last_column = column + across * (rules.line_length - 1)
            last_row = row + up * (rules.line_length - 1)
            if 0 <= last_column < rules.columns and 0 <= last_row < rules.rows:
                found.append(
                    [(row + up * i) * rules.columns + column + across * i for i in range(rules.line_length)]
                )
    return found


def slow_threats(position: Position, side: Side) -> set[tuple[int, ...]]:
    """The empty cells of every window that holds no stone of the other side and can be filled in a turn."""
    found = set()
    for window in windows(position.rules):
        stones = [position.at(cell) for cell in window]
        empty = tuple(sorted(cell for cell in window if position.at(cell) is None))
        if OTHER[side] not in stones and len(empty) <= position.rules.stones_per_turn:
            found.add(empty)
    return found


def slow_blocks(position: Position, side: Side) -> set[tuple[int, ...]]:
    """Every set of a turn's stones or fewer that touches all threats and has no stone too many."""
    gaps = slow_threats(position, OTHER[side])
    cells = sorted({cell for gap in gaps for cell in gap})

    def stops(stones: tuple[int, ...]) -> bool:
        return all(set(gap) & set(stones) for gap in gaps)

    found: set[tuple[int, ...]] = set()
    for size in range(position.rules.stones_per_turn + 1):
        for stones in combinations(cells, size):
            if stops(stones) and not any(set(smaller) <= set(stones) for smaller in found):
                found.add(stones)
    return found


@st.composite
def crowded(draw: st.DrawFn) -> Position:
    """A position of a free placement game on a small board, where threats abound."""
    rules = Rules(
        draw(st.integers(4, 8)),
        draw(st.integers(4, 8)),
        draw(st.integers(3, 5)),
        stones_per_turn=draw(st.integers(1, 3)),
    )
    return random_position(rules, draw(SEEDS), draw(st.integers(4, 24)))


@given(crowded(), st.sampled_from([Side.FIRST, Side.SECOND]))
def test_threats_are_the_windows_that_a_turn_can_fill(position: Position, side: Side) -> None:
    if not position.is_over:
        assert set(threats(position, side)) == slow_threats(position, side)


@given(crowded(), st.sampled_from([Side.FIRST, Side.SECOND]))
def test_blocks_are_the_smallest_sets_that_touch_every_threat(position: Position, side: Side) -> None:
    if position.is_over:
        return
    found, expected = blocks(position, side), slow_blocks(position, side)
    assert set(found.sets) == expected
    assert found.is_complete
    least = min(map(len, expected), default=position.rules.stones_per_turn + 1)
    assert found.number == least


def after_stones(rules: Rules, first: list[str], second: list[str]) -> Position:
    """The position with these stones of each side, placed turn by turn."""
    queues = {Side.FIRST: list(first), Side.SECOND: list(second)}
    position = Position(rules)
    while queues[position.to_move]:
        position = position.play(queues[position.to_move].pop(0))
    assert not queues[Side.FIRST]
    assert not queues[Side.SECOND]
    return position


@pytest.mark.parametrize(
    ("line", "number"),
    [  # X the attacker, O the defender or the edge, as drawn in one row
        ("......XXXX......", 2),
        ("O.XXXX.O", 1),
        ("O.XXXX..O", 1),
        ("O..XXXX..O", 2),
        ("OXXXX.O", 0),
        ("...XXXX...XXXX...", 3),
        ("XX.XX.XX.XX", 1),
        ("O.XXXXX.O", 2),
        (".....XX.XX.....", 1),
        ("....XX..XX....", 1),
        (".XX..XX..XX.", 2),
        ("..XXXX.XXXX..", 3),
    ],
)
def test_a_drawn_line_needs_so_many_stones_to_be_stopped(line: str, number: int) -> None:
    # The line lies in the lowest row; every other stone stands apart in the rows above it.
    rules = Rules(len(line), 40, 6, stones_per_turn=2, stones_first_turn=1)
    queues: dict[Side, list[int]] = {Side.FIRST: [], Side.SECOND: []}
    for column, sign in enumerate(line):
        if sign != ".":
            queues[Side.FIRST if sign == "X" else Side.SECOND].append(column)
    spare = iter(row * rules.columns for row in range(2, 40, 2))
    position = Position(rules)
    while any(queues.values()) or position.to_move == Side.FIRST or position.stones_left != 2:
        queue = queues[position.to_move]
        position = position.play(queue.pop(0) if queue else next(spare))
    assert blocks(position, Side.SECOND).number == number


def assert_wins_against_every_block(position: Position, turns: int, nodes: int) -> None:
    """Follow the win that is claimed against every reply that stops its threats, by the slow definition."""
    found = forced_win(position, nodes)
    assert found.is_win
    assert found.turns <= turns
    attacker = position.to_move
    for cell in found.turn:
        position = position.play(cell)
    if position.is_over:
        assert position.winner == attacker
        return
    assert turns > 1
    defender = OTHER[attacker]
    assert not slow_threats(position, defender)
    for reply in slow_blocks(position, defender):
        assert len(reply) == position.rules.stones_per_turn
        after = position
        for cell in reply:
            after = after.play(cell)
        assert_wins_against_every_block(after, turns - 1, nodes)


@pytest.mark.parametrize(
    ("rules", "stones"), [(CONNECT6, 15), (GOMOKU, 14), (Rules(9, 9, 5, stones_per_turn=2), 9)]
)
def test_every_win_claimed_holds_against_every_block(rules: Rules, stones: int) -> None:
    wins = 0
    for seed in range(60):
        position = lively_position(rules, seed, stones)
        if position.is_over:
            continue
        found = forced_win(position, 2000)
        if found.is_win:
            wins += 1
            assert_wins_against_every_block(position, found.turns, 4000)
            end = Position.after(rules, [*position.history, *found.line])
            assert end.winner == position.to_move
    assert wins >= 5


def has_win(position: Position, turns: int) -> bool:
    """Whether the side to move can win within so many of its turns, by trying every turn of both sides."""
    side = position.to_move
    for stones in combinations(position.moves, position.stones_left):
        after = position
        for cell in stones:
            if not after.is_over:
                after = after.play(cell)
        if after.winner == side:
            return True
        if turns > 1 and not after.is_over and not has_escape(after, turns):
            return True
    return False


def has_escape(position: Position, turns: int) -> bool:
    """Whether some reply keeps the attacker from winning within the turns that are left after this one."""
    for stones in combinations(position.moves, position.stones_left):
        after = position
        for cell in stones:
            if not after.is_over:
                after = after.play(cell)
        if after.is_over or not has_win(after, turns - 1):
            return True
    return False


def test_a_forced_win_is_a_win_of_full_width_search_too() -> None:
    rules = Rules(5, 4, 4)
    claimed = 0
    for seed in range(150):
        position = random_position(rules, seed, 6)
        if position.is_over:
            continue
        found = forced_win(position)
        if found.is_win and found.turns <= 2:
            claimed += 1
            assert has_win(position, found.turns)
        if not found.is_win:
            assert not has_win(position, 1)
    assert claimed >= 5


def test_a_win_by_fours_is_found_in_gomoku() -> None:
    # Two rows of three that cross: a four in one of them makes a four in the other.
    position = after_stones(
        GOMOKU, ["e8", "f8", "g8", "h5", "h6", "h7"], ["d8", "h4", "a1", "c1", "a3", "c3"]
    )
    found = forced_win(position)
    assert found.is_win
    assert found.turns == 2
    assert position.rules.cell_name(found.turn[0]) == "h8"


FAR_AWAY = ["a1", "c1", "e1", "g1", "i1", "k1", "m1", "o1", "a15", "c15", "e15", "g15"]


@pytest.mark.parametrize(
    ("first", "near", "turns"),
    [
        # An open three: either end makes an open four.
        (["g8", "h8", "i8"], [], 2),
        # A closed three crosses another one: a four in both at once.
        (["e8", "f8", "g8", "h5", "h6", "h7"], ["d8", "h4"], 2),
        # A four that makes a three into a four, which is answered, and a third line.
        (["e8", "f8", "g8", "h9", "h10", "i9", "j9"], ["d8", "h11"], 3),
        # On the edge, where a row has one end only.
        (["a5", "a6", "a7", "b8", "c8", "d8"], ["a4"], 2),
    ],
)
def test_drawn_problems_of_gomoku_are_solved(first: list[str], near: list[str], turns: int) -> None:
    position = after_stones(GOMOKU, first, near + FAR_AWAY[: len(first) - len(near)])
    found = forced_win(position)
    assert found.is_win
    assert found.turns <= turns
    assert_wins_against_every_block(position, found.turns, 2000)


def test_quiet_positions_have_no_forced_win() -> None:
    found = forced_win(Position.parse("connect6/j10k11k9"))
    assert not found.is_win
    assert not found.is_exhausted


def test_forced_wins_are_refused_where_they_make_no_sense() -> None:
    with pytest.raises(SearchError, match="beginning of a turn"):
        forced_win(Position.parse("connect6/j10k11"))
    with pytest.raises(SearchError, match="without gravity"):
        forced_win(Position.parse("connect-four/44"))
    with pytest.raises(SearchError, match="over"):
        forced_win(Position.parse("tic-tac-toe/a1b1a2b2a3"))
