"""Weights of the champion's evaluation as files: for every board of a family of games, with where they come from.

A family is a line length, a number of stones a turn, and whether stones fall. Games without a file of their own
have the weights set by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from inarow._core import Rules, Weights, feature_names
from inarow.engine.sealed import SealError, read_sealed, write_sealed

FORMAT, VERSION = "inarow weights", 1
REMEDY = "make one with 'inarow learn tune GAME', or say weights=hand"
SHARE = 1000  # where stones fall, `late` is in thousandths of the board
HAND, SHIPPED = "hand", "shipped"


@dataclass(frozen=True)
class Family:
    """The games that share weights, whatever the size of the board."""

    line_length: int
    stones_per_turn: int
    gravity: bool

    @classmethod
    def of(cls, rules: Rules) -> Family:
        """The family that the game belongs to."""
        return cls(rules.line_length, rules.stones_per_turn, rules.gravity)

    @property
    def name(self) -> str:
        """As files and messages call it: `place-k6-p2`."""
        kind = "drop" if self.gravity else "place"
        return f"{kind}-k{self.line_length}-p{self.stones_per_turn}"


@dataclass(frozen=True)
class TunedWeights:
    """The weights of a family: by feature early and late, when late is, the values of windows, and where from.

    `late` is in stones, and in thousandths of the board where stones fall.
    """

    family: Family
    window_values: tuple[int, ...]
    early: tuple[int, ...]
    late: tuple[int, ...]
    late_from: int
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def weights_for(self, rules: Rules) -> Weights:
        """The weights for a game of the family. SealError for any other game."""
        if Family.of(rules) != self.family:
            raise SealError(
                f"these weights are for {self.family.name} and not for {rules.name}, which is "
                f"{Family.of(rules).name}: {REMEDY}"
            )
        late = self.late_from * rules.cells // SHARE if rules.gravity else self.late_from
        weights = Weights(list(self.window_values), list(self.early), list(self.late), max(1, late))
        weights.check(rules)
        return weights

    def save(self, path: Path) -> None:
        """Write the file, whole or not at all."""
        header = {"format": FORMAT, "version": VERSION, **vars(self.family), "made": dict(self.provenance)}
        body = {
            "window values": self.window_values,
            "late from": self.late_from,
            "weights, early and late": {
                name: [early, late]
                for name, early, late in zip(_names(self.family), self.early, self.late, strict=True)
            },
        }
        write_sealed(path, header, (json.dumps(body, indent=1) + "\n").encode())

    @classmethod
    def load(cls, path: Path) -> TunedWeights:
        """The weights in a file. SealError if it is none, is damaged, or has other features than the program."""
        header, data = read_sealed(path, FORMAT, VERSION, REMEDY)
        try:
            family = Family(header["line_length"], header["stones_per_turn"], header["gravity"])
            body = json.loads(data)
            pairs = body["weights, early and late"]
            names = _names(family)
            if sorted(pairs) != sorted(names):
                raise SealError(f"{path} has weights for other features than this program's: {REMEDY}")
            return cls(
                family,
                tuple(body["window values"]),
                tuple(pairs[name][0] for name in names),
                tuple(pairs[name][1] for name in names),
                body["late from"],
                header["made"],
            )
        except (KeyError, TypeError, IndexError) as error:
            raise SealError(f"{path} lacks {error}: {REMEDY}") from error


def weights_named(text: str, rules: Rules) -> Weights:
    """The weights for a game: those of a file, `hand` for those set by hand, `shipped` for what suits best."""
    if text == HAND:
        return Weights.standard(rules)
    if text != SHIPPED:
        return TunedWeights.load(Path(text)).weights_for(rules)
    tuned = shipped_weights(Family.of(rules))
    return Weights.standard(rules) if tuned is None else tuned.weights_for(rules)


@cache
def shipped_weights(family: Family) -> TunedWeights | None:
    """The weights that come with the package for a family, if there are any."""
    path = Path(str(files("inarow.engine"))) / "weights" / f"{family.name}.weights"
    return TunedWeights.load(path) if path.exists() else None


def _names(family: Family) -> list[str]:
    """The features of every game of the family: they do not depend on the board."""
    size = max(family.line_length, 1)
    return feature_names(
        Rules(size, size, family.line_length, gravity=family.gravity, stones_per_turn=family.stones_per_turn)
    )
