"""Plot evaluations with matplotlib, an optional dependency."""

import io
import math
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from xl_mastermind.files import write_file
from xl_mastermind.solve.evaluation import Evaluation
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.spreadsheet.messages import pluralize
from xl_mastermind.spreadsheet.palette import (
    ACCENT,
    INK,
    LINE_COLOUR,
    MUTED_INK,
    SOFT_ACCENT,
    WHITE,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLOT_ENDINGS: Final = (".png", ".svg", ".pdf")
"""File name endings of the picture formats."""

_FONTS: Final = ("Calibri", "Carlito", "DejaVu Sans")
"""Fonts in order of preference; matplotlib contains the last one."""

_PANEL_INCHES: Final = (4.4, 2.6)
"""Minimum width and height of a histogram."""

_MAX_COLUMNS: Final = 3


class PlotError(RuntimeError):
    """matplotlib is not installed."""


def check_matplotlib() -> None:
    """Raise an error if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise PlotError(
            "a plot needs matplotlib; in xl-mastermind's folder, run:"
            ' pip install ".[plot]"'
        )


def plot_evaluations(path: Path, evaluations: Sequence[Evaluation]) -> None:
    """Plot a histogram of the guesses for each evaluation, all to one scale."""
    from matplotlib import font_manager, rc_context  # noqa: PLC0415, 1.5 s, an extra
    from matplotlib.figure import Figure  # noqa: PLC0415, as above
    from matplotlib.layout_engine import (  # noqa: PLC0415, as above
        ConstrainedLayoutEngine,
    )

    installed = {*font_manager.get_font_names()}
    columns = min(len(evaluations), _MAX_COLUMNS)
    rows = math.ceil(len(evaluations) / columns)
    rules = evaluations[0].rules
    with rc_context(
        {
            "font.family": [font for font in _FONTS if font in installed],
            "svg.fonttype": "none",  # searchable text
            "svg.hashsalt": "xl-mastermind",  # equal files for equal input
        }
    ):
        figure = Figure(
            figsize=(
                _panel_width(evaluations) * columns,
                _PANEL_INCHES[1] * rows + 0.5,
            ),
            facecolor=WHITE,
            layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.16),
        )
        figure.suptitle(
            f"{rules}: {pluralize(rules.code_count, 'code')} by guesses needed",
            color=INK,
            fontsize=15,
            fontweight="bold",
        )
        panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for panel, evaluation in zip(panels.flat, evaluations, strict=False):
            _draw_histogram(panel, evaluation)
        for panel in panels.flat[len(evaluations) :]:
            panel.set_axis_off()
        most = max(evaluation.max for evaluation in evaluations)
        panels.flat[0].set_xticks(range(1, most + 1))
        max_count = max(max(evaluation.histogram) for evaluation in evaluations)
        panels.flat[0].set_ylim(0, 1.15 * max_count)
        picture, picture_format = io.BytesIO(), path.suffix.lower().removeprefix(".")
        date = {"svg": "Date", "pdf": "CreationDate"}.get(picture_format)
        metadata = {date: None} if date else {}
        figure.savefig(picture, format=picture_format, dpi=160, metadata=metadata)
    write_file(path, picture.getvalue())


def _panel_width(evaluations: Sequence[Evaluation]) -> float:
    """Return the width in inches that fits the numbers of all histograms."""
    return max(
        _PANEL_INCHES[0],
        *(
            evaluation.max * (0.1 + 0.09 * len(f"{max(evaluation.histogram):,}"))
            for evaluation in evaluations
        ),
    )


def _draw_histogram(panel: "Axes", evaluation: Evaluation) -> None:
    """Draw a histogram with values as labels and the longest bar marked."""
    max_count = max(evaluation.histogram)
    colours = [
        ACCENT if count == max_count else SOFT_ACCENT for count in evaluation.histogram
    ]
    bars = panel.bar(
        range(1, evaluation.max + 1), evaluation.histogram, color=colours, width=0.72
    )
    labels = [f"{count:,}" if count else "" for count in evaluation.histogram]
    panel.bar_label(bars, labels, padding=2, color=INK, fontsize=10)
    code = evaluation.first
    first = evaluation.rules.format_code(code) if code else "any"
    title = f"{strategy_label(evaluation.strategy)} {evaluation.order}".rstrip()
    panel.set_title(title, loc="left", color=INK, fontweight="bold", pad=20)
    panel.text(
        *(0, 1.02),
        f"first {first} · average {evaluation.average:.4f} · at most {evaluation.max}",
        transform=panel.transAxes,
        verticalalignment="bottom",
        color=MUTED_INK,
        fontsize=10,
    )
    panel.spines[["left", "right", "top"]].set_visible(False)
    panel.spines["bottom"].set_color(LINE_COLOUR)
    panel.tick_params(left=False, labelleft=False, bottom=False, labelbottom=True)
    panel.tick_params(colors=MUTED_INK)
