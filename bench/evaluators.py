"""Print how quickly one evaluation runs inside one search, by how it was written.

The evaluation is system C's open lines: a Python function, numba.cfunc and C by ctypes, as in docs/examples,
and the core's own, which is updated stone by stone. All give the same scores, so the search visits the same
nodes. Each row is the best of rounds that take turns, in seconds of this process's own time.
"""

import time
from dataclasses import dataclass
from pathlib import Path

from inarow import Position
from inarow.engine.catalog import player
from inarow.engine.limits import Limits
from inarow.engine.player import SearchPlayer

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
EVALUATORS = {
    "Python function": f"{EXAMPLES}/own_evaluator.py:open_lines",
    "numba.cfunc": f"{EXAMPLES}/numba_evaluator.py:open_lines",
    "C by ctypes": f"{EXAMPLES}/ctypes_evaluator.py:open_lines",
    "core": "open-lines",
}
POSITION = "connect-four/444"
DEPTH = 6
ROUNDS = 5


@dataclass
class Row:
    """The searches with one evaluator."""

    name: str
    searcher: SearchPlayer
    nodes: int = 0
    evaluations: int = 0
    seconds: float = float("inf")

    def search(self, position: Position) -> None:
        """One more search; the quickest counts."""
        start = time.process_time()
        result = self.searcher.think(position, Limits(depth=DEPTH))
        self.seconds = min(self.seconds, time.process_time() - start)
        self.nodes, self.evaluations = result.nodes, result.evaluations


def measured() -> list[Row]:
    """A row for each evaluator."""
    rows = []
    for name, text in EVALUATORS.items():
        searcher = player(f"alphabeta 'eval={text}'")
        assert isinstance(searcher, SearchPlayer)
        rows.append(Row(name, searcher))
    position = Position.parse(POSITION)
    for _ in range(ROUNDS):
        for row in rows:
            row.search(position)
    assert len({(row.nodes, row.evaluations) for row in rows}) == 1, "the evaluators disagree"
    return rows


def main() -> None:
    """Print the table."""
    rows = measured()
    slowest = rows[0].seconds
    print(
        f"{POSITION}, alphabeta depth={DEPTH}: {rows[0].nodes:,} nodes, {rows[0].evaluations:,} evaluations"
    )
    print(f"{'':<16} {'nodes a second':>15} {'times as quick':>15}")
    for row in rows:
        print(f"{row.name:<16} {row.nodes / row.seconds:>15,.0f} {slowest / row.seconds:>15.1f}")


if __name__ == "__main__":
    main()
