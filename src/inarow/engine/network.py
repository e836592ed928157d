"""Networks as files and as players: what was trained elsewhere, in integers that the core reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from inarow._core import Champion, Mcts, Network, Rules, Searcher, network_codes
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.mcts import MctsPlayer
from inarow.engine.sealed import SealError, read_sealed, write_sealed
from inarow.engine.weights import Family
from inarow.game.position import Position

FORMAT, VERSION = "inarow network", 2
REMEDY = "train one with 'inarow learn train GAME'"
UNIT, WEIGHT_UNIT = 64, 256
LARGEST = 2047
SPARE_INPUTS = (
    16  # of the hidden layer, of which the first say how many stones the turn still has, and who moves
)
EXTRAS = 2
NAMES = ("rows", "bias", "promise", "hidden", "hidden_bias", "output", "output_bias")

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TrainedNetwork:
    """A network in numbers as they are trained, for all boards of a line length with or without gravity."""

    line_length: int
    gravity: bool
    parts: Mapping[str, Floats]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def fresh(rules: Rules, width: int, hidden: int, seed: int) -> TrainedNetwork:
        """A network that knows nothing: small random numbers."""
        random = np.random.default_rng(seed)

        def some(*shape: int, size: float) -> Floats:
            return (random.standard_normal(shape) * size).astype(np.float32)

        parts = {
            "rows": some(network_codes(rules), width, size=0.1),
            "bias": np.full(width, 0.05, dtype=np.float32),
            "promise": some(width, size=0.1),
            "hidden": some(hidden, width + EXTRAS, size=width**-0.5),
            "hidden_bias": np.zeros(hidden, dtype=np.float32),
            "output": some(hidden, size=hidden**-0.5),
            "output_bias": np.zeros(1, dtype=np.float32),
        }
        return TrainedNetwork(rules.line_length, rules.gravity, parts, {"generation": 0, "seed": seed})

    @property
    def width(self) -> int:
        """Numbers of a cell."""
        return int(self.parts["bias"].shape[0])

    @property
    def hidden(self) -> int:
        """Numbers of the hidden layer."""
        return int(self.parts["output"].shape[0])

    def network_for(self, rules: Rules, *, simd: bool = True) -> Network:
        """The network in integers for a game. SealError for a game that it is not for."""
        if (rules.line_length, rules.gravity) != (self.line_length, self.gravity):
            kind = "drop" if self.gravity else "place"
            raise SealError(
                f"this network is for {kind} games of {self.line_length} in a row, not for {rules.name}: {REMEDY}"
            )
        whole = self._integers
        return Network(
            rules,
            self.width,
            self.hidden,
            whole["rows"],
            whole["bias"],
            whole["promise"],
            whole["hidden"],
            whole["hidden_bias"],
            whole["output"],
            int(whole["output_bias"][0]),
            simd=simd,
        )

    @cached_property
    def _integers(self) -> dict[str, Any]:
        padded = np.zeros((self.hidden, self.width + SPARE_INPUTS), dtype=np.float32)
        padded[:, : self.width + EXTRAS] = self.parts["hidden"]
        both = UNIT * WEIGHT_UNIT
        return {
            "rows": _whole(self.parts["rows"], UNIT),
            "bias": _whole(self.parts["bias"], UNIT),
            "promise": _whole(self.parts["promise"], WEIGHT_UNIT),
            "hidden": _whole(padded, WEIGHT_UNIT),
            "hidden_bias": np.rint(self.parts["hidden_bias"] * both).astype(np.int32),
            "output": _whole(self.parts["output"], WEIGHT_UNIT),
            "output_bias": np.rint(self.parts["output_bias"] * both).astype(np.int32),
        }

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "line_length": self.line_length,
            "gravity": self.gravity,
            "parts": {name: list(self.parts[name].shape) for name in NAMES},
            "made": dict(self.provenance),
        }
        data = b"".join(np.ascontiguousarray(self.parts[name], dtype="<f4").tobytes() for name in NAMES)
        write_sealed(path, header, data)

    @staticmethod
    def load(path: Path) -> TrainedNetwork:
        """The network in a file. SealError if it is none or damaged."""
        header, data = read_sealed(path, FORMAT, VERSION, REMEDY)
        numbers = np.frombuffer(data, dtype="<f4").astype(np.float32)
        parts: dict[str, Floats] = {}
        start = 0
        for name in NAMES:
            shape = tuple(header["parts"][name])
            size = int(np.prod(shape))
            parts[name] = numbers[start : start + size].reshape(shape)
            start += size
        return TrainedNetwork(header["line_length"], header["gravity"], parts, header["made"])


def _whole(numbers: Floats, unit: int) -> npt.NDArray[np.int16]:
    return np.clip(np.rint(numbers * unit), -LARGEST, LARGEST).astype(np.int16).ravel()


def shipped_network(rules: Rules) -> TrainedNetwork:
    """The network that comes with the package for the family of a game. SealError if there is none."""
    path = Path(str(files("inarow.engine"))) / "networks" / f"{Family.of(rules).name}.network"
    if not path.exists():
        raise SealError(
            f"no network comes with the package for {rules.name}: {REMEDY}, and name it: weights=FILE"
        )
    return TrainedNetwork.load(path)


class NetworkPlayer(MctsPlayer):
    """Tree search with what a network promises and judges: that of the file, or the one that comes with the package."""

    def __init__(
        self, name: str, path: Path | None = None, limits: Limits = NO_LIMITS, exploration: float = 1.4
    ) -> None:
        super().__init__(name, limits, exploration)
        self._network = None if path is None else TrainedNetwork.load(path)

    def _searcher_for(self, position: Position, limits: Limits) -> Searcher | Champion | Mcts:
        """One tree for both sides of a game."""
        rules = position.rules
        if rules not in self._trees:
            network = (self._network or shipped_network(rules)).network_for(rules)
            self._trees[rules] = Mcts(rules, exploration=self._exploration, network=network)
        return self._trees[rules]
