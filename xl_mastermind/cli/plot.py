"""Plot evaluations, partitions and rankings with matplotlib, an optional dependency."""

import io
import math
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from xl_mastermind.files import write_file
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.messages import pluralize
from xl_mastermind.solve.analysis import Partition, Ranking
from xl_mastermind.solve.evaluation import Evaluation
from xl_mastermind.solve.strategies import parse_strategy, strategy_label
from xl_mastermind.tables import cell_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLOT_ENDINGS: Final = (".png", ".svg", ".pdf")
_FONTS: Final = ("Calibri", "Carlito", "DejaVu Sans")
"""Fonts in order of preference; matplotlib contains the last one."""

_PANEL_INCHES: Final = (4.4, 2.6)
"""Minimum width and height of a histogram."""

_MAX_COLUMNS: Final = 3

_MAX_RANKED: Final = 20

_FIGURES: Final = {
    "Largest": ("largest_part", "Codes of the largest part"),
    "Parts": ("part_count", "Number of parts"),
    "Average": ("expected_size", "Codes left on average"),
    "Bits": ("entropy", "Information in bits"),
    "Guesses": ("average_guesses", "Guesses needed on average"),
}
"""A field of `RankedGuess` and its title, by the heading of the strategies."""


class PlotError(RuntimeError):
    """matplotlib is not installed."""


def check_matplotlib() -> None:
    """Raise an error if matplotlib is not installed."""
    if find_spec("matplotlib") is None:
        raise PlotError(
            "a plot needs matplotlib; in xl-mastermind's folder, run:"
            ' pip install ".[plot]"'
        )


class _Chart(NamedTuple):
    """A bar chart of numbers by label; bars of the value `marked` stand out."""

    title: str
    note: str
    labels: Sequence[str]
    values: Sequence[float]
    marked: float


def plot_evaluations(path: Path, evaluations: Sequence[Evaluation]) -> None:
    """Plot a histogram of the guesses for each evaluation, all to one scale."""
    rules = evaluations[0].rules
    max_guesses = max(evaluation.max for evaluation in evaluations)
    labels = [str(guesses) for guesses in range(1, max_guesses + 1)]
    charts = []
    for evaluation in evaluations:
        first = cell_text(evaluation.first or "any", rules)
        title = f"{strategy_label(evaluation.strategy)} {evaluation.order}".rstrip()
        average = f"average {evaluation.average:.4f}"
        note = f"first {first} · {average} · at most {evaluation.max}"
        counts = evaluation.histogram
        charts.append(_Chart(title, note, labels, counts, max(counts)))
    codes = pluralize(rules.code_count, "code")
    _plot_charts(path, f"{rules}: {codes} by guesses needed", charts)


def plot_partition(path: Path, partition: Partition) -> None:
    """Plot the part sizes of a guess by answer."""
    table = partition.table()
    game, _, note = table.title.partition("; ")
    labels = [feedback for feedback, _ in table.texts()]
    sizes = [size for size in partition.sizes.values() if size]
    chart = _Chart("Codes by answer", note, labels, sizes, max(sizes))
    _plot_charts(path, game, [chart])


def plot_ranking(path: Path, ranking: Ranking) -> None:
    """Plot the figure by which a strategy ranks its best guesses."""
    game, _, note = ranking.table().title.partition(", ")
    best = ranking[:_MAX_RANKED]
    heading = parse_strategy(ranking.strategy).heading or "Average"
    if all(ranked.average_guesses for ranked in best):
        heading = "Guesses"
    name, chart_title = _FIGURES[heading]
    labels = [ranking.rules.format_code(ranked.guess) for ranked in best]
    values = [getattr(ranked, name) for ranked in best]
    _plot_charts(path, game, [_Chart(chart_title, note, labels, values, values[0])])


def _plot_charts(path: Path, title: str, charts: Sequence[_Chart]) -> None:
    """Plot bar charts side by side, all to one scale."""
    from matplotlib import font_manager, rc_context  # noqa: PLC0415, 1.5 s, an extra
    from matplotlib.figure import Figure  # noqa: PLC0415, as above
    from matplotlib.layout_engine import ConstrainedLayoutEngine  # noqa: PLC0415, as above

    installed = {*font_manager.get_font_names()}
    columns = min(len(charts), _MAX_COLUMNS)
    rows = math.ceil(len(charts) / columns)
    with rc_context(
        {
            "font.family": [font for font in _FONTS if font in installed],
            "svg.fonttype": "none",  # searchable text
            "svg.hashsalt": "xl-mastermind",  # equal files for equal input
        }
    ):
        width = max(map(_panel_width, charts)) * columns
        figure = Figure(
            figsize=(width, _PANEL_INCHES[1] * rows + 0.5),
            facecolor=palette.WHITE,
            layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.16),
        )
        figure.suptitle(title, color=palette.INK, fontsize=15, fontweight="bold")
        panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        for panel, chart in zip(panels.flat, charts, strict=False):
            _draw_chart(panel, chart)
        for panel in panels.flat[len(charts) :]:
            panel.set_axis_off()
        max_value = max(max(chart.values) for chart in charts)
        panels.flat[0].set_ylim(0, 1.15 * max_value)
        picture, picture_format = io.BytesIO(), path.suffix.lower().removeprefix(".")
        date = {"svg": "Date", "pdf": "CreationDate"}.get(picture_format)
        metadata = {date: None} if date else {}
        # matplotlib warns of emoji that its fonts lack.
        with warnings.catch_warnings(action="ignore"):
            figure.savefig(picture, format=picture_format, dpi=160, metadata=metadata)
    write_file(path, picture.getvalue())


def _panel_width(chart: _Chart) -> float:
    """Return the width in inches that fits the labels and numbers of a chart."""
    characters = max(map(len, [*chart.labels, *map(_number_text, chart.values)]))
    return max(_PANEL_INCHES[0], len(chart.labels) * (0.1 + 0.09 * characters))


def _number_text(number: float) -> str:
    text = f"{number:,}" if isinstance(number, int) else f"{number:.2f}"
    return text if number else ""


def _draw_chart(panel: "Axes", chart: _Chart) -> None:
    marked, other = palette.ACCENT, palette.SOFT_ACCENT
    colours = [marked if n == chart.marked else other for n in chart.values]
    bars = panel.bar(range(len(chart.values)), chart.values, color=colours, width=0.72)
    texts = [*map(_number_text, chart.values)]
    panel.bar_label(bars, texts, padding=2, color=palette.INK, fontsize=10)
    panel.set_xticks(range(len(chart.labels)), chart.labels)
    panel.set_title(
        chart.title, loc="left", color=palette.INK, fontweight="bold", pad=20
    )
    note_format: Any = {"transform": panel.transAxes, "verticalalignment": "bottom"}
    panel.text(0, 1.02, chart.note, color=palette.MUTED_INK, fontsize=10, **note_format)
    panel.spines[["left", "right", "top"]].set_visible(False)
    panel.spines["bottom"].set_color(palette.LINE_COLOUR)
    panel.tick_params(left=False, labelleft=False, bottom=False, labelbottom=True)
    panel.tick_params(colors=palette.MUTED_INK)
