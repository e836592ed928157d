"""A Connect X player in one file: nothing but Python's standard library, any board, any number in a row.

`inarow export kaggle` writes this file with a table of solved openings as submission.py.

A board is one integer of bits, a column after the other from the bottom, with an empty row on top:

    5 11      columns of 6 bits for 5 rows: a step up is 1 bit, a step right 6, the diagonals 7 and 5
    4 10      lines that leave the board at the top or bottom meet the empty row and end
    ...
    0  6
"""

from __future__ import annotations

import base64
import time
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

OPENINGS = ""  # the columns of a walk, packed; put in when the file is written
OPENING_BOARD = (7, 6, 4)  # columns, rows and line length that the openings are for
SHARE_OF_TIME = 0.65  # of actTimeout; the overage bank is left for slow moments of the machine
CLOCK_NODES = 128  # nodes between two looks at the clock
MOST_ENTRIES = 400_000  # of the table of positions seen
WIN = 100_000  # less the stones on the board when it is won
PROVEN = WIN // 2  # any guess is smaller
THREAT, GOOD_THREAT, PAIR, LINE, CENTRE = 12, 24, 60, 2, 1  # points of an evaluation


Scorer = Callable[[int, int, int, int, int, int, int, int], int]


class OutOfTime(Exception):  # noqa: N818 - a signal, not an error
    """The search has to stop."""


class Board(NamedTuple):
    """A size of board with what depends on nothing else."""

    columns: int
    rows: int
    line: int
    full: int  # every cell
    bottom: int  # the lowest cell of every column
    order: tuple[int, ...]  # the bits of columns, those in the middle first
    centre: int  # the cells that lie in many lines
    odd: int  # every second row from the bottom: the rows that the first player gets if all is filled up
    threats: Callable[[int], int]  # cells that would complete a line of these stones
    lines: Callable[[int], int]  # cells that would make a line of one less


def board_of(columns: int, rows: int, line: int) -> Board:
    """The board of a configuration."""
    height = rows + 1
    column = (1 << rows) - 1
    bottom = sum(1 << column * height for column in range(columns))
    middle = sorted(range(columns), key=lambda index: abs(2 * index - columns + 1))
    return Board(
        columns,
        rows,
        line,
        bottom * column,
        bottom,
        tuple(column << index * height for index in middle),
        _centre(columns, rows, line),
        sum(bottom << row for row in range(0, rows, 2)),
        _completing(height, line),
        _completing(height, max(line - 1, 2)),
    )


def _centre(columns: int, rows: int, line: int) -> int:
    """The cells that lie in more lines than the average cell."""
    counts: dict[int, int] = {}
    for column in range(columns):
        for row in range(rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                last = (column + right * (line - 1), row + up * (line - 1))
                if 0 <= last[0] < columns and 0 <= last[1] < rows:
                    for step in range(line):
                        cell = (column + right * step) * (rows + 1) + row + up * step
                        counts[cell] = counts.get(cell, 0) + 1
    average = sum(counts.values()) / (columns * rows)
    return sum(1 << cell for cell, count in counts.items() if count > average)


def _completing(height: int, line: int) -> Callable[[int], int]:
    """A function from stones to the cells with which they would have `line` in a row.

    Its text is written for the line length, as a loop would take twice as long. b2 are the cells with two
    stones right before them in a direction, a2 those with two right after.
    """
    need = line - 1
    if need < 1:
        return lambda stones: -1
    text = ["def completing(s):"]
    found = []
    for name, step in (("v", 1), ("h", height), ("u", height + 1), ("d", height - 1)):
        text.append(f"    {name}b1 = s << {step}")
        text += [f"    {name}b{n} = {name}b{n - 1} & ({name}b1 << {step * (n - 1)})" for n in range(2, line)]
        found.append(f"{name}b{need}")
        if step == 1:
            continue  # nothing is ever above an empty cell
        text.append(f"    {name}a1 = s >> {step}")
        text += [f"    {name}a{n} = {name}a{n - 1} & ({name}a1 >> {step * (n - 1)})" for n in range(2, line)]
        found.append(f"{name}a{need}")
        found += [f"{name}b{n} & {name}a{need - n}" for n in range(1, need)]
    text.append(f"    return {' | '.join(found)}")
    names: dict[str, Any] = {}
    exec("\n".join(text), names)
    function: Callable[[int], int] = names["completing"]
    return function


def _count(bits: int) -> int:
    return bin(bits).count("1")


count: Callable[[int], int] = getattr(int, "bit_count", _count)  # the number of cells in a set


class Search:
    """Deepens a principal variation search until its time is up or the result is proven."""

    def __init__(self, board: Board, clock: Callable[[], float] = time.perf_counter) -> None:
        self.board = board
        self.cells = board.columns * board.rows
        self.clock = clock
        self.table: dict[int, tuple[int, int, int, int]] = {}  # depth, at least, at most, best move
        self.history: dict[int, int] = {}  # how often a cell has refuted something
        self.nodes = 0
        self.limit = 0
        self.deadline = 0.0
        self.guess = _guess(board)
        self.score = _score(self)

    def best(self, own: int, mask: int, seconds: float, nodes: int = 1 << 62) -> tuple[int, int, int]:
        """(move, score, depth) for the side with the stones `own` among all stones `mask`."""
        board, stones = self.board, count(mask)
        self.deadline = self.clock() + seconds
        self.nodes, self.limit = 0, nodes
        if len(self.table) > MOST_ENTRIES:
            self.table.clear()
        possible = (mask + board.bottom) & board.full
        mine, theirs = board.threats(own), board.threats(own ^ mask)
        if mine & possible:
            return _first(board, mine & possible), WIN - stones - 1, 1
        forced = theirs & possible
        safe = (forced or possible) & ~((theirs & board.full) >> 1)
        if forced & (forced - 1) or not safe:  # lost, unless the other side overlooks it: block first
            return _first(board, forced or possible), stones + 2 - WIN, 2
        chosen, score, depth = _first(board, safe), 0, 0
        if safe == chosen:
            return chosen, score, depth
        moves = [safe & column for column in board.order if safe & column]
        try:
            for depth in range(1, self.cells - stones + 1):
                chosen, score = self._deepened(own, mask, moves, theirs, stones, depth)
                moves.remove(chosen)
                moves.insert(0, chosen)
                if abs(score) > PROVEN:
                    break
        except OutOfTime:
            depth -= 1
        return chosen, score, depth

    def check_limits(self) -> None:
        """OutOfTime if the search has to stop."""
        if self.clock() > self.deadline or self.nodes > self.limit:
            raise OutOfTime

    def ordered(self, own: int, mask: int, moves: int) -> list[tuple[int, int, int, int]]:
        """The moves with the cells that then complete a line, those that threaten most at the end."""
        threats, empty = self.board.threats, self.board.full & ~mask
        found = []
        for column in self.board.order:
            move = moves & column
            if move:
                after = threats(own | move)
                found.append((count(after & empty), self.history.get(move, 0), move, after))
        found.sort()
        return found

    def _deepened(
        self, own: int, mask: int, moves: list[int], theirs: int, stones: int, depth: int
    ) -> tuple[int, int]:
        """The best of the moves at this depth, and its score."""
        best, chosen = -WIN, 0
        for move in moves:
            child = (own ^ mask, mask | move, theirs, self.board.threats(own | move))
            score = WIN
            if chosen:
                score = -self.score(*child, -best - 1, -best, stones + 1, depth - 1)
            if score > best:
                score = -self.score(*child, -WIN, -best, stones + 1, depth - 1)
            if score > best or not chosen:
                best, chosen = score, move
        return chosen, best


def _first(board: Board, cells: int) -> int:
    """The cell that is nearest to the middle."""
    return next(cells & column for column in board.order if cells & column)


def _guess(board: Board) -> Callable[[int, int, int, int, int], int]:
    """The evaluation: cells that win, those of the right rows more, and what may become some."""
    full, odd, centre, lines = board.full, board.odd, board.centre, board.lines

    def guess(own: int, mask: int, mine: int, theirs: int, stones: int) -> int:
        empty, other = full & ~mask, own ^ mask
        mine &= empty
        theirs &= empty
        # If all is filled up, the first player gets the odd rows from the bottom and the second the others.
        rows = ~odd if stones & 1 else odd
        return (
            THREAT * (count(mine) - count(theirs))
            + GOOD_THREAT * (count(mine & rows) - count(theirs & ~rows))
            + PAIR * (count(mine & mine >> 1) - count(theirs & theirs >> 1))
            + LINE * (count(lines(own) & empty) - count(lines(other) & empty))
            + CENTRE * (count(own & centre) - count(other & centre))
        )

    return guess


def _score(search: Search) -> Scorer:
    """A function that looks at a position, and searches it unless it is decided or deep enough.

    It is no method, as names inside a function are found quicker. `mine` and `theirs` are the cells that would
    complete a line of the side to move and of the other side.
    """
    full, bottom, cells, guess = search.board.full, search.board.bottom, search.cells, search.guess

    def score(
        own: int, mask: int, mine: int, theirs: int, alpha: int, beta: int, stones: int, depth: int
    ) -> int:
        search.nodes += 1
        if search.nodes % CLOCK_NODES == 0:
            search.check_limits()
        moves = (mask + bottom) & full
        if mine & moves:
            return WIN - stones - 1
        forced = theirs & moves
        if forced:
            if forced & (forced - 1):
                return stones + 2 - WIN
            moves = forced
        elif stones + 1 >= cells:
            return 0
        moves &= ~((theirs & full) >> 1)  # a stone there would let the other side win on top of it
        if not moves:
            return stones + 2 - WIN
        if depth <= 0 and not forced:
            return guess(own, mask, mine, theirs, stones)
        most = WIN - stones - 3  # neither side wins with its next stone
        if beta > most:
            beta = most
        if alpha < -most - 1:
            alpha = -most - 1
        if alpha >= beta:
            return alpha
        return searched(own, mask, moves, theirs, alpha, beta, stones, depth)

    searched = _searched(search, score)
    return score


def _searched(search: Search, score: Scorer) -> Scorer:
    """A function that gives the best score of the moves, by what is known or by looking at each of them."""
    bottom, threats = search.board.bottom, search.board.threats
    table, history, ordered = search.table, search.history, search.ordered

    def searched(
        own: int, mask: int, moves: int, theirs: int, alpha: int, beta: int, stones: int, depth: int
    ) -> int:
        key = own + mask + bottom  # no two positions share it
        known = table.get(key)
        first = 0
        if known:
            seen, lower, upper, first = known
            if seen >= depth or lower > PROVEN or upper < -PROVEN:
                if lower >= beta or lower == upper:
                    return lower
                if upper <= alpha:
                    return upper
            first &= moves
        other, start, best, chosen = own ^ mask, alpha, -WIN, 0
        waiting = [(0, 0, first, threats(own | first))] if first else []
        moves &= ~first
        while waiting or moves:
            if not waiting:
                waiting, moves = ordered(own, mask, moves), 0
            _, _, move, after = waiting.pop()
            value = beta
            if chosen:
                value = -score(other, mask | move, theirs, after, -alpha - 1, -alpha, stones + 1, depth - 1)
            if value > alpha and (not chosen or value < beta):
                value = -score(other, mask | move, theirs, after, -beta, -alpha, stones + 1, depth - 1)
            if value > best:
                best, chosen = value, move
                if best >= beta:
                    history[move] = history.get(move, 0) + depth * depth
                    break
                if best > alpha:
                    alpha = best
        table[key] = depth, (best if best > start else -WIN), (best if best < beta else WIN), chosen
        return best

    return searched


Chooser = Callable[[int, int, tuple[int, ...]], Any]  # a column or None


def walked(board: Board, choose: Chooser) -> dict[int, int]:
    """The column to play by key, for every position that a player meets who always plays what `choose` says.

    `choose` gets the stones of the side to move, all stones and the columns that led there, always in the same
    order of positions; None ends the walk there. The player may begin or be second.
    """
    book: dict[int, int] = {}
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    waiting += [(0, move, (column,)) for column, move in _drops(board, 0)]
    for own, mask, columns in waiting:  # which grows on the way
        key = own + mask + board.bottom
        column: int | None = None if key in book else choose(own, mask, columns)
        if column is None:
            continue
        book[key] = column
        move = dict(_drops(board, mask))[column]
        if board.threats(own) & move:
            continue
        winning = board.threats(own ^ mask)
        for answer, reply in _drops(board, mask | move):
            if not winning & reply:
                waiting.append((own | move, mask | move | reply, (*columns, column, answer)))
    return book


def _drops(board: Board, mask: int) -> list[tuple[int, int]]:
    """The columns that are not full, each with the cell where a stone comes to rest."""
    possible = (mask + board.bottom) & board.full
    column = (1 << board.rows) - 1
    cells = [possible & (column << index * (board.rows + 1)) for index in range(board.columns)]
    return [(index, cell) for index, cell in enumerate(cells) if cell]


def packed(most_stones: int, columns: bytes) -> str:
    """The columns of a walk of up to so many stones as text."""
    return base64.b85encode(zlib.compress(bytes([most_stones]) + columns, 9)).decode()


def unpacked(board: Board, text: str) -> dict[int, int]:
    """The book that `packed` wrote."""
    most_stones, *columns = zlib.decompress(base64.b85decode(text))
    left = iter(columns)
    return walked(board, lambda own, mask, _: next(left) if count(mask) <= most_stones else None)


_players: dict[tuple[int, int, int], tuple[Search, dict[int, int]]] = {}


def _player(size: tuple[int, int, int]) -> tuple[Search, dict[int, int]]:
    """The search and the book for a size of board; the search remembers what it has seen."""
    if size not in _players:
        board = board_of(*size)
        book = unpacked(board, OPENINGS) if OPENINGS and size == OPENING_BOARD else {}
        _players[size] = Search(board), book
    return _players[size]


def agent(observation: Any, configuration: Any) -> int:
    """The column that Kaggle asks for."""
    columns, rows = int(configuration.columns), int(configuration.rows)
    search, book = _player((columns, rows, configuration.inarow))
    own = mask = 0
    for place, mark in enumerate(observation.board):  # from the top left, row by row
        if mark:
            cell = 1 << place % columns * (rows + 1) + rows - 1 - place // columns
            mask |= cell
            if mark == observation.mark:
                own |= cell
    known = book.get(own + mask + search.board.bottom)
    if known is not None:
        return known
    move, _, _ = search.best(own, mask, SHARE_OF_TIME * configuration.actTimeout)
    return (move.bit_length() - 1) // (rows + 1)
