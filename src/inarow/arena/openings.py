"""Where the games of a match begin: positions from a book, or random ones that give both sides a chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from inarow._core import Champion, Evaluator, Random, Rules, Searcher
from inarow.engine.score import seems
from inarow.engine.solver import Solver
from inarow.engine.weights import SHIPPED, weights_named
from inarow.game.files import read_games
from inarow.game.position import Position

TRIES = 4  # random positions of which the most level one is taken
NODES = 500  # of the search that says how level a position is
CHAMPION_NODES = 5000  # where stones do not fall: most random positions there hide a forced win
JUDGE_MEMORY = 1 << 20
SOLVER_NODES = 20_000_000  # after which a position counts as not proved
MOST_FAILURES = 400  # after so many known or decided positions in a row, a small board has no more


@dataclass(frozen=True)
class OpeningSettings:
    """Openings of so many stones (None: as many as suit the game), random by seed or from a book file."""

    stones: int | None = None
    book: str | None = None
    seed: int = 0
    level: bool = False  # only random positions that the solver proves drawn

    def __post_init__(self) -> None:
        if self.stones is not None and self.stones < 0:
            raise ValueError(f"an opening cannot have {self.stones} stones")


def usual_stones(rules: Rules) -> int:
    """Enough stones that openings differ, few enough that the game is still to be played; whole turns."""
    turns = 4 if rules.gravity else 3
    stones = rules.stones_first_turn + turns * rules.stones_per_turn
    return stones if stones <= rules.cells // 4 else max(0, min(rules.stones_first_turn, rules.cells // 4))


def openings(rules: Rules, settings: OpeningSettings) -> Iterator[tuple[int, ...]]:
    """All openings in the order of their numbers, without end."""
    source = Openings(rules, settings)
    return map(source.opening, count())


def whole_turns(rules: Rules, stones: int) -> int:
    """So many stones, or the nearest fewer after which a turn is complete."""
    first, turn = rules.stones_first_turn, rules.stones_per_turn
    return 0 if stones < first else first + (stones - first) // turn * turn


class Openings:
    """The openings of a tournament by number: the same for the same seed, none twice, not even mirrored.

    Only when a small board or book has no others left are they used again.
    """

    def __init__(self, rules: Rules, settings: OpeningSettings, used: Iterable[tuple[int, ...]] = ()) -> None:
        self._rules = rules
        self._settings = settings
        self._used = {Position.after(rules, opening).canonical_key for opening in used}
        self._book = _book(rules, settings) if settings.book else None
        self._judge = _proved_level(rules) if settings.level else _searched(rules)

    def opening(self, number: int) -> tuple[int, ...]:
        """The moves of the opening with this number, from 0."""
        if self._book is not None:
            return self._turned(self._book[number % len(self._book)], number)
        if self._stones == 0:
            return ()
        found = self._random(number)
        if found is None and self._used:
            self._used.clear()
            found = self._random(number)
        if found is None:
            raise ValueError(
                f"there is no level opening of {self._stones} stones in {self._rules.name}; "
                "ask for fewer stones"
            )
        self._used.add(found.canonical_key)
        return found.history

    @property
    def _stones(self) -> int:
        stones = self._settings.stones
        return usual_stones(self._rules) if stones is None else whole_turns(self._rules, stones)

    def _turned(self, moves: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The opening of the book in a random one of its symmetries."""
        symmetry = _random_for(self._settings.seed, number).below(self._rules.symmetries)
        return tuple(self._rules.image(symmetry, cell) for cell in moves)

    def _random(self, number: int) -> Position | None:
        """The most level of a few random positions, or None if there is none that is not used."""
        random = _random_for(self._settings.seed, number)
        for _ in range(MOST_FAILURES // TRIES):
            tried = [_wandered(self._rules, self._stones, random) for _ in range(TRIES)]
            fresh = [place for place in tried if place and place.canonical_key not in self._used]
            level = [(score, place) for place in fresh if (score := self._judge(place)) is not None]
            if level:
                return min(level, key=lambda pair: pair[0])[1]
        return None


def _random_for(seed: int, number: int) -> Random:
    """Random numbers of their own for each opening, so that any of them can be had without the others."""
    return Random((seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 1) % (1 << 64))


def _book(rules: Rules, settings: OpeningSettings) -> list[tuple[int, ...]]:
    """The different positions of the book that are not decided, cut to the stones asked for."""
    found: dict[int, tuple[int, ...]] = {}
    for number, record in enumerate(read_games(Path(settings.book or "")), 1):
        if record.rules != rules:
            raise ValueError(f"{settings.book}, game {number}, is {record.rules.name} and not {rules.name}")
        stones = len(record.moves) if settings.stones is None else min(settings.stones, len(record.moves))
        position = Position.after(rules, record.moves[: whole_turns(rules, stones)])
        if not position.is_over:
            found.setdefault(position.canonical_key, position.history)
    if not found:
        raise ValueError(f"{settings.book} has no position in which {rules.name} is still to be played")
    return list(found.values())


def _wandered(rules: Rules, stones: int, random: Random) -> Position | None:
    """Random stones, each near the others where stones do not fall; None if that ends the game."""
    position = Position(rules)
    while position.stones < stones:
        if position.is_over:
            return None
        position = position.play(_near_move(position, random))
    return None if position.is_over else position


def _near_move(position: Position, random: Random) -> int:
    """A random move; on a large free board within two steps of a stone, or near the centre at first."""
    rules = position.rules
    if rules.gravity or rules.cells <= 36:
        return random.move(position)
    start = rules.rows // 2 * rules.columns + rules.columns // 2
    around = position.history[random.below(position.stones)] if position.stones else start
    row, column = divmod(around, rules.columns)
    for _ in range(100):
        near_row, near_column = row + random.below(5) - 2, column + random.below(5) - 2
        if 0 <= near_row < rules.rows and 0 <= near_column < rules.columns:
            cell = near_row * rules.columns + near_column
            if position.is_legal(cell):
                return cell
    return random.move(position)


Judge = Callable[[Position], int | None]


def _searched(rules: Rules) -> Judge:
    """How far from level a short search thinks a position; None where somebody already wins by force."""
    searcher: Searcher | Champion
    if rules.gravity:
        searcher = Searcher(rules, "pvs", Evaluator("windows"), candidates="near", width=16)
        nodes = NODES
    else:
        searcher = Champion(rules, weights_named(SHIPPED, rules))
        nodes = CHAMPION_NODES

    def judge(position: Position) -> int | None:
        searcher.forget()
        result = searcher.search(position, nodes=nodes, memory=JUDGE_MEMORY)
        is_decided = (result.is_proven and result.score != 0) or seems(result.score) != 0
        return None if is_decided else abs(result.score)

    return judge


def _proved_level(rules: Rules) -> Judge:
    """0 for a position that the solver proves drawn, None for all others."""
    solver = Solver(rules)

    def judge(position: Position) -> int | None:
        solution = solver.solve(position, weak=True, moves=False, nodes=SOLVER_NODES)
        return 0 if solution.score == 0 else None

    return judge
