"""Below a board: the explanation, and once the game is over the result for friends."""

from dataclasses import replace
from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import messages, palette
from xl_mastermind.presentation.games import title
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.feedback import drawn_pegs
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    attempt_row,
    first_that_holds,
    game_key,
    if_current,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import (
    COMPUTER_HIDES_CODE,
    REVEALED_TEST,
    revealed_by_button_test,
)
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_NOTE_ROWS: Final = 100
"""Rows below a board for notes."""

_COPY_MESSAGE: Final = (
    f'IF([@result_title]<>"","{messages.RESULT_COPIED}",'
    f'IF({REVEALED_TEST},"{messages.NO_RESULT}","{messages.NO_RESULT_YET}"))'
)
"""The message of the button Copy Result."""


def explanation(layout: BoardLayout) -> CellGroups:
    """Return the explanation below the board, and in hidden columns cached texts."""
    groups: CellGroups = {}
    column, row = layout.first_peg_column - 1, layout.card_bottom + 3
    groups["explanation_head"] = CellGroup(
        layout.cell_range(row - 1, column),
        'IF(SUM([explanation_numbers])>0,"Explanation","")',
        {"bold": True, "font_size": 13},
    )
    groups["explanation_numbers"] = CellGroup(
        layout.cell_range(row, column - 1, layout.attempts),
        # Calc finds a text from an add-in's array equal to another text only if it is
        # joined with a blank one.
        'IF([@explanation]&""="","",[#])',
        formats.SMALL_TEXT | {"align": "left", "num_format": '0"."'},
    )
    sentences = layout.cell_range(row, column, layout.attempts)
    text = if_current("[@$cached_explanation]")
    if layout.has_fact_grid:
        text += f'&IF([facts_wanted]>0,{if_current("[@$cached_best_guesses]")},"")'
    groups["explanation"] = CellGroup(
        sentences, f'IF([@is_turn],{text},"")', {"font_size": 10}
    )
    cached_group, columns = layout.cached_group, layout.hidden_attempt_columns
    groups["cached_state_key"] = cached_group(layout.hidden_range())
    groups["cached_message"] = cached_group(layout.hidden_range())
    groups["cached_explanation"] = cached_group(columns())
    if layout.has_fact_grid:
        groups["cached_best_guesses"] = cached_group(columns())
    return groups


def result(layout: BoardLayout) -> CellGroups:
    """Return the lines below the panel."""
    groups: CellGroups = {}
    lines = layout.cell_range(
        layout.result_row + 1, layout.panel_right, layout.attempts + 1
    )
    groups["result"] = CellGroup(lines)
    groups["result_title"] = CellGroup(
        lines.row(0), _title(layout), formats.CARD | {"bold": True, "shrink": True}
    )
    row = "INDEX([result_rows],[#])"
    no_line = f'IF([result_title]="",TRUE,{row}=0)'
    groups["result_pegs"] = CellGroup(
        replace(lines, top=lines.top + 1),
        f'IF({no_line},"",INDEX([entry_lines],{row}))',
        formats.CARD | formats.LEFT_ALIGNMENT | {"shrink": True},
    )
    groups["copy_message"] = layout.hidden_cell(_COPY_MESSAGE)
    # Enter goes to the next unlocked cell below, then right. Left of the settings that
    # keeps the board in sight.
    notes = layout.cell_range(
        lines.bottom + 2, layout.panel_column, _NOTE_ROWS, layout.label_width
    )
    below_card = f"ROW([@])>{layout.card_bottom + 1}"
    groups["notes"] = CellGroup(
        notes,
        values=[],
        cell_format=formats.CARD | formats.INPUT,
        conditional_formats=[
            formats.ConditionalFormat(below_card, {"bg_color": palette.WHITE})
        ],
    )
    return groups | _last_game(layout)


def _last_game(layout: BoardLayout) -> CellGroups:
    """Return in hidden columns the game of the result, its turns and their pegs."""
    groups: CellGroups = {}
    # The result is that of the last earlier game with an answer.
    earlier = "[has_feedback]*([keys]<100*[game_index])*[keys]"
    earlier = f"INT(SUMPRODUCT(MAX({earlier}))/100)"
    groups["result_index"] = layout.hidden_cell(
        f"IF(OR([won]>0,[lost]),[game_index],{earlier})"
    )
    groups["is_result_turn"] = layout.hidden_entries(
        "[@has_feedback]*(INT([@keys]/100)=[result_index])"
    )
    groups["entry_lines"] = layout.hidden_entries(_pegs(layout.rules.pegs))
    groups["result_rows"] = layout.hidden_attempts(attempt_row("[result_index]"))
    key = game_key(
        *(
            f"INDEX([{name}],[first result_rows])"
            for name in ("game_numbers", "typed_game_codes")
        )
    )
    groups["result_key"] = layout.hidden_cell(f'IF([first result_rows]=0,"",{key})')
    return groups


def _title(layout: BoardLayout) -> Formula:
    numbered_test = f"AND({COMPUTER_HIDES_CODE},ISNUMBER([result_key]))"
    game = f'"{title(layout.rules)}"&IF({numbered_test}," #"&[result_key],"")'
    hints = 'SUMPRODUCT([is_result_turn]*([guess_solvers]<>""))>0'
    ending = f'IF({hints},"{messages.RESULT_HINTS}","")'
    count = "SUM([is_result_turn])"
    won = as_formula(messages.RESULT, game=game, guesses=count)
    lost = as_formula(messages.RESULT_LOST, game=game, guesses=count)
    wins = f"[is_result_turn]*([feedback_pegs.black]={layout.rules.pegs})"
    # A win stays after a guess that repeats the code, or begins the next game.
    revealed = revealed_by_button_test("[result_key]")
    cases = (
        ("[result_index]=0", '""'),
        (f"AND([result_index]=[game_index],{REVEALED_TEST})", '""'),
        (f"AND({COMPUTER_HIDES_CODE},{revealed})", '""'),
        (f"SUMPRODUCT({wins})>0", f"{won}&{ending}"),
    )
    return first_that_holds(cases, f"{lost}&{ending}")


def _pegs(pegs: int) -> Formula:
    """Return the pegs of the feedback to an entry, or nothing."""
    black, white = "[@feedback_pegs.black]", "[@feedback_pegs.white]"
    known_test = f'AND({black}<>"{UNKNOWN_SYMBOL}",{white}<>"{UNKNOWN_SYMBOL}")'
    missing = f'REPT("·",IF({known_test},{pegs}-{black}-N({white}),0))'
    line = f"{drawn_pegs('●', black)}&{drawn_pegs('○', white)}&{missing}"
    return f'IF([@has_feedback],{line},"")'
