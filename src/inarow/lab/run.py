"""Runs an experiment into its folder: what is there already is not measured again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from inarow.game.record import header_line
from inarow.lab.experiment import Experiment
from inarow.lab.folder import Folder
from inarow.lab.kind import Report
from inarow.lab.machine import machine_in_words, this_run
from inarow.lab.plot import PlotError, write_figure
from inarow.lab.table import table_csv, table_json, table_text

Progress = Callable[[int, int, str], None]  # cases done, cases in all, what is measured now


@dataclass(frozen=True)
class Finished:
    """An experiment that was measured to its end: its report, and the files that were written."""

    report: Report
    files: tuple[Path, ...]
    problem: str = ""  # why there are no plots


def run(
    experiment: Experiment,
    path: Path,
    *,
    command: Sequence[str],
    progress: Progress = lambda done, total, key: None,
    plots: bool = True,
) -> Finished:
    """Measure what the folder does not hold yet, one case after the other, and write tables and plots."""
    cases = experiment.cases()
    with Folder.opened(path, experiment.to_dict(), this_run(command)) as folder:
        known = folder.rows()
        for done, case in enumerate(cases):
            if case.key not in known:
                progress(done, len(cases), case.key)
                known[case.key] = case.measure()
                folder.add(case.key, known[case.key])
        progress(len(cases), len(cases), "")
        report = experiment.report([known[case.key] for case in cases])
        files = _write_tables(folder, report)
        if not plots:
            return Finished(report, tuple(files))
        try:
            for figure in report.figures:
                files += write_figure(figure, folder.path)
        except PlotError as error:
            return Finished(report, tuple(files), str(error))
        return Finished(report, tuple(files))


def _write_tables(folder: Folder, report: Report) -> list[Path]:
    files = []
    for table in report.tables:
        files.append(folder.write(f"{table.name}.csv", table_csv(table)))
        files.append(folder.write(f"{table.name}.json", table_json(table)))
        files.append(folder.write(f"{table.name}.txt", f"{table_text(table)}\n\n{_origin(folder)}\n"))
    if report.games:
        files.append(folder.write("games.jsonl", "\n".join([header_line(), *report.games]) + "\n"))
    return files


def _origin(folder: Folder) -> str:
    """The commands and machines behind the figures."""
    lines = []
    for run_ in folder.about["runs"]:
        lines.append(f"$ {run_['command']}")
        lines.append(f"  {run_['began']}, {machine_in_words(run_['machine'])}")
    return "\n".join(lines)
