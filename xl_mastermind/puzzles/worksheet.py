"""Pages of the sheet Puzzles to print: six puzzles, then their solutions."""

from typing import Final

from xl_mastermind.puzzles.puzzle import MAX_CLUES
from xl_mastermind.sheets.cell_group import (
    HEADING,
    HIDDEN_VALUE,
    LABEL,
    LEFT_ALIGNMENT,
    SMALL_TEXT,
    UNDERLINE,
    CellGroup,
    Groups,
    text_group,
)
from xl_mastermind.sheets.sheet_layout import SheetLayout
from xl_mastermind.spreadsheet.cell_range import CellRange

PUZZLES_PER_PAGE: Final = 6

_CLUES: Final = max(MAX_CLUES.values())
_DIGITS: Final = ",".join(f'"{digit}"' for digit in "0123456789")
_BLOCK_COLUMNS: Final = ((1, 2, 6), (10, 11, 12))
"""The columns of labels, codes and answers, of the two puzzles in a row."""

_BLOCK_HEIGHTS: Final = (30, *[26] * _CLUES, 36, 24)
"""Of the name of a puzzle, its clues, the code to write, and the space below."""

PAGE_HEIGHTS: Final = (40, *_BLOCK_HEIGHTS * 3, 40, *[26] * PUZZLES_PER_PAGE)
SOLUTIONS_ROW: Final = 1 + 3 * len(_BLOCK_HEIGHTS)
"""The first row of the second page."""


def worksheet_groups(
    layout: SheetLayout, top: int, hidden: CellRange, pegs: int
) -> Groups:
    """
    Return both pages, from row `top` on, and the hidden codes and answers.

    `hidden` is their first cell. They read a row of `numbers`, `line`, `peg_order` and
    `colour_names` for each puzzle.
    """
    groups: Groups = {}
    rows = layout.cell_range(hidden.top, hidden.left, PUZZLES_PER_PAGE)
    words = range(_CLUES + 1)
    for index, (name, formulas) in enumerate(
        {
            "worksheet_codes": [_code(word, pegs) for word in words],
            "worksheet_blacks": [_black(word + 1, pegs) for word in words[1:]],
            "worksheet_totals": [_total(word + 1) for word in words[1:]],
        }.items()
    ):
        first = rows.shift_columns(index * (_CLUES + 1))
        groups[name] = CellGroup(
            layout.cell_range(first.top, first.left, rows.height, len(formulas)),
            column_formulas=formulas,
            cell_format=HIDDEN_VALUE,
        )
    title = '"Worksheet: puzzles from "&[puzzle_name]'
    groups["worksheet_title"] = CellGroup(
        layout.cell_range(top, 1), f'IF([number]=0,"",{title})', HEADING
    )
    name_line = layout.cell_range(top, 11, width=2)
    groups["worksheet_name"] = text_group(name_line, "Name", SMALL_TEXT | UNDERLINE)
    for puzzle in range(PUZZLES_PER_PAGE):
        block = top + 1 + puzzle // 2 * len(_BLOCK_HEIGHTS)
        for name, group in _block(layout, block, puzzle).items():
            groups[f"{name}_{puzzle + 1}"] = group
    solutions = layout.cell_range(top + SOLUTIONS_ROW, 1)
    groups["solutions_title"] = CellGroup(solutions, '"Solutions"', HEADING)
    numbers = layout.cell_range(solutions.top + 1, 1, PUZZLES_PER_PAGE)
    groups["solution_numbers"] = CellGroup(numbers, _numbered("[@numbers]"), LABEL)
    groups["solutions"] = CellGroup(
        numbers.shift_columns(1), "[@worksheet_codes.1]", {"bold": True}
    )
    return groups


def _numbered(number: str) -> str:
    return f'IF({number}=0,"","#"&{number})'


def _block(layout: SheetLayout, top: int, puzzle: int) -> Groups:
    """Return the cells of a puzzle: its number, the clues, and a line for the code."""
    labels, codes, answers = (
        layout.cell_range(top + 1, column, _CLUES)
        for column in _BLOCK_COLUMNS[puzzle % 2]
    )
    row, clues = puzzle + 1, range(1, _CLUES + 1)
    guesses = [f"INDEX([worksheet_codes.{clue + 1}],{row})" for clue in clues]
    feedback = []
    for clue, guess in zip(clues, guesses, strict=True):
        black = f"INDEX([worksheet_blacks.{clue}],{row})"
        total = f"INDEX([worksheet_totals.{clue}],{row})"
        symbols = f'REPT("● ",{black})&REPT("○ ",{total}-{black})'
        feedback.append(f'IF({guess}="","",IF({total}=0,"none",TRIM({symbols})))')
    bold = LEFT_ALIGNMENT | {"bold": True, "font_size": 13}
    return {
        "worksheet_number": CellGroup(
            labels.cell(-1), _numbered(f"INDEX([numbers],{row})"), HEADING
        ),
        "worksheet_labels": CellGroup(
            labels,
            row_formulas=[
                f'IF({guess}="","","Clue {clue}")'
                for clue, guess in zip(clues, guesses, strict=True)
            ],
            cell_format=LABEL,
        ),
        "worksheet_guesses": CellGroup(codes, row_formulas=guesses, cell_format=bold),
        "worksheet_answers": CellGroup(
            answers, row_formulas=feedback, cell_format=LEFT_ALIGNMENT
        ),
        "worksheet_code_label": text_group(labels.cell(_CLUES), "the code", LABEL),
        "worksheet_code": text_group(
            layout.cell_range(
                top + 1 + _CLUES, codes.left, width=answers.left - codes.left
            ),
            "",
            UNDERLINE,
        ),
    }


def _code(word: int, pegs: int) -> str:
    """Return the text of a code of the row's puzzle: the solution, then its clues."""
    symbols = []
    for peg in range(1, pegs + 1):
        position = f"[pegs]*{word}+VALUE(MID([@$peg_order],{peg},1))"
        symbol = f"FIND(MID([@$line],{position},1),[symbols])"
        is_missing = f"OR([pegs]<{peg},LEN([@$line])<[pegs]*{word + 1})"
        symbols.append(f'IF({is_missing},"",MID([@$colour_names],{symbol},1))')
    return "&".join(symbols)


def _black(column: int, pegs: int) -> str:
    """Return the black pegs of a clue, by its column among the codes."""
    positions = ",".join(map(str, range(1, pegs + 1)))
    code, guess = (
        f"MID([@$worksheet_codes.{each}],{{{positions}}},1)" for each in (1, column)
    )
    return f'SUMPRODUCT(({code}={guess})*({guess}<>""))'


def _total(column: int) -> str:
    """Return the pegs that a clue and the code have in common."""
    a, b = (
        f'(LEN({code})-LEN(SUBSTITUTE({code},{{{_DIGITS}}},"")))'
        for code in ("[@$worksheet_codes.1]", f"[@$worksheet_codes.{column}]")
    )
    return f"SUMPRODUCT({a}+{b}-ABS({a}-{b}))/2"
