"""Random rules, positions and records for hypothesis."""

from hypothesis import strategies as st

from inarow import Ending, Outcome, Position, Random, Record, Rules, Thought
from inarow.game.record import ending_on_board

SEEDS = st.integers(0, 2**64 - 1)
NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="\u2028\u2029"), max_size=12
)


@st.composite
def rules(draw: st.DrawFn, largest: int = 12) -> Rules:
    """Rules of boards up to the size, with lines that fit and lines that do not."""
    columns, rows = draw(st.integers(1, largest)), draw(st.integers(1, largest))
    return Rules(
        columns,
        rows,
        draw(st.integers(1, min(6, max(columns, rows) + 1))),
        gravity=draw(st.booleans()),
        stones_per_turn=draw(st.integers(1, 3)),
        stones_first_turn=draw(st.integers(1, 3)),
        exact=draw(st.booleans()),
    )


@st.composite
def positions(draw: st.DrawFn, largest: int = 12) -> Position:
    """A position of a random game, somewhere between its beginning and its end."""
    some_rules = draw(rules(largest))
    return random_position(some_rules, draw(SEEDS), draw(st.integers(0, some_rules.cells)))


def random_position(some_rules: Rules, seed: int, stones: int) -> Position:
    """The position after so many random stones, or the end of the game if it comes first."""
    random, position = Random(seed), Position(some_rules)
    while position.stones < stones and not position.is_over:
        position = position.play(random.move(position))
    return position


THOUGHTS = st.none() | st.builds(
    Thought,
    seconds=st.none() | st.floats(0, 1e6),
    nodes=st.none() | st.integers(0, 10**12),
    depth=st.none() | st.integers(0, 400),
    score=st.none() | st.integers(-(10**6), 10**6),
    wins_in=st.none() | st.integers(1, 400),
    loses_in=st.none() | st.integers(1, 400),
    is_draw=st.none() | st.booleans(),
)


@st.composite
def records(draw: st.DrawFn, largest: int = 12) -> Record:
    """The record of a random game that ended on the board, away from it, or not at all."""
    position = draw(positions(largest))
    outcome, ending = position.outcome, ending_on_board(position)
    if not position.is_over and draw(st.booleans()):
        outcome = draw(st.sampled_from([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW]))
        ending = draw(st.sampled_from([Ending.TIME, Ending.ADJUDICATION, Ending.CRASH, Ending.ILLEGAL_MOVE]))
    moves = position.stones
    thoughts = draw(st.just([]) | st.lists(THOUGHTS, min_size=moves, max_size=moves)) if moves < 30 else []
    return Record(
        position.rules,
        position.history,
        (draw(NAMES), draw(NAMES)),
        outcome,
        ending,
        tuple(thoughts),
        draw(st.none() | SEEDS),
        draw(st.sampled_from(["", "2026-11-16", "2026-11-16T15:30"])),
        draw(NAMES),
        (draw(NAMES), draw(NAMES)),
    )


def lively_position(some_rules: Rules, seed: int, stones: int) -> Position:
    """A position of random stones close together, at the beginning of a turn."""
    random, position = Random(seed), Position(some_rules)
    low, high = some_rules.columns // 2 - 3, some_rules.columns // 2 + 3
    near = [
        row * some_rules.columns + column for row in range(low, high + 1) for column in range(low, high + 1)
    ]
    while position.stones < stones or position.stones_left != some_rules.stones_per_turn:
        choices = [cell for cell in near if position.is_legal(cell)]
        if position.is_over or not choices:
            break
        position = position.play(choices[random.below(len(choices))])
    return position


def wandered(some_rules: Rules, stones: int, seed: int) -> Position:
    """A position of random stones, fewer than asked for if the next one would end the game."""
    random = Random(seed)
    position = Position(some_rules)
    while position.stones < stones:
        after = position.play(random.move(position))
        if after.is_over:
            break
        position = after
    return position
