"""
The cells of a board that differ between the editions; all others are the same.

The .xlsm has buttons with their settings, and formulas that call Python. The .xlsx has
instructions in place of the buttons, and blank values in place of Python's. Other
modules of a board do not read the edition.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.presentation import messages
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CellGroup,
    CellGroups,
    Formula,
    list_validation,
)
from xl_mastermind.sheets.sheet_layout import setting_group
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.solve.trees import bundled_tree
from xl_mastermind.workbook_files.edition import Edition

SOLVER_NAMES: Final = ("strategy", "first_guess")
"""Defined names of the settings of the buttons."""


def help_sentences(layout: BoardLayout) -> tuple[str, str, str]:
    """Return the help in a game, in one with marks to type, and after a game."""
    if has_buttons(layout):
        return messages.HELP_LINE, messages.HELP_LINE_MARKS, messages.COPY_LINES
    stuck = messages.HELP_LINE_PLAIN
    if not layout.has_code_list:
        stuck = messages.HELP_LINE_LARGE
    stuck = stuck.format(word=NEXT_GAME_WORDS[layout.rules.symbols.isalpha()])
    return stuck, messages.HELP_LINE_MARKS_PLAIN, messages.LINES_BELOW


def full_column_sentence(layout: BoardLayout) -> str:
    """Return how the next game begins if no row is left."""
    return messages.PRESS_NEW_GAME if has_buttons(layout) else messages.COLUMN_FULL


def has_buttons(layout: BoardLayout) -> bool:
    """Return whether the board has buttons, and its formulas may call Python."""
    return layout.edition is Edition.MACROS


def with_python(layout: BoardLayout, formula: str) -> Formula:
    """Return a formula with worksheet functions, blank without Python."""
    return f'IFERROR({formula},"")' if has_buttons(layout) else '""'


def edition_panel(layout: BoardLayout) -> CellGroups:
    """Return the settings of the buttons, or instructions for a board without them."""
    row = layout.settings_row - 2
    if has_buttons(layout):
        return _solver_settings(layout, row)
    groups: CellGroups = {}
    # The buttons in the menu of Calc read these ranges too.
    for index, name in enumerate(SOLVER_NAMES):
        box = layout.setting_box(row + index)
        groups[name] = CellGroup(
            box.cell(0),
            values=layout.input_values[name],
            cell_format=formats.CARD | formats.INPUT | formats.HIDDEN_VALUE,
            anchor_range=replace(box, left=box.left - 1, right=box.right + 1),
        )
    return groups


def _solver_settings(layout: BoardLayout, row: int) -> CellGroups:
    groups: CellGroups = {}
    groups["strategy_label"] = layout.setting_label(row, "Strategy")
    groups["first_guess_label"] = layout.setting_label(row + 1, "First guess")
    # Different kinds that answer at once in this game: like a person, without counting,
    # of the article, with a small maximum, with a small average. Users can type others.
    has_tree = partial(bundled_tree, layout.rules)
    best = next(filter(has_tree, ("optimal", "lookahead")), "most-parts")
    strategies = ("beginner", "first-consistent", "minimax", "knuth", best)
    groups["strategy"] = setting_group(
        layout.setting_box(row),
        layout.input_values["strategy"][0][0],
        list_validation([*map(strategy_label, strategies)], show_error=False),
        formats.TEXT,
    )
    first_guess_validation = {
        "validate": "custom",
        "value": f'=LEN(SUBSTITUTE([@]," ",""))={layout.rules.pegs}',
        "input_title": "First guess",
        "input_message": "Leave it blank for the strategy's own.",
        "error_message": messages.FIRST_GUESS.format(
            example=messages.example_guess(layout.rules)
        ),
    }
    groups["first_guess"] = setting_group(
        layout.setting_box(row + 1), None, first_guess_validation, formats.TEXT
    )
    return groups
