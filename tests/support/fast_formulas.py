"""
Indexes for pyOpenVBA's formulas, which it searches linearly.

This module changes pyOpenVBA when it is imported: parsed formulas are cached, array
formulas are found by their cells, and the readers of a cell by its column.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from math import prod
from typing import Any, TypeAlias

from pyopenvba import _a1
from pyopenvba._a1 import Area
from pyopenvba.apps.excel import Worksheet, _arrays, _calc, _controls, _engine_book
from pyopenvba.apps.excel._calc import Calculator
from pyopenvba.formula import _prefixes
from pyopenvba.formula._calc.parser import parse
from pyopenvba.formula._calc.values import Area as EngineArea
from pyopenvba.formula._calc.values import Empty

Position: TypeAlias = tuple[int, int]
"""Row and column."""

CellKey: TypeAlias = tuple[str, int, int]
"""Sheet, row and column."""

Rows: TypeAlias = tuple[int, int]
"""The first and the last row of a range."""


def _sides(area: Area | EngineArea) -> tuple[range, range]:
    return range(area.top, area.bottom + 1), range(area.left, area.right + 1)


def _positions(area: Area | EngineArea) -> Iterator[Position]:
    return product(*_sides(area))


class ArrayFormulas(dict[Position, Area]):
    """The ranges of a sheet's array formulas by their first cells."""

    def __init__(self, areas: Mapping[Position, Area]) -> None:
        super().__init__()
        self.first_cells: dict[Position, Position] = {}
        for first_cell, area in areas.items():
            self[first_cell] = area

    def __setitem__(self, first_cell: Position, area: Area) -> None:
        if first_cell in self:
            del self[first_cell]
        super().__setitem__(first_cell, area)
        self.first_cells |= dict.fromkeys(_positions(area), first_cell)

    def __delitem__(self, first_cell: Position) -> None:
        for position in _positions(self[first_cell]):
            if self.first_cells.get(position) == first_cell:
                del self.first_cells[position]
        super().__delitem__(first_cell)


class RangeReaders(dict[CellKey, list[Area]]):
    """The ranges that formulas read, by formula; and the formulas, by column."""

    def __init__(self, _: object = None) -> None:
        self._columns: defaultdict[tuple[str, int], dict[Rows, set[CellKey]]]
        self._columns = defaultdict(dict)

    def __setitem__(self, formula: CellKey, areas: list[Area]) -> None:
        super().__setitem__(formula, areas)
        for area in areas:
            for column in range(area.left, area.right + 1):
                rows = self._columns[area.sheet.lower(), column]
                rows.setdefault((area.top, area.bottom), set()).add(formula)

    def pop(self, formula: CellKey, *_: object) -> None:  # type: ignore[override]
        for area in self.get(formula, ()):
            for column in range(area.left, area.right + 1):
                rows = self._columns[area.sheet.lower(), column]
                rows[area.top, area.bottom].discard(formula)
        super().pop(formula, None)

    def clear(self) -> None:
        super().clear()
        self._columns.clear()

    def find(self, sheet: str, row: int, column: int) -> set[CellKey]:
        """Return the formulas that read a cell as a part of a range."""
        found = set[CellKey]()
        for (top, bottom), formulas in self._columns[sheet, column].items():
            if top <= row <= bottom:
                found |= formulas
        return found


def _array_at(sheet: Any, row: int, column: int) -> tuple[Position, Area] | None:
    areas = sheet.array_formulas
    first_cell = areas.first_cells.get((row, column))
    return (first_cell, areas[first_cell]) if first_cell else None


def _readers(calculator: Any, sheet: str, row: int, column: int) -> set[CellKey]:
    cell_readers: Iterable[CellKey] = calculator._readers.get((sheet, row, column), ())  # noqa: SLF001
    found: set[CellKey] = calculator._blocks.find(sheet, row, column)  # noqa: SLF001
    return found.union(cell_readers)


_all_cells = _engine_book.EngineBook.cells


def _cells(book: Any, area: EngineArea) -> Iterator[tuple[int, int, Any]]:
    """Return the cells with values; pyOpenVBA looks at all cells of the sheet."""
    sheet = book.book.sheet_named(area.sheet)
    # A range may have whole columns.
    if prod(map(len, _sides(area))) > len(sheet.cells_):
        return _all_cells(book, area)
    first_cells = sheet.array_formulas.first_cells
    for first_cell in {first_cells[p] for p in _positions(area) if p in first_cells}:
        book.cell(area.sheet, *first_cell)  # which computes all cells of the array
    cells = (
        (*position, book.cell(area.sheet, *position))
        for position in _positions(area)
        if position in sheet.cells_
    )
    return iter([cell for cell in cells if not isinstance(cell[-1], Empty)])


def _replace_dict(owner: type, name: str, kind: type) -> None:
    """Let instances of a class convert an attribute when they set it."""
    key = f"_indexed_{name}"
    setattr(
        owner,
        name,
        property(
            lambda instance: vars(instance)[key],
            lambda instance, value: vars(instance).update({key: kind(value)}),
        ),
    )


_replace_dict(Worksheet, "array_formulas", ArrayFormulas)
_replace_dict(Calculator, "_blocks", RangeReaders)
for _module, _name, _function in (
    (_arrays, "array_at", _array_at),
    (_calc, "array_at", _array_at),
    (Calculator, "_reading", _readers),
    (_engine_book.EngineBook, "cells", _cells),
    (_engine_book, "parse", cache(parse)),
    (_prefixes, "in_file", cache(_prefixes.in_file)),
    (_a1, "split_sheet", cache(_a1.split_sheet)),
    # Our sheets have no controls of which a linked cell could change.
    (_controls, "cell_changed", lambda *_: None),
):
    setattr(_module, _name, _function)
