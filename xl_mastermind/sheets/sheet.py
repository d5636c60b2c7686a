"""Sheets: groups of cells, buttons and charts, written with XlsxWriter."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple, TypeAlias, cast

from openpyxl.formula.translate import Translator
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.worksheet import ColumnInfo, Worksheet

from xl_mastermind.board.buttons import Button
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.cells.values import is_number
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import cell_group, formats
from xl_mastermind.sheets.extended_workbook import DEFAULT_SIZE, FONT, ExtendedWorkbook
from xl_mastermind.sheets.sheet_layout import SheetLayout

_Write: TypeAlias = Callable[[], object]
_Attributes: TypeAlias = Sequence[tuple[str, object]]

BUTTON_WIDTH: Final = 138
"""Pixels of a button without another width."""

_ALL_CELLS: Final = "A1:XFD1048576"
_COLUMNS: Final = 16_384
_FAR_CELL: Final = "AAA9999"
"""Criteria of conditional formats are compared as formulas of this cell."""

_CHART_FONT: Final = {"name": FONT, "size": 9, "color": palette.MUTED_INK}


class _SharedFormula(NamedTuple):
    """The text of a shared formula, blank after its first cell, and its attributes."""

    text: str
    attributes: _Attributes


class Sheet(Worksheet):
    """A sheet whose file does not depend on the order in which groups are added."""

    workbook: ExtendedWorkbook

    def __init__(self) -> None:
        super().__init__()
        self._cells: dict[tuple[int, int], tuple[Format | None, _Write]] = {}
        self._merged_ranges: dict[CellRange, Format | None] = {}
        self._conditional_formats: dict[CellRange, list[formats.ConditionalFormat]] = {}
        self._validations: dict[CellRange, cell_group.Options] = {}
        self._shared_indexes: dict[CellRange, int] = {}
        self._ground: Format | None = None

    def add_layout(self, layout: SheetLayout) -> None:
        """Add the groups of the sheet, hide its hidden columns, define its names."""
        self.add_groups(layout.groups.values())
        if hidden := layout.hidden_columns:
            self.set_column(hidden[0], hidden[-1], None, None, {"hidden": True})
        for name, cell_range in layout.defined_names.items():
            address = f"={cell_range.qualified_address}"
            self.workbook.define_name(f"'{layout.sheet}'!{name}", address)

    def add_groups(self, groups: Iterable[cell_group.CellGroup]) -> None:
        """Add groups of cells; later ones cover backgrounds."""
        self._ground = self.workbook.cell_format()
        for group in groups:
            if group.is_written:
                self._add_group(group)
            if conditional_formats := group.resolved_conditional_formats():
                self._conditional_formats.setdefault(group.area, []).extend(
                    conditional_formats
                )
            if group.validation:
                self._validations[group.cell_range] = group.resolved_validation()

    def _add_group(self, group: cell_group.CellGroup) -> None:
        cell_range, merged_range = group.cell_range, group.merged_range
        cell_format = None
        if group.has_formulas or group.cell_format is not None:
            cell_format = self.workbook.cell_format(group.cell_format)
        if merged_range and merged_range != cell_range:
            for row, column in merged_range.cells():
                self._add_blank(row, column, cell_format)
            self._merged_ranges[merged_range] = cell_format
        if group.has_formulas:
            self._add_formulas(group, cell_format)
            return
        rows = range(cell_range.top, cell_range.bottom + 1)
        columns = range(cell_range.left, cell_range.right + 1)
        for row, values in zip_longest(rows, group.values or ()):
            for column, value in zip_longest(columns, values or ()):
                self._add_value(row, column, value, cell_format)

    def _add_formulas(
        self, group: cell_group.CellGroup, cell_format: Format | None
    ) -> None:
        for cells, formula in group.formulas():
            first, content = (cells.top, cells.left), (f"={formula}", cell_format)
            if group.column_array_formula:
                write: _Write = partial(self._write_hidden_array, cells, *content)
                self._cells[first] = cell_format, write
                continue
            for row, column in cells.cells():
                self._add_blank(row, column, cell_format)
            if isinstance(formula, cell_group.ArrayFormula):
                write = partial(self.write_array_formula, *cells.corners, *content, "")
                self._cells[first] = cell_format, write
            elif formula:
                write = partial(self.write_formula, *first, *content, "")
                if group.is_shared:
                    write = partial(self._write_shared, group.cell_range, first, write)
                self._cells[first] = cell_format, write

    def _write_hidden_array(
        self, cell_range: CellRange, formula: str, cell_format: Format | None
    ) -> None:
        """Write one array formula for a range; the file has its first cell only."""
        row, column = cell_range.top, cell_range.left
        self.write_array_formula(row, column, row, column, formula, cell_format)
        cells = self.table[row]
        cells[column] = cells[column]._replace(range=cell_range.address, value="")

    def _write_shared(
        self, cell_range: CellRange, cell: tuple[int, int], write: _Write
    ) -> None:
        """Write a formula of a range that has it in its first cell only."""
        write()
        index = self._shared_indexes.setdefault(cell_range, len(self._shared_indexes))
        (row, column), attributes = cell, [("t", "shared"), ("si", index)]
        cells = self.table[row]
        shared = _SharedFormula("", attributes)
        if row == cell_range.top:
            address = cell_range.address
            shared = _SharedFormula(
                cells[column].formula, [*attributes, ("ref", address)]
            )
        cells[column] = cells[column]._replace(formula=shared)

    def _xml_formula_element(
        self, formula: str | _SharedFormula, result: str, attributes: _Attributes = ()
    ) -> None:
        if not isinstance(formula, _SharedFormula):
            super()._xml_formula_element(formula, result, attributes)
            return
        self._xml_start_tag("c", attributes)
        self._xml_data_element("f", *formula)
        self._xml_data_element("v", result)
        self._xml_end_tag("c")

    def _add_value(
        self,
        row: int,
        column: int,
        value: cell_group.Content,
        cell_format: Format | None,
    ) -> None:
        cell = row, column
        if value is None or value == "":
            self._add_blank(row, column, cell_format)
            return
        if isinstance(value, cell_group.RichText):
            new_format = self.workbook.cell_format
            parts = [x for part, text in value.parts for x in (new_format(part), text)]
            cell_format = new_format(value.cell_format)
            write = partial(self.write_rich_string, *cell, *parts, cell_format)
        elif isinstance(value, cell_group.Link):
            name = value.sheet.replace("'", "''")
            url = f"internal:'{name}'!{value.cell}"
            write = partial(self.write_url, *cell, url, cell_format, value.text)
        elif is_number(value):
            write = partial(self.write_number, *cell, value, cell_format)
        else:
            write = partial(self.write_string, *cell, str(value), cell_format)
        self._cells[cell] = cell_format, write

    def _add_blank(self, row: int, column: int, cell_format: Format | None) -> None:
        write = partial(self.write_blank, row, column, None, cell_format)
        self._cells[row, column] = cell_format, write

    def add_button(self, button: Button, row: int, column: int, **place: int) -> None:
        """Insert a button at a cell; `place` has its size and offset in pixels."""
        texts = {"caption": button.caption, "description": button.help}
        options = {"macro": button.macro, "width": BUTTON_WIDTH, "height": 36}
        self.insert_button(row, column, options | texts | place)

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
        chart.show_hidden_data()  # Charts read hidden columns.
        names, values = chart.set_x_axis, chart.set_y_axis
        axis = {"num_font": _CHART_FONT, "major_tick_mark": "none"}
        if kind == "bar":
            names, values = values, names
            names(axis | {"line": {"none": True}, "reverse": True})
        else:
            names(axis | {"line": {"color": palette.LINE_COLOUR}})
        values({"visible": False, "major_gridlines": {"visible": False}})
        chart.set_size({"width": size[0], "height": size[1]})
        return chart

    def set_heights(
        self,
        pixels: Iterable[int],
        cell_format: Format | None = None,
        default_height: int = 24,
    ) -> None:
        """Set the heights and format of the first rows, and the height of the rest."""
        self.set_default_row(0.75 * default_height)
        for row, height in enumerate(pixels):
            self.set_row_pixels(row, height, cell_format)

    def set_widths(self, pixels: Iterable[int], first: int = 0) -> None:
        """Set the widths of columns from the first on."""
        for column, width in enumerate(pixels, first):
            self.set_column_pixels(column, column, width)

    def finish(self) -> None:
        """Write the cells row by row, then the rules of ranges before those in them."""
        for cell_range in sorted(self._merged_ranges, key=lambda cells: cells.corners):
            cell_format = self._merged_ranges[cell_range]
            self.merge_range(*cell_range.corners, "", cell_format)
        for cell in sorted(self._cells):
            _, write = self._cells[cell]
            write()
        for cell_range in sorted(self._validations, key=_outer_first):
            self.data_validation(cell_range.address, self._validations[cell_range])
        self._write_joined_formats()
        # No green triangles: guesses and names of games are numbers in texts.
        self.ignore_errors({"number_stored_as_text": _ALL_CELLS})
        # `set_column` makes XlsxWriter write all rows up to the last column.
        others = dict.fromkeys(range(_COLUMNS), ColumnInfo(column_format=self._ground))
        for column, info in self.col_info.items():
            column_format = info.column_format or self._ground
            others[column] = replace(info, column_format=column_format)
        self.col_info = others

    def _write_joined_formats(self) -> None:
        """
        Write the conditional formats, equal ones as one with several ranges.

        When Calc copies a sheet, it joins equal conditional formats, but the cells keep
        their old numbers and then have wrong formats.
        """
        options_by_range = {
            cell_range: self._conditional_format_options(cell_range)
            for cell_range in sorted(self._conditional_formats, key=_outer_first)
        }
        equal: dict[tuple[object, ...], list[CellRange]] = {}
        for cell_range, all_options in options_by_range.items():
            key = tuple(
                (rule["type"], rule["format"], _formula_in_far_cell(cell_range, rule))
                for rule in all_options
            )
            equal.setdefault(key, []).append(cell_range)
        for first, *others in equal.values():
            addresses = " ".join(cells.address for cells in (first, *others))
            for options in options_by_range[first]:
                joined: cell_group.Options = {**options, "multi_range": addresses}
                self.conditional_format(first.address, joined)

    def _conditional_format_options(
        self, cell_range: CellRange
    ) -> list[cell_group.Options]:
        # LibreOffice needs the font size of the cells here too.
        default = self.workbook.cell_format(), None
        cells = (self._cells.get(cell, default) for cell in cell_range.cells())
        (size,) = {(cell_format or default[0]).font_size for cell_format, _ in cells}
        font_size = None if size == DEFAULT_SIZE else size
        add_format = self.workbook.changed_format
        return [
            {
                "type": "cell" if is_value else "formula",
                "criteria": "==" if is_value else f"={criteria}",
                "value": criteria,
                "format": add_format(font_size=font_size, **changes),
                "stop_if_true": True,
            }
            for criteria, changes, is_value in self._conditional_formats[cell_range]
        ]

    def _prepare_formula(self, formula: str, _: bool = False) -> str:  # noqa: FBT001, FBT002
        # XlsxWriter searches each formula for thirty functions of newer Excels, which
        # take a prefix. Formulas here have the prefix; the search took a third of a
        # build.
        return formula.removeprefix("=")


def _formula_in_far_cell(cell_range: CellRange, options: cell_group.Options) -> str:
    """Return the criteria of a conditional format, translated to a cell far away."""
    translator = Translator(f"={options['value']}", cell_range.cell(0).address)
    return str(translator.translate_formula(_FAR_CELL))


def _outer_first(cell_range: CellRange) -> tuple[int, ...]:
    return cell_range.top, cell_range.left, -cell_range.bottom, -cell_range.right


def add_bars(
    chart: Chart,
    names: CellRange,
    values: CellRange,
    colour: str,
    number_format: str = "#,##0",
    **options: object,
) -> None:
    """Add bars to a chart, with their values at their ends except 0."""
    labels = {"font": _CHART_FONT, "num_format": f"{number_format};;"}
    chart.add_series(
        {
            "categories": f"={names.qualified_address}",
            "values": f"={values.qualified_address}",
            "fill": {"color": colour},
            "data_labels": labels | {"value": True},
            **options,
        }
    )


def new_sheet(workbook: ExtendedWorkbook, name: str, code_name: str) -> Sheet:
    """Add a sheet that looks like paper: no grid, no headings, A4."""
    sheet = cast("Sheet", workbook.add_worksheet(name, Sheet))
    sheet.workbook = workbook
    sheet.set_vba_name(code_name)
    sheet.hide_gridlines(2)
    sheet.hide_row_col_headers()
    sheet.set_paper(9)
    sheet.set_margins(0.4, 0.4, 0.4, 0.4)
    return sheet
