"""Figures as PNG and SVG, drawn by matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inarow.lab.kind import Figure, Series

FORMS = ("png", "svg")
SIZE_INCHES = (8.0, 5.0)
DOTS_PER_INCH = 120
# Okabe and Ito's colours, which colour-blind readers can tell apart too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442")
MARKERS = "osD^vPX*"


class PlotError(ImportError):
    """matplotlib is missing."""


def write_figure(figure: Figure, folder: Path) -> list[Path]:
    """Draw the figure into the folder, once a form; the files. PlotError if matplotlib is missing."""
    try:
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise PlotError("matplotlib is missing: pip install 'inarow[plot]' draws the plots too") from None
    canvas = Canvas(figsize=SIZE_INCHES, dpi=DOTS_PER_INCH, layout="constrained")
    axes = canvas.subplots()
    if figure.is_bars:
        _draw_bars(axes, figure)
    else:
        _draw_lines(axes, figure)
    axes.set_title(figure.title)
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.y_label)
    if figure.is_y_log:
        axes.set_yscale("log")
    axes.grid(visible=True, axis="y", alpha=0.3)
    if len(figure.series) > 1 or figure.series[0].name:
        axes.legend()
    files = [folder / f"{figure.name}.{form}" for form in FORMS]
    for file in files:
        canvas.savefig(file)
    return files


def _draw_lines(axes: Any, figure: Figure) -> None:
    line = "none" if figure.is_points else "solid"
    for number, series in enumerate(figure.series):
        axes.plot(series.x, series.y, label=series.name, **_style(number), linestyle=line, markersize=5)
    if figure.is_x_log:
        axes.set_xscale("log")


def _style(number: int) -> dict[str, str]:
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)]}


def _draw_bars(axes: Any, figure: Figure) -> None:
    """Bars beside each other over the words of the first series."""
    words = list(figure.series[0].x)
    width = 0.8 / len(figure.series)
    for number, series in enumerate(figure.series):
        places = [place - 0.4 + width * (number + 0.5) for place in range(len(words))]
        axes.bar(places, _heights(series, words), width, label=series.name, color=_style(number)["color"])
    axes.set_xticks(range(len(words)), words, rotation=30 if len(words) > 3 else 0, ha="right")


def _heights(series: Series, words: list[Any]) -> list[float]:
    by_word = dict(zip(series.x, series.y, strict=True))
    return [by_word.get(word, 0.0) for word in words]
