"""Draws the sheet Analysis: the best guesses, and into which parts one splits."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.draw.canvas import (
    Canvas,
)
from xl_mastermind.draw.cells import (
    HAIRLINE,
    HEADING,
    SMALL,
    TILE_ON_SHEET,
    TYPED,
    ArrayFormula,
    Column,
    Formula,
    Style,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.analyst import FIGURES, analysis
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import ANALYSE
from xl_mastermind.sheet.result_layouts import ANALYSED_ROWS, AnalysisLayout, widest
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_PIXELS: Final = (66, 58, 46, 52, 58)
_FORMATS: Final = ("#,##0.00", "#,##0", "#,##0", "0.000", "0.000")
_BEST: Final = ("MIN", "MIN", "MAX", "MAX", "MIN")
"""Of the figures from the average on: width, number format, which one is best."""

_FIGURE: Final[Style] = HEADING | {"font_color": palette.ACCENT, "indent": 1}
_PART: Final[Style] = {"border": 5, "border_color": palette.WHITE}


class AnalysisSheet(Canvas):
    """Draws the sheet, with what the button Analyse writes for a new game."""

    # Results show only while the settings above them are those that they are of.

    def draw(self, boards: Sequence[Plan]) -> None:
        """Draw everything; the first of the boards is analysed."""
        self.pegs = widest(each.rules for each in boards)
        self.layout = AnalysisLayout(self.pegs)
        board = boards[0].board
        name, strategy = boards[0].sheet, board.strategy
        self.shown = analysis(
            board.rules,
            [],
            strategy,
            {
                "analysed_board": [[name]],
                "analysis_strategy": [[strategy]],
                "ranked_guesses": [[None] * self.layout.ranked_guesses.width],
            },
        )
        same = (
            f'{setting.fixed}&""={self.layout.analysis_of.cell(row).fixed}&""'
            for row, setting in enumerate(
                [self.layout.analysed_board, self.layout.analysis_strategy]
            )
        )
        self.is_shown = f"AND({','.join(same)})"
        self._columns_and_rows()
        self._settings([each.sheet for each in boards], strategy)
        self._helpers()
        self._ranking()
        self._split()
        self._chart()

    def _columns_and_rows(self) -> None:
        layout, width = self.layout, self.sheet.set_column_pixels
        figures = layout.ranked_guesses.left + self.pegs
        width(0, 0, 24)
        width(1, 1, 28)
        width(2, figures - 1, 32)
        self.widths((40, *_PIXELS, 24), figures)
        width(layout.matrix.left, layout.matrix.left, 76)
        width(layout.matrix.left + 1, layout.matrix.right, 44)
        width(layout.matrix.right + 1, layout.chart.left - 1, 12)
        self.hide_columns(layout.analysed_game.left, layout.sizes.right + 5)
        self.rows([56, 30, 36, 14, 36, 24, *[30] * ANALYSED_ROWS])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page(
            0, 0, layout.ranked_guesses.bottom, layout.chart.left + 5
        )
        self.select(layout.split_guess.top, layout.split_guess.left)

    def _settings(self, boards: Sequence[str], strategy: str) -> None:
        layout = self.layout
        self.title("Analysis", self.shown["analysis_message"][0][0])
        wide = replace(
            layout.analysed_board, right=layout.ranked_guesses.left + self.pegs - 1
        )
        self.setting("of", wide, boards[0])
        self.choices(layout.analysed_board, boards, error_type="warning")
        wide = replace(
            layout.analysis_strategy, right=layout.analysis_strategy.left + 2
        )
        self.setting("by", wide, strategy)
        names = [*map(strategy_label, STRATEGIES)]
        self.choices(layout.analysis_strategy, names, error_type="warning")
        self.button(ANALYSE, layout.analysed_board.top, layout.matrix.left, height=34)

    def _ranking(self) -> None:
        layout, ranked = self.layout, self.layout.ranked_guesses
        press = "Press Analyse for the best guesses"
        heading = f'IF({self.is_shown},"Best guesses","{press}")'
        self.cell(layout.split_guess.top, 1, Formula(heading), self.styles(HEADING))
        tile = {**TILE_ON_SHEET, **TYPED}
        columns = [
            Column(align="right", look={**SMALL, "indent": 1}),
            Column("Guess", look=tile),
            *[Column(look=tile)] * (self.pegs - 1),
            Column("Fits", "center", look={**TYPED, "font_color": palette.ACCENT}),
            *(
                Column(head, "right", form, TYPED)
                for head, form in zip(FIGURES[1:], _FORMATS, strict=True)
            ),
        ]
        rows = [
            [Formula(f'IF({ranked.cell(row).address}="","",{row + 1})'), *guess]
            for row, guess in enumerate(self.shown["ranked_guesses"])
        ]
        self.table(ranked.top - 1, 1, columns, rows, **HAIRLINE)
        tiles = replace(ranked, right=ranked.left + self.pegs - 1)
        figures = [ranked.column(self.pegs + place) for place in range(len(FIGURES))]
        self.hide_unless(self.is_shown, [tiles, *figures])
        self.tiles(tiles)
        for column, best in zip(figures[1:], _BEST, strict=True):
            self.mark_best(column, f"{best}({column.fixed})")
        heads = replace(ranked, top=ranked.top - 1, bottom=ranked.top - 1)
        first, bold = heads.cell(0).address, {"bold": True, "font_color": palette.INK}
        self.when(heads, f"{first}={layout.sorted_by.fixed}", **bold)

    @property
    def _is_split(self) -> str:
        """Whether the guess that stands there is the one of the parts."""
        split = f'{self.layout.split_guess.fixed}&""={self.layout.split_by.fixed}&""'
        return f"AND({self.is_shown},{split})"

    def _split(self) -> None:
        """Write the guess, its parts as a matrix, and what they come to."""
        layout, matrix, (guess,) = (
            self.layout,
            self.layout.matrix,
            self.shown["split_guess"],
        )
        self.text(layout.split_guess.top, matrix.left, "Split by", HEADING)
        typed = {**TILE_ON_SHEET, "border": 1, "border_color": palette.LINE}
        wide = replace(layout.split_guess, right=layout.split_guess.left + 1)
        style = self.styles(typed, TYPED, num_format="@", shrink=True)
        self.merged(wide, guess[0], style)
        self.sheet.ignore_errors({"number_stored_as_text": layout.split_guess.address})
        counts = range(self.pegs + 1)
        columns = [
            Column(align="right", look={**SMALL, "indent": 1}),
            *(Column(self._head("○", n), "center", "#,##0", _PART) for n in counts),
        ]
        rows = [
            [self._head("●", b), *(self._part(b, w) for w in counts)] for b in counts
        ]
        self.table(matrix.top, matrix.left, columns, rows, SMALL)
        press = f'IF({self._is_split},"","Press Analyse for its parts.")'
        accent = self.styles(bold=True, font_color=palette.ACCENT)
        self.cell(matrix.bottom + 1, matrix.left + 1, Formula(press), accent)
        sizes = layout.sizes.fixed
        # A blank text is an error here, and so is the logarithm of 0: both count as 0.
        logs = f"SUM(IFERROR({sizes}*LOG({sizes},2),0))/SUM({sizes})"
        figures = {
            "codes left on average": f"ROUND(SUMSQ({sizes})/SUM({sizes}),2)",
            "codes left at most": f"MAX({sizes})",
            "different answers": f'COUNTIF({sizes},">0")',
            "bits of information": f"ROUND(LOG(SUM({sizes}),2)-{logs},3)",
        }
        told = [
            [ArrayFormula(f'IF(SUM({sizes})=0,"",{formula})'), text]
            for text, formula in figures.items()
        ]
        columns = [Column("", "right", "#,##0.###", _FIGURE), Column()]
        self.table(matrix.bottom + 2, matrix.left, columns, told)
        cells = replace(matrix, top=matrix.top + 1, left=matrix.left + 1)
        first, most = cells.cell(0).address, f"MAX({cells.fixed})"
        white: Style = {"font_color": palette.WHITE, "bold": True}
        number = f"N({first})>0"
        largest = f'AND({first}<>"",{number},{first}={most})'
        self.when(cells, largest, bg_color=palette.ACCENT, **white)
        self.when(cells, f"AND({number},2*N({first})>={most})", bg_color=palette.SOFT)
        self.when(cells, number, bg_color=palette.TINT)
        self.when(cells, f'{first}&""="0"', font_color=palette.FAINT)

    def _head(self, peg: str, count: int) -> Formula:
        """Return the head of a row or column of the matrix, if the game has it."""
        head = peg * count or "none"
        return Formula(f'IF({count}>{self.layout.analysed_pegs.fixed},"","{head}")')

    def _part(self, black: int, white: int) -> Formula:
        """Return the number of codes that an answer would leave."""
        blacks, whites = (self.layout.split_parts.column(n).fixed for n in range(2))
        is_part = f'({blacks}={black})*({whites}={white})*({blacks}<>"")'
        place = f"SUMPRODUCT({is_part}*ROW({blacks}))"
        return Formula(f'IF({place}=0,"",INDEX({self.layout.sizes.fixed},{place}))')

    def _helpers(self) -> None:
        """Write the hidden columns."""
        layout, text = self.layout, self.styles(TYPED, num_format="@")
        for name in ("analysed_game", "analysis_of", "best_guess", "split_by"):
            self.values(layout.areas[name], self.shown[name], text)
        self.values(layout.sorted_by, self.shown["sorted_by"], text)
        self.values(layout.split_parts, self.shown["split_parts"], self.styles(TYPED))
        pegs = f"IFERROR(VALUE(LEFT({layout.analysed_game.fixed})),0)"
        self.formula(layout.analysed_pegs, pegs, self.styles())
        counts = layout.split_parts.column(2).fixed
        sizes = f'IF({self._is_split},IF({counts}="","",{counts}),"")'
        self.array(layout.sizes, sizes, self.styles())

    @property
    def _bars(self) -> list[Area]:
        """Hidden columns: names of the bars, largest parts, others."""
        first = self.layout.sizes.left + 3
        return [self.layout.area(0, first + n, ANALYSED_ROWS) for n in range(3)]

    def _chart(self) -> None:
        """Draw the parts from the largest to the smallest."""
        layout, plain = self.layout, [Column()]
        blacks, whites = (layout.split_parts.column(n).fixed for n in range(2))
        key, places = layout.sizes.beside(1), layout.sizes.beside(2)
        ranks = []
        for row in range(key.height):
            size = f"N({layout.sizes.row(row).address})"
            rank = f"{size}+{key.height - row}/1000"
            ranks.append([Formula(f"IF({size}>0,{rank},0)")])
        self.table(key.top, key.left, plain, ranks)
        bars = []
        for row in range(ANALYSED_ROWS):
            place = f"${places.cell(row).address}"
            largest = f"LARGE({key.fixed},{row + 1})"
            largest_place = (
                f"IFERROR(IF({largest}>0,MATCH({largest},{key.fixed},0),0),0)"
            )
            black, white = f"INDEX({blacks},{place})", f"INDEX({whites},{place})"
            name = f'REPT("●",{black})&REPT("○",{white})'
            size = f"INDEX({layout.sizes.fixed},{place})"
            is_largest = f"{size}=MAX({layout.sizes.fixed})"
            named = f'IF({place}=0,"",IF({black}+{white}=0,"none",{name}))'
            most = f"IF({place}=0,0,IF({is_largest},{size},0))"
            others = f"IF({place}=0,0,IF({is_largest},0,{size}))"
            bars.append(
                [Formula(text) for text in (largest_place, named, most, others)]
            )
        self.table(places.top, places.left, plain * 4, bars)
        chart = self.new_chart("bar", (340, 470), "Sizes of the parts")
        names, *parts = self._bars
        for area, colour in zip(parts, (palette.ACCENT, palette.SOFT), strict=True):
            self.bars(chart, names, area, colour, overlap=100, gap=30)
        text = "How many codes each answer to the guess would leave, the most first."
        self.chart(layout.chart, chart, text)
