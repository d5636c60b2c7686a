"""The sheet Analysis: the best guesses, and into which parts one splits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.sheets.board.formulas import as_formula
from xl_mastermind.sheets.board.plan import Plan, widest
from xl_mastermind.sheets.canvas import Canvas
from xl_mastermind.sheets.drawn_cells import (
    ACCENT,
    BOX,
    HAIRLINE,
    HEADING,
    LABEL,
    LEFT,
    RIGHT,
    SMALL,
    TILE_ON_SHEET,
    TYPED,
    UNDERLINED,
    ArrayFormula,
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
from xl_mastermind.spreadsheet.analysis import FIGURE_HEADINGS, analysis
from xl_mastermind.spreadsheet.area import Area
from xl_mastermind.spreadsheet.buttons import ANALYSE
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

_TEXT: Final[Style] = TYPED | {"num_format": "@"}
_CENTRED: Final[Style] = {"align": "center"}
_HEAD: Final[Style] = SMALL | UNDERLINED
_SORTED_BY: Final[Style] = {"bold": True, "font_color": palette.INK}
_PART: Final[Style] = _CENTRED | {
    "num_format": "#,##0",
    "border": 5,
    "border_color": palette.WHITE,
    "shrink": True,
}
_PARTS_FIGURE: Final = (
    HEADING | ACCENT | RIGHT | {"num_format": "#,##0.###", "shrink": True}
)


@dataclass(frozen=True)
class AnalysisLayout(SheetPlan):
    """All cells of the sheet, which is as wide as the widest board needs."""

    boards: Sequence[Plan]
    sheet: str = ANALYSIS_SHEET

    @cached_property
    def pegs(self) -> int:
        """The pegs of the widest board."""
        return widest(self.boards)

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

    def hidden(self, row: int, column: int, height: int = 1, width: int = 1) -> Area:
        """Return cells in the hidden columns."""
        return self.area(row, self.chart_left + 8 + column, height, width)


def analysis_layout(boards: Sequence[Plan]) -> AnalysisLayout:
    """Return the plan of the sheet in a workbook with these boards."""
    return AnalysisLayout(boards).add((_settings, _ranking, _split, _hidden, _bars))


def _settings(p: AnalysisLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the title, the line below it, the board and the strategy."""
    yield title(p, "Analysis")
    message = p.hidden(8, 0)
    yield (
        "analysis_message",
        Cells(message, values=p.shown["analysis_message"], look=_TEXT, is_read=True),
    )
    yield "message", message_line(p, formula=lambda *_: _message(p))
    boards = [each.sheet for each in p.boards]
    board, check = p.area(2, 2, width=p.pegs), choices(boards, error_type="warning")
    yield "analysed_board_label", label(board, "Board")
    yield "analysed_board", setting(board, boards[0], check)
    names = [*map(strategy_label, STRATEGIES)]
    box, check = p.area(2, p.pegs + 4, width=3), choices(names, error_type="warning")
    yield "analysis_strategy_label", label(box, "Strategy")
    yield "analysis_strategy", setting(box, p.boards[0].board.strategy, check)


def _ranking(p: AnalysisLayout) -> Iterator[tuple[str, Cells]]:
    """Yield the best guesses: place, pegs, whether one fits, and its figures."""
    heading = p.area(4, 1)
    yield "ranking_heading", Cells(heading, lambda *_: _heading(p), look=HEADING)
    ranked = p.area(6, 2, _ROWS, p.pegs + len(FIGURE_HEADINGS))
    yield "ranked_guesses", Cells(ranked, is_read=True)
    yield (
        "ranking_heads",
        Cells(ranked.row(-1), when=lambda: [Condition(_is_sorted_by(p), _SORTED_BY)]),
    )
    yield "places_head", Cells(p.area(5, 1), values=[], look=_HEAD | RIGHT)
    places = p.area(6, 1, _ROWS)
    yield "places", Cells(places, lambda row, _: _place(p, row), look=HAIRLINE | LABEL)
    head, rows = p.area(5, 2, width=p.pegs), p.shown["ranked_guesses"]
    yield "guess_head", Cells(head, values=[["Guess"]], look=_HEAD | LEFT)
    yield (
        "ranked_pegs",
        Cells(
            p.area(6, 2, _ROWS, p.pegs),
            values=[row[: p.pegs] for row in rows],
            look=HAIRLINE | TILE_ON_SHEET | TYPED,
            when=lambda: [seen_if(_is_shown(p)), *pegs_on_ground(p.ranked_pegs)],
        ),
    )
    fits, *figures = FIGURE_HEADINGS
    head = p.area(5, p.fits_column)
    yield "fits_head", Cells(head, values=[[fits]], look=_HEAD | _CENTRED)
    yield (
        "fits",
        Cells(
            p.area(6, p.fits_column, _ROWS),
            values=[[row[p.pegs]] for row in rows],
            look=HAIRLINE | TYPED | _CENTRED | {"font_color": palette.ACCENT},
            when=lambda: [seen_if(_is_shown(p))],
        ),
    )
    for index, name in enumerate(figures):
        yield from _figure(p, index, name)


def _figure(p: AnalysisLayout, index: int, head: str) -> Iterator[tuple[str, Cells]]:
    """Yield a figure of all guesses, and its head."""
    left, (_, form, best) = p.fits_column + 1 + index, _FIGURES[index]
    top, area = p.area(5, left), p.area(6, left, _ROWS)
    yield (
        f"{head}_head",
        Cells(top, lambda *_: _figure_head(p, area, head), look=_HEAD | RIGHT),
    )
    given = p.shown["ranked_guesses"]
    yield (
        head,
        Cells(
            area,
            values=[[row[p.pegs + 1 + index]] for row in given],
            look=HAIRLINE | TYPED | RIGHT | {"num_format": form, "shrink": True},
            when=lambda: [
                seen_if(_is_shown(p)),
                marked_best(area, f"{best}({area.fixed})"),
            ],
        ),
    )


def _split(p: AnalysisLayout) -> Iterator[tuple[str, Cells]]:
    """Yield a guess, its parts as a matrix, and their figures."""
    left, counts = p.split_left, p.pegs + 1
    yield "split_by_label", Cells(p.area(4, left), values=[["Split by"]], look=HEADING)
    split, look = p.area(4, left + 1, width=2), TILE_ON_SHEET | BOX | _TEXT
    (((guess,),), more) = p.shown["split_guess"], {"shrink": True, "indent": 0}
    cells = setting(split, guess, look=look | more)
    # A guess that a button has written belongs to its board.
    old: Style = {"font_color": palette.WHITE, "bg_color": palette.WHITE}
    yield "split_guess", replace(cells, when=lambda: [Condition(_is_old_split(p), old)])
    # Rows black, columns white.
    yield "matrix_corner", Cells(p.area(5, left), values=[], look=SMALL | RIGHT)
    top, side = p.area(5, left + 1, width=counts), p.area(6, left, counts)
    look = SMALL | _CENTRED
    yield "white_heads", Cells(top, lambda _, white: _head(p, "○", white), look=look)
    yield "black_heads", Cells(side, lambda black, _: _head(p, "●", black), look=LABEL)
    yield (
        "matrix",
        Cells(
            p.area(6, left + 1, counts, counts),
            lambda black, white: _part(p, black, white),
            look=_PART,
            when=lambda: _sizes_as_colours(p.matrix),
        ),
    )
    below = 6 + counts
    press = p.area(below, left + 1)
    yield "press_for_parts", Cells(press, lambda *_: _press(p), look=ACCENT)
    figures = p.area(below + 1, left, len(_OF_PARTS))
    yield (
        "split_figures",
        Cells(figures, lambda row, _: _figure_of_parts(p, row), look=_PARTS_FIGURE),
    )
    told = [[text] for text in _OF_PARTS]
    yield (
        "split_texts",
        Cells(figures.beside(1), values=told, look=LEFT | {"indent": 1}),
    )


def _hidden(p: AnalysisLayout) -> Iterator[tuple[str, Cells]]:
    """
    Yield the hidden columns: what is shown, and for which settings.

    `analysis_of` holds the board and the strategy as they were typed.
    """
    for row, name in {
        0: "analysed_game",
        1: "best_guess",
        2: "split_by",
        5: "sorted_by",
        6: "analysis_of",
    }.items():
        values = p.shown[name]
        area = p.hidden(row, 0, len(values))
        yield name, Cells(area, values=values, look=_TEXT, is_read=True)
    yield "analysed_pegs", Cells(p.hidden(4, 0), lambda *_: _pegs(p), look={})
    yield "chosen_pegs", Cells(p.hidden(9, 0), lambda *_: _chosen_pegs(p), look={})
    # Black, white and number of codes of every answer.
    parts = p.shown["split_parts"]
    area = p.hidden(0, 1, len(parts), 3)
    yield "split_parts", Cells(area, values=parts, look=TYPED, is_read=True)
    # The numbers again, blank where another guess was typed.
    sizes = p.hidden(0, 4, len(parts))
    yield "sizes", Cells(sizes, array=lambda: _sizes(p), look={})


def _bars(p: AnalysisLayout) -> Iterator[tuple[str, Cells]]:
    """
    Yield what the chart reads, in hidden columns: the largest part comes first.

    The sizes are sorted by `size_keys`, numbers that are all different.
    """
    keys = p.sizes.beside(1)
    yield "size_keys", Cells(keys, lambda row, _: _size_key(p, row), look=LEFT)
    places, names, largest, others = (p.hidden(0, 6 + n, _ROWS) for n in range(4))
    yield "bar_places", Cells(places, lambda row, _: _bar_place(p, row), look=LEFT)
    yield "bar_names", Cells(names, lambda row, _: _bar_name(p, row), look=LEFT)
    yield "largest_bars", Cells(largest, lambda row, _: _largest(p, row), look=LEFT)
    yield "other_bars", Cells(others, lambda row, _: _other(p, row), look=LEFT)


# Looks


def _is_shown(p: AnalysisLayout) -> str:
    """Return whether the results are of the board and the strategy above them."""
    settings = ("analysed_board", "analysis_strategy")
    same = (
        f'{p.at(setting)}&""={p.analysis_of.cell(row).fixed}&""'
        for row, setting in enumerate(settings)
    )
    return f"AND({','.join(same)})"


def _is_split(p: AnalysisLayout) -> str:
    """Return whether the parts are those of the guess in its cell."""
    split = f'{p.at("split_guess")}&""={p.split_by.fixed}&""'
    return f"AND({_is_shown(p)},{split})"


def _is_old_split(p: AnalysisLayout) -> str:
    """Return whether the guess was split for another board or strategy."""
    old = f'{p.at("split_guess")}&""={p.split_by.fixed}&""'
    return f"AND(NOT({_is_shown(p)}),{old})"


def _is_sorted_by(p: AnalysisLayout) -> str:
    """Return whether guesses are ranked by the figure of a head."""
    return f"{p.at('ranking_heads', 0)}={p.sorted_by.fixed}"


def _sizes_as_colours(matrix: Area) -> list[Condition]:
    """Return the looks of parts: the larger, the darker."""
    first, most = matrix.cell(0).address, f"MAX({matrix.fixed})"
    number = f"N({first})>0"
    largest = f'AND({first}<>"",{number},{first}={most})'
    white: Style = {"font_color": palette.WHITE, "bold": True}
    large = f"AND({number},2*N({first})>={most})"
    return [
        Condition(largest, white | {"bg_color": palette.ACCENT}),
        Condition(large, {"bg_color": palette.SOFT_ACCENT}),
        Condition(number, {"bg_color": palette.TINT}),
        Condition(f'{first}&""="0"', {"font_color": palette.FAINT_INK}),
    ]


# Formulas of cells; rows count from 0


def _heading(p: AnalysisLayout) -> str:
    """Return the heading of the ranking."""
    press = "Press Analyse for the best guesses"
    return f'IF({_is_shown(p)},"Best guesses","{press}")'


def _message(p: AnalysisLayout) -> str:
    """Return the message of the button, nothing for another board or strategy."""
    return f'IF({_is_shown(p)},{p.analysis_message.fixed}&"","")'


def _place(p: AnalysisLayout, row: int) -> str:
    """Return the number of a guess, if there is one."""
    is_none = f'OR(NOT({_is_shown(p)}),{p.at("ranked_guesses", row)}="")'
    return f'IF({is_none},"",{row + 1})'


def _figure_head(p: AnalysisLayout, area: Area, head: str) -> str:
    """Return the head of a figure, nothing over a blank column."""
    return f'IF(AND({_is_shown(p)},COUNT({area.fixed})>0),"{head}","")'


def _head(p: AnalysisLayout, peg: str, count: int) -> str:
    """Return the head of a row or column of the matrix, if the game has it."""
    return f'IF({count}>{p.analysed_pegs.fixed},"","{peg * count or "none"}")'


def _part(p: AnalysisLayout, black: int, white: int) -> str:
    """Return the number of codes that an answer would leave."""
    blacks, whites = (p.split_parts.column(n).fixed for n in range(2))
    is_part = f'({blacks}={black})*({whites}={white})*({blacks}<>"")'
    place = f"SUMPRODUCT({is_part}*ROW({blacks}))"
    return f'IF({place}=0,"",INDEX({p.sizes.fixed},{place}))'


def _press(p: AnalysisLayout) -> str:
    """Return the hint for where the parts are those of another guess."""
    length = f'LEN(SUBSTITUTE({p.at("split_guess")}," ",""))'
    pegs = p.chosen_pegs.fixed
    is_other = f"AND({pegs}>0,{length}>0,{length}<>{pegs})"
    board = p.at("analysed_board")
    other = as_formula(OTHER_LENGTH, board=board, pegs=pegs, got=length)
    press = f'IF({is_other},{other},"Press Analyse for its parts.")'
    return f'IF(OR({_is_split(p)},{_is_old_split(p)}),"",{press})'


def _figure_of_parts(p: AnalysisLayout, row: int) -> str:
    """Return a figure of all parts together, or nothing."""
    sizes = p.sizes.fixed
    formula = [*_OF_PARTS.values()][row].format(sizes=sizes)
    return ArrayFormula(f'IF(SUM({sizes})=0,"",{formula})')


def _pegs(p: AnalysisLayout) -> str:
    """Return the pegs of the game, -1 unless its results are shown."""
    pegs = f"IFERROR(VALUE(LEFT({p.analysed_game.fixed})),-1)"
    return f"IF({_is_shown(p)},{pegs},-1)"


def _chosen_pegs(p: AnalysisLayout) -> str:
    """Return the pegs of the board that is chosen, 0 for an unknown one."""
    pegs = {board.sheet: board.rules.pegs for board in p.boards}
    return pegs_of_name(p.at("analysed_board"), pegs)


def _sizes(p: AnalysisLayout) -> str:
    """Return the sizes of the parts of the guess that stands there."""
    counts = p.split_parts.column(2).fixed
    return f'IF({_is_split(p)},IF({counts}="","",{counts}),"")'


def _size_key(p: AnalysisLayout, row: int) -> str:
    """Return a number that is the larger, the larger a part is."""
    size = f"N({p.at('sizes', row)})"
    return f"IF({size}>0,{size}+{p.sizes.height - row}/1000,0)"


def _bar_place(p: AnalysisLayout, row: int) -> str:
    """Return which part a bar is, counted from 1, or 0."""
    keys = p.size_keys.fixed
    largest = f"LARGE({keys},{row + 1})"
    return f"IFERROR(IF({largest}>0,MATCH({largest},{keys},0),0),0)"


def _bar_name(p: AnalysisLayout, row: int) -> str:
    """Return the answer of a bar."""
    place = f"${p.at('bar_places', row)}"
    black, white = (f"INDEX({p.split_parts.column(n).fixed},{place})" for n in range(2))
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
    place = f"${p.at('bar_places', row)}"
    size = f"INDEX({p.sizes.fixed},{place})"
    return place, size, f"{size}=MAX({p.sizes.fixed})"


class AnalysisSheet(Canvas):
    """
    Draws the sheet.

    Results show only while the settings above them are those that they are of.
    """

    def draw(self, p: AnalysisLayout) -> None:
        """Draw everything."""
        self.draw_cells(p.cells.values())
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
        self.chart(p.area(4, p.chart_left), chart, text)
