"""Draws the sheet Analysis: the best guesses, and into which parts one splits."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.build.canvas import (
    BOX,
    CHART_FONT,
    HAIRLINE,
    SMALL,
    TILE_ON_SHEET,
    TITLE,
    TYPED,
    UNDERLINED,
    Canvas,
    Style,
    Styles,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.analyst import FIGURES, analysis
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.buttons import ANALYSE
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import (
    ANALYSED_ROWS,
    AnalysisLayout,
    BoardLayout,
    widest,
)
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_PIXELS: Final = (40, 66, 58, 46, 52, 58)
_FORMATS: Final = ("@", "#,##0.00", "#,##0", "#,##0", "0.000", "0.000")
_PRESS: Final = "Press Analyse for its parts."
_BEST_IS_LEAST: Final = (True, True, False, False, True)
"""Of the figures, from the average on."""


class AnalysisSheet(Canvas):
    """Draws the sheet."""

    # What the button Analyse computes stands there as values, so that nothing is
    # computed while somebody plays. If the guess to split is typed over, its parts are
    # blank until the button is pressed again.

    def __init__(
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        board: Board,
        boards: Sequence[BoardLayout],
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.board = board
        self.boards = boards
        self.pegs = widest(boards)
        self.at = AnalysisLayout(self.pegs)

    @cached_property
    def shown(self) -> dict[str, Block]:
        """What the button writes for a new game on this board."""
        nothing: dict[str, Block] = {
            "split_guess": [[None]],
            "ranked_guesses": [[None] * self.at.ranked_guesses.width],
        }
        return analysis(self.board.rules, [], self.board.strategy, nothing)

    def draw(self) -> None:
        """Draw everything."""
        self._columns_and_rows()
        self._heads()
        self._settings()
        self._ranking()
        self._split()
        self._helpers()
        self._figures()
        self._chart()
        self._conditions()

    def _columns_and_rows(self) -> None:
        at, width = self.at, self.sheet.set_column_pixels
        first = at.ranked_guesses.left
        width(0, 0, 24)
        width(1, 1, 28)
        width(first, first + self.pegs - 1, 32)
        for column, pixels in enumerate(_PIXELS, first + self.pegs):
            width(column, column, pixels)
        width(at.ranked_guesses.right + 1, at.matrix.left - 1, 24)
        width(at.matrix.left, at.matrix.left, 76)
        width(at.matrix.left + 1, at.matrix.right, 44)
        width(at.matrix.right + 1, at.chart.left - 1, 12)
        self.hide_columns(at.analysed_game.left, at.analysed_game.left + 8)
        self.rows([56, 30, 36, 14, 36, 24, *[30] * ANALYSED_ROWS])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page(0, 0, at.ranked_guesses.bottom, at.chart.left + 5)
        self.select(at.split_guess.top, at.split_guess.left)

    def _heads(self) -> None:
        at, text = self.at, self.sheet.write_string
        text(0, 1, "Analysis", self.styles(TITLE))
        muted = self.styles(TYPED, font_color=palette.MUTED, valign="top")
        self.values(at.analysis_message, self.shown["analysis_message"], muted)
        bold = self.styles(bold=True, font_size=13)
        row = at.split_guess.top
        text(row, 1, "Best guesses", bold)
        text(row, at.matrix.left, "Split by", bold)
        line = self.styles(SMALL, UNDERLINED)
        right = self.styles(SMALL, UNDERLINED, align="right")
        centre = self.styles(SMALL, UNDERLINED, align="center")
        columns = range(1, at.ranked_guesses.left + self.pegs)
        self.fill(row + 1, columns, SMALL, UNDERLINED)
        text(row + 1, at.ranked_guesses.left, "Guess", line)
        heads = at.at(row + 1, at.ranked_guesses.left + self.pegs, 1, len(FIGURES))
        for index, head in enumerate(FIGURES):
            text(row + 1, heads.left + index, head, right if index else centre)
        first, sorted_by = heads.column(0).address, at.sorted_by.fixed
        bold_ink: Style = {"bold": True, "font_color": palette.INK}
        self.when(heads, f"{first}={sorted_by}", **bold_ink)

    def _settings(self) -> None:
        at = self.at
        label = self.styles(SMALL, align="right", indent=1)
        value = self.styles(BOX, TYPED, bold=True, align="left", indent=1)
        self.sheet.write_string(at.analysed_board.top, 1, "of", label)
        figures = at.ranked_guesses.left + self.pegs
        board, strategy = at.analysed_board, at.analysis_strategy
        name = self.boards[0].sheet
        self.merged(replace(board, right=figures - 1), name, value)
        self.sheet.write_string(at.analysed_board.top, figures + 1, "by", label)
        whole = replace(strategy, right=strategy.left + 2)
        self.merged(whole, self.board.strategy, value)
        sheets = [each.sheet for each in self.boards]
        self.choices(board, sheets, error_type="warning")
        names = [*map(strategy_label, STRATEGIES)]
        self.choices(strategy, names, error_type="warning")
        self.button(ANALYSE, at.analysed_board.top, at.matrix.left, height=34)

    def _ranking(self) -> None:
        at = self.at
        for row in range(ANALYSED_ROWS):
            first = at.ranked_guesses.row(row).column(0).address
            self.formula(
                at.at(at.ranked_guesses.top + row, 1),
                f'IF({first}="","",{row + 1})',
                self.styles(SMALL, HAIRLINE, {"align": "right", "indent": 1}),
            )
        tile = self.styles(TILE_ON_SHEET, TYPED)
        line = {**HAIRLINE, **TYPED}
        centre = self.styles(line, align="center", font_color=palette.ACCENT)
        figures = [
            self.styles(line, align="right", num_format=form) for form in _FORMATS[1:]
        ]
        styles = [*[tile] * self.pegs, centre, *figures]
        self.values(at.ranked_guesses, self.shown["ranked_guesses"], *styles)

    def _split(self) -> None:
        at, matrix = self.at, self.at.matrix
        style = self.styles(TILE_ON_SHEET, TYPED, BOX, num_format="@", shrink=True)
        guess = replace(at.split_guess, right=at.split_guess.left + 1)
        self.merged(guess, self.shown["split_guess"][0][0], style)
        self.sheet.ignore_errors({"number_stored_as_text": at.split_guess.address})
        small: Style = {**SMALL, "align": "center"}
        black, white = (at.split_parts.column(index).fixed for index in range(2))
        for column in range(self.pegs + 1):
            place = at.at(matrix.top, matrix.left + 1 + column)
            self._head(place, "○", column, self.styles(small))
            place = at.at(matrix.top + 1 + column, matrix.left)
            right = self.styles(SMALL, align="right", indent=1)
            self._head(place, "●", column, right)
        for row in range(self.pegs + 1):
            for column in range(self.pegs + 1):
                is_part = f'({black}={row})*({white}={column})*({black}<>"")'
                place_of = f"SUMPRODUCT({is_part}*ROW({black}))"
                value = f"INDEX({at.sizes.fixed},{place_of})"
                self.formula(
                    at.at(matrix.top + 1 + row, matrix.left + 1 + column),
                    f'IF({place_of}=0,"",{value})',
                    self.styles(
                        {
                            "align": "center",
                            "num_format": "#,##0",
                            "border": 5,
                            "border_color": palette.WHITE,
                        }
                    ),
                )

    def _head(self, place: Area, peg: str, count: int, style: Format) -> None:
        """Write the head of a row or column of the matrix, if the game has it."""
        test = f"{count}>{self.at.analysed_pegs.fixed}"
        head = peg * count or "none"
        self.formula(place, f'IF({test},"","{head}")', style)

    @property
    def _is_split(self) -> str:
        """Return whether the guess that stands there is the one of the parts."""
        return f'{self.at.split_guess.fixed}&""={self.at.split_by.fixed}&""'

    def _helpers(self) -> None:
        """Write the hidden columns."""
        at = self.at
        text = self.styles(TYPED, num_format="@")
        number = self.styles(TYPED)
        for name in (
            "analysed_game",
            "best_guess",
            "split_by",
            "sorted_by",
        ):
            self.values(at.areas[name], self.shown[name], text)
        self.values(at.split_parts, self.shown["split_parts"], number)
        game = at.analysed_game.fixed
        pegs = f"IFERROR(VALUE(LEFT({game})),0)"
        self.formula(at.analysed_pegs, pegs, self.styles())
        counts = at.split_parts.column(2).fixed
        formula = f'IF({self._is_split},IF({counts}="","",{counts}),"")'
        self.array(at.sizes, formula, self.styles())
        self._bars()

    def _bars(self) -> None:
        """Write the parts from the largest to the smallest, for the chart."""
        at = self.at
        black, white, _ = (at.split_parts.column(index) for index in range(3))
        key, places = at.sizes.beside(1), at.sizes.beside(2)
        height = at.split_parts.height
        for row in range(height):
            size = at.sizes.row(row).address
            rank = f"N({size})+{height - row}/1000"
            self.formula(key.row(row), f"IF(N({size})>0,{rank},0)", self.styles())
        for row in range(ANALYSED_ROWS):
            place = at.at(places.top + row, places.left)
            largest = f"LARGE({key.fixed},{row + 1})"
            self.formula(
                place,
                f"IFERROR(IF({largest}>0,MATCH({largest},{key.fixed},0),0),0)",
                self.styles(),
            )
            cell = place.fixed
            label = (
                f'IF(INDEX({black.fixed},{cell})+INDEX({white.fixed},{cell})=0,"none",'
                f'REPT("●",INDEX({black.fixed},{cell}))'
                f'&REPT("○",INDEX({white.fixed},{cell})))'
            )
            labelled = f'IF({cell}=0,"",{label})'
            self.formula(place.beside(1), labelled, self.styles())
            size = f"INDEX({at.sizes.fixed},{cell})"
            is_top = f"{size}=MAX({at.sizes.fixed})"
            most = f"IF({cell}=0,0,IF({is_top},{size},0))"
            others = f"IF({cell}=0,0,IF({is_top},0,{size}))"
            self.formula(place.beside(2), most, self.styles())
            self.formula(place.beside(3), others, self.styles())

    def _figures(self) -> None:
        """Write what the parts come to, below the matrix."""
        at = self.at
        self.formula(
            at.at(at.matrix.bottom + 1, at.matrix.left + 1),
            f'IF({self._is_split},"","{_PRESS}")',
            self.styles(bold=True, font_color=palette.ACCENT),
        )
        sizes = at.sizes.fixed
        # A blank text is an error here, and so is the logarithm of 0: both count as 0.
        logs = f"SUM(IFERROR({sizes}*LOG({sizes},2),0))"
        rows = (
            ("codes left on average", f"ROUND(SUMSQ({sizes})/SUM({sizes}),2)"),
            ("codes left at most", f"MAX({sizes})"),
            ("different answers", f'COUNTIF({sizes},">0")'),
            (
                "bits of information",
                f"ROUND(LOG(SUM({sizes}),2)-{logs}/SUM({sizes}),3)",
            ),
        )
        for row, (text, formula) in enumerate(rows, at.matrix.bottom + 2):
            self.array(
                at.at(row, at.matrix.left),
                f'IF(SUM({sizes})=0,"",{formula})',
                self.styles(
                    {"bold": True, "font_size": 13, "font_color": palette.ACCENT},
                    {"align": "right", "indent": 1, "num_format": "#,##0.###"},
                ),
            )
            self.sheet.write_string(row, at.matrix.left + 1, text, self.styles())

    def _chart(self) -> None:
        at = self.at
        chart = self.new_chart("bar", "Sizes of the parts")
        first = at.sizes.left + 3
        labels, most, others = (
            at.at(0, column, ANALYSED_ROWS) for column in range(first, first + 3)
        )
        self.bars(chart, labels, most, others, gap=30)
        chart.set_y_axis(
            {
                "reverse": True,
                "num_font": CHART_FONT,
                "line": {"none": True},
                "major_tick_mark": "none",
            }
        )
        chart.set_x_axis({"visible": False, "major_gridlines": {"visible": False}})
        chart.set_size({"width": 340, "height": 470})
        text = "How many codes each answer to the guess would leave, the most first."
        self.chart(at.chart, chart, text)

    def _conditions(self) -> None:
        at = self.at
        ranked = at.ranked_guesses
        tiles = replace(ranked, right=ranked.left + self.pegs - 1)
        self.colour_pegs(tiles)
        self.when(tiles, f'{tiles.cell(0).address}<>""', bg_color=palette.PAPER)
        for index, is_least in enumerate(_BEST_IS_LEAST, self.pegs + 1):
            column = ranked.column(index)
            best = f"{'MIN' if is_least else 'MAX'}({column.fixed})"
            first = column.row(0).address
            self.when(
                column,
                f'AND({first}<>"",{first}={best})',
                bold=True,
                font_color=palette.ACCENT,
            )
        cells = replace(at.matrix, top=at.matrix.top + 1, left=at.matrix.left + 1)
        first = f"{column_name(cells.left)}{cells.top + 1}"
        most = f"MAX({cells.fixed})"
        looks: tuple[tuple[str, Style], ...] = (
            (
                f'AND({first}<>"",N({first})>0,{first}={most})',
                {"bg_color": palette.ACCENT, "font_color": palette.WHITE, "bold": True},
            ),
            (f"AND(N({first})>0,2*N({first})>={most})", {"bg_color": palette.SOFT}),
            (f"N({first})>0", {"bg_color": palette.TINT}),
            (f'{first}&""="0"', {"font_color": palette.FAINT}),
        )
        for test, change in looks:
            self.when(cells, test, **change)
