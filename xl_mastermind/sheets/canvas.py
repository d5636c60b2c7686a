"""
A workbook being written: its sheets, the formats they share, and what is drawn on them.

The other modules of this room draw one sheet each; `book` has them do it.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, cast

import xlsxwriter
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_cell_to_rowcol
from xlsxwriter.worksheet import ColumnInfo, Worksheet

from xl_mastermind.sheets.cell_group import (
    ArrayFormula,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    Content,
    Link,
    RichText,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.buttons import Button
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import is_number

FONT: Final = "Calibri"

_DEFAULT_SIZE: Final = 10
"""The font size of the style Normal."""

_COLUMNS: Final = 16_384
"""Of a sheet."""

_REFERENCE: Final = re.compile(
    r'"[^"]*"|(?<![\w$.])(?P<left>\$?[A-Z]{1,3})(?P<top>\$?[1-9]\d*)(?![\w(])'
)
"""A text in a formula, which is none, or a reference to a cell."""

CHART_FONT: Final[CellFormat] = {"name": FONT, "size": 9, "color": palette.MUTED_INK}


class Formats:
    """The formats of a workbook, each made once."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}
        default = workbook.formats[0]
        # LibreOffice draws all columns by how wide it finds this font on the screen; it
        # is its own one, so that they stay as they are once the workbook is an .ods.
        # To Excel its digits are as wide as those of this workbook's font.
        default.set_font_name("Arial")
        default.set_font_size(_DEFAULT_SIZE)
        default.set_font_color(palette.INK)
        default.set_align("vcenter")
        default.set_locked(False)

    def change(self, **style: object) -> Format:
        """Return the format of a condition: only what it changes."""
        key = tuple(sorted(style.items()))
        if key not in self._made:
            self._made[key] = self._workbook.add_format(style)
        return self._made[key]

    def __call__(self, *styles: CellFormat, **more: object) -> Format:
        """Return the format of a cell; later styles win."""
        style: CellFormat = {
            "font_name": FONT,
            "font_size": 11,
            "font_color": palette.INK,
            "valign": "vcenter",
            # Or a program that shows dark sheets would have dark text on them.
            "bg_color": palette.WHITE,
        }
        for added in (*styles, more):
            style |= added
        return self.change(**style)


class Sheet(Worksheet):
    """A sheet whose file does not depend on the order in which it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._cells: dict[
            tuple[int, int], tuple[Format | None, Callable[[], object]]
        ] = {}
        self._merged: list[tuple[CellRange, Format | None]] = []
        self._rules: list[tuple[CellRange, Callable[[], object]]] = []
        self._conditions: dict[CellRange, list[CellFormat]] = {}
        self.ground: Format | None = None
        """The look of columns that have none of their own; it is locked."""

    def put(
        self, row: int, column: int, style: Format | None, write: Callable[[], object]
    ) -> None:
        """Have a cell of this look written, in place of what was put there before."""
        self._cells[row, column] = style, write

    def put_together(self, cell_range: CellRange, style: Format | None) -> None:
        """Have cells made one."""
        self._merged.append((cell_range, style))

    def add_rule(self, cell_range: CellRange, add: Callable[[], object]) -> None:
        """Have a rule for an area added: a condition, or a check of typed values."""
        self._rules.append((cell_range, add))

    def add_condition(self, cell_range: CellRange, options: CellFormat) -> None:
        """Have a conditional format written, in XlsxWriter's words."""
        self._conditions.setdefault(cell_range, []).append(options)

    def style_at(self, row: int, column: int) -> Format | None:
        """Return the look of a cell."""
        style, _ = self._cells.get((row, column), (None, None))
        return style

    def finish(self) -> None:
        """Write the cells row by row, then the rules of areas before those in them."""
        for cell_range, style in sorted(self._merged, key=lambda each: each[0].corners):
            self.merge_range(*cell_range.corners, "", style)
        for _, (_, write) in sorted(self._cells.items(), key=lambda item: item[0]):
            write()
        for _, add in sorted(self._rules, key=lambda rule: _outer_first(rule[0])):
            add()
        self._write_conditions()
        # `set_column` would have all rows written up to the last column.
        known = {
            column: replace(info, column_format=info.column_format or self.ground)
            for column, info in self.col_info.items()
        }
        others = ColumnInfo(column_format=self.ground)
        self.col_info = dict.fromkeys(range(_COLUMNS), others) | known

    def _write_conditions(self) -> None:
        """
        Write the conditional formats, those that are equal as one of several ranges.

        When Calc copies a sheet, it joins equal ones but not the numbers by which their
        cells refer to them: cells then wear the looks of other cells.
        """
        equal: dict[tuple[object, ...], list[CellRange]] = {}
        for cell_range, conditions in self._conditions.items():
            key = tuple(
                (each["type"], each["format"], _seen_from(cell_range, each))
                for each in conditions
            )
            equal.setdefault(key, []).append(cell_range)
        for first, *others in equal.values():
            ranges = " ".join(cell_range.address for cell_range in (first, *others))
            for options in self._conditions[first]:
                ranged: CellFormat = {**options, "multi_range": ranges}
                self.conditional_format(first.address, ranged)

    def _prepare_formula(self, formula: str, _: bool = False) -> str:  # noqa: FBT001, FBT002
        # XlsxWriter looks in each for thirty functions of newer Excels, which take a
        # prefix. We write the prefix ourselves; the looking took a third of a build.
        return formula.removeprefix("=")


def _seen_from(cell_range: CellRange, condition: CellFormat) -> str:
    """Return the test of a condition with relative references as distances."""

    def distance(match: re.Match[str]) -> str:
        left, top = match["left"], match["top"]
        if left is None:
            return match[0]
        row, column = xl_cell_to_rowcol(f"{left}{top}".replace("$", ""))
        across = left if "$" in left else str(column - cell_range.left)
        down = top if "$" in top else str(row - cell_range.top)
        return f"[{across},{down}]"

    return _REFERENCE.sub(
        distance, str(condition.get("value") or condition["criteria"])
    )


def _outer_first(cell_range: CellRange) -> tuple[int, ...]:
    return cell_range.top, cell_range.left, -cell_range.bottom, -cell_range.right


def new_sheet(workbook: xlsxwriter.Workbook, name: str, code_name: str) -> Sheet:
    """Add a sheet that looks like paper: no grid, no headings; A4."""
    sheet = cast("Sheet", workbook.add_worksheet(name, Sheet))
    sheet.set_vba_name(code_name)
    sheet.hide_gridlines(2)
    sheet.hide_row_col_headers()
    sheet.set_paper(9)
    sheet.set_margins(0.4, 0.4, 0.4, 0.4)
    return sheet


class Canvas:
    """A sheet of a workbook to draw on, in formats that all its sheets share."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Formats
    ) -> None:
        self.workbook = workbook
        self.sheet = sheet
        self.styles = styles
        sheet.ground = styles()

    # Cells

    def write_groups(self, every: Iterable[CellGroup]) -> None:
        """Draw cells as they are declared; later ones in place of earlier ones."""
        for cells in every:
            if cells.is_written:
                cell_format = cells.cell_format
                if cells.has_formulas and cell_format is None:
                    cell_format = {}
                self._draw(
                    cells, None if cell_format is None else self.styles(cell_format)
                )
            for condition in cells.resolved_conditional_formats():
                self._add_condition(cells.merged_range or cells.cell_range, condition)
            if cells.validation:
                self._add_check(cells.cell_range, cells.resolved_validation())

    def _draw(self, cells: CellGroup, style: Format | None) -> None:
        """Write what cells hold."""
        cell_range, merged_range = cells.cell_range, cells.merged_range
        if merged_range and merged_range != cell_range:
            self._merge(merged_range, style)
        if cells.array_formula:
            self.array_formula(cell_range, cells.array_formula_of_range(), style)
        elif cells.column_array_formula:
            for column in range(cell_range.width):
                formula = cells.array_formula_of_column(column)
                self.hidden_array(cell_range.column(column), formula, style)
        elif cells.formula or cells.row_formulas or cells.column_formulas:
            for row, column in itertools.product(
                range(cell_range.height), range(cell_range.width)
            ):
                place = cell_range.cell(row, column)
                formula = cells.formula_at(row, column)
                if isinstance(formula, ArrayFormula):
                    self.array_formula(place, formula, style)
                elif formula:
                    self.formula(place, formula, style)
                else:
                    self._blank(place.top, place.left, style)
        else:
            self._fill(cell_range, cells.values or (), style)

    def _fill(
        self,
        cell_range: CellRange,
        values: Sequence[Sequence[Content]],
        style: Format | None,
    ) -> None:
        """Write values; the rest of the area is blank."""
        for row, line in itertools.zip_longest(
            range(cell_range.top, cell_range.bottom + 1), values
        ):
            columns = range(cell_range.left, cell_range.right + 1)
            for column, value in itertools.zip_longest(columns, line or ()):
                self._cell(row, column, value, style)

    def _cell(
        self, row: int, column: int, value: Content, style: Format | None
    ) -> None:
        """Write a value: numbers as numbers, text as text."""
        if value is None or value == "":
            self._blank(row, column, style)
            return
        sheet, place = self.sheet, (row, column)
        if isinstance(value, RichText):
            style = self.styles(value.cell_format)
            parts = [
                x
                for cell_format, part in value.parts
                for x in (self.styles(cell_format), part)
            ]
            write = partial(sheet.write_rich_string, *place, *parts, style)
        elif isinstance(value, Link):
            name = value.sheet.replace("'", "''")
            url = f"internal:'{name}'!{value.cell}"
            write = partial(sheet.write_url, *place, url, style, value.text)
        elif is_number(value):
            write = partial(sheet.write_number, *place, value, style)
        else:
            write = partial(sheet.write_string, *place, str(value), style)
        self.sheet.put(row, column, style, write)

    def _blank(self, row: int, column: int, style: Format | None) -> None:
        """Give a blank cell a look."""
        write = partial(self.sheet.write_blank, row, column, None, style)
        self.sheet.put(row, column, style, write)

    def formula(
        self, cell_range: CellRange, formula: str, style: Format | None
    ) -> None:
        """Write a formula; what it shows is computed later."""
        row, column, *_ = cell_range.corners
        write = partial(self.sheet.write_formula, row, column, f"={formula}", style, "")
        self.sheet.put(row, column, style, write)

    def array_formula(
        self, cell_range: CellRange, formula: str, style: Format | None
    ) -> None:
        """Write one formula over an area."""
        first, *others = cell_range.cells()
        write = partial(
            self.sheet.write_array_formula,
            *cell_range.corners,
            f"={formula}",
            style,
            "",
        )
        self.sheet.put(*first, style, write)
        for row, column in others:
            self._blank(row, column, style)

    def hidden_array(
        self, cell_range: CellRange, formula: str, style: Format | None
    ) -> None:
        """Write one formula over an area; only its first cell is kept."""
        top, left, *_ = cell_range.corners

        def write() -> None:
            self.sheet.write_array_formula(top, left, top, left, f"={formula}", style)
            made = self.sheet.table[top][left]
            self.sheet.table[top][left] = made._replace(
                range=cell_range.address, value=""
            )

        self.sheet.put(top, left, style, write)

    def _merge(self, cell_range: CellRange, style: Format | None) -> None:
        """Make blank cells one."""
        for row, column in cell_range.cells():
            self._blank(row, column, style)
        self.sheet.put_together(cell_range, style)

    # Rules for what cells hold

    def _add_check(self, cell_range: CellRange, options: CellFormat) -> None:
        """Check typed values, as XlsxWriter's options say."""
        validate = partial(self.sheet.data_validation, cell_range.address, options)
        self.sheet.add_rule(cell_range, validate)

    def _add_condition(
        self, cell_range: CellRange, condition: ConditionalFormat
    ) -> None:
        """Change the look of cells where a condition is true."""
        test, change, is_value = condition
        options: CellFormat = {"type": "formula", "criteria": f"={test}"}
        if is_value:
            options = {"type": "cell", "criteria": "==", "value": test}

        def add() -> None:
            cell_format = self.styles.change(
                font_size=self._size_of(cell_range), **change
            )
            more = {"format": cell_format, "stop_if_true": True}
            self.sheet.add_condition(cell_range, options | more)

        self.sheet.add_rule(cell_range, add)

    def _size_of(self, cell_range: CellRange) -> float | None:
        """
        Return the one font size of the cells of an area, if it is not the default.

        The conditions of an area name it for LibreOffice: see `looks`.
        """
        looks = (self.sheet.style_at(row, column) for row, column in cell_range.cells())
        (size,) = {(cell_format or self.styles()).font_size for cell_format in looks}
        return None if size == _DEFAULT_SIZE else size

    # What stands above the cells

    def button(self, button: Button, row: int, column: int, **place: int) -> None:
        """Put a button at a cell; `place` has its size, its distance in pixels."""
        self.sheet.insert_button(
            row,
            column,
            {
                "macro": button.macro,
                "caption": button.caption,
                "description": button.help,
                "width": 138,
                "height": 36,
                **place,
            },
        )

    def new_chart(self, kind: str, size: tuple[int, int], title: str = "") -> Chart:
        """Return a chart of bars, which alone tell: no frame, no legend, no values."""
        chart: Chart | None = self.workbook.add_chart({"type": kind})
        assert chart  # noqa: S101 - for type checkers: xlsxwriter knows this type
        font = {"name": FONT, "size": 12, "bold": True, "color": palette.INK}
        chart.set_title({"name": title, "name_font": font} if title else {"none": True})
        chart.set_legend({"none": True})
        chart.set_chartarea(
            {"border": {"none": True}, "fill": {"color": palette.WHITE}}
        )
        chart.show_hidden_data()  # what a chart reads often lies in hidden columns
        names, values = chart.set_x_axis, chart.set_y_axis
        axis = {"num_font": CHART_FONT, "major_tick_mark": "none"}
        if kind == "bar":
            names, values = values, names
            names(axis | {"line": {"none": True}, "reverse": True})
        else:
            names(axis | {"line": {"color": palette.LINE_COLOUR}})
        values({"visible": False, "major_gridlines": {"visible": False}})
        chart.set_size({"width": size[0], "height": size[1]})
        return chart

    def bars(
        self,
        chart: Chart,
        names: CellRange,
        values: CellRange,
        colour: str,
        form: str = "#,##0",
        **more: object,
    ) -> None:
        """Add bars to a chart, their values at their ends; 0 says nothing."""
        chart.add_series(
            {
                "categories": f"={names.qualified_address}",
                "values": f"={values.qualified_address}",
                "fill": {"color": colour},
                "data_labels": {
                    "value": True,
                    "font": CHART_FONT,
                    "num_format": f"{form};;",
                },
                **more,
            }
        )

    def chart(self, cell_range: CellRange, chart: Chart, description: str) -> None:
        """Put a chart at an area."""
        options = {"description": description}
        self.sheet.insert_chart(cell_range.top, cell_range.left, chart, options)

    # The sheet as a whole

    def rows(self, pixels: Iterable[int], style: Format | None = None) -> None:
        """Give the first rows their heights and a look, all others the usual height."""
        self.sheet.set_default_row(18)
        for row, height in enumerate(pixels):
            self.sheet.set_row_pixels(row, height, style)

    def widths(self, pixels: Iterable[int], first: int = 0) -> None:
        """Give columns from the first on their widths."""
        for column, width in enumerate(pixels, first):
            self.sheet.set_column_pixels(column, column, width)

    def hide_columns(self, first: int, last: int) -> None:
        """Hide columns."""
        self.sheet.set_column(first, last, None, None, {"hidden": True})

    def print_on_one_page(self, *cell_range: int) -> None:
        """Have the sheet, or an area of it, printed on one page."""
        self.print_one_page_wide(1)
        if cell_range:
            self.sheet.print_area(*cell_range)

    def print_one_page_wide(self, high: int = 0) -> None:
        """Have the sheet printed on pages across; 0 is as many as it takes."""
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, high)

    def select(self, row: int, column: int) -> None:
        """Put the cursor on a cell."""
        self.sheet.set_selection(row, column, row, column)
