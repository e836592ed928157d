"""Threats: what each side could do in its next turn, in terms of windows, for every game.

A window that holds no stone of the other side lacks its empty cells. Where stones fall, a cell that hangs in
the air lacks those below it too. If a turn has enough stones for all that, the window is a threat, and the
cells are its gap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from inarow._core import Rules, Side, Windows
from inarow.game.position import Position

Cells = tuple[int, ...]
MOST_SETS = 200  # of each kind are listed
MOST_TRIES = 20_000  # sets of cells that are tried for double threats


@dataclass(frozen=True, slots=True)
class HangingThreat:
    """A cell that would win for a side once it can be reached: where stones fall, its height decides."""

    cell: int
    side: Side
    row: int  # from 1 at the bottom

    @property
    def is_odd(self) -> bool:
        """Whether the row is odd. FIRST likes odd rows and SECOND even ones, if the rows are even in number."""
        return self.row % 2 == 1


@dataclass(frozen=True, slots=True)
class SideThreats:
    """What one side threatens. Sets of cells are in ascending order, and none contains another."""

    side: Side
    # Playing all cells of one of these wins: in this turn or, for the other side, its next.
    wins: tuple[Cells, ...]
    threats: tuple[Cells, ...]  # the same for a whole turn, be there fewer stones left in this one
    hanging: tuple[HangingThreat, ...]  # only where stones fall
    # After these in one turn no single stone stops all threats; none where that is so without them.
    doubles: tuple[Cells, ...]
    is_complete: bool  # whether all of these are listed

    @property
    def winning_cells(self) -> Cells:
        """The cells that win alone."""
        return tuple(cells[0] for cells in self.wins if len(cells) == 1)

    @property
    def cells(self) -> Cells:
        """Every cell that is part of a win in one turn."""
        return tuple(sorted({cell for cells in self.wins for cell in cells}))


@dataclass(frozen=True, slots=True)
class Threats:
    """The threats of both sides, and what the side to move must do about those of the other."""

    to_move: Side
    first: SideThreats
    second: SideThreats
    answers: tuple[Cells, ...]  # each set stops all threats of the other side; none if there are none
    is_complete: bool  # whether all answers are listed

    def of(self, side: Side) -> SideThreats:
        """The threats of the side."""
        return self.first if side == Side.FIRST else self.second

    @property
    def must_answer(self) -> bool:
        """Whether the other side wins next turn if nothing is done, and this one cannot win first."""
        return bool(self.of(self.to_move.other).wins) and not self.of(self.to_move).wins

    @property
    def is_unstoppable(self) -> bool:
        """Whether an answer is needed and there is none."""
        return self.must_answer and not self.answers

    @property
    def forced_cells(self) -> Cells:
        """The cells that occur in an answer, if one is needed."""
        return tuple(sorted({cell for cells in self.answers for cell in cells})) if self.must_answer else ()


def threats(position: Position, *, with_doubles: bool = True) -> Threats:
    """Who could win with the next turn and how, what must be answered, and what is in the making.

    Nothing of that once the game is over. Double threats take most of the time where a turn has several
    stones; without them the rest comes at once.

    >>> found = threats(Position.parse("connect-four/112233"))
    >>> found.first.winning_cells, found.must_answer
    ((3,), False)
    """
    side = position.to_move
    if position.is_over:
        nothing = {owner: SideThreats(owner, (), (), (), (), True) for owner in Side}
        return Threats(side, nothing[Side.FIRST], nothing[Side.SECOND], (), True)
    boards = {owner: Board.of(position, owner) for owner in Side}
    stones = position.rules.stones_per_turn
    found = {
        owner: _threats_of(board, position.stones_left if owner == side else stones, with_doubles)
        for owner, board in boards.items()
    }
    answers = sorted(_answers(boards[side.other], position.stones_left)) if found[side.other].wins else []
    return Threats(
        side,
        found[Side.FIRST],
        found[Side.SECOND],
        tuple(answers[:MOST_SETS]),
        len(answers) <= MOST_SETS,
    )


@dataclass(frozen=True, slots=True)
class Window:
    """A window without stones of the other side: its empty cells, and the cells just before and after it."""

    empty: frozenset[int]
    ends: frozenset[int]


@dataclass(frozen=True, slots=True)
class Board:
    """What a side's threats depend on: the windows that it can still fill soon, and the cells that are free."""

    rules: Rules
    side: Side
    windows: tuple[Window, ...]
    taken: frozenset[int]
    own: frozenset[int]

    @classmethod
    def of(cls, position: Position, side: Side) -> Board:
        """The board in the eyes of the side, without the windows that two turns cannot fill."""
        rules, windows = position.rules, Windows(position)
        own = frozenset(cell for cell in position.history if position.at(cell) == side)
        stones = rules.stones_per_turn
        least = rules.line_length - stones - max(stones, rules.stones_first_turn)
        kept = []
        for index in range(len(windows)):
            if windows.stones(side.other, index) or windows.stones(side, index) < least:
                continue
            cells = windows.cells(index)
            ends = _ends(rules, cells) if rules.exact else frozenset()
            if not ends & own:
                kept.append(Window(frozenset(cells) - own, ends))
        return cls(rules, side, tuple(kept), frozenset(position.history), own)

    def gaps(self, stones: int) -> set[frozenset[int]]:
        """The sets of at most so many cells that fill a window; none contains another."""
        found = {gap for window in self.windows if (gap := self.gap(window, stones)) is not None}
        return {gap for gap in found if not any(other < gap for other in found)}

    def gap(self, window: Window, stones: int) -> frozenset[int] | None:
        """All cells that have to be played to fill the window, if so many stones suffice."""
        if len(window.empty) > stones:
            return None
        gap = self.supported(window.empty)
        # Beyond gravity the support of a column can lengthen a row that must be of exact length.
        return None if len(gap) > stones or gap & window.ends else gap

    def supported(self, cells: frozenset[int]) -> frozenset[int]:
        """The cells and, where stones fall, the free ones below them."""
        if not self.rules.gravity:
            return cells
        below = {
            lower
            for cell in cells
            for lower in range(cell % self.rules.columns, cell, self.rules.columns)
            if lower not in self.taken
        }
        return cells | below

    def with_own(self, cells: frozenset[int]) -> Board:
        """The board after the side has placed stones on the cells."""
        windows = tuple(
            Window(window.empty - cells, window.ends) for window in self.windows if not window.ends & cells
        )
        return Board(self.rules, self.side, windows, self.taken | cells, self.own | cells)

    def with_other(self, cells: frozenset[int]) -> Board:
        """The board after the other side has placed stones on the cells."""
        windows = tuple(window for window in self.windows if not window.empty & cells)
        return Board(self.rules, self.side, windows, self.taken | cells, self.own)

    def first_threat(self, stones: int) -> Window | None:
        """A window that a turn of so many stones fills, if there is one."""
        return next((window for window in self.windows if self.gap(window, stones) is not None), None)


def _threats_of(board: Board, stones: int, with_doubles: bool) -> SideThreats:
    wins = sorted(tuple(sorted(gap)) for gap in board.gaps(stones))
    whole = sorted(tuple(sorted(gap)) for gap in board.gaps(board.rules.stones_per_turn))
    doubles, is_complete = _doubles(board, stones) if with_doubles else ([], False)
    return SideThreats(
        board.side,
        tuple(wins[:MOST_SETS]),
        tuple(whole[:MOST_SETS]),
        tuple(_hanging(board)),
        tuple(doubles),
        is_complete and max(len(wins), len(whole)) <= MOST_SETS,
    )


def _hanging(board: Board) -> Iterator[HangingThreat]:
    """The cells that lack nothing but a stone of the side, and cannot be reached in this turn by one stone."""
    if not board.rules.gravity:
        return
    cells = {cell for window in board.windows if len(window.empty) == 1 for cell in window.empty}
    for cell in sorted(cells):
        if len(board.supported(frozenset({cell}))) > 1:
            yield HangingThreat(cell, board.side, cell // board.rules.columns + 1)


def _answers(board: Board, stones: int) -> set[Cells]:
    """The smallest sets of at most so many stones of the other side that leave this side without a threat."""
    found: set[frozenset[int]] = set()
    _collect_answers(board, frozenset(), stones, found, set())
    return {tuple(sorted(one)) for one in found if not any(other < one for other in found)}


def _collect_answers(
    board: Board, placed: frozenset[int], stones: int, found: set[frozenset[int]], seen: set[frozenset[int]]
) -> None:
    """Every answer has a stone in each window that is a threat: try them all, window by window."""
    if placed in seen or len(found) > MOST_SETS:
        return
    seen.add(placed)
    threat = board.first_threat(board.rules.stones_per_turn)
    if threat is None:
        found.add(placed)
        return
    for cell in sorted(threat.empty):
        cells = board.supported(frozenset({cell}))
        if len(placed) + len(cells) <= stones:
            _collect_answers(board.with_other(cells), placed | cells, stones, found, seen)


def _doubles(board: Board, stones: int) -> tuple[list[Cells], bool]:
    """The smallest sets of a turn after which no single stone stops all threats, and whether these are all."""
    if _is_double(board, frozenset()):
        return [], True  # it is there already
    found: list[frozenset[int]] = []
    for tries, cells in enumerate(_candidate_turns(board, stones), start=1):
        if tries > MOST_TRIES or len(found) > MOST_SETS:
            return sorted(tuple(sorted(one)) for one in found[:MOST_SETS]), False
        if not any(smaller <= cells for smaller in found) and _is_double(board, cells):
            found.append(cells)
    return sorted(tuple(sorted(one)) for one in found), True


def _is_double(board: Board, cells: frozenset[int]) -> bool:
    after = board.with_own(cells)
    if any(not window.empty for window in after.windows):
        return False  # that is a win already
    gaps = after.gaps(board.rules.stones_per_turn)
    if not gaps:
        return False
    if not board.rules.gravity:
        return not frozenset.intersection(*gaps)
    return not _answers(after, 1)


def _candidate_turns(board: Board, stones: int) -> Iterator[frozenset[int]]:
    """Sets of cells that may make a double threat, the smallest first."""
    if board.rules.gravity:
        yield from _falling_turns(board, stones)
        return
    most = board.rules.stones_per_turn + stones
    cells = sorted({cell for window in board.windows if len(window.empty) <= most for cell in window.empty})
    for size in range(1, stones + 1):
        yield from map(frozenset, combinations(cells, size))


def _falling_turns(board: Board, stones: int) -> Iterator[frozenset[int]]:
    columns, cells = board.rules.columns, board.rules.cells
    free = [
        [cell for cell in range(column, cells, columns) if cell not in board.taken]
        for column in range(columns)
    ]
    for size in range(1, stones + 1):
        for chosen in combinations_with_replacement(range(columns), size):
            counts = {column: chosen.count(column) for column in chosen}
            if all(count <= len(free[column]) for column, count in counts.items()):
                yield frozenset(cell for column, count in counts.items() for cell in free[column][:count])


def _ends(rules: Rules, cells: list[int]) -> frozenset[int]:
    """The cells on the board just before and just after the window of two or more cells."""
    if len(cells) < 2:
        return frozenset()
    places = [(cell % rules.columns, cell // rules.columns) for cell in cells]
    (column, row), (next_column, next_row) = places[0], places[1]
    across, up = next_column - column, next_row - row
    around = [(column - across, row - up), (places[-1][0] + across, places[-1][1] + up)]
    return frozenset(
        row * rules.columns + column
        for column, row in around
        if 0 <= column < rules.columns and 0 <= row < rules.rows
    )
