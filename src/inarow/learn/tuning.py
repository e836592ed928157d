"""From games to weights: what the champion's evaluation should count so that it tells who will win."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np

from inarow._core import LARGEST_GUESS, Outcome, Rules, Weights, feature_names, judge_game
from inarow.engine.weights import SHARE, Family, TunedWeights
from inarow.learn.dataset import DatasetError, LearningGame
from inarow.learn.fit import Fit, Numbers, fit, log_loss, probability

POINT = 256  # of a weight
CURVE_SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)
BINS = 10
LEAST_POSITIONS = 200


@dataclass(frozen=True)
class TuneSettings:
    """Which positions are learned from, what they are called, and how freely the weights may move.

    labels: how much of a label is what a search said, from 0 (the result alone) to 1. late: from when on the game
    is late, in stones, or in thousandths of the board where stones fall.
    """

    labels: float = 0.0
    quiet_only: bool = True
    symmetric: bool = False  # a window counts the same for whoever is to move
    phases: bool = True
    penalty: float = 1e-4
    held_out: float = 0.1
    late: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.labels <= 1:
            raise ValueError(f"labels is {self.labels}; it must be from 0 (results) to 1 (searches)")
        if not 0 < self.held_out < 1:
            raise ValueError(f"the held-out share is {self.held_out}; it must be between 0 and 1")
        if self.penalty <= 0:
            raise ValueError(f"the penalty is {self.penalty}; it must be above 0")

    def late_for(self, rules: Rules) -> int:
        """When it is late in the game."""
        if self.late is not None:
            return self.late
        return 700 if rules.gravity else 4 * rules.line_length + 6 * rules.stones_per_turn


@dataclass(frozen=True)
class Positions:
    """Positions as rows of features, seen by the side to move."""

    features: Numbers
    stones: Numbers
    scores: Numbers  # of the evaluation with the weights set by hand
    results: Numbers  # 1 won, 0.5 drawn, 0 lost
    searched: Numbers  # the score of a search, nan if there was none
    games: Numbers  # the number of the game

    def __len__(self) -> int:
        return len(self.stones)


@dataclass(frozen=True)
class Tuning:
    """Tuned weights with what there is to say about them."""

    tuned: TunedWeights
    positions: int
    games: int
    losses: dict[
        str, float
    ]  # on held-out games: of a constant, of the weights set by hand, of the tuned ones
    curve: tuple[tuple[int, float, float], ...]  # positions, loss on them, loss on held-out games
    calibration: tuple[tuple[float, float, int], ...]  # predicted, observed, positions


def positions_of(rules: Rules, games: Sequence[LearningGame], *, quiet_only: bool) -> Positions:
    """The positions of the games after their openings, at the start of a turn."""
    hand = Weights.standard(rules)
    kept: list[Numbers] = []
    for number, game in enumerate(games):
        data, width = judge_game(rules, hand, list(game.moves))
        rows = np.frombuffer(data, dtype=np.float32).astype(np.float64).reshape(-1, width)
        turns = len(rows)
        wins = {Outcome.FIRST_WINS: 1.0, Outcome.SECOND_WINS: 0.0}.get(game.outcome, 0.5)
        is_first = np.arange(turns) % 2 == 0
        results = np.where(is_first, wins, 1.0 - wins)
        searched = np.full(turns, np.nan)
        after = rows[:, -3] >= game.opening
        if game.scores:
            count = min(len(game.scores), int(after.sum()))
            searched[np.flatnonzero(after)[:count]] = game.scores[:count]
        use = after & (rows[:, -2] > 0) if quiet_only else after
        extra = np.stack([results, searched, np.full(turns, float(number))], axis=1)
        kept.append(np.hstack([rows, extra])[use])
    table = np.concatenate(kept) if kept else np.zeros((0, len(feature_names(rules)) + 6))
    return Positions(table[:, :-6], table[:, -6], table[:, -4], table[:, -3], table[:, -2], table[:, -1])


def tune(rules: Rules, games: Sequence[LearningGame], settings: TuneSettings, source: str) -> Tuning:
    """Weights for the family of the game, fitted to the games; `source` says where those come from."""
    positions = positions_of(rules, games, quiet_only=settings.quiet_only)
    if len(positions) < LEAST_POSITIONS:
        raise DatasetError(f"{len(positions)} positions are too few to learn from; more games are needed")
    problem = _Problem(rules, positions, settings)
    final, curve = problem.fits()
    held_logits = problem.rows[problem.is_held] @ final.coefficients
    labels = problem.labels[problem.is_held]
    mean = float(problem.labels[~problem.is_held].mean())
    constant = np.full(len(labels), math.log(max(mean, 1e-9) / max(1 - mean, 1e-9)))
    losses = {
        "constant": log_loss(constant, labels),
        "hand": log_loss(problem.scale * positions.scores[problem.is_held], labels),
        "tuned": log_loss(held_logits, labels),
    }
    made = {
        "rules": rules.spec,
        "source": source,
        "games": len(games),
        "positions": len(positions),
        "settings": asdict(settings),
        "scale": problem.scale,
        "held-out loss": {name: round(loss, 5) for name, loss in losses.items()},
        "date": date.today().isoformat(),
    }
    tuned = problem.weights(final, made)
    return Tuning(tuned, len(positions), len(games), losses, curve, _calibration(held_logits, labels))


class _Problem:
    """One regression: rows, labels, which games are held out, and what ties coefficients to weights."""

    def __init__(self, rules: Rules, positions: Positions, settings: TuneSettings) -> None:
        self.rules = rules
        self.settings = settings
        late = settings.late_for(rules)
        self.late_from = late
        late_stones = late * rules.cells / SHARE if rules.gravity else late
        share = np.minimum(1.0, positions.stones / max(1.0, late_stones))[:, None]
        self.ties = _ties(rules, settings)
        both = np.hstack([positions.features * (1 - share), positions.features * share])
        self.rows = both @ self.ties
        random = np.random.default_rng(settings.seed)
        held_games = random.random(int(positions.games.max()) + 1) < settings.held_out
        self.is_held = held_games[positions.games.astype(int)]
        if self.is_held.all() or not self.is_held.any():
            raise DatasetError("too few games to hold some out; more games are needed")
        self.scale = _scale(positions.scores, positions.results)
        self.labels = _labels(positions, self.scale, settings.labels)

    def fits(self) -> tuple[Fit, tuple[tuple[int, float, float], ...]]:
        """The fit to all that is not held out, and how the loss falls with more data."""
        hand = Weights.standard(self.rules)
        both = np.array([*hand.early, *hand.late], dtype=np.float64) / POINT * self.scale
        start = np.asarray(np.linalg.lstsq(self.ties, both, rcond=None)[0], dtype=np.float64)
        spread = self.rows.std(axis=0) ** 2 + (self.rows.mean(axis=0)) ** 2
        penalty = self.settings.penalty * np.maximum(spread, 1e-9)
        learned = np.flatnonzero(~self.is_held)
        held_rows, held_labels = self.rows[self.is_held], self.labels[self.is_held]
        curve = []
        for share in CURVE_SHARES:
            part = learned[: max(LEAST_POSITIONS // 2, int(share * len(learned)))]
            found = fit(self.rows[part], self.labels[part], np.ones(len(part)), start, penalty)
            inner = log_loss(self.rows[part] @ found.coefficients, self.labels[part])
            outer = log_loss(held_rows @ found.coefficients, held_labels)
            curve.append((len(part), inner, outer))
        return found, tuple(curve)

    def weights(self, found: Fit, provenance: dict[str, Any]) -> TunedWeights:
        """The coefficients as weights, in points of the scores of the weights set by hand."""
        numbers = np.rint(self.ties @ found.coefficients / self.scale * POINT).astype(int)
        numbers = np.clip(numbers, -(1 << 20), 1 << 20)
        half = len(numbers) // 2
        return TunedWeights(
            Family.of(self.rules),
            tuple(Weights.standard(self.rules).window_values),
            tuple(map(int, numbers[:half])),
            tuple(map(int, numbers[half:])),
            self.late_from,
            provenance,
        )


def _ties(rules: Rules, settings: TuneSettings) -> Numbers:
    """The matrix that makes weights, early and late, of what is fitted."""
    names = feature_names(rules)
    columns: list[Numbers] = []
    for index, name in enumerate(names):
        if settings.symmetric and name.startswith("opponent's") and "gains" not in name:
            continue
        column = np.zeros(len(names))
        column[index] = 1.0
        if settings.symmetric and name.startswith("own") and "gains" not in name:
            column[names.index(name.replace("own", "opponent's", 1))] = -1.0
        columns.append(column)
    one = np.stack(columns, axis=1)
    nothing = np.zeros_like(one)
    return np.block([[one, nothing], [nothing, one]]) if settings.phases else np.vstack([one, one])


def _scale(scores: Numbers, results: Numbers) -> float:
    """What makes a chance of a score: the one number that is fitted before all others."""
    unit = float(np.abs(scores).mean()) or 1.0
    found = fit(
        (scores / unit)[:, None], results, np.ones(len(scores)), np.array([0.1]), np.array([1e-6])
    ).coefficients[0]
    return max(float(found), 1e-3) / unit


def _labels(positions: Positions, scale: float, share: float) -> Numbers:
    """The result, mixed with what a search said where there was one."""
    scores = positions.searched
    said = probability(scale * np.clip(np.nan_to_num(scores), -1e6, 1e6))
    said = np.where(np.abs(np.nan_to_num(scores)) > LARGEST_GUESS, (scores > 0).astype(float), said)
    mixed = share * said + (1 - share) * positions.results
    return np.where(np.isnan(scores), positions.results, mixed)


def _calibration(logits: Numbers, labels: Numbers) -> tuple[tuple[float, float, int], ...]:
    """What was predicted and what came true, from the least to the most likely."""
    order = np.argsort(logits, kind="stable")
    parts = [part for part in np.array_split(order, BINS) if len(part)]
    chances = probability(logits)
    return tuple((float(chances[part].mean()), float(labels[part].mean()), len(part)) for part in parts)
