"""The plan of a sheet: groups of cells, each declared once, by its topic."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from xl_mastermind.sheets.cell_group import (
    INPUT,
    INPUT_BORDER,
    LABEL,
    TITLE,
    CellFormat,
    CellGroup,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import ANCHOR_MARGINS, CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues

_SETTING: Final[CellFormat] = (
    INPUT_BORDER | INPUT | {"bold": True, "align": "left", "indent": 1}
)
_SAID: Final[CellFormat] = {"font_color": palette.MUTED_INK, "valign": "top"}


class _SheetRanges:
    """Places on one sheet."""

    sheet: str

    def cell_range(
        self, top: int, left: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return a place of the sheet."""
        return CellRange(self.sheet, top, left, top + height - 1, left + width - 1)


@dataclass(frozen=True)
class SheetLayout(_SheetRanges):
    """All cells of a sheet; each group is an attribute, its area."""

    groups: dict[str, CellGroup] = field(default_factory=dict, kw_only=True)

    def add(
        self, sections: Iterable[Callable[[Self], Iterator[tuple[str, CellGroup]]]]
    ) -> Self:
        """Add the cells of some topics, and return the plan."""
        for section in sections:
            self.groups.update(section(self))
        return self

    @property
    def ranges(self) -> dict[str, CellRange]:
        """The areas by their names."""
        return {name: cells.cell_range for name, cells in self.groups.items()}

    @property
    def defined_names(self) -> dict[str, CellRange]:
        """The areas that are names of the sheet."""
        return {
            name: (name in ANCHOR_MARGINS and cells.anchor_range) or cells.cell_range
            for name, cells in self.groups.items()
            if cells.has_defined_name
        }

    def __getattr__(self, name: str) -> CellRange:
        """Return the area of a group of cells."""
        if name.startswith("_") or name not in self.groups:
            raise AttributeError(f"{type(self).__name__} has no area {name!r}")
        return self.groups[name].cell_range

    def reference(self, name: str, row: int = 0, column: int = 0) -> str:
        """Return how a formula reads a cell of an area: a typed one by its place."""
        anchor_range, cell = (
            self.groups[name].anchor_range,
            self.groups[name].cell_range.cell(row, column),
        )
        if anchor_range is None:
            return cell.address
        if anchor_range.height == 1:
            return f"INDEX({anchor_range.absolute_address},{cell.left - anchor_range.left + 1})"
        line = anchor_range.column(cell.left - anchor_range.left)
        return f"INDEX({line.absolute_address},{cell.top - anchor_range.top + 1})"


# What several sheets have


def title_group(plan: SheetLayout, text: str) -> tuple[str, CellGroup]:
    """Return the title of a sheet."""
    return "title", CellGroup(plan.cell_range(0, 1), values=[[text]], cell_format=TITLE)


def message_group(
    plan: SheetLayout,
    text: RangeValues | None = None,
    formula: Callable[[int, int], str] | None = None,
) -> CellGroup:
    """Return the line below the title: a text or a formula."""
    return CellGroup(plan.cell_range(1, 1), formula, values=text, cell_format=_SAID)


def peg_count_formula(cell: str, pegs: Mapping[str, int]) -> str:
    """Return a formula for the pegs of the name in a cell, 0 for an unknown name."""
    names = ";".join('"' + name.replace('"', '""') + '"' for name in pegs)
    counts = ";".join(map(str, pegs.values()))
    return f"SUMPRODUCT(({{{names}}}=TRIM({cell}))*{{{counts}}})"


def label_group(merged_range: CellRange, text: str) -> CellGroup:
    """Return the cell before a setting."""
    return CellGroup(merged_range.cell(0, -1), values=[[text]], cell_format=LABEL)


def setting_group(
    merged_range: CellRange,
    value: Cell,
    validation: CellFormat | None = None,
    cell_format: CellFormat | None = None,
    anchor_range: CellRange | None = None,
) -> CellGroup:
    """Return a setting in a box; it can be typed, and buttons change some."""
    cell_format = _SETTING | (cell_format or {})
    return CellGroup(
        merged_range.cell(0),
        values=[[value]],
        cell_format=cell_format,
        anchor_range=anchor_range
        or replace(
            merged_range, left=merged_range.left - 1, right=merged_range.right + 1
        ),
        merged_range=merged_range,
        validation=validation,
        has_defined_name=True,
    )
