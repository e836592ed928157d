"""Run an experiment: its tables and plots go into a folder, with the command and the machine.

What was measured is kept row by row: interrupt the experiment and give the same command again to go on.
Without a name the experiments that come with the package are listed; one of your own is a TOML file.

examples:
  inarow lab
  inarow lab ladder --out results/ladder
  inarow lab behaviour --set 'players=["open-lines depth=4", "tokens depth=4"]' --out results/mine
  inarow lab ladder --text > mine.toml
  inarow lab mine.toml --out results/mine
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from inarow.cli import arguments, terminal
from inarow.lab.experiment import Experiment, experiment, shipped, text_of
from inarow.lab.folder import kept
from inarow.lab.run import Finished
from inarow.lab.run import run as run_experiment
from inarow.lab.settings import parsed_value
from inarow.lab.table import table_data, table_text

BAR = 24  # characters


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of `inarow lab`."""
    parser.add_argument("experiment", nargs="?", metavar="NAME|FILE.toml", help="left out: list them")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: lab-NAME)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        type=arguments.reader(_change),
        metavar="KEY=VALUE",
        dest="changes",
        help="change a setting of the experiment; the value as in TOML, or a bare text",
    )
    parser.add_argument("--text", action="store_true", help="print the experiment's TOML and do nothing else")
    parser.add_argument("--no-plots", action="store_true", help="only measure, and write the tables")
    arguments.add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the experiment, or list them all."""
    if args.experiment is None:
        return _list(args.json)
    if args.text:
        sys.stdout.write(text_of(args.experiment))
        return 0
    chosen = experiment(args.experiment, dict(args.changes))
    path = args.out or Path(f"lab-{chosen.name}")
    bar = ProgressBar(path)
    try:
        finished = run_experiment(
            chosen,
            path,
            command=["inarow", *sys.argv[1:]],
            progress=bar.show,
            plots=not args.no_plots,
        )
    except KeyboardInterrupt:
        bar.interrupted()
        raise
    finally:
        terminal.progress("")
    _print(chosen, path, finished, args.json)
    return 0


class ProgressBar:
    """How far an experiment is, on standard error."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._total = 0

    def show(self, done: int, total: int, what: str) -> None:
        """So many cases are done, and this is the next."""
        self._total = total
        filled = BAR * done // total
        terminal.progress(f"[{'#' * filled}{'.' * (BAR - filled)}] {done} of {total}  {what}")

    def interrupted(self) -> None:
        """Say that nothing is lost."""
        terminal.progress("")
        if self._total:
            terminal.complain(
                f"{kept(self._path)} of {self._total} measurements are kept in {self._path}; "
                "the same command goes on from there"
            )


def _change(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise ValueError(f"'{text}' is no setting: expected KEY=VALUE, for example repeats=1")
    return key.strip(), parsed_value(value.strip())


def _list(is_json: bool) -> int:
    found = [experiment(name) for name in shipped()]
    if is_json:
        arguments.print_json([{**one.to_dict(), "about": one.about} for one in found])
        return 0
    width = max(len(one.name) for one in found)
    for one in found:
        arguments.print_text(f"{one.name:<{width}}  {one.about}")
    arguments.print_text(
        "\n'inarow lab NAME --out DIR' runs one; 'inarow lab NAME --text' prints its settings."
    )
    return 0


def _print(chosen: Experiment, path: Path, finished: Finished, is_json: bool) -> None:
    if is_json:
        arguments.print_json(
            {
                "experiment": chosen.name,
                "folder": str(path),
                "tables": [table_data(table) for table in finished.report.tables],
                "files": [str(file) for file in finished.files],
            }
        )
    else:
        arguments.print_text("\n\n".join(table_text(table) for table in finished.report.tables))
    if finished.problem:
        terminal.complain(f"no plots: {finished.problem}")
    terminal.complain(f"written to {path}: {', '.join(file.name for file in finished.files)}")
