"""Trains the numbers of a network by Adam, in numpy: it runs wherever the package does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inarow.engine.network import NAMES, Floats
from inarow.learn.network_data import Batch

SUM_SHARE = 1 / 32  # of the sum over cells that the hidden layer sees
RATE, FIRST_DECAY, SECOND_DECAY, TINY = 3e-3, 0.9, 0.999, 1e-8
ROW_LIMIT = 4.0  # so that integers hold the rows


@dataclass(frozen=True)
class Losses:
    """The mean squared error of the value, and the cross-entropy of the policy beyond the target's own."""

    value: float
    policy: float

    @property
    def total(self) -> float:
        """Both."""
        return self.value + self.policy


def forward(parts: Mapping[str, Floats], batch: Batch) -> tuple[Floats, Floats, dict[str, Floats]]:
    """The values and the chances of moves that a network gives, with what the way back needs."""
    empty = batch.codes[:, :, 0] >= 0
    rows = parts["rows"][np.maximum(batch.codes, 0)].sum(axis=2)
    cells = np.maximum(rows + parts["bias"], 0) * empty[:, :, None]
    inputs = np.concatenate([cells.sum(axis=1) * SUM_SHARE, batch.left[:, None]], axis=1)
    hidden = np.maximum(inputs @ parts["hidden"].T + parts["hidden_bias"], 0)
    output = hidden @ parts["output"] + parts["output_bias"][0]
    logits = np.where(batch.legal, cells @ parts["promise"], -1e9)
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    kept = {"cells": cells, "inputs": inputs, "hidden": hidden, "output": output}
    return output / (1 + np.abs(output)), chances, kept


def losses_of(parts: Mapping[str, Floats], batch: Batch) -> Losses:
    """How far a network is from the values and policies of the positions."""
    values, chances, _ = forward(parts, batch)
    return _losses(values, chances, batch)


def _losses(values: Floats, chances: Floats, batch: Batch) -> Losses:
    target = np.maximum(batch.policy, 1e-9)
    policy = (batch.policy * (np.log(target) - np.log(np.maximum(chances, 1e-9)))).sum(axis=1).mean()
    return Losses(float(((values - batch.values) ** 2).mean()), float(policy))


def gradients(parts: Mapping[str, Floats], batch: Batch) -> tuple[dict[str, Floats], Losses]:
    """What makes the losses larger, part by part, and the losses."""
    values, chances, kept = forward(parts, batch)
    count = len(batch)
    output, hidden, cells = kept["output"], kept["hidden"], kept["cells"]
    by_output = 2 * (values - batch.values) / count / (1 + np.abs(output)) ** 2
    by_hidden = by_output[:, None] * parts["output"] * (hidden > 0)
    by_sum = (by_hidden @ parts["hidden"])[:, :-1] * SUM_SHARE
    by_logits = np.where(batch.legal, chances - batch.policy, 0) / count
    by_cells = by_sum[:, None, :] + by_logits[:, :, None] * parts["promise"]
    by_cells *= cells > 0
    flat = by_cells.reshape(-1, by_cells.shape[-1])
    codes = batch.codes.reshape(-1, 4)
    found = {
        "rows": _by_code(flat, codes, len(parts["rows"])),
        "bias": flat.sum(axis=0),
        "promise": np.einsum("bc,bcd->d", by_logits, cells),
        "hidden": by_hidden.T @ kept["inputs"],
        "hidden_bias": by_hidden.sum(axis=0),
        "output": hidden.T @ by_output,
        "output_bias": np.array([by_output.sum()]),
    }
    return {name: part.astype(np.float32) for name, part in found.items()}, _losses(values, chances, batch)


def _by_code(flat: Floats, codes: npt.NDArray[np.int16], count: int) -> Floats:
    """The sums of the rows of `flat` over all places that have a code."""
    keys = codes.ravel()
    order = np.argsort(keys, kind="stable")
    order = order[np.searchsorted(keys[order], 0) :]
    found = np.zeros((count, flat.shape[1]), dtype=np.float32)
    if len(order):
        kinds, starts = np.unique(keys[order], return_index=True)
        found[kinds] = np.add.reduceat(flat[order // 4], starts, axis=0)
    return found


class Trainer:
    """Adam over batches in a seeded order. Its whole state is plain arrays, so that it can be kept and gone on with."""

    def __init__(self, parts: Mapping[str, Floats], seed: int, rate: float = RATE) -> None:
        self.parts = {name: np.array(parts[name], dtype=np.float32) for name in NAMES}
        self.first = {name: np.zeros_like(self.parts[name]) for name in NAMES}
        self.second = {name: np.zeros_like(self.parts[name]) for name in NAMES}
        self.steps = 0
        self.epochs = 0
        self.rate = rate
        self._seed = seed

    def epoch(self, batch: Batch, size: int) -> Losses:
        """Go once through all positions; the mean losses on the way."""
        order = np.random.default_rng([self._seed, self.epochs]).permutation(len(batch))
        seen = []
        for start in range(0, len(order), size):
            found, losses = gradients(self.parts, batch.part(order[start : start + size]))
            self._step(found)
            seen.append(losses)
        self.epochs += 1
        return Losses(
            float(np.mean([one.value for one in seen])), float(np.mean([one.policy for one in seen]))
        )

    def _step(self, found: Mapping[str, Floats]) -> None:
        self.steps += 1
        scale = self.rate * (1 - SECOND_DECAY**self.steps) ** 0.5 / (1 - FIRST_DECAY**self.steps)
        for name in NAMES:
            self.first[name] += (1 - FIRST_DECAY) * (found[name] - self.first[name])
            self.second[name] += (1 - SECOND_DECAY) * (found[name] ** 2 - self.second[name])
            self.parts[name] -= scale * self.first[name] / (np.sqrt(self.second[name]) + TINY)
        np.clip(self.parts["rows"], -ROW_LIMIT, ROW_LIMIT, out=self.parts["rows"])

    def state(self) -> dict[str, Floats]:
        """Everything, as arrays by name."""
        arrays = {f"{kind}/{name}": getattr(self, kind)[name] for kind in KINDS for name in NAMES}
        arrays["counts"] = np.array([self.steps, self.epochs], dtype=np.float32)
        return arrays

    def restore(self, state: Mapping[str, Floats]) -> None:
        """Be what `state` was."""
        for kind in KINDS:
            setattr(self, kind, {name: np.array(state[f"{kind}/{name}"]) for name in NAMES})
        self.steps, self.epochs = (int(number) for number in state["counts"])


KINDS = ("parts", "first", "second")
