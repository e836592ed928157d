"""Who plays whom: round robin, gauntlet, Swiss and knockout, as plain data.

Players are numbers from 0 in the order of their seeds. A schedule is asked which pairings are due given
the results so far, in any order; it keeps no state, so a tournament goes on from its log alone.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from inarow.arena.matching import Matching


class ScheduleError(ValueError):
    """A schedule that cannot be played, or results that are not of this schedule."""


@dataclass(frozen=True)
class Pairing:
    """Two players who meet for pairs of games, each pair on an opening of its own with sides swapped."""

    round: int
    player: int
    opponent: int
    pairs: int = 1
    leg: int = 0  # above 0: played only because the legs before left it level

    def games(self) -> tuple[tuple[int, int], ...]:
        """The first and second side of each game; games 2i and 2i + 1 share an opening."""
        return ((self.player, self.opponent), (self.opponent, self.player)) * self.pairs


@dataclass(frozen=True)
class PairingResult:
    """A pairing that was played and the points its player made; the opponent made the rest."""

    pairing: Pairing
    points: float

    def __post_init__(self) -> None:
        if not 0 <= self.points <= 2 * self.pairing.pairs or 2 * self.points != int(2 * self.points):
            raise ScheduleError(
                f"{self.pairing.pairs} pairs of games give 0 to {2 * self.pairing.pairs} points in halves,"
                f" not {self.points}"
            )

    @property
    def opponent_points(self) -> float:
        """The points of the opponent."""
        return 2 * self.pairing.pairs - self.points


class Schedule(Protocol):
    """A tournament's form. It is over when nothing is due."""

    def due(self, results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
        """The pairings that can be played now and have no result yet, early rounds first."""
        ...


@dataclass(frozen=True)
class Standing:
    """One player's place: points, then the points of those it met (Buchholz), then the seed decide."""

    player: int
    points: float
    buchholz: float


def standings(
    players: int, results: Iterable[PairingResult], extra_points: Sequence[float] = ()
) -> tuple[Standing, ...]:
    """The players from first to last; extra_points are those of byes, for each player."""
    played = list(results)
    points = list(extra_points) if extra_points else [0.0] * players
    for result in played:
        points[result.pairing.player] += result.points
        points[result.pairing.opponent] += result.opponent_points
    buchholz = [0.0] * players
    for result in played:
        buchholz[result.pairing.player] += points[result.pairing.opponent]
        buchholz[result.pairing.opponent] += points[result.pairing.player]
    order = sorted(range(players), key=lambda player: (-points[player], -buchholz[player], player))
    return tuple(Standing(player, points[player], buchholz[player]) for player in order)


def _check_size(players: int, **numbers: int) -> None:
    if players < 2:
        raise ScheduleError(f"a tournament needs at least 2 players, not {players}")
    for name, number in numbers.items():
        if number < 1:
            raise ScheduleError(f"{name} must be at least 1, not {number}")


def _by_pairing(results: Iterable[PairingResult]) -> dict[Pairing, PairingResult]:
    found: dict[Pairing, PairingResult] = {}
    for result in results:
        if result.pairing in found:
            raise ScheduleError(f"two results for {result.pairing}: give each pairing once")
        found[result.pairing] = result
    return found


def _without(pairings: Iterable[Pairing], results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
    """The pairings that have no result; every result must be one of theirs."""
    planned = tuple(pairings)
    played = _by_pairing(results)
    for pairing in played.keys() - set(planned):
        raise ScheduleError(f"{pairing} is not in this schedule: the results are of another one")
    return tuple(pairing for pairing in planned if pairing not in played)


@dataclass(frozen=True)
class RoundRobin:
    """Everyone meets everyone, cycles times."""

    players: int
    cycles: int = 1
    pairs: int = 1

    def __post_init__(self) -> None:
        _check_size(self.players, cycles=self.cycles, pairs=self.pairs)

    def rounds(self) -> tuple[tuple[Pairing, ...], ...]:
        """All rounds, by the circle method: one player stays, the others move on by one seat."""
        seats = self.players + self.players % 2  # with an odd number one seat is empty: its neighbour rests
        rounds = []
        for number in range(self.cycles * (seats - 1)):
            turn = number % (seats - 1)
            circle = [0, *(1 + (seat + turn) % (seats - 1) for seat in range(seats - 1))]
            meetings = zip(circle[: seats // 2], reversed(circle[seats // 2 :]), strict=True)
            rounds.append(
                tuple(
                    Pairing(number, min(meeting), max(meeting), self.pairs)
                    for meeting in meetings
                    if max(meeting) < self.players
                )
            )
        return tuple(rounds)

    def due(self, results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
        """All pairings without a result: no round waits for another."""
        return _without((pairing for each in self.rounds() for pairing in each), results)


@dataclass(frozen=True)
class Gauntlet:
    """The first players, the challengers, each meet everyone else but not one another, cycles times."""

    players: int
    challengers: int = 1
    cycles: int = 1
    pairs: int = 1

    def __post_init__(self) -> None:
        _check_size(self.players, challengers=self.challengers, cycles=self.cycles, pairs=self.pairs)
        if self.challengers >= self.players:
            raise ScheduleError(
                f"{self.challengers} challengers of {self.players} players leave nobody to meet"
            )

    def rounds(self) -> tuple[tuple[Pairing, ...], ...]:
        """All rounds; in each a player plays at most once."""
        others = self.players - self.challengers
        length = max(self.challengers, others)
        return tuple(
            tuple(
                Pairing(number, challenger, self.challengers + opponent, self.pairs)
                for challenger in range(self.challengers)
                if (opponent := (number + challenger) % length) < others
            )
            for number in range(self.cycles * length)
        )

    def due(self, results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
        """All pairings without a result: no round waits for another."""
        return _without((pairing for each in self.rounds() for pairing in each), results)


@dataclass(frozen=True)
class Swiss:
    """Each round pairs players of like points who have not met yet.

    Nobody meets an opponent again, or rests twice, while any pairing of the whole round avoids it. With an
    odd number the last player who can rests, and gets the points of winning every game.
    """

    players: int
    number_of_rounds: int
    pairs: int = 1

    def __post_init__(self) -> None:
        _check_size(self.players, number_of_rounds=self.number_of_rounds, pairs=self.pairs)

    def due(self, results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
        """What is left of the first round that is not complete: a round needs all the rounds before."""
        played = list(_by_pairing(results).values())
        complete = self._complete_rounds(played)
        self._check_rounds(played, complete)
        earlier = [result for result in played if result.pairing.round < complete]
        current = [result for result in played if result.pairing.round >= complete]
        if complete == self.number_of_rounds:
            return _without((), current)
        return _without(self._round(complete, earlier), current)

    def standings(self, results: Iterable[PairingResult]) -> tuple[Standing, ...]:
        """The players from first to last, with the points of their rests in complete rounds."""
        played = list(results)
        rests = self._rests(played)
        return standings(
            self.players, played, [2.0 * self.pairs * rests[player] for player in range(self.players)]
        )

    def _complete_rounds(self, results: Sequence[PairingResult]) -> int:
        sizes = Counter(result.pairing.round for result in results)
        complete = 0
        while complete < self.number_of_rounds and sizes[complete] == self.players // 2:
            complete += 1
        return complete

    def _check_rounds(self, results: Sequence[PairingResult], complete: int) -> None:
        """Refuse complete rounds in which somebody plays twice or is not of this tournament."""
        for number in range(complete):
            pairings = [result.pairing for result in results if result.pairing.round == number]
            seats = {player for pairing in pairings for player in (pairing.player, pairing.opponent)}
            if len(seats) < 2 * len(pairings) or not seats <= set(range(self.players)):
                raise ScheduleError(f"the pairings of round {number} are of another schedule: {pairings}")

    def _rests(self, results: Sequence[PairingResult]) -> Counter[int]:
        """How often each player had nobody to play in a complete round."""
        complete = self._complete_rounds(results)
        rests = Counter(dict.fromkeys(range(self.players), complete))
        for result in results:
            if result.pairing.round < complete:
                rests.subtract((result.pairing.player, result.pairing.opponent))
        return rests

    def _round(self, number: int, earlier: Sequence[PairingResult]) -> tuple[Pairing, ...]:
        points = {standing.player: standing.points for standing in self.standings(earlier)}
        order = sorted(points, key=lambda player: (-points[player], player))
        meetings = Counter(frozenset((each.pairing.player, each.pairing.opponent)) for each in earlier)
        if self.players % 2:
            nobody = self.players  # an extra player; to meet it is to rest
            for player, rests in self._rests(earlier).items():
                meetings[frozenset((player, nobody))] = rests
        couples = _couples(order, points, meetings)
        return tuple(Pairing(number, *couple, self.pairs) for couple in couples if max(couple) < self.players)


def _couples(
    order: Sequence[int], points: dict[int, float], meetings: Counter[frozenset[int]]
) -> list[tuple[int, int]]:
    """Everyone with a partner, from the top down, each taking the best one that leaves nobody over."""
    size = len(order) + len(order) % 2
    most, matching = 0, _matching(size, meetings, 0)
    while not matching.is_perfect:  # somebody must meet an old opponent: let all do so as seldom as possible
        most += 1
        matching = _matching(size, meetings, most)
    left = list(order)
    if size > len(order):
        nobody = len(order)
        resting = _first_taken(matching, nobody, reversed(left), meetings, most)
        left.remove(resting)
    couples = []
    while left:
        player = left.pop(0)
        opponent = _first_taken(matching, player, _preferred(player, left, points), meetings, most)
        left.remove(opponent)
        couples.append((player, opponent))
    return couples


def _matching(size: int, meetings: Counter[frozenset[int]], most: int) -> Matching:
    return Matching(
        [
            [other for other in range(size) if other != one and meetings[frozenset((one, other))] <= most]
            for one in range(size)
        ]
    )


def _first_taken(
    matching: Matching, player: int, candidates: Iterable[int], meetings: Counter[frozenset[int]], most: int
) -> int:
    """The first candidate, of those met least, whom the player can take without leaving anybody over."""
    by_meetings = sorted(candidates, key=lambda candidate: meetings[frozenset((player, candidate))])
    return next(
        candidate
        for candidate in by_meetings
        if meetings[frozenset((player, candidate))] <= most and matching.take(player, candidate)
    )


def _preferred(player: int, left: Sequence[int], points: dict[int, float]) -> list[int]:
    """Opponents, best first: of the same points the upper half meets the lower half; then those below."""
    equals = [other for other in left if points[other] == points[player]]
    half = len(equals) // 2  # with the player itself in front, this is where the lower half starts
    below = [other for other in left if points[other] != points[player]]
    return [*equals[half:], *reversed(equals[:half]), *below]


@dataclass(frozen=True)
class Knockout:
    """The loser leaves. Seeds 0 and 1 can only meet in the final; the best seeds rest if places are empty.

    If a meeting is level after its pairs, up to extra_pairs more are played one at a time; if it is level
    still, the better seed goes on.
    """

    players: int
    pairs: int = 1
    extra_pairs: int = 2

    def __post_init__(self) -> None:
        _check_size(self.players, pairs=self.pairs)
        if self.extra_pairs < 0:
            raise ScheduleError(f"extra_pairs cannot be negative: {self.extra_pairs}")

    def due(self, results: Iterable[PairingResult]) -> tuple[Pairing, ...]:
        """Meetings whose two players are known, and the next pair of those that are level."""
        due, _ = self._played(results)
        return due

    def winner(self, results: Iterable[PairingResult]) -> int | None:
        """Who won the final, or None before that."""
        _, winner = self._played(results)
        return winner

    def _played(self, results: Iterable[PairingResult]) -> tuple[tuple[Pairing, ...], int | None]:
        open_results = _by_pairing(results)
        due: list[Pairing] = []
        entrants: list[int | None] = list(self._bracket())
        for number in range(len(entrants).bit_length() - 1):
            meetings = zip(entrants[::2], entrants[1::2], strict=True)
            entrants = [self._through(number, one, other, open_results, due) for one, other in meetings]
        for pairing in open_results:
            raise ScheduleError(f"{pairing} is not in this schedule: the results are of another one")
        return tuple(due), entrants[0]

    def _bracket(self) -> list[int]:
        """Seeds in the order of the bracket, filled up to a power of two with numbers that nobody has."""
        bracket = [0]
        while len(bracket) < self.players:
            last = 2 * len(bracket) - 1
            bracket = [seed for better in bracket for seed in (better, last - better)]
        return bracket

    def _through(
        self,
        number: int,
        one: int | None,
        other: int | None,
        open_results: dict[Pairing, PairingResult],
        due: list[Pairing],
    ) -> int | None:
        """Who goes on, if that is known; takes its results out, or adds what must be played to due."""
        if one is None or other is None:
            return None
        better, worse = min(one, other), max(one, other)
        if worse >= self.players:
            return better
        lead = 0.0
        for leg in range(1 + self.extra_pairs):
            pairing = Pairing(number, better, worse, self.pairs if leg == 0 else 1, leg)
            result = open_results.pop(pairing, None)
            if result is None:
                due.append(pairing)
                return None
            lead += result.points - result.opponent_points
            if lead:
                break
        return worse if lead < 0 else better
