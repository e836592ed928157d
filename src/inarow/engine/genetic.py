"""System A's second wish: a turn chosen by a genetic algorithm."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

from inarow._core import Random
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import TurnPlan, evaluator_named
from inarow.game.position import Position

Individual = tuple[int, ...]
REACH = (1, 2)  # candidates lie so many steps from a stone
STEPS = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


@dataclass
class GeneticPlayer:
    """Evolves the turn: individuals are the cells of a turn, fitness is the evaluation after it.

    The best two of a generation are the parents of the next; crossover gives a child the first cell of one
    and the later cells of the other; a mutation replaces one cell by a random candidate. The best individual
    ever met is played. Deterministic for a seed.
    """

    population: int = 50
    generations: int = 50
    mutation: float = 0.1
    seed: int = 0
    evaluator: str = "chains"
    name: str = "genetic"
    _random: Random = field(init=False, repr=False)
    _plan: TurnPlan = field(init=False, repr=False, default_factory=TurnPlan)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The next stone of the fittest turn. Only a seconds limit is kept: it ends the evolution early."""
        planned = self._plan.next_stone(position)
        if planned is not None:
            return planned
        return self._plan.make(position, list(self._evolve(position, limits)))

    def _evolve(self, position: Position, limits: Limits) -> Individual:
        from time import monotonic

        end = monotonic() + limits.seconds if limits.seconds is not None else None
        fitness = Fitness(position, self.evaluator)
        candidates = candidate_cells(position)
        size = min(position.stones_left, len(candidates), len(position.moves))
        crowd = [self._individual(candidates, size) for _ in range(self.population)]
        best = max(crowd, key=fitness)
        for _ in range(self.generations):
            if end is not None and monotonic() >= end:
                break
            parents = sorted(set(crowd), key=fitness, reverse=True)[:2]
            crowd = [self._mutated(self._child(parents), candidates) for _ in range(self.population)]
            best = max([best, *crowd], key=fitness)
        return fitness.stones_played(best)

    def _individual(self, candidates: list[int], size: int) -> Individual:
        pool = list(candidates)
        return tuple(pool.pop(self._random.below(len(pool))) for _ in range(size))

    def _child(self, parents: list[Individual]) -> Individual:
        one, two = parents[0], parents[-1]
        if self._random.below(2):
            one, two = two, one
        child = (one[0], *two[1:])
        return child if len(set(child)) == len(child) else one

    def _mutated(self, child: Individual, candidates: list[int]) -> Individual:
        if self._random.below(1_000_000) >= self.mutation * 1_000_000:
            return child
        place = self._random.below(len(child))
        cell = candidates[self._random.below(len(candidates))]
        return child if cell in child else (*child[:place], cell, *child[place + 1 :])


class Fitness:
    """The evaluation after a turn for the side that plays it; a win is above everything."""

    def __init__(self, position: Position, evaluator: str) -> None:
        self._position = position
        self._evaluator = evaluator_named(evaluator, position.to_move)
        self._known: dict[Individual, float] = {}

    def __call__(self, individual: Individual) -> float:
        """The fitness of the individual, computed once."""
        if individual not in self._known:
            self._known[individual] = self._value(individual)
        return self._known[individual]

    def stones_played(self, individual: Individual) -> Individual:
        """The stones of the turn that are really placed: a win or a full board ends it early."""
        position = self._position
        played = []
        for cell in individual:
            if not position.is_legal(cell):
                break
            position = position.play(cell)
            played.append(cell)
        return tuple(played)

    def _value(self, individual: Individual) -> float:
        side = self._position.to_move
        played = self.stones_played(individual)
        if not played:
            return -float("inf")
        position = self._position
        for cell in played:
            position = position.play(cell)
        if position.is_over:
            return 0.0 if position.winner is None else float("inf")
        value = self._evaluator.evaluate(position)
        return float(value if position.to_move == side else -value)


def candidate_cells(position: Position) -> list[int]:
    """The legal cells 1 or 2 steps from a stone in the eight directions; the centre of an empty board.

    Where stones fall every column is a candidate, and with several stones a turn the cell above it too.
    """
    rules = position.rules
    if rules.gravity:
        above = [cell + rules.columns for cell in position.moves if cell + rules.columns < rules.cells]
        return position.moves + (above if position.stones_left > 1 else [])
    found = set()
    for stone in position.history:
        row, column = divmod(stone, rules.columns)
        for distance, (rows, columns) in product(REACH, STEPS):
            place = row + distance * rows, column + distance * columns
            if 0 <= place[0] < rules.rows and 0 <= place[1] < rules.columns:
                found.add(place[0] * rules.columns + place[1])
    near = sorted(cell for cell in found if position.is_legal(cell))
    if len(near) >= position.stones_left:
        return near
    centre = (rules.rows // 2) * rules.columns + rules.columns // 2
    return sorted(position.moves, key=lambda cell: abs(cell - centre))[: max(4, position.stones_left)]
