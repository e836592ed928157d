"""Print the node signature: counts of fixed work on fixed positions, equal on every machine.

The signature changes only when behaviour is meant to change. It is kept in signature.txt, which the tests
compare row by row; `signature.py --write` writes it anew.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from inarow import Position, Rules
from inarow._core import rungs
from inarow.engine.catalog import player
from inarow.engine.player import SearchPlayer

KEPT = Path(__file__).with_name("signature.txt")

# game, stones: sequences of so many stones, the last counted and not played
PERFTS = (
    ("tic-tac-toe", 9),
    ("connect-four", 8),
    ("drop-7x6x4-exact", 8),
    ("drop-4x4x3-p2-q1", 9),
    ("place-5x4x3-exact", 5),
    ("place-4x4x3-p2-q1", 6),
    ("gomoku", 3),
    ("connect6", 3),
)
# game, random games: how many of them the first side wins
PLAYOUTS = (
    ("connect-four", 1000),
    ("gomoku-exact", 100),
    ("connect6", 100),
)
# position, searches: nodes of the player's search with a new table
SEARCHES = {
    "connect-four/444": [
        *(f"{rung} depth=6" for rung in rungs()),
        "tokens depth=9 seconds=100000",
        "gaussian depth=7",
    ],
    "connect-four": ["pvs depth=12", "deepening depth=12"],
    "drop-8x8x5/45": ["open-lines depth=6", "pvs depth=8", "champion depth=10"],
    "drop-20x20x10/10,11,10": ["champion depth=6"],
    "gomoku-exact/h8i9": ["deepening depth=5 candidates=near distance=1", "mtdf depth=3 candidates=near"],
    "gomoku/h8i9h9": ["champion depth=6"],
    "connect6/j10k11k9": ["chains", "ultimate", "deepening depth=3 candidates=near cells=16"],
    "connect6/j8k10l10i10l8n8n10i8h8": ["champion depth=4"],
}


def perft_nodes(game: str, stones: int) -> int:
    """The sequences of `stones` stones in the game."""
    return Position(Rules.parse(game)).perft(stones)


def playout_wins(game: str, count: int) -> int:
    """The games that the first side wins of `count` random ones."""
    return Position(Rules.parse(game)).playouts(count, seed=1)[0]


def search_nodes(position: str, name: str) -> int:
    """The nodes that the player visits in the position."""
    searching = player(name)
    assert isinstance(searching, SearchPlayer)
    return searching.think(Position.parse(position)).nodes


def rows() -> Iterator[tuple[str, Callable[[], int]]]:
    """Every row of the signature: its name and the work that gives its number."""
    for game, stones in PERFTS:
        yield f"perft {game} {stones}", partial(perft_nodes, game, stones)
    for game, count in PLAYOUTS:
        yield f"playouts {game} {count}", partial(playout_wins, game, count)
    for position, names in SEARCHES.items():
        for name in names:
            yield f"{position} {name}", partial(search_nodes, position, name)


def kept() -> dict[str, int]:
    """The signature that is checked in."""
    pairs = (line.rsplit(maxsplit=1) for line in KEPT.read_text().splitlines())
    return {name: int(number) for name, number in pairs}


def text_of(signature: dict[str, int]) -> str:
    """The signature as it is kept: one row a line, the numbers below each other."""
    return "".join(f"{name:<64} {number:>12}\n" for name, number in signature.items())


def main(arguments: list[str]) -> int:
    """Print the signature; exit code 1 if it is not the one that is kept."""
    measured = {name: work() for name, work in rows()}
    print(text_of(measured), end="")
    if arguments == ["--write"]:
        KEPT.write_text(text_of(measured))
    changed = sorted(name for name, _ in measured.items() ^ kept().items())
    print(
        "as in signature.txt"
        if not changed
        else f"not as in signature.txt: {', '.join(dict.fromkeys(changed))}"
    )
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
