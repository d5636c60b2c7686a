"""Results that print themselves: as text, as tables of a notebook, as plain values."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from html import escape
from itertools import repeat
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, overload

from xl_mastermind.game.peg_colours import peg_colour
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback_in_words
from xl_mastermind.solve.trees import total_guesses

Cell: TypeAlias = Code | Feedback | str | float | bool | None
"""A value of a table; codes and feedback are printed in the game's symbols."""

Item = TypeVar("Item")
"""A record of a result."""

_MAX_ROWS: Final = 20
"""Rows of a result in its `repr` and in a notebook."""

_TILE_STYLE: Final = (
    "display:inline-block; min-width:1.4em; margin-right:2px; border-radius:4px;"
    " text-align:center; font-weight:bold; background:{}; color:{}"
)


class ResultTable(NamedTuple):
    """The figures of a result: a title, the headings of columns, and rows."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


class Result(ABC):
    """A result of a study; its frozen dataclass has the game as field `rules`."""

    rules: Rules

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON; codes and turns are texts."""

    @abstractmethod
    def table(self) -> ResultTable:
        """Return the result as a table."""

    def __repr__(self) -> str:
        """Return the table as text."""
        title, headings, rows = self.table()
        texts = [[cell_text(cell, self.rules) for cell in row] for row in rows]
        columns = []
        if rows:
            by_column = zip(headings, *texts[:_MAX_ROWS], strict=True)
            for column, is_right in zip(by_column, are_numbers(rows), strict=True):
                width = max(map(len, column))
                align = str.rjust if is_right else str.ljust
                columns.append([align(text, width) for text in column])
        lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
        return "\n".join([title, *lines, *_rest_line(rows)])

    def _repr_html_(self) -> str:
        """Return the table as HTML, for notebooks."""
        title, headings, rows = self.table()
        cells = ([_cell_html(c, self.rules) for c in row] for row in rows[:_MAX_ROWS])
        foot = "".join(f"<p>{line}</p>" for line in _rest_line(rows))
        return html_table(title, headings if rows else (), cells) + foot


class ResultSequence(Result, Sequence[Item]):
    """A result that is a sequence of records, its field `rows`."""

    rows: tuple[Item, ...]

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        """Return the record at an index, or those of a slice."""
        return self.rows[index]


def _rest_line(rows: Sequence[object]) -> list[str]:
    rest = len(rows) - _MAX_ROWS
    return [f"... {rest:,} more"] if rest > 0 else []


def are_numbers(rows: Sequence[Sequence[Cell]]) -> list[bool]:
    """Return whether each column of a table has numbers only, or nothing."""
    return [
        all(cell is None or type(cell) in (int, float) for cell in column)
        for column in zip(*rows, strict=True)
    ]


def cell_text(cell: Cell, rules: Rules) -> str:
    """Return a cell of a table as text."""
    if isinstance(cell, Feedback):
        return str(cell).removesuffix(",0") if rules.black_only else str(cell)
    if isinstance(cell, tuple):
        return rules.format_code(cell)
    if isinstance(cell, bool):
        return "yes" if cell else ""
    if isinstance(cell, float):
        return f"{cell:,.4f}"
    return f"{cell:,}" if isinstance(cell, int) else cell or ""


def _cell_html(cell: Cell, rules: Rules) -> str:
    """Return a cell as HTML: codes as tiles, feedback in words."""
    if isinstance(cell, Feedback):
        return feedback_in_words(cell, rules)
    if not isinstance(cell, tuple):
        return escape(cell_text(cell, rules))
    return tiles_html(cell, rules)


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
        colour = peg_colour(symbol)
        fill, ink = (colour.fill, colour.ink) if colour else ("#EEEEEE", "#000000")
        style = _TILE_STYLE.format(fill, ink)
        tiles.append(f'<span style="{style}">{symbol}</span>')
    return "".join(tiles)


def position_in_words(rules: Rules, turns: Sequence[Turn], count: int) -> str:
    """Return a game with its turns and number of candidates."""
    after = f" after {' '.join(map(rules.format_turn, turns))}" if turns else ""
    codes = f"{count:,} code{'' if count == 1 else 's'}"
    return f"{rules}{after}: {codes}{' left' * bool(turns)}"


class GuessCounts(Result):
    """A result with a histogram: the numbers of codes found with 1, 2, ... guesses."""

    first: Code | None
    histogram: tuple[int, ...]

    @property
    def codes(self) -> int:
        """Number of codes."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Number of guesses for all codes."""
        return total_guesses(self.histogram)

    @property
    def average(self) -> float:
        """Average guesses per code."""
        return self.total / self.codes

    @property
    def max(self) -> int:
        """The greatest number of guesses for a code."""
        return len(self.histogram)

    def figures(self) -> dict[str, Any]:
        """Return the first guess and the figures as plain values."""
        return {
            "first": self.first and self.rules.format_code(self.first),
            "codes": self.codes,
            "total": self.total,
            "average": self.average,
            "max": self.max,
            "histogram": [*self.histogram],
        }

    def figure_cells(self) -> dict[str, Cell]:
        """Return the first guess and the figures as cells of a table, by heading."""
        return {
            "First": self.first or "any",
            "Average": self.average,
            "Most": self.max,
            "Total": self.total,
            "Codes with 1, 2, ... guesses": " ".join(map(str, self.histogram)),
        }
