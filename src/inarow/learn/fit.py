"""Logistic regression: numbers to a probability, by Newton's method in numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

MOST_STEPS = 60
TOLERANCE = 1e-8
CLIP = 30.0  # of a logit: beyond, a probability is 0 or 1


def probability(logits: Numbers) -> Numbers:
    """The logistic function."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -CLIP, CLIP))))


def log_loss(logits: Numbers, labels: Numbers, weights: Numbers | None = None) -> float:
    """The mean of minus the logarithm of what was given to the truth; labels may be anything from 0 to 1."""
    clipped = np.clip(logits, -CLIP, CLIP)
    losses = np.logaddexp(0.0, clipped) - labels * clipped
    return float(np.average(losses, weights=weights))


@dataclass(frozen=True)
class Fit:
    """Coefficients, and the loss on what they were fitted to."""

    coefficients: Numbers
    loss: float
    steps: int


def fit(
    rows: Numbers,
    labels: Numbers,
    weights: Numbers,
    start: Numbers,
    penalty: Numbers,
) -> Fit:
    """The coefficients with the least log-loss plus sum(penalty * (coefficients - start) ** 2) / 2.

    The penalty pulls back to where the fit starts, so that what the data do not tell stays as it was. It is
    strictly convex where the penalty is above 0: there is one answer, whatever the order of the rows.
    """
    total = float(weights.sum())
    found = start.astype(np.float64).copy()

    def objective(candidate: Numbers) -> float:
        return log_loss(rows @ candidate, labels, weights) + 0.5 * float(penalty @ (candidate - start) ** 2)

    value = objective(found)
    for step in range(1, MOST_STEPS + 1):
        chances = probability(rows @ found)
        gradient = rows.T @ (weights * (chances - labels)) / total + penalty * (found - start)
        curvature = weights * chances * (1 - chances) / total
        hessian = (rows * curvature[:, None]).T @ rows + np.diag(penalty + 1e-12)
        direction = np.linalg.lstsq(hessian, gradient, rcond=None)[0]
        length = 1.0
        while length > 1e-6 and (better := objective(found - length * direction)) > value:
            length /= 2
        if length <= 1e-6 or value - better < TOLERANCE:
            return Fit(found, value, step)
        found, value = found - length * direction, better
    return Fit(found, value, MOST_STEPS)
