"""Tables of results: as texts, for notebooks and web pages, as CSV."""

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import repeat
from typing import Any, Final, NamedTuple, TypeAlias

from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.game.rules import Code, Feedback, Rules, feedback_in_words

Cell: TypeAlias = Code | Feedback | str | float | bool | None
"""A value of a table; codes and feedback are printed in the game's symbols."""

_MAX_ROWS: Final = 20
"""Rows of a table in a `repr` and in a notebook."""

_TILE_STYLE: Final = (
    "display:inline-block; min-width:1.4em; margin-right:2px; border-radius:4px;"
    " text-align:center; font-weight:bold; background:{}; color:{}"
)


class Table(NamedTuple):
    """Rows of cells; columns of numbers are right-aligned."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    rules: Rules | None = None  # the game whose symbols codes are written in
    right_headings: Collection[str] = ()  # columns of texts to align on the right

    @property
    def alignments(self) -> list[str]:
        """The alignment of each column, `left` or `right`; none without rows."""
        sides = []
        for heading, *cells in zip(self.headings, *self.rows, strict=True):
            are_numbers = all(c is None or type(c) in (int, float) for c in cells)
            is_right = heading in self.right_headings or are_numbers
            sides.append("right" if is_right else "left")
        return sides if self.rows else []

    def texts(self) -> list[list[str]]:
        """Return the rows as texts."""
        return [[cell_text(cell, self.rules) for cell in row] for row in self.rows]

    def __str__(self) -> str:
        """Return the first rows as text, below the title."""
        texts = self._replace(rows=self.rows[:_MAX_ROWS]).texts()
        columns = []
        sides = self.alignments
        for side, *cells in zip(sides, self.headings, *texts, strict=False):
            width = max(map(len, cells))
            align = str.rjust if side == "right" else str.ljust
            columns.append([align(text, width) for text in cells])
        lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
        return "\n".join([self.title, *lines, *self._rest_line()])

    def html(self) -> str:
        """Return the first rows as HTML, for notebooks."""
        rows = ([self._cell_html(c) for c in row] for row in self.rows[:_MAX_ROWS])
        headings = self.headings if self.rows else ()
        foot = "".join(f"<p>{line}</p>" for line in self._rest_line())
        return html_table(self.title, headings, rows) + foot

    def _rest_line(self) -> list[str]:
        rest = len(self.rows) - _MAX_ROWS
        return [f"... {rest:,} more"] if rest > 0 else []

    def _cell_html(self, cell: Cell) -> str:
        """Return a cell as HTML: codes as tiles, feedback in words."""
        if self.rules and isinstance(cell, Feedback):
            return feedback_in_words(cell, self.rules)
        if self.rules and isinstance(cell, tuple):
            return tiles_html(cell, self.rules)
        return escape(cell_text(cell, self.rules))


def cell_text(cell: Cell, rules: Rules | None) -> str:
    """Return a cell of a table as text."""
    if isinstance(cell, Feedback):
        has_white = not (rules and rules.black_only)
        return str(cell) if has_white else str(cell).removesuffix(",0")
    if isinstance(cell, tuple):
        return rules.format_code(cell) if rules else str(cell)
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, float):
        return f"{cell:,.4f}"
    return f"{cell:,}" if isinstance(cell, int) else cell or ""


def html_table(
    caption: str,
    headings: Iterable[str],
    rows: Iterable[Iterable[str]],
    classes: Sequence[str] = (),
) -> str:
    """Return a table with rows of elements, and a class for each column."""
    attributes = [f' class="{name}"' for name in classes] or repeat("")

    def row_html(tag: str, cells: Iterable[str]) -> str:
        pairs = zip(attributes, cells, strict=False)
        return f"<tr>{''.join(f'<{tag}{a}>{cell}</{tag}>' for a, cell in pairs)}</tr>"

    head = [row_html("th", cells)] if (cells := [*map(escape, headings)]) else []
    lines = [*head, *(row_html("td", row) for row in rows)]
    return f"<table><caption>{escape(caption)}</caption>{''.join(lines)}</table>"


def tiles_html(code: Code, rules: Rules) -> str:
    """Return a code as HTML: a tile for each peg."""
    tiles = []
    for symbol in rules.format_code(code):
        colour = PEG_COLOURS.get(symbol)
        fill, ink = (colour.fill, colour.ink) if colour else ("#EEEEEE", "#000000")
        style = _TILE_STYLE.format(fill, ink)
        tiles.append(f'<span style="{style}">{symbol}</span>')
    return "".join(tiles)


def csv_lines(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield records as CSV with a header; lists are joined by blanks."""
    columns = dict.fromkeys(name for record in records for name in record)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for record in records:
        values = map(record.get, columns)
        writer.writerow(
            " ".join(map(str, v)) if isinstance(v, list) else v for v in values
        )
    yield from text.getvalue().splitlines()
