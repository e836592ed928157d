"""Where the games of a match begin: positions from a book, or random ones that give both sides a chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inarow._core import Evaluator, Random, Rules, Searcher
from inarow.game.files import read_games
from inarow.game.position import Position

TRIES = 8  # random positions of which the most level one is taken
NODES = 2000  # of the search that says how level a position is
MOST_FAILURES = 200  # after so many known or decided positions in a row, a small board has no more


@dataclass(frozen=True)
class OpeningSettings:
    """Openings of so many stones (None: as many as suit the game), random by seed or from a book file."""

    stones: int | None = None
    book: str | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.stones is not None and self.stones < 0:
            raise ValueError(f"an opening cannot have {self.stones} stones")


def usual_stones(rules: Rules) -> int:
    """Enough stones that openings differ, few enough that the game is still to be played; whole turns."""
    turns = 4 if rules.gravity else 3
    stones = rules.stones_first_turn + turns * rules.stones_per_turn
    return stones if stones <= rules.cells // 4 else max(0, min(rules.stones_first_turn, rules.cells // 4))


def openings(rules: Rules, settings: OpeningSettings) -> Iterator[tuple[int, ...]]:
    """Openings without end. None is repeated, not even mirrored, before there are no others left."""
    while True:
        fresh = _book(rules, settings) if settings.book else _random(rules, settings)
        count = 0
        for opening in fresh:
            count += 1
            yield opening
        if count == 0:
            raise ValueError(
                f"there is no level opening of {settings.stones} stones in {rules.name}; ask for fewer stones"
            )


def _book(rules: Rules, settings: OpeningSettings) -> Iterator[tuple[int, ...]]:
    """The positions of the book, each once, laid on the board in a random one of its symmetries."""
    random = Random(settings.seed)
    known = set()
    for number, record in enumerate(read_games(Path(settings.book or "")), 1):
        if record.rules != rules:
            raise ValueError(f"{settings.book}, game {number}, is {record.rules.name} and not {rules.name}")
        moves = record.moves if settings.stones is None else record.moves[: settings.stones]
        symmetry = random.below(rules.symmetries)
        position = Position.after(rules, [rules.image(symmetry, cell) for cell in moves])
        if not position.is_over and position.canonical_key not in known:
            known.add(position.canonical_key)
            yield position.history


def _random(rules: Rules, settings: OpeningSettings) -> Iterator[tuple[int, ...]]:
    random = Random(settings.seed)
    stones = usual_stones(rules) if settings.stones is None else settings.stones
    judge = Searcher(rules, "pvs", Evaluator("windows"), candidates="near", width=16)
    known: set[int] = set()
    failures = 0
    while failures < MOST_FAILURES:
        tried = [_wandered(rules, stones, random) for _ in range(TRIES)]
        open_ones = [place for place in tried if place is not None and place.canonical_key not in known]
        level = [(abs(score), place) for place in open_ones if (score := _score(judge, place)) is not None]
        if not level:
            failures += TRIES
            continue
        failures = 0
        position = min(level, key=lambda pair: pair[0])[1]
        known.add(position.canonical_key)
        yield position.history


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


def _score(judge: Searcher, position: Position) -> int | None:
    """What a short search thinks of the position; None where somebody already wins by force."""
    result = judge.search(position, nodes=NODES)
    return None if result.is_proven and result.score != 0 else result.score
