"""The Player protocol, and the players that need nothing but the rules or a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol

from inarow._core import Champion, Evaluator, Mcts, Random, Rules, Searcher, SearchResult, Side
from inarow.engine import plugins, score
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.game.position import Position
from inarow.game.record import Thought

USUAL_LIMITS = Limits(seconds=1.0)
Progress = Callable[[SearchResult], None]


class Player(Protocol):
    """What sits at the board. A player that can say what it thought also has `thought`."""

    @property
    def name(self) -> str:
        """What the player is called in records and tables."""

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The cell of its next stone. A turn of several stones asks several times."""


@dataclass
class RandomPlayer:
    """Plays any legal move, every one as likely; the same game for the same seed."""

    seed: int = 0
    name: str = "random"
    _random: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """A legal move."""
        return self._random.move(position)


@dataclass(frozen=True)
class FirstPlayer:
    """Plays the first legal move: leftmost where stones fall, else from the bottom left."""

    name: str = "first"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The first legal move."""
        return position.moves[0]


@dataclass
class TurnPlan:
    """The stones of a turn that was chosen whole, handed out one at a time."""

    _stones: dict[Position, int] = field(default_factory=dict)

    def make(self, position: Position, turn: Sequence[int]) -> int:
        """Keeps the later stones of the turn for when they are asked for; its first stone."""
        self._stones = {}
        for cell in turn[1:]:
            position = position.play(turn[len(self._stones)])
            self._stones[position] = cell
        return turn[0]

    def next_stone(self, position: Position) -> int | None:
        """The stone that was planned for this position, if it is the one that was planned for."""
        return self._stones.pop(position, None)


@dataclass(frozen=True)
class SearchSettings:
    """How a SearchPlayer searches: its rung, its evaluator, its limits and the searcher's options.

    `usual` holds only when neither the player nor whoever asks it has set an end to the search.
    """

    rung: str
    evaluator: str = "windows"
    limits: Limits = NO_LIMITS
    usual: Limits = USUAL_LIMITS
    options: Mapping[str, Any] = field(default_factory=dict)


class SearchPlayer:
    """A player that searches: any rung with any evaluator. It keeps its table between moves."""

    def __init__(self, name: str, settings: SearchSettings) -> None:
        self.name = name
        self.settings = settings
        self.thought: Thought | None = None
        self.found: SearchResult | None = None  # by the last search that chose a turn
        self.watch: Progress | None = (
            None  # is told of every depth, unless a search has a listener of its own
        )
        self._searchers: dict[tuple[Rules, Side, bool], Searcher] = {}
        self._plan = TurnPlan()

    def limits(self, outer: Limits) -> Limits:
        """The tighter of the player's own limits and those given; its usual ones if both leave all open."""
        both = self.settings.limits.within(outer).paced()
        return both.otherwise(self.settings.usual) if both.is_open else both

    def think(
        self,
        position: Position,
        limits: Limits = NO_LIMITS,
        *,
        excluded: Sequence[Sequence[int]] = (),
        progress: Progress | None = None,
    ) -> SearchResult:
        """What a search of the position finds, with the turns in `excluded` left out."""
        allowed = self.limits(limits)
        bounds = allowed.given()
        bounds.pop("bank", None)
        if allowed.memory is not None:
            bounds["memory"] = allowed.memory << 20
        began = monotonic()
        searcher = self._searcher_for(position, allowed)
        if allowed.seconds is not None:  # a large board takes some milliseconds to prepare
            bounds["seconds"] = max(0.0, allowed.seconds - (monotonic() - began))
        return searcher.search(position, **bounds, excluded=excluded, progress=progress or self.watch)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The next stone of the best turn that the search found."""
        planned = self._plan.next_stone(position)
        if planned is not None:
            self.thought = None
            return planned
        return self._chosen(position, self.think(position, limits))

    def _chosen(self, position: Position, result: SearchResult) -> int:
        """The first stone of the turn that a search found; what it thought is kept."""
        self.found = result
        self.thought = score.thought_of(
            result.score, position.stones, result.is_proven, nodes=result.nodes, depth=result.depth
        )
        return self._plan.make(position, result.turn)

    def stop(self) -> None:
        """End the search that is running, from any thread; it answers with the best found so far."""
        for searcher in list(self._searchers.values()):
            searcher.stop()

    def forget(self) -> None:
        """Empty the tables, so that the next search does not depend on those before."""
        for searcher in self._searchers.values():
            searcher.forget()

    def _searcher_for(self, position: Position, limits: Limits) -> Searcher | Champion | Mcts:
        """The searcher of this player when it has this side: it judges every leaf with that side's eyes."""
        # What ends a search early needs the best turn of a depth that was finished.
        is_timed = limits.seconds is not None or limits.nodes is not None
        place = position.rules, position.to_move, is_timed
        if place not in self._searchers:
            evaluator = evaluator_named(self.settings.evaluator, position.to_move)
            options = {**self.settings.options, "deepening": is_timed}
            self._searchers[place] = Searcher(position.rules, self.settings.rung, evaluator, **options)
        return self._searchers[place]


def evaluator_named(text: str, side: Side) -> Evaluator:
    """One of the core's evaluators as the side sees it, or a function of the user's own."""
    if not plugins.is_plugin(text):
        return Evaluator(text, view=side)
    loaded = plugins.load(text)
    address = plugins.address_of(loaded)
    if address is not None:
        return Evaluator.from_address(address, name=text)
    if not callable(loaded):
        raise plugins.PluginError(
            f"{text} is no evaluator: expected a callable (Position) -> int, or a compiled C function"
        )
    return Evaluator.from_callable(loaded, position_class=Position)
