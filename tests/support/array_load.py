"""
The formulas of a sheet that LibreOffice does not compute at the first edit.

An array formula has no value when LibreOffice opens an .xlsx file, and is marked as
changed until a formula reads it. Such an array does not pass a change on, so a formula
that reads an input cell through arrays only keeps the value of the file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.sheets.cell_group import ArrayFormula
from xl_mastermind.sheets.sheet_layout import SheetLayout

_REFERENCE: Final = re.compile(
    r"(?<![\w.!'])\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?(?![\w(])"
)


class SheetFormula(NamedTuple):
    """A formula with its cells and the ranges that it reads."""

    cells: CellRange
    is_array: bool
    text: str

    @property
    def ranges(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield top, left, bottom and right of each range, counted from 0."""
        for reference in _REFERENCE.finditer(re.sub('"[^"]*"', "", self.text)):
            left, top, right, bottom = reference.groups()
            columns = sorted((_column(left), _column(right or left)))
            rows = sorted((int(top) - 1, int(bottom or top) - 1))
            yield rows[0], columns[0], rows[1], columns[1]


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1


def formulas_of(layout: SheetLayout) -> list[SheetFormula]:
    """Return the formulas of a sheet."""
    return [
        SheetFormula(cells, isinstance(formula, ArrayFormula), formula)
        for group in layout.groups.values()
        for cells, formula in group.formulas()
        if formula
    ]


def _input_cells(layout: SheetLayout) -> Iterator[tuple[int, int]]:
    """Yield the first and the last cell of each column of unlocked cells."""
    for group in layout.groups.values():
        if (group.cell_format or {}).get("locked", True) or group.has_formulas:
            continue
        cells = group.cell_range
        for column in range(cells.left, cells.right + 1):
            yield from {(cells.top, column), (cells.bottom, column)}


class _Graph:
    """
    The formulas of a sheet, by the cells that they read.

    Its grid has one row and one column for all that no range tells apart.
    """

    def __init__(self, formulas: list[SheetFormula]) -> None:
        self.formulas = formulas
        read = [
            (index, *area)
            for index, formula in enumerate(formulas)
            for area in formula.ranges
        ]
        self.readers, *areas = np.array(read, dtype=np.int64).T
        written = [
            (area.top, area.left, area.bottom, area.right)
            for area in (formula.cells for formula in formulas)
        ]
        cells = [*np.array(written, dtype=np.int64).T]
        self.rows = np.unique((*cells[0], *cells[2] + 1, *areas[0], *areas[2] + 1))
        self.columns = np.unique((*cells[1], *cells[3] + 1, *areas[1], *areas[3] + 1))
        self.read, self.written = self._corners(areas), self._corners(cells)

    def _corners(self, areas: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
        """Return top, left, bottom and right in the grid; the last two are beyond."""
        top, left, bottom, right = areas
        return [
            np.searchsorted(self.rows, top),
            np.searchsorted(self.columns, left),
            np.searchsorted(self.rows, bottom + 1),
            np.searchsorted(self.columns, right + 1),
        ]

    def reached(
        self, cell: tuple[int, int], *, through_arrays: bool
    ) -> NDArray[np.bool_]:
        """Return for each formula whether it depends on a cell."""
        changed = np.zeros((len(self.rows), len(self.columns)), bool)
        found = np.zeros(len(self.formulas), bool)
        row = int(np.searchsorted(self.rows, cell[0], side="right")) - 1
        column = int(np.searchsorted(self.columns, cell[1], side="right")) - 1
        if row < 0 or column < 0:
            return found
        changed[row, column] = True
        top, left, bottom, right = self.read
        while True:
            sums = np.zeros((len(self.rows) + 1, len(self.columns) + 1), np.int64)
            sums[1:, 1:] = changed.cumsum(0).cumsum(1)
            count = sums[bottom, right] - sums[top, right]
            count += sums[top, left] - sums[bottom, left]
            new = np.zeros(len(self.formulas), bool)
            new[self.readers[count > 0]] = True
            new &= ~found
            if not new.any():
                return found
            found |= new
            for index in np.flatnonzero(new):
                if through_arrays or not self.formulas[index].is_array:
                    first, begin, last, end = (each[index] for each in self.written)
                    changed[first:last, begin:end] = True


def formulas_behind_arrays(layout: SheetLayout) -> set[str]:
    """Return the cells of plain formulas that read an input through arrays only."""
    graph, behind = _Graph(formulas_of(layout)), set[str]()
    for cell in {*_input_cells(layout)}:
        every = graph.reached(cell, through_arrays=True)
        plain = graph.reached(cell, through_arrays=False)
        behind |= {*_plain_cells(graph, np.flatnonzero(every & ~plain))}
    return behind


def _plain_cells(graph: _Graph, indices: Iterable[int]) -> Iterator[str]:
    for index in indices:
        formula = graph.formulas[index]
        if not formula.is_array:
            yield formula.cells.address
