"""The layout of a sheet: groups of cells, each declared once, by its section."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Self

from xl_mastermind.cells.cell_range import ANCHOR_MARGINS, CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats, formula_notation
from xl_mastermind.sheets.cell_group import (
    CellGroup,
    CellGroups,
    Formula,
    FormulaCell,
    Options,
)

_SETTING: Final[formats.CellFormat] = (
    formats.INPUT_BORDER | formats.INPUT | {"bold": True, "align": "left", "indent": 1}
)
_MESSAGE: Final[formats.CellFormat] = {"font_color": palette.MUTED_INK, "valign": "top"}


class _SheetRanges:
    """Ranges of one sheet."""

    sheet: str

    def cell_range(
        self, top: int, left: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return a range of the sheet."""
        return CellRange(self.sheet, top, left, top + height - 1, left + width - 1)


@dataclass(frozen=True)
class SheetLayout(_SheetRanges):
    """All groups of cells of a sheet, by their names."""

    groups: dict[str, CellGroup] = field(default_factory=dict, kw_only=True)
    _hidden_ranges: list[CellRange] = field(default_factory=list, kw_only=True)

    @property
    def first_hidden_column(self) -> int:
        """The first of the hidden columns, right of all visible cells."""
        raise NotImplementedError

    @property
    def hidden_columns(self) -> range:
        """The hidden columns that ranges have taken."""
        last = self._hidden_ranges[-1:]
        return range(self.first_hidden_column, last[0].right + 1) if last else range(0)

    def hidden_range(self, height: int = 1, width: int = 1, top: int = 0) -> CellRange:
        """Take the next hidden columns, and return a range in them."""
        left = self.hidden_columns.stop or self.first_hidden_column
        self._hidden_ranges.append(self.cell_range(top, left, height, width))
        return self._hidden_ranges[-1]

    def hidden_cell(self, formula: str) -> CellGroup:
        """Take the next hidden column for one cell with a formula."""
        return CellGroup(self.hidden_range(), formula)

    def add(self, sections: Iterable[Callable[[Self], CellGroups]]) -> Self:
        """Add the groups of some sections, and return the layout."""
        for section in sections:
            for name, group in section(self).items():
                title = f"section {section.__name__.strip('_')}, group {name}"
                if name in self.groups:
                    raise formula_notation.FormulaNameError(
                        f"{title}: expected a new name"
                    )
                self._check_overlaps(title, group)
                # Writing the sheet inserts addresses, once all groups are known.
                resolve = partial(self._insert_addresses, title)
                self.groups[name] = replace(group, resolve=resolve)
        return self

    def _check_overlaps(self, title: str, group: CellGroup) -> None:
        if not group.is_written:
            return
        for name, other in self.groups.items():
            is_covered = other.is_written and not other.is_background
            if is_covered and group.area.overlaps(other.area):
                raise ValueError(
                    f"{title}: expected free cells, got {group.area.address}, which"
                    f" overlaps group {name} in {other.area.address}"
                )

    def _insert_addresses(self, title: str, formula: str, cell: FormulaCell) -> str:
        """Return a formula with addresses; let errors name its section and group."""
        try:
            return formula_notation.insert_addresses(formula, self.groups, cell)
        except formula_notation.FormulaNameError as error:
            address = cell.cell_range.cell(cell.row, cell.column).address
            raise formula_notation.FormulaNameError(
                f"{title}, cell {address}: {error} in {formula}"
            ) from None

    @property
    def ranges(self) -> dict[str, CellRange]:
        """The ranges of the groups."""
        return {name: group.cell_range for name, group in self.groups.items()}

    @property
    def names_to_define(self) -> Container[str]:
        """The names of the ranges that buttons or applications read or write."""
        return ()

    @property
    def defined_names(self) -> dict[str, CellRange]:
        """The ranges that the workbook defines names for."""
        return {
            name: (name in ANCHOR_MARGINS and group.anchor_range) or group.cell_range
            for name, group in self.groups.items()
            if name in self.names_to_define
        }

    def reference(self, name: str, row: int = 0, column: int = 0) -> Formula:
        """Return the reference of formulas to a cell of a group, counted from 0."""
        group = self.groups[name]
        return formula_notation.positional_reference(
            group, group.cell_range.cell(row, column)
        )


def title_group(layout: SheetLayout, text: str) -> CellGroups:
    """Return the title of a sheet."""
    return {"title": CellGroup.from_text(layout.cell_range(0, 1), text, formats.TITLE)}


def message_group(
    layout: SheetLayout, text: RangeValues | None = None, formula: str = ""
) -> CellGroup:
    """Return the line below the title: a text or a formula."""
    return CellGroup(
        layout.cell_range(1, 1), formula, values=text, cell_format=_MESSAGE
    )


def peg_count_formula(cell: str, pegs: Mapping[str, int]) -> Formula:
    """Return a formula for the pegs of the name in a cell, 0 for an unknown name."""
    names = ";".join('"' + name.replace('"', '""') + '"' for name in pegs)
    counts = ";".join(map(str, pegs.values()))
    return f"SUMPRODUCT(({{{names}}}=TRIM({cell}))*{{{counts}}})"


def label_group(merged_range: CellRange, text: str) -> CellGroup:
    """Return the label before a setting."""
    return CellGroup.from_text(merged_range.cell(0, -1), text, formats.LABEL)


def setting_group(
    merged_range: CellRange,
    value: Cell,
    validation: Options | None = None,
    cell_format: formats.CellFormat | None = None,
    anchor_range: CellRange | None = None,
) -> CellGroup:
    """Return the input cell of a setting."""
    left, right = merged_range.left - 1, merged_range.right + 1
    return CellGroup(
        merged_range.cell(0),
        values=[[value]],
        cell_format=_SETTING | (cell_format or {}),
        anchor_range=anchor_range or replace(merged_range, left=left, right=right),
        merged_range=merged_range,
        validation=validation,
    )
