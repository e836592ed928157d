"""Position: the stones and whose move it is, as text, drawing and picture."""

import re
from collections.abc import Iterable
from typing import Self

from inarow import _core
from inarow._core import IllegalMove, NotationError, Outcome, Rules, Side
from inarow.game.diagram import drawn, moves_of_diagram
from inarow.game.notation import moves_text, split_moves
from inarow.game.turns import last_turn
from inarow.game.variants import CONNECT_FOUR

_ONLY_DIGITS = re.compile(r"[0-9\s.,-]*[0-9][0-9\s.,-]*")
_WINNERS = {Outcome.FIRST_WINS: Side.FIRST, Outcome.SECOND_WINS: Side.SECOND}


class Position(_core.Position):
    """The stones and whose move it is: a value that nobody changes.

    >>> position = Position.parse("connect-four/4433")
    >>> position.play("5").text
    'connect-four/44335'
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The position that 'connect-four/4433', 'connect6/j10k11k9' or '4433' (Connect Four) stands for.

        NotationError for a text that cannot be read, IllegalMove for a move that cannot be played.
        """
        game, slash, _ = text.partition("/")
        if slash:
            rules, start = Rules.parse(game.strip()), len(game) + 1
        elif _ONLY_DIGITS.fullmatch(text):
            rules, start = CONNECT_FOUR, 0
        else:
            rules, start = Rules.parse(text.strip()), len(text)
        position = cls(rules)
        for number, move in enumerate(split_moves(rules, text, start), start=1):
            try:
                position = position.play(move.text)
            except IllegalMove as error:
                raise IllegalMove(f"move {number} at character {move.character}: {error}") from None
            except NotationError as error:
                raise NotationError(f"move {number} at character {move.character}: {error}") from None
        return position

    @classmethod
    def from_diagram(cls, rules: Rules, diagram: str) -> Self:
        """The position that is drawn, as `diagram` draws it; labels and marks may be left out.

        A drawing does not tell the order of moves, so the history is one that could have led here. A board
        that no game can reach is a NotationError.
        """
        return cls.after(rules, moves_of_diagram(rules, diagram))

    @classmethod
    def after(cls, rules: Rules, moves: Iterable[int | str]) -> Self:
        """The position after the moves, the first of them on an empty board."""
        position = cls(rules)
        for number, move in enumerate(moves, start=1):
            try:
                position = position.play(move)
            except (IllegalMove, NotationError) as error:
                raise type(error)(f"move {number}: {error}") from None
        return position

    @property
    def text(self) -> str:
        """The position as a URL-safe string that parse reads: 'connect-four/4433'."""
        return f"{self.rules.name}/{moves_text(self.rules, self.history)}"

    @property
    def winner(self) -> Side | None:
        """The side that has won, if one has."""
        return _WINNERS.get(self.outcome)

    @property
    def last_turn(self) -> tuple[int, ...]:
        """The stones of the last turn, finished or not."""
        return last_turn(self)

    @property
    def status(self) -> str:
        """Who is to move, or how the game ended, in words."""
        if self.outcome == Outcome.DRAW:
            return "draw"
        if self.winner:
            return f"{side_name(self.winner)} wins"
        stones = f" ({self.stones_left} stones)" if self.stones_left > 1 else ""
        return f"{side_name(self.to_move)} to move{stones}"

    def diagram(self, *, marks: bool = False) -> str:
        """The board as text with labels; with marks, the last turn and the winning line are pointed at.

        A mark stands left of its stone: > for the last turn, * for the winning line, # for both.
        """
        if not marks:
            return drawn(self)
        return drawn(self, last=self.last_turn, winning=self.winning_cells)

    def __str__(self) -> str:
        return f"{self.diagram(marks=True)}\n{self.status}"

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def _repr_svg_(self) -> str:
        from inarow.game.picture import svg

        return svg(self)


def side_name(side: Side) -> str:
    """'X (first)' or 'O (second)': the stone as drawn, and the side."""
    return "X (first)" if side == Side.FIRST else "O (second)"
