"""The status of a game: its state key, won or lost, the next cell, contradictions."""

from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import messages
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import CODE_IS_ELSEWHERE, CODE_IS_SHOWN
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_UNUSED_MARKS: Final = board_formulas.as_formula(
    messages.MARKS_WITHOUT_GUESS,
    marks='SUBSTITUTE(INDEX([unused_marks],[first_unused_marks]),",",".")',
)


def status(layout: BoardLayout) -> CellGroups:
    """Return the hidden cells with the status of a game."""
    groups: CellGroups = {}
    hidden = layout.hidden_range
    groups["state_key"] = layout.hidden_cell(_state_key(layout))
    # `won` is the attempt that found the code, or 0.
    groups["won"] = layout.hidden_cell(_won(layout))
    groups["lost"] = layout.hidden_cell(_lost(layout))
    groups["first_error"] = layout.hidden_cell(_first_error(layout))
    groups["last_turn"] = layout.hidden_cell(_last_row("is_turn"))
    # Macros select `next_cell`: the address of the next guess or mark.
    groups["next_attempt"] = layout.hidden_cell(_next_attempt(layout))
    groups["next_cell"] = CellGroup(hidden(), array_formula=_next_cell(layout))
    # These groups test the last complete guess as the code: `last_feedback` is the
    # feedback each attempt would get, `first_conflict` the first with another one.
    groups["last_guess"] = layout.hidden_cell(_last_row("is_playable"))
    groups["last_word"] = layout.hidden_cell(
        'IF([last_guess]=0,"",INDEX([attempt_words],[last_guess]))'
    )
    words = "[last_word]", "[@attempt_words]"
    black = f'IF([@is_turn],{board_formulas.black_count(*words, layout.rules.pegs)},"")'
    count = board_formulas.common_count(*words, layout.rules.symbols.upper())
    white = f'IF([@is_turn],{count}-[@last_feedback.black],"")'
    last_feedback = layout.hidden_attempt_columns(2)
    groups["last_feedback"] = layout.feedback_group(last_feedback, black, white)
    groups["first_conflict"] = layout.hidden_cell(_first_conflict(layout))
    return groups


def _state_key(layout: BoardLayout) -> Formula:
    """Return the game and all attempts with their feedback, joined."""
    keys = ["[@current_codemaker]", "[@number]"]
    for row in range(layout.attempts):
        marks = '&"."&'.join(
            layout.reference("attempt_feedback", row, column)
            for column in range(len(layout.mark_names))
        )
        turn = f'{layout.reference("attempt_words", row)}&":"&{marks}'
        # Some locales write 2,5. Use a point, so that the key is the same everywhere.
        keys.append(f'IFERROR(SUBSTITUTE({turn},",","."),"?")')
    return '&"/"&'.join(keys)


def _first_error(layout: BoardLayout) -> Formula:
    """Return the error in the marks, with which no strategy can play."""
    first = board_formulas.first_attempt(layout, '([errors]<>"")')
    unused_test = f"AND({CODE_IS_ELSEWHERE},[first_unused_marks]>0)"
    error = f'IFERROR(INDEX([errors],{first}),"")'
    return f"IF({unused_test},{_UNUSED_MARKS},{error})"


def _next_attempt(layout: BoardLayout) -> Formula:
    """Return the first attempt without feedback, 0 for none."""
    first = board_formulas.first_attempt(layout, '([attempt_feedback.black]="")')
    first = f"MOD({first},{layout.attempts + 1})"
    return f"IF(OR([won],{CODE_IS_SHOWN}),0,{first})"


def _wins(layout: BoardLayout) -> Formula:
    return f"[is_turn]*([attempt_feedback.black]={layout.rules.pegs})"


def _won(layout: BoardLayout) -> Formula:
    """Return the attempt that is all black and contradicts no other, or 0."""
    wins = _wins(layout)
    first = board_formulas.first_attempt(layout, wins)
    # Without counted candidates only the last guess can show a contradiction.
    differs = f"AND([first_conflict]>0,[last_guess]={first})"
    no_win = f"SUMPRODUCT({wins})=0"
    return f"IF(OR({no_win},[contradicted]>0,{differs}),0,{first})"


def _lost(layout: BoardLayout) -> Formula:
    full_test = f"SUMPRODUCT(--[is_turn])={layout.attempts}"
    return f"AND({full_test},SUMPRODUCT({_wins(layout)})=0,[contradicted]=0)"


def _last_row(group: str) -> Formula:
    return f"SUMPRODUCT(MAX([{group}]*({board_formulas.row_numbers(group)})))"


def _next_cell(layout: BoardLayout) -> Formula:
    mark = "COLUMN([first feedback_anchor.black])"
    if not layout.rules.black_only:
        mark += '+(INDEX([feedback_anchor.black],[next_row]+1)<>"")'
    # A user who hides the code enters marks for a complete guess.
    waits = f"AND({CODE_IS_ELSEWHERE},INDEX([entry_attempts],[next_row])>0)"
    row = "ROW([first feedback_anchor.black])+[next_row]"
    column = f"IF({waits},{mark},COLUMN([first guess_anchor]))"
    return f'IF([next_row]=0,"",ADDRESS({row},{column}))'


def _first_conflict(layout: BoardLayout) -> Formula:
    differs = "+".join(
        f'([attempt_feedback.{mark}]<>"{UNKNOWN_SYMBOL}")'
        f"*([last_feedback.{mark}]<>[attempt_feedback.{mark}])"
        for mark in layout.mark_names
    )
    earlier_test = f"(({board_formulas.row_numbers('is_turn')})<[last_guess])"
    conflict_test = f"[is_turn]*{earlier_test}*({differs}>0)"
    first_conflict = board_formulas.first_attempt(layout, conflict_test)
    return f"MOD({first_conflict},{layout.attempts + 1})"
