"""Learning curves as pictures, drawn by matplotlib where it is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inarow.learn.tuning import Tuning

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
GREY = "#777777"
SIZE_INCHES = (10.0, 4.5)
SURE = 1.96  # standard errors: 95%


class CurveError(ImportError):
    """matplotlib is missing."""


@dataclass(frozen=True)
class Series:
    """A line of points; `errors` draws bars and no line, `is_reference` something to compare with."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    errors: Sequence[float] = ()
    is_reference: bool = False


@dataclass(frozen=True)
class Panel:
    """One of the drawings beside each other. `ticks` are the only numbers on its x axis, `borders` upright lines."""

    title: str
    x_name: str
    y_name: str
    series: Sequence[Series]
    ticks: Sequence[float] = ()
    borders: Sequence[float] = ()
    log_x: bool = False


def draw(path: Path, panels: Sequence[Panel]) -> None:
    """Write a picture with the panels side by side."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CurveError("matplotlib is missing: pip install 'inarow[plot]' draws the curves too") from None
    figure = Figure(figsize=SIZE_INCHES, dpi=110, layout="constrained")
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        _draw_panel(axes, panel)
    figure.savefig(path)


def _draw_panel(axes: Any, panel: Panel) -> None:
    colours = iter(COLOURS)
    for series in panel.series:
        if series.is_reference:
            axes.plot(series.x, series.y, label=series.name, color=GREY, linestyle="--", linewidth=1)
        elif series.errors:
            style = {"fmt": "o", "capsize": 4, "markersize": 5}
            axes.errorbar(series.x, series.y, series.errors, label=series.name, color=next(colours), **style)
        else:
            style = {"marker": "o", "markersize": 3}
            axes.plot(series.x, series.y, label=series.name, color=next(colours), **style)
    axes.set(title=panel.title, xlabel=panel.x_name, ylabel=panel.y_name)
    if panel.log_x:
        axes.set_xscale("log")
    if panel.ticks:
        axes.set_xticks(panel.ticks, [f"{tick:,.0f}" for tick in panel.ticks])
        axes.minorticks_off()
    elif all(x.is_integer() for series in panel.series for x in series.x):
        axes.locator_params(axis="x", integer=True)
    for border in panel.borders:
        axes.axvline(border, color=GREY, linewidth=0.8, linestyle=":")
    axes.grid(visible=True, axis="y", alpha=0.3)
    axes.legend(fontsize="small")


def draw_tuning(tuning: Tuning, path: Path) -> None:
    """How the loss falls with more positions, and how often what was predicted came true."""
    counts = [float(point[0]) for point in tuning.curve]
    hand = tuning.losses["hand"]
    predicted = [point[0] for point in tuning.calibration]
    learning = [
        Series("tuned, games learned from", counts, [point[1] for point in tuning.curve]),
        Series("tuned, held-out games", counts, [point[2] for point in tuning.curve]),
        Series("set by hand, held-out games", counts, [hand] * len(counts), is_reference=True),
    ]
    truth = [
        Series("observed", predicted, [point[1] for point in tuning.calibration]),
        Series("perfect", [0.0, 1.0], [0.0, 1.0], is_reference=True),
    ]
    several = sorted(set(counts))
    draw(
        path,
        [
            Panel("Learning", "positions", "log-loss", learning, several, log_x=len(several) > 1),
            Panel("Calibration on held-out games", "predicted", "came true", truth),
        ],
    )


def draw_training(history: Sequence[Mapping[str, Any]], path: Path) -> None:
    """How the losses fall, epoch after epoch, and what the matches between generations said."""
    epochs = [point for point in history if point["kind"] == "epoch"]
    gates = [point for point in history if point["kind"] == "gate"]
    x = [float(number) for number in range(1, len(epochs) + 1)]
    borders = [
        index + 0.5 for index in range(1, len(epochs))
        if epochs[index]["generation"] != epochs[index - 1]["generation"]
    ]  # fmt: skip
    panels = [
        Panel(title, "epoch, generations side by side", "loss", [
            Series("games learned from", x, [point[name] for point in epochs]),
            Series("held-out games", x, [point[f"held-out {name}"] for point in epochs]),
        ], borders=borders)
        for name, title in (("value", "Value"), ("policy", "Policy"))
    ]  # fmt: skip
    if gates:
        panels.append(_matches(gates))
    draw(path, panels)


def _matches(gates: Sequence[Mapping[str, Any]]) -> Panel:
    """The score of each candidate against the best before, with its error, and whether it won."""
    series = []
    for name, accepted in (("won the SPRT", True), ("did not", False)):
        chosen = [point for point in gates if bool(point["accepted"]) == accepted]
        errors = [SURE * point["error"] for point in chosen]
        if chosen:
            x = [float(point["generation"]) for point in chosen]
            series.append(Series(name, x, [point["score"] for point in chosen], errors))
    generations = [float(point["generation"]) for point in gates]
    ends = [generations[0] - 0.5, generations[-1] + 0.5]
    series.append(Series("equal", ends, [0.5, 0.5], is_reference=True))
    return Panel("Matches against the best before", "generation", "score (95%)", series, generations)
