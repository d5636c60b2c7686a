"""A workbook being written: its sheets, the formats they share, and its cells."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import xlsxwriter
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.sheet import layout as look
from xl_mastermind.sheet.board import Button
from xl_mastermind.sheet.buttons import SheetButton
from xl_mastermind.sheet.functions import Cell
from xl_mastermind.sheet.layout import Area
from xl_mastermind.sheet.scores import is_number

FONT: Final = "Calibri"

Style: TypeAlias = dict[str, Any]
"""Properties of a cell's format, as XlsxWriter names them."""

ON_CARD: Final[Style] = {"bg_color": look.PAPER}
FOOT: Final[Style] = {**ON_CARD, "bottom": 5, "border_color": look.PAPER}
SMALL: Final[Style] = {"font_size": 10, "font_color": look.MUTED}
UNDERLINED: Final[Style] = {"bottom": 1, "border_color": look.LINE}
HAIRLINE: Final[Style] = {"bottom": 1, "border_color": look.HAIR}
TITLE: Final[Style] = {"font_size": 26, "bold": True}
TILE: Final[Style] = {
    "align": "center",
    "bg_color": look.WHITE,
    "bold": True,
    "border": 5,  # thick, in the ground's colour: the gap between tiles
    "border_color": look.PAPER,
    "font_size": 15,
}

TILE_ON_SHEET: Final[Style] = {**TILE, "border_color": look.WHITE, "font_size": 13}

CHART_FONT: Final[Style] = {"name": FONT, "size": 9, "color": look.MUTED}


class Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}
        default = workbook.formats[0]
        default.set_font_name(FONT)
        default.set_font_size(11)
        default.set_font_color(look.INK)

    def change(self, **style: object) -> Format:
        """Return the format of a condition: only what it changes."""
        key = tuple(sorted(style.items()))
        if key not in self._made:
            self._made[key] = self._workbook.add_format(style)
        return self._made[key]

    def __call__(self, *styles: Style, **more: object) -> Format:
        """Return the format of a cell; later styles win."""
        style: Style = {
            "font_name": FONT,
            "font_size": 11,
            "font_color": look.INK,
            "valign": "vcenter",
        }
        for added in (*styles, more):
            style |= added
        return self.change(**style)


class _Sheet(Worksheet):
    """A sheet that keeps the values of formulas as Excel itself does."""

    def _xml_formula_element(
        self, formula: str, result: Cell, attributes: Sequence[tuple[str, object]] = ()
    ) -> None:
        # XlsxWriter leaves out the type of an empty text, so that programs compute
        # it; Excel would then ask Python for whole boards when it opens them.
        if result == "":
            attributes = [*attributes, ("t", "str")]
        if formula:
            super()._xml_formula_element(formula, result, attributes)
            return
        self._xml_start_tag("c", attributes)
        self._write_cell_value(result)
        self._xml_end_tag("c")


def new_sheet(workbook: xlsxwriter.Workbook, name: str, code_name: str) -> Worksheet:
    """Add a sheet that looks like paper: no grid, no headings; A4."""
    sheet = workbook.add_worksheet(name, _Sheet)
    sheet.set_vba_name(code_name)
    sheet.hide_gridlines(2)
    sheet.hide_row_col_headers()
    sheet.set_paper(9)
    sheet.set_margins(0.4, 0.4, 0.4, 0.4)
    return sheet


def write_cell(
    sheet: Worksheet, row: int, column: int, value: Cell, style: Format | None = None
) -> None:
    """
    Write a value as it is: numbers as numbers, text as text, never a formula.

    Raises
    ------
    ValueError
        If a text is longer than Excel accepts.
    """
    if value is None or value == "":
        sheet.write_blank(row, column, None, style)
    elif isinstance(value, bool):
        sheet.write_boolean(row, column, value, style)
    elif is_number(value):
        sheet.write_number(row, column, value, style)
    elif isinstance(value, dt.date | dt.time | dt.timedelta):
        # It takes all of them, though the annotation says one.
        sheet.write_datetime(row, column, value, style)  # type: ignore[call-overload]
    elif sheet.write_string(row, column, str(value), style):
        cell = f"{sheet.name}!{xl_rowcol_to_cell(row, column)}"
        most = sheet.xls_strmax
        raise ValueError(
            f"expected at most {most} characters, got {len(str(value))} in {cell}"
        )


def write_array(
    sheet: Worksheet, area: Area, formula: str, style: Format, values: Iterable[Cell]
) -> None:
    """Write one formula over an area, with the value that each cell has."""
    kept = ("" if value is None else value for value in values)
    (first, *others) = zip(area.cells(), kept, strict=True)
    sheet.write_array_formula(area.address, f"{{={formula}}}", style, first[1])
    for (row, column), value in others:
        # No formula of its own, but the value of one: Excel takes a text that is
        # kept as a typed one, in such a cell, for #VALUE!.
        sheet.write_formula(row, column, "=", style, value)


def add_condition(
    sheet: Worksheet, styles: Styles, area: Area, test: str, **change: object
) -> None:
    """Change the look of cells where `test` is true, a formula seen from the first."""
    sheet.conditional_format(
        area.address,
        {
            "type": "formula",
            "criteria": f"={test}",
            "format": styles.change(**change),
            "stop_if_true": True,
        },
    )


def colour_pegs(
    sheet: Worksheet, styles: Styles, area: Area, symbols: str = "12345678"
) -> None:
    """Give the digits 1 to 8 in an area the tiles that they have on every board."""
    for symbol in symbols:
        colour = look.peg_colour(symbol)
        if not colour:
            continue
        style = styles.change(bg_color=colour.fill, font_color=colour.ink)
        # Programs compare values much faster than they compute formulas, and do so
        # whenever they draw a cell.
        for value in (int(symbol), f'"{symbol}"'):
            equal = {"type": "cell", "criteria": "==", "value": value}
            sheet.conditional_format(
                area.address, {**equal, "format": style, "stop_if_true": True}
            )


def insert_button(
    sheet: Worksheet, button: Button | SheetButton, row: int, column: int, **place: int
) -> None:
    """Put a button at a cell; `place` may give its size and its distance in pixels."""
    sheet.insert_button(
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


def new_chart(workbook: xlsxwriter.Workbook, kind: str, title: str = "") -> Chart:
    """Return a chart without frame and legend, its title as small as a head."""
    chart: Chart | None = workbook.add_chart({"type": kind})
    assert chart  # noqa: S101 - for type checkers: xlsxwriter knows this type
    font = {"name": FONT, "size": 12, "bold": True, "color": look.INK}
    chart.set_title({"name": title, "name_font": font} if title else {"none": True})
    chart.set_legend({"none": True})
    chart.set_chartarea({"border": {"none": True}})
    chart.show_hidden_data()  # what a chart reads often lies in hidden columns
    return chart
