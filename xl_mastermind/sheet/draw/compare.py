"""Draws the sheet Compare: strategies side by side, on one code and on all."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.game.rules import Feedback, Rules
from xl_mastermind.sheet import layout as look
from xl_mastermind.sheet.analyst import compare_strategies
from xl_mastermind.sheet.board import strategy_label
from xl_mastermind.sheet.buttons import COMPARE
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
    colour_pegs,
    insert_button,
    new_chart,
    write_cell,
)
from xl_mastermind.sheet.functions import Block, Cell
from xl_mastermind.sheet.layout import (
    COMPARE_SHEET,
    COMPARED,
    COMPARED_TURNS,
    LENGTHS,
    Area,
    CompareLayout,
)
from xl_mastermind.solve.analysis import compare, partition
from xl_mastermind.solve.evaluate import evaluate
from xl_mastermind.solve.strategies import STRATEGIES

_GAME: Final = "4x6"
_CODE: Final = "4563"
"""The article's example."""

_STRATEGIES: Final = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)
_PIXELS: Final = (18, 52, 52, 12)
"""Of a peg, of the marks, of the number of codes, and of the gap between blocks."""


def _average(game: str, strategy: str) -> float:
    return evaluate(Rules.parse(game), strategy).average


def _most(game: str, strategy: str) -> int:
    return evaluate(Rules.parse(game), strategy).most


def _codes_after_1111() -> int:
    rules = Rules.parse(_GAME)
    return partition(rules, [], (1, 1, 1, 1))[Feedback(2, 0)]


def _article_on_its_code() -> int:
    rules = Rules.parse(_GAME)
    (game,) = compare(rules, rules.parse_code(_CODE), ["minimax"])
    return len(game)


_ARTICLE: Final = "Excel article"
_POST: Final = "Brain Breaker post"
_CLAIMS: Final[tuple[tuple[str, str, object, Callable[[], object]], ...]] = (
    (_ARTICLE, "minimax, 4x6: average", 4.34, lambda: _average(_GAME, "minimax")),
    (_ARTICLE, "minimax, 4x6: at most", 6, lambda: _most(_GAME, "minimax")),
    (_ARTICLE, "minimax finds 4563 in", 5, _article_on_its_code),
    (_ARTICLE, "codes left by 1111, two black", 432, _codes_after_1111),
    (_POST, "4x5: average", 4.07, lambda: _average("4x5", "brain-breaker")),
    (_POST, "4x5: at most", 5, lambda: _most("4x5", "brain-breaker")),
    (_POST, "4x6: average", 4.57, lambda: _average(_GAME, "brain-breaker")),
    (_POST, "4x6: at most", 5, lambda: _most(_GAME, "brain-breaker")),
)
"""Who says it, of what, the figure in the document, and how the true one is found."""


@dataclass
class CompareSheet:
    """
    Draws the sheet.

    All that the button Compare computes stands there as values.

    Attributes
    ----------
    workbook, sheet, styles
        As a board has them.
    pegs : int
        The pegs that there is room for.
    """

    workbook: xlsxwriter.Workbook
    sheet: Worksheet
    styles: Styles
    pegs: int

    @cached_property
    def at(self) -> CompareLayout:
        """The places of the sheet."""
        return CompareLayout(self.pegs)

    @cached_property
    def values(self) -> dict[str, Block]:
        """What the sheet shows before anybody presses its button."""
        blank: list[Cell] = [None] * (self.pegs - len(_CODE))
        asked: dict[str, Block] = {"compared_code": [[*map(int, _CODE), *blank]]}
        for block, name in enumerate(_STRATEGIES, 1):
            asked[f"strategy_{block}"] = [[strategy_label(name)]]
        return asked | compare_strategies(asked | {"compared_game": [[_GAME]]})

    def draw(self) -> None:
        """Draw everything."""
        self._columns_and_rows()
        self._heads()
        for block in range(COMPARED):
            self._block(block)
            self._chart(block)
        self._tables()
        self._claims()

    def _write(self, area: Area, values: Block, *styles: Format) -> None:
        """Write the values of an area; `styles` are those of its columns."""
        for row, line in zip(range(area.top, area.bottom + 1), values, strict=True):
            for index, value in enumerate(line):
                style = styles[min(index, len(styles) - 1)]
                write_cell(self.sheet, row, area.left + index, value, style)

    def _columns_and_rows(self) -> None:
        peg, marks, left, gap = _PIXELS
        self.sheet.set_column_pixels(0, 0, 24)
        for block in range(COMPARED):
            first = self.at.left(block)
            self.sheet.set_column_pixels(first, first + self.pegs - 1, peg)
            for column, pixels in enumerate((marks, left, gap), first + self.pegs):
                self.sheet.set_column_pixels(column, column, pixels)
        self.sheet.set_default_row(18)
        rows = [56, 30, 36, 14, 32, 22, *[24] * COMPARED_TURNS, 12, 26, 26, 26]
        for row, pixels in enumerate(rows):
            self.sheet.set_row_pixels(row, pixels)
        self.sheet.set_tab_color(look.GLOW)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 1)
        self.sheet.set_selection(
            *self._corner(self.at.code), *self._corner(self.at.code)
        )

    def _corner(self, area: Area) -> tuple[int, int]:
        return area.top, area.left

    def _heads(self) -> None:
        at, text = self.at, self.sheet.write_string
        text(0, 1, "Compare", self.styles(TITLE))
        muted = self.styles(font_color=look.MUTED, valign="top")
        self._write(at.message, self.values["compare_message"], muted)
        label = self.styles(SMALL)
        box = {"border": 1, "border_color": look.LINE, "bg_color": look.WHITE}
        value = self.styles(box, bold=True, align="left", indent=1)
        text(at.game.top, 1, "Game", label)
        whole = (at.game.top, at.game.left, at.game.top, at.game.left + 1)
        self.sheet.merge_range(*whole, "", value)
        text(at.game.top, at.game.left, _GAME, value)
        choices = [*look.GAMES.values()]
        check = {"validate": "list", "source": choices, "error_type": "warning"}
        self.sheet.data_validation(at.game.address, check)
        tile = self.styles(TILE, box, font_size=12)
        self._write(at.code, self.values["compared_code"], tile)
        colour_pegs(self.sheet, self.styles, at.code)
        insert_button(self.sheet, COMPARE, at.code.top, at.left(2), height=34)

    def _block(self, block: int) -> None:
        at, text = self.at, self.sheet.write_string
        name, guesses, turns = at.strategy(block), at.guesses(block), at.turns(block)
        number = block + 1
        line: Style = {"bottom": 2, "border_color": look.INK}
        head = self.styles(line, bold=True, font_size=13)
        last = guesses.left - 1
        self.sheet.merge_range(name.top, name.left, name.top, last, "", head)
        (label,) = self.values[f"strategy_{number}"][0]
        write_cell(self.sheet, name.top, name.left, label, head)
        choices = [*map(strategy_label, STRATEGIES)]
        self.sheet.data_validation(
            name.address, {"validate": "list", "source": choices}
        )
        result = self.styles(line, bold=True, font_size=13, align="right")
        self._write(guesses, self.values[f"guesses_{number}"], result)
        small, right = self.styles(SMALL), self.styles(SMALL, align="right")
        row = name.top + 1
        text(row, name.left, "Guess", small)
        text(row, last, "Pegs", small)
        text(row, guesses.left, "Left", right)
        tile = self.styles(TILE_ON_SHEET, font_size=11)
        pegs = self.styles(font_size=9)
        left = self.styles(align="right", num_format="#,##0")
        styles = [*[tile] * self.pegs, pegs, left]
        self._write(turns, self.values[f"turns_{number}"], *styles)
        tiles = Area(turns.sheet, turns.top, turns.left, turns.bottom, last - 1)
        colour_pegs(self.sheet, self.styles, tiles)
        figures = at.figures(block)
        forms = (
            ("Average over all codes", "0.0000"),
            ("At most", "0"),
            ("Total", "#,##0"),
        )
        bold = {"bold": True, "align": "right"}
        for index, (caption, form) in enumerate(forms):
            row = figures.top + index
            for column in range(name.left, figures.left):
                self.sheet.write_blank(row, column, None, self.styles(HAIRLINE))
            text(row, name.left, caption, self.styles(HAIRLINE, font_size=10))
            style = self.styles(HAIRLINE, bold, num_format=form)
            kept = self.values[f"figures_{number}"][index]
            self._write(figures.row(index), [kept], style)
        for index in range(len(forms)):
            cell = figures.row(index).address
            others = ",".join(at.figures(b).row(index).fixed for b in range(COMPARED))
            self.sheet.conditional_format(
                cell,
                {
                    "type": "formula",
                    "criteria": f'=AND({cell}<>"",{cell}=MIN({others}))',
                    "format": self.styles.change(bold=True, font_color=look.ACCENT),
                },
            )

    def _chart(self, block: int) -> None:
        at = self.at
        chart = new_chart(self.workbook, "column")
        numbers = Area(
            COMPARE_SHEET,
            at.histogram(0).top,
            at.left(0),
            at.histogram(0).bottom,
            at.left(0),
        )
        chart.add_series(
            {
                "categories": f"={numbers.full}",
                "values": f"={at.histogram(block).full}",
                "fill": {"color": look.SOFT},
                "gap": 20,
            }
        )
        font = {**CHART_FONT, "size": 8}
        axis = {"num_font": font, "major_tick_mark": "none"}
        chart.set_x_axis(axis | {"line": {"color": look.LINE}})
        chart.set_y_axis({"visible": False, "major_gridlines": {"visible": False}})
        width = self.pegs * _PIXELS[0] + _PIXELS[1] + _PIXELS[2]
        chart.set_size({"width": width, "height": 160})
        text = f"How many codes strategy {block + 1} finds with 1, 2, ... guesses."
        told = {"description": text}
        self.sheet.insert_chart(*self._corner(at.chart(block)), chart, told)

    def _tables(self) -> None:
        """Write the numbers behind the charts, and the first guesses."""
        at, text = self.at, self.sheet.write_string
        bold = self.styles(bold=True, font_size=13)
        text(at.histogram(0).top - 2, 1, "Codes found with so many guesses", bold)
        text(
            at.first_guesses.top - 2, 1, "Average by first guess, up to symmetry", bold
        )
        tops = (at.histogram(0).top - 1, at.first_guesses.top - 1)
        line = self.styles(UNDERLINED)
        head = self.styles(SMALL, UNDERLINED)
        right = self.styles(SMALL, UNDERLINED, align="right")
        for top, caption in zip(tops, ("Guesses", "First guess"), strict=True):
            for column in range(1, at.left(COMPARED) - 1):
                self.sheet.write_blank(top, column, None, line)
            text(top, 1, caption, head)
            for block in range(COMPARED):
                column = at.histogram(block).left
                name = at.strategy(block).fixed
                kept = self.values[f"strategy_{block + 1}"][0][0]
                self.sheet.write_formula(top, column, f'={name}&""', right, kept)
        for row in range(LENGTHS):
            left = self.styles(align="left")
            self.sheet.write_number(at.histogram(0).top + row, 1, row + 1, left)
        code = self.styles(num_format="@", bold=True)
        self._write(at.first_guesses, self.values["first_guesses"], code)
        count = self.styles(align="right", num_format="#,##0")
        mean = self.styles(align="right", num_format="0.0000")
        accent = self.styles.change(bold=True, font_color=look.ACCENT)
        for block in range(COMPARED):
            number = block + 1
            self._write(at.histogram(block), self.values[f"histogram_{number}"], count)
            averages = at.by_first_guess(block)
            self._write(averages, self.values[f"by_first_guess_{number}"], mean)
            cell = averages.row(0).address
            least = f'=AND({cell}<>"",{cell}=MIN({averages.fixed}))'
            rule = {"type": "formula", "criteria": least, "format": accent}
            self.sheet.conditional_format(averages.address, rule)

    def _claims(self) -> None:
        """Write what the documents claim beside what is true."""
        at = self.at
        top, text = at.claims.top, self.sheet.write_string
        text(
            top - 1, 1, "What the documents claim", self.styles(bold=True, font_size=13)
        )
        columns = (1, at.left(1), at.histogram(2).left, at.histogram(3).left)
        for column in range(1, columns[-1] + 1):
            self.sheet.write_blank(top, column, None, self.styles(UNDERLINED))
        for column, head in zip(
            columns, ("Where", "Of", "Claimed", "True"), strict=True
        ):
            side = "right" if head in ("Claimed", "True") else "left"
            text(top, column, head, self.styles(SMALL, UNDERLINED, align=side))
        for line, (where, what, claimed, find) in enumerate(_CLAIMS, top + 1):
            text(line, columns[0], where, self.styles())
            text(line, columns[1], what, self.styles())
            true = find()
            for column, value in zip(columns[2:], (claimed, true), strict=True):
                is_same = round(float(str(value)), 2) == round(float(str(claimed)), 2)
                wrong: Style = {"bold": True, "font_color": look.ACCENT}
                shown = round(value, 4) if isinstance(value, float) else value
                right = self.styles({} if is_same else wrong, align="right")
                write_cell(self.sheet, line, column, shown, right)
