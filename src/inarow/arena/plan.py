"""What a match or a tournament is: everything that decides its games, as plain data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from inarow._core import Rules
from inarow.adapters.players import check_name
from inarow.arena.job import Adjudication, Bounds, Clock
from inarow.arena.openings import OpeningSettings
from inarow.arena.schedule import Gauntlet, Knockout, RoundRobin, Schedule, Swiss
from inarow.arena.sprt import Sprt

T = TypeVar("T")


class PlanError(ValueError):
    """A plan that cannot be played, and what in it is wrong."""


@dataclass(frozen=True)
class Plan:
    """A match or tournament. Two plans are equal if and only if they mean the same games."""

    players: tuple[str, ...]
    games: tuple[str, ...] = ("connect-four",)
    schedule: str = "round-robin"
    pairs: int = 1  # of games, sides swapped, each time two players meet
    rounds: int | None = None  # of a Swiss tournament; of the others, how often all is repeated
    clock: Clock = Clock(seconds=1.0)
    bounds: Bounds = Bounds()
    openings: OpeningSettings = OpeningSettings()
    adjudication: Adjudication | None = None
    sprt: Sprt | None = None
    seed: int = 0
    trusted: bool = False  # players in the worker's own process
    suspend: bool = False  # stop the processes of the player whose turn it is not
    name: str = ""

    def __post_init__(self) -> None:
        for game in self.games:
            Rules.parse(game)
        for index, name in enumerate(self.players):
            if name in self.players[:index]:
                raise PlanError(f"'{name}' is there twice; give the copies different options or names")
        if not self.games:
            raise PlanError("a tournament needs at least one game")
        if self.sprt is not None and len(self.players) != 2:
            raise PlanError("an SPRT is a test between two players")
        self.made_schedule()

    def check_players(self) -> None:
        """CatalogError or PluginError for a player that cannot be found. No code of users' players is run."""
        for name in self.players:
            check_name(name)

    def made_schedule(self) -> Schedule:
        """The schedule that the names and numbers stand for."""
        if self.schedule not in SCHEDULES:
            raise PlanError(f"there is no schedule '{self.schedule}'; known are {', '.join(SCHEDULES)}")
        return SCHEDULES[self.schedule](self)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Plan:
        """The plan that the data, from JSON or TOML, describes."""
        known = {field.name for field in fields(Plan)}
        for key in data:
            if key not in known:
                raise PlanError(f"a plan has no '{key}'; it has {', '.join(sorted(known))}")
        if "players" not in data:
            raise PlanError('the plan names no players: add players = ["...", "..."]')
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        for key, kind in PARTS.items():
            if isinstance(values.get(key), dict):
                values[key] = _part(kind, key, values[key])
        try:
            return Plan(**values)
        except TypeError as error:
            raise PlanError(f"the plan has a value of the wrong kind: {error}") from error

    @staticmethod
    def read(path: Path) -> Plan:
        """The plan of a TOML file."""
        try:
            return Plan.from_dict(tomllib.loads(path.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, ValueError) as error:
            raise PlanError(f"{path}: {error}") from error


PARTS: dict[str, Callable[..., Any]] = {
    "clock": Clock,
    "bounds": Bounds,
    "openings": OpeningSettings,
    "adjudication": Adjudication,
    "sprt": Sprt,
}
SCHEDULES: dict[str, Callable[[Plan], Schedule]] = {
    "round-robin": lambda plan: RoundRobin(len(plan.players), plan.rounds or 1, plan.pairs),
    "gauntlet": lambda plan: Gauntlet(len(plan.players), 1, plan.rounds or 1, plan.pairs),
    "swiss": lambda plan: Swiss(len(plan.players), plan.rounds or _swiss_rounds(plan), plan.pairs),
    "knockout": lambda plan: Knockout(len(plan.players), plan.pairs),
}


def _swiss_rounds(plan: Plan) -> int:
    """Enough rounds that only one player can have won them all."""
    return max(1, (len(plan.players) - 1).bit_length())


def _part(kind: Callable[..., T], name: str, values: dict[str, Any]) -> T:
    try:
        return kind(**values)
    except TypeError as error:
        raise PlanError(f"[{name}]: {error}") from error
