"""Record: what happened in one game. The only thing that arena, lab, learn and studio exchange."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from inarow._core import IllegalMove, Outcome, Rules, Side
from inarow.game.position import Position


class RecordError(ValueError):
    """A record that cannot be: what is wrong with it, and where."""


class Ending(StrEnum):
    """How a game came to its end."""

    LINE = "line"
    FULL_BOARD = "full board"
    RESIGNATION = "resignation"
    TIME = "time"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    ADJUDICATION = "adjudication"
    UNFINISHED = "unfinished"


ENDINGS_ON_THE_BOARD = (Ending.LINE, Ending.FULL_BOARD)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player reported about one move; whatever is not known is None.

    The score is a guess for the side that moved. Where the result was proven there is no guess but the number
    of stones to the end (`wins_in` or `loses_in`), or `is_draw`.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    score: int | None = None
    wins_in: int | None = None
    loses_in: int | None = None
    is_draw: bool | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One game, finished or not. `thoughts` is empty or has one entry a move."""

    rules: Rules
    moves: tuple[int, ...]
    players: tuple[str, str] = ("first", "second")
    outcome: Outcome = Outcome.ONGOING
    ending: Ending = Ending.UNFINISHED
    thoughts: tuple[Thought | None, ...] = ()
    seed: int | None = None
    date: str = ""  # as ISO 8601 writes it
    event: str = ""
    versions: tuple[str, str] = ("", "")  # of the two players

    def __post_init__(self) -> None:
        if len(self.players) != 2 or len(self.versions) != 2:
            raise RecordError(
                "a record has two players, the first side's before the second's, and their versions"
            )
        if self.thoughts and len(self.thoughts) != len(self.moves):
            raise RecordError(
                f"a record of {len(self.moves)} moves has {len(self.thoughts)} thoughts; one a move or none"
            )

    @classmethod
    def of(
        cls,
        position: Position,
        players: tuple[str, str] = ("first", "second"),
        *,
        thoughts: tuple[Thought | None, ...] = (),
        seed: int | None = None,
        date: str = "",
        event: str = "",
        versions: tuple[str, str] = ("", ""),
    ) -> "Record":
        """The record of the game that led to the position, ended as the board says."""
        return cls(
            position.rules,
            position.history,
            players,
            position.outcome,
            ending_on_board(position),
            thoughts,
            seed,
            date,
            event,
            versions,
        )

    @property
    def winner(self) -> Side | None:
        """The side that has won, if one has."""
        winners = {Outcome.FIRST_WINS: Side.FIRST, Outcome.SECOND_WINS: Side.SECOND}
        return winners.get(self.outcome)

    def positions(self) -> Iterator[Position]:
        """Every position of the game from the empty board on. RecordError says which move is not legal."""
        position = Position(self.rules)
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                position = position.play(move)
            except IllegalMove as error:
                raise RecordError(f"move {number} of {len(self.moves)} is not legal: {error}") from None
            yield position

    def replay(self) -> Position:
        """The last position of the game. RecordError if a move is not legal or the board ended otherwise."""
        position = Position(self.rules)
        for reached in self.positions():
            position = reached
        self._check_ending(position)
        return position

    def _check_ending(self, position: Position) -> None:
        on_board = ending_on_board(position)
        if position.is_over or self.ending in ENDINGS_ON_THE_BOARD:
            if (self.outcome, self.ending) != (position.outcome, on_board):
                raise RecordError(
                    f"the record says {outcome_name(self.outcome)} by {self.ending}; "
                    f"the board after move {len(self.moves)}: {outcome_name(position.outcome)} by {on_board}"
                )
        elif (self.outcome == Outcome.ONGOING) != (self.ending == Ending.UNFINISHED):
            raise RecordError(
                f"the record says {outcome_name(self.outcome)} by {self.ending}: only one of them is an end"
            )


def ending_on_board(position: Position) -> Ending:
    """How the game ended if only the board is asked."""
    if position.winner:
        return Ending.LINE
    return Ending.FULL_BOARD if position.is_over else Ending.UNFINISHED


def outcome_name(outcome: Outcome) -> str:
    """The outcome in words and in files: 'first wins'."""
    return outcome.name.lower().replace("_", " ")


OUTCOMES_BY_NAME = {outcome_name(outcome): outcome for outcome in Outcome}
