"""What the games of a tournament say: ratings, cross table, endings, time use, and how sure all that is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from inarow._core import Rules, Side
from inarow.arena.job import Job
from inarow.arena.plan import Plan
from inarow.arena.ratings import GameResult, Ratings, rate
from inarow.arena.sprt import (
    EffectiveSample,
    Estimate,
    SprtStatus,
    effective_sample,
    estimate,
    game_counts,
    pair_counts,
)
from inarow.arena.tournament import pair_points, points_of
from inarow.game.record import Ending, Record
from inarow.game.turns import side_of_stone

Game = tuple[Job, Record]


@dataclass(frozen=True)
class TimeUse:
    """The seconds that a player took: stones that were timed, their mean and the longest."""

    stones: int
    mean: float
    longest: float


@dataclass(frozen=True)
class Duel:
    """What two players' games against each other say; counts and Elo are the first one's."""

    pairs: tuple[int, ...]  # with 0, 1/2, 1, 3/2 and 2 points
    games: tuple[int, ...]  # lost, drawn, won
    estimate: Estimate | None  # None before the first whole pair
    sprt: SprtStatus | None


@dataclass(frozen=True)
class Summary:
    """The standing of one game of a tournament."""

    game: str
    games: int
    ratings: Ratings
    cross: dict[tuple[str, str], tuple[float, int]]  # points and games of the first against the second
    endings: Counter[Ending]
    faults: dict[str, Counter[Ending]]  # by the player that lost by them
    times: dict[str, TimeUse]
    sample: EffectiveSample
    duel: Duel | None


FAULTS = frozenset(Ending) - {
    Ending.LINE,
    Ending.FULL_BOARD,
    Ending.RESIGNATION,
    Ending.ADJUDICATION,
    Ending.UNFINISHED,
}


def summaries(plan: Plan, games: Iterable[Game]) -> list[Summary]:
    """One summary for each game of the plan."""
    by_rules: dict[Rules, list[Game]] = defaultdict(list)
    for job, record in games:
        by_rules[record.rules].append((job, record))
    return [_summary(plan, game, by_rules[Rules.parse(game)]) for game in plan.games]


def _summary(plan: Plan, game: str, games: list[Game]) -> Summary:
    results = [GameResult(*record.players, points_of(record)) for _, record in games]
    return Summary(
        game=game,
        games=len(games),
        ratings=rate(results, plan.players),
        cross=_cross(games),
        endings=Counter(record.ending for _, record in games),
        faults=_faults(games),
        times=_times(games),
        sample=effective_sample((record.players, record.moves) for _, record in games),
        duel=_duel(plan, games) if len(plan.players) == 2 else None,
    )


def _cross(games: list[Game]) -> dict[tuple[str, str], tuple[float, int]]:
    found: dict[tuple[str, str], tuple[float, int]] = {}
    for _, record in games:
        first, second = record.players
        points = points_of(record)
        for one, other, gained in ((first, second, points), (second, first, 1 - points)):
            before = found.get((one, other), (0.0, 0))
            found[one, other] = before[0] + gained, before[1] + 1
    return found


def _faults(games: list[Game]) -> dict[str, Counter[Ending]]:
    found: dict[str, Counter[Ending]] = defaultdict(Counter)
    for _, record in games:
        if record.ending in FAULTS:
            found[record.players[1 if record.winner == Side.FIRST else 0]][record.ending] += 1
    return dict(found)


def _times(games: list[Game]) -> dict[str, TimeUse]:
    taken: dict[str, list[float]] = defaultdict(list)
    for _, record in games:
        for index, thought in enumerate(record.thoughts):
            if thought is not None and thought.seconds is not None:
                side = side_of_stone(record.rules, index)
                taken[record.players[0 if side == Side.FIRST else 1]].append(thought.seconds)
    return {name: TimeUse(len(all_), sum(all_) / len(all_), max(all_)) for name, all_ in taken.items()}


def _duel(plan: Plan, games: list[Game]) -> Duel:
    name = plan.players[0]
    pairs = pair_counts(pair_points(name, games))
    points = [
        points_of(record) if record.players[0] == name else 1 - points_of(record) for _, record in games
    ]
    return Duel(
        pairs=pairs,
        games=game_counts(points),
        estimate=estimate(pairs) if any(pairs) else None,
        sprt=plan.sprt.status(pairs) if plan.sprt else None,
    )
