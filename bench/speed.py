"""Print random playouts and perft nodes a second beside those of OpenSpiel, measured in one run.

Every row is the median of rounds that alternate between the two programs, so that a slow moment of the
machine meets both; seconds are those of the one core that works. "Python" is a loop in Python over the
program's own positions; "core" stays inside its C++. Perft counts the last stone and does not play it (bulk
counting), in every loop.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

from inarow import Position, Rules

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One piece of work, done by both programs; each returns how much it did."""

    name: str
    unit: str
    ours: Callable[[], int]
    theirs: Callable[[], int]


def playouts_in_python(position: Position, count: int) -> int:
    """Play random games with a loop in Python."""
    choose = random.Random(1).choice
    for _ in range(count):
        playing = position
        while not playing.is_over:
            playing = playing.play(choose(playing.moves))
    return count


def playouts_in_core(position: Position, count: int) -> int:
    """Play random games inside the core."""
    return sum(position.playouts(count, seed=1))


def perft_in_python(position: Position, stones: int) -> int:
    """Count sequences with a recursion in Python."""
    if position.is_over:
        return 0
    moves = position.moves
    if stones == 1:
        return len(moves)
    return sum(perft_in_python(position.play(move), stones - 1) for move in moves)


def spiel_playouts_in_python(state: pyspiel.State, count: int) -> int:
    """Play random games of OpenSpiel with a loop in Python."""
    choose = random.Random(1).choice
    for _ in range(count):
        playing = state.clone()
        while not playing.is_terminal():
            playing.apply_action(choose(playing.legal_actions()))
    return count


def spiel_playouts_in_core(state: pyspiel.State, count: int) -> int:
    """Play random games inside OpenSpiel's C++, as its MCTS does to judge the root."""
    judge = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(
        state.get_game(),
        judge,
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=10,
        solve=False,
        seed=1,
        verbose=False,
    )
    bot.step(state)
    return count


def spiel_perft_in_python(state: pyspiel.State, stones: int) -> int:
    """Count sequences of OpenSpiel with a recursion in Python."""
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if stones == 1:
        return len(actions)
    return sum(spiel_perft_in_python(state.child(action), stones - 1) for action in actions)


def playout_rows(game: str, spiel_name: str, count: int) -> list[Row]:
    """Random games in Python and in the core; `count` of them in a round of a loop in Python."""
    position = Position(Rules.parse(game))
    state = pyspiel.load_game(spiel_name).new_initial_state()
    ours = {
        "Python": lambda: playouts_in_python(position, count),
        "core": lambda: playouts_in_core(position, 100 * count),
    }
    theirs = {
        "Python": lambda: spiel_playouts_in_python(state, count),
        "core": lambda: spiel_playouts_in_core(state, 5 * count),
    }
    pairs = (("Python", "Python"), ("core", "core"), ("core", "Python"))
    return [Row(f"{game} playouts, {one} : {two}", "games/s", ours[one], theirs[two]) for one, two in pairs]


def perft_rows() -> list[Row]:
    """Perft of Connect Four; OpenSpiel has none in its core, so its loop in Python stands beside ours."""
    position = Position(Rules.parse("connect-four"))
    state = pyspiel.load_game("connect_four").new_initial_state()
    return [
        Row(
            "connect-four perft 6, Python : Python",
            "nodes/s",
            lambda: perft_in_python(position, 6),
            lambda: spiel_perft_in_python(state, 6),
        ),
        Row(
            "connect-four perft 9 : 6, core : Python",
            "nodes/s",
            lambda: position.perft(9),
            lambda: spiel_perft_in_python(state, 6),
        ),
    ]


def rate(work: Callable[[], int]) -> float:
    """How much of the work is done in a second of one core's time."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def main() -> int:
    """Measure and print the table."""
    table = [
        *playout_rows("connect-four", "connect_four", 2000),
        *playout_rows("gomoku", "mnk(m=15,n=15,k=5)", 30),
        *perft_rows(),
    ]
    print(f"{'':<42} {'inarow':>14} {'OpenSpiel':>14}         {'ratio':>7}")
    for row in table:
        rounds = [(rate(row.ours), rate(row.theirs)) for _ in range(ROUNDS)]
        ours, theirs = (statistics.median(rates) for rates in zip(*rounds, strict=True))
        print(
            f"{row.name:<42} {ours:>14,.0f} {theirs:>14,.0f} {row.unit:<7} {ours / theirs:>7.1f}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
