"""Let a player think about a position, and show its best moves with scores and main lines.

Each move found is left out of the next search, so the lines are the best, the second best and so on.
Depth counts turns. Ctrl-C ends the search and shows what was found so far.

examples:
  inarow analyse connect-four/4433
  inarow analyse connect6/j10k11k9 --player 'pvs eval=windows' --seconds 5 --lines 3 --json
"""

from __future__ import annotations

import argparse
from typing import Any

from inarow._core import SearchError, SearchResult
from inarow.cli import arguments, terminal
from inarow.engine import score
from inarow.engine.catalog import player, usual_player
from inarow.engine.player import SearchPlayer
from inarow.game.notation import moves_text
from inarow.game.position import Position


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow analyse`."""
    parser.add_argument("position", type=arguments.position, metavar="POSITION")
    parser.add_argument(
        "--player", type=arguments.reader(player), help="who thinks (default: a good one for the game)"
    )
    parser.add_argument("--lines", type=int, default=3, help="how many best moves (default: 3)")
    arguments.add_limits(parser)
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the best moves, the best first."""
    position: Position = args.position
    thinker = args.player or player(usual_player(position.rules))
    if not isinstance(thinker, SearchPlayer):
        raise argparse.ArgumentTypeError(f"{thinker.name} does not search, so it has no scores to show")
    if position.is_over:
        raise ValueError(f"the game is over: {position.status}")
    if args.lines < 1:
        raise argparse.ArgumentTypeError(f"--lines is {args.lines}; it must be 1 or more")
    limits = arguments.limits(args)
    if not args.json:
        arguments.print_text(f"{terminal.board(position)}\n{position.status}; {thinker.name} thinks\n")
    excluded: list[tuple[int, ...]] = []
    for number in range(1, args.lines + 1):
        watch = Watch(position, is_shown=not args.json)
        try:
            result = thinker.think(position, limits, excluded=excluded, progress=watch)
        except SearchError:
            if not excluded:
                raise
            break  # there are no more turns than these
        except KeyboardInterrupt:
            terminal.progress("")
            if watch.latest is not None:
                _print(position, watch.latest, number, args.json)
            raise
        terminal.progress("")
        _print(position, result, number, args.json)
        excluded.append(result.turn)
    return 0


class Watch:
    """Follows a search: keeps what the last finished depth found, and shows it where somebody watches."""

    def __init__(self, position: Position, *, is_shown: bool) -> None:
        self._position = position
        self._is_shown = is_shown
        self.latest: SearchResult | None = None

    def __call__(self, result: SearchResult) -> None:
        """The search has finished one more depth."""
        self.latest = result
        if self._is_shown:
            terminal.progress(f"depth {result.depth}: {summary(self._position, result)}")


def _print(position: Position, result: SearchResult, number: int, is_json: bool) -> None:
    if is_json:
        arguments.print_json({"number": number, **fields(position, result)})
    else:
        arguments.print_text(f"{number}. {summary(position, result)}")


def summary(position: Position, result: SearchResult) -> str:
    """Score, main line, depth, nodes and speed of a search, in a line."""
    words = score.in_words(result.score, position.stones, result.is_proven)
    speed = f", {result.nodes / result.seconds / 1e6:.2f} M/s" if result.seconds > 0.001 else ""
    line = moves_text(position.rules, result.line)
    depth, nodes = score.counted(result.depth, "turn"), score.counted(result.nodes, "node")
    return f"{words:>18}  {line}  (depth {depth}, {nodes}{speed})"


def fields(position: Position, result: SearchResult) -> dict[str, Any]:
    """What a search found, as plain data."""
    rules = position.rules
    return {
        "move": [rules.move_name(cell) for cell in result.turn],
        "score": score.in_fields(result.score, position.stones, result.is_proven),
        "words": score.in_words(result.score, position.stones, result.is_proven),
        "line": [rules.move_name(cell) for cell in result.line],
        "depth_turns": result.depth,
        "nodes": result.nodes,
        "evaluations": result.evaluations,
        "cutoffs": result.cutoffs,
        "table_hits": result.table_hits,
        "table_bytes": result.table_bytes,
        "seconds": round(result.seconds, 6),
    }
