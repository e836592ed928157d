"""How strong many players are: Bradley-Terry ratings with draws and the advantage of the first move.

The model is Davidson's (1970). With d the strength of the first side minus that of the second plus the
first-move advantage, all in natural units, a game ends

    first wins : draw : second wins   as   exp(d / 2) : nu : exp(-d / 2).

Without draws nu is 0 and this is the plain Bradley-Terry model. docs/statistics.md says more.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NORMAL = NormalDist()
DEVIATES_95 = NORMAL.inv_cdf(0.975)
ELO_PER_UNIT = 400 / math.log(10)
PRIOR_ELO = 800.0  # standard deviation of a strength around the average, before any game
PRIOR_LOG_DRAW = 2.0  # standard deviation of log(nu) around 0: from rare to nearly certain draws
STEPS = 200
SETTLED = 1e-10


class RatingError(ValueError):
    """Games that cannot be rated."""


@dataclass(frozen=True)
class GameResult:
    """One game: who moved first, who second, and the points of the first: 0, 1/2 or 1."""

    first: str
    second: str
    points: float

    def __post_init__(self) -> None:
        if self.points not in (0, 0.5, 1):
            raise RatingError(f"a game gives its first side 0, 0.5 or 1 points, not {self.points}")
        if self.first == self.second:
            raise RatingError(f"{self.first!r} cannot play against itself: name the copies differently")


@dataclass(frozen=True)
class Rating:
    """One player's strength; elo +- error covers it with 95% confidence."""

    player: str
    elo: float
    error: float
    games: int
    points: float
    group: int  # index into Ratings.groups; elo compares players of one group only


@dataclass(frozen=True)
class Ratings:
    """Strengths of all players, the strongest first, and of the first move.

    Elo is relative to the average of a player's group, which is 0. Players are in one group when a chain
    of games links them: between groups nothing is known, so there are no differences to report.
    """

    players: tuple[Rating, ...]
    first_move_elo: float
    first_move_error: float
    draw_rate: float  # of equal players without first-move advantage
    groups: tuple[tuple[str, ...], ...]
    covariance: Floats = field(compare=False, repr=False)  # of the elos, in the order of players

    @property
    def is_connected(self) -> bool:
        """Whether all players can be compared."""
        return len(self.groups) <= 1

    def __getitem__(self, player: str) -> Rating:
        return self.players[self._index(player)]

    def difference(self, player: str, opponent: str) -> tuple[float, float]:
        """How many Elo the player is above the opponent, and the 95% error of that."""
        one, other = self._index(player), self._index(opponent)
        if self.players[one].group != self.players[other].group:
            raise RatingError(f"no chain of games links {player!r} and {opponent!r}: they cannot be compared")
        spread = self.covariance
        variance = spread[one, one] + spread[other, other] - 2 * spread[one, other]
        return (
            self.players[one].elo - self.players[other].elo,
            DEVIATES_95 * math.sqrt(max(float(variance), 0.0)),
        )

    def los(self, player: str, opponent: str) -> float:
        """The likelihood of superiority: the chance that the player is stronger than the opponent."""
        elo, error = self.difference(player, opponent)
        return 0.5 if error == 0 else NORMAL.cdf(elo / error * DEVIATES_95)

    def _index(self, player: str) -> int:
        for index, rating in enumerate(self.players):
            if rating.player == player:
                return index
        raise RatingError(f"{player!r} has no rating: it is not among the players")


def rate(
    games: Iterable[GameResult], players: Sequence[str] = (), prior_elo: float | None = PRIOR_ELO
) -> Ratings:
    """The ratings of everyone who played, and of the players named besides.

    A weak normal prior (standard deviation prior_elo) holds those who won or lost everything at a finite
    distance; None leaves it out, which needs everyone to have won and lost.
    """
    table = _Table(games, players)
    if not table.names:
        return Ratings((), 0.0, 0.0, 0.0, (), np.zeros((0, 0)))
    return _ratings(table, _fit(table, prior_elo), prior_elo)


class _Table:
    """Games added up: one row for each two players and who moved first."""

    def __init__(self, games: Iterable[GameResult], players: Sequence[str]) -> None:
        kinds = Counter((game.first, game.second, game.points) for game in games)
        names = dict.fromkeys(players)
        names.update(dict.fromkeys(name for first, second, _ in kinds for name in (first, second)))
        self.names = list(names)
        index = {name: number for number, name in enumerate(self.names)}
        meetings = sorted({(index[first], index[second]) for first, second, _ in kinds})
        row = {meeting: number for number, meeting in enumerate(meetings)}
        self.first: Integers = np.array([one for one, _ in meetings], dtype=np.int64)
        self.second: Integers = np.array([other for _, other in meetings], dtype=np.int64)
        self.results = np.zeros((3, len(meetings)))  # losses, draws and wins of the first side
        for (first, second, points), count in kinds.items():
            self.results[int(2 * points), row[index[first], index[second]]] += count
        self.group = self._group_of_each()

    def _group_of_each(self) -> Integers:
        """The number of each player's group: the smallest index that a chain of games leads to."""
        group: Integers = np.arange(len(self.names), dtype=np.int64)
        while True:
            smaller = group.copy()
            np.minimum.at(smaller, self.first, group[self.second])
            np.minimum.at(smaller, self.second, group[self.first])
            if (smaller == group).all():
                return group
            group = smaller

    def points_and_games(self) -> tuple[Floats, Floats]:
        """What each player made, and of how many games."""
        games, points = np.zeros(len(self.names)), np.zeros(len(self.names))
        losses, draws, wins = self.results
        for side, won in ((self.first, wins), (self.second, losses)):
            np.add.at(games, side, losses + draws + wins)
            np.add.at(points, side, won + draws / 2)
        return points, games


@dataclass(frozen=True)
class _Fit:
    """The likeliest parameters in natural units.

    First the strengths, then the first-move advantage, then log(nu) if any game was drawn.
    """

    parameters: Floats
    covariance: Floats
    has_draws: bool

    @property
    def nu(self) -> float:
        """The weight of a draw against that of either side's win between equals."""
        return math.exp(self.parameters[-1]) if self.has_draws else 0.0


def _fit(table: _Table, prior_elo: float | None) -> _Fit:
    """The maximum of the likelihood times the prior; strengths average 0 in each group."""
    players = len(table.names)
    has_draws = bool(table.results[1].any())
    precision = _prior_precision(table, has_draws, prior_elo)
    parameters = np.zeros(players + 1 + has_draws)
    try:
        parameters, bend = _maximum(table, parameters, has_draws, precision)
        covariance = np.linalg.inv(bend)
    except np.linalg.LinAlgError:
        raise RatingError(
            "these games alone do not determine every strength (someone only won or only lost, or nobody"
            " played both sides): give prior_elo"
        ) from None
    centre = np.eye(len(parameters))
    same = table.group[:, None] == table.group[None, :]
    centre[:players, :players] -= same / same.sum(axis=0)
    return _Fit(centre @ parameters, centre @ covariance @ centre.T, has_draws)


def _maximum(table: _Table, parameters: Floats, has_draws: bool, precision: Floats) -> tuple[Floats, Floats]:
    """The parameters of the largest likelihood, and its second derivatives there.

    The logarithm of the likelihood is concave, so Newton's steps, halved where they overshoot, cannot miss.
    """
    value, slope, bend = _likelihood(table, parameters, has_draws, precision)
    for _ in range(STEPS):
        step = np.linalg.solve(bend, slope)
        if np.abs(step).max() < SETTLED:
            return parameters, bend
        while (after := _likelihood(table, parameters + step, has_draws, precision))[0] < value - SETTLED:
            step = step / 2
        parameters = parameters + step
        value, slope, bend = after
    raise np.linalg.LinAlgError


def _prior_precision(table: _Table, has_draws: bool, prior_elo: float | None) -> Floats:
    """The inverse covariance of the prior.

    A pull of each group's average to 0 is always in it: games leave the average open, and centring the
    fit takes the pull out again.
    """
    players = len(table.names)
    precision = np.zeros((players + 1 + has_draws, players + 1 + has_draws))
    precision[:players, :players] = table.group[:, None] == table.group[None, :]
    if prior_elo is not None:
        if prior_elo <= 0:
            raise RatingError(f"the prior's standard deviation is a number of Elo above 0, not {prior_elo}")
        np.fill_diagonal(precision, precision.diagonal() + (ELO_PER_UNIT / prior_elo) ** 2)
        if has_draws:
            precision[-1, -1] = PRIOR_LOG_DRAW**-2
    return precision


def _likelihood(
    table: _Table, parameters: Floats, has_draws: bool, precision: Floats
) -> tuple[float, Floats, Floats]:
    """The log-likelihood, its gradient, and the negative of its second derivatives."""
    players = len(table.names)
    lead = parameters[table.first] - parameters[table.second] + parameters[players]
    logs = np.stack([-lead / 2, np.full_like(lead, parameters[-1] if has_draws else -np.inf), lead / 2])
    logs = logs - np.logaddexp.reduce(logs, axis=0)
    losses, draws, wins = table.results
    total = losses + draws + wins
    lose, draw, win = np.exp(logs)
    seen = np.where(table.results > 0, table.results * np.where(np.isfinite(logs), logs, 0), 0)

    design = np.zeros((len(lead), len(parameters)))  # how the lead depends on the parameters
    rows = np.arange(len(lead))
    design[rows, table.first] = 1
    design[rows, table.second] -= 1
    design[:, players] = 1
    slope = design.T @ ((wins - losses - total * (win - lose)) / 2)
    bend = design.T @ (design * (total * (win + lose - (win - lose) ** 2) / 4)[:, None])
    if has_draws:
        slope[-1] += (draws - total * draw).sum()
        bend[-1, -1] += (total * draw * (1 - draw)).sum()
        mixed = design.T @ (total * draw * (lose - win) / 2)
        bend[-1, :] += mixed
        bend[:, -1] += mixed
    value = float(seen.sum() - parameters @ precision @ parameters / 2)
    return value, slope - precision @ parameters, bend + precision


def _ratings(table: _Table, found: _Fit, prior_elo: float | None) -> Ratings:
    """Natural units to Elo.

    They are scaled by 2 / (2 + nu), the share of decisive games between equals, so that near equality one
    Elo of rating is one Elo of score, as in a match.
    """
    players = len(table.names)
    scale = ELO_PER_UNIT * 2 / (2 + found.nu)
    elos = scale * found.parameters[: players + 1]
    change = np.zeros((players + 1, len(found.parameters)))  # of the elos with the parameters
    np.fill_diagonal(change, scale)
    if found.has_draws:
        change[:, -1] = -elos * found.nu / (2 + found.nu)
    covariance = change @ found.covariance @ change.T
    errors = DEVIATES_95 * np.sqrt(np.maximum(covariance.diagonal(), 0))
    points, games = table.points_and_games()
    errors[:players][games == 0] = math.inf if prior_elo is None else DEVIATES_95 * prior_elo
    order = sorted(range(players), key=lambda player: (-elos[player], table.names[player]))
    numbers = sorted(set(table.group.tolist()))
    rated = tuple(
        Rating(
            player=table.names[player],
            elo=float(elos[player]),
            error=float(errors[player]),
            games=int(games[player]),
            points=float(points[player]),
            group=numbers.index(table.group[player]),
        )
        for player in order
    )
    return Ratings(
        players=rated,
        first_move_elo=float(elos[players]),
        first_move_error=float(errors[players]),
        draw_rate=found.nu / (2 + found.nu),
        groups=tuple(
            tuple(rating.player for rating in rated if rating.group == group) for group in range(len(numbers))
        ),
        covariance=covariance[np.ix_(order, order)],
    )
