"""The evaluators again, slow and obviously right: sets, loops and the words of the five reports."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp

from inarow._core import Position, Rules, Side

LARGEST = 500_000_000
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

Place = tuple[int, int]  # column, row
Row = tuple[Place, ...]


class Board:
    """The stones of a position as sets of places."""

    def __init__(self, position: Position) -> None:
        self.rules: Rules = position.rules
        self.line = position.rules.line_length
        self.position = position
        self.stones: dict[Side, set[Place]] = {Side.FIRST: set(), Side.SECOND: set()}
        for cell in position.history:
            side = position.at(cell)
            assert side is not None
            self.stones[side].add((cell % self.rules.columns, cell // self.rules.columns))

    def places(self) -> list[Place]:
        return [(column, row) for column in range(self.rules.columns) for row in range(self.rules.rows)]

    def is_empty(self, place: Place) -> bool:
        return place in self.places() and all(place not in stones for stones in self.stones.values())

    def is_playable(self, place: Place) -> bool:
        column, row = place
        return self.is_empty(place) and (
            not self.rules.gravity or row == 0 or not self.is_empty((column, row - 1))
        )

    def windows(self) -> Iterator[Row]:
        for direction in DIRECTIONS[: 1 if self.line == 1 else 4]:
            for place in self.places():
                window = tuple(stepped(place, direction, index) for index in range(self.line))
                if all(inside in self.places() for inside in window):
                    yield window

    def is_open(self, side: Side, window: Row) -> bool:
        """Whether the side could still win by filling the window."""
        if any(place in self.stones[side.other] for place in window):
            return False
        if not self.rules.exact or self.line == 1:
            return True
        (before, after) = ends(window)
        return before not in self.stones[side] and after not in self.stones[side]

    def runs(self, side: Side) -> Iterator[tuple[tuple[int, int], Row]]:
        """Every maximal row of touching stones, with its direction."""
        for direction in DIRECTIONS:
            for place in self.stones[side]:
                if stepped(place, direction, -1) in self.stones[side]:
                    continue
                run = [place]
                while stepped(run[-1], direction) in self.stones[side]:
                    run.append(stepped(run[-1], direction))
                yield direction, tuple(run)

    def can_become_a_line(self, side: Side, run: Row, direction: tuple[int, int]) -> bool:
        for start in range(len(run) - self.line, 1):
            first = stepped(run[0], direction, start)
            window = tuple(stepped(first, direction, index) for index in range(self.line))
            if all(place in self.places() for place in window) and self.is_open(side, window):
                return True
        return False

    def longest(self, side: Side) -> int:
        """The longest run, counted as if lines were of six: five of six is like three of four."""
        lengths = [len(run) for _, run in self.runs(side) if len(run) < self.line]
        return max(0, max(lengths) + 6 - self.line) if lengths else 0

    def wins(self, side: Side, place: Place) -> bool:
        later = Board(self.position)
        later.stones[side].add(place)
        lengths = [len(run) for _, run in later.runs(side) if place in run]
        return any(n == self.line if self.rules.exact else n >= self.line for n in lengths)

    def threats(self, side: Side) -> int:
        return sum(self.is_playable(place) and self.wins(side, place) for place in self.places())


def stepped(place: Place, direction: tuple[int, int], steps: int = 1) -> Place:
    return place[0] + steps * direction[0], place[1] + steps * direction[1]


def ends(window: Row) -> tuple[Place, Place]:
    direction = (window[1][0] - window[0][0], window[1][1] - window[0][1])
    return stepped(window[0], direction, -1), stepped(window[-1], direction)


def clamped(value: Fraction | int) -> int:
    """The whole part, within the guesses."""
    return max(-LARGEST, min(LARGEST, int(value)))


def chains(board: Board, side: Side) -> int:
    value = 0
    for owner, sign, base, nearly, complete in ((side, 1, 2, 500, 2000), (side.other, -1, 3, 800, 5000)):
        for direction in DIRECTIONS:
            for place in board.stones[owner]:
                n, whole = 0, 1
                while stepped(place, direction, n + 1) in board.stones[owner]:
                    n += 1
                while stepped(place, direction, -whole) in board.stones[owner]:
                    whole += 1
                if board.rules.exact and whole + n > board.line:
                    continue
                n = min(n, board.line - 1)
                value += sign * min(base**n, LARGEST)
                value += sign * {board.line - 2: nearly, board.line - 1: complete}.get(n, 0)
        for column, row in board.stones[owner]:
            away = abs(column - Fraction(board.rules.columns - 1, 2)) + abs(
                row - Fraction(board.rules.rows - 1, 2)
            )
            value += sign * max(0, 10 - int(away))
    return value


def is_threat(board: Board, side: Side, window: Row) -> bool:
    least = max(2, board.line - board.rules.stones_per_turn)
    return board.is_open(side, window) and len(board.stones[side] & set(window)) >= least


def forks(board: Board, side: Side) -> int:
    threats = [window for window in board.windows() if is_threat(board, side, window)]
    found = 0
    for place in board.stones[side]:
        directions = {ends(window)[1][0] - window[-1][0] + 3 * (ends(window)[1][1] - window[-1][1])
                      for window in threats if place in window}  # fmt: skip
        found += len(directions) >= 2
    return found


def blocks(board: Board, side: Side) -> int:
    found = 0
    for place in board.stones[side]:
        without = Board(board.position)
        without.stones[side].remove(place)
        found += any(
            place in window
            and not is_threat(board, side.other, window)
            and is_threat(without, side.other, window)
            for window in board.windows()
        )
    return found


def dummy(board: Board, side: Side) -> int:
    r = board.longest(side)
    return int(10 ** (r - 1)) if r > 2 else 0


def ultimate(board: Board, side: Side) -> int:
    r, opposing = board.longest(side), board.longest(side.other)
    score = 0
    if r > 2:
        score += 4**r
    if opposing > 3:
        score = -(5**opposing)
    if opposing > 4:
        score = -(20**opposing)
    return int(score) + forks(board, side) + blocks(board, side)


def open_lines(board: Board, side: Side) -> int:
    return sum(board.is_open(side, w) - board.is_open(side.other, w) for w in board.windows())


def tokens(board: Board, side: Side) -> int:
    def count(owner: Side, length: int) -> int:
        return sum(
            len(run) == length and board.can_become_a_line(owner, run, direction)
            for direction, run in board.runs(owner)
        )

    return sum(count(side, i) ** 3 - count(side.other, i) ** 3 for i in range(2, board.line))


def gaussian_weights(rules: Rules) -> dict[Place, Fraction]:
    heights = {
        (column, row): exp(-((column - (rules.columns - 1) / 2) ** 2 + (row - (rules.rows - 1) / 2) ** 2) / 2)
        for column in range(rules.columns)
        for row in range(rules.rows)
    }
    total = sum(heights.values())
    return {place: Fraction(round(height / total * 2**16), 2**16) for place, height in heights.items()}


def gaussian_sum(board: Board, side: Side) -> Fraction:
    weights = gaussian_weights(board.rules)
    rows, columns, diagonals = Fraction(0), Fraction(0), Fraction(0)
    for direction, run in board.runs(side):
        if not board.can_become_a_line(side, run, direction):
            continue
        weight = Fraction(sum(range(1, len(run) + 1)))
        g = sum((weights[place] for place in run), Fraction(0))
        beyond = [stepped(run[0], direction, -1), stepped(run[-1], direction)]
        playable = sum(board.is_playable(place) for place in beyond)
        if direction == (1, 0):
            rows += (weight + Fraction(1, 5) * playable) * (1 + g) if playable else 0
        elif direction == (0, 1):
            columns += weight * (1 + g) if board.is_empty(beyond[1]) else 0
        else:
            diagonals += weight * (1 + g)
    return Fraction(1, 2) * columns + Fraction(3, 10) * rows + Fraction(1, 5) * diagonals


def gaussian(board: Board, side: Side) -> int:
    stones = board.position.stones
    if stones == 0:
        return 0
    if board.threats(side):
        return LARGEST // stones
    threats = board.threats(side.other)
    if threats > board.position.stones_left:
        return -(LARGEST // stones)
    advantage = gaussian_sum(board, side) - gaussian_sum(board, side.other)
    if threats:
        advantage -= Fraction(3, 10) * abs(advantage)
    return int(Fraction(clamped(advantage * 2**16)) / stones)


def windows(board: Board, side: Side) -> int:
    left, per_turn = board.position.stones_left, board.rules.stones_per_turn

    def weight(owner: Side) -> int:
        total = 0
        for window in board.windows():
            c = len(board.stones[owner] & set(window))
            if c and board.is_open(owner, window):
                m = board.line - c
                total += c**2 + (4 ** (6 - m) if m <= 6 else 0)
        return total

    for window in board.windows():
        missing = [place for place in window if board.is_empty(place)]
        if len(missing) == board.line or not board.is_open(side, window):
            continue
        if board.rules.gravity and len(missing) == 1 and board.is_playable(missing[0]):
            return LARGEST
        if not board.rules.gravity and len(missing) <= left:
            return LARGEST
    return weight(side) * (2 * per_turn + left) // (2 * per_turn) - weight(side.other)


REFERENCES: dict[str, Callable[[Board, Side], int]] = {
    "blocks": blocks,
    "chains": chains,
    "dummy": dummy,
    "forks": forks,
    "gaussian": gaussian,
    "open-lines": open_lines,
    "tokens": tokens,
    "ultimate": ultimate,
    "windows": windows,
}


def reference_score(name: str, position: Position, view: Side | None = None) -> int:
    """What the evaluator must say of a game that is not over, for the side to move."""
    side = view or position.to_move
    score = clamped(REFERENCES[name](Board(position), side))
    return score if side == position.to_move else -score
