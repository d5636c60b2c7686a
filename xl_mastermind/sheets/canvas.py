"""Writing of sheets with XlsxWriter: formats, cells, rules, buttons, charts."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import starmap, zip_longest
from typing import Final, TypeAlias, cast

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
    Options,
    RichText,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.buttons import Button
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import is_number

_Write: TypeAlias = Callable[[], object]

FONT: Final = "Calibri"

_DEFAULT_SIZE: Final = 10
"""The font size of the style Normal."""

_COLUMNS: Final = 16_384
"""Number of columns of a sheet."""

_REFERENCE: Final = re.compile(
    r'"[^"]*"|(?<![\w$.])(?P<left>\$?[A-Z]{1,3})(?P<top>\$?[1-9]\d*)(?![\w(])'
)
"""A quoted text in a formula, or a reference to a cell."""

CHART_FONT: Final[CellFormat] = {"name": FONT, "size": 9, "color": palette.MUTED_INK}


class Formats:
    """The formats of a workbook, each added once."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._formats: dict[tuple[tuple[str, object], ...], Format] = {}
        default = workbook.formats[0]
        # LibreOffice draws all columns by the width of this font on the screen; it is
        # its own one, so that they stay as they are once the workbook is an .ods.
        # In Excel its digits are as wide as those of this workbook's font.
        default.set_font_name("Arial")
        default.set_font_size(_DEFAULT_SIZE)
        default.set_font_color(palette.INK)
        default.set_align("vcenter")
        default.set_locked(False)

    def change(self, **properties: object) -> Format:
        """Return the format of a conditional format: only the properties it changes."""
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self._workbook.add_format(properties)
        return self._formats[key]

    def __call__(self, *formats: CellFormat, **properties: object) -> Format:
        """Return the format of a cell; later properties win."""
        merged: CellFormat = {
            "font_name": FONT,
            "font_size": 11,
            "font_color": palette.INK,
            "valign": "vcenter",
            # Or a program that shows dark sheets would have dark text on them.
            "bg_color": palette.WHITE,
        }
        for each in (*formats, properties):
            merged |= each
        return self.change(**merged)


class Sheet(Worksheet):
    """A sheet whose file does not depend on the order of writing."""

    def __init__(self) -> None:
        super().__init__()
        self._cells: dict[tuple[int, int], tuple[Format | None, _Write]] = {}
        self._merged_ranges: list[tuple[CellRange, Format | None]] = []
        self._rules: list[tuple[CellRange, _Write]] = []
        self._formats_by_range: dict[CellRange, list[Options]] = {}
        self.ground: Format | None = None
        """The format of columns without one of their own; it is locked."""

    def put(
        self, row: int, column: int, cell_format: Format | None, write: _Write
    ) -> None:
        """Write a cell later, in place of an earlier one."""
        self._cells[row, column] = cell_format, write

    def put_together(self, cell_range: CellRange, cell_format: Format | None) -> None:
        """Merge cells later."""
        self._merged_ranges.append((cell_range, cell_format))

    def add_rule(self, cell_range: CellRange, add: _Write) -> None:
        """Add a conditional format or a data validation later."""
        self._rules.append((cell_range, add))

    def add_conditional_format(self, cell_range: CellRange, options: Options) -> None:
        """Write a conditional format later, with XlsxWriter's options."""
        self._formats_by_range.setdefault(cell_range, []).append(options)

    def format_at(self, row: int, column: int) -> Format | None:
        """Return the format of a cell."""
        cell_format, _ = self._cells.get((row, column), (None, None))
        return cell_format

    def finish(self) -> None:
        """Write the cells row by row, then the rules of ranges before those in them."""
        for cell_range, cell_format in sorted(
            self._merged_ranges, key=lambda each: each[0].corners
        ):
            self.merge_range(*cell_range.corners, "", cell_format)
        for _, (_, write) in sorted(self._cells.items(), key=lambda item: item[0]):
            write()
        for _, add in sorted(self._rules, key=lambda rule: _outer_first(rule[0])):
            add()
        self._write_joined_formats()
        # `set_column` would have all rows written up to the last column.
        columns = {
            column: replace(info, column_format=info.column_format or self.ground)
            for column, info in self.col_info.items()
        }
        others = ColumnInfo(column_format=self.ground)
        self.col_info = dict.fromkeys(range(_COLUMNS), others) | columns

    def _write_joined_formats(self) -> None:
        """
        Write the conditional formats, equal ones as one with several ranges.

        When Calc copies a sheet, it joins equal ones but not the numbers by which their
        cells refer to them: cells then have the formats of others.
        """
        equal: dict[tuple[object, ...], list[CellRange]] = {}
        for cell_range, formats in self._formats_by_range.items():
            key = tuple(
                (each["type"], each["format"], _relative_criteria(cell_range, each))
                for each in formats
            )
            equal.setdefault(key, []).append(cell_range)
        for ranges in equal.values():
            addresses = " ".join(cell_range.address for cell_range in ranges)
            for options in self._formats_by_range[ranges[0]]:
                joined: Options = {**options, "multi_range": addresses}
                self.conditional_format(ranges[0].address, joined)

    def _prepare_formula(self, formula: str, _: bool = False) -> str:  # noqa: FBT001, FBT002
        # XlsxWriter searches each formula for thirty functions of newer Excels, which
        # take a prefix. Formulas here have the prefix; the search took a third of a
        # build.
        return formula.removeprefix("=")


def _relative_criteria(cell_range: CellRange, options: Options) -> str:
    """Return the criteria of a conditional format with distances for addresses."""

    def distance(match: re.Match[str]) -> str:
        left, top = match["left"], match["top"]
        if left is None:
            return match[0]
        row, column = xl_cell_to_rowcol(f"{left}{top}".replace("$", ""))
        across = left if "$" in left else str(column - cell_range.left)
        down = top if "$" in top else str(row - cell_range.top)
        return f"[{across},{down}]"

    return _REFERENCE.sub(distance, str(options.get("value") or options["criteria"]))


def _outer_first(cell_range: CellRange) -> tuple[int, ...]:
    return cell_range.top, cell_range.left, -cell_range.bottom, -cell_range.right


def new_sheet(workbook: xlsxwriter.Workbook, name: str, code_name: str) -> Sheet:
    """Add a sheet that looks like paper: no grid, no headings, A4."""
    sheet = cast("Sheet", workbook.add_worksheet(name, Sheet))
    sheet.set_vba_name(code_name)
    sheet.hide_gridlines(2)
    sheet.hide_row_col_headers()
    sheet.set_paper(9)
    sheet.set_margins(0.4, 0.4, 0.4, 0.4)
    return sheet


class Canvas:
    """Writes a sheet of a workbook, in formats that all its sheets share."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Formats
    ) -> None:
        self.workbook = workbook
        self.sheet = sheet
        self.styles = styles
        sheet.ground = styles()

    # Cells

    def write_groups(self, groups: Iterable[CellGroup]) -> None:
        """Write groups of cells; later ones in place of earlier ones."""
        for group in groups:
            if group.is_written:
                self._write_group(group)
            conditional_range = group.merged_range or group.cell_range
            for each in group.resolved_conditional_formats():
                self._add_conditional_format(conditional_range, each)
            if group.validation:
                address, options = group.cell_range.address, group.resolved_validation()
                validate = partial(self.sheet.data_validation, address, options)
                self.sheet.add_rule(group.cell_range, validate)

    def _write_group(self, group: CellGroup) -> None:
        """Write the formulas or the values of a group."""
        cell_range, merged_range = group.cell_range, group.merged_range
        cell_format = None
        if group.has_formulas or group.cell_format is not None:
            cell_format = self.styles(group.cell_format or {})
        if merged_range and merged_range != cell_range:
            for row, column in merged_range.cells():
                self._write_blank(row, column, cell_format)
            self.sheet.put_together(merged_range, cell_format)
        if group.has_formulas:
            self._write_formulas(group, cell_format)
            return
        rows = range(cell_range.top, cell_range.bottom + 1)
        columns = range(cell_range.left, cell_range.right + 1)
        for row, values in zip_longest(rows, group.values or ()):
            for column, value in zip_longest(columns, values or ()):
                self._write_value(row, column, value, cell_format)

    def _write_formulas(self, group: CellGroup, cell_format: Format | None) -> None:
        for cells, formula in group.formulas():
            if group.column_array_formula:
                self.hidden_array(cells, formula, cell_format)
            elif isinstance(formula, ArrayFormula):
                self.array_formula(cells, formula, cell_format)
            elif formula:
                self.formula(cells, formula, cell_format)
            else:
                self._write_blank(cells.top, cells.left, cell_format)

    def _write_value(
        self, row: int, column: int, value: Content, cell_format: Format | None
    ) -> None:
        """Write a value: numbers as numbers, text as text."""
        sheet, cell = self.sheet, (row, column)
        if value is None or value == "":
            self._write_blank(row, column, cell_format)
            return
        if isinstance(value, RichText):
            cell_format = self.styles(value.cell_format)
            parts = [x for look, text in value.parts for x in (self.styles(look), text)]
            write = partial(sheet.write_rich_string, *cell, *parts, cell_format)
        elif isinstance(value, Link):
            name = value.sheet.replace("'", "''")
            url = f"internal:'{name}'!{value.cell}"
            write = partial(sheet.write_url, *cell, url, cell_format, value.text)
        elif is_number(value):
            write = partial(sheet.write_number, *cell, value, cell_format)
        else:
            write = partial(sheet.write_string, *cell, str(value), cell_format)
        sheet.put(row, column, cell_format, write)

    def _write_blank(self, row: int, column: int, cell_format: Format | None) -> None:
        write = partial(self.sheet.write_blank, row, column, None, cell_format)
        self.sheet.put(row, column, cell_format, write)

    def formula(
        self, cell: CellRange, formula: str, cell_format: Format | None
    ) -> None:
        """Write a formula; applications compute its value."""
        arguments = (cell.top, cell.left, f"={formula}", cell_format, "")
        write = partial(self.sheet.write_formula, *arguments)
        self.sheet.put(cell.top, cell.left, cell_format, write)

    def array_formula(
        self, cell_range: CellRange, formula: str, cell_format: Format | None
    ) -> None:
        """Write one array formula for a range."""
        first, *others = cell_range.cells()
        arguments = (*cell_range.corners, f"={formula}", cell_format, "")
        write = partial(self.sheet.write_array_formula, *arguments)
        self.sheet.put(*first, cell_format, write)
        for row, column in others:
            self._write_blank(row, column, cell_format)

    def hidden_array(
        self, cell_range: CellRange, formula: str, cell_format: Format | None
    ) -> None:
        """Write one array formula for a range; the file has its first cell only."""
        row, column = cell_range.top, cell_range.left

        def write() -> None:
            corners, table = (row, column, row, column), self.sheet.table
            self.sheet.write_array_formula(*corners, f"={formula}", cell_format)
            table[row][column] = table[row][column]._replace(
                range=cell_range.address, value=""
            )

        self.sheet.put(row, column, cell_format, write)

    def _add_conditional_format(
        self, cell_range: CellRange, conditional_format: ConditionalFormat
    ) -> None:
        criteria, properties, is_value = conditional_format
        options: Options = {"type": "formula", "criteria": f"={criteria}"}
        if is_value:
            options = {"type": "cell", "criteria": "==", "value": criteria}

        def add() -> None:
            # For LibreOffice it names the font size of its cells, if not the default.
            cells = starmap(self.sheet.format_at, cell_range.cells())
            (size,) = {(each or self.styles()).font_size for each in cells}
            font_size = None if size == _DEFAULT_SIZE else size
            changed = self.styles.change(font_size=font_size, **properties)
            more = {"format": changed, "stop_if_true": True}
            self.sheet.add_conditional_format(cell_range, options | more)

        self.sheet.add_rule(cell_range, add)

    # Buttons and charts

    def button(self, button: Button, row: int, column: int, **place: int) -> None:
        """Insert a button at a cell; `place` has its size and offset in pixels."""
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
        """Return a chart of bars only: no frame, no legend, no axis of values."""
        chart: Chart | None = self.workbook.add_chart({"type": kind})
        assert chart  # noqa: S101 - for type checkers: xlsxwriter knows this type
        font = {"name": FONT, "size": 12, "bold": True, "color": palette.INK}
        chart.set_title({"name": title, "name_font": font} if title else {"none": True})
        chart.set_legend({"none": True})
        chart.set_chartarea(
            {"border": {"none": True}, "fill": {"color": palette.WHITE}}
        )
        chart.show_hidden_data()  # of hidden columns
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
        """Add bars to a chart, with their values at their ends except 0."""
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
        """Insert a chart at a range."""
        options = {"description": description}
        self.sheet.insert_chart(cell_range.top, cell_range.left, chart, options)

    # The sheet as a whole

    def rows(self, pixels: Iterable[int], style: Format | None = None) -> None:
        """Set heights and a format of the first rows, a usual height of the others."""
        self.sheet.set_default_row(18)
        for row, height in enumerate(pixels):
            self.sheet.set_row_pixels(row, height, style)

    def widths(self, pixels: Iterable[int], first: int = 0) -> None:
        """Set the widths of columns from the first on."""
        for column, width in enumerate(pixels, first):
            self.sheet.set_column_pixels(column, column, width)

    def hide_columns(self, first: int, last: int) -> None:
        """Hide columns."""
        self.sheet.set_column(first, last, None, None, {"hidden": True})

    def print_on_one_page(self, *cell_range: int) -> None:
        """Print the sheet, or a range of it, on one page."""
        self.print_one_page_wide(1)
        if cell_range:
            self.sheet.print_area(*cell_range)

    def print_one_page_wide(self, high: int = 0) -> None:
        """Print the sheet on pages across, `high` of them; 0 for all it needs."""
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, high)

    def select(self, row: int, column: int) -> None:
        """Put the cursor on a cell."""
        self.sheet.set_selection(row, column, row, column)
