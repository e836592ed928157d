"""Value: what is known of a position or a turn for one side, and how it is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any

from inarow._core import LARGEST_GUESS, WIN, Outcome, final_stones
from inarow.engine import score as scores
from inarow.game.position import Position


class Source(StrEnum):
    """Who says it. All but SEARCH prove what they say; a search proves wins and losses, and guesses else."""

    RULES = "rules"  # the game is over
    SOLVER = "solver"
    FULL_SEARCH = "full search"  # of every line of play to its end
    SEARCH = "search"


class Result(IntEnum):
    """What best play leads to, for one side."""

    LOSS = -1
    DRAW = 0
    WIN = 1


@dataclass(frozen=True, slots=True, order=True)
class Value:
    """A score as the searches give it, for one side. The greater is the better for that side.

    Proven wins and losses hold the number of stones on the board at their end, so that a value means the same
    before and after any move.
    """

    score: int
    is_proven: bool = False

    @classmethod
    def solved(cls, position: Position, score: int) -> Value:
        """The value that a solver's score of the position stands for, for the side to move."""
        if score == 0:
            return cls(0, True)
        end = final_stones(position.rules, position.stones, score)
        return cls(WIN - end if score > 0 else end - WIN, True)

    @classmethod
    def final(cls, position: Position) -> Value:
        """The value of a game that is over, for the side to move if it went on."""
        if position.outcome == Outcome.DRAW:
            return cls(0, True)
        won = WIN - position.stones
        return cls(won if position.winner == position.to_move else -won, True)

    @property
    def result(self) -> Result | None:
        """Won, drawn or lost under best play; None if that is not proven."""
        if not self.is_proven:
            return None
        if abs(self.score) <= LARGEST_GUESS:
            return Result.DRAW
        return Result.WIN if self.score > 0 else Result.LOSS

    def for_other(self) -> Value:
        """The same for the other side."""
        return Value(-self.score, self.is_proven)

    def stones_to_end(self, stones: int) -> int | None:
        """Stones until the proven win or loss when so many are on the board; None for anything else."""
        return scores.stones_to_end(self.score, stones) if self.is_proven else None

    def in_words(self, stones: int) -> str:
        """'wins in 7 stones', 'draw' or '+0.80', when so many stones are on the board."""
        return scores.in_words(self.score, stones, self.is_proven)

    def in_fields(self, stones: int) -> dict[str, Any]:
        """The same for JSON: {'result': 'win', 'stones': 7}, {'result': 'draw'} or {'value': 80}."""
        return scores.in_fields(self.score, stones, self.is_proven)
