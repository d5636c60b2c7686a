"""Draws the sheet Compare: strategies side by side, on one code and on all."""

from dataclasses import replace
from functools import cached_property
from typing import Final

import xlsxwriter
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
from xl_mastermind.sheet.analyst import compare_strategies
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import COMPARE
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.layout import (
    BARS,
    BOARD_SHEET,
    COMPARED,
    COMPARED_TURNS,
    GAMES,
    LENGTHS,
    CompareLayout,
)
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_CODE: Final = "4563"
"""The article's example."""

_STRATEGIES: Final = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)
_BLOCKS: Final = range(1, COMPARED + 1)

_PIXELS: Final = (22, 46, 44, 10)
"""Of a peg, of the marks, of the number of codes, and of the gap between blocks."""


class CompareSheet(Canvas):
    """Draws the sheet; all that its button computes stands there as values."""

    def __init__(
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        pegs: int,
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.pegs = pegs
        self.at = CompareLayout(pegs)

    @cached_property
    def shown(self) -> dict[str, Block]:
        """What the sheet shows before anybody presses its button."""
        settings: dict[str, Block] = {"compared_code": [[_CODE]]}
        settings["turns_1"] = [[None] * self.at.turns_1.width]
        for block, name in enumerate(_STRATEGIES, 1):
            settings[f"strategy_{block}"] = [[strategy_label(name)]]
        settings["compared_game"] = [[BOARD_SHEET]]
        return settings | compare_strategies(settings)

    def draw(self) -> None:
        """Draw everything."""
        self._columns_and_rows()
        self._heads()
        for block in _BLOCKS:
            self._block(block)
        self._tables()
        self._bars()

    def _columns_and_rows(self) -> None:
        peg, marks, left, gap = _PIXELS
        self.sheet.set_column_pixels(0, 0, 24)
        for block in _BLOCKS:
            first = self.at.left(block)
            self.sheet.set_column_pixels(first, first + self.pegs - 1, peg)
            for column, pixels in enumerate((marks, left, gap), first + self.pegs):
                self.sheet.set_column_pixels(column, column, pixels)
        self.hide_columns(self.at.bars.left, self.at.bars.right)
        self.rows([42, 22, 36, 6, 28, 20, *[20] * COMPARED_TURNS, 4, 21, 21, 21, 4])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page()
        self.select(self.at.compared_code.top, self.at.compared_code.left)

    def _heads(self) -> None:
        at, text = self.at, self.sheet.write_string
        text(0, 1, "Compare", self.styles(TITLE))
        muted = self.styles(TYPED, font_color=palette.MUTED, valign="top")
        self.values(at.compare_message, self.shown["compare_message"], muted)
        label = self.styles(SMALL)
        value = self.styles(BOX, TYPED, bold=True, align="left", indent=1)
        text(at.compared_game.top, 1, "Game", label)
        whole = replace(at.compared_game, right=self.pegs + 1)
        self.merged(whole, BOARD_SHEET, value)
        self.choices(at.compared_game, [*GAMES], error_type="warning")
        right = self.styles(SMALL, align="right")
        text(at.compared_code.top, at.compared_code.left - 2, "Code", right)
        tile = self.styles(TILE_ON_SHEET, TYPED, BOX, num_format="@", shrink=True)
        whole_code = replace(at.compared_code, right=at.compared_code.left + 3)
        self.merged(whole_code, _CODE, tile)
        self.sheet.ignore_errors({"number_stored_as_text": at.compared_code.address})
        self.button(COMPARE, at.compared_code.top, at.left(3), height=34)

    def _block(self, block: int) -> None:
        at, text = self.at, self.sheet.write_string
        name, guesses, turns, figures = (
            at.areas[f"{area}_{block}"]
            for area in ("strategy", "guesses", "turns", "figures")
        )
        line: Style = {**TYPED, "bottom": 2, "border_color": palette.INK}
        head = self.styles(line, bold=True, font_size=13)
        last = guesses.left - 1
        (label,) = self.shown[f"strategy_{block}"][0]
        self.merged(replace(name, right=last), label, head)
        self.choices(name, [*map(strategy_label, STRATEGIES)])
        result = self.styles(line, bold=True, font_size=13, align="right")
        self.values(guesses, self.shown[f"guesses_{block}"], result)
        small, right = self.styles(SMALL), self.styles(SMALL, align="right")
        row = name.top + 1
        text(row, name.left, "Guess", small)
        text(row, last, "Pegs", small)
        text(row, guesses.left, "Left", right)
        tile = self.styles(TILE_ON_SHEET, TYPED, font_size=11)
        pegs = self.styles(TYPED, font_size=9)
        left = self.styles(TYPED, align="right", num_format="#,##0")
        styles = [*[tile] * self.pegs, pegs, left]
        self.values(turns, self.shown[f"turns_{block}"], *styles)
        tiles = replace(turns, right=last - 1)
        self.colour_pegs(tiles)
        self.when(tiles, f'{tiles.cell(0).address}<>""', bg_color=palette.PAPER)
        forms = (
            ("Average over all codes", "0.000"),
            ("At most", "0"),
            ("Total", "#,##0"),
        )
        bold = {"bold": True, "align": "right"}
        for index, (caption, form) in enumerate(forms):
            row = figures.top + index
            self.fill(row, range(name.left, figures.left), HAIRLINE)
            text(row, name.left, caption, self.styles(HAIRLINE, font_size=10))
            style = self.styles(HAIRLINE, TYPED, bold, num_format=form)
            value = self.shown[f"figures_{block}"][index]
            self.values(figures.row(index), [value], style)
        for index in range(len(forms)):
            others = ",".join(
                at.areas[f"figures_{b}"].row(index).fixed for b in _BLOCKS
            )
            self._mark_least(figures.row(index), others)

    def _mark_least(self, area: Area, others: str) -> None:
        """Make bold what is the least of others."""
        first = area.row(0).address
        self.sheet.conditional_format(
            area.address,
            {
                "type": "formula",
                "criteria": f'=AND({first}<>"",{first}=MIN({others}))',
                "format": self.styles.change(
                    **self.size_of(area), bold=True, font_color=palette.ACCENT
                ),
            },
        )

    def _bars(self) -> None:
        """Write what the charts show, as bars all on one scale."""
        at, plain = self.at, self.styles()
        for row in range(BARS):
            number = f"{row + 1}+" if row == BARS - 1 else str(row + 1)
            self.sheet.write_string(at.bars.top + row, at.bars.left, number, plain)
        for block in _BLOCKS:
            lengths = at.areas[f"histogram_{block}"]
            longer = replace(lengths, top=lengths.top + BARS - 1).fixed
            shorter = replace(lengths, bottom=lengths.top + BARS - 2).fixed
            highest = f"MAX({shorter},SUM({longer}))"
            for row in range(BARS):
                found = f"N({lengths.row(row).fixed})"
                found = found if row < BARS - 1 else f"SUM({longer})"
                most, other = (at.bars.cell(row, 2 * block + c) for c in (-1, 0))
                self.formula(most, f"IF({found}={highest},{found},0)", plain)
                self.formula(other, f"{found}-{most.fixed}", plain)
            self._chart(block)
        bars = replace(at.bars, left=at.bars.left + 1)
        self.formula(at.highest_bar, f"MAX({bars.fixed})", plain)

    def _chart(self, block: int) -> None:
        at = self.at
        chart = self.new_chart("column")
        numbers, most, others = (
            at.bars.column(c) for c in (0, 2 * block - 1, 2 * block)
        )
        self.bars(chart, numbers, most, others, gap=20)
        unseen = {"fill": {"none": True}, "border": {"none": True}}
        chart.add_series({"values": f"={at.highest_bar.full}", **unseen})
        font = {**CHART_FONT, "size": 8}
        axis = {"num_font": font, "major_tick_mark": "none"}
        chart.set_x_axis(axis | {"line": {"color": palette.LINE}})
        chart.set_y_axis({"visible": False, "major_gridlines": {"visible": False}})
        width = self.pegs * _PIXELS[0] + _PIXELS[1] + _PIXELS[2]
        chart.set_size({"width": width, "height": 112})
        text = f"How many codes strategy {block} finds with 1, 2, ... guesses."
        self.chart(at.areas[f"chart_{block}"], chart, text)

    def _tables(self) -> None:
        """Write the numbers behind the charts, and the first guesses."""
        at, text = self.at, self.sheet.write_string
        bold = self.styles(bold=True, font_size=13)
        text(at.histogram_1.top - 2, 1, "Codes found with so many guesses", bold)
        text(
            at.first_guesses.top - 2, 1, "Average by first guess, up to symmetry", bold
        )
        tops = (at.histogram_1.top - 1, at.first_guesses.top - 1)
        head = self.styles(SMALL, UNDERLINED)
        right = self.styles(SMALL, UNDERLINED, align="right")
        for top, caption in zip(tops, ("Guesses", "First guess"), strict=True):
            self.fill(top, range(1, at.left(COMPARED + 1) - 1), UNDERLINED)
            text(top, 1, caption, head)
            for block in _BLOCKS:
                place = at.at(top, at.areas[f"histogram_{block}"].left)
                name = at.areas[f"strategy_{block}"].fixed
                self.formula(place, f'{name}&""', right)
        for row in range(LENGTHS):
            left = self.styles(align="left")
            self.sheet.write_number(at.histogram_1.top + row, 1, row + 1, left)
        code = self.styles(TYPED, num_format="@", bold=True)
        self.values(at.first_guesses, self.shown["first_guesses"], code)
        count = self.styles(TYPED, align="right", num_format="#,##0")
        mean = self.styles(TYPED, align="right", num_format="0.000")
        for block in _BLOCKS:
            looks = {"histogram": count, "by_first_guess": mean}
            for area, style in looks.items():
                name = f"{area}_{block}"
                self.values(at.areas[name], self.shown[name], style)
            averages = at.areas[f"by_first_guess_{block}"]
            self._mark_least(averages, averages.fixed)
