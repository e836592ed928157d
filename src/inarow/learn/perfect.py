"""Whether a player plays perfectly: its moves beside exact values, in games against best play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inarow._core import Evaluator, Random, Rules, Searcher, Side
from inarow.engine.player import Player
from inarow.engine.solver import Solver
from inarow.game.position import Position

MOST_CELLS = 16  # of a board without gravity whose values are searched for

Values = Callable[[Position], dict[int, int]]


@dataclass(frozen=True)
class Verdict:
    """How many moves were looked at in how many games, and the positions and moves that gave something away."""

    games: int
    moves: int
    losing: tuple[tuple[str, int], ...]


def exact_values(rules: Rules) -> Values:
    """The result of every legal move for the side to move, 1, 0 or -1: by the solver, or by searching to the end."""
    if rules.gravity:
        solver = Solver(rules, memory=64)

        def solved(position: Position) -> dict[int, int]:
            found = solver.solve(position)
            return {move.cell: _sign(move.score) for move in found.moves if move.score is not None}

        return solved
    if rules.cells > MOST_CELLS or rules.stones_per_turn != 1:
        raise ValueError(
            f"the exact values of {rules.name} are not known: expected gravity, or one stone a turn on at most "
            f"{MOST_CELLS} cells"
        )
    searcher = Searcher(rules, "memory", Evaluator("windows"))

    def searched(position: Position) -> dict[int, int]:
        values = {}
        for cell in position.moves:
            after = position.play(cell)
            score = -_end(after) if after.is_over else searcher.search(after, depth=rules.cells).score
            values[cell] = -_sign(score)
        return values

    return searched


def check_player(player: Player, rules: Rules, games: int, seed: int = 0) -> Verdict:
    """Let the player play against best play, first and second by turns, from a few random stones."""
    values = exact_values(rules)
    known: dict[Position, dict[int, int]] = {}
    random = Random(seed)
    moves = 0
    losing = []
    for number in range(games):
        own = Side.FIRST if number % 2 == 0 else Side.SECOND
        position = Position(rules)
        for _ in range(random.below(min(4, rules.cells // 4) + 1)):
            after = position.play(random.move(position))
            position = position if after.is_over else after
        while not position.is_over:
            if position not in known:
                known[position] = values(position)
            worth = known[position]
            best = max(worth.values())
            if position.to_move == own:
                cell = player.choose(position)
                moves += 1
                if worth[cell] < best:
                    losing.append((position.text, cell))
            else:
                good = [cell for cell, value in worth.items() if value == best]
                cell = good[random.below(len(good))]
            position = position.play(cell)
    return Verdict(games, moves, tuple(losing))


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _end(position: Position) -> int:
    """The result of a game that is over, for the side that made the last move."""
    return 0 if position.outcome.name == "DRAW" else 1
