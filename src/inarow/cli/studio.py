"""Play, watch, analyse and learn in a browser.

The studio runs on this machine and is for this machine: with --host it can be reached by others, who need
the token in the address that it prints. Ctrl-C ends it; games are kept in the browser, and those that were
saved in the store.

examples:
  inarow studio
  inarow studio --watch spring.sqlite            # a tournament, running or finished
  inarow studio --host 0.0.0.0 --port 8000       # for other machines, with a token
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from inarow.cli import arguments, terminal


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow studio`."""
    parser.add_argument(
        "--port", type=int, help="where to listen (default: 8420, or a free one; 0: a free one)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (default: this machine)"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--store", type=Path, metavar="FILE", help="where saved games are kept (SQLite)")
    parser.add_argument(
        "--watch", type=Path, nargs="+", default=[], metavar="STORE.sqlite", help="tournaments to show"
    )
    parser.add_argument("--workers", type=int, help="processes that think (default: one a processor)")
    parser.add_argument(
        "--memory", type=int, default=512, metavar="MIB", help="most memory of each of them (default: 512)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    try:
        from inarow.studio import server
    except ImportError as error:
        raise ImportError(f"the studio needs {error.name}: pip install 'inarow[studio]'") from error
    from inarow.studio.guard import new_token
    from inarow.studio.settings import LOOPBACK_NAMES, Settings, usual_store, usual_workers

    try:
        settings = Settings(
            host=args.host,
            port=server.usual_port(args.host) if args.port is None else args.port,
            token=None if args.host in LOOPBACK_NAMES else new_token(),
            store=args.store or usual_store(),
            watched=tuple(args.watch),
            workers=usual_workers() if args.workers is None else args.workers,
            memory=args.memory,
        )
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    server.serve(settings, _say, opens_browser=not args.no_browser)
    terminal.complain("studio closed")
    return 0


def _say(text: str) -> None:
    arguments.print_text(text)
    sys.stdout.flush()
    terminal.complain("Ctrl-C ends it")
