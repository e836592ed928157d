"""Learning curves as pictures, drawn by matplotlib where it is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.learn.tuning import Tuning

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
SIZE_INCHES = (10.0, 4.5)


class CurveError(ImportError):
    """matplotlib is missing."""


Series = tuple[str, Sequence[float], Sequence[float]]  # a name, x and y


def draw(
    path: Path, panels: Sequence[tuple[str, str, str, Sequence[Series]]], *, log_x: bool = False
) -> None:
    """Write a picture with panels side by side, each of a title, the names of its axes, and its series."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CurveError("matplotlib is missing: pip install 'inarow[plot]' draws the curves too") from None
    figure = Figure(figsize=SIZE_INCHES, dpi=110, layout="constrained")
    for axes, (title, x_name, y_name, series) in zip(
        figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True
    ):
        for number, (name, x, y) in enumerate(series):
            axes.plot(x, y, label=name, color=COLOURS[number % len(COLOURS)], marker="o", markersize=3)
        axes.set(title=title, xlabel=x_name, ylabel=y_name)
        if log_x and number:
            axes.set_xscale("log" if min(series[0][1]) > 1 else "linear")
        axes.grid(visible=True, alpha=0.3)
        axes.legend()
    figure.savefig(path)


def draw_tuning(tuning: Tuning, path: Path) -> None:
    """How the loss falls with more positions, and how often what was predicted came true."""
    counts = [float(point[0]) for point in tuning.curve]
    hand = tuning.losses["hand"]
    learning: list[Series] = [
        ("on the games learned from", counts, [point[1] for point in tuning.curve]),
        ("on held-out games", counts, [point[2] for point in tuning.curve]),
        ("set by hand, held-out games", counts, [hand] * len(counts)),
    ]
    predicted = [point[0] for point in tuning.calibration]
    truth: list[Series] = [
        ("observed", predicted, [point[1] for point in tuning.calibration]),
        ("perfect", [0.0, 1.0], [0.0, 1.0]),
    ]
    draw(
        path,
        [
            ("Learning", "positions", "log-loss", learning),
            ("Calibration on held-out games", "predicted", "came true", truth),
        ],
        log_x=True,
    )


def draw_training(history: Sequence[Mapping[str, Any]], path: Path) -> None:
    """How the losses fall, epoch after epoch, and what the matches between generations said."""
    epochs = [point for point in history if point["kind"] == "epoch"]
    gates = [point for point in history if point["kind"] == "gate"]
    x = [float(number) for number in range(1, len(epochs) + 1)]
    panels: list[tuple[str, str, str, Sequence[Series]]] = [
        (title, "epoch", "loss", [
            ("on the games learned from", x, [point[name] for point in epochs]),
            ("on held-out games", x, [point[f"held-out {name}"] for point in epochs]),
        ])
        for name, title in (("value", "Value"), ("policy", "Policy"))
    ]  # fmt: skip
    if gates:
        generations = [float(point["generation"]) for point in gates]
        scores: list[Series] = [("against the best before", generations, [point["score"] for point in gates])]
        panels.append(("Matches", "generation", "score of the candidate", scores))
    draw(path, panels)
