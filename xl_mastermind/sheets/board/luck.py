"""
The quality of each guess: the candidates that it left on average, and its luck.

A guess splits the candidates into parts, one for each feedback. Formulas compute both
during a game, and show them once it is over.
"""

from typing import Final

from xl_mastermind.presentation import messages
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.codes_left import GAME_LABEL_FORMAT
from xl_mastermind.sheets.board.feedback import (
    COLUMN_HEAD,
    COUNTED_TURN_TEST,
    ROW_LINE,
    WINNING_ROW,
)
from xl_mastermind.sheets.board.formulas import as_formula, feedback_base
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import CODE_IS_SHOWN
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

HEADS: Final = ("Average", "Luck")

_AVERAGE: Final = formats.RIGHT_ALIGNMENT | {
    "num_format": "[<100]0.0_);[>=100]#,##0_);;@_)"
}
"""With a space of a bracket's width, since LibreOffice indents right sides unevenly."""

_VISIBLE_TEST: Final = f"AND(OR([won],[lost],{CODE_IS_SHOWN}),[last_turn]>0)"
"""Whether the game is won, lost or revealed, after at least one turn."""

_LUCK: Final = "INDEX([luck],[@current_attempts])"
_LUCK_WORD: Final = (
    f'IF({_LUCK}="","",IF({_LUCK}>={messages.MIN_LUCKY_SHARE},"{messages.LUCKY_ANSWER}",'
    f'IF({_LUCK}<={messages.MAX_UNLUCKY_SHARE},"{messages.UNLUCKY_ANSWER}","{messages.EXPECTED_ANSWER}")))'
)

_SIZES: Final = "INDEX([sizes],0,[@attempt_rows])"
_OTHERS: Final = "INDEX([other_sizes],0,[@attempt_rows])"

_NUMBER: Final = "INDEX([feedback_numbers],[@attempt_rows])"

_WORSE: Final = (
    f'SUMIF({_OTHERS},">"&[@candidate_counts])+SUMIF({_OTHERS},[@candidate_counts])/2'
)
"""The codes whose feedback leaves more, and half of those that leave as many."""


def luck(layout: BoardLayout) -> CellGroups:
    """Return the columns between candidate counts and costs, and their hidden steps."""
    if not layout.has_luck:
        return {}
    groups: CellGroups = {}
    left, row = layout.feedback_column + 4, layout.first_attempt_row - 1
    for index, head in enumerate(HEADS):
        cell_format = COLUMN_HEAD | (formats.CENTRE_ALIGNMENT if index else _AVERAGE)
        cell = layout.cell_range(row, left + index)
        groups[f"luck_head_{index}"] = CellGroup(
            cell, _if_visible(f'"{head}"'), cell_format
        )
    groups["expected"] = CellGroup(
        layout.entry_columns(left),
        _if_visible(layout.of_current_game("expected_left")),
        ROW_LINE | _AVERAGE,
        conditional_formats=[WINNING_ROW],
    )
    # The luck of the game is in the row of its last answer.
    groups["game_luck"] = layout.hidden_cell(_if_visible('IFERROR(AVERAGE([luck]),"")'))
    of_game = as_formula(messages.LUCK_OF_THE_GAME, luck='TEXT([game_luck],"0%")')
    last_test = "[@current_attempts]=IF([won]>0,[won],[last_turn])"
    of_game = f'IF(AND({last_test},[game_luck]<>""),{of_game},{_LUCK_WORD})'
    groups["luck_words"] = CellGroup(
        layout.entry_columns(left + 1),
        f"IF([@current_attempts]=0,[@game_labels],{_if_visible(of_game)})",
        GAME_LABEL_FORMAT,
        conditional_formats=[WINNING_ROW],
    )
    return groups | _hidden_steps(layout)


def _hidden_steps(layout: BoardLayout) -> CellGroups:
    """Return the hidden columns with averages and luck."""
    groups: CellGroups = {}
    win = feedback_base(layout.rules) * layout.rules.pegs
    average = _if_counts(f"SUMSQ({_SIZES})/SUM({_SIZES})")
    groups["expected_left"] = layout.hidden_attempts(average)
    # Luck is the share of codes whose feedback would leave more candidates. It is blank
    # if the feedback is unknown or no code fits. A win leaves no candidate.
    worse = f"IF({_NUMBER}={win},SUM({_OTHERS})+1/2,{_WORSE})"
    share_test = f"AND({_NUMBER}>=0,[@candidate_counts]>0)"
    share = f'IF({share_test},({worse})/SUM({_SIZES}),"")'
    groups["luck"] = layout.hidden_attempts(_if_counts(share))
    return groups


def _if_visible(formula: str) -> Formula:
    return f'IF({_VISIBLE_TEST},{formula},"")'


def _if_counts(formula: str) -> Formula:
    return f'IF({COUNTED_TURN_TEST},IFERROR({formula},""),"")'
