"""Draws the scoreboard: the table of finished games, and how the player stands."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.build.canvas import (
    BOX,
    CHART_FONT,
    HAIRLINE,
    SMALL,
    TITLE,
    UNDERLINED,
    Canvas,
    Styles,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.layout import (
    MOST_STANDINGS,
    SCORES,
    SCORES_AREAS,
    SCORES_SHEET,
)
from xl_mastermind.sheet.scores import HEADS, YOU

_HINT: Final = "A finished game is added here by the next button of its board."
_NAME_HINT: Final = "Type it once: games to come have it in place of You."
_NOTHING: Final = "No game is over yet."
_STANDING: Final = ("Games", "Broken", "Best", "Average", "Streak")
_PIXELS: Final = (60, 130, 130, 140, 90, 76, 100)
_MOMENT: Final = "yyyy-mm-dd hh:mm"
_FORMATS: Final = ("0", _MOMENT, "@", "@", "0", "0.00", "0.00")

_MOST: Final = 10_000
"""Rows of the table that are counted."""

_CHART_LEFT: Final = SCORES.right + 2
_STANDINGS_TOP: Final = 4
"""The row of their heads."""


class ScoresSheet(Canvas):
    """Draws the sheet."""

    # The table grows below, in every program. What stands above finds games by their
    # numbers and names, however the table is sorted, filtered, or shortened.

    def __init__(
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        games: Sequence[str],
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.games = games

    def draw(self) -> None:
        """Draw everything."""
        sheet = self.sheet
        sheet.set_column_pixels(0, 0, 24)
        gap = SCORES.right + 1
        sheet.set_column_pixels(gap, gap, 24)
        standings = [22] * (1 + MOST_STANDINGS)
        self.rows([56, 30, 30, 10, *standings, 10, 24])
        sheet.write_string(0, SCORES.left, "Scores", self.styles(TITLE))
        self.text(1, SCORES.left, _HINT, font_color=palette.MUTED, valign="top")
        self._name()
        self._standings()
        self._table()
        self._chart()
        sheet.set_tab_color(palette.LINE)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        self.select(SCORES.top + 1, SCORES.left)

    def _name(self) -> None:
        """Write the cell for the person's name."""
        place = SCORES_AREAS["player"]
        value = self.styles(BOX, bold=True, align="left", indent=1, num_format="@")
        self.text(place.top, place.left - 1, "Name", SMALL)
        self.cell(place.top, place.left, "", value)
        self.text(place.top, place.right + 1, _NAME_HINT, SMALL, indent=1)

    def _column(self, head: str) -> str:
        """Return the cells of a column of the table, its head first: that one stays."""
        column = SCORES.left + HEADS.index(head)
        return Area(SCORES_SHEET, SCORES.top, column, SCORES.top + _MOST, column).fixed

    def _standings(self) -> None:
        """Write how the player stands in each game."""
        top, left = _STANDINGS_TOP, SCORES.left
        first = SCORES.right + 1 - len(_STANDING)
        self.fill(top, range(left, first), SMALL, UNDERLINED)
        self.text(top, left, "Game", SMALL, UNDERLINED)
        for column, head in enumerate(_STANDING, first):
            self.text(top, column, head, SMALL, UNDERLINED, align="right")
        numbers, guesses = self._column("No."), self._column("Guesses")
        by, player = self._column("Broken by"), SCORES_AREAS["player"].fixed
        mine = f'(({by}={player})+({by}="{YOU}")>0)'
        for row, game in enumerate(self.games[:MOST_STANDINGS], top + 1):
            self.fill(row, range(left, first), HAIRLINE)
            self.text(row, left, game, HAIRLINE, bold=True)
            name = Area(SCORES_SHEET, row, left, row, left)
            games = f"({self._column('Game')}={name.fixed})"
            broken = f"SUMPRODUCT({games}*{mine})"
            other = f"MAX(IF({games}*NOT({mine})*ISNUMBER({numbers}),{numbers}))"
            formulas = (
                f"SUMPRODUCT(--{games})",
                broken,
                f"MIN(IF({games}*{mine}*ISNUMBER({guesses}),{guesses}))",
                f"SUMPRODUCT({games}*{mine},{guesses})/{broken}",
                f"SUM({games}*{mine}*ISNUMBER({numbers})*({numbers}>{other}))",
            )
            for column, formula in enumerate(formulas, first):
                form = "0.00" if column == first + 3 else "#,##0"
                style = self.styles(HAIRLINE, align="right", num_format=form)
                needed = formulas[column > first + 1]
                self.array(
                    Area(SCORES_SHEET, row, column, row, column),
                    f'IF({needed}=0,"",{formula})',
                    style,
                )
        nothing = Area(SCORES_SHEET, SCORES.top - 1, left, SCORES.top - 1, left)
        self.formula(
            nothing,
            f'IF(COUNT({numbers})=0,"{_NOTHING}","")',
            self.styles(bold=True, font_color=palette.ACCENT),
        )

    def _table(self) -> None:
        columns = []
        for column, (head, pixels, form) in enumerate(
            zip(HEADS, _PIXELS, _FORMATS, strict=True), SCORES.left
        ):
            style, side = self._style(form)
            # The whole column, for the rows to come.
            self.sheet.set_column_pixels(column, column, pixels, style)
            # Clear of the filter's button, and of the one before.
            bold = self.styles(
                {"bold": True, "bottom": 2, "border_color": palette.ACCENT},
                align=side,
                indent=2 if side == "right" else 1,
            )
            columns.append({"header": head, "header_format": bold})
        self.sheet.add_table(
            SCORES.top,
            SCORES.left,
            SCORES.bottom,
            SCORES.right,
            {"name": SCORES_SHEET, "style": "Table Style Light 1", "columns": columns},
        )

    def _style(self, form: str) -> tuple[Format, str]:
        side = "left" if form in ("@", _MOMENT) else "right"
        indent = 1 if side == "left" else 0
        return self.styles(num_format=form, align=side, indent=indent), side

    def _chart(self) -> None:
        """Draw the player's average of each game, and the best, as bars."""
        chart = self.new_chart("column", "Guesses of each game")
        games = self.games[:MOST_STANDINGS]
        top, height = _STANDINGS_TOP + 1, len(games)
        names = Area(SCORES_SHEET, top, SCORES.left, top + height - 1, SCORES.left)
        colours = {"Average": palette.ACCENT, "Best": palette.SOFT}
        for head, colour in colours.items():
            left = SCORES.right + 1 - len(_STANDING) + _STANDING.index(head)
            figures = replace(names, left=left, right=left)
            form = "0.00;;" if head == "Average" else "0;;"
            labels = {"value": True, "font": CHART_FONT, "num_format": form}
            chart.add_series(
                {
                    "name": head,
                    "categories": f"={names.full}",
                    "values": f"={figures.full}",
                    "fill": {"color": colour},
                    "data_labels": labels,
                    "gap": 60,
                }
            )
        chart.set_legend({"position": "bottom", "font": CHART_FONT})
        axis = {"num_font": CHART_FONT, "major_tick_mark": "none"}
        chart.set_x_axis(axis | {"line": {"color": palette.LINE}})
        chart.set_y_axis({"visible": False, "major_gridlines": {"visible": False}})
        chart.set_size({"width": 480, "height": 230})
        text = "Average and best number of guesses of each game."
        place = Area(SCORES_SHEET, 2, _CHART_LEFT, 2, _CHART_LEFT)
        self.chart(place, chart, text)
