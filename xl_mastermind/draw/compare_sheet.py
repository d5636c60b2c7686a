"""Draws the sheet Compare: strategies side by side, on one code and on all."""

from dataclasses import replace
from typing import Final

from xl_mastermind.draw.canvas import (
    Canvas,
)
from xl_mastermind.draw.cells import (
    HAIRLINE,
    HEADING,
    SMALL,
    TILE_ON_SHEET,
    TYPED,
    Column,
    Formula,
    Style,
)
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.analyst import compare_strategies
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.buttons import COMPARE
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.games import GAMES
from xl_mastermind.sheet.result_layouts import (
    BARS,
    COMPARED,
    COMPARED_TURNS,
    CompareLayout,
)
from xl_mastermind.sheet.sheets import BOARD_SHEET
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

_FIGURES: Final = {
    "Average over all codes": "0.000",
    "At most": "0",
    "Total": "#,##0",
}
_UNDER_NAME: Final[Style] = HEADING | TYPED | {"bottom": 2, "border_color": palette.INK}


class CompareSheet(Canvas):
    """Draws the sheet, with what the button Compare writes for an example."""

    # Results show only beside the game and the strategy that they are of.

    def draw(self, pegs: int) -> None:
        """Draw everything, with room for so many pegs."""
        self.pegs = pegs
        self.layout = CompareLayout(pegs)
        settings: dict[str, Block] = {
            "compared_game": [[BOARD_SHEET]],
            "compared_code": [[_CODE]],
            "turns_1": [[None] * self.layout.turns_1.width],
        }
        for block, name in enumerate(_STRATEGIES, 1):
            settings[f"strategy_{block}"] = [[strategy_label(name)]]
        self.shown = settings | compare_strategies(settings)
        self._columns_and_rows()
        self._settings()
        for block in _BLOCKS:
            self._game(block)
            self._figures(block)
            self._bars(block)
        self._tables()
        for block in _BLOCKS:
            self._conditions(block)

    def _area(self, name: str, block: int) -> Area:
        return self.layout.areas[f"{name}_{block}"]

    def _values(self, name: str, block: int) -> Block:
        return self.shown[f"{name}_{block}"]

    def _columns_and_rows(self) -> None:
        peg, *others = _PIXELS
        self.sheet.set_column_pixels(0, 0, 24)
        for block in _BLOCKS:
            first = self.layout.left(block)
            self.sheet.set_column_pixels(first, first + self.pegs - 1, peg)
            self.widths(others, first + self.pegs)
        self.hide_columns(self.layout.bars.left, self.layout.bars.right)
        self.rows([42, 22, 36, 6, 28, 20, *[20] * COMPARED_TURNS, 4, 21, 21, 21, 4])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page()
        self.select(self.layout.compared_code.top, self.layout.compared_code.left)

    def _settings(self) -> None:
        layout = self.layout
        self.title("Compare", self.shown["compare_message"][0][0])
        game = replace(layout.compared_game, right=self.pegs + 1)
        self.setting("Game", game, BOARD_SHEET)
        self.choices(layout.compared_game, [*GAMES], error_type="warning")
        code = replace(layout.compared_code, right=layout.compared_code.left + 3)
        centred = {"align": "center", "indent": 0, "font_size": 13, "num_format": "@"}
        self.setting("Code", code, _CODE, **centred, shrink=True)
        self.sheet.ignore_errors(
            {"number_stored_as_text": layout.compared_code.address}
        )
        self.button(COMPARE, layout.compared_code.top, layout.left(3), height=34)
        self.values(
            layout.comparison_of, self.shown["comparison_of"], self.styles(TYPED)
        )
        press = f'IF({self._is_game},"","Press Compare for this game.")'
        accent = self.styles(bold=True, font_color=palette.ACCENT)
        self.cell(layout.compared_code.top, layout.left(4), Formula(press), accent)

    @property
    def _is_game(self) -> str:
        """Whether what is shown is of the game that stands there."""
        of = self.layout.comparison_of.cell(0).fixed
        return f'{self.layout.compared_game.fixed}&""={of}&""'

    def _is_shown(self, block: int) -> str:
        """Whether what a block shows is of this game and this strategy."""
        of = self.layout.comparison_of.cell(block).fixed
        name = self._area("strategy", block).fixed
        return f'AND({self._is_game},{name}&""={of}&"")'

    def _conditions(self, block: int) -> None:
        names = ("guesses", "figures", "histogram", "by_first_guess")
        turns = self._area("turns", block)
        tiles = replace(turns, right=turns.right - 2)
        rest = replace(turns, left=turns.right - 1)
        areas = [tiles, rest, *(self._area(name, block) for name in names)]
        self.hide_unless(self._is_shown(block), areas)
        self.tiles(tiles)
        for row in range(len(_FIGURES)):
            every = (self._area("figures", b).row(row).fixed for b in _BLOCKS)
            least = f"MIN({','.join(every)})"
            self.mark_best(self._area("figures", block).row(row), least)
        means = self._area("by_first_guess", block)
        self.mark_best(means, f"MIN({means.fixed})")

    def _game(self, block: int) -> None:
        """Draw the game of a strategy, guess by guess."""
        name, guesses = self._area("strategy", block), self._area("guesses", block)
        whole = replace(name, right=guesses.left - 1)
        self.merged(
            whole, self._values("strategy", block)[0][0], self.styles(_UNDER_NAME)
        )
        self.choices(name, [*map(strategy_label, STRATEGIES)])
        count = self.styles(_UNDER_NAME, align="right")
        self.values(guesses, self._values("guesses", block), count)
        tile = {**TILE_ON_SHEET, **TYPED, "font_size": 11}
        columns = [
            Column("Guess", look=tile),
            *[Column(look=tile)] * (self.pegs - 1),
            Column("Pegs", look={**TYPED, "font_size": 9}),
            Column("Left", "right", "#,##0", TYPED),
        ]
        turns = self._values("turns", block)
        self.table(name.top + 1, name.left, columns, turns, SMALL)

    def _figures(self, block: int) -> None:
        """Write how the strategy does over all codes."""
        area, left = self._area("figures", block), self.layout.left(block)
        bold = {**TYPED, "bold": True}
        given = zip(_FIGURES.items(), self._values("figures", block), strict=True)
        for row, ((caption, form), (figure,)) in enumerate(given, area.top):
            columns = [
                Column(look={"font_size": 10}, cells=area.left - left),
                Column("", "right", form, bold),
            ]
            self.table(row, left, columns, [[caption, figure]], **HAIRLINE)

    def _bars(self, block: int) -> None:
        """Draw how many codes are found with 1, 2, ... guesses, all on one scale."""
        layout, lengths = self.layout, self._area("histogram", block)
        longer = replace(lengths, top=lengths.top + BARS - 1).fixed
        codes = [f"N({lengths.row(row).fixed})" for row in range(BARS - 1)]
        codes.append(f"SUM({longer})")
        shorter = replace(lengths, bottom=lengths.top + BARS - 2).fixed
        highest = f"MAX({shorter},SUM({longer}))"
        names, most, others = (
            layout.bars.column(c) for c in (0, 2 * block - 1, 2 * block)
        )
        rows = [
            [
                Formula(f"IF(AND({self._is_shown(block)},{n}={highest}),{n},0)"),
                Formula(f"IF({self._is_shown(block)},{n},0)-{most.cell(row).fixed}"),
            ]
            for row, n in enumerate(codes)
        ]
        self.table(most.top, most.left, [Column(), Column()], rows)
        numbers: list[list[Cell]] = [[f"{n}"] for n in range(1, BARS)]
        self.table(names.top, names.left, [Column()], [*numbers, [f"{BARS}+"]])
        every = replace(layout.bars, left=layout.bars.left + 1)
        self.formula(layout.highest_bar, f"MAX({every.fixed})", self.styles())
        width = self.pegs * _PIXELS[0] + _PIXELS[1] + _PIXELS[2]
        chart = self.new_chart("column", (width, 112))
        for area, colour in ((most, palette.ACCENT), (others, palette.SOFT)):
            self.bars(chart, names, area, colour, overlap=100, gap=20)
        unseen = {"fill": {"none": True}, "border": {"none": True}}
        chart.add_series({"values": f"={layout.highest_bar.full}", **unseen})
        text = f"How many codes strategy {block} finds with 1, 2, ... guesses."
        self.chart(self._area("chart", block), chart, text)

    def _tables(self) -> None:
        """Write the numbers behind the charts, and the averages by first guess."""
        layout = self.layout
        lengths: Block = [[row + 1] for row in range(layout.histogram_1.height)]
        tables = (
            ("Codes found with so many guesses", "histogram", "Guesses", lengths),
            (
                "Average by first guess, up to symmetry",
                *("by_first_guess", "First guess", self.shown["first_guesses"]),
            ),
        )
        for heading, name, head, firsts in tables:
            top, is_count = self._area(name, 1).top - 1, name == "histogram"
            self.text(top - 1, 1, heading, HEADING)
            form = "#,##0" if is_count else "0.000"
            names = [f'{self._area("strategy", b).fixed}&""' for b in _BLOCKS]
            width = self.pegs + 3
            columns = [
                Column(
                    head, form="@", look={} if is_count else {**TYPED, "bold": True}
                ),
                *(
                    Column(Formula(n), "right", form, TYPED, width - 2 * (b == 0))
                    for b, n in enumerate(names)
                ),
            ]
            given = zip(firsts, *(self._values(name, b) for b in _BLOCKS), strict=True)
            rows = [[cell for (cell,) in row] for row in given]
            self.table(top, 1, columns, rows)
