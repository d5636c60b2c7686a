"""Ranges of cells and their addresses."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

_REFERENCE: Final = re.compile(
    r"=?('?)(.+)\1!\$([A-Z]+)\$([0-9]+)(?::\$([A-Z]+)\$([0-9]+))?"
)


@cache
def column_name(column: int) -> str:
    """Return the letters of a column counted from 0."""
    name = ""
    while column >= 0:
        name = chr(ord("A") + column % 26) + name
        column = column // 26 - 1
    return name


@dataclass(frozen=True)
class CellRange:
    """A range of cells: rows and columns count from 0, the last included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    def _format_address(self, dollar: str) -> str:
        first = f"{dollar}{column_name(self.left)}{dollar}{self.top + 1}"
        last = f"{dollar}{column_name(self.right)}{dollar}{self.bottom + 1}"
        return first if first == last else f"{first}:{last}"

    @property
    def address(self) -> str:
        """The relative address."""
        return self._format_address("")

    @property
    def absolute_address(self) -> str:
        """The address with dollar signs."""
        return self._format_address("$")

    @property
    def qualified_address(self) -> str:
        """The address with dollar signs and its sheet."""
        return f"'{self.sheet}'!{self.absolute_address}"

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.right - self.left + 1

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """First row, first column, last row, last column, as XlsxWriter takes them."""
        return self.top, self.left, self.bottom, self.right

    def overlaps(self, other: "CellRange") -> bool:
        """Return whether two ranges of a sheet have a cell in common."""
        has_common_row = self.top <= other.bottom and other.top <= self.bottom
        return has_common_row and self.left <= other.right and other.left <= self.right

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield the cells row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield row, column

    def row(self, index: int) -> "CellRange":
        """Return a row of the range, counted from 0."""
        top = self.top + index
        return CellRange(self.sheet, top, self.left, top, self.right)

    def rows_through(self, index: int) -> "CellRange":
        """Return the rows of the range through a row, counted from 0."""
        return replace(self, bottom=self.top + index)

    def column(self, index: int) -> "CellRange":
        """Return a column of the range, counted from 0."""
        left = self.left + index
        return CellRange(self.sheet, self.top, left, self.bottom, left)

    def cell(self, row: int, column: int = 0) -> "CellRange":
        """Return a cell of the range, counted from 0."""
        return self.row(row).column(column)

    def shift_columns(self, columns: int) -> "CellRange":
        """Return the range moved to the right."""
        return replace(self, left=self.left + columns, right=self.right + columns)


ANCHOR_MARGINS: Final = {
    "guess_input": 2,  # Cells for game numbers are above and below the guesses.
    **dict.fromkeys(("game_number", "number_below", "feedback_input", "codemaker"), 1),
    **dict.fromkeys(("cross_out_codes", "analysed_board", "analysis_strategy"), 1),
    **dict.fromkeys(("strategy", "first_guess", "show_facts", "split_guess"), 1),
    **dict.fromkeys(("compared_game", "compared_code"), 1),
    **dict.fromkeys((f"strategy_{number}" for number in "123456"), 1),
}
"""
Defined names of anchor ranges, by the number of cells before and after their input.

A name follows cells that a user cuts and pastes, but not those within its range.
"""


def input_range(name: str, cell_range: CellRange) -> CellRange:
    """Return the input range in the range of a defined name, which may be an anchor."""
    if name not in ANCHOR_MARGINS:
        return cell_range
    if cell_range.height == 1:  # A setting is one cell, also in a merged range.
        return cell_range.cell(0, 1)
    margin = ANCHOR_MARGINS[name]
    return replace(
        cell_range, top=cell_range.top + margin, bottom=cell_range.bottom - margin
    )


def parse_range(reference: str) -> CellRange | None:
    """
    Return the range of a reference, or None.

    >>> parse_range("'Ann''s board'!$C$1:$AB$2")
    CellRange(sheet="Ann's board", top=0, left=2, bottom=1, right=27)
    """
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        return None
    _, sheet, left, top, right, bottom = match.groups()
    first = int(top) - 1, column_number(left)
    last = int(bottom or top) - 1, column_number(right or left)
    return CellRange(sheet.replace("''", "'"), *first, *last)


def column_number(name: str) -> int:
    """Return the column with these letters, counted from 0."""
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def bounding_range(ranges: Collection[CellRange]) -> CellRange:
    """Return the smallest range that contains some ranges of a sheet."""
    first, *_ = ranges
    tops, lefts, bottoms, rights = zip(
        *(cells.corners for cells in ranges), strict=True
    )
    return CellRange(first.sheet, min(tops), min(lefts), max(bottoms), max(rights))


def values_by_address(
    ranges: Mapping[str, CellRange], values: Mapping[str, Sequence[Sequence[object]]]
) -> dict[str, object]:
    """Return the values of named ranges by the addresses of their cells."""
    return {
        ranges[name].cell(row, column).address: value
        for name, rows in values.items()
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
    }
