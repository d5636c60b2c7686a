"""The candidates after each attempt, and the cost of each guess."""

from dataclasses import replace
from typing import Final

from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.edition_panel import with_python
from xl_mastermind.sheets.board.feedback import (
    COLUMN_HEAD,
    RIGHT_INDENT,
    ROW_LINE,
    WINNING_ROW,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import CODE_IS_ELSEWHERE
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_COST: Final = formats.RIGHT_ALIGNMENT | {"num_format": '+0.00_);-0.00_);"best"_);@_)'}
"""With a space of a bracket's width, since LibreOffice indents right sides unevenly."""

TURNS: Final = "[turn_codes],[attempt_feedback]"
_TURNS_UNTIL: Final = "[until turn_codes],[until attempt_feedback]"
"""
The arguments guesses and feedback of the worksheet functions.

They change with the feedback only, so no function is computed for a partial guess.
"""

_LATEST_TEST: Final = (
    'AND([@feedback_pegs.black]&[@feedback_pegs.white]<>"",'
    '[below feedback_pegs.black]&[below feedback_pegs.white]="")'
)
"""Whether an attempt has feedback, and the one below it has none."""

_GAME_LABEL: Final = board_formulas.first_that_holds(
    (
        (CODE_IS_ELSEWHERE, '""'),
        (
            "AND([@begins]>0,[@keys]<100*[game_index])",
            f'IF([@typed_game_codes]="","game "&[@game_numbers],"{messages.OWN_CODE}")',
        ),
        ("AND([next_row]=[#],[goes_on])", '"game "&[last next_numbers]'),
    ),
    '""',
)
"""The game that a row begins, unless it is the current one, whose name is large."""

GAME_LABEL_FORMAT: Final = ROW_LINE | formats.SMALL_TEXT | formats.CENTRE_ALIGNMENT


def codes_left(layout: BoardLayout) -> CellGroups:
    """Return the number of candidates after each attempt, and the cost of the guess."""
    groups = _candidate_counts(layout) | _codes_left(layout)
    if layout.has_code_list:
        groups |= _costs(layout)
    return groups


def _candidate_counts(layout: BoardLayout) -> CellGroups:
    """Return the head of the column, and the hidden columns behind it."""
    groups: CellGroups = {}
    head, column = '"Codes left"', layout.feedback_column + 3
    count = with_python(layout, f"INDEX(CANDIDATES_LEFT({_TURNS_UNTIL},[game]),[#])")
    if not layout.has_code_list:  # Only Python counts the codes then.
        head = f'IF(COUNT([candidate_counts])=0,"",{head})'
    groups["candidate_count_head"] = CellGroup(
        layout.cell_range(layout.first_attempt_row - 1, column),
        head,
        COLUMN_HEAD | RIGHT_INDENT,
    )
    if layout.has_code_list:
        groups["entry_counts"] = layout.hidden_entries(
            f'IF([@has_feedback],{_listed_candidates(layout)},"")'
        )
        count = "INDEX([entry_counts],[@attempt_rows])"
    groups["game_labels"] = layout.hidden_entries(_GAME_LABEL)
    groups["candidate_counts"] = layout.hidden_attempts(f'IF([@is_turn],{count},"")')
    return groups


def _codes_left(layout: BoardLayout) -> CellGroups:
    """Return the visible numbers, and the names of games in their column or beside."""
    column = layout.feedback_column + 3
    # Only a code list can count the codes left in finished games.
    counts = "[@entry_counts]"
    if not layout.has_code_list:
        current_count = "INDEX([candidate_counts],[@current_attempts])"
        counts = f"IF([@current_attempts]=0,[@game_labels],{current_count})"
    groups = {
        "codes_left": CellGroup(
            layout.entry_columns(column),
            counts,
            ROW_LINE | RIGHT_INDENT | {"num_format": "#,##0", "font_size": 10},
            conditional_formats=[
                formats.ConditionalFormat(
                    "[@current_attempts]=0", {"font_color": palette.MUTED_INK}
                ),
                WINNING_ROW,
                formats.ConditionalFormat("[@codes_left]=1", formats.ACCENT),
                formats.ConditionalFormat(_LATEST_TEST, {"bold": True}),
            ],
        )
    }
    if layout.has_code_list and not layout.has_luck:
        groups["visible_labels"] = CellGroup(
            layout.entry_columns(column + 2), "[@game_labels]", GAME_LABEL_FORMAT
        )
    return groups


def _costs(layout: BoardLayout) -> CellGroups:
    """Return the costs that a button stored; boards show them after the end."""
    groups: CellGroups = {}
    right, row = layout.feedback_margin_column - 1, layout.first_attempt_row - 1
    cached_costs = layout.hidden_attempt_columns()
    groups["cached_costs"] = layout.cached_group(replace(cached_costs, top=row))
    groups["cached_guess_costs"] = CellGroup(cached_costs)
    head, cost = (
        f'IF(OR([won],[lost]),{board_formulas.if_current(cell)},"")'
        for cell in (
            "[first cached_costs]",
            layout.of_current_game("cached_guess_costs"),
        )
    )
    groups["cost_head"] = CellGroup(
        layout.cell_range(row, right), head, COLUMN_HEAD | _COST
    )
    groups["costs"] = CellGroup(
        layout.entry_columns(right),
        cost,
        ROW_LINE | _COST,
        conditional_formats=[WINNING_ROW],
    )
    return groups


def _listed_candidates(layout: BoardLayout) -> Formula:
    """Return how many codes of the list would get the feedback of an entry."""
    codes, number = "[code_list_feedback.#]", "[@feedback_numbers]"
    base = board_formulas.feedback_base(layout.rules)
    count = f'COUNTIF({codes},">=0")'
    if not layout.rules.black_only:
        at_least, above = (
            f'COUNTIF({codes},">="&{base}*([@feedback_pegs.black]+{more}))'
            for more in (0, 1)
        )
        whites = "+".join(
            f"COUNTIF({codes},{base * blacks}+[@feedback_pegs.white])"
            for blacks in range(base)
        )
        count = f"IF(ISNUMBER([@feedback_pegs.white]),{whites},{count})"
        count = f"IF(ISNUMBER([@feedback_pegs.black]),{at_least}-{above},{count})"
    return f"IF({number}>=0,COUNTIF({codes},{number}),{count})"
