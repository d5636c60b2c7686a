"""The sheet Compare: strategies side by side, on one code and on all."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.formulas import as_formula
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.drawn_cells import (
    ACCENT,
    HAIRLINE,
    HEADING,
    LEFT,
    RIGHT,
    SMALL,
    TILE_ON_SHEET,
    TYPED,
    UNDERLINED,
    Cells,
    Condition,
    Style,
    choices,
    marked_best,
    pegs_on_ground,
    seen_if,
)
from xl_mastermind.sheets.sheet_plan import (
    SheetPlan,
    label,
    message_line,
    pegs_of_name,
    setting,
    title,
)
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.analysis import STRATEGY_COUNT, compare_strategies
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.buttons import COMPARE
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.games import GAMES
from xl_mastermind.spreadsheet.messages import OTHER_LENGTH
from xl_mastermind.spreadsheet.sheet_names import BOARD_SHEET, COMPARE_SHEET

_CODE: Final = "4563"
"""The article's example."""

_STRATEGIES: Final = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)
_BLOCKS: Final = range(1, STRATEGY_COUNT + 1)

_TURNS: Final = 10
"""Rows of a game; a longer one ends below them, unseen."""

_BARS: Final = 9
"""Bars of the charts; the last has all games that are longer too."""

_PIXELS: Final = (22, 46, 44, 10)
"""Of a peg, of the marks, of the number of codes, and of the gap between blocks."""

_FIGURES: Final = {
    "average": ("Average over all codes", "0.000"),
    "most": ("At most", "0"),
    "total": ("Total", "#,##0"),
}
"""The figures of a strategy over all codes: name, caption, number format."""

_MEAN: Final = "0.000"
_FORMS: Final = {"histogram": "#,##0", "by_first_guess": _MEAN}
"""Number formats of the tables below the charts."""

_TEXT: Final[Style] = {"num_format": "@"}
_COUNT: Final[Style] = {"num_format": "#,##0"}
_HEAD: Final[Style] = SMALL | UNDERLINED
_UNDER_NAME: Final[Style] = HEADING | TYPED | {"bottom": 2, "border_color": palette.INK}


@dataclass(frozen=True)
class CompareLayout(SheetPlan):
    """All cells of the sheet, a block of columns for each strategy."""

    pegs: int
    """Pegs of the workbook's widest board, for which the blocks have room."""

    sheet: str = COMPARE_SHEET

    @cached_property
    def shown(self) -> dict[str, RangeValues]:
        """The values that the button Compare writes for an example."""
        settings: dict[str, RangeValues] = {
            "compared_game": [[BOARD_SHEET]],
            "compared_code": [[_CODE]],
            "turns_1": [[None] * (self.pegs + 2)] * _TURNS,
        }
        for block, name in enumerate(_STRATEGIES, 1):
            settings[f"strategy_{block}"] = [[strategy_label(name)]]
        return settings | compare_strategies(settings)

    def left(self, block: int) -> int:
        """Return the first column of a block, counted from 1."""
        return 1 + (block - 1) * (self.pegs + 3)

    def last(self, block: int) -> int:
        """Return the last column of a block."""
        return self.left(block) + self.pegs + 1

    def hidden(self, row: int, column: int, height: int = 1, width: int = 1) -> Area:
        """Return cells in the hidden columns."""
        return self.area(row, self.left(STRATEGY_COUNT + 1) + 1 + column, height, width)

    def of(self, name: str, block: int) -> Area:
        """Return an area of a block."""
        return self.cells[f"{name}_{block}"].area


def compare_layout(pegs: int) -> CompareLayout:
    """Return the plan of the sheet, with room for `pegs` pegs."""
    return CompareLayout(pegs).add((_settings, _blocks, _tables, _hidden))


def _settings(p: CompareLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the title, the line below it, the game and the code."""
    yield title(p, "Compare")
    message = p.hidden(5 + _BARS + len(p.shown["comparison_of"]), 0)
    look = TYPED | _TEXT
    yield (
        "compare_message",
        Cells(message, values=p.shown["compare_message"], look=look, is_read=True),
    )
    yield "message", message_line(p, formula=lambda *_: _message(p))
    game = p.area(2, 3, width=p.pegs - 1)
    check = choices([*GAMES], error_type="warning")
    yield "compared_game_label", label(game, "Game")
    yield "compared_game", setting(game, BOARD_SHEET, check)
    code = p.area(2, p.left(2), width=4)
    look = {"align": "center", "indent": 0, "font_size": 13, "shrink": True}
    yield "compared_code_label", label(code, "Code")
    yield "compared_code", setting(code, _CODE, look=look | _TEXT)
    yield (
        "press_for_game",
        Cells(
            p.area(2, p.left(4)),
            lambda *_: _press(p),
            look=ACCENT,
        ),
    )


def _blocks(p: CompareLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the block of each strategy, from top to bottom."""
    for block in _BLOCKS:
        for name, cells in (*_game(p, block), *_figures(p, block)):
            yield f"{name}_{block}", cells


def _game(p: CompareLayout, block: int) -> Iterator[tuple[str, Cells]]:
    """Yield the game of a strategy, guess by guess."""
    left, after, last = p.left(block), p.left(block) + p.pegs, p.last(block)
    yield (
        "strategy",
        Cells(
            p.area(4, left),
            values=p.shown[f"strategy_{block}"],
            look=_UNDER_NAME,
            frame=p.area(4, left - 1, width=p.pegs + 4),
            box=p.area(4, left, width=p.pegs + 1),
            check=choices([*map(strategy_label, STRATEGIES)]),
            is_read=True,
        ),
    )
    yield (
        "guesses",
        Cells(
            p.area(4, last),
            values=p.shown[f"guesses_{block}"],
            look=_UNDER_NAME | RIGHT,
            when=lambda: [_seen(p, block)],
            is_read=True,
        ),
    )
    head, right = p.area(5, left, width=p.pegs + 1), p.area(5, last)
    heads = ["Guess", *[""] * (p.pegs - 1), "Pegs"]
    yield "turn_heads", Cells(head, values=[heads], look=SMALL | LEFT)
    yield "left_head", Cells(right, values=[["Left"]], look=SMALL | RIGHT)
    turns = p.shown[f"turns_{block}"]
    yield "turns", Cells(p.area(6, left, _TURNS, p.pegs + 2), is_read=True)
    tiles = p.area(6, left, _TURNS, p.pegs)
    yield (
        "tiles",
        Cells(
            tiles,
            values=[row[:-2] for row in turns],
            look=TILE_ON_SHEET | TYPED | {"font_size": 11},
            when=lambda: [_seen(p, block), *pegs_on_ground(tiles)],
        ),
    )
    # Two conditions, since each names the size of its cells.
    for name, column, values, look in (
        ("marks", after, [row[-2:-1] for row in turns], LEFT | {"font_size": 9}),
        ("codes_left", last, [row[-1:] for row in turns], RIGHT | _COUNT),
    ):
        cells = Cells(
            p.area(6, column, _TURNS),
            values=values,
            look=TYPED | look,
            when=lambda: [_seen(p, block)],
        )
        yield name, cells


def _figures(p: CompareLayout, block: int) -> Iterator[tuple[str, Cells]]:
    """Yield the figures of a strategy over all codes."""
    left, last = p.left(block), p.last(block)
    captions = p.area(17, left, len(_FIGURES), p.pegs + 1)
    yield "captions_line", Cells(captions, values=[], look=HAIRLINE)
    yield (
        "captions",
        Cells(
            captions.column(0),
            values=[[caption] for caption, _ in _FIGURES.values()],
            look=HAIRLINE | LEFT | {"font_size": 10},
        ),
    )
    yield (
        "figures",
        Cells(
            p.area(17, last, len(_FIGURES)),
            when=lambda: [_seen(p, block)],
            is_read=True,
        ),
    )
    given = p.shown[f"figures_{block}"]
    for row, (name, (_, form)) in enumerate(_FIGURES.items()):
        look = HAIRLINE | TYPED | RIGHT | {"bold": True, "num_format": form}
        yield name, _figure(p, name, p.area(17 + row, last), given[row : row + 1], look)


def _figure(
    p: CompareLayout, name: str, area: Area, value: RangeValues, look: Style
) -> Cells:
    """Return a figure, marked where it is the least of all."""

    def least() -> str:
        return f"MIN({','.join(p.of(name, block).fixed for block in _BLOCKS)})"

    return Cells(
        area, values=value, look=look, when=lambda: [marked_best(area, least())]
    )


def _tables(p: CompareLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the numbers behind the charts, and the averages by first guess."""
    numbers: RangeValues = [[n + 1] for n in range(len(p.shown["histogram_1"]))]
    lengths = p.area(31, 1, len(numbers))
    yield "lengths", Cells(lengths, values=numbers, look=LEFT | _TEXT)
    heading = "Codes found with so many guesses"
    yield from _table(p, "histogram", lengths, heading, "Guesses")
    guesses = p.shown["first_guesses"]
    firsts, look = p.area(46, 1, len(guesses)), TYPED | LEFT | _TEXT | {"bold": True}
    yield (
        "first_guesses",
        Cells(
            firsts,
            values=guesses,
            look=look,
            when=lambda: [seen_if(_is_game(p))],
            is_read=True,
        ),
    )
    heading = "Average by first guess, up to symmetry"
    yield from _table(p, "by_first_guess", firsts, heading, "First guess")


def _table(
    p: CompareLayout, name: str, firsts: Area, heading: str, head: str
) -> Iterator[tuple[str, Cells]]:
    """Yield the heads of a table, and a column for each strategy."""
    top = p.area(firsts.top - 2, 1)
    yield f"{name}_heading", Cells(top, values=[[heading]], look=HEADING)
    ground = replace(firsts, left=2, right=p.last(STRATEGY_COUNT))
    head_cell = p.area(firsts.top - 1, 1)
    yield f"{name}_head", Cells(head_cell, values=[[head]], look=_HEAD | LEFT)
    yield f"{name}_heads", Cells(ground.row(-1), values=[], look=_HEAD)
    yield f"{name}_ground", Cells(ground, values=[], look={})
    for block in _BLOCKS:
        for part, cells in _numbers(p, name, block, firsts):
            yield f"{part}_{block}", cells


def _numbers(
    p: CompareLayout, name: str, block: int, firsts: Area
) -> Iterator[tuple[str, Cells]]:
    """Yield a strategy's column of a table, and its head."""
    last, form = p.last(block), _FORMS[name]
    numbers = replace(firsts, left=last, right=last)
    yield (
        f"{name}_head",
        Cells(
            numbers.row(-1),
            lambda *_: f'{p.at(f"strategy_{block}")}&""',
            look=_HEAD | RIGHT,
        ),
    )

    def when() -> list[Condition]:
        best = [marked_best(numbers, f"MIN({numbers.fixed})")]
        return [_seen(p, block), *(best if form == _MEAN else [])]

    yield (
        name,
        Cells(
            numbers,
            values=p.shown[f"{name}_{block}"],
            look=TYPED | RIGHT | {"num_format": form},
            when=when,
            is_read=True,
        ),
    )


def _hidden(p: CompareLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the hidden columns: values for charts, and the settings of the results."""
    names: RangeValues = [[f"{n}"] for n in range(1, _BARS)]
    names.append([f"{_BARS}+"])
    yield "bar_names", Cells(p.hidden(3, 0, _BARS), values=names, look=LEFT)
    # Of each strategy the highest bar, and the others.
    bars = p.hidden(3, 1, _BARS, 2 * STRATEGY_COUNT)
    yield "bars", Cells(bars, lambda row, column: _bar(p, row, column), look=LEFT)
    highest = p.hidden(3 + _BARS, 0)
    yield "highest_bar", Cells(highest, lambda *_: f"MAX({p.bars.fixed})", look={})
    # The game and the strategies of what is shown, as they were typed.
    shown = p.shown["comparison_of"]
    area = p.hidden(4 + _BARS, 0, len(shown))
    yield "comparison_of", Cells(area, values=shown, look=TYPED, is_read=True)


# Looks


def _seen(p: CompareLayout, block: int) -> Condition:
    """Return the look of a block with results of another game or strategy."""
    return seen_if(_is_shown(p, block))


def _is_game(p: CompareLayout) -> str:
    """Return whether the results are of the game in its cell."""
    return f'{p.at("compared_game")}&""={p.comparison_of.cell(0).fixed}&""'


def _is_shown(p: CompareLayout, block: int) -> str:
    """Return whether a block's results are of this game and this strategy."""
    of = p.comparison_of.cell(block).fixed
    return f'AND({_is_game(p)},{p.at(f"strategy_{block}")}&""={of}&"")'


# Formulas of cells; rows and columns count from 0, blocks from 1


def _message(p: CompareLayout) -> str:
    """Return the message of the button, nothing for another game."""
    return f'IF({_is_game(p)},{p.compare_message.fixed}&"","")'


def _press(p: CompareLayout) -> str:
    """Return the hint for where the results are those of another game."""
    game, length = (
        p.at("compared_game"),
        f'LEN(SUBSTITUTE({p.at("compared_code")}," ",""))',
    )
    sizes = {name: Rules.parse(game).pegs for name, game in GAMES.items()}
    written = f'IFERROR(VALUE(LEFT({game},FIND("x",LOWER({game}))-1)),0)'
    named = pegs_of_name(game, sizes)
    pegs = f"IF({named}>0,{named},{written})"
    other = as_formula(OTHER_LENGTH, board=game, pegs=pegs, got=length)
    is_other = f"AND({pegs}>0,{length}>0,{length}<>{pegs})"
    press = f'IF({is_other},{other},"Press Compare for this game.")'
    return f'IF({_is_game(p)},"",{press})'


def _bar(p: CompareLayout, row: int, column: int) -> str:
    """Return how many codes are found with a number of guesses."""
    before, is_other = divmod(column, 2)
    block = before + 1
    lengths, last = p.of("histogram", block), _BARS - 1
    longer = f"SUM({replace(lengths, top=lengths.top + last).fixed})"
    codes = longer if row == last else f"N({lengths.row(row).fixed})"
    if is_other:
        highest = p.bars.cell(row, column - 1).fixed
        return f"IF({_is_shown(p, block)},{codes},0)-{highest}"
    most = f"MAX({lengths.until(last - 1).fixed},{longer})"
    return f"IF(AND({_is_shown(p, block)},{codes}={most}),{codes},0)"


class CompareSheet(Canvas):
    """
    Draws the sheet.

    Results show only beside the game and the strategy that they are of.
    """

    def draw(self, p: CompareLayout) -> None:
        """Draw everything."""
        self.draw_cells(p.cells.values())
        self._columns_and_rows(p)
        self.button(COMPARE, p.compared_code.top, p.left(3), height=34)
        for block in _BLOCKS:
            self._chart(p, block)

    def _columns_and_rows(self, p: CompareLayout) -> None:
        peg, *others = _PIXELS
        self.sheet.set_column_pixels(0, 0, 24)
        for block in _BLOCKS:
            first = p.left(block)
            self.sheet.set_column_pixels(first, first + p.pegs - 1, peg)
            self.widths(others, first + p.pegs)
        self.hide_columns(p.bar_names.left, p.bars.right)
        self.rows([42, 22, 36, 6, 28, 20, *[20] * _TURNS, 4, 21, 21, 21, 4])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page()
        self.sheet.ignore_errors({"number_stored_as_text": p.compared_code.address})
        self.select(p.compared_code.top, p.compared_code.left)

    def _chart(self, p: CompareLayout, block: int) -> None:
        """Draw how many codes are found with 1, 2, ... guesses, all on one scale."""
        width = p.pegs * _PIXELS[0] + _PIXELS[1] + _PIXELS[2]
        chart = self.new_chart("column", (width, 112))
        for column, colour in enumerate(
            (palette.ACCENT, palette.SOFT_ACCENT), 2 * block - 2
        ):
            bars = p.bars.column(column)
            self.bars(chart, p.bar_names, bars, colour, overlap=100, gap=20)
        unseen = {"fill": {"none": True}, "border": {"none": True}}
        chart.add_series({"values": f"={p.highest_bar.full}", **unseen})
        text = f"How many codes strategy {block} finds with 1, 2, ... guesses."
        self.chart(p.area(21, p.left(block)), chart, text)
