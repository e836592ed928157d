"""When a player must have its answer, and what it may use for it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

MOST_THREADS = 256
MOST_MEBIBYTES = 1 << 20
MOST_DEPTH = 1000  # the core's
MOST_NODES = (1 << 63) - 1
MOST_SECONDS = 10**9
TURNS_LEFT = 20  # who paces itself gives a turn this share of what is left for the game


@dataclass(frozen=True)
class Limits:
    """Bounds on one search. None leaves that bound to the player.

    depth counts turns; seconds and nodes are for one choice of a turn; memory is in MiB. bank is what is left
    for all turns to come: it bounds nothing by itself, but who spends it now has nothing later.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    threads: int | None = None
    bank: float | None = None

    def __post_init__(self) -> None:
        _check("depth", self.depth, 1, MOST_DEPTH)
        _check("seconds", self.seconds, 0, MOST_SECONDS)
        _check("nodes", self.nodes, 1, MOST_NODES)
        _check("memory", self.memory, 1, MOST_MEBIBYTES)
        _check("threads", self.threads, 1, MOST_THREADS)
        _check("bank", self.bank, 0, MOST_SECONDS)

    def within(self, outer: Limits) -> Limits:
        """The tighter of both, bound by bound."""
        return Limits(**{name: _least(getattr(self, name), getattr(outer, name)) for name in NAMES})

    def otherwise(self, defaults: Limits) -> Limits:
        """These limits, with the defaults where they leave something open."""
        own = {name: getattr(self, name) for name in NAMES}
        return Limits(
            **{name: getattr(defaults, name) if value is None else value for name, value in own.items()}
        )

    def paced(self) -> Limits:
        """These limits, with no more seconds for the turn than its share of the bank."""
        if self.bank is None:
            return self
        return self.within(Limits(seconds=self.bank / TURNS_LEFT))

    def given(self) -> dict[str, Any]:
        """The bounds that are set, by name."""
        return {name: getattr(self, name) for name in NAMES if getattr(self, name) is not None}

    @property
    def is_open(self) -> bool:
        """Whether nothing here ends a search."""
        return self.depth is None and self.seconds is None and self.nodes is None


def _check(name: str, value: float | None, least: float, most: float) -> None:
    if value is not None and not least <= value <= most:
        raise ValueError(f"{name} is {value}; it must be from {least} to {most:,}")


def _least(one: float | None, two: float | None) -> Any:
    return min((value for value in (one, two) if value is not None), default=None)


NAMES = tuple(field.name for field in fields(Limits))
NO_LIMITS = Limits()
