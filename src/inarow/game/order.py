"""An order of moves that could have led to given stones.

Found backwards: take back stones one by one, each of the side whose turn it was, never leaving a game that
was over already.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain, islice

from inarow._core import NotationError, Rules, Side
from inarow.game.turns import side_of_stone

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
MOST_STEPS = 300_000  # of the search before it gives up


def legal_order(rules: Rules, stones: dict[int, Side]) -> list[int] | None:
    """The stones as moves in a legal order, or None if none was found. Impossible stones are an error."""
    _check_counts(rules, stones)
    if rules.gravity:
        _check_support(rules, stones)
    return _TakingBack(rules, stones).order()


def _check_counts(rules: Rules, stones: dict[int, Side]) -> None:
    first = sum(side == Side.FIRST for side in stones.values())
    should = sum(side_of_stone(rules, index) == Side.FIRST for index in range(len(stones)))
    if first != should:
        raise NotationError(
            f"the drawing has {first} X and {len(stones) - first} O; "
            f"after {len(stones)} stones of {rules.name} there are {should} X and {len(stones) - should} O"
        )


def _check_support(rules: Rules, stones: dict[int, Side]) -> None:
    for cell in sorted(stones):
        if cell >= rules.columns and cell - rules.columns not in stones:
            raise NotationError(
                f"the stone on {rules.cell_name(cell)} hangs in the air: stones of {rules.name} fall"
            )


class _TakingBack:
    """A depth-first search that remembers the sets of stones from which it found no way back."""

    def __init__(self, rules: Rules, stones: dict[int, Side]) -> None:
        self.rules = rules
        self.left = dict(stones)
        self.taken: list[tuple[int, Side]] = []
        self.cells = {side: [cell for cell in stones if stones[cell] == side] for side in Side}
        self.starts = dict.fromkeys(Side, 0)
        self.mask = 0
        self.heights = [0] * rules.columns
        for cell in stones:
            self.mask |= 1 << cell
            self.heights[cell % rules.columns] += 1

    def order(self) -> list[int] | None:
        """The stones in the order in which they may have been placed."""
        hopeless: set[int] = set()  # hashes of masks: a clash costs an order, never a wrong one
        choices = [self.last_stones()]
        for _ in range(MOST_STEPS + len(self.left)):
            if not self.left:
                return [cell for cell, _ in reversed(self.taken)]
            cell = next(choices[-1], None)
            if cell is not None:
                self.take(cell)
                if hash(self.mask) in hopeless or self.has_line_beside(*self.taken[-1]):
                    self.put_back()
                else:
                    choices.append(self.candidates())
            elif len(choices) > 1:
                choices.pop()
                hopeless.add(hash(self.mask))
                self.put_back()
            else:
                break
        return None

    def take(self, cell: int) -> None:
        side = self.left.pop(cell)
        self.taken.append((cell, side))
        self.starts[side] = bisect_right(self.cells[side], cell)
        self.mask ^= 1 << cell
        self.heights[cell % self.rules.columns] -= 1

    def put_back(self) -> None:
        cell, side = self.taken.pop()
        self.left[cell] = side
        self.mask ^= 1 << cell
        self.heights[cell % self.rules.columns] += 1

    def last_stones(self) -> Iterator[int]:
        """The stones that may have been the last: where there are winning lines, those that all share."""
        lines = [line for cell in self.left for line in self.lines_from(cell)]
        return (cell for cell in self.candidates() if all(cell in line for line in lines))

    def candidates(self) -> Iterator[int]:
        """The stones that can be taken back now, in the order in which to try them."""
        if not self.left:
            return iter(())
        side = side_of_stone(self.rules, len(self.left) - 1)
        cells = iter(self.tops()) if self.rules.gravity else self.round_of(side)
        return (cell for cell in cells if self.left.get(cell) == side)

    def round_of(self, side: Side) -> Iterator[int]:
        """The cells where the side began with a stone, those after the one taken last coming first."""
        cells, start = self.cells[side], self.starts[side]
        return chain(islice(cells, start, None), islice(cells, start))

    def tops(self) -> list[int]:
        """The top stones of the columns, the highest first: columns that end together leave most ways out."""
        columns = self.rules.columns
        tops = ((height - 1) * columns + column for column, height in enumerate(self.heights) if height)
        return sorted(tops, reverse=True)

    def has_line_beside(self, cell: int, side: Side) -> bool:
        """Whether a winning line ends next to the empty cell; no other line is left after it was taken."""
        return any(
            self.is_line(len(self.run(cell, side, columns * way, rows * way)))
            for columns, rows in DIRECTIONS
            for way in (1, -1)
        )

    def lines_from(self, cell: int) -> Iterator[set[int]]:
        """The winning lines that begin on the cell."""
        side = self.left[cell]
        for columns, rows in DIRECTIONS:
            if not self.run(cell, side, -columns, -rows):
                line = {cell, *self.run(cell, side, columns, rows)}
                if self.is_line(len(line)):
                    yield line

    def is_line(self, length: int) -> bool:
        return length == self.rules.line_length or (length > self.rules.line_length and not self.rules.exact)

    def run(self, cell: int, side: Side, columns: int, rows: int) -> list[int]:
        """The stones of the side that follow the cell in the direction."""
        found = []
        column, row = cell % self.rules.columns + columns, cell // self.rules.columns + rows
        while 0 <= column < self.rules.columns and self.left.get(row * self.rules.columns + column) == side:
            found.append(row * self.rules.columns + column)
            column, row = column + columns, row + rows
        return found
