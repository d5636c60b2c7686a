"""The parts of one guess on the sheet Analysis, and the data of their chart."""

from dataclasses import replace
from typing import Final

from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats, sheet_layout
from xl_mastermind.sheets.analysis_layout import (
    OLD_SPLIT_TEST,
    RANKING_ROWS,
    SPLIT_TEST,
    AnalysisLayout,
    length_hint,
)
from xl_mastermind.sheets.cell_group import ArrayFormula, CellGroup, CellGroups, Formula

_OLD_SPLIT_FORMAT: Final = formats.ConditionalFormat(
    OLD_SPLIT_TEST, {"font_color": palette.WHITE, "bg_color": palette.WHITE}
)
"""Hides a guess that the button wrote for another board."""

_PRESS_ANALYSE: Final = length_hint(
    *("[split_guess]", "[analysed_board]", "[chosen_pegs]"),
    "Press Analyse to see its parts.",
)
_SPLIT_HINT: Final = f'IF(OR({SPLIT_TEST},{OLD_SPLIT_TEST}),"",{_PRESS_ANALYSE})'

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


def split_guess(layout: AnalysisLayout) -> CellGroups:
    """Return the guess that divides the codes, and its label."""
    cells, left = layout.cell_range, layout.split_column
    ((guess,),) = layout.initial_values["split_guess"]
    guess_format = formats.SHEET_TILE | formats.INPUT_BORDER | formats.TEXT
    group = sheet_layout.setting_group(
        cells(4, left + 1, width=2),
        guess,
        cell_format=guess_format | {"shrink": True, "indent": 0},
    )
    return {
        "split_label": CellGroup.from_text(cells(4, left), "Split by", formats.HEADING),
        "split_guess": replace(group, conditional_formats=[_OLD_SPLIT_FORMAT]),
    }


def part_matrix(layout: AnalysisLayout) -> CellGroups:
    """Return the part sizes by black pegs (rows) and white pegs (columns)."""
    cells, left, counts = layout.cell_range, layout.split_column, range(layout.pegs + 1)
    matrix = cells(6, left + 1, len(counts), len(counts))
    corner_format = formats.SMALL_TEXT | formats.RIGHT_ALIGNMENT
    groups = {
        "matrix_corner": CellGroup.from_text(cells(5, left), "", corner_format),
        "white_headings": CellGroup(
            matrix.row(-1),
            column_formulas=[_matrix_heading("○", count) for count in counts],
            cell_format=formats.SMALL_TEXT | formats.CENTRE_ALIGNMENT,
        ),
        "black_headings": CellGroup(
            matrix.column(-1),
            row_formulas=[_matrix_heading("●", count) for count in counts],
            cell_format=formats.LABEL,
        ),
        "matrix": CellGroup(matrix, conditional_formats=_MATRIX_FORMATS),
    }
    count_format = {"num_format": "#,##0", "shrink": True}
    for black in counts:
        groups[f"matrix_row_{black}"] = CellGroup(
            matrix.row(black),
            column_formulas=[_part_size(black, white) for white in counts],
            cell_format=formats.CENTRE_ALIGNMENT | formats.WHITE_GAP | count_format,
        )
    return groups


def part_figures(layout: AnalysisLayout) -> CellGroups:
    """Return a hint below the matrix, and figures of the parts."""
    cells, left, row = layout.cell_range, layout.split_column, 7 + layout.pegs
    figures = cells(row + 1, left, len(_PART_FIGURES))
    formulas = (f'IF(SUM([sizes])=0,"",{each})' for each in _PART_FIGURES.values())
    figure_format = formats.HEADING | formats.ACCENT | formats.RIGHT_ALIGNMENT
    label_format = formats.LEFT_ALIGNMENT | {"indent": 1}
    return {
        "split_hint": CellGroup(cells(row, left + 1), _SPLIT_HINT, formats.ACCENT),
        "part_figures": CellGroup(
            figures,
            row_formulas=[*map(ArrayFormula, formulas)],
            cell_format=figure_format | {"num_format": "#,##0.###", "shrink": True},
        ),
        "part_figure_labels": CellGroup.from_column(
            figures.shift_columns(1), _PART_FIGURES, label_format
        ),
    }


def _matrix_heading(symbol: str, count: int) -> Formula:
    """Return the heading of a row or column, blank if the game has fewer pegs."""
    return f'IF({count}>[analysed_pegs],"","{symbol * count or "none"}")'


def _part_size(black: int, white: int) -> Formula:
    part_test = (
        f"([split_parts.black]={black})*([split_parts.white]={white})"
        '*([split_parts.black]<>"")'
    )
    row = f"SUMPRODUCT({part_test}*ROW([split_parts.black]))"
    return f'IF({row}=0,"",INDEX([sizes],{row}))'


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
"""The part of each bar, its feedback and its size; the largest sizes have a column."""


def chart_data(layout: AnalysisLayout) -> CellGroups:
    """Return the hidden columns of the chart: the parts, the largest first."""
    height = len(layout.initial_values["split_parts"])
    columns = {"size_keys": (_SIZE_KEY, height)}
    columns |= {n: (formula, RANKING_ROWS) for n, formula in _CHART_COLUMNS.items()}
    return {
        name: CellGroup(layout.hidden_range(rows), formula, formats.LEFT_ALIGNMENT)
        for name, (formula, rows) in columns.items()
    }
