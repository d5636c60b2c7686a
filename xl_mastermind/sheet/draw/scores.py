"""Draws the scoreboard: the table of finished games, and a chart of the latest."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import EXPORT
from xl_mastermind.sheet.cells import Block, is_number
from xl_mastermind.sheet.draw.canvas import (
    BOX,
    CHART_FONT,
    HAIRLINE,
    SMALL,
    TITLE,
    UNDERLINED,
    Canvas,
    Styles,
)
from xl_mastermind.sheet.layout import (
    MOST_STANDINGS,
    SCORES,
    SCORES_AREAS,
    SCORES_SHEET,
)
from xl_mastermind.sheet.scores import HEADS, YOU, filled, standing

_HINT: Final = (
    "A game comes here when it is over: a button of its board keeps it, at the latest"
    " New Game."
)
_NAME_HINT: Final = "Type it once: games to come have it in place of You."
_NOTHING: Final = "No game is over yet."
_STANDING: Final = ("Games", "Broken", "Best", "Average", "Streak")
_PIXELS: Final = (60, 130, 130, 140, 90, 90, 76, 100)
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
_STANDINGS_TOP: Final = 4
"""The row of their heads."""

_LATEST: Final = Area(
    SCORES_SHEET,
    _STANDINGS_TOP,
    SCORES.right + 14,
    _STANDINGS_TOP + 2,
    SCORES.right + 13 + _CHARTED,
)
"""Hidden: number, guesses and average of the latest games, oldest first."""


class ScoresSheet(Canvas):
    """
    Draws the sheet.

    The table grows below, in every program. What stands above finds games by their
    numbers and names, however the table is sorted, filtered, or shortened.

    Attributes
    ----------
    scores : block
        The rows of the table.
    player : str
        Whose they are; blank for nobody that has said so.
    games : sequence of str
        The games of the workbook.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a canvas, and what is drawn on it
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        scores: Block,
        player: str,
        games: Sequence[str],
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.scores = filled(scores)
        self.player = player
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
        message = SCORES_AREAS["scores_message"]
        muted = self.styles(font_color=palette.MUTED, valign="top")
        sheet.write_string(message.top, message.left, _HINT, muted)
        self.button(EXPORT, 0, _CHART_LEFT, x_offset=0, y_offset=14)
        self._settings()
        self._standings()
        self._table()
        self._latest()
        self._chart()
        sheet.set_tab_color(palette.LINE)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        self.select(SCORES.top + 1, SCORES.left)

    def _settings(self) -> None:
        """Write the cells for the person's name, and for the game of the chart."""
        player, game = SCORES_AREAS["player"], SCORES_AREAS["charted_game"]
        value = self.styles(BOX, bold=True, align="left", indent=1, num_format="@")
        for cell, label, shown in (
            (player, "Name", self.player),
            (game, "Chart of", self.games[0]),
        ):
            self.text(cell.top, cell.left - 1, label, SMALL)
            self.cell(cell.top, cell.left, shown, value)
        self.text(player.top, player.right + 1, _NAME_HINT, SMALL, indent=1)
        self.choices(game, self.games, error_type="warning")
        self.sheet.set_column_pixels(_CHART_LEFT, _CHART_LEFT, 60)
        self.sheet.set_column_pixels(game.left, game.left, 150)

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
            shown = standing(self.scores, game, self.player or YOU)
            for column, (formula, value) in enumerate(
                zip(formulas, shown, strict=True), first
            ):
                form = "0.00" if column == first + 3 else "#,##0"
                style = self.styles(HAIRLINE, align="right", num_format=form)
                needed = formulas[column > first + 1]
                self.array(
                    Area(SCORES_SHEET, row, column, row, column),
                    f'IF({needed}=0,"",{formula})',
                    style,
                    [value if shown[column > first + 1] else ""],
                )
        nothing = Area(SCORES_SHEET, SCORES.top - 1, left, SCORES.top - 1, left)
        self.formula(
            nothing,
            f'IF(COUNT({numbers})=0,"{_NOTHING}","")',
            self.styles(bold=True, font_color=palette.ACCENT),
            "" if any(is_number(row[0]) for row in self.scores) else _NOTHING,
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
        indent = 1 if side == "left" else 0
        return self.styles(num_format=form, align=side, indent=indent), side

    def _latest(self) -> None:
        """Write the numbers, guesses and averages of the latest games."""
        self.hide_columns(_LATEST.left, _LATEST.right)
        numbers, charted = self._column("No."), SCORES_AREAS["charted_game"].fixed
        games = f"({self._column('Game')}={charted})"
        count = f"SUMPRODUCT({games}*ISNUMBER({numbers}))"
        alike = {
            row[0]: row
            for row in self.scores
            if row[2] == self.games[0] and is_number(row[0])
        }
        latest = sorted(alike)[-_CHARTED:]
        for place in range(_CHARTED):
            number, *cells = (_LATEST.column(place).row(row) for row in range(3))
            rank = f"MIN({_CHARTED},{count})-{place}"
            found = f'IFERROR(LARGE(IF({games},{numbers}),{rank}),"")'
            key = latest[place] if place < len(latest) else None
            self.array(number, found, self.styles(), [key])
            for cell, head in zip(cells, ("Guesses", "Average"), strict=True):
                row = f"MATCH({number.address},{numbers},0)"
                value = f"INDEX({self._column(head)},{row})"
                known = alike[key][HEADS.index(head)] if key is not None else None
                self.formula(
                    cell,
                    f"IF(ISNUMBER({value}),{value},NA())",
                    self.styles(),
                    known if is_number(known) else "#N/A",
                )

    def _chart(self) -> None:
        columns = self.new_chart("column", "The latest games")
        line = self.new_chart("line")
        numbers, guesses, average = (f"={_LATEST.row(r).full}" for r in range(3))
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
        columns.set_size({"width": 400, "height": 230})
        columns.show_na_as_empty_cell()
        text = "Guesses of the latest games, and the average so far."
        top = _STANDINGS_TOP - 1
        place = Area(SCORES_SHEET, top, _CHART_LEFT, top, _CHART_LEFT)
        self.chart(place, columns, text)
