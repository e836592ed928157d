"""The rules again with sets and loops: slow and obviously right.

A place is (column, row) and a game is the list of its places: nothing is kept that could go stale.
"""

from inarow import Outcome, Rules, Side

Place = tuple[int, int]
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Reference:
    """A game as a list of places; every question is answered from scratch."""

    def __init__(self, rules: Rules, places: list[Place] | None = None) -> None:
        self.rules = rules
        self.places = places or []

    def play(self, cell: int) -> "Reference":
        return Reference(self.rules, [*self.places, (cell % self.rules.columns, cell // self.rules.columns)])

    def owners(self) -> list[Side]:
        """The side of every stone, and of the one to come."""
        sides: list[Side] = [Side.FIRST] * self.rules.stones_first_turn
        while len(sides) <= len(self.places):
            sides += [sides[-1].other] * self.rules.stones_per_turn
        return sides[: len(self.places) + 1]

    def stones_of(self, side: Side) -> set[Place]:
        return {place for place, owner in zip(self.places, self.owners(), strict=False) if owner == side}

    def to_move(self) -> Side:
        return self.owners()[-1]

    def stones_left(self) -> int:
        longer = Reference(self.rules, self.places)
        while longer.to_move() == self.to_move():
            longer = Reference(self.rules, [*longer.places, (-1, -1)])
        return len(longer.places) - len(self.places)

    def rows_of(self, side: Side) -> list[set[Place]]:
        """Every row of touching stones of the side, as long as it goes."""
        stones = self.stones_of(side)
        rows = []
        for column, row in stones:
            for right, up in DIRECTIONS:
                if (column - right, row - up) in stones:
                    continue
                length = 1
                while (column + length * right, row + length * up) in stones:
                    length += 1
                rows.append({(column + step * right, row + step * up) for step in range(length)})
        return rows

    def winning_rows(self, side: Side) -> list[set[Place]]:
        wanted = self.rules.line_length
        return [
            row
            for row in self.rows_of(side)
            if len(row) == wanted or (len(row) > wanted and not self.rules.exact)
        ]

    def outcome(self) -> Outcome:
        if self.winning_rows(Side.FIRST):
            return Outcome.FIRST_WINS
        if self.winning_rows(Side.SECOND):
            return Outcome.SECOND_WINS
        return Outcome.DRAW if len(self.places) == self.rules.cells else Outcome.ONGOING

    def winning_cells(self) -> list[int]:
        won = {place for side in Side for row in self.winning_rows(side) for place in row}
        return sorted(row * self.rules.columns + column for column, row in won)

    def moves(self) -> list[int]:
        if self.outcome() != Outcome.ONGOING:
            return []
        taken = set(self.places)
        cells = []
        for row in range(self.rules.rows):
            for column in range(self.rules.columns):
                rests = not self.rules.gravity or row == 0 or (column, row - 1) in taken
                if (column, row) not in taken and rests:
                    cells.append(row * self.rules.columns + column)
        return cells

    def longest_run(self, side: Side) -> int:
        return max(map(len, self.rows_of(side)), default=0)

    def has_open_window(self, side: Side) -> bool:
        """Whether some window could still become a winning row if the other side only ever passed."""
        theirs, ours = self.stones_of(side.other), self.stones_of(side)
        for window in windows(self.rules):
            before, after = ends(window)
            too_long = self.rules.exact and (before in ours or after in ours)
            if not too_long and not theirs & set(window):
                return True
        return False


def windows(rules: Rules) -> list[list[Place]]:
    """Every window of the board, in no order that matters."""
    board = {(column, row) for column in range(rules.columns) for row in range(rules.rows)}
    directions = DIRECTIONS if rules.line_length > 1 else DIRECTIONS[:1]
    found = []
    for column, row in sorted(board):
        for right, up in directions:
            window = [(column + step * right, row + step * up) for step in range(rules.line_length)]
            if board.issuperset(window):
                found.append(window)
    return found


def ends(window: list[Place]) -> tuple[Place, Place]:
    """The places just before and just after a window of two or more."""
    if len(window) == 1:
        return (-1, -1), (-1, -1)
    (column, row), (next_column, next_row) = window[0], window[1]
    right, up = next_column - column, next_row - row
    last_column, last_row = window[-1]
    return (column - right, row - up), (last_column + right, last_row + up)
