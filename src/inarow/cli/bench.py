"""Measure the solver and the champion on files of positions and games. Exit code 1 if anything is wrong.

`solve`: each line of the file is 'MOVES SCORE': columns as digits, from 1 or, with --columns-from, from 0. Every
position is solved with an empty table and no book. `forced` and `blocks`: positions of Connect6 as JSON lines with
the fields black and white, letter pairs such as JJKK. `games`: CSV with the columns moves (j10,k11,...) and winner.
`values`: who wins Connect(m,n,k,p,q) on boards up to 6x6, against the known values.

examples:
  inarow bench solve --positions Test_L3_R1.txt --game connect-four
  inarow bench forced --positions forced_wins.jsonl
  inarow bench blocks --generate 10000
  inarow bench games --games games.csv.gz
  inarow bench values --nodes 100000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from inarow.cli import arguments, terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow bench`."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="{solve,forced,blocks,games,values}"
    )
    solve = actions.add_parser("solve", help="solve positions and compare with their scores")
    solve.add_argument("--positions", type=Path, required=True, metavar="FILE", action="append")
    solve.add_argument("--game", type=arguments.game, required=True)
    solve.add_argument("--columns-from", type=int, default=1, choices=(0, 1), help="the first column's digit")
    solve.add_argument("--count", type=int, help="only the first so many positions of each file")
    solve.add_argument("--memory", type=int, default=64, metavar="MIB", help="for the table (default: 64)")
    solve.add_argument("--threads", type=int, default=1)
    solve.add_argument("--weak", action="store_true", help="only won, drawn or lost")

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
    for action in (solve, forced, block, games, values):
        arguments.add_json(action)


def run(args: argparse.Namespace) -> int:
    """Measure what was asked for."""
    actions = {"solve": _solve, "forced": _forced, "blocks": _blocks, "games": _games, "values": _values}
    return actions[args.action](args)


def _progress() -> Callable[[int, int], object]:
    return lambda done, count: terminal.progress(f"{done} of {count}")


def _print(args: argparse.Namespace, result: object, text: str) -> None:
    terminal.progress("")
    if args.json:
        arguments.print_json(result)
    else:
        arguments.print_text(text)


def _solve(args: argparse.Namespace) -> int:
    from inarow.engine.solver_bench import measure, read_positions

    wrong = 0
    for path in args.positions:
        questions = read_positions(path, args.game, args.columns_from)[: args.count]
        result = measure(
            args.game,
            questions,
            memory=args.memory,
            threads=args.threads,
            weak=args.weak,
            progress=_progress(),
        )
        wrong += result.wrong
        _print(
            args,
            {"file": path.name, **asdict(result)},
            f"{path.name}: {result.positions} positions, {result.wrong} wrong; ms mean {result.mean_ms:.3f}, "
            f"median {result.median_ms:.3f}, max {result.max_ms:.1f}; nodes mean {result.mean_nodes:,.0f}, "
            f"max {result.max_nodes:,}; {result.nodes_a_second / 1e6:.2f} M nodes/s",
        )
    return 1 if wrong else 0


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
