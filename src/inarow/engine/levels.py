"""Levels 1 to 10: players for people, from a beginner to the champion, at every game.

The weaker a level, the shorter it looks ahead, the more moves look alike to it, and the less it sees far from
where the last stones fell. No level overlooks a win at once, and from level 3 on none lets the opponent have
one. What a level plays depends on the position and the seed alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp
from statistics import fmean

from inarow._core import LARGEST_GUESS, Random, Rules, SearchError, SearchResult
from inarow.engine.champion import ChampionPlayer
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import SearchPlayer, SearchSettings, TurnPlan
from inarow.engine.threats import Board
from inarow.game.position import Position
from inarow.game.turns import turns

Turn = tuple[int, ...]
TABLE_MEMORY = 8  # MiB: small, since it is emptied before every search
NEAR_STEPS = 2  # from the last two turns; what is farther is easier to overlook
MOST_WEIGHT = 40.0
DICE = 1 << 30


@dataclass(frozen=True)
class Strength:
    """What makes a level: how it looks ahead, and how it errs.

    A search of `depth` turns by a plain evaluation, or of `nodes` positions by the champion, finds the `width`
    best turns. One of them is drawn: `spread` is how many times their mean distance in points a turn may fall
    behind the best to be played about a third as often, `far` how much of that distance every step away from
    the last stones costs. `care` is how often it looks whether the opponent could win at once.
    """

    depth: int | None = None
    nodes: int | None = None
    width: int = 1
    spread: float = 0.0
    far: float = 0.0
    care: float = 1.0


LEVELS: dict[int, Strength] = {
    1: Strength(depth=1, width=8, spread=3.0, far=1.0, care=0.5),
    2: Strength(depth=1, width=6, spread=1.2, far=0.6, care=0.85),
    3: Strength(depth=1, width=5, spread=0.7, far=0.4),
    4: Strength(depth=2, width=4, spread=0.4, far=0.3),
    5: Strength(nodes=200, width=3, spread=0.25, far=0.3),
    6: Strength(nodes=600, width=2, spread=0.15, far=0.3),
    7: Strength(nodes=3_000),
    8: Strength(nodes=10_000),
    9: Strength(nodes=50_000),
    10: Strength(nodes=200_000),
}


@dataclass(frozen=True)
class Candidate:
    """A turn that a level thinks of, and what it thinks of it: points for the side that plays it."""

    turn: Turn
    points: int


@dataclass
class LevelPlayer:
    """Plays at a level. The same game for the same seed, whatever was played before."""

    level: int
    seed: int = 0
    name: str = "level"
    _plan: TurnPlan = field(init=False, repr=False, default_factory=TurnPlan)
    _thinkers: dict[Rules, SearchPlayer] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"there is no level {self.level}; it must be from 1 to {max(LEVELS)}")

    @property
    def strength(self) -> Strength:
        """What the level can do."""
        return LEVELS[self.level]

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The next stone of the turn that it has settled on."""
        planned = self._plan.next_stone(position)
        return self._plan.make(position, self.turn(position, limits)) if planned is None else planned

    def turn(self, position: Position, limits: Limits = NO_LIMITS) -> Turn:
        """The turn that it plays: a win if there is one, else one of those that look good to it."""
        won = winning_turn(position)
        if won is not None:
            return won
        random = Random((self.seed * 1_000_003 ^ position.key) & ((1 << 63) - 1))
        is_careful = _share(random) < self.strength.care
        candidates = self.candidates(position, limits)
        while len(candidates) > 1:
            chosen = candidates.pop(drawn(self._weights(position, candidates), random))
            if not is_careful or not is_lost_at_once(position, chosen.turn):
                return chosen.turn
        last = candidates[0].turn
        if is_careful and is_lost_at_once(position, last):
            return self._saving_turn(position, limits) or last
        return last

    def candidates(self, position: Position, limits: Limits = NO_LIMITS) -> list[Candidate]:
        """The turns that it thinks of, the best first."""
        thinker = self._thinker_for(position.rules)
        found: list[Candidate] = []
        width = self.strength.width if position.stones else 1  # the first turn is no place to err
        for _ in range(width):
            thinker.forget()
            try:
                result = thinker.think(position, _shared(limits, width), excluded=[one.turn for one in found])
            except SearchError:
                break  # there are no more turns
            found.append(Candidate(tuple(result.turn), _points(result, found)))
        return found

    def _weights(self, position: Position, candidates: Sequence[Candidate]) -> list[float]:
        """How likely each turn is to be played."""
        strength, best = self.strength, max(one.points for one in candidates)
        scale = max(1.0, fmean(best - one.points for one in candidates))
        recent = [cell for turn in turns(position.rules, position.history)[-2:] for cell in turn]
        weights = []
        for one in candidates:
            behind = (best - one.points) / scale
            behind += strength.far * _steps_away(position.rules, one.turn, recent)
            weights.append(exp(-min(MOST_WEIGHT, behind / max(strength.spread, 0.01))))
        return weights

    def _saving_turn(self, position: Position, limits: Limits) -> Turn | None:
        """A turn that does not lose at once, if the champion knows one."""
        champion = ChampionPlayer(limits=Limits(nodes=LEVELS[8].nodes, memory=TABLE_MEMORY))
        turn = tuple(champion.think(position, limits).turn)
        return None if is_lost_at_once(position, turn) else turn

    def _thinker_for(self, rules: Rules) -> SearchPlayer:
        if rules not in self._thinkers:
            strength = self.strength
            limits = Limits(depth=strength.depth, nodes=strength.nodes, memory=TABLE_MEMORY, threads=1)
            if strength.depth is None:
                self._thinkers[rules] = ChampionPlayer(limits=limits)
            else:
                options = {"cells": 12} if rules.gravity else {"cells": 12, "candidates": "near"}
                self._thinkers[rules] = SearchPlayer(
                    self.name, SearchSettings("pvs", limits=limits, options=options)
                )
        return self._thinkers[rules]


def winning_turn(position: Position) -> Turn | None:
    """The stones that win in this turn, in an order in which they can be placed; None if there are none."""
    gaps = Board.of(position, position.to_move).gaps(position.stones_left)
    return min((tuple(sorted(gap)) for gap in gaps), key=lambda turn: (len(turn), turn), default=None)


def is_lost_at_once(position: Position, turn: Turn) -> bool:
    """Whether the opponent can win in its next turn after this one."""
    for cell in turn:
        position = position.play(cell)
    return not position.is_over and winning_turn(position) is not None


def drawn(weights: Sequence[float], random: Random) -> int:
    """One of the places, each as likely as its weight says."""
    point = _share(random) * sum(weights)
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return len(weights) - 1


def _points(result: SearchResult, found: Sequence[Candidate]) -> int:
    """The score as points that can be compared: a proven win or loss is far better or worse than all else."""
    if abs(result.score) < LARGEST_GUESS:
        return result.score
    beyond = 4 * max([100, *(abs(one.points) for one in found if abs(one.points) < LARGEST_GUESS)])
    return beyond if result.score > 0 else -beyond


def _steps_away(rules: Rules, turn: Turn, recent: Sequence[int]) -> int:
    """Steps from the farthest stone of the turn to the nearest of the recent ones, beyond those that are near."""
    if not recent:
        return 0

    def steps(one: int, other: int) -> int:
        across = abs(one % rules.columns - other % rules.columns)
        return max(across, abs(one // rules.columns - other // rules.columns))

    return max(0, max(min(steps(cell, other) for other in recent) for cell in turn) - NEAR_STEPS)


def _shared(limits: Limits, width: int) -> Limits:
    """The limits of one search of several."""
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds / width)


def _share(random: Random) -> float:
    return random.below(DICE) / DICE
