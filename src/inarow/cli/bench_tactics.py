"""The part of `inarow bench` that measures the champion's tactics and solves small games."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from inarow.cli import arguments, terminal


def configure(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `forced`, `blocks`, `games` and `values`."""
    forced = actions.add_parser("forced", help="find forced wins of Connect6, replayed against every block")
    forced.add_argument("--positions", type=Path, required=True, metavar="FILE")
    forced.add_argument(
        "--nodes", type=int, default=100_000, help="to look for each at most (default: 100000)"
    )
    forced.add_argument("--no-replay", action="store_true", help="only look for them")

    block = actions.add_parser("blocks", help="let the champion answer threats of Connect6")
    source = block.add_mutually_exclusive_group(required=True)
    source.add_argument("--positions", type=Path, metavar="FILE")
    source.add_argument(
        "--generate", type=int, metavar="N", help="so many pairs of fours anywhere on the board"
    )
    block.add_argument("--seed", type=int, default=1, help="of the generated ones (default: 1)")
    block.add_argument("--nodes", type=int, default=300, help="of each search (default: 300)")

    games = actions.add_parser("games", help="replay recorded games of Connect6 to their winners")
    games.add_argument("--games", type=Path, required=True, metavar="FILE")

    values = actions.add_parser("values", help="solve small games without gravity and compare")
    values.add_argument("--nodes", type=int, help="for each game at most (default: as many as it takes)")
    for action in (forced, block, games, values):
        arguments.add_json(action)


def run(args: argparse.Namespace) -> int:
    """Measure what was asked for."""
    actions = {"forced": _forced, "blocks": _blocks, "games": _games, "values": _values}
    return actions[args.action](args)


def _progress() -> Callable[[int, int], object]:
    return lambda done, count: terminal.progress(f"{done} of {count}")


def _print(args: argparse.Namespace, result: object, text: str) -> None:
    terminal.progress("")
    if args.json:
        arguments.print_json(result)
    else:
        arguments.print_text(text)


def _forced(args: argparse.Namespace) -> int:
    from inarow.engine.tactics_bench import measure_forced_wins, read_problems

    positions = [problem.position for problem in read_problems(args.positions)]
    result = measure_forced_wins(positions, nodes=args.nodes, replay=not args.no_replay, progress=_progress())
    _print(
        args,
        asdict(result),
        f"{result.found} of {result.positions} forced wins found, {result.refuted} refuted by a block; "
        f"{result.nodes:,} nodes, at most {result.max_nodes:,} and {result.max_ms:.1f} ms in one",
    )
    return 1 if result.refuted or result.found < result.positions else 0


def _blocks(args: argparse.Namespace) -> int:
    from inarow.engine.tactics_bench import (
        measure_blocks,
        measure_two_fours,
        needs_other_blocks,
        read_problems,
    )

    disagreed = 0
    if args.positions:
        problems = read_problems(args.positions)
        disagreed = sum(map(needs_other_blocks, problems))
        positions = [problem.position for problem in problems]
        result = measure_blocks(positions, nodes=args.nodes, progress=_progress())
    else:
        result = measure_two_fours(args.generate, seed=args.seed, nodes=args.nodes, progress=_progress())
    _print(
        args,
        {**asdict(result), "disagreed": disagreed},
        f"{result.stopped} of {result.stoppable} stopped, {result.known_hopeless} of {result.hopeless} that no "
        f"turn stops recognised; {disagreed} counted otherwise by the file; at most {result.max_ms:.1f} ms in one",
    )
    return 1 if result.wrong or disagreed else 0


def _games(args: argparse.Namespace) -> int:
    from inarow.engine.tactics_bench import replay_games

    result = replay_games(args.games, progress=_progress())
    wrong = "" if result.first_wrong is None else f"; the first other one is {result.first_wrong}"
    _print(
        args, asdict(result), f"{result.agreed} of {result.games} games end with their stated winner{wrong}"
    )
    return 1 if result.agreed < result.games else 0


def _values(args: argparse.Namespace) -> int:
    from inarow.engine.small_values import small_values

    values = small_values(nodes=args.nodes, progress=_progress())
    wrong = [value for value in values if value.found not in (None, value.known)]
    solved = sum(value.found is not None for value in values)
    rows = [
        {"game": value.rules.name, "known": value.known, "found": value.found, "nodes": value.nodes}
        for value in values
    ]
    lines = [f"{row['game']:24} {row['found'] or 'unsolved':8} {row['nodes']:>12,} nodes" for row in rows]
    lines.append(f"{solved} of {len(values)} solved, {len(wrong)} other than known")
    _print(args, rows, "\n".join(lines))
    return 1 if wrong else 0
