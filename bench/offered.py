"""What the champion's opponents gave away in the games of a tournament, and whether it took that.

On a drawn board nobody can win against right answers. So each game is gone through from its end with the solver: the
best result that the champion could have forced from any position in which it was to move is what the opponent
offered. Positions that are not solved within the seconds end the search for that game.

examples:
  inarow tournament bench/league.toml --store league.sqlite
  python bench/offered.py league.sqlite
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inarow import Outcome, Position, Rules
from inarow.arena.store import Store, StoreError
from inarow.engine.champion import MOST_SOLVER_CELLS
from inarow.engine.solver import Solver
from inarow.game.record import Record

CHAMPION = "champion"
POINTS = {1: 1.0, 0: 0.5, -1: 0.0}
WINS = (Outcome.FIRST_WINS, Outcome.SECOND_WINS)


@dataclass
class Tally:
    """The games against one opponent."""

    games: int = 0
    points: float = 0.0
    offered: float = 0.0
    unsolved: int = 0  # games with positions early on that were not solved


def turns_of(record: Record, side: int) -> Iterator[Position]:
    """The positions in which the side was to move, the last one first."""
    position = Position(record.rules)
    seen = []
    for cell in record.moves:
        if position.stones % 2 == side:
            seen.append(position)
        position = position.play(cell)
    yield from reversed(seen)


def best_offer(record: Record, side: int, solver: Solver, seconds: float) -> tuple[int | None, bool]:
    """The best result the side could have forced from a position of the game, and whether all were solved."""
    best = None
    for position in turns_of(record, side):
        score = solver.solve(position, weak=True, moves=False, seconds=seconds).score
        if score is None:
            return best, False
        sign = (score > 0) - (score < 0)
        best = sign if best is None else max(best, sign)
    return best, True


def result_for(record: Record, side: int) -> int:
    """1, 0 or -1 for the side."""
    return 0 if record.outcome not in WINS else 1 if record.outcome is WINS[side] else -1


def main() -> None:
    """Print points and offers by opponent, and each game in which more was to be had."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store", type=Path, metavar="STORE.sqlite")
    parser.add_argument("--seconds", type=float, default=2.0, help="for a position (default: 2)")
    parser.add_argument("--memory", type=int, default=256, help="MiB for a board's table (default: 256)")
    args = parser.parse_args()
    if args.seconds <= 0 or args.memory < 1:
        parser.error("--seconds must be more than 0, and --memory at least 1")
    try:
        store = Store.read(args.store)
    except StoreError as error:
        parser.error(str(error))
    records = [record for _, record in store.games() if CHAMPION in record.players]
    store.close()
    if not records:
        parser.error(f"{CHAMPION} played no game in {args.store}")
    tallies: dict[str, Tally] = {}
    solvers: dict[Rules, Solver] = {}
    for record in sorted(records, key=lambda record: str(record.rules)):
        rules = record.rules
        if not rules.gravity or rules.columns * (rules.rows + 1) > MOST_SOLVER_CELLS:
            continue
        if rules not in solvers:
            solvers = {rules: Solver(rules, memory=args.memory)}  # one table at a time
        side = record.players.index(CHAMPION)
        offer, is_solved = best_offer(record, side, solvers[rules], args.seconds)
        result = result_for(record, side)
        offered = result if offer is None else max(offer, result)
        tally = tallies.setdefault(record.players[1 - side], Tally())
        tally.games += 1
        tally.points += POINTS[result]
        tally.offered += POINTS[offered]
        tally.unsolved += not is_solved
        if result < offered:
            print(f"more was offered: {rules} against {record.players[1 - side]}, {record.ending}")
    print(f"{'opponent':24}{'games':>7}{'points':>8}{'offered':>9}{'early positions not solved':>28}")
    for name, tally in sorted(tallies.items()):
        print(f"{name:24}{tally.games:>7}{tally.points:>8}{tally.offered:>9}{tally.unsolved:>28}")


if __name__ == "__main__":
    main()
