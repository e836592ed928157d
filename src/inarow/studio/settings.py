"""What the studio may use, and what it lets others use of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

DEFAULT_PORT = 8420
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
LEAST_MEMORY = 256  # MiB; a worker that has loaded the engine and a table holds almost as much


@dataclass(frozen=True)
class Settings:
    """How the studio runs. Sizes are in bytes, `memory` is in MiB, times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    store: Path | None = None  # None keeps the saved games in memory
    watched: tuple[Path, ...] = ()
    workers: int = 2
    memory: int = 512  # of each worker
    queue: int = 64  # searches that wait for a worker
    streams: int = 256  # event streams that are open at once
    connections: int = 1024
    request_bytes: int = 1 << 20
    head_seconds: float = 20.0  # until the head of a request must have come whole
    request_seconds: float = 20.0  # until its body must have
    unheard_seconds: float = 15.0  # until somebody must listen to a search
    alive_seconds: float = 15.0  # between signs of life on a silent stream
    stop_seconds: float = 5.0  # until a worker that is told to stop must have stopped
    watch_seconds: float = 1.0  # between looks at a tournament that somebody watches

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= 64:
            raise ValueError(f"workers is {self.workers}; it must be from 1 to 64")
        if not LEAST_MEMORY <= self.memory <= 1 << 20:
            raise ValueError(f"memory is {self.memory} MiB; it must be from {LEAST_MEMORY} to {1 << 20}")
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port is {self.port}; it must be from 0 (any free one) to 65535")
        if not self.is_loopback and not self.token:
            raise ValueError(f"{self.host} can be reached by others: a token is needed")

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine can reach the studio."""
        return self.host in LOOPBACK_NAMES


def usual_workers() -> int:
    """One worker a processor that this process may use, and at least two."""
    return min(64, max(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2))


def usual_store() -> Path:
    """Where the saved games of this user are kept."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "inarow" / "studio.sqlite"
