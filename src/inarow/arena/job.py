"""The arguments of one game as plain data, to be run here, in a worker or on a cluster."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from inarow.engine.limits import Limits


@dataclass(frozen=True)
class Clock:
    """How much a player may use. Times are for a turn, which may be several stones.

    seconds is for every turn; bank is for the whole game, and grows by increment after every turn.
    margin is how late an answer may come before it forfeits: it pays for the referee's own delays.
    """

    seconds: float | None = None
    bank: float | None = None
    increment: float = 0.0
    margin: float = 0.1
    depth: int | None = None
    nodes: int | None = None
    memory: int | None = None
    threads: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "bank"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} is {value}; it must be above 0")
        for name in ("increment", "margin"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be 0 or more")
        self.limits(None)

    def limits(self, seconds: float | None, bank: float | None = None) -> Limits:
        """What the player is told: these bounds, with so many seconds for the turn and for the game."""
        return Limits(self.depth, seconds, self.nodes, self.memory, self.threads, bank)


@dataclass(frozen=True)
class Bounds:
    """What a player's processes may use before the game is lost.

    memory is in MiB, output in bytes for the whole game; start is the seconds until it must be ready.
    """

    memory: int = 2048
    processes: int = 64
    output: int = 1 << 20
    start: float = 60.0

    def __post_init__(self) -> None:
        for name in ("memory", "processes", "output"):
            if getattr(self, name) < 1:
                raise ValueError(f"the bound on {name} must be 1 or more, not {getattr(self, name)}")
        if self.start <= 0:
            raise ValueError(f"start is {self.start}; a player must have some seconds to get ready")


@dataclass(frozen=True)
class Adjudication:
    """When a game is decided before its end: by what both sides claim, by the solver, or as a draw.

    Both have agreed for so many turns each that one side has a proven win, or that the value is at least
    `value` points for it. Or the solver has proved the result within so many nodes, where it knows the game. Or
    nobody can complete a line any more (`dead`), or there are so many `stones`.
    """

    turns: int | None = None
    value: int | None = None
    solver_nodes: int | None = None
    dead: bool = False
    stones: int | None = None

    def __post_init__(self) -> None:
        if not self.dead and {self.turns, self.solver_nodes, self.stones} == {None}:
            raise ValueError(
                "adjudication needs the turns of a claim, the nodes of the solver, 'dead' or stones"
            )
        for name in ("turns", "solver_nodes", "stones"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"adjudication with {name} = {value} makes no sense; it must be 1 or more")


@dataclass(frozen=True)
class Job:
    """One game to be played: who, what, from where, with how much time."""

    key: str  # names the game within its tournament
    pair: str  # the same for the two games on one opening
    rules: str
    players: tuple[str, str]  # who moves first, who second
    opening: tuple[int, ...] = ()
    clock: Clock = Clock()
    bounds: Bounds = Bounds()
    adjudication: Adjudication | None = None
    seed: int = 0
    is_trusted: bool = False  # play in the worker's own process: quick, but a crash takes the worker along
    suspends: bool = False  # stop the processes of the player whose turn it is not

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Job:
        """The job that `to_dict` made the data of."""
        adjudication = data["adjudication"]
        return Job(
            **{
                **data,
                "players": tuple(data["players"]),
                "opening": tuple(data["opening"]),
                "clock": Clock(**data["clock"]),
                "bounds": Bounds(**data["bounds"]),
                "adjudication": Adjudication(**adjudication) if adjudication else None,
            }
        )
