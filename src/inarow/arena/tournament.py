"""Runs a plan: gives out its games, keeps what came of them, and goes on where it was interrupted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from inarow._core import Outcome, Rules
from inarow.arena.executor import Executor
from inarow.arena.job import Job
from inarow.arena.openings import Openings
from inarow.arena.plan import Plan
from inarow.arena.schedule import Pairing, PairingResult
from inarow.arena.sprt import Decision, pair_counts
from inarow.arena.store import Store
from inarow.game.record import Record

POINTS = {Outcome.FIRST_WINS: 1.0, Outcome.SECOND_WINS: 0.0, Outcome.DRAW: 0.5}
Report = Callable[[Job, Record], None]


@dataclass(frozen=True)
class PairKey:
    """One pair of games on one opening: which game, whose pairing, and the how-manieth of it."""

    game: int
    pairing: Pairing
    index: int

    def __str__(self) -> str:
        pairing = self.pairing
        return (
            f"game {self.game + 1}, round {pairing.round + 1}, {pairing.player + 1}-{pairing.opponent + 1}, "
            f"leg {pairing.leg + 1}, pair {self.index + 1}"
        )

    def job_key(self, swapped: bool) -> str:
        """The key of one of the two games."""
        return f"{self}{'b' if swapped else 'a'}"


def points_of(record: Record) -> float:
    """The points of the player who moved first."""
    return POINTS[record.outcome]


def pair_points(name: str, games: Iterable[tuple[Job, Record]]) -> list[float]:
    """The points, 0 to 2, of the player in every pair of games of which both are played."""
    halves: dict[str, list[float]] = defaultdict(list)
    for job, record in games:
        points = points_of(record)
        halves[job.pair].append(points if job.players[0] == name else 1 - points)
    return [sum(pair) for pair in halves.values() if len(pair) == 2]


def expected_games(plan: Plan) -> int | None:
    """The number of games of a plan if it is known beforehand: it is not where results decide who plays."""
    if plan.schedule not in ("round-robin", "gauntlet"):
        return None
    return len(plan.games) * sum(2 * pairing.pairs for pairing in plan.made_schedule().due(()))


class Tournament:
    """The games of a plan, those that are played and those that are still to be."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan = plan
        self._store = store
        self._played: dict[str, tuple[Job, Record]] = {}
        self._points_by_pair: dict[str, list[float]] = defaultdict(list)  # of the first player
        self._pair_points: list[float] = []  # of the pairs that are whole
        for job, record in store.games():
            self._keep(job, record)

    @property
    def played(self) -> int:
        """The number of games so far."""
        return len(self._played)

    def games(self) -> list[tuple[Job, Record]]:
        """The games so far, in the order in which they ended."""
        return list(self._played.values())

    def run(self, executor: Executor, report: Report) -> None:
        """Play every game that is not played yet; each is committed before it is reported."""
        schedule = self.plan.made_schedule()
        for game in range(len(self.plan.games)):
            openings = self._openings(game)
            while due := schedule.due(self._results(game)):
                for job, record in executor.run(self._jobs(game, due, openings)):
                    self._store.add(job, record)
                    self._keep(job, record)
                    report(job, record)
                if self.is_decided:
                    break

    def _keep(self, job: Job, record: Record) -> None:
        self._played[job.key] = job, record
        points = points_of(record)
        halves = self._points_by_pair[job.pair]
        halves.append(points if job.players[0] == self.plan.players[0] else 1 - points)
        if len(halves) == 2:
            self._pair_points.append(sum(halves))

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its answer, if there is one to be found."""
        sprt = self.plan.sprt
        return sprt is not None and sprt.status(pair_counts(self._pair_points)).decision != Decision.CONTINUE

    def expected(self) -> int | None:
        """The number of games if it is known beforehand."""
        return expected_games(self.plan)

    def _results(self, game: int) -> list[PairingResult]:
        """The pairings that are complete, with their points."""
        found = {pairing: self._all_points(game, pairing) for pairing in self._pairings(game)}
        return [PairingResult(pairing, sum(points)) for pairing, points in found.items() if points]

    def _pairings(self, game: int) -> list[Pairing]:
        """Every pairing that is known so far, played or not.

        Which there are may depend on results, so the schedule is asked again from the start.
        """
        schedule = self.plan.made_schedule()
        met: dict[Pairing, None] = {}
        results: list[PairingResult] = []
        while fresh := [pairing for pairing in schedule.due(results) if pairing not in met]:
            met |= dict.fromkeys(fresh)
            points = {pairing: self._all_points(game, pairing) for pairing in met}
            results = [PairingResult(pairing, sum(found)) for pairing, found in points.items() if found]
        return list(met)

    def _all_points(self, game: int, pairing: Pairing) -> list[float]:
        """The points of the pairing's player in each game; empty unless all are played."""
        points = [
            self._points(PairKey(game, pairing, index), swapped)
            for index in range(pairing.pairs)
            for swapped in (False, True)
        ]
        return [] if None in points else [point for point in points if point is not None]

    def _points(self, pair: PairKey, swapped: bool) -> float | None:
        """The points of the pairing's player in one game, if it was played."""
        found = self._played.get(pair.job_key(swapped))
        if found is None:
            return None
        points = points_of(found[1])
        return 1 - points if swapped else points

    def _jobs(self, game: int, due: tuple[Pairing, ...], openings: Openings) -> Iterator[Job]:
        """The games of the pairings that are not played yet, pair by pair, until a test is decided."""
        numbers = self._opening_numbers(game)
        for pairing in due:
            for index in range(pairing.pairs):
                pair = PairKey(game, pairing, index)
                missing = [swapped for swapped in (False, True) if pair.job_key(swapped) not in self._played]
                if not missing:
                    continue
                if self.is_decided:
                    return
                opening = self._opening_of(pair)
                if opening is None:
                    opening = openings.opening(numbers[pairing] + index)
                for swapped in missing:
                    yield self._job(pair, swapped, opening)

    def _opening_numbers(self, game: int) -> dict[Pairing, int]:
        """The number of the first opening of each pairing: each pair of games has one of its own."""
        found: dict[Pairing, int] = {}
        number = 0
        for pairing in self._pairings(game):
            found[pairing] = number
            number += pairing.pairs
        return found

    def _opening_of(self, pair: PairKey) -> tuple[int, ...] | None:
        """The opening of a pair of which one game has been played."""
        for swapped in (False, True):
            found = self._played.get(pair.job_key(swapped))
            if found is not None:
                return found[0].opening
        return None

    def _job(self, pair: PairKey, swapped: bool, opening: tuple[int, ...]) -> Job:
        plan = self.plan
        sides = (pair.pairing.player, pair.pairing.opponent)
        first, second = reversed(sides) if swapped else sides
        return Job(
            key=pair.job_key(swapped),
            pair=str(pair),
            rules=plan.games[pair.game],
            players=(plan.players[first], plan.players[second]),
            opening=opening,
            clock=plan.clock,
            bounds=plan.bounds,
            adjudication=plan.adjudication,
            seed=plan.seed,
            is_trusted=plan.trusted,
            suspends=plan.suspend,
        )

    def _openings(self, game: int) -> Openings:
        """The openings of the game, without those that were used already."""
        rules = Rules.parse(self.plan.games[game])
        used = {job.opening for job, _ in self._played.values() if Rules.parse(job.rules) == rules}
        return Openings(rules, self.plan.openings, used)
