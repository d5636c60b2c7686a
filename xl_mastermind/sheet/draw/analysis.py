"""Draws the sheet Analysis: the best guesses, and into which parts one splits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.sheet import layout as look
from xl_mastermind.sheet.analyst import analyse
from xl_mastermind.sheet.board import Board, strategy_label
from xl_mastermind.sheet.buttons import ANALYSE
from xl_mastermind.sheet.draw.canvas import (
    CHART_FONT,
    HAIRLINE,
    SMALL,
    TILE,
    TILE_ON_SHEET,
    TITLE,
    UNDERLINED,
    Style,
    Styles,
    add_condition,
    colour_pegs,
    insert_button,
    new_chart,
    write_array,
    write_cell,
)
from xl_mastermind.sheet.functions import Block, Cell
from xl_mastermind.sheet.layout import (
    ANALYSED_ROWS,
    ANALYSIS_SHEET,
    AnalysisLayout,
    Area,
    BoardLayout,
    column_name,
    widest,
)
from xl_mastermind.solve.strategies import STRATEGIES

_HEADS: Final = ("Fits", "Average", "Largest", "Parts", "Bits", "Guesses")
_PIXELS: Final = (40, 66, 58, 46, 52, 58)
_FORMATS: Final = ("@", "#,##0.00", "#,##0", "#,##0", "0.000", "0.000")
_BEST_IS_LEAST: Final = (True, True, False, False, True)
"""Of the figures, from the average on."""


@dataclass
class AnalysisSheet:
    """
    Draws the sheet.

    What the button Analyse computes stands there as values, so that nothing is
    computed while somebody plays. Only the parts are a formula, for the guess may
    be typed over; it calls a function if it is another than the button's.

    Attributes
    ----------
    workbook, sheet, styles
        As a board has them.
    board : Board
        The board that is analysed.
    boards : sequence of BoardLayout
        All boards of the workbook.
    active : int
        Which of them it is.
    """

    workbook: xlsxwriter.Workbook
    sheet: Worksheet
    styles: Styles
    board: Board
    boards: Sequence[BoardLayout]
    active: int

    @cached_property
    def pegs(self) -> int:
        """The pegs that there is room for."""
        return widest(self.boards)

    @cached_property
    def at(self) -> AnalysisLayout:
        """The places of the sheet."""
        return AnalysisLayout(self.pegs)

    @cached_property
    def values(self) -> dict[str, Block]:
        """What the button writes for this board."""
        nothing: Block = [[None] * self.pegs]
        return analyse(self.board.to_values() | {"split_guess": nothing})

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

    def _write(self, area: Area, values: Block, *styles: Format) -> None:
        """Write the values of an area; `styles` are those of its columns."""
        for row, line in zip(range(area.top, area.bottom + 1), values, strict=True):
            for index, value in enumerate(line):
                style = styles[index] if index < len(styles) else styles[-1]
                write_cell(self.sheet, row, area.left + index, value, style)

    def _formula(self, area: Area, formula: str, value: Cell, *looks: Style) -> None:
        style = self.styles(*looks)
        self.sheet.write_formula(area.top, area.left, f"={formula}", style, value)

    def _one(self, row: int, column: int) -> Area:
        return Area(ANALYSIS_SHEET, row, column, row, column)

    def _columns_and_rows(self) -> None:
        at, width = self.at, self.sheet.set_column_pixels
        first = at.ranking.left
        width(0, 0, 24)
        width(1, 1, 28)
        width(first, first + self.pegs - 1, 32)
        for column, pixels in enumerate(_PIXELS, first + self.pegs):
            width(column, column, pixels)
        width(at.ranking.right + 1, at.matrix.left - 1, 24)
        width(at.matrix.left, at.matrix.left, 76)
        width(at.matrix.left + 1, at.matrix.right, 44)
        width(at.matrix.right + 1, at.chart.left - 1, 12)
        hidden = {"hidden": True}
        self.sheet.set_column(at.turns.left, at.turns.left + 14, None, None, hidden)
        self.sheet.set_default_row(18)
        rows = [56, 30, 36, 14, 36, 24, *[30] * ANALYSED_ROWS]
        for row, pixels in enumerate(rows):
            self.sheet.set_row_pixels(row, pixels)
        self.sheet.set_tab_color(look.GLOW)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 1)
        self.sheet.print_area(0, 0, at.ranking.bottom, at.chart.left + 5)
        guess = at.split_guess
        self.sheet.set_selection(guess.top, guess.left, guess.top, guess.left)

    def _heads(self) -> None:
        at, text = self.at, self.sheet.write_string
        text(0, 1, "Analysis", self.styles(TITLE))
        muted = self.styles(font_color=look.MUTED, valign="top")
        self._write(at.message, self.values["analysis_message"], muted)
        bold = self.styles(bold=True, font_size=13)
        row = at.split_guess.top
        text(row, 1, "Best guesses", bold)
        text(row, at.matrix.left, "Split by", bold)
        line = self.styles(SMALL, UNDERLINED)
        right = self.styles(SMALL, UNDERLINED, align="right")
        centre = self.styles(SMALL, UNDERLINED, align="center")
        for column in range(1, at.ranking.left + self.pegs):
            self.sheet.write_blank(row + 1, column, None, line)
        text(row + 1, at.ranking.left, "Guess", line)
        for index, head in enumerate(_HEADS):
            style = right if index else centre
            text(row + 1, at.ranking.left + self.pegs + index, head, style)

    def _settings(self) -> None:
        at = self.at
        label = self.styles(SMALL, align="right", indent=1)
        box = {"border": 1, "border_color": look.LINE, "bg_color": look.WHITE}
        value = self.styles(box, bold=True, align="left", indent=1)
        self.sheet.write_string(at.board.top, 1, "of", label)
        figures = at.ranking.left + self.pegs
        self.sheet.merge_range(
            at.board.top, at.board.left, at.board.top, figures - 1, "", value
        )
        name = self.boards[self.active].sheet
        self.sheet.write_string(at.board.top, at.board.left, name, value)
        self.sheet.write_string(at.board.top, figures + 1, "by", label)
        strategy = at.strategy
        self.sheet.merge_range(
            strategy.top, strategy.left, strategy.top, strategy.left + 2, "", value
        )
        write_cell(self.sheet, strategy.top, strategy.left, self.board.strategy, value)
        lists = (
            (at.board, [board.sheet for board in self.boards]),
            (strategy, [*map(strategy_label, STRATEGIES)]),
        )
        for area, choices in lists:
            if len(",".join(choices)) <= look.LONGEST_LIST:
                check = {"validate": "list", "source": choices, "error_type": "warning"}
                self.sheet.data_validation(area.address, check)
        insert_button(self.sheet, ANALYSE, at.board.top, at.matrix.left, height=34)

    def _ranking(self) -> None:
        at = self.at
        for row in range(ANALYSED_ROWS):
            first = at.ranking.row(row).column(0).address
            self._formula(
                self._one(at.ranking.top + row, 1),
                f'IF({first}="","",{row + 1})',
                row + 1 if self.values["ranked_guesses"][row][0] != "" else "",
                SMALL,
                {"align": "right", "indent": 1},
            )
        tile = self.styles(TILE_ON_SHEET)
        centre = self.styles(HAIRLINE, align="center", font_color=look.ACCENT)
        figures = [
            self.styles(HAIRLINE, align="right", num_format=form)
            for form in _FORMATS[1:]
        ]
        styles = [*[tile] * self.pegs, centre, *figures]
        self._write(at.ranking, self.values["ranked_guesses"], *styles)

    @property
    def _counts(self) -> list[Cell]:
        return [row[2] for row in self.values["mirror_parts"]]

    def _split(self) -> None:
        at, matrix = self.at, self.at.matrix
        box = {"border": 1, "border_color": look.LINE}
        style = self.styles(TILE, box, font_size=13)
        self._write(at.split_guess, self.values["split_guess"], style)
        small: Style = {**SMALL, "align": "center"}
        parts = {(row[0], row[1]): row[2] for row in self.values["mirror_parts"]}
        black, white = (at.parts.column(index).fixed for index in range(2))
        for column in range(self.pegs + 1):
            head = "○" * column or "none"
            place = (matrix.top, matrix.left + 1 + column)
            self.sheet.write_string(*place, head, self.styles(small))
            row = matrix.top + 1 + column
            right = self.styles(SMALL, align="right", indent=1)
            label = "●" * column or "none"
            self.sheet.write_string(row, matrix.left, label, right)
        for row in range(self.pegs + 1):
            for column in range(self.pegs + 1):
                is_part = f'({black}={row})*({white}={column})*({black}<>"")'
                place_of = f"SUMPRODUCT({is_part}*ROW({black}))"
                value = f"INDEX({at.sizes.fixed},{place_of})"
                self._formula(
                    self._one(matrix.top + 1 + row, matrix.left + 1 + column),
                    f'IF({place_of}=0,"",{value})',
                    parts.get((row, column), ""),
                    {
                        "align": "center",
                        "num_format": "#,##0",
                        "border": 5,
                        "border_color": look.WHITE,
                    },
                )

    def _helpers(self) -> None:
        """Write the hidden columns."""
        at = self.at
        text = self.styles(num_format="@")
        plain = self.styles()
        for name in ("analysed_turns", "analysed_game", "best_guess", "split_by"):
            self._write(at.areas[name], self.values[name], text)
        self._write(at.marks, self.values["analysed_marks"], plain)
        self._write(at.parts, self.values["mirror_parts"], plain)
        pegs = "&".join(at.split_guess.column(i).address for i in range(self.pegs))
        guess = self.values["split_by"][0][0]
        self._formula(at.typed, pegs, guess)
        turns = f"{at.turns.fixed},{at.marks.fixed},{at.game.fixed}"
        kind = f'IF(ISNUMBER(SEARCH("black",{at.game.fixed})),2,3)'
        mirror = at.parts.column(2).fixed
        formula = (
            f'IF({at.typed.fixed}={at.split_by.fixed}&"",IF({mirror}="","",{mirror}),'
            f"IFERROR(IF(ROW({at.sizes.fixed}),"
            f'INDEX(PARTITION({at.typed.fixed},{turns}),0,{kind})),""))'
        )
        write_array(self.sheet, at.sizes, formula, plain, self._counts)
        self._bars()

    def _bars(self) -> None:
        """Write the parts from the largest to the smallest, for the chart."""
        at, counts = self.at, self._counts
        black, white, _ = (at.parts.column(index) for index in range(3))
        key, places = at.sizes.beside(1), at.sizes.beside(2)
        height = at.parts.height
        keys = [
            n + (height - row) / 1000 if isinstance(n, int) and n else 0
            for row, n in enumerate(counts)
        ]
        for row in range(height):
            size = at.sizes.row(row).address
            rank = f"N({size})+{height - row}/1000"
            self._formula(key.row(row), f"IF(N({size})>0,{rank},0)", keys[row])
        order = sorted(range(height), key=lambda row: -keys[row])
        for row in range(ANALYSED_ROWS):
            shown = row < height and keys[order[row]] > 0
            place = places.row(0).column(0)
            place = self._one(place.top + row, place.left)
            largest = f"LARGE({key.fixed},{row + 1})"
            self._formula(
                place,
                f"IFERROR(IF({largest}>0,MATCH({largest},{key.fixed},0),0),0)",
                order[row] + 1 if shown else 0,
            )
            cell = place.fixed
            label = (
                f'IF(INDEX({black.fixed},{cell})+INDEX({white.fixed},{cell})=0,"none",'
                f'REPT("●",INDEX({black.fixed},{cell}))'
                f'&REPT("○",INDEX({white.fixed},{cell})))'
            )
            pegs = self.values["mirror_parts"][order[row]][:2] if shown else []
            marks = "".join(m * int(str(n)) for m, n in zip("●○", pegs, strict=False))
            self._formula(
                place.beside(1),
                f'IF({cell}=0,"",{label})',
                (marks or "none") if shown else "",
            )
            size = f"INDEX({at.sizes.fixed},{cell})"
            is_top = f"{size}=MAX({at.sizes.fixed})"
            count = counts[order[row]] if shown else None
            top = count == max((n for n in counts if isinstance(n, int)), default=0)
            self._formula(
                place.beside(2),
                f"IF({cell}=0,NA(),IF({is_top},{size},NA()))",
                count if shown and top else "#N/A",
            )
            self._formula(
                place.beside(3),
                f"IF({cell}=0,NA(),IF({is_top},NA(),{size}))",
                count if shown and not top else "#N/A",
            )

    def _figures(self) -> None:
        """Write what the parts come to, below the matrix."""
        at = self.at
        sizes = at.sizes.fixed
        counts = [n for n in self._counts if isinstance(n, int) and n]
        total = sum(counts)
        mean = round(sum(n * n for n in counts) / total, 2) if total else ""
        bits = -sum(n / total * math.log2(n / total) for n in counts) if total else 0
        logs = f"LOG({sizes}+({sizes}=0),2)"
        rows = (
            ("codes left on average", f"ROUND(SUMSQ({sizes})/SUM({sizes}),2)", mean),
            ("codes left at most", f"MAX({sizes})", max(counts, default="")),
            ("different answers", f'COUNTIF({sizes},">0")', len(counts) or ""),
            (
                "bits of information",
                f"ROUND(LOG(SUM({sizes}),2)-SUMPRODUCT({sizes},{logs})/SUM({sizes}),3)",
                round(bits, 3) + 0.0 if total else "",
            ),
        )
        for row, (text, formula, value) in enumerate(rows, at.matrix.bottom + 2):
            self._formula(
                self._one(row, at.matrix.left),
                f'IF(SUM({sizes})=0,"",{formula})',
                value,
                {"bold": True, "font_size": 13, "font_color": look.ACCENT},
                {"align": "right", "indent": 1, "num_format": "#,##0.###"},
            )
            self.sheet.write_string(row, at.matrix.left + 1, text, self.styles())

    def _chart(self) -> None:
        at = self.at
        chart = new_chart(self.workbook, "bar", "Sizes of the parts")
        top = self._one(0, at.sizes.left + 3)
        labels, most, others = (
            Area(ANALYSIS_SHEET, 0, column, ANALYSED_ROWS - 1, column)
            for column in range(top.left, top.left + 3)
        )
        for area, colour in ((most, look.ACCENT), (others, look.SOFT)):
            chart.add_series(
                {
                    "categories": f"={labels.full}",
                    "values": f"={area.full}",
                    "fill": {"color": colour},
                    "gap": 30,
                    "overlap": 100,
                    "data_labels": {"value": True, "font": CHART_FONT},
                }
            )
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
        told = {"description": text}
        self.sheet.insert_chart(at.chart.top, at.chart.left, chart, told)

    def _conditions(self) -> None:
        at = self.at
        tiles = Area(
            ANALYSIS_SHEET,
            at.ranking.top,
            at.ranking.left,
            at.ranking.bottom,
            at.ranking.left + self.pegs - 1,
        )
        for area in (tiles, at.split_guess):
            colour_pegs(self.sheet, self.styles, area)
        for index, is_least in enumerate(_BEST_IS_LEAST, self.pegs + 1):
            column = at.ranking.column(index)
            best = f"{'MIN' if is_least else 'MAX'}({column.fixed})"
            first = column.row(0).address
            self._when(
                column,
                f'AND({first}<>"",{first}={best})',
                bold=True,
                font_color=look.ACCENT,
            )
        matrix = at.matrix
        cells = Area(
            ANALYSIS_SHEET,
            matrix.top + 1,
            matrix.left + 1,
            matrix.bottom,
            matrix.right,
        )
        first = f"{column_name(cells.left)}{cells.top + 1}"
        most = f"MAX({cells.fixed})"
        looks: tuple[tuple[str, Style], ...] = (
            (
                f'AND({first}<>"",N({first})>0,{first}={most})',
                {"bg_color": look.ACCENT, "font_color": look.WHITE, "bold": True},
            ),
            (f"AND(N({first})>0,2*N({first})>={most})", {"bg_color": look.SOFT}),
            (f"N({first})>0", {"bg_color": look.TINT}),
            (f'{first}&""="0"', {"font_color": look.FAINT}),
        )
        for test, change in looks:
            self._when(cells, test, **change)

    def _when(self, area: Area, test: str, **change: object) -> None:
        add_condition(self.sheet, self.styles, area, test, **change)
