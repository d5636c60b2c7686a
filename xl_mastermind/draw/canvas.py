"""
A workbook being written: its sheets, the formats they share, and what is drawn on them.

The other modules of this room draw one sheet each; `book` has them do it.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, cast

import xlsxwriter
from xlsxwriter.chart import Chart
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.draw.cells import (
    BOX,
    SMALL,
    TITLE,
    TYPED,
    UNDERLINED,
    ArrayFormula,
    Cells,
    Column,
    Condition,
    Formula,
    RichText,
    Style,
    choices,
    peg_colours,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import Button
from xl_mastermind.sheet.cells import Cell, is_number

FONT: Final = "Calibri"

CHART_FONT: Final[Style] = {"name": FONT, "size": 9, "color": palette.MUTED}


class Styles:
    """The formats of a workbook, each made once."""

    def __init__(self, workbook: xlsxwriter.Workbook) -> None:
        self._workbook = workbook
        self._made: dict[tuple[tuple[str, object], ...], Format] = {}
        default = workbook.formats[0]
        # LibreOffice draws all columns by how wide it finds this font on the screen; it
        # is its own one, so that they stay as they are once the workbook is an .ods.
        # To Excel its digits are as wide as those of ours.
        default.set_font_name("Arial")
        default.set_font_size(10)
        default.set_font_color(palette.INK)
        default.set_align("vcenter")

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
            "font_color": palette.INK,
            "valign": "vcenter",
        }
        for added in (*styles, more):
            style |= added
        return self.change(**style)


class Sheet(Worksheet):
    """A sheet whose file does not depend on the order in which it is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._cells: dict[tuple[int, int], tuple[Format, Callable[[], object]]] = {}
        self._merged: list[tuple[Area, Format]] = []
        self._rules: list[tuple[Area, Callable[[], object]]] = []

    def put(
        self, row: int, column: int, style: Format, write: Callable[[], object]
    ) -> None:
        """Have a cell of this look written, in place of what was put there before."""
        self._cells[row, column] = style, write

    def put_together(self, area: Area, style: Format) -> None:
        """Have cells made one."""
        self._merged.append((area, style))

    def add_rule(self, area: Area, add: Callable[[], object]) -> None:
        """Have a rule for an area added: a condition, or what people may type."""
        self._rules.append((area, add))

    def style_at(self, row: int, column: int) -> Format | None:
        """Return the look of a cell."""
        style, _ = self._cells.get((row, column), (None, None))
        return style

    def finish(self) -> None:
        """Write the cells row by row, then the rules of areas before those in them."""
        for area, style in sorted(self._merged, key=lambda each: each[0].corners):
            self.merge_range(*area.corners, "", style)
        for _, (_, write) in sorted(self._cells.items(), key=lambda item: item[0]):
            write()
        for _, add in sorted(self._rules, key=lambda rule: _outer_first(rule[0])):
            add()

    def _prepare_formula(self, formula: str, _: bool = False) -> str:  # noqa: FBT001, FBT002
        # XlsxWriter looks in each for thirty functions of newer Excels, which take a
        # prefix. We write the prefix ourselves; the looking took a third of a build.
        return formula.removeprefix("=")


def _outer_first(area: Area) -> tuple[int, ...]:
    return area.top, area.left, -area.bottom, -area.right


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
        self, workbook: xlsxwriter.Workbook, sheet: Sheet, styles: Styles
    ) -> None:
        self.workbook = workbook
        self.sheet = sheet
        self.styles = styles

    # Cells

    def text(
        self, row: int, column: int, text: str, *styles: Style, **more: object
    ) -> None:
        """Write a text."""
        self._string(row, column, text, self.styles(*styles, **more))

    def fill(
        self, row: int, columns: Iterable[int], *styles: Style, **more: object
    ) -> None:
        """Give blank cells of a row a look."""
        for column in columns:
            self.blank(row, column, self.styles(*styles, **more))

    def blank(self, row: int, column: int, style: Format) -> None:
        """Give a blank cell a look."""
        write = partial(self.sheet.write_blank, row, column, None, style)
        self.sheet.put(row, column, style, write)

    def _string(self, row: int, column: int, text: str, style: Format) -> None:
        write = partial(self.sheet.write_string, row, column, text, style)
        self.sheet.put(row, column, style, write)

    def _rich_text(self, row: int, column: int, text: RichText) -> None:
        style = self.styles(text.look)
        parts = [x for look, part in text.parts for x in (self.styles(look), part)]
        write = partial(self.sheet.write_rich_string, row, column, *parts, style)
        self.sheet.put(row, column, style, write)

    def cell(
        self, row: int, column: int, value: Cell | RichText, style: Format
    ) -> None:
        """Write a formula, or a value as it is: numbers as numbers, text as text."""
        if isinstance(value, RichText):
            self._rich_text(row, column, value)
        elif isinstance(value, ArrayFormula):
            self.array(Area("", row, column, row, column), value, style)
        elif isinstance(value, Formula):
            self.formula(Area("", row, column, row, column), value, style)
        elif value is None or value == "":
            self.blank(row, column, style)
        elif is_number(value):
            write = partial(self.sheet.write_number, row, column, value, style)
            self.sheet.put(row, column, style, write)
        else:
            self._string(row, column, str(value), style)

    def table(
        self,
        top: int,
        left: int,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Cell]],
        head: Style = SMALL | UNDERLINED,
        **line: object,
    ) -> None:
        """Draw a table: its heads, if it has any; rows, whose look `line` is, below."""
        blank = self.styles(line)
        looks = [
            self.styles(
                {"align": column.align, "num_format": column.form}, line, column.look
            )
            for column in columns
        ]
        drawn = [(values, looks, blank) for values in rows]
        heads = [column.head for column in columns]
        if any(heads):
            styles = [self.styles(head, align=column.align) for column in columns]
            drawn.insert(0, (heads, styles, self.styles(head)))
        for row, (values, styles, beside) in enumerate(drawn, top):
            first = left
            for column, value, style in zip(columns, values, styles, strict=True):
                last = first + column.cells - 1
                place = last if column.align == "right" else first
                for cell in range(first, last + 1):
                    self.cell(row, cell, None, beside)
                self.cell(row, place, value, style)
                first = last + 1

    def title(self, title: str, below: Cell) -> None:
        """Write the title of a sheet, and a line below it, which buttons write too."""
        self.text(0, 1, title, TITLE)
        muted = self.styles(TYPED, font_color=palette.MUTED, valign="top")
        self.cell(1, 1, below, muted)

    def setting(self, label: str, box: Area, value: Cell, **style: object) -> None:
        """Write a setting into a box, and its label left of it."""
        self.text(box.top, box.left - 1, label, SMALL, align="right", indent=1)
        look = {"bold": True, "align": "left", "indent": 1, **style}
        if box.width > 1:
            self.merged(box, value, self.styles(BOX, TYPED, look))
        else:
            self.cell(box.top, box.left, value, self.styles(BOX, TYPED, look))

    def values(
        self, area: Area, values: Sequence[Sequence[Cell]], *styles: Format
    ) -> None:
        """Write the values of an area, each column with its look, the last for more."""
        for row, line in zip(range(area.top, area.bottom + 1), values, strict=True):
            for index, value in enumerate(line):
                style = styles[min(index, len(styles) - 1)]
                self.cell(row, area.left + index, value, style)

    def formula(self, area: Area, formula: str, style: Format) -> None:
        """Write a formula; what it shows is computed later."""
        row, column, *_ = area.corners
        write = partial(self.sheet.write_formula, row, column, f"={formula}", style, "")
        self.sheet.put(row, column, style, write)

    def array(self, area: Area, formula: str, style: Format) -> None:
        """Write one formula over an area."""
        first, *others = area.cells()
        write = partial(
            self.sheet.write_array_formula, *area.corners, f"={formula}", style, ""
        )
        self.sheet.put(*first, style, write)
        for row, column in others:
            self.blank(row, column, style)

    def hidden_array(self, area: Area, formula: str, style: Format) -> None:
        """Write one formula over an area, of which only the first cell is kept."""
        top, left, *_ = area.corners

        def write() -> None:
            self.sheet.write_array_formula(top, left, top, left, f"={formula}", style)
            made = self.sheet.table[top][left]
            self.sheet.table[top][left] = made._replace(range=area.address, value="")

        self.sheet.put(top, left, style, write)

    def draw_cells(self, every: Iterable[Cells]) -> None:
        """Draw cells as they are declared; later ones in place of earlier ones."""
        for cells in every:
            if cells.look is not None:
                self._draw(cells, self.styles(cells.look))
            for condition in cells.when():
                self.condition(cells.box or cells.area, condition)
            if cells.check:
                self.check(cells.area, cells.check)

    def _draw(self, cells: Cells, style: Format) -> None:
        """Write what cells hold."""
        area, box = cells.area, cells.box
        if box and box != area:
            self.merged(box, None, style)
        if cells.array:
            self.array(area, cells.array(), style)
        elif cells.column_array:
            for column in range(area.width):
                formula = cells.column_array(column)
                self.hidden_array(area.column(column), formula, style)
        elif cells.formula:
            for row, column in itertools.product(range(area.height), range(area.width)):
                place = area.cell(row, column)
                if formula := cells.formula(row, column):
                    self.formula(place, formula, style)
                else:
                    self.blank(place.top, place.left, style)
        else:
            self._fill(area, cells.values or (), style)

    def _fill(
        self, area: Area, values: Sequence[Sequence[Cell | RichText]], style: Format
    ) -> None:
        """Write values; the rest of the area is blank."""
        for row, line in itertools.zip_longest(
            range(area.top, area.bottom + 1), values
        ):
            columns = range(area.left, area.right + 1)
            for column, value in itertools.zip_longest(columns, line or ()):
                self.cell(row, column, value, style)

    def merged(self, area: Area, value: Cell, style: Format) -> None:
        """Write a value into cells that are one."""
        for row, column in area.cells():
            self.blank(row, column, style)
        self.cell(area.top, area.left, value, style)
        self.sheet.put_together(area, style)

    def choices(self, area: Area, offered: Sequence[str], **options: str) -> None:
        """Let people choose from a list, if it is not too long for Excel."""
        if check := choices(offered, **options):
            self.check(area, check)

    def check(self, area: Area, options: Style) -> None:
        """Check what people type, as XlsxWriter's options say."""
        validate = partial(self.sheet.data_validation, area.address, options)
        self.sheet.add_rule(area, validate)

    # Looks that follow from what cells hold

    def when(self, area: Area, test: str, **change: object) -> None:
        """Change the look of cells where a formula, seen from the first, is true."""
        self.condition(area, Condition(test, change))

    def condition(self, area: Area, condition: Condition) -> None:
        """Change the look of cells where a condition is true."""
        test, change, is_value = condition
        options: Style = {"type": "formula", "criteria": f"={test}"}
        if is_value:
            options = {"type": "cell", "criteria": "==", "value": test}

        def add() -> None:
            look = self.styles.change(**self._size_of(area), **change)
            more = {"format": look, "stop_if_true": True}
            self.sheet.conditional_format(area.address, options | more)

        self.sheet.add_rule(area, add)

    def _size_of(self, area: Area) -> Style:
        """Return the size of the cells of an area, none if they differ in it."""
        looks = (self.sheet.style_at(row, column) for row, column in area.cells())
        sizes = {look.font_size for look in looks if look}
        return {"font_size": sizes.pop() if len(sizes) == 1 else None}

    def colour_pegs(self, area: Area) -> None:
        """Give the digits 1 to 8 in an area the tiles that they have on every board."""
        for condition in peg_colours():
            self.condition(area, condition)

    def tiles(self, area: Area) -> None:
        """Give the pegs in an area their colours, and a ground where there is one."""
        self.colour_pegs(area)
        self.when(area, f'{area.cell(0).address}<>""', bg_color=palette.PAPER)

    def mark_best(self, area: Area, best: str) -> None:
        """Mark the cells of an area that are as good as the best."""
        first = area.cell(0).address
        self.when(
            area,
            f'AND({first}<>"",{first}={best})',
            bold=True,
            font_color=palette.ACCENT,
        )

    def hide_unless(self, test: str, areas: Iterable[Area]) -> None:
        """Show nothing in cells where a formula is not true; other looks come later."""
        for area in areas:
            unseen = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
            self.when(area, f"NOT({test})", **unseen)

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
        chart.set_chartarea({"border": {"none": True}})
        chart.show_hidden_data()  # what a chart reads often lies in hidden columns
        names, values = chart.set_x_axis, chart.set_y_axis
        axis = {"num_font": CHART_FONT, "major_tick_mark": "none"}
        if kind == "bar":
            names, values = values, names
            names(axis | {"line": {"none": True}, "reverse": True})
        else:
            names(axis | {"line": {"color": palette.LINE}})
        values({"visible": False, "major_gridlines": {"visible": False}})
        chart.set_size({"width": size[0], "height": size[1]})
        return chart

    def bars(
        self,
        chart: Chart,
        names: Area,
        values: Area,
        colour: str,
        form: str = "#,##0",
        **more: object,
    ) -> None:
        """Add bars to a chart, their values at their ends; 0 says nothing."""
        chart.add_series(
            {
                "categories": f"={names.full}",
                "values": f"={values.full}",
                "fill": {"color": colour},
                "data_labels": {
                    "value": True,
                    "font": CHART_FONT,
                    "num_format": f"{form};;",
                },
                **more,
            }
        )

    def chart(self, area: Area, chart: Chart, description: str) -> None:
        """Put a chart at an area."""
        options = {"description": description}
        self.sheet.insert_chart(area.top, area.left, chart, options)

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

    def print_on_one_page(self, *area: int) -> None:
        """Have the sheet, or an area of it, printed on one page."""
        self.print_one_page_wide(1)
        if area:
            self.sheet.print_area(*area)

    def print_one_page_wide(self, high: int = 0) -> None:
        """Have the sheet printed on pages across; 0 is as many as it takes."""
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, high)

    def select(self, row: int, column: int) -> None:
        """Put the cursor on a cell."""
        self.sheet.set_selection(row, column, row, column)
