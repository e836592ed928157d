"""Trains the numbers of a network by Adam, with PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inarow.engine.network import NAMES, Floats
from inarow.learn.network_data import Batch

try:
    import torch
    from torch.nn.functional import embedding_bag, log_softmax
except ImportError:
    raise ImportError(
        "training needs PyTorch: pip install 'inarow[train]' (docs/learning.md names the build without CUDA)"
    ) from None

SUM_SHARE = 1 / 32  # of the sum over cells that the hidden layer sees
RATE = 3e-3  # of the first epoch; it falls to a tenth towards the last
ROW_LIMIT = 4.0  # so that integers hold the rows

Tensors = Mapping[str, torch.Tensor]


@dataclass(frozen=True)
class Losses:
    """The mean squared error of the value, and the cross-entropy of the policy beyond the target's own."""

    value: float
    policy: float


def tensors_of(parts: Mapping[str, Floats]) -> dict[str, torch.Tensor]:
    """The parts of a network, to be trained."""
    return {
        name: torch.tensor(np.asarray(parts[name], dtype=np.float32), requires_grad=True) for name in NAMES
    }


def forward(parts: Tensors, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The values, and the logarithms of the chances of moves, that a network gives.

    Cells with the same codes have the same numbers, and most cells of a large board do: each kind is looked up once.
    """
    positions, cells, _ = batch.codes.shape
    keys = np.ascontiguousarray(batch.codes).view(np.int64).reshape(positions, cells)  # -1 for a stone
    kinds, kind_of = np.unique(keys, return_inverse=True)
    kind_of = kind_of.reshape(positions, cells)
    places = kind_of + len(kinds) * np.arange(positions)[:, None]
    counts = np.bincount(places.ravel(), minlength=positions * len(kinds)).reshape(positions, len(kinds))
    counts[:, kinds < 0] = 0
    codes = np.maximum(kinds.view(np.int16).reshape(-1, 4), 0)
    rows = embedding_bag(torch.from_numpy(codes.astype(np.int64)), parts["rows"], mode="sum")
    numbers = torch.relu(rows + parts["bias"])
    sums = torch.from_numpy(counts.astype(np.float32)) @ numbers * SUM_SHARE
    inputs = torch.cat([sums, torch.from_numpy(batch.extras)], dim=1)
    hidden = torch.relu(inputs @ parts["hidden"].T + parts["hidden_bias"])
    output = hidden @ parts["output"] + parts["output_bias"]
    promises = (numbers @ parts["promise"])[torch.from_numpy(kind_of)]
    logits = torch.where(torch.from_numpy(batch.legal), promises, torch.tensor(-1e9))
    return output / (1 + output.abs()), log_softmax(logits, dim=1)


def errors(parts: Tensors, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The losses of the value and of the policy, to go back from."""
    values, chances = forward(parts, batch)
    policy = torch.from_numpy(batch.policy)
    target = torch.from_numpy(np.log(np.maximum(batch.policy, 1e-9)))
    value_error = ((values - torch.from_numpy(batch.values)) ** 2).mean()
    return value_error, (policy * (target - chances)).sum(dim=1).mean()


def losses_of(parts: Mapping[str, Floats], batch: Batch, size: int = 256) -> Losses:
    """How far a network is from the values and policies of the positions."""
    tensors = tensors_of(parts)
    sums = np.zeros(2)
    with torch.no_grad():
        for start in range(0, len(batch), size):
            part = batch.part(np.arange(start, min(start + size, len(batch))))
            sums += len(part) * np.array([error.item() for error in errors(tensors, part)])
    return Losses(*(float(number) for number in sums / max(1, len(batch))))


class Trainer:
    """Adam over batches in a seeded order. Its whole state is plain arrays, so that it can be kept and gone on with."""

    def __init__(self, parts: Mapping[str, Floats], seed: int, epochs: int) -> None:
        torch.set_num_threads(1)  # sums in one order, so that the same seed gives the same network
        self.epochs = 0
        self._of = epochs
        self._seed = seed
        self._tensors = tensors_of(parts)
        self._adam = torch.optim.Adam(list(self._tensors.values()), lr=RATE)

    @property
    def parts(self) -> dict[str, Floats]:
        """The numbers of the network as they are now."""
        return {name: tensor.detach().numpy().copy() for name, tensor in self._tensors.items()}

    def epoch(self, batch: Batch, size: int) -> Losses:
        """Go once through all positions; the mean losses on the way."""
        order = np.random.default_rng([self._seed, self.epochs]).permutation(len(batch))
        for group in self._adam.param_groups:
            group["lr"] = RATE * (1 - 0.9 * self.epochs / self._of)
        seen = []
        for start in range(0, len(order), size):
            value, policy = errors(self._tensors, batch.part(order[start : start + size]))
            self._adam.zero_grad()
            (value + policy).backward()
            self._adam.step()
            with torch.no_grad():
                self._tensors["rows"].clamp_(-ROW_LIMIT, ROW_LIMIT)
            seen.append((value.item(), policy.item()))
        self.epochs += 1
        return Losses(*(float(number) for number in np.mean(seen, axis=0)))

    def state(self) -> dict[str, Floats]:
        """Everything, as arrays by name."""
        arrays = {f"parts/{name}": part for name, part in self.parts.items()}
        for name, tensor in self._tensors.items():
            for kind, kept in self._adam.state[tensor].items():
                arrays[f"{kind}/{name}"] = kept.numpy().copy()
        arrays["epochs"] = np.array([self.epochs], dtype=np.float32)
        return arrays

    def restore(self, state: Mapping[str, Floats]) -> None:
        """Be what `state` was."""
        self.epochs = int(state["epochs"][0])
        for name, tensor in self._tensors.items():
            with torch.no_grad():
                tensor.copy_(torch.from_numpy(state[f"parts/{name}"]))
            kinds = [key.partition("/")[0] for key in state if key.endswith(f"/{name}")]
            self._adam.state[tensor] = {
                kind: torch.from_numpy(state[f"{kind}/{name}"].copy()) for kind in kinds if kind != "parts"
            }
