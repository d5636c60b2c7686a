"""The sheet Compare: strategies side by side, on one code and on all."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.formulas import as_formula
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    ACCENT,
    HAIRLINE,
    HEADING,
    INPUT,
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SHEET_TILE,
    SMALL_TEXT,
    UNDERLINE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    best_value_format,
    list_validation,
    peg_formats_on_ground,
    visibility_format,
)
from xl_mastermind.sheets.sheet_layout import (
    SheetLayout,
    label_group,
    message_group,
    peg_count_formula,
    setting_group,
    title_group,
)
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.analysis import STRATEGY_COUNT, compare_strategies
from xl_mastermind.spreadsheet.buttons import COMPARE
from xl_mastermind.spreadsheet.cell_range import CellRange
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

_TEXT: Final[CellFormat] = {"num_format": "@"}
_COUNT: Final[CellFormat] = {"num_format": "#,##0"}
_HEAD: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_UNDER_NAME: Final[CellFormat] = (
    HEADING | INPUT | {"bottom": 2, "border_color": palette.INK}
)


@dataclass(frozen=True)
class CompareLayout(SheetLayout):
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

    def hidden(
        self, row: int, column: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return cells in the hidden columns."""
        return self.cell_range(
            row, self.left(STRATEGY_COUNT + 1) + 1 + column, height, width
        )

    def of(self, name: str, block: int) -> CellRange:
        """Return an area of a block."""
        return self.groups[f"{name}_{block}"].cell_range


def compare_layout(pegs: int) -> CompareLayout:
    """Return the plan of the sheet, with room for `pegs` pegs."""
    return CompareLayout(pegs).add((_settings, _blocks, _tables, _hidden))


def _settings(p: CompareLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, the line below it, the game and the code."""
    yield title_group(p, "Compare")
    message = p.hidden(5 + _BARS + len(p.shown["comparison_key"]), 0)
    cell_format = INPUT | _TEXT
    yield (
        "compare_message",
        CellGroup(
            message,
            values=p.shown["compare_message"],
            cell_format=cell_format,
            has_defined_name=True,
        ),
    )
    yield "message", message_group(p, formula=lambda *_: _message(p))
    game = p.cell_range(2, 3, width=p.pegs - 1)
    validation = list_validation([*GAMES], error_type="warning")
    yield "compared_game_label", label_group(game, "Game")
    yield "compared_game", setting_group(game, BOARD_SHEET, validation)
    code = p.cell_range(2, p.left(2), width=4)
    cell_format = {"align": "center", "indent": 0, "font_size": 13, "shrink": True}
    yield "compared_code_label", label_group(code, "Code")
    yield "compared_code", setting_group(code, _CODE, cell_format=cell_format | _TEXT)
    yield (
        "press_for_game",
        CellGroup(
            p.cell_range(2, p.left(4)),
            lambda *_: _press(p),
            cell_format=ACCENT,
        ),
    )


def _blocks(p: CompareLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the block of each strategy, from top to bottom."""
    for block in _BLOCKS:
        for name, cells in (*_game(p, block), *_figures(p, block)):
            yield f"{name}_{block}", cells


def _game(p: CompareLayout, block: int) -> Iterator[tuple[str, CellGroup]]:
    """Yield the game of a strategy, guess by guess."""
    left, after, last = p.left(block), p.left(block) + p.pegs, p.last(block)
    yield (
        "strategy",
        CellGroup(
            p.cell_range(4, left),
            values=p.shown[f"strategy_{block}"],
            cell_format=_UNDER_NAME,
            anchor_range=p.cell_range(4, left - 1, width=p.pegs + 4),
            merged_range=p.cell_range(4, left, width=p.pegs + 1),
            validation=list_validation([*map(strategy_label, STRATEGIES)]),
            has_defined_name=True,
        ),
    )
    yield (
        "guesses",
        CellGroup(
            p.cell_range(4, last),
            values=p.shown[f"guesses_{block}"],
            cell_format=_UNDER_NAME | RIGHT_ALIGNMENT,
            conditional_formats=lambda: [_seen(p, block)],
            has_defined_name=True,
        ),
    )
    head, right = p.cell_range(5, left, width=p.pegs + 1), p.cell_range(5, last)
    heads = ["Guess", *[""] * (p.pegs - 1), "Pegs"]
    yield (
        "turn_heads",
        CellGroup(head, values=[heads], cell_format=SMALL_TEXT | LEFT_ALIGNMENT),
    )
    yield (
        "left_head",
        CellGroup(right, values=[["Left"]], cell_format=SMALL_TEXT | RIGHT_ALIGNMENT),
    )
    turns = p.shown[f"turns_{block}"]
    yield (
        "turns",
        CellGroup(p.cell_range(6, left, _TURNS, p.pegs + 2), has_defined_name=True),
    )
    tiles = p.cell_range(6, left, _TURNS, p.pegs)
    yield (
        "tiles",
        CellGroup(
            tiles,
            values=[row[:-2] for row in turns],
            cell_format=SHEET_TILE | INPUT | {"font_size": 11},
            conditional_formats=lambda: [
                _seen(p, block),
                *peg_formats_on_ground(),
            ],
        ),
    )
    # Two conditions, since each names the size of its cells.
    for name, column, values, cell_format in (
        (
            "marks",
            after,
            [row[-2:-1] for row in turns],
            LEFT_ALIGNMENT | {"font_size": 9},
        ),
        ("codes_left", last, [row[-1:] for row in turns], RIGHT_ALIGNMENT | _COUNT),
    ):
        cells = CellGroup(
            p.cell_range(6, column, _TURNS),
            values=values,
            cell_format=INPUT | cell_format,
            conditional_formats=lambda: [_seen(p, block)],
        )
        yield name, cells


def _figures(p: CompareLayout, block: int) -> Iterator[tuple[str, CellGroup]]:
    """Yield the figures of a strategy over all codes."""
    left, last = p.left(block), p.last(block)
    captions = p.cell_range(17, left, len(_FIGURES), p.pegs + 1)
    yield "captions_line", CellGroup(captions, values=[], cell_format=HAIRLINE)
    yield (
        "captions",
        CellGroup(
            captions.column(0),
            values=[[caption] for caption, _ in _FIGURES.values()],
            cell_format=HAIRLINE | LEFT_ALIGNMENT | {"font_size": 10},
        ),
    )
    yield (
        "figures",
        CellGroup(
            p.cell_range(17, last, len(_FIGURES)),
            conditional_formats=lambda: [_seen(p, block)],
            has_defined_name=True,
        ),
    )
    given = p.shown[f"figures_{block}"]
    for row, (name, (_, form)) in enumerate(_FIGURES.items()):
        cell_format = (
            HAIRLINE | INPUT | RIGHT_ALIGNMENT | {"bold": True, "num_format": form}
        )
        yield (
            name,
            _figure(
                p, name, p.cell_range(17 + row, last), given[row : row + 1], cell_format
            ),
        )


def _figure(
    p: CompareLayout,
    name: str,
    cell_range: CellRange,
    value: RangeValues,
    cell_format: CellFormat,
) -> CellGroup:
    """Return a figure, marked where it is the least of all."""

    def least() -> str:
        return (
            f"MIN({','.join(p.of(name, block).absolute_address for block in _BLOCKS)})"
        )

    return CellGroup(
        cell_range,
        values=value,
        cell_format=cell_format,
        conditional_formats=lambda: [best_value_format(least())],
    )


def _tables(p: CompareLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the numbers behind the charts, and the averages by first guess."""
    numbers: RangeValues = [[n + 1] for n in range(len(p.shown["histogram_1"]))]
    lengths = p.cell_range(31, 1, len(numbers))
    yield (
        "lengths",
        CellGroup(lengths, values=numbers, cell_format=LEFT_ALIGNMENT | _TEXT),
    )
    heading = "Codes found with so many guesses"
    yield from _table(p, "histogram", lengths, heading, "Guesses")
    guesses = p.shown["first_guesses"]
    firsts, cell_format = (
        p.cell_range(46, 1, len(guesses)),
        INPUT | LEFT_ALIGNMENT | _TEXT | {"bold": True},
    )
    yield (
        "first_guesses",
        CellGroup(
            firsts,
            values=guesses,
            cell_format=cell_format,
            conditional_formats=lambda: [visibility_format(_is_game(p))],
            has_defined_name=True,
        ),
    )
    heading = "Average by first guess, up to symmetry"
    yield from _table(p, "by_first_guess", firsts, heading, "First guess")


def _table(
    p: CompareLayout, name: str, firsts: CellRange, heading: str, head: str
) -> Iterator[tuple[str, CellGroup]]:
    """Yield the heads of a table, and a column for each strategy."""
    top = p.cell_range(firsts.top - 2, 1)
    yield f"{name}_heading", CellGroup(top, values=[[heading]], cell_format=HEADING)
    ground = replace(firsts, left=2, right=p.last(STRATEGY_COUNT))
    head_cell = p.cell_range(firsts.top - 1, 1)
    yield (
        f"{name}_head",
        CellGroup(head_cell, values=[[head]], cell_format=_HEAD | LEFT_ALIGNMENT),
    )
    yield f"{name}_heads", CellGroup(ground.row(-1), values=[], cell_format=_HEAD)
    yield f"{name}_ground", CellGroup(ground, values=[], cell_format={})
    for block in _BLOCKS:
        for part, cells in _numbers(p, name, block, firsts):
            yield f"{part}_{block}", cells


def _numbers(
    p: CompareLayout, name: str, block: int, firsts: CellRange
) -> Iterator[tuple[str, CellGroup]]:
    """Yield a strategy's column of a table, and its head."""
    last, form = p.last(block), _FORMS[name]
    numbers = replace(firsts, left=last, right=last)
    yield (
        f"{name}_head",
        CellGroup(
            numbers.row(-1),
            lambda *_: f'{p.reference(f"strategy_{block}")}&""',
            cell_format=_HEAD | RIGHT_ALIGNMENT,
        ),
    )

    def conditional_formats() -> list[ConditionalFormat]:
        best = [best_value_format(f"MIN({numbers.absolute_address})")]
        return [_seen(p, block), *(best if form == _MEAN else [])]

    yield (
        name,
        CellGroup(
            numbers,
            values=p.shown[f"{name}_{block}"],
            cell_format=INPUT | RIGHT_ALIGNMENT | {"num_format": form},
            conditional_formats=conditional_formats,
            has_defined_name=True,
        ),
    )


def _hidden(p: CompareLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the hidden columns: values for charts, and the settings of the results."""
    names: RangeValues = [[f"{n}"] for n in range(1, _BARS)]
    names.append([f"{_BARS}+"])
    yield (
        "bar_names",
        CellGroup(p.hidden(3, 0, _BARS), values=names, cell_format=LEFT_ALIGNMENT),
    )
    # Of each strategy the highest bar, and the others.
    bars = p.hidden(3, 1, _BARS, 2 * STRATEGY_COUNT)
    yield (
        "bars",
        CellGroup(
            bars, lambda row, column: _bar(p, row, column), cell_format=LEFT_ALIGNMENT
        ),
    )
    highest = p.hidden(3 + _BARS, 0)
    yield (
        "highest_bar",
        CellGroup(
            highest, lambda *_: f"MAX({p.bars.absolute_address})", cell_format={}
        ),
    )
    # The game and the strategies of what is shown, as they were typed.
    shown = p.shown["comparison_key"]
    cell_range = p.hidden(4 + _BARS, 0, len(shown))
    yield (
        "comparison_key",
        CellGroup(cell_range, values=shown, cell_format=INPUT, has_defined_name=True),
    )


# Looks


def _seen(p: CompareLayout, block: int) -> ConditionalFormat:
    """Return the look of a block with results of another game or strategy."""
    return visibility_format(_is_shown(p, block))


def _is_game(p: CompareLayout) -> str:
    """Return whether the results are of the game in its cell."""
    return f'{p.reference("compared_game")}&""={p.comparison_key.cell(0).absolute_address}&""'


def _is_shown(p: CompareLayout, block: int) -> str:
    """Return whether a block's results are of this game and this strategy."""
    of = p.comparison_key.cell(block).absolute_address
    return f'AND({_is_game(p)},{p.reference(f"strategy_{block}")}&""={of}&"")'


# Formulas of cells; rows and columns count from 0, blocks from 1


def _message(p: CompareLayout) -> str:
    """Return the message of the button, nothing for another game."""
    return f'IF({_is_game(p)},{p.compare_message.absolute_address}&"","")'


def _press(p: CompareLayout) -> str:
    """Return the hint for where the results are those of another game."""
    game, length = (
        p.reference("compared_game"),
        f'LEN(SUBSTITUTE({p.reference("compared_code")}," ",""))',
    )
    sizes = {name: Rules.parse(game).pegs for name, game in GAMES.items()}
    written = f'IFERROR(VALUE(LEFT({game},FIND("x",LOWER({game}))-1)),0)'
    named = peg_count_formula(game, sizes)
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
    longer = f"SUM({replace(lengths, top=lengths.top + last).absolute_address})"
    codes = f"N(INDEX({lengths.absolute_address},{row + 1}))"
    codes = longer if row == last else codes
    if is_other:
        highest = p.bars.cell(row, column - 1).address
        return f"IF({_is_shown(p, block)},{codes},0)-{highest}"
    most = f"MAX({lengths.rows_through(last - 1).absolute_address},{longer})"
    return f"IF(AND({_is_shown(p, block)},{codes}={most}),{codes},0)"


class CompareSheet(Canvas):
    """
    Draws the sheet.

    Results show only beside the game and the strategy that they are of.
    """

    def draw(self, p: CompareLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
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
        chart.add_series({"values": f"={p.highest_bar.qualified_address}", **unseen})
        text = f"How many codes strategy {block} finds with 1, 2, ... guesses."
        self.chart(p.cell_range(21, p.left(block)), chart, text)
