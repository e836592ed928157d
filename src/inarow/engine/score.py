"""Scores for people and for JSON. A score is an integer for the side to move; see the core's score.hpp."""

from __future__ import annotations

from typing import Any

from inarow._core import LARGEST_GUESS, WIN
from inarow.game.record import Thought

UNIT = 100  # so many points of an evaluation are printed as 1.0
SEEMS_LOST = 4_000_000  # the champion's guess where everything that it tried loses, give or take the next
SEEMS_MARGIN = 10_000


def stones_to_end(score: int, stones: int) -> int | None:
    """Stones still to be placed until the proven win or loss; None for anything else."""
    return WIN - abs(score) - stones if abs(score) > LARGEST_GUESS else None


def seems(score: int) -> int:
    """1 if a guess of the champion says that every turn it tried wins, -1 if that it loses, else 0."""
    if abs(abs(score) - SEEMS_LOST) > SEEMS_MARGIN:
        return 0
    return 1 if score > 0 else -1


def in_words(score: int, stones: int, is_proven: bool = False) -> str:
    """'wins in 7 stones', 'draw' or '+0.80', for the side to move with so many stones on the board.

    'surely wins' is the highest guess of an evaluator: it sees the win, but nothing has proven it. 'seems to
    lose' says that everything a search has tried loses.
    """
    return _words(thought_of(score, stones, is_proven))


def in_fields(score: int, stones: int, is_proven: bool = False) -> dict[str, Any]:
    """The same for JSON, with names instead of magic numbers."""
    left = stones_to_end(score, stones)
    if left is not None:
        return {"result": "win" if score > 0 else "loss", "stones": left}
    if is_proven and score == 0:
        return {"result": "draw"}
    return {"value": score}


def thought_of(score: int, stones: int, is_proven: bool, **known: Any) -> Thought:
    """What a record keeps of a search that gave this score, with whatever else is known of it."""
    left = stones_to_end(score, stones)
    if left is not None:
        return Thought(wins_in=left, **known) if score > 0 else Thought(loses_in=left, **known)
    if is_proven and score == 0:
        return Thought(is_draw=True, **known)
    return Thought(score=score, **known)


def claimed(thought: Thought, value: int | None = None) -> int:
    """1 if the thought says that its side wins, -1 if that it loses, else 0.

    A guess counts too once it is at least `value`, if a value is given.
    """
    if thought.wins_in is not None:
        return 1
    if thought.loses_in is not None:
        return -1
    if value is None or thought.score is None or abs(thought.score) < value:
        return 0
    return 1 if thought.score > 0 else -1


def thought_in_words(thought: Thought) -> str:
    """What a player thought of its move: score, depth and nodes, as far as they are known."""
    parts = [
        _words(thought),
        "" if thought.depth is None else f"depth {counted(thought.depth, 'turn')}",
        "" if thought.nodes is None else counted(thought.nodes, "node"),
    ]
    return ", ".join(filter(None, parts))


def counted(number: int, word: str) -> str:
    """'1 stone', '2 stones'."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _words(thought: Thought) -> str:
    if thought.wins_in is not None:
        return f"wins in {counted(thought.wins_in, 'stone')}"
    if thought.loses_in is not None:
        return f"loses in {counted(thought.loses_in, 'stone')}"
    if thought.is_draw:
        return "draw"
    if thought.score is None:
        return ""
    if abs(thought.score) == LARGEST_GUESS:
        return "surely wins" if thought.score > 0 else "surely loses"
    if seems(thought.score):
        return "seems to win" if thought.score > 0 else "seems to lose"
    return f"{thought.score / UNIT:+.2f}"
