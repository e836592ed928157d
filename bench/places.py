"""What it is worth that windows count by where they are: matches on boards where stones fall, with equal nodes.

The champion with the weights set by hand meets `pvs eval=windows` and itself without that knowledge, from random
openings, once as the side that fills the last cell and once as the other.

examples:
  python bench/places.py
  python bench/places.py --games 30 --nodes 8000 drop-20x20x10 drop-25x25x10
"""

import argparse
import random
from collections.abc import Callable
from functools import partial

from inarow import Outcome, Position, Rules
from inarow._core import Champion, Weights
from inarow.engine.catalog import player
from inarow.engine.limits import Limits

MEMORY = 16 << 20
OPENING = 4  # random stones

Chooser = Callable[[Position], int]


def champion(rules: Rules, nodes: int, *, places: bool) -> Chooser:
    """The champion with a table of its own, with or without the places of windows."""
    hand = Weights.standard(rules)
    weights = Weights(hand.window_values, hand.early, hand.late, hand.late_stones, weighs_places=places)
    engine = Champion(rules, weights)
    return lambda position: engine.search(position, nodes=nodes, memory=MEMORY).turn[0]


def pvs(nodes: int) -> Chooser:
    """The best rung with the evaluator that scales."""
    rung = player("pvs eval=windows")
    return lambda position: rung.choose(position, Limits(nodes=nodes))


def won_drawn_lost(
    rules: Rules, side: int, seeds: range, me: Callable[[], Chooser], you: Callable[[], Chooser]
) -> str:
    """Games of a chooser that has the side, from openings by seed."""
    counts = [0, 0, 0]
    for seed in seeds:
        rng = random.Random(seed)
        position = Position(rules)
        for _ in range(OPENING):
            position = position.play(rng.choice(list(position.moves)))
        choosers = (me(), you()) if side == 0 else (you(), me())
        while not position.is_over:
            position = position.play(choosers[position.stones % 2](position))
        is_mine = (position.outcome is Outcome.FIRST_WINS) == (side == 0)
        counts[1 if position.outcome is Outcome.DRAW else 0 if is_mine else 2] += 1
    return " : ".join(map(str, counts))


def main() -> None:
    """Print won, drawn and lost for each board."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", metavar="GAME", default=["drop-20x20x10"])
    parser.add_argument("--games", type=int, default=10, help="with each side (default: 10)")
    parser.add_argument("--nodes", type=int, default=8000, help="of a move (default: 8,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first opening (default: 1)")
    args = parser.parse_args()
    for name in args.boards:
        if not Rules.parse(name).gravity:
            parser.error(f"stones do not fall in {name}; name a game such as drop-20x20x10")
    seeds = range(args.seed, args.seed + args.games)
    for name in args.boards:
        rules = Rules.parse(name)
        last = 1 if rules.cells % 2 == 0 else 0
        places = partial(champion, rules, args.nodes, places=True)
        without = partial(champion, rules, args.nodes, places=False)
        rung = partial(pvs, args.nodes)
        for side, role in ((last, "last to move"), (1 - last, "the other")):
            results = [
                won_drawn_lost(rules, side, seeds, me, you)
                for me, you in ((places, rung), (without, rung), (places, without))
            ]
            print(
                f"{name}, {args.nodes:,} nodes, {role}: against pvs {results[0]}, without places {results[1]}; "
                f"with against without {results[2]}",
                flush=True,
            )


if __name__ == "__main__":
    main()
