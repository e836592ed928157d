"""Build a book of solved openings, or look at one.

A build that was stopped (Ctrl-C is safe) goes on where it stood when it is started again.

examples:
  inarow book build drop-7x6x4 --stones 8
  inarow book show drop-7x6x4-8.book
"""

from __future__ import annotations

import argparse
from dataclasses import fields as fields_of
from pathlib import Path
from time import perf_counter

from inarow._core import Rules
from inarow.cli import arguments, terminal
from inarow.engine.book import Book, Layer
from inarow.engine.book_building import build_book

LINE = "{:>6}" + "{:>12}" * 4


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow book`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="build | show")
    build = actions.add_parser("build", help="solve all openings of a game and save them")
    build.add_argument("game", type=arguments.game, metavar="GAME")
    build.add_argument("--stones", type=int, default=8, help="openings of up to so many stones (default: 8)")
    build.add_argument("--output", type=Path, help="the book (default: GAME-STONES.book)")
    build.add_argument("--memory", type=int, default=256, metavar="MIB", help="for tables (default: 256)")
    build.add_argument("--threads", type=int, default=1, help="solve so many openings at once (default: 1)")
    show = actions.add_parser("show", help="tell what is in a book")
    show.add_argument("book", type=Path, metavar="FILE")
    arguments.add_json(show)


def run(args: argparse.Namespace) -> int:
    """Build or show."""
    return _build(args) if args.action == "build" else _show(args)


def _build(args: argparse.Namespace) -> int:
    rules: Rules = args.game
    path = args.output or Path(f"{rules.spec}-{args.stones}.book")
    if args.threads < 1 or args.memory < args.threads:
        raise argparse.ArgumentTypeError("--threads must be 1 or more, --memory 1 MiB or more for each")
    start = perf_counter()
    first: list[int] = []

    def progress(solved: int, count: int) -> None:
        first.append(solved)
        seconds = perf_counter() - start
        rate = (solved - first[0]) / seconds if seconds > 0 else 0.0
        rest = f", about {(count - solved) / rate / 60:.0f} minutes left" if rate > 0 else ""
        terminal.progress(f"{solved:,} of {count:,} openings solved{rest}")

    book = build_book(rules, args.stones, path, memory=args.memory, threads=args.threads, progress=progress)
    terminal.progress("")
    arguments.print_text(f"{path}: {len(book):,} openings of up to {book.stones} stones")
    return 0


def _show(args: argparse.Namespace) -> int:
    book = Book.load(args.book)
    size, layers = args.book.stat().st_size, book.layers()
    if args.json:
        fields = {"rules": book.rules.spec, "openings": len(book), "bytes": size}
        arguments.print_json({**fields, "layers": [vars(layer) for layer in layers]})
        return 0
    arguments.print_text(
        f"{book.rules.spec}: {len(book):,} openings of up to {book.stones} stones, {size:,} bytes"
    )
    arguments.print_text(LINE.format(*(field.name for field in fields_of(Layer))))
    for layer in layers:
        arguments.print_text(LINE.format(*(f"{count:,}" for count in vars(layer).values())))
    arguments.print_text("for the side to move; mirror images once among the openings, both in what follows")
    return 0
