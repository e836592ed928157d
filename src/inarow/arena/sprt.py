"""How sure a match is: Elo with its interval, likelihood of superiority, and the sequential test.

Results are counts in ascending order of points. Three counts are single games (losses, draws, wins);
five are pairs of games on one opening with sides swapped (0, 1/2, 1, 3/2 and 2 points). Pairs are the
better unit: the two games of a pair share their opening, so they are not independent.
The formulas and their sources are in docs/statistics.md.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Model = Literal["normalised", "logistic"]

NORMAL = NormalDist()
ELO_PER_DEVIATION = 800 / math.log(10)  # normalised Elo of a score one game's deviation above 1/2
LARGEST_NORMALISED_BOUND = 200.0  # the constrained fit is known to settle up to here, see _fit_t_value
UNSEEN = 1e-3  # stands for a count of zero, whose logarithm the likelihood needs
STEPS = 100  # more than any root or fixed point here takes
SETTLED_FIT = 1e-10  # a distribution whose shares all move less has been found
SETTLED_ROOT = 1e-13  # finer than the fits it serves, lest they never settle


class CountsError(ValueError):
    """Counts that are not those of games or pairs of games."""


class SprtError(ValueError):
    """Bounds or error rates with which no sequential test can be run."""


def score_of_elo(elo: float) -> float:
    """The expected score, 0 to 1, of a player who is this many Elo stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The Elo difference at which this score is expected; infinite at 0 and 1."""
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies between 0 and 1, not {score}")
    if score in {0.0, 1.0}:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def normalised_elo_of_score(score: float, deviation: float) -> float:
    """The normalised Elo of a score, given the standard deviation of one game's score."""
    if deviation == 0:
        return 0.0 if score == 0.5 else math.copysign(math.inf, score - 0.5)
    return (score - 0.5) / deviation * ELO_PER_DEVIATION


def score_of_normalised_elo(normalised_elo: float, deviation: float) -> float:
    """The score at this normalised Elo, given the standard deviation of one game's score."""
    return 0.5 + normalised_elo / ELO_PER_DEVIATION * deviation


def game_counts(points: Iterable[float]) -> tuple[int, int, int]:
    """Losses, draws and wins from the points of single games: 0, 1/2 or 1."""
    counted = _counted(points, 2, "a game gives 0, 0.5 or 1 points")
    return counted[0], counted[1], counted[2]


def pair_counts(points: Iterable[float]) -> tuple[int, int, int, int, int]:
    """Pairs by points, 0 to 2 in halves, from the points one player made in each pair."""
    counted = _counted(points, 4, "a pair of games gives 0, 0.5, 1, 1.5 or 2 points")
    return counted[0], counted[1], counted[2], counted[3], counted[4]


def _counted(points: Iterable[float], most_halves: int, rule: str) -> list[int]:
    counts = [0] * (most_halves + 1)
    for point in points:
        halves = 2 * point
        if halves != int(halves) or not 0 <= halves <= most_halves:
            raise CountsError(f"{rule}, not {point}")
        counts[int(halves)] += 1
    return counts


@dataclass(frozen=True)
class Sample:
    """What counts say about one player's score, in points a game from 0 to 1."""

    observations: int  # games or pairs
    games: int
    score: float
    variance: float  # of one observation's score

    @property
    def deviation(self) -> float:
        """The standard deviation of one game's score, as if the games of a pair were independent."""
        return math.sqrt(self.variance * self.games / self.observations)


def sample_of(counts: Sequence[int]) -> Sample:
    """The score of three or five counts and its variance."""
    _check_counts(counts)
    observations = sum(counts)
    if observations == 0:
        raise CountsError("no games yet: a score needs at least one")
    values = [index / (len(counts) - 1) for index in range(len(counts))]
    score = math.fsum(count * value for count, value in zip(counts, values, strict=True)) / observations
    variance = (
        math.fsum(count * (value - score) ** 2 for count, value in zip(counts, values, strict=True))
        / observations
    )
    return Sample(observations, observations * _games_each(len(counts)), score, variance)


def _check_counts(counts: Sequence[int]) -> None:
    if len(counts) not in {3, 5}:
        raise CountsError(f"give 3 counts (games) or 5 (pairs of games), not {len(counts)}")
    if any(count < 0 for count in counts):
        raise CountsError(f"counts cannot be negative: {list(counts)}")


def _games_each(kinds: int) -> int:
    return 2 if kinds == 5 else 1


# --- a match of fixed length ---


@dataclass(frozen=True)
class Estimate:
    """How much stronger a player showed itself, with the limits of a confidence interval."""

    games: int
    score: float
    elo: float
    elo_low: float
    elo_high: float
    normalised_elo: float
    normalised_elo_error: float  # half the width of its interval
    los: float  # likelihood of superiority: the chance that the player is the stronger one


def estimate(
    counts: Sequence[int], confidence: float = 0.95, effective_games: float | None = None
) -> Estimate:
    """The Elo difference that counts show, with its interval.

    A sample in which nothing varies (every pair won, say) has no variance to judge by; its interval is
    then Wilson's. Give effective_games (see effective_sample) where games were repeated.
    """
    sample = sample_of(counts)
    share = _effective_share(sample.games, effective_games)
    deviates = _deviates(confidence)
    error = math.sqrt(sample.variance / (sample.observations * share))
    if sample.variance > 0:
        low, high = sample.score - deviates * error, sample.score + deviates * error
    else:
        size = sample.observations * share
        low, high = wilson_interval(sample.score * size, size, confidence)
    return Estimate(
        games=sample.games,
        score=sample.score,
        elo=elo_of_score(sample.score),
        elo_low=elo_of_score(max(low, 0.0)),
        elo_high=elo_of_score(min(high, 1.0)),
        normalised_elo=normalised_elo_of_score(sample.score, sample.deviation),
        normalised_elo_error=deviates * ELO_PER_DEVIATION / math.sqrt(sample.games * share),
        los=_los(sample.score, error),
    )


def los(counts: Sequence[int]) -> float:
    """The likelihood of superiority: the chance that the player is the stronger one, 0 to 1."""
    sample = sample_of(counts)
    return _los(sample.score, math.sqrt(sample.variance / sample.observations))


def _los(score: float, error: float) -> float:
    if error == 0:
        return 0.5 if score == 0.5 else float(score > 0.5)
    return NORMAL.cdf((score - 0.5) / error)


def wilson_interval(points: float, games: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's limits for a share: never below 0, never above 1, and sound for 0 of n and n of n."""
    if games <= 0 or not 0 <= points <= games:
        raise CountsError(f"points lie between 0 and the number of games, not {points} of {games}")
    square = _deviates(confidence) ** 2
    share = points / games
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = math.sqrt(square * (share * (1 - share) / games + square / (4 * games**2))) / (1 + square / games)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _deviates(confidence: float) -> float:
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, such as 0.95, not {confidence}")
    return NORMAL.inv_cdf((1 + confidence) / 2)


# --- repeated games ---


@dataclass(frozen=True)
class EffectiveSample:
    """How many games were played, how many differ, and how many independent ones they are worth."""

    games: int
    distinct: int
    effective: float


def effective_sample(identities: Iterable[Hashable]) -> EffectiveSample:
    """The worth of games of which some are copies; games of equal identity count as one another's copy.

    A copy tells nothing new. If game g occurs c_g times among n, the mean of all n has the variance of
    n^2 / sum(c_g^2) independent games (Kish's effective sample size).
    """
    copies = Counter(identities)
    games = copies.total()
    if games == 0:
        return EffectiveSample(0, 0, 0.0)
    return EffectiveSample(games, len(copies), games**2 / sum(count**2 for count in copies.values()))


def _effective_share(games: int, effective_games: float | None) -> float:
    if effective_games is None:
        return 1.0
    if not 0 < effective_games <= games:
        raise CountsError(f"effective games lie between 0 and the {games} played, not {effective_games}")
    return effective_games / games


# --- the sequential test ---


class Decision(Enum):
    """What a sequential test says so far."""

    CONTINUE = "continue"
    ACCEPT_H0 = "accept H0"  # no stronger than elo0
    ACCEPT_H1 = "accept H1"  # at least elo1 stronger


@dataclass(frozen=True)
class SprtStatus:
    """Where a sequential test stands: it ends when the ratio leaves the bounds."""

    decision: Decision
    llr: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Sprt:
    """A generalised sequential probability ratio test of elo0 (H0) against elo1 (H1).

    Alpha is the chance to accept H1 at elo0, beta that to accept H0 at elo1. The Elo of the bounds is
    logistic or normalised; normalised Elo makes the length of a test independent of how often the game
    is drawn.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "normalised"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise SprtError(f"elo0 must be below elo1, not {self.elo0} against {self.elo1}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise SprtError(
                "alpha and beta are chances above 0 that sum to less than 1,"
                f" not {self.alpha} and {self.beta}"
            )
        if self.model not in ("normalised", "logistic"):
            raise SprtError(f"the model is 'normalised' or 'logistic', not {self.model!r}")
        if self.model == "normalised" and max(-self.elo0, self.elo1) > LARGEST_NORMALISED_BOUND:
            raise SprtError(
                f"normalised Elo bounds lie within +-{LARGEST_NORMALISED_BOUND:g},"
                f" not {self.elo0} and {self.elo1}; beyond them play a match of fixed length"
            )

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at and below which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at and above which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def status(self, counts: Sequence[int], effective_games: float | None = None) -> SprtStatus:
        """The decision after these counts; with repeated games give what they are worth."""
        _check_counts(counts)
        games = sum(counts) * _games_each(len(counts))
        ratio = 0.0
        if games:
            ratio = float(self.llr(counts)) * _effective_share(games, effective_games)
        return SprtStatus(self._decision(ratio), ratio, self.lower, self.upper)

    def _decision(self, ratio: float) -> Decision:
        if ratio >= self.upper:
            return Decision.ACCEPT_H1
        return Decision.ACCEPT_H0 if ratio <= self.lower else Decision.CONTINUE

    def llr(self, counts: ArrayLike) -> Floats:
        """The log of the likelihood of elo1 over that of elo0, for one row of counts or for many.

        Each likelihood is the largest that any distribution with that Elo gives the counts.
        """
        seen = np.moveaxis(np.asarray(counts, dtype=np.float64), -1, 0)  # kinds first: sums run fast
        kinds = len(seen)
        seen = np.where(seen == 0, UNSEEN, seen)
        shares = seen / seen.sum(axis=0)
        values = np.linspace(0.0, 1.0, kinds).reshape(-1, *[1] * (seen.ndim - 1))
        if self.model == "logistic":
            fits = [_fit_mean(values, shares, score_of_elo(elo)) for elo in (self.elo0, self.elo1)]
        else:
            unit = math.sqrt(_games_each(kinds)) / ELO_PER_DEVIATION
            fits = [_fit_t_value(values, shares, elo * unit) for elo in (self.elo0, self.elo1)]
        ratio: Floats = (seen * np.log(fits[1] / fits[0])).sum(axis=0)
        return ratio


def _fit_mean(values: Floats, shares: Floats, mean: float) -> Floats:
    """The likeliest distribution over values that has this mean, given the observed shares."""
    away = values - mean
    return shares / (1 + _multiplier(away, shares, np.zeros(shares.shape[1:])) * away)


def _fit_t_value(values: Floats, shares: Floats, t_value: float) -> Floats:
    """The likeliest distribution whose mean is t_value of its own deviations above 1/2.

    The constraint is linearised around the last fit, which makes it one on a mean, until the fit settles.
    """
    fit = np.full(shares.shape, 1 / len(shares))
    multiplier = np.zeros(shares.shape[1:])
    for _ in range(STEPS):
        mean = (fit * values).sum(axis=0)
        variance = (fit * (values - mean) ** 2).sum(axis=0)
        bent = (1 + (values - mean) ** 2 / variance) / 2
        away = values - 0.5 - t_value * np.sqrt(variance) * bent
        multiplier = _multiplier(away, shares, multiplier)
        before, fit = fit, shares / (1 + multiplier * away)
        if np.abs(fit - before).max() < SETTLED_FIT:
            break
    return fit


def _multiplier(away: Floats, shares: Floats, start: Floats) -> Floats:
    """The root x of sum(share * away / (1 + x * away)), by Newton's steps kept inside a bracket.

    The sum falls from infinity to minus infinity between the poles of the largest and smallest away.
    """
    low = -1 / away.max(axis=0)
    high = -1 / away.min(axis=0)
    root = np.where((low < start) & (start < high), start, 0.0)
    for _ in range(STEPS):
        terms = away / (1 + root * away)
        weighted = shares * terms
        value = weighted.sum(axis=0)
        low, high = np.where(value > 0, root, low), np.where(value > 0, high, root)
        step = root + value / (weighted * terms).sum(axis=0)
        step = np.where((low < step) & (step < high), step, (low + high) / 2)
        moved = np.abs(step - root).max()
        root = step
        if moved < SETTLED_ROOT:
            break
    return root
