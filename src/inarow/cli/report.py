"""Look at a match or tournament, running or finished: its table, an HTML page, or its games in a file.

examples:
  inarow report spring.sqlite
  inarow report spring.sqlite --html spring.html
  inarow report spring.sqlite --export games.jsonl      # or .sgf, .txt, .parquet
"""

from __future__ import annotations

import argparse
from pathlib import Path

from inarow.arena.export import write_parquet
from inarow.arena.plan import Plan
from inarow.arena.report import report_html
from inarow.arena.store import Store
from inarow.arena.summary import Game
from inarow.cli import arguments, terminal
from inarow.cli.standings import print_standings
from inarow.game.files import write_games
from inarow.game.record import write_whole


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow report`."""
    parser.add_argument("store", type=Path, metavar="STORE.sqlite")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page that a browser shows")
    parser.add_argument(
        "--export", type=Path, metavar="FILE", help="write the games: .jsonl, .sgf, .txt or .parquet"
    )
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the standing, and write what was asked for."""
    store = Store.read(args.store)
    try:
        plan, games = Plan.from_dict(store.plan()), list(store.games())
    finally:
        store.close()
    print_standings(plan, games, args.json)
    if args.html:
        write_whole(args.html, report_html(plan, games))
        terminal.complain(f"report written to {args.html}")
    if args.export:
        _export(args.export, games)
        terminal.complain(f"{len(games)} games written to {args.export}")
    return 0


def _export(path: Path, games: list[Game]) -> None:
    if path.suffix == ".parquet":
        write_parquet(path, games)
    else:
        write_games(path, [record for _, record in games])
