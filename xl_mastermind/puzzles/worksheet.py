"""Pages of the sheet Puzzles to print: six puzzles, then their solutions."""

from typing import Final

from xl_mastermind.puzzles.hidden_columns import (
    CLUE_COUNT,
    PuzzlesLayout,
    game_property,
)
from xl_mastermind.puzzles.puzzle import PUZZLES_PER_PAGE
from xl_mastermind.sheets.cell_group import (
    HEADING,
    LABEL,
    LEFT_ALIGNMENT,
    SMALL_TEXT,
    UNDERLINE,
    CellGroup,
    Groups,
    text_group,
)

_BLOCK_COLUMNS: Final = ((1, 2, 6), (10, 11, 12))
"""The columns of labels, codes and answers, of the two puzzles in a row."""

_BLOCK_HEIGHTS: Final = (30, *[26] * CLUE_COUNT, 36, 24)
"""Of the name of a puzzle, its clues, the code to write, and the space below."""

PAGE_HEIGHTS: Final = (40, *_BLOCK_HEIGHTS * 3, 40, *[26] * PUZZLES_PER_PAGE)
SOLUTIONS_ROW: Final = 1 + 3 * len(_BLOCK_HEIGHTS)
"""The first row of the second page."""


def worksheet(layout: PuzzlesLayout, top: int) -> Groups:
    """Return both pages, from row `top` on."""
    title = f'IF([number]=0,"",{game_property("name")}&": "&[level_name]&" puzzles")'
    name_line = layout.cell_range(top, 11, width=2)
    solutions = layout.cell_range(top + SOLUTIONS_ROW, 1)
    numbers = layout.cell_range(solutions.top + 1, 1, PUZZLES_PER_PAGE)
    codes = numbers.shift_columns(1)
    groups = {
        "worksheet_title": CellGroup(layout.cell_range(top, 1), title, HEADING),
        "worksheet_name": text_group(name_line, "Name", SMALL_TEXT | UNDERLINE),
        "solutions_title": CellGroup(solutions, '"Solutions"', HEADING),
        "solution_numbers": CellGroup(numbers, _numbered("[#]"), LABEL),
        "solutions": CellGroup(codes, "INDEX([puzzle_codes.1],[#])", {"bold": True}),
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


def _block(layout: PuzzlesLayout, top: int, row: int) -> Groups:
    """Return a puzzle by its row: its number, the clues, and a line for the code."""
    labels, codes, answers = (
        layout.cell_range(top + 1, column, CLUE_COUNT)
        for column in _BLOCK_COLUMNS[(row - 1) % 2]
    )
    guess = f"INDEX([puzzle_codes],{row},[#]+1)"
    bold = LEFT_ALIGNMENT | {"bold": True, "font_size": 13}
    line = layout.cell_range(
        labels.bottom + 1, codes.left, width=answers.left - codes.left
    )
    return {
        "worksheet_number": CellGroup(labels.cell(-1), _numbered(row), HEADING),
        "worksheet_labels": CellGroup(labels, f'IF({guess}="","","Clue "&[#])', LABEL),
        "worksheet_guesses": CellGroup(codes, guess, bold),
        "worksheet_answers": CellGroup(
            answers, f"INDEX([puzzle_answers],{row},[#])", LEFT_ALIGNMENT
        ),
        "worksheet_code_label": text_group(labels.cell(CLUE_COUNT), "the code", LABEL),
        "worksheet_code": text_group(line, "", UNDERLINE),
    }
