"""Below a board: the explanation, and once the game is over the result for friends."""

from dataclasses import replace
from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.games import title
from xl_mastermind.sheets.board.feedback import COUNTED_TURN_TEST, drawn_pegs
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    first_that_holds,
    if_current,
    row_numbers,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.message import GUESS_COUNT
from xl_mastermind.sheets.board.settings import COMPUTER_HIDES_CODE, REVEALED_TEST
from xl_mastermind.sheets.cell_group import (
    CENTRE_ALIGNMENT,
    HEADING,
    INPUT,
    SMALL_TEXT,
    CellGroup,
    Groups,
)

_NOTE_ROWS: Final = 100
"""Rows below a board for notes."""

_COPY_MESSAGE: Final = (
    f'IF([@result_title]<>"","{messages.RESULT_COPIED}",'
    f'IF({REVEALED_TEST},"{messages.NO_RESULT}","{messages.NO_RESULT_YET}"))'
)
"""The message of the button Copy Result."""


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
    cached_group, columns = layout.cached_group, layout.hidden_attempt_columns
    groups["cached_state_key"] = cached_group(layout.hidden_range())
    groups["cached_message"] = cached_group(layout.hidden_range())
    groups["cached_explanation"] = cached_group(columns())
    if layout.has_fact_grid:
        groups["cached_best_guesses"] = cached_group(columns())
    return groups


def result(layout: BoardLayout) -> Groups:
    """Return the lines below the panel."""
    groups: Groups = {}
    row, left = layout.result_row, layout.panel_column
    lines = layout.cell_range(row, left, layout.attempts + 1)
    groups["result"] = CellGroup(lines, has_defined_name=True)
    groups["result_title"] = CellGroup(lines.row(0), _title(layout), HEADING)
    groups["result_lines"] = CellGroup(
        layout.hidden_attempt_columns(), _pegs(layout.rules.pegs)
    )
    # Facts share the first rows below the title.
    fact_rows = 1 + layout.rules.pegs if layout.has_fact_grid else 0
    below = max(lines.bottom, row + fact_rows) + 2
    if fact_rows < layout.attempts:
        groups["result_pegs"] = CellGroup(
            replace(lines, top=row + 1 + fact_rows),
            f"INDEX([result_lines],[#]+{fact_rows})",
            CENTRE_ALIGNMENT | {"shrink": True},
        )
    groups["copy_message"] = CellGroup(
        layout.hidden_range(), _COPY_MESSAGE, has_defined_name=True
    )
    # Left of the settings: Enter leads to the next cell that is not locked below, else
    # in the next column, and the board is to stay in sight.
    notes = layout.cell_range(below, left, _NOTE_ROWS, layout.panel_column_count // 2)
    groups["notes"] = CellGroup(notes, values=[], cell_format=INPUT)
    return groups


def _title(layout: BoardLayout) -> str:
    """Return the game and its number of guesses, or nothing."""
    numbered_test = f"AND({COMPUTER_HIDES_CODE},ISNUMBER([number]))"
    game = f'"{title(layout.rules)}"&IF({numbered_test}," #"&[number],"")'
    count = f"IF([won]>0,[won],{layout.attempts})"
    hints = f"[is_turn]*[is_hint]*(({row_numbers('is_turn')})<={count})"
    ending = f'IF(SUMPRODUCT({hints})>0,"{messages.RESULT_HINTS}","")'
    won = as_formula(messages.RESULT, game=game, guesses=GUESS_COUNT)
    lost = as_formula(messages.RESULT_LOST, game=game, guesses=str(layout.attempts))
    cases = (
        (REVEALED_TEST, '""'),  # also after a guess that repeats the code
        ("[won]", f"{won}&{ending}"),
        ("[lost]", f"{lost}&{ending}"),
    )
    return first_that_holds(cases, '""')


def _pegs(pegs: int) -> str:
    """Return the pegs of the feedback, where the game has a result, or nothing."""
    black, white = "[@attempt_feedback.black]", "[@attempt_feedback.white]"
    known_test = f'AND({black}<>"{UNKNOWN_SYMBOL}",{white}<>"{UNKNOWN_SYMBOL}")'
    missing = f'REPT("·",IF({known_test},{pegs}-{black}-N({white}),0))'
    line = f"{drawn_pegs('●', black)}&{drawn_pegs('○', white)}&{missing}"
    return f'IF([@result_title]="","",IF({COUNTED_TURN_TEST},{line},""))'
