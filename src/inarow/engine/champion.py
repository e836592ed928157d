"""The champion: the strongest player there is here, for every game."""

from __future__ import annotations

from math import log2

from inarow._core import Champion, Mcts, PromptWaking, Rules, Searcher
from inarow.engine.book import shipped_book
from inarow.engine.budget import Budget
from inarow.engine.limits import NO_LIMITS, Limits
from inarow.engine.player import SearchPlayer, SearchSettings
from inarow.engine.solver import Proof, Solution, Solver
from inarow.engine.weights import SHIPPED, weights_named
from inarow.game.position import Position
from inarow.game.record import Thought
from inarow.game.variants import CONNECT_FOUR

# A position is within reach of the solver when so few cells are empty: with one second a move, and as many
# more as time doubles.
CELLS_IN_A_SECOND = 34
CELLS_A_DOUBLING = 1.5
SOLVER_SHARE = 0.6  # of the time that is left: to tell wins from draws, then to tell the best of them
DRAW_SHARE = 0.2  # of what is left, to see how hard each drawing move is to answer
TRAP_SHARE = 0.5  # of the time of a move: later no more drawing moves are looked at
SOLVER_MEMORY = 16  # MiB: a larger table takes the system too long to provide within a short move
MOST_SOLVER_CELLS = 128
WARM_UP_SECONDS = 0.01  # of a first search, which finds pages and threads missing that later ones have
RUNG_OPTIONS = {"cells": 12}  # so that turns of eight stones can be listed on a board of any width


class ChampionPlayer(SearchPlayer):
    """Searches for the best turn in its time, and solves positions of gravity games that are within reach.

    It keeps its tables between moves.
    """

    def __init__(self, name: str = "champion", limits: Limits = NO_LIMITS, weights: str = SHIPPED) -> None:
        super().__init__(name, SearchSettings("deepening", limits=limits, options=RUNG_OPTIONS))
        self._weights = weights
        self._champions: dict[Rules, Champion] = {}
        self._solvers: dict[Rules, Solver] = {}

    def prepare(self, rules: Rules) -> None:
        """Load and make what takes some milliseconds for a game, before a clock runs, and think for once."""
        shipped_book(CONNECT_FOUR)
        if not (rules.gravity and Champion.plays(rules)):
            return
        if _is_solvable(rules):
            self._solver_for(rules)
        self.choose(Position(rules), Limits(seconds=WARM_UP_SECONDS))
        self.thought = self.found = None
        self.forget()

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> int:
        """The best move of the solution where there is one, else of the search."""
        budget = Budget(self.limits(limits))
        if not self.sleeps_while_thinking(position, budget.limits):
            return self._choose(position, limits, budget)
        waking = PromptWaking.of_this_thread()
        begun = waking.begin()
        try:
            return self._choose(position, limits, budget)
        finally:
            waking.end_soon(begun)

    def _choose(self, position: Position, limits: Limits, budget: Budget) -> int:
        if not self._may_be_solved(position, budget.limits):
            return super().choose(position, budget.left())
        solver = self._solver_for(position.rules)
        signs = solver.solve(position, weak=True, seconds=budget.left(SOLVER_SHARE).seconds)
        if not signs.is_complete:
            return self._search_among(keeping_moves(signs), position, limits, budget)
        if signs.score == 0:
            self.thought, self.found = _thought(signs), None
            return self._hardest_draw(position, signs, budget)
        solution = solver.solve(position, seconds=budget.left(SOLVER_SHARE).seconds)
        if not solution.is_complete:
            return self._search_among(keeping_moves(signs), position, limits, budget)
        self.thought, self.found = _thought(solution), None
        return solution.moves[0].cell

    def sleeps_while_thinking(self, position: Position, limits: Limits) -> bool:
        """Whether the thread that asks for a move sleeps while others think."""
        return position.rules.gravity and Champion.plays(position.rules) and limits.seconds is not None

    def stop(self) -> None:
        """End the search that is running, from any thread; it answers with the best found so far."""
        super().stop()
        for solver in list(self._solvers.values()):
            solver.stop()
        for champion in list(self._champions.values()):
            champion.stop()

    def forget(self) -> None:
        """Empty the tables, so that the next search does not depend on those before."""
        super().forget()
        for champion in self._champions.values():
            champion.forget()
        for solver in self._solvers.values():
            solver.forget()

    def _hardest_draw(self, position: Position, solution: Solution, budget: Budget) -> int:
        """Of the moves that keep a draw, the one after which the opponent errs most easily and learns it latest."""
        cell, deepest = solution.moves[0].cell, -1.0
        enough = TRAP_SHARE * (budget.limits.seconds or 0.0)
        for move in solution.moves:
            after = position.play(move.cell)
            if move.score != 0 or after.is_over or budget.seconds > enough:
                continue
            replies = self._solver_for(position.rules).solve(after, seconds=budget.left(DRAW_SHARE).seconds)
            if replies.is_complete and (depth := trap_depth(after, replies)) > deepest:
                cell, deepest = move.cell, depth
        return cell

    def _search_among(self, cells: set[int], position: Position, limits: Limits, budget: Budget) -> int:
        """The move that a search finds best in what is left of the time."""
        rest = limits.within(Limits(seconds=budget.left().seconds))
        others = [(cell,) for cell in position.moves if cell not in cells]
        return self._chosen(position, self.think(position, rest, excluded=others))

    def _may_be_solved(self, position: Position, limits: Limits) -> bool:
        """Whether the solver is likely to answer in its share of the time, by its book or by search."""
        if within_reach(position, limits):
            return True
        if limits.seconds is None or shipped_book(position.rules) is None:
            return False
        return self._solver_for(position.rules).has_moves_in_book(position)

    def _solver_for(self, rules: Rules) -> Solver:
        if rules not in self._solvers:
            self._solvers[rules] = Solver(rules, memory=SOLVER_MEMORY)
        return self._solvers[rules]

    def _searcher_for(self, position: Position, limits: Limits) -> Searcher | Champion | Mcts:
        """One champion for both sides, as its scores do not depend on who asks; else a rung."""
        rules = position.rules
        if not Champion.plays(rules):
            return super()._searcher_for(position, limits)
        if rules not in self._champions:
            self._champions[rules] = Champion(rules, weights_named(self._weights, rules))
        return self._champions[rules]


def within_reach(position: Position, limits: Limits) -> bool:
    """Whether the solver can be expected to solve the position in its share of the time."""
    if limits.seconds is None or limits.seconds <= 0 or not _is_solvable(position.rules):
        return False
    most = CELLS_IN_A_SECOND + CELLS_A_DOUBLING * log2(limits.seconds)
    return position.rules.cells - position.stones <= most


def _is_solvable(rules: Rules) -> bool:
    """Whether late positions of the game can be solved."""
    fits = rules.columns * (rules.rows + 1) <= MOST_SOLVER_CELLS
    return rules.gravity and fits and Champion.plays(rules)


def keeping_moves(signs: Solution) -> set[int]:
    """The moves that are proved to be as good as the position; if there is none, those that another does not beat."""
    proofs = {move.cell: move.proof for move in signs.moves}
    best = {cell for cell, proof in proofs.items() if proof.lower == signs.upper}
    if best:
        return best

    def is_beaten(proof: Proof) -> bool:
        return any(proof.upper <= other.lower and proof.upper < other.upper for other in proofs.values())

    return {cell for cell, proof in proofs.items() if not is_beaten(proof)}


def trap_depth(position: Position, replies: Solution) -> float:
    """How many stones the opponent of the side to move needs to punish a reply, on average; none where it holds."""
    most = (position.rules.cells - position.stones) // 2 + 1
    scores = [move.score for move in replies.moves]
    return sum(most + score for score in scores if score is not None and score < 0) / len(scores)


def _thought(solution: Solution) -> Thought:
    """What the solution says of the position, for the record."""
    nodes = solution.nodes
    if solution.score == 0:
        return Thought(is_draw=True, nodes=nodes)
    wins = solution.score is not None and solution.score > 0
    return Thought(
        wins_in=solution.stones if wins else None, loses_in=None if wins else solution.stones, nodes=nodes
    )
