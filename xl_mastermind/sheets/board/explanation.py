"""Texts that buttons cache: a sentence for each attempt, and the key of their state."""

from typing import Final

from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import SMALL_TEXT, CellGroup, Groups

IS_OVER: Final = "OR([won],[lost])"
"""Whether the code is found, or no attempt is left."""


def if_current(cell: str) -> str:
    """Return the text that a button cached, while the state key is the same."""
    return f'IF([state_key]=[cached_state_key],IF({cell}="","",{cell}),"")'


def explanation(layout: BoardLayout) -> Groups:
    """Return the explanation below the board, and in hidden columns cached texts."""
    groups: Groups = {}
    column, row = layout.first_peg_column - 1, layout.explanation_row + 1
    groups["explanation_head"] = CellGroup(
        layout.cell_range(row - 1, column),
        'IF(SUM([explanation_numbers])>0,"Explanation","")',
        {"bold": True, "font_size": 13},
    )
    groups["explanation_numbers"] = CellGroup(
        layout.cell_range(row, column - 1, layout.attempts),
        # In Calc the text of an add-in's array equals no other text until it is
        # joined with a blank one.
        'IF([@explanation]&""="","",[#])',
        SMALL_TEXT | {"align": "left", "num_format": '0"."'},
    )
    sentences = layout.cell_range(row, column, layout.attempts)
    text = if_current("[@$cached_explanation]")
    if layout.has_fact_grid:
        text += f'&IF([facts_wanted]>0,{if_current("[@$cached_best_guesses]")},"")'
    groups["explanation"] = CellGroup(
        sentences,
        f'IF([@is_turn],{text},"")',
        {"font_size": 10},
        has_defined_name=True,
    )
    message = layout.cell_range(layout.first_attempt_row, layout.panel_column)
    groups["cached_state_key"] = layout.cached_group(layout.hidden_cells(0, 0))
    groups["cached_message"] = layout.cached_group(message)
    groups["cached_explanation"] = layout.cached_group(sentences)
    if layout.has_fact_grid:
        best_guesses = sentences.shift_columns(1)
        groups["cached_best_guesses"] = layout.cached_group(best_guesses)
    return groups
