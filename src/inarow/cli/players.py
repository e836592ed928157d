"""List the players, or explain one with all its options.

A player is written as its name and its options, for example 'pvs eval=windows depth=6 threads=2'.
Your own player is file.py:name or module:name, an object or class with choose(position, limits). Players of other
worlds are process:COMMAND protocol=NAME, java:FILE.java, kaggle:submission.py and openspiel:mcts.

examples:
  inarow players
  inarow players ultimate
"""

from __future__ import annotations

import argparse
from typing import Any

from inarow._core import evaluators
from inarow.cli import arguments
from inarow.engine.catalog import CATALOG, CatalogError, Entry, entry, words


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow players`."""
    parser.add_argument("name", nargs="?", type=arguments.reader(_entry), help="a player's name")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print one player or all."""
    if args.json:
        arguments.print_json([_fields(found) for found in ([args.name] if args.name else CATALOG.values())])
    elif args.name:
        arguments.print_text(_explained(args.name))
    else:
        _print_all()
    return 0


def _entry(text: str) -> Entry:
    """The entry of a player; its options may be given too, and change nothing."""
    name = words(text)[0]
    if name in evaluators() and name not in CATALOG:
        raise CatalogError(
            f"{name} is an evaluator ({evaluators()[name]}): give it to a player as eval={name}"
        )
    return entry(name)


def _print_all() -> None:
    width = max(map(len, CATALOG))
    arguments.print_text("players:")
    for found in CATALOG.values():
        arguments.print_text(f"  {found.name:<{width}}  {found.about}")
    arguments.print_text("\nevaluators, for eval=:")
    for name, about in evaluators().items():
        arguments.print_text(f"  {name:<{width}}  {about}")
    arguments.print_text("\n'inarow players NAME' lists the options of one.")


def _explained(found: Entry) -> str:
    lines = [f"{found.name}: {found.about}"]
    if found.details:
        lines.append(found.details)
    if found.options:
        lines.append("\noptions:")
    for option in found.options:
        lines.append(f"  {option.name + '=':<12} {option.about} (default: {_in_words(option.default)})")
    return "\n".join(lines)


def _in_words(default: object) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "not set" if default is None else str(default)


def _fields(found: Entry) -> dict[str, Any]:
    return {
        "name": found.name,
        "about": found.about,
        "details": found.details,
        "options": [
            {"name": option.name, "default": option.default, "about": option.about}
            for option in found.options
        ],
    }
