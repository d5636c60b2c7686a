"""Pages of the sheet Puzzles to print: six puzzles, then their solutions."""

from typing import Final

from xl_mastermind.plugins.puzzles.hidden_columns import (
    CLUE_COUNT,
    PEG_COUNT,
    PuzzlesLayout,
    game_property,
)
from xl_mastermind.plugins.puzzles.puzzle import PUZZLES_PER_PAGE
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import DIGITS
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups

_BLOCK_COLUMNS: Final = ((1, 2, 6), (10, 11, 12))
"""The columns of labels, codes and answers, of the two puzzles in a row."""

_BLOCK_HEIGHTS: Final = (40, *[44] * CLUE_COUNT, 56, *[32] * PEG_COUNT, 20)
"""Heights of the number, the clues, the code, the digits to cross out, and a gap."""

PAGE_HEIGHTS: Final = (40, *_BLOCK_HEIGHTS * 3, 40, *[40] * PUZZLES_PER_PAGE)
SOLUTIONS_ROW: Final = 1 + 3 * len(_BLOCK_HEIGHTS)
"""The first row of the second page."""

_LARGE: Final[formats.CellFormat] = {"font_size": 16}
"""Ten points on paper."""

_SPACED_SYMBOLS: Final = "MID([symbols],1,1)" + "".join(
    f'&REPT("   ",LEN([symbols])>={number})&MID([symbols],{number},1)'
    for number in range(2, len(DIGITS) + 1)
)
"""No blanks at the end, which a saved value does not keep."""


def worksheet(layout: PuzzlesLayout, top: int) -> CellGroups:
    """Return both pages, from row `top` on."""
    title = f'IF([number]=0,"",{game_property("name")}&": "&[level_name]&" puzzles")'
    name_line = layout.cell_range(top, 11, width=2)
    solutions = layout.cell_range(top + SOLUTIONS_ROW, 1)
    numbers = layout.cell_range(solutions.top + 1, 1, PUZZLES_PER_PAGE)
    codes = numbers.shift_columns(1)
    groups = {
        "spaced_symbols": CellGroup(layout.hidden_range(), _SPACED_SYMBOLS),
        "worksheet_title": CellGroup(layout.cell_range(top, 1), title, formats.TITLE),
        "worksheet_name": CellGroup.from_text(
            name_line, "Name", formats.SMALL_TEXT | formats.UNDERLINE | _LARGE
        ),
        "solutions_title": CellGroup(solutions, '"Solutions"', formats.TITLE),
        "solution_numbers": CellGroup(
            numbers, _numbered("[#]"), formats.LABEL | _LARGE
        ),
        "solutions": CellGroup(
            codes, "INDEX([puzzle_codes.1],[#])", {"bold": True} | _LARGE
        ),
    }
    for row in range(1, PUZZLES_PER_PAGE + 1):
        block = top + 1 + (row - 1) // 2 * len(_BLOCK_HEIGHTS)
        for name, group in _block(layout, block, row).items():
            groups[f"{name}_{row}"] = group
    return groups


def _numbered(row: object) -> str:
    """Return the name of the puzzle of a row, blank for an invalid number."""
    number = f"INDEX([numbers],{row})"
    return f'IF({number}=0,"","#"&{number})'


def _block(layout: PuzzlesLayout, top: int, row: int) -> CellGroups:
    labels, codes, answers = (
        layout.cell_range(top + 1, column, CLUE_COUNT)
        for column in _BLOCK_COLUMNS[(row - 1) % 2]
    )
    guess = f"INDEX([puzzle_codes],{row},[#]+1)"
    bold = formats.LEFT_ALIGNMENT | {"bold": True, "font_size": 22}
    label, text = formats.LABEL | _LARGE, formats.LEFT_ALIGNMENT | _LARGE
    places = layout.cell_range(labels.bottom + 2, labels.left, PEG_COUNT)
    digits = layout.cell_range(places.top, codes.left, PEG_COUNT)
    line = layout.cell_range(
        labels.bottom + 1, codes.left, width=answers.left - codes.left
    )
    return {
        "worksheet_number": CellGroup(
            labels.cell(-1), _numbered(row), formats.HEADING | _LARGE
        ),
        "worksheet_labels": CellGroup(labels, f'IF({guess}="","","Clue "&[#])', label),
        "worksheet_guesses": CellGroup(codes, guess, bold),
        "worksheet_answers": CellGroup(
            answers, f"INDEX([puzzle_answers],{row},[#])", bold
        ),
        "worksheet_code_label": CellGroup.from_text(
            labels.cell(CLUE_COUNT), "the code", label
        ),
        "worksheet_code": CellGroup.from_text(line, "", formats.UNDERLINE),
        "worksheet_places": CellGroup(places, 'IF([#]>[pegs],"","Place "&[#])', label),
        "worksheet_digits": CellGroup(
            digits, 'IF([#]>[pegs],"",[spaced_symbols])', text
        ),
    }
