"""Budget: how much of its limits a piece of work that asks several times has left."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter

from inarow.engine.limits import Limits

LEAST_SECONDS = 1e-6


@dataclass
class Budget:
    """Limits that are used up bit by bit: seconds by the clock, nodes as they are told."""

    limits: Limits
    nodes: int = 0
    _start: float = field(default_factory=perf_counter)

    @property
    def seconds(self) -> float:
        """Since the work began."""
        return perf_counter() - self._start

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        is_late = self.limits.seconds is not None and self.seconds >= self.limits.seconds
        return is_late or (self.limits.nodes is not None and self.nodes >= self.limits.nodes)

    def left(self, share: float = 1.0, depth: int | None = None) -> Limits:
        """The limits of the next question: a share of what is left, and a depth if one is given."""
        seconds, nodes = self.limits.seconds, self.limits.nodes
        return replace(
            self.limits,
            depth=self.limits.depth if depth is None else depth,
            seconds=None if seconds is None else max(LEAST_SECONDS, (seconds - self.seconds) * share),
            nodes=None if nodes is None else max(1, int((nodes - self.nodes) * share)),
        )
