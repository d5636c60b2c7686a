"""The layout of a sheet: groups of cells, each declared once, by its section."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, Self

from xl_mastermind.cells.cell_range import ANCHOR_MARGINS, CellRange
from xl_mastermind.cells.values import Cell, RangeValues
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import cell_group
from xl_mastermind.sheets.formula_notation import (
    FormulaNameError,
    insert_addresses,
    positional_reference,
)

_SETTING: Final[cell_group.CellFormat] = (
    cell_group.INPUT_BORDER
    | cell_group.INPUT
    | {"bold": True, "align": "left", "indent": 1}
)
_MESSAGE: Final[cell_group.CellFormat] = {
    "font_color": palette.MUTED_INK,
    "valign": "top",
}


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

    groups: dict[str, cell_group.CellGroup] = field(default_factory=dict, kw_only=True)
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

    def add(self, sections: Iterable[Callable[[Self], cell_group.Groups]]) -> Self:
        """
        Add the groups of some sections, and return the layout.

        Writing the sheet inserts the addresses into their formulas, when all groups
        are known.
        """
        for section in sections:
            for name, group in section(self).items():
                title = f"section {section.__name__.strip('_')}, group {name}"
                if name in self.groups:
                    raise FormulaNameError(f"{title}: expected a new name")
                self._check_overlaps(title, group)
                resolve = partial(self._insert_addresses, title)
                self.groups[name] = replace(group, resolve=resolve)
        return self

    def _check_overlaps(self, title: str, group: cell_group.CellGroup) -> None:
        """Raise ValueError if a group covers cells of others, except backgrounds."""
        if not group.is_written:
            return
        for name, other in self.groups.items():
            is_covered = other.is_written and not other.is_background
            if is_covered and group.area.overlaps(other.area):
                raise ValueError(
                    f"{title}: expected free cells, got {group.area.address}, which"
                    f" overlaps group {name} in {other.area.address}"
                )

    def _insert_addresses(
        self, title: str, formula: str, cell: cell_group.FormulaCell
    ) -> str:
        """Return a formula with addresses; let errors name its section and group."""
        try:
            return insert_addresses(formula, self.groups, cell)
        except FormulaNameError as error:
            address = cell.cell_range.cell(cell.row, cell.column).address
            raise FormulaNameError(
                f"{title}, cell {address}: {error} in {formula}"
            ) from None

    @property
    def ranges(self) -> dict[str, CellRange]:
        """The ranges of the groups."""
        return {name: group.cell_range for name, group in self.groups.items()}

    @property
    def defined_names(self) -> dict[str, CellRange]:
        """The ranges that the workbook defines names for."""
        return {
            name: (name in ANCHOR_MARGINS and group.anchor_range) or group.cell_range
            for name, group in self.groups.items()
            if group.has_defined_name
        }

    def reference(self, name: str, row: int = 0, column: int = 0) -> cell_group.Formula:
        """Return the reference of formulas to a cell of a group, counted from 0."""
        group = self.groups[name]
        return positional_reference(group, group.cell_range.cell(row, column))


# Groups of several sheets


def title_group(layout: SheetLayout, text: str) -> cell_group.Groups:
    """Return the title of a sheet."""
    return {
        "title": cell_group.text_group(layout.cell_range(0, 1), text, cell_group.TITLE)
    }


def message_group(
    layout: SheetLayout, text: RangeValues | None = None, formula: str = ""
) -> cell_group.CellGroup:
    """Return the line below the title: a text or a formula."""
    return cell_group.CellGroup(
        layout.cell_range(1, 1), formula, values=text, cell_format=_MESSAGE
    )


def peg_count_formula(cell: str, pegs: Mapping[str, int]) -> cell_group.Formula:
    """Return a formula for the pegs of the name in a cell, 0 for an unknown name."""
    names = ";".join('"' + name.replace('"', '""') + '"' for name in pegs)
    counts = ";".join(map(str, pegs.values()))
    return cell_group.Formula(f"SUMPRODUCT(({{{names}}}=TRIM({cell}))*{{{counts}}})")


def label_group(merged_range: CellRange, text: str) -> cell_group.CellGroup:
    """Return the label before a setting."""
    return cell_group.text_group(merged_range.cell(0, -1), text, cell_group.LABEL)


def setting_group(
    merged_range: CellRange,
    value: Cell,
    validation: cell_group.Options | None = None,
    cell_format: cell_group.CellFormat | None = None,
    anchor_range: CellRange | None = None,
) -> cell_group.CellGroup:
    """Return the input cell of a setting."""
    cell_format = _SETTING | (cell_format or {})
    return cell_group.CellGroup(
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
