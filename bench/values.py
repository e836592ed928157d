"""Solve empty boards of four in a row and compare with their known values: who wins, and with which stone.

The values are those that Christophe Steininger published (github.com/ChristopheSteininger/c4); John Tromp's agree
where he has solved the board. Without arguments, the boards of up to 42 cells are tried, each up to --nodes nodes;
with --large those that take minutes to hours, however long; with arguments, those boards.

examples:
  python bench/values.py
  python bench/values.py --large --memory 4096 --threads 2
  python bench/values.py --memory 2048 8x6 7x7
  python bench/values.py --memory 8192 --threads 2 --journals journals 8x7    # days, in as many runs as you like
"""

import argparse
from pathlib import Path

from inarow import Position, Rules
from inarow.engine.solver import Solver

# By rows, then columns from 4 on: 1 or 2 wins, or = for a draw, and the stones on the board at the end.
KNOWN = {
    4: "=16 =20 224 =28 232 236 240 244 248",
    5: "=20 =25 =30 =35 139 141 147 151",
    6: "=24 =30 236 141 248 252 159",
    7: "=28 =35 141 =49 153 155",
    8: "=32 =40 248 155 262",
    9: "=36 =45 153 =63",
    10: "=40 =50 260 169",
    11: "=44 =55 163",
    12: "=48 =60 272",
}

MOST_CELLS = 42  # of the boards tried without being asked for
# The quickest first.
LARGE = "4x7 4x8 4x9 5x7 4x10 4x11 4x12 5x8 10x4 6x7 5x9 11x4 5x10 8x5 5x11 12x4 5x12 6x8 9x5 7x7 8x6 6x9"


def known_values() -> dict[str, tuple[int, int]]:
    """The sign of the first side's score and the stones at the end, by board."""
    return {
        f"{columns}x{rows}": ({"1": 1, "2": -1, "=": 0}[text[0]], int(text[1:]))
        for rows, line in KNOWN.items()
        for columns, text in enumerate(line.split(), start=4)
    }


def main() -> int:
    """Print a line for each board; 1 if any value differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", metavar="COLUMNSxROWS")
    parser.add_argument("--large", action="store_true", help=f"the boards {LARGE}")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="of one board (default: 100 million)")
    parser.add_argument("--memory", type=int, default=256, help="MiB for the table (default: 256)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--journals", type=Path, metavar="FOLDER", help="keep proofs there, and go on from those of before"
    )
    args = parser.parse_args()
    for board in args.boards:
        if board not in known_values():
            parser.error(f"the value of {board} is not known here; there are {' '.join(known_values())}")
    if args.journals:
        args.journals.mkdir(parents=True, exist_ok=True)
    wrong = solved = 0
    asked = [*args.boards, *(LARGE.split() if args.large else ())]
    for board in asked or known_values():
        sign, stones = known_values()[board]
        rules = Rules.parse(f"drop-{board}x4")
        if not asked and rules.cells > MOST_CELLS:
            continue
        journal = args.journals and args.journals / f"{board}.journal"
        solver = Solver(rules, memory=args.memory, threads=args.threads, book=None, journal=journal)
        limit = None if asked else args.nodes
        solution = solver.solve(Position(rules), moves=False, nodes=limit)
        if solution.score is None:
            print(f"{board:>5}: not within {args.nodes:,} nodes", flush=True)
            continue
        solved += 1
        is_right = (solution.proof.sign().lower, solution.stones) == (sign, stones)
        wrong += not is_right
        print(
            f"{board:>5}: {'as known' if is_right else 'WRONG'}, score {solution.score}, {solution.stones} stones; "
            f"{solution.nodes:,} nodes, {solution.seconds:.1f} s",
            flush=True,
        )
    print(f"{solved} boards solved, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
