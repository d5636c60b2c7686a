"""Draws the scoreboard: the table of finished games, and how the player stands."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.draw.canvas import (
    CHART_FONT,
    Canvas,
)
from xl_mastermind.draw.cells import (
    HAIRLINE,
    ArrayFormula,
    Column,
    Formula,
    Style,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.result_layouts import MOST_STANDINGS, SCORES, SCORES_AREAS
from xl_mastermind.sheet.scores import HEADS, YOU
from xl_mastermind.sheet.sheets import SCORES_SHEET

_HINT: Final = "A finished game is added here by the next button of its board."
_NAME_HINT: Final = "Type it once: games to come have it in place of You."
_NOTHING: Final = "No game is over yet."

_KEPT: Final = (
    *(("right", "0", 60), ("left", "yyyy-mm-dd hh:mm", 130), ("left", "@", 130)),
    *(("left", "@", 140), ("right", "0", 90), ("right", "0.00", 76)),
    ("right", "0.00", 100),
)
"""Of the columns of `HEADS`: side, number format, width."""

_STANDING: Final = ("Games", "Broken", "Best", "Average", "Streak")
_FORMATS: Final = ("#,##0", "#,##0", "#,##0", "0.00", "#,##0")

_MOST: Final = 10_000
"""Rows of the table that are counted."""

_TOP: Final = 4
"""The row of the heads above the standings."""

_HEAD: Final[Style] = {"bold": True, "bottom": 2, "border_color": palette.ACCENT}


class ScoresSheet(Canvas):
    """Draws the sheet."""

    # The table grows below, in every program. What stands above finds games by their
    # numbers and names, however the table is sorted, filtered, or shortened.

    def draw(self, games: Sequence[str]) -> None:
        """Draw everything, with a line for each of the games."""
        self.games = games[:MOST_STANDINGS]
        columns = [
            Column("Game", look={"bold": True}, cells=SCORES.width - len(_STANDING)),
            *map(Column, _STANDING, ["right"] * len(_STANDING), _FORMATS),
        ]
        sheet, player = self.sheet, SCORES_AREAS["player"]
        for margin in (0, SCORES.right + 1):
            sheet.set_column_pixels(margin, margin, 24)
        self.rows([56, 30, 30, 10, *[22] * (1 + MOST_STANDINGS), 10, 24])
        self.title("Scores", _HINT)
        self.setting("Name", player, "", num_format="@")
        small = self.styles(font_size=10, font_color=palette.MUTED, indent=1)
        self.cell(player.top, player.right + 1, _NAME_HINT, small)
        rows = [self._standing(row) for row in range(len(self.games))]
        self.table(_TOP, SCORES.left, columns, rows, **HAIRLINE)
        nothing = Formula(f'IF(COUNT({self._column("No.")})=0,"{_NOTHING}","")')
        accent = self.styles(bold=True, font_color=palette.ACCENT)
        self.cell(SCORES.top - 1, SCORES.left, nothing, accent)
        self._table()
        self._chart()
        sheet.set_tab_color(palette.LINE)
        self.print_one_page_wide()
        self.select(SCORES.top + 1, SCORES.left)

    def _column(self, head: str) -> str:
        """Return the cells of a column of the table, its head first: that one stays."""
        column = SCORES.left + HEADS.index(head)
        return Area(SCORES_SHEET, SCORES.top, column, SCORES.top + _MOST, column).fixed

    def _standing(self, row: int) -> list[str]:
        """Return how the player stands in a game: its name, and formulas."""
        numbers, guesses = self._column("No."), self._column("Guesses")
        by, player = self._column("Broken by"), SCORES_AREAS["player"].fixed
        mine = f'(({by}={player})+({by}="{YOU}")>0)'
        name = self._standings(0).row(row).fixed
        games = f"({self._column('Game')}={name})"
        broken = f"SUMPRODUCT({games}*{mine})"
        other = f"MAX(IF({games}*NOT({mine})*ISNUMBER({numbers}),{numbers}))"
        played = f"SUMPRODUCT(--{games})"
        of_games = [played, broken]
        of_mine = [
            f"MIN(IF({games}*{mine}*ISNUMBER({guesses}),{guesses}))",
            f"SUMPRODUCT({games}*{mine},{guesses})/{broken}",
            f"SUM({games}*{mine}*ISNUMBER({numbers})*({numbers}>{other}))",
        ]
        formulas = [f'IF({played}=0,"",{each})' for each in of_games]
        formulas += [f'IF({broken}=0,"",{each})' for each in of_mine]
        return [self.games[row], *map(ArrayFormula, formulas)]

    def _standings(self, column: int) -> Area:
        """Return a column of the standings without its head."""
        left = SCORES.left + column
        return Area(SCORES_SHEET, _TOP + 1, left, _TOP + len(self.games), left)

    def _table(self) -> None:
        """Write the table, empty; whole columns have its look for the rows to come."""
        columns = []
        for column, (head, kept) in enumerate(zip(HEADS, _KEPT, strict=True), 1):
            side, form, pixels = kept
            is_left = side == "left"
            look = self.styles(num_format=form, align=side, indent=int(is_left))
            self.sheet.set_column_pixels(column, column, pixels, look)
            # Clear of the filter's button, and of the one before.
            bold = self.styles(_HEAD, align=side, indent=1 if is_left else 2)
            columns.append({"header": head, "header_format": bold})
        table = {"name": SCORES_SHEET, "style": "Table Style Light 1"}
        self.sheet.add_table(*SCORES.corners, table | {"columns": columns})

    def _chart(self) -> None:
        """Draw the player's average of each game, and the best, as bars."""
        chart = self.new_chart("column", (480, 230), "Guesses of each game")
        first = SCORES.width - len(_STANDING)
        names = self._standings(0)
        for head, colour in ("Average", palette.ACCENT), ("Best", palette.SOFT):
            column = _STANDING.index(head)
            figures, form = self._standings(first + column), _FORMATS[column]
            self.bars(chart, names, figures, colour, form, name=head, gap=60)
        chart.set_legend({"position": "bottom", "font": CHART_FONT})
        text = "Average and best number of guesses of each game."
        place = Area(SCORES_SHEET, 2, SCORES.right + 2, 2, SCORES.right + 2)
        self.chart(place, chart, text)
