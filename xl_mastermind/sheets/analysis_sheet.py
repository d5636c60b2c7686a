"""The sheet Analysis: the best guesses, and into which parts one splits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.sheets.board.formulas import as_formula
from xl_mastermind.sheets.board.layout import BoardLayout, max_pegs
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.cell_group import (
    ACCENT,
    HAIRLINE,
    HEADING,
    INPUT,
    INPUT_BORDER,
    LABEL,
    LEFT_ALIGNMENT,
    RIGHT_ALIGNMENT,
    SHEET_TILE,
    SMALL_TEXT,
    UNDERLINE,
    ArrayFormula,
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
from xl_mastermind.spreadsheet.analysis import FIGURE_HEADINGS, analysis
from xl_mastermind.spreadsheet.buttons import ANALYSE
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.messages import OTHER_LENGTH
from xl_mastermind.spreadsheet.sheet_names import ANALYSIS_SHEET

_ROWS: Final = 14
"""Rows of the ranking, and bars of the chart beside it."""

_FIGURES: Final = (
    (66, "#,##0.00", "MIN"),
    (58, "#,##0", "MIN"),
    (46, "#,##0", "MAX"),
    (52, "0.000", "MAX"),
    (58, "0.000", "MIN"),
)
"""Of `FIGURES` from the average on: width, number format, which one is best."""

# A blank text is an error to a logarithm, and so is 0: both count as 0.
_OF_PARTS: Final = {
    "codes left on average": "ROUND(SUMSQ({sizes})/SUM({sizes}),2)",
    "codes left at most": "MAX({sizes})",
    "different answers": 'COUNTIF({sizes},">0")',
    "bits of information": (
        "ROUND(LOG(SUM({sizes}),2)"
        "-SUM(IFERROR({sizes}*LOG({sizes},2),0))/SUM({sizes}),3)"
    ),
}
"""Figures of all parts together, as formulas of their sizes."""

_TEXT: Final[CellFormat] = INPUT | {"num_format": "@"}
_CENTRED: Final[CellFormat] = {"align": "center"}
_HEAD: Final[CellFormat] = SMALL_TEXT | UNDERLINE
_SORTED_BY: Final[CellFormat] = {"bold": True, "font_color": palette.INK}
_PART: Final[CellFormat] = _CENTRED | {
    "num_format": "#,##0",
    "border": 5,
    "border_color": palette.WHITE,
    "shrink": True,
}
_PARTS_FIGURE: Final = (
    HEADING | ACCENT | RIGHT_ALIGNMENT | {"num_format": "#,##0.###", "shrink": True}
)


@dataclass(frozen=True)
class AnalysisLayout(SheetLayout):
    """All cells of the sheet, which is as wide as the widest board needs."""

    boards: Sequence[BoardLayout]
    sheet: str = ANALYSIS_SHEET

    @cached_property
    def pegs(self) -> int:
        """The pegs of the widest board."""
        return max_pegs(self.boards)

    @cached_property
    def shown(self) -> dict[str, RangeValues]:
        """The values that the button Analyse writes for the first of the boards."""
        plan, board = self.boards[0], self.boards[0].board
        settings: dict[str, RangeValues] = {
            "analysed_board": [[plan.sheet]],
            "analysis_strategy": [[board.strategy]],
            "ranked_guesses": [[None] * (self.pegs + len(FIGURE_HEADINGS))] * _ROWS,
        }
        return settings | analysis(board.rules, [], board.strategy, settings)

    # Columns from left to right; those named by letters are those of five pegs.

    @property
    def fits_column(self) -> int:
        """Column H, right of the pegs of the guesses."""
        return 2 + self.pegs

    @property
    def split_left(self) -> int:
        """Column O, where the parts begin."""
        return self.pegs + 9

    @property
    def chart_left(self) -> int:
        """Column W."""
        return 2 * self.pegs + 12

    def hidden(
        self, row: int, column: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return cells in the hidden columns."""
        return self.cell_range(row, self.chart_left + 8 + column, height, width)


def analysis_layout(boards: Sequence[BoardLayout]) -> AnalysisLayout:
    """Return the plan of the sheet in a workbook with these boards."""
    return AnalysisLayout(boards).add((_settings, _ranking, _split, _hidden, _bars))


def _settings(p: AnalysisLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, the line below it, the board and the strategy."""
    yield title_group(p, "Analysis")
    message = p.hidden(8, 0)
    yield (
        "analysis_message",
        CellGroup(
            message,
            values=p.shown["analysis_message"],
            cell_format=_TEXT,
            has_defined_name=True,
        ),
    )
    yield "message", message_group(p, formula=lambda *_: _message(p))
    boards = [each.sheet for each in p.boards]
    board, validation = (
        p.cell_range(2, 2, width=p.pegs),
        list_validation(boards, error_type="warning"),
    )
    yield "analysed_board_label", label_group(board, "Board")
    yield "analysed_board", setting_group(board, boards[0], validation)
    names = [*map(strategy_label, STRATEGIES)]
    merged_range, validation = (
        p.cell_range(2, p.pegs + 4, width=3),
        list_validation(names, error_type="warning"),
    )
    yield "analysis_strategy_label", label_group(merged_range, "Strategy")
    yield (
        "analysis_strategy",
        setting_group(merged_range, p.boards[0].board.strategy, validation),
    )


def _ranking(p: AnalysisLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the best guesses: place, pegs, whether one fits, and its figures."""
    heading = p.cell_range(4, 1)
    yield (
        "ranking_heading",
        CellGroup(heading, lambda *_: _heading(p), cell_format=HEADING),
    )
    ranked = p.cell_range(6, 2, _ROWS, p.pegs + len(FIGURE_HEADINGS))
    yield "ranked_guesses", CellGroup(ranked, has_defined_name=True)
    yield (
        "ranking_heads",
        CellGroup(
            ranked.row(-1),
            conditional_formats=lambda: [
                ConditionalFormat(_is_sorted_by(p), _SORTED_BY)
            ],
        ),
    )
    yield (
        "places_head",
        CellGroup(p.cell_range(5, 1), values=[], cell_format=_HEAD | RIGHT_ALIGNMENT),
    )
    places = p.cell_range(6, 1, _ROWS)
    yield (
        "places",
        CellGroup(places, lambda row, _: _place(p, row), cell_format=HAIRLINE | LABEL),
    )
    head, rows = p.cell_range(5, 2, width=p.pegs), p.shown["ranked_guesses"]
    yield (
        "guess_head",
        CellGroup(head, values=[["Guess"]], cell_format=_HEAD | LEFT_ALIGNMENT),
    )
    yield (
        "ranked_pegs",
        CellGroup(
            p.cell_range(6, 2, _ROWS, p.pegs),
            values=[row[: p.pegs] for row in rows],
            cell_format=HAIRLINE | SHEET_TILE | INPUT,
            conditional_formats=lambda: [
                visibility_format(_is_shown(p)),
                *peg_formats_on_ground(),
            ],
        ),
    )
    fits, *figures = FIGURE_HEADINGS
    head = p.cell_range(5, p.fits_column)
    yield "fits_head", CellGroup(head, values=[[fits]], cell_format=_HEAD | _CENTRED)
    yield (
        "fits",
        CellGroup(
            p.cell_range(6, p.fits_column, _ROWS),
            values=[[row[p.pegs]] for row in rows],
            cell_format=HAIRLINE | INPUT | _CENTRED | {"font_color": palette.ACCENT},
            conditional_formats=lambda: [visibility_format(_is_shown(p))],
        ),
    )
    for index, name in enumerate(figures):
        yield from _figure(p, index, name)


def _figure(
    p: AnalysisLayout, index: int, head: str
) -> Iterator[tuple[str, CellGroup]]:
    """Yield a figure of all guesses, and its head."""
    left, (_, form, best) = p.fits_column + 1 + index, _FIGURES[index]
    top, cell_range = p.cell_range(5, left), p.cell_range(6, left, _ROWS)
    yield (
        f"{head}_head",
        CellGroup(
            top,
            lambda *_: _figure_head(p, cell_range, head),
            cell_format=_HEAD | RIGHT_ALIGNMENT,
        ),
    )
    given = p.shown["ranked_guesses"]
    yield (
        head,
        CellGroup(
            cell_range,
            values=[[row[p.pegs + 1 + index]] for row in given],
            cell_format=HAIRLINE
            | INPUT
            | RIGHT_ALIGNMENT
            | {"num_format": form, "shrink": True},
            conditional_formats=lambda: [
                visibility_format(_is_shown(p)),
                best_value_format(f"{best}({cell_range.absolute_address})"),
            ],
        ),
    )


def _split(p: AnalysisLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield a guess, its parts as a matrix, and their figures."""
    left, counts = p.split_left, p.pegs + 1
    yield (
        "split_by_label",
        CellGroup(p.cell_range(4, left), values=[["Split by"]], cell_format=HEADING),
    )
    split, cell_format = (
        p.cell_range(4, left + 1, width=2),
        SHEET_TILE | INPUT_BORDER | _TEXT,
    )
    (((guess,),), more) = p.shown["split_guess"], {"shrink": True, "indent": 0}
    cells = setting_group(split, guess, cell_format=cell_format | more)
    # A guess that a button has written belongs to its board.
    old: CellFormat = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
    yield (
        "split_guess",
        replace(
            cells,
            conditional_formats=lambda: [ConditionalFormat(_is_old_split(p), old)],
        ),
    )
    # Rows black, columns white.
    yield (
        "matrix_corner",
        CellGroup(
            p.cell_range(5, left), values=[], cell_format=SMALL_TEXT | RIGHT_ALIGNMENT
        ),
    )
    top, side = p.cell_range(5, left + 1, width=counts), p.cell_range(6, left, counts)
    cell_format = SMALL_TEXT | _CENTRED
    yield (
        "white_heads",
        CellGroup(top, lambda _, white: _head(p, "○", white), cell_format=cell_format),
    )
    yield (
        "black_heads",
        CellGroup(side, lambda black, _: _head(p, "●", black), cell_format=LABEL),
    )
    yield (
        "matrix",
        CellGroup(
            p.cell_range(6, left + 1, counts, counts),
            lambda black, white: _part(p, black, white),
            cell_format=_PART,
            conditional_formats=lambda: _sizes_as_colours(p.matrix),
        ),
    )
    below = 6 + counts
    press = p.cell_range(below, left + 1)
    yield "press_for_parts", CellGroup(press, lambda *_: _press(p), cell_format=ACCENT)
    figures = p.cell_range(below + 1, left, len(_OF_PARTS))
    yield (
        "split_figures",
        CellGroup(
            figures, lambda row, _: _figure_of_parts(p, row), cell_format=_PARTS_FIGURE
        ),
    )
    told = [[text] for text in _OF_PARTS]
    yield (
        "split_texts",
        CellGroup(
            figures.shift_columns(1),
            values=told,
            cell_format=LEFT_ALIGNMENT | {"indent": 1},
        ),
    )


def _hidden(p: AnalysisLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the hidden columns: what is shown, and for which settings.

    `analysis_key` holds the board and the strategy as they were typed.
    """
    for row, name in {
        0: "analysed_game",
        1: "best_guess",
        2: "current_split_guess",
        5: "sort_heading",
        6: "analysis_key",
    }.items():
        values = p.shown[name]
        cell_range = p.hidden(row, 0, len(values))
        yield (
            name,
            CellGroup(
                cell_range, values=values, cell_format=_TEXT, has_defined_name=True
            ),
        )
    yield (
        "analysed_pegs",
        CellGroup(p.hidden(4, 0), lambda *_: _pegs(p), cell_format={}),
    )
    yield (
        "chosen_pegs",
        CellGroup(p.hidden(9, 0), lambda *_: _chosen_pegs(p), cell_format={}),
    )
    # Black, white and number of codes of every answer.
    parts = p.shown["split_parts"]
    cell_range = p.hidden(0, 1, len(parts), 3)
    yield (
        "split_parts",
        CellGroup(cell_range, values=parts, cell_format=INPUT, has_defined_name=True),
    )
    # The numbers again, blank where another guess was typed.
    sizes = p.hidden(0, 4, len(parts))
    yield "sizes", CellGroup(sizes, array_formula=lambda: _sizes(p), cell_format={})


def _bars(p: AnalysisLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield what the chart reads, in hidden columns: the largest part comes first.

    The sizes are sorted by `size_keys`, numbers that are all different.
    """
    keys = p.sizes.shift_columns(1)
    yield (
        "size_keys",
        CellGroup(keys, lambda row, _: _size_key(p, row), cell_format=LEFT_ALIGNMENT),
    )
    places, names, largest, others = (p.hidden(0, 6 + n, _ROWS) for n in range(4))
    yield (
        "bar_places",
        CellGroup(
            places, lambda row, _: _bar_place(p, row), cell_format=LEFT_ALIGNMENT
        ),
    )
    yield (
        "bar_names",
        CellGroup(names, lambda row, _: _bar_name(p, row), cell_format=LEFT_ALIGNMENT),
    )
    yield (
        "largest_bars",
        CellGroup(largest, lambda row, _: _largest(p, row), cell_format=LEFT_ALIGNMENT),
    )
    yield (
        "other_bars",
        CellGroup(others, lambda row, _: _other(p, row), cell_format=LEFT_ALIGNMENT),
    )


# Looks


def _is_shown(p: AnalysisLayout) -> str:
    """Return whether the results are of the board and the strategy above them."""
    settings = ("analysed_board", "analysis_strategy")
    same = (
        f'{p.reference(setting)}&""={p.analysis_key.cell(row).absolute_address}&""'
        for row, setting in enumerate(settings)
    )
    return f"AND({','.join(same)})"


def _is_split(p: AnalysisLayout) -> str:
    """Return whether the parts are those of the guess in its cell."""
    split = (
        f'{p.reference("split_guess")}&""={p.current_split_guess.absolute_address}&""'
    )
    return f"AND({_is_shown(p)},{split})"


def _is_old_split(p: AnalysisLayout) -> str:
    """Return whether the guess was split for another board or strategy."""
    old = f'{p.reference("split_guess")}&""={p.current_split_guess.absolute_address}&""'
    return f"AND(NOT({_is_shown(p)}),{old})"


def _is_sorted_by(p: AnalysisLayout) -> str:
    """Return whether guesses are ranked by the figure of a head."""
    return f"{p.reference('ranking_heads', 0)}={p.sort_heading.absolute_address}"


def _sizes_as_colours(matrix: CellRange) -> list[ConditionalFormat]:
    """Return the looks of parts: the larger, the darker."""
    first, most = matrix.cell(0).address, f"MAX({matrix.absolute_address})"
    number = f"N({first})>0"
    largest = f'AND({first}<>"",{number},{first}={most})'
    white: CellFormat = {"font_color": palette.WHITE, "bold": True}
    large = f"AND({number},2*N({first})>={most})"
    return [
        ConditionalFormat(largest, white | {"bg_color": palette.ACCENT}),
        ConditionalFormat(large, {"bg_color": palette.SOFT_ACCENT}),
        ConditionalFormat(number, {"bg_color": palette.TINT}),
        ConditionalFormat(f'{first}&""="0"', {"font_color": palette.FAINT_INK}),
    ]


# Formulas of cells; rows count from 0


def _heading(p: AnalysisLayout) -> str:
    """Return the heading of the ranking."""
    press = "Press Analyse for the best guesses"
    return f'IF({_is_shown(p)},"Best guesses","{press}")'


def _message(p: AnalysisLayout) -> str:
    """Return the message of the button, nothing for another board or strategy."""
    return f'IF({_is_shown(p)},{p.analysis_message.absolute_address}&"","")'


def _place(p: AnalysisLayout, row: int) -> str:
    """Return the number of a guess, if there is one."""
    is_none = f'OR(NOT({_is_shown(p)}),{p.reference("ranked_guesses", row)}="")'
    return f'IF({is_none},"",{row + 1})'


def _figure_head(p: AnalysisLayout, cell_range: CellRange, head: str) -> str:
    """Return the head of a figure, nothing over a blank column."""
    return f'IF(AND({_is_shown(p)},COUNT({cell_range.absolute_address})>0),"{head}","")'


def _head(p: AnalysisLayout, peg: str, count: int) -> str:
    """Return the head of a row or column of the matrix, if the game has it."""
    return (
        f'IF({count}>{p.analysed_pegs.absolute_address},"","{peg * count or "none"}")'
    )


def _part(p: AnalysisLayout, black: int, white: int) -> str:
    """Return the number of codes that an answer would leave."""
    blacks, whites = (p.split_parts.column(n).absolute_address for n in range(2))
    is_part = f'({blacks}={black})*({whites}={white})*({blacks}<>"")'
    place = f"SUMPRODUCT({is_part}*ROW({blacks}))"
    return f'IF({place}=0,"",INDEX({p.sizes.absolute_address},{place}))'


def _press(p: AnalysisLayout) -> str:
    """Return the hint for where the parts are those of another guess."""
    length = f'LEN(SUBSTITUTE({p.reference("split_guess")}," ",""))'
    pegs = p.chosen_pegs.absolute_address
    is_other = f"AND({pegs}>0,{length}>0,{length}<>{pegs})"
    board = p.reference("analysed_board")
    other = as_formula(OTHER_LENGTH, board=board, pegs=pegs, got=length)
    press = f'IF({is_other},{other},"Press Analyse for its parts.")'
    return f'IF(OR({_is_split(p)},{_is_old_split(p)}),"",{press})'


def _figure_of_parts(p: AnalysisLayout, row: int) -> str:
    """Return a figure of all parts together, or nothing."""
    sizes = p.sizes.absolute_address
    formula = [*_OF_PARTS.values()][row].format(sizes=sizes)
    return ArrayFormula(f'IF(SUM({sizes})=0,"",{formula})')


def _pegs(p: AnalysisLayout) -> str:
    """Return the pegs of the game, -1 unless its results are shown."""
    pegs = f"IFERROR(VALUE(LEFT({p.analysed_game.absolute_address})),-1)"
    return f"IF({_is_shown(p)},{pegs},-1)"


def _chosen_pegs(p: AnalysisLayout) -> str:
    """Return the pegs of the board that is chosen, 0 for an unknown one."""
    pegs = {board.sheet: board.rules.pegs for board in p.boards}
    return peg_count_formula(p.reference("analysed_board"), pegs)


def _sizes(p: AnalysisLayout) -> str:
    """Return the sizes of the parts of the guess that stands there."""
    counts = p.split_parts.column(2).absolute_address
    return f'IF({_is_split(p)},IF({counts}="","",{counts}),"")'


def _size_key(p: AnalysisLayout, row: int) -> str:
    """Return a number that is the larger, the larger a part is."""
    size = f"N({p.reference('sizes', row)})"
    return f"IF({size}>0,{size}-{row + 1}/1000,0)"


def _bar_place(p: AnalysisLayout, row: int) -> str:
    """Return which part a bar is, counted from 1, or 0."""
    keys = p.size_keys.absolute_address
    largest = f"LARGE({keys},{row + 1})"
    return f"IFERROR(IF({largest}>0,MATCH({largest},{keys},0),0),0)"


def _bar_name(p: AnalysisLayout, row: int) -> str:
    """Return the answer of a bar."""
    place = p.reference("bar_places", row)
    black, white = (
        f"INDEX({p.split_parts.column(n).absolute_address},{place})" for n in range(2)
    )
    name = f'REPT("●",{black})&REPT("○",{white})'
    return f'IF({place}=0,"",IF({black}+{white}=0,"none",{name}))'


def _largest(p: AnalysisLayout, row: int) -> str:
    """Return the size of a part if no other is larger, else 0."""
    place, size, is_largest = _bar(p, row)
    return f"IF({place}=0,0,IF({is_largest},{size},0))"


def _other(p: AnalysisLayout, row: int) -> str:
    """Return the size of a part if another is larger, else 0."""
    place, size, is_largest = _bar(p, row)
    return f"IF({place}=0,0,IF({is_largest},0,{size}))"


def _bar(p: AnalysisLayout, row: int) -> tuple[str, str, str]:
    """Return the place of a bar's part, its size, and whether no other is larger."""
    place = p.reference("bar_places", row)
    size = f"INDEX({p.sizes.absolute_address},{place})"
    return place, size, f"{size}=MAX({p.sizes.absolute_address})"


class AnalysisSheet(Canvas):
    """
    Draws the sheet.

    Results show only while the settings above them are those that they are of.
    """

    def draw(self, p: AnalysisLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
        self._columns_and_rows(p)
        self.button(ANALYSE, p.analysed_board.top, p.split_left, height=34)
        self._chart(p)

    def _columns_and_rows(self, p: AnalysisLayout) -> None:
        width, matrix = self.sheet.set_column_pixels, p.matrix
        width(0, 0, 24)
        width(1, 1, 44)
        width(2, p.fits_column - 1, 32)
        figures = [pixels for pixels, *_ in _FIGURES]
        self.widths((40, *figures, 24), p.fits_column)
        width(p.split_left, p.split_left, 76)
        width(matrix.left, matrix.right, 44)
        width(matrix.right + 1, p.chart_left - 1, 12)
        self.hide_columns(p.analysed_game.left, p.other_bars.right)
        self.rows([56, 30, 36, 14, 36, 24, *[30] * _ROWS])
        self.sheet.set_tab_color(palette.GLOW)
        self.print_on_one_page(0, 0, p.ranked_guesses.bottom, p.chart_left + 5)
        self.sheet.ignore_errors({"number_stored_as_text": p.split_guess.address})
        self.select(p.split_guess.top, p.split_guess.left)

    def _chart(self, p: AnalysisLayout) -> None:
        """Draw the parts from the largest to the smallest."""
        chart = self.new_chart("bar", (340, 470), "Sizes of the parts")
        for bars, colour in (
            (p.largest_bars, palette.ACCENT),
            (p.other_bars, palette.SOFT_ACCENT),
        ):
            self.bars(chart, p.bar_names, bars, colour, overlap=100, gap=30)
        text = "How many codes each answer to the guess would leave, the most first."
        self.chart(p.cell_range(4, p.chart_left), chart, text)
