"""Pictures of evaluations, drawn by matplotlib where it is installed."""

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

ENDINGS: Final = (".png", ".svg", ".pdf")
"""The endings of a picture's name; each is a kind of picture."""

_FONTS: Final = ("Calibri", "Carlito", "DejaVu Sans")
"""The first that is installed; matplotlib brings the last."""

_PANEL: Final = (4.4, 2.6)
"""Inches of one histogram at least; many or long numbers make it wider."""

_MOST_BESIDE: Final = 3


class PlotError(RuntimeError):
    """There is nothing to draw with."""


def check_installed() -> None:
    """Raise an error if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise PlotError(
            "expected matplotlib to draw with, found none; install it, in"
            ' xl-mastermind\'s folder, with: pip install ".[plot]"'
        )


def plot_evaluations(path: Path, evaluations: Sequence[Evaluation]) -> None:
    """
    Draw how many codes each strategy finds with 1, 2, ... guesses.

    There is a histogram for each evaluation, all of one game and to one scale. The
    picture's name ends in one of `ENDINGS`.
    """
    from matplotlib import font_manager, rc_context  # noqa: PLC0415, 1.5 s, an extra
    from matplotlib.figure import Figure  # noqa: PLC0415, as above
    from matplotlib.layout_engine import (  # noqa: PLC0415, as above
        ConstrainedLayoutEngine,
    )

    installed = {*font_manager.get_font_names()}
    beside = min(len(evaluations), _MOST_BESIDE)
    rows = math.ceil(len(evaluations) / beside)
    rules = evaluations[0].rules
    with rc_context(
        {
            "font.family": [font for font in _FONTS if font in installed],
            "svg.fonttype": "none",  # texts that can be searched and read aloud
            "svg.hashsalt": "xl-mastermind",  # the same bytes every time
        }
    ):
        figure = Figure(
            figsize=(_width(evaluations) * beside, _PANEL[1] * rows + 0.5),
            facecolor=WHITE,
            layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.16),
        )
        figure.suptitle(
            f"{rules}: {pluralize(rules.code_count, 'code')} by guesses needed",
            color=INK,
            fontsize=15,
            fontweight="bold",
        )
        panels = figure.subplots(rows, beside, sharex=True, sharey=True, squeeze=False)
        for panel, evaluation in zip(panels.flat, evaluations, strict=False):
            _draw(panel, evaluation)
        for panel in panels.flat[len(evaluations) :]:
            panel.set_axis_off()
        most = max(evaluation.max for evaluation in evaluations)
        panels.flat[0].set_xticks(range(1, most + 1))
        longest = max(max(evaluation.histogram) for evaluation in evaluations)
        panels.flat[0].set_ylim(0, 1.15 * longest)
        picture, kind = io.BytesIO(), path.suffix.lower().removeprefix(".")
        date = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
        metadata = {date: None} if date else {}
        figure.savefig(picture, format=kind, dpi=160, metadata=metadata)
    write_file(path, picture.getvalue())


def _width(evaluations: Sequence[Evaluation]) -> float:
    """Return the inches across which the numbers of any histogram have room."""
    return max(
        _PANEL[0],
        *(
            evaluation.max * (0.1 + 0.09 * len(f"{max(evaluation.histogram):,}"))
            for evaluation in evaluations
        ),
    )


def _draw(panel: "Axes", evaluation: Evaluation) -> None:
    """Draw one histogram: values as labels, no axis, the longest bar marked."""
    longest = max(evaluation.histogram)
    colours = [
        ACCENT if count == longest else SOFT_ACCENT for count in evaluation.histogram
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
