"""The sheet Analysis: the best guesses, and the parts of one guess."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from xl_mastermind.board.analysis import FIGURE_HEADINGS, analyse_turns
from xl_mastermind.board.buttons import ANALYSE
from xl_mastermind.cells.values import RangeValues
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.sheet_names import ANALYSIS_SHEET
from xl_mastermind.sheets import formats, sheet_layout
from xl_mastermind.sheets.board.formulas import length_hint
from xl_mastermind.sheets.board.layout import BoardLayout, max_pegs
from xl_mastermind.sheets.cell_group import (
    ArrayFormula,
    CellGroup,
    CellGroups,
    Formula,
    list_validation,
)
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, strategy_label

_ROWS: Final = 14
"""Rows of the ranking, and bars of the chart beside it."""

_RIGHT_HEADING: Final[formats.CellFormat] = (
    formats.COLUMN_HEADING | formats.RIGHT_ALIGNMENT
)

_CURRENT_TEST: Final = Formula(
    'AND([analysed_board]&""=[first analysis_key]&"",'
    '[analysis_strategy]&""=[last analysis_key]&"")'
)
"""Whether the results belong to the board and the strategy above them."""

_IF_CURRENT: Final = formats.visibility_format(_CURRENT_TEST)
_SAME_GUESS_TEST: Final = Formula('[split_guess]&""=[current_split_guess]&""')
_SPLIT_TEST: Final = Formula(f"AND({_CURRENT_TEST},{_SAME_GUESS_TEST})")
_OLD_SPLIT_TEST: Final = Formula(f"AND(NOT({_CURRENT_TEST}),{_SAME_GUESS_TEST})")
"""Whether the button wrote the guess: for these settings, and for other settings."""


@dataclass(frozen=True)
class AnalysisLayout(sheet_layout.SheetLayout):
    """
    All cells of the sheet, which is as wide as the widest board needs.

    Results are visible only while the settings above them are their own.
    """

    boards: Sequence[BoardLayout]
    sheet: str = ANALYSIS_SHEET

    @cached_property
    def pegs(self) -> int:
        """The pegs of the widest board."""
        return max_pegs(self.boards)

    @cached_property
    def initial_values(self) -> dict[str, RangeValues]:
        """The values that the button Analyse writes for the first board."""
        board = self.boards[0]
        strategy = strategy_label(DEFAULT_STRATEGY)
        settings: dict[str, RangeValues] = {
            "analysed_board": [[self.boards[0].sheet]],
            "analysis_strategy": [[strategy]],
            "ranked_guesses": [[None] * (self.pegs + len(FIGURE_HEADINGS))] * _ROWS,
        }
        return settings | analyse_turns(board.rules, [], strategy, settings)

    @property
    def fits_column(self) -> int:
        """The column right of the pegs of the guesses."""
        return 2 + self.pegs

    @property
    def split_column(self) -> int:
        """The first column of the parts."""
        return self.pegs + 9

    @property
    def chart_column(self) -> int:
        """The first column of the chart."""
        return 2 * self.pegs + 12

    @property
    def first_hidden_column(self) -> int:
        """The first of the hidden columns, right of the chart."""
        return self.chart_column + 8


def analysis_layout(boards: Sequence[BoardLayout]) -> AnalysisLayout:
    """Return the layout of the sheet in a workbook with these boards."""
    return AnalysisLayout(boards).add(
        (_settings, _ranking, _split, _results, _chart_data)
    )


def _settings(layout: AnalysisLayout) -> CellGroups:
    groups = sheet_layout.title_group(layout, "Analysis")
    board = layout.cell_range(2, 2, width=layout.pegs)
    strategy = layout.cell_range(2, layout.pegs + 4, width=3)
    boards = [board.sheet for board in layout.boards]
    board_list = list_validation(boards, error_type="warning")
    strategies = [
        strategy_label(name)
        for name, strategy in STRATEGIES.items()
        if not strategy.is_random
    ]
    strategy_list = list_validation(strategies, error_type="warning")
    message = f'IF({_CURRENT_TEST},[analysis_message]&"","")'
    groups["message"] = sheet_layout.message_group(layout, formula=message)
    groups["analysed_board_label"] = sheet_layout.label_group(board, "Board")
    groups["analysed_board"] = sheet_layout.setting_group(board, boards[0], board_list)
    groups["analysis_strategy_label"] = sheet_layout.label_group(strategy, "Strategy")
    first_strategy = strategy_label(DEFAULT_STRATEGY)
    groups["analysis_strategy"] = sheet_layout.setting_group(
        strategy, first_strategy, strategy_list
    )
    return groups


# Ranking


class _Figure(NamedTuple):
    """A figure of a ranked guess: its column, and the function of its best value."""

    heading: str
    width: int
    number_format: str
    best: str


_FIGURES: Final = (
    _Figure("Average", 66, "#,##0.00", "MIN"),
    _Figure("Largest", 58, "#,##0", "MIN"),
    _Figure("Parts", 46, "#,##0", "MAX"),
    _Figure("Bits", 52, "0.000", "MAX"),
    _Figure("Guesses", 58, "0.000", "MIN"),
)
"""The figures of `FIGURE_HEADINGS` but the first."""

_RANKING_HEADING: Final = (
    f'IF({_CURRENT_TEST},"Best guesses","Press Analyse to see the best guesses")'
)
_PLACE: Final = f'IF(OR(NOT({_CURRENT_TEST}),[@ranked_guesses.1]=""),"",[#])'
_SORT_HEADING_FORMAT: Final = formats.ConditionalFormat(
    "[@]=[sort_heading]", {"bold": True, "font_color": palette.INK}
)


def _ranking(layout: AnalysisLayout) -> CellGroups:
    groups: CellGroups = {}
    cells, pegs, fits_column = layout.cell_range, layout.pegs, layout.fits_column
    guesses = cells(6, 2, _ROWS, pegs + len(FIGURE_HEADINGS))
    rows = layout.initial_values["ranked_guesses"]
    groups["ranking_heading"] = CellGroup(
        cells(4, 1), _RANKING_HEADING, formats.HEADING
    )
    groups["ranked_guesses"] = CellGroup(guesses, has_defined_name=True)
    sort_formats = [_SORT_HEADING_FORMAT]
    groups["headings"] = CellGroup(guesses.row(-1), conditional_formats=sort_formats)
    groups["place_heading"] = CellGroup.from_text(cells(5, 1), "", _RIGHT_HEADING)
    groups["places"] = CellGroup(
        cells(6, 1, _ROWS), _PLACE, formats.HAIRLINE | formats.LABEL
    )
    left_heading = formats.COLUMN_HEADING | formats.LEFT_ALIGNMENT
    guess_heading = cells(5, 2, width=pegs)
    groups["guess_heading"] = CellGroup.from_text(guess_heading, "Guess", left_heading)
    groups["ranked_pegs"] = CellGroup(
        cells(6, 2, _ROWS, pegs),
        values=[row[:pegs] for row in rows],
        cell_format=formats.HAIRLINE | formats.SHEET_TILE | formats.INPUT,
        conditional_formats=[_IF_CURRENT, *formats.peg_formats_on_ground()],
    )
    fits_heading, fits_format = FIGURE_HEADINGS[0], {"font_color": palette.ACCENT}
    groups["fits_heading"] = CellGroup.from_text(
        cells(5, fits_column),
        fits_heading,
        formats.COLUMN_HEADING | formats.CENTRE_ALIGNMENT,
    )
    groups["fits"] = CellGroup(
        cells(6, fits_column, _ROWS),
        values=[[row[pegs]] for row in rows],
        cell_format=formats.HAIRLINE
        | formats.INPUT
        | formats.CENTRE_ALIGNMENT
        | fits_format,
        conditional_formats=[_IF_CURRENT],
    )
    return groups | _figures(layout)


def _figures(layout: AnalysisLayout) -> CellGroups:
    """Return the columns of figures, each with its best value in bold."""
    groups: CellGroups = {}
    cells, rows = layout.cell_range, layout.initial_values["ranked_guesses"]
    for column, figure in enumerate(_FIGURES, layout.fits_column + 1):
        name = figure.heading.lower()
        visible_test = f"AND({_CURRENT_TEST},COUNT([{name}])>0)"
        heading = f'IF({visible_test},"{figure.heading}","")'
        groups[f"{name}_heading"] = CellGroup(cells(5, column), heading, _RIGHT_HEADING)
        best = formats.best_value_format(f"{figure.best}([{name}])")
        number_format = {"num_format": figure.number_format, "shrink": True}
        groups[name] = CellGroup(
            cells(6, column, _ROWS),
            values=[[row[column - 2]] for row in rows],
            cell_format=formats.HAIRLINE
            | formats.INPUT
            | formats.RIGHT_ALIGNMENT
            | number_format,
            conditional_formats=[_IF_CURRENT, best],
        )
    return groups


# Parts of a guess

_OLD_SPLIT_FORMAT: Final = formats.ConditionalFormat(
    _OLD_SPLIT_TEST, {"font_color": palette.WHITE, "bg_color": palette.WHITE}
)
"""Hides a guess that the button wrote for another board."""

_PRESS_ANALYSE: Final = length_hint(
    *("[split_guess]", "[analysed_board]", "[chosen_pegs]"),
    "Press Analyse to see its parts.",
)
_SPLIT_HINT: Final = f'IF(OR({_SPLIT_TEST},{_OLD_SPLIT_TEST}),"",{_PRESS_ANALYSE})'

# A blank text is an error to a logarithm, and so is 0: both count as 0.
_PART_FIGURES: Final = {
    "codes left on average": "ROUND(SUMSQ([sizes])/SUM([sizes]),2)",
    "codes left at most": "MAX([sizes])",
    "different answers": 'COUNTIF([sizes],">0")',
    "bits of information": (
        "ROUND(LOG(SUM([sizes]),2)"
        "-SUM(IFERROR([sizes]*LOG([sizes],2),0))/SUM([sizes]),3)"
    ),
}

_LARGEST_SIZE: Final = "MAX([matrix])"
_MATRIX_FORMATS: Final = (
    formats.ConditionalFormat(
        f'AND([@]<>"",N([@])>0,[@]={_LARGEST_SIZE})',
        {"font_color": palette.WHITE, "bold": True, "bg_color": palette.ACCENT},
    ),
    formats.ConditionalFormat(
        f"AND(N([@])>0,2*N([@])>={_LARGEST_SIZE})", {"bg_color": palette.SOFT_ACCENT}
    ),
    formats.ConditionalFormat("N([@])>0", {"bg_color": palette.TINT}),
    formats.ConditionalFormat('[@]&""="0"', {"font_color": palette.FAINT_INK}),
)
"""The larger a part, the darker its cell."""


def _split(layout: AnalysisLayout) -> CellGroups:
    return _split_guess(layout) | _matrix(layout) | _part_figures(layout)


def _split_guess(layout: AnalysisLayout) -> CellGroups:
    cells, left = layout.cell_range, layout.split_column
    ((guess,),) = layout.initial_values["split_guess"]
    fitted = {"shrink": True, "indent": 0}
    guess_format = (
        formats.SHEET_TILE
        | formats.INPUT_BORDER
        | formats.INPUT
        | formats.TEXT
        | fitted
    )
    group = sheet_layout.setting_group(
        cells(4, left + 1, width=2), guess, cell_format=guess_format
    )
    return {
        "split_label": CellGroup.from_text(cells(4, left), "Split by", formats.HEADING),
        "split_guess": replace(group, conditional_formats=[_OLD_SPLIT_FORMAT]),
    }


def _matrix(layout: AnalysisLayout) -> CellGroups:
    """Return the part sizes by black pegs (rows) and white pegs (columns)."""
    groups: CellGroups = {}
    cells, left, counts = layout.cell_range, layout.split_column, range(layout.pegs + 1)
    corner_format = formats.SMALL_TEXT | formats.RIGHT_ALIGNMENT
    groups["matrix_corner"] = CellGroup.from_text(cells(5, left), "", corner_format)
    groups["white_headings"] = CellGroup(
        cells(5, left + 1, width=len(counts)),
        column_formulas=[_matrix_heading("○", count) for count in counts],
        cell_format=formats.SMALL_TEXT | formats.CENTRE_ALIGNMENT,
    )
    groups["black_headings"] = CellGroup(
        cells(6, left, len(counts)),
        row_formulas=[_matrix_heading("●", count) for count in counts],
        cell_format=formats.LABEL,
    )
    count_format = {"num_format": "#,##0", "shrink": True}
    for black in counts:
        groups[f"matrix_row_{black}"] = CellGroup(
            cells(6 + black, left + 1, width=len(counts)),
            column_formulas=[_part_size(black, white) for white in counts],
            cell_format=formats.CENTRE_ALIGNMENT | formats.WHITE_GAP | count_format,
        )
    matrix = cells(6, left + 1, len(counts), len(counts))
    groups["matrix"] = CellGroup(matrix, conditional_formats=_MATRIX_FORMATS)
    return groups


def _part_figures(layout: AnalysisLayout) -> CellGroups:
    """Return a hint below the matrix, and figures of the parts."""
    groups: CellGroups = {}
    cells, left, row = layout.cell_range, layout.split_column, 7 + layout.pegs
    groups["split_hint"] = CellGroup(cells(row, left + 1), _SPLIT_HINT, formats.ACCENT)
    figures = cells(row + 1, left, len(_PART_FIGURES))
    number_format = {"num_format": "#,##0.###", "shrink": True}
    groups["part_figures"] = CellGroup(
        figures,
        row_formulas=[
            ArrayFormula(f'IF(SUM([sizes])=0,"",{formula})')
            for formula in _PART_FIGURES.values()
        ],
        cell_format=formats.HEADING
        | formats.ACCENT
        | formats.RIGHT_ALIGNMENT
        | number_format,
    )
    groups["part_figure_labels"] = CellGroup.from_column(
        figures.shift_columns(1),
        _PART_FIGURES,
        formats.LEFT_ALIGNMENT | {"indent": 1},
    )
    return groups


def _matrix_heading(symbol: str, count: int) -> Formula:
    """Return the heading of a row or column, blank if the game has fewer pegs."""
    return Formula(f'IF({count}>[analysed_pegs],"","{symbol * count or "none"}")')


def _part_size(black: int, white: int) -> Formula:
    part_test = (
        f"([split_parts.black]={black})*([split_parts.white]={white})"
        '*([split_parts.black]<>"")'
    )
    row = f"SUMPRODUCT({part_test}*ROW([split_parts.black]))"
    return Formula(f'IF({row}=0,"",INDEX([sizes],{row}))')


# Hidden columns

_ANALYSED_PEGS: Final = (
    f"IF({_CURRENT_TEST},IFERROR(VALUE(LEFT([analysed_game])),-1),-1)"
)
_SIZES: Final = f'IF({_SPLIT_TEST},IF([split_parts.size]="","",[split_parts.size]),"")'


def _results(layout: AnalysisLayout) -> CellGroups:
    """
    Return the results that the visible columns lack, and the settings they are for.

    `analysis_key` contains the board and the strategy as the user typed them.
    """
    groups: CellGroups = {}
    cells = layout.hidden_range
    for name in (
        *("analysed_game", "best_guess", "current_split_guess", "sort_heading"),
        *("analysis_key", "analysis_message"),
    ):
        values = layout.initial_values[name]
        groups[name] = CellGroup(
            cells(len(values)),
            values=values,
            cell_format=formats.INPUT | formats.TEXT,
            has_defined_name=True,
        )
    groups["analysed_pegs"] = CellGroup(cells(), _ANALYSED_PEGS)
    pegs = {board.sheet: board.rules.pegs for board in layout.boards}
    chosen_pegs = sheet_layout.peg_count_formula("[analysed_board]", pegs)
    groups["chosen_pegs"] = CellGroup(cells(), chosen_pegs)
    parts = layout.initial_values["split_parts"]
    groups["split_parts"] = CellGroup(
        cells(len(parts), 3),
        values=parts,
        cell_format=formats.INPUT,
        column_names=("black", "white", "size"),
        has_defined_name=True,
    )
    # The sizes are blank after the user typed another guess.
    groups["sizes"] = CellGroup(cells(len(parts)), array_formula=_SIZES)
    return groups


_SIZE_KEY: Final = "IF(N([@sizes])>0,N([@sizes])-[#]/1000,0)"
"""A size minus a fraction that ranks equal sizes by their row."""

_LARGE_KEY: Final = "LARGE([size_keys],[#])"
_PART: Final = "[@bar_parts]"
_BLACK: Final = f"INDEX([split_parts.black],{_PART})"
_WHITE: Final = f"INDEX([split_parts.white],{_PART})"
_SIZE: Final = f"INDEX([sizes],{_PART})"

_CHART_COLUMNS: Final = {
    "bar_parts": f"IFERROR(IF({_LARGE_KEY}>0,MATCH({_LARGE_KEY},[size_keys],0),0),0)",
    "bar_names": (
        f'IF({_PART}=0,"",IF({_BLACK}+{_WHITE}=0,"none",'
        f'REPT("●",{_BLACK})&REPT("○",{_WHITE})))'
    ),
    "largest_bars": f"IF({_PART}=0,0,IF({_SIZE}=MAX([sizes]),{_SIZE},0))",
    "other_bars": f"IF({_PART}=0,0,IF({_SIZE}=MAX([sizes]),0,{_SIZE}))",
}
"""
The part of each bar, its feedback and its size; the largest sizes have a column.
"""


def _chart_data(layout: AnalysisLayout) -> CellGroups:
    """Return the hidden columns of the chart: the parts, the largest first."""
    groups: CellGroups = {}
    cells, height = layout.hidden_range, len(layout.initial_values["split_parts"])
    groups["size_keys"] = CellGroup(cells(height), _SIZE_KEY, formats.LEFT_ALIGNMENT)
    for name, formula in _CHART_COLUMNS.items():
        groups[name] = CellGroup(cells(_ROWS), formula, formats.LEFT_ALIGNMENT)
    return groups


def write_analysis(sheet: Sheet, layout: AnalysisLayout) -> None:
    """Write the cells, the button and the chart."""
    ranges = layout.ranges
    sheet.add_layout(layout)
    figures = [figure.width for figure in _FIGURES]
    matrix = [44] * ranges["matrix"].width
    sheet.set_widths((24, 44, *[32] * layout.pegs, 40, *figures, 24, 76, *matrix))
    gap = range(ranges["matrix"].right + 1, layout.chart_column)
    sheet.set_widths([12] * len(gap), gap.start)
    sheet.set_heights([56, 30, 36, 14, 36, 24, *[30] * _ROWS])
    row = ranges["analysed_board"].top
    sheet.add_button(ANALYSE, row, layout.split_column, height=34)
    chart = sheet.new_chart("bar", (340, 470), "Sizes of the parts")
    bars = {"largest_bars": palette.ACCENT, "other_bars": palette.SOFT_ACCENT}
    for name, colour in bars.items():
        names = ranges["bar_names"]
        add_bars(chart, names, ranges[name], colour, overlap=100, gap=30)
    text = "Codes that each answer to the guess would leave, largest number first."
    sheet.insert_chart(4, layout.chart_column, chart, {"description": text})
    sheet.set_tab_color(palette.GLOW)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 1)
    last_row = ranges["ranked_guesses"].bottom
    sheet.print_area(0, 0, last_row, layout.chart_column + 5)
    sheet.set_selection(ranges["split_guess"].address)
