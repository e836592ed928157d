"""Measuring the champion's tactics on collections: forced wins, blocks, and games with a known end."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from inarow._core import (
    LARGEST_GUESS,
    Champion,
    ForcedWin,
    NotationError,
    Random,
    Rules,
    Side,
    blocks,
    forced_win,
    threats,
)
from inarow.game.notation import parse_letter_pairs
from inarow.game.position import Position
from inarow.game.variants import CONNECT6

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
Progress = Callable[[int, int], object]


def _silent(done: int, count: int) -> None:
    """No progress."""


@dataclass(frozen=True)
class Problem:
    """A position of a collection, with what the collection says of it."""

    name: str
    position: Position
    fields: dict[str, Any]


@dataclass(frozen=True)
class ForcedWins:
    """How many positions have a forced win that was found, and what finding took of a core's time."""

    positions: int
    found: int
    refuted: int  # wins that did not hold against every block: there must be none
    nodes: int
    max_nodes: int
    max_ms: float


@dataclass(frozen=True)
class Blocks:
    """How often the champion stopped all threats where a turn can, and knew that none can."""

    positions: int
    stoppable: int
    stopped: int
    hopeless: int
    known_hopeless: int
    max_ms: float

    @property
    def wrong(self) -> int:
        """Positions that were not answered as well as can be."""
        return self.stoppable - self.stopped + self.hopeless - self.known_hopeless


@dataclass(frozen=True)
class Games:
    """How many recorded games end as their record says."""

    games: int
    agreed: int
    first_wrong: str | None


def position_of(rules: Rules, first: str, second: str) -> Position:
    """The position with these stones as letter pairs, played in the order of turns."""
    queues = {
        Side.FIRST: list(parse_letter_pairs(rules, first)),
        Side.SECOND: list(parse_letter_pairs(rules, second)),
    }
    position = Position(rules)
    while not position.is_over and queues[position.to_move]:
        position = position.play(queues[position.to_move].pop(0))
    if any(queues.values()):
        raise NotationError("no game leads to these stones: one side has too many, or a line is full before")
    return position


def read_problems(path: Path) -> list[Problem]:
    """The positions of Connect6 in a file of JSON lines with the fields black and white, as letter pairs."""
    problems = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            position = position_of(CONNECT6, fields["black"], fields["white"])
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(
                f"{path} line {number}: expected JSON with the fields black and white: {error}"
            ) from None
        problems.append(Problem(str(fields.get("id", number)), position, fields))
    return problems


def holds(position: Position, found: ForcedWin, nodes: int) -> bool:
    """Whether the win that is claimed is there against every reply that stops its threats."""
    side = position.to_move
    after = position
    for cell in found.turn:
        after = after.play(cell)
    if after.is_over:
        return after.winner == side
    if found.turns <= 1 or threats(after, after.to_move):
        return False
    replies = blocks(after, after.to_move)
    if replies.number > position.rules.stones_per_turn:
        return True
    if replies.number < position.rules.stones_per_turn:
        return False
    for reply in replies.sets:
        answered = after
        for cell in reply:
            answered = answered.play(cell)
        further = forced_win(answered, nodes)
        if not further.is_win or further.turns >= found.turns or not holds(answered, further, nodes):
            return False
    return True


def measure_forced_wins(
    positions: Sequence[Position], *, nodes: int = 100_000, replay: bool = True, progress: Progress = _silent
) -> ForcedWins:
    """Look for a forced win in every position; each one found is replayed against every block."""
    found = refuted = total = most = 0
    slowest = 0.0
    for done, position in enumerate(positions):
        progress(done, len(positions))
        start = process_time()
        answer = forced_win(position, nodes)
        slowest = max(slowest, process_time() - start)
        total, most = total + answer.nodes, max(most, answer.nodes)
        found += answer.is_win
        refuted += replay and answer.is_win and not holds(position, answer, nodes)
    return ForcedWins(len(positions), found, refuted, total, most, 1e3 * slowest)


def measure_blocks(
    positions: Sequence[Position], *, nodes: int = 2000, progress: Progress = _silent
) -> Blocks:
    """Let the champion answer threats: its turn must stop them all if a turn can, else it must know that it lost."""
    if not positions:
        raise ValueError("there are no positions to answer")
    champion = Champion(positions[0].rules)
    stoppable = stopped = hopeless = known = 0
    slowest = 0.0
    for done, position in enumerate(positions):
        progress(done, len(positions))
        needed = blocks(position, position.to_move).number
        start = process_time()
        result = champion.search(position, nodes=nodes)
        slowest = max(slowest, process_time() - start)
        after = position
        for cell in result.turn:
            after = after.play(cell)
        if needed <= position.stones_left:
            stoppable += 1
            stopped += after.winner == position.to_move or not threats(after, position.to_move.other)
        else:
            hopeless += 1
            known += result.score < -LARGEST_GUESS or result.score > LARGEST_GUESS
    return Blocks(len(positions), stoppable, stopped, hopeless, known, 1e3 * slowest)


def needs_other_blocks(problem: Problem) -> bool:
    """Whether the collection says that it takes another number of stones to stop the threats than we do."""
    needed = problem.fields.get("stones_needed_to_block")
    return needed is not None and needed != blocks(problem.position, problem.position.to_move).number


def two_fours(seed: int) -> Iterator[Position]:
    """Positions of Connect6 without end: Black to move against two white fours in any directions and places."""
    random, size = Random(seed), CONNECT6.columns
    while True:
        white: list[int] = []
        for _ in range(2):
            across, up = DIRECTIONS[random.below(4)]
            column, row = random.below(size), random.below(size)
            places = [(column + across * i, row + up * i) for i in range(CONNECT6.line_length)]
            if all(0 <= c < size and 0 <= r < size for c, r in places):
                gaps = random.below(3), 3 + random.below(3)
                white += [r * size + c for i, (c, r) in enumerate(places) if i not in gaps]
        black = [random.below(size * size) for _ in range(7)]
        if len({*white, *black}) != 15:
            continue
        queues = {Side.FIRST: black, Side.SECOND: white}
        position = Position(CONNECT6)
        while queues[position.to_move] and not position.is_over:
            position = position.play(queues[position.to_move].pop(0))
        if not position.is_over and not threats(position, Side.FIRST):
            yield position


def measure_two_fours(count: int, *, seed: int = 1, nodes: int = 300, progress: Progress = _silent) -> Blocks:
    """Let the champion answer so many generated pairs of fours."""
    return measure_blocks(list(islice(two_fours(seed), count)), nodes=nodes, progress=progress)


def replay_games(path: Path, *, progress: Progress = _silent) -> Games:
    """Play the games of a CSV file (or .csv.gz) with the columns moves and winner, and compare the ends."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    winners = {"black": Side.FIRST, "white": Side.SECOND, "draw": None}
    agreed, first_wrong = 0, None
    for done, row in enumerate(rows):
        if done % 200 == 0:
            progress(done, len(rows))
        name = row.get("game_id") or str(done + 1)
        try:
            winner = winners[row["winner"]]
            position = Position.after(CONNECT6, row["moves"].split(","))
        except (KeyError, TypeError, AttributeError) as error:
            raise NotationError(
                f"{path} game {name}: expected the columns moves and winner: {error}"
            ) from None
        except ValueError as error:
            raise NotationError(f"{path} game {name}: {error}") from None
        is_right = position.is_over and position.winner == winner
        agreed += is_right
        if not is_right and first_wrong is None:
            first_wrong = name
    return Games(len(rows), agreed, first_wrong)
