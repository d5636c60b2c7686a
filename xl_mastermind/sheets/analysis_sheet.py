"""The sheet Analysis: the best guesses, and the parts of one guess."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from xl_mastermind.board.analysis import FIGURE_HEADINGS
from xl_mastermind.board.buttons import ANALYSE
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import analysis_parts, formats, sheet_layout
from xl_mastermind.sheets.analysis_layout import (
    CURRENT_TEST,
    RANKING_ROWS,
    SPLIT_TEST,
    AnalysisLayout,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, list_validation
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, strategy_label

_RIGHT_HEADING: Final[formats.CellFormat] = (
    formats.COLUMN_HEADING | formats.RIGHT_ALIGNMENT
)

_IF_CURRENT: Final = formats.visibility_format(CURRENT_TEST)


def analysis_layout(boards: Sequence[BoardLayout]) -> AnalysisLayout:
    """Return the layout of the sheet in a workbook with these boards."""
    parts = (analysis_parts.split_guess, analysis_parts.part_matrix)
    others = (analysis_parts.part_figures, _results, analysis_parts.chart_data)
    return AnalysisLayout(boards).add((_settings, _ranking, _figures, *parts, *others))


def _settings(layout: AnalysisLayout) -> CellGroups:
    board = layout.cell_range(2, 2, width=layout.pegs)
    strategy = layout.cell_range(2, layout.pegs + 4, width=3)
    boards = [board.sheet for board in layout.boards]
    board_list = list_validation(boards, error_type="warning")
    names = (name for name, record in STRATEGIES.items() if not record.is_random)
    strategy_list = list_validation([*map(strategy_label, names)], error_type="warning")
    message = f'IF({CURRENT_TEST},[analysis_message]&"","")'
    return {
        **sheet_layout.title_group(layout, "Analysis"),
        "message": sheet_layout.message_group(layout, formula=message),
        "analysed_board_label": sheet_layout.label_group(board, "Board"),
        "analysed_board": sheet_layout.setting_group(board, boards[0], board_list),
        "analysis_strategy_label": sheet_layout.label_group(strategy, "Strategy"),
        "analysis_strategy": sheet_layout.setting_group(
            strategy, strategy_label(DEFAULT_STRATEGY), strategy_list
        ),
    }


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
    f'IF({CURRENT_TEST},"Best guesses","Press Analyse to see the best guesses")'
)
_PLACE: Final = f'IF(OR(NOT({CURRENT_TEST}),[@ranked_guesses.1]=""),"",[#])'
_SORT_HEADING_FORMAT: Final = formats.ConditionalFormat(
    "[@]=[sort_heading]", {"bold": True, "font_color": palette.INK}
)


def _ranking(layout: AnalysisLayout) -> CellGroups:
    cells, pegs = layout.cell_range, layout.pegs
    guesses = cells(6, 2, RANKING_ROWS, pegs + len(FIGURE_HEADINGS))
    places, fits = guesses.column(-1), guesses.column(pegs)
    guess_heading = cells(5, 2, width=pegs)
    rows = layout.initial_values["ranked_guesses"]
    left_heading = formats.COLUMN_HEADING | formats.LEFT_ALIGNMENT
    centre_heading = formats.COLUMN_HEADING | formats.CENTRE_ALIGNMENT
    fits_format = formats.CENTRE_ALIGNMENT | {"font_color": palette.ACCENT}
    return {
        "ranking_heading": CellGroup(cells(4, 1), _RANKING_HEADING, formats.HEADING),
        "ranked_guesses": CellGroup(guesses),
        "headings": CellGroup(
            guesses.row(-1), conditional_formats=[_SORT_HEADING_FORMAT]
        ),
        "place_heading": CellGroup.from_text(places.row(-1), "", _RIGHT_HEADING),
        "places": CellGroup(places, _PLACE, formats.HAIRLINE | formats.LABEL),
        "guess_heading": CellGroup.from_text(guess_heading, "Guess", left_heading),
        "ranked_pegs": CellGroup(
            cells(6, 2, RANKING_ROWS, pegs),
            values=[row[:pegs] for row in rows],
            cell_format=formats.HAIRLINE | formats.SHEET_TILE | formats.INPUT,
            conditional_formats=[_IF_CURRENT, *formats.peg_formats_on_ground()],
        ),
        "fits_heading": CellGroup.from_text(
            fits.row(-1), FIGURE_HEADINGS[0], centre_heading
        ),
        "fits": CellGroup(
            fits,
            values=[[row[pegs]] for row in rows],
            cell_format=formats.HAIRLINE | formats.INPUT | fits_format,
            conditional_formats=[_IF_CURRENT],
        ),
    }


def _figures(layout: AnalysisLayout) -> CellGroups:
    """Return the columns of figures, each with its best value in bold."""
    groups: CellGroups = {}
    cells, rows = layout.cell_range, layout.initial_values["ranked_guesses"]
    figure_format = formats.HAIRLINE | formats.INPUT | formats.RIGHT_ALIGNMENT
    for column, figure in enumerate(_FIGURES, layout.pegs + 3):
        name = figure.heading.lower()
        visible_test = f"AND({CURRENT_TEST},COUNT([{name}])>0)"
        heading = f'IF({visible_test},"{figure.heading}","")'
        groups[f"{name}_heading"] = CellGroup(cells(5, column), heading, _RIGHT_HEADING)
        best = formats.best_value_format(f"{figure.best}([{name}])")
        number_format = {"num_format": figure.number_format, "shrink": True}
        groups[name] = CellGroup(
            cells(6, column, RANKING_ROWS),
            values=[[row[column - 2]] for row in rows],
            cell_format=figure_format | number_format,
            conditional_formats=[_IF_CURRENT, best],
        )
    return groups


_ANALYSED_PEGS: Final = (
    f"IF({CURRENT_TEST},IFERROR(VALUE(LEFT([analysed_game])),-1),-1)"
)
_SIZES: Final = f'IF({SPLIT_TEST},IF([split_parts.size]="","",[split_parts.size]),"")'


def _results(layout: AnalysisLayout) -> CellGroups:
    """Return the other results, and the board and strategy that they are for."""
    cells, values = layout.hidden_range, layout.initial_values
    pegs = {board.sheet: board.rules.pegs for board in layout.boards}
    chosen_pegs = sheet_layout.peg_count_formula("[analysed_board]", pegs)
    height = len(values["split_parts"])
    groups = {
        name: CellGroup(
            cells(len(values[name])),
            values=values[name],
            cell_format=formats.INPUT | formats.TEXT,
        )
        for name in (
            *("analysed_game", "best_guess", "current_split_guess", "sort_heading"),
            *("analysis_key", "analysis_message"),
        )
    }
    return groups | {
        "analysed_pegs": layout.hidden_cell(_ANALYSED_PEGS),
        "chosen_pegs": layout.hidden_cell(chosen_pegs),
        "split_parts": CellGroup(
            cells(height, 3),
            values=values["split_parts"],
            cell_format=formats.INPUT,
            column_names=("black", "white", "size"),
        ),
        # The sizes are blank after the user typed another guess.
        "sizes": CellGroup(cells(height), array_formula=_SIZES),
    }


def write_analysis(sheet: Sheet, layout: AnalysisLayout) -> None:
    """Write the cells, the button and the chart."""
    ranges = layout.ranges
    sheet.add_layout(layout)
    figures = [figure.width for figure in _FIGURES]
    matrix = [44] * ranges["matrix"].width
    sheet.set_widths((24, 44, *[32] * layout.pegs, 40, *figures, 24, 76, *matrix))
    gap = range(ranges["matrix"].right + 1, layout.chart_column)
    sheet.set_widths([12] * len(gap), gap.start)
    sheet.set_heights([56, 30, 36, 14, 36, 24, *[30] * RANKING_ROWS])
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
