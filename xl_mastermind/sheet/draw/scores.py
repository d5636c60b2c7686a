"""Draws the scoreboard: the table of finished games, and a chart of the latest."""

import datetime as dt
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import EXPORT
from xl_mastermind.sheet.cells import Block, is_number
from xl_mastermind.sheet.draw.canvas import (
    CHART_FONT,
    TITLE,
    Canvas,
    Styles,
)
from xl_mastermind.sheet.layout import SCORES, SCORES_MESSAGE, SCORES_SHEET
from xl_mastermind.sheet.scores import HEADS

_HINT: Final = (
    "A game comes here when it is over: a button of its board keeps it, at the latest"
    " New Game."
)
_PIXELS: Final = (60, 130, 120, 150, 78, 78, 78, 78)
_MOMENT: Final = "yyyy-mm-dd hh:mm"
_FORMATS: Final = ("0", _MOMENT, "@", "@", "0", "0.0", "0.00", "0.00")
_TIMES: Final[dict[type, str]] = {
    dt.date: _MOMENT,
    dt.datetime: _MOMENT,
    dt.time: "hh:mm:ss",
    dt.timedelta: "[h]:mm:ss",
}
"""What a person may have typed into any column."""

_MOST: Final = 10_000
"""Rows of the table that the chart looks for the latest games in."""

_CHARTED: Final = 30
_CHART_LEFT: Final = SCORES.right + 2
_LATEST: Final = Area(
    SCORES_SHEET,
    SCORES.top + 1,
    SCORES.right + 14,
    SCORES.top + _CHARTED,
    SCORES.right + 16,
)
"""Hidden: number, guesses and average of the latest games, oldest first."""


class ScoresSheet(Canvas):
    """
    Draws the sheet.

    The table grows below, in every program; the chart therefore reads the latest
    games out of hidden columns, which look them up by their numbers, however the
    table is sorted.
    """

    def __init__(
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        scores: Block,
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.scores = scores

    def draw(self) -> None:
        """Draw everything."""
        sheet = self.sheet
        sheet.set_column_pixels(0, 0, 24)
        sheet.set_row_pixels(0, 56)
        sheet.set_row_pixels(1, 30)
        sheet.write_string(0, SCORES.left, "Scores", self.styles(TITLE))
        message = SCORES_MESSAGE
        muted = self.styles(font_color=palette.MUTED, valign="top")
        sheet.write_string(message.top, message.left, _HINT, muted)
        self.button(EXPORT, 0, _CHART_LEFT, x_offset=0, y_offset=14)
        self._table()
        self._latest()
        self._chart()
        sheet.set_tab_color(palette.LINE)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        self.select(SCORES.top + 1, SCORES.left)

    def _table(self) -> None:
        columns = []
        for column, (head, pixels, form) in enumerate(
            zip(HEADS, _PIXELS, _FORMATS, strict=True), SCORES.left
        ):
            style, side = self._style(form)
            # The whole column, for the rows to come.
            self.sheet.set_column_pixels(column, column, pixels, style)
            bold = self.styles(
                bold=True, align=side, bottom=2, border_color=palette.ACCENT
            )
            columns.append({"header": head, "header_format": bold})
        last = max(SCORES.bottom, SCORES.top + len(self.scores))
        self.sheet.add_table(
            SCORES.top,
            SCORES.left,
            last,
            SCORES.right,
            {"name": SCORES_SHEET, "style": "Table Style Light 1", "columns": columns},
        )
        for row, line in enumerate(self.scores, SCORES.top + 1):
            for column, value in enumerate(line, SCORES.left):
                form = _TIMES.get(type(value), _FORMATS[column - SCORES.left])
                self.cell(row, column, value, self._style(form)[0])

    def _style(self, form: str) -> tuple[Format, str]:
        side = "left" if form in ("@", _MOMENT) else "right"
        return self.styles(num_format=form, align=side), side

    def _latest(self) -> None:
        """Write the numbers, guesses and averages of the latest games."""
        left, right = _LATEST.left, _LATEST.right
        self.hide_columns(left, right)
        games = {row[0]: row for row in self.scores}
        last = max(filter(is_number, games), default=0)
        first = max(int(last) - _CHARTED, 0) + 1
        numbers, *found = (
            Area(SCORES_SHEET, SCORES.top + 1, column, SCORES.top + _MOST, column)
            for column in (SCORES.left, SCORES.left + 4, SCORES.right)
        )
        highest = f"MAX({numbers.fixed})"
        for row in range(_CHARTED):
            number, *cells = (_LATEST.row(row).column(c) for c in range(3))
            game = first + row
            self.formula(
                number,
                f'IF({row}<{highest},MAX({highest}-{_CHARTED},0)+{row + 1},"")',
                self.styles(),
                game if game <= last else "",
            )
            for cell, area, index in zip(cells, found, (4, 7), strict=True):
                place = f"MATCH({number.address},{numbers.fixed},0)"
                found_value = f"INDEX({area.fixed},{place})"
                value = games.get(game, [None] * 8)[index]
                self.formula(
                    cell,
                    f"IF(ISNUMBER({found_value}),{found_value},NA())",
                    self.styles(),
                    value if is_number(value) else "#N/A",
                )

    def _chart(self) -> None:
        columns = self.new_chart("column", "The latest games")
        line = self.new_chart("line")
        numbers, guesses, average = (f"={_LATEST.column(c).full}" for c in range(3))
        columns.add_series(
            {
                "name": "Guesses",
                "categories": numbers,
                "values": guesses,
                "fill": {"color": palette.SOFT},
                "gap": 40,
            }
        )
        line.add_series(
            {
                "name": "Average so far",
                "categories": numbers,
                "values": average,
                "line": {"color": palette.ACCENT, "width": 2},
                "marker": {
                    "type": "circle",
                    "size": 4,
                    "fill": {"color": palette.ACCENT},
                },
            }
        )
        columns.combine(line)
        columns.set_legend({"position": "bottom", "font": CHART_FONT})
        columns.set_x_axis({"num_font": CHART_FONT, "line": {"color": palette.LINE}})
        columns.set_y_axis(
            {
                "num_font": CHART_FONT,
                "min": 0,
                "num_format": "0",
                "line": {"none": True},
                "major_gridlines": {"visible": True, "line": {"color": palette.HAIR}},
            }
        )
        columns.set_size({"width": 480, "height": 300})
        columns.show_na_as_empty_cell()
        text = "Guesses of the latest games, and the average so far."
        place = Area(SCORES_SHEET, SCORES.top, _CHART_LEFT, SCORES.top, _CHART_LEFT)
        self.chart(place, columns, text)
