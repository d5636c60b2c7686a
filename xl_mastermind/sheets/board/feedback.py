"""The feedback to each guess: numbers of attempts, computed marks, pegs, input."""

from typing import Final

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.game_column import START_TEST
from xl_mastermind.sheets.board.layout import FEEDBACK_COLUMNS, BoardLayout
from xl_mastermind.sheets.board.settings import (
    CODE_IS_ELSEWHERE,
    CODE_IS_SHOWN,
    CODE_THEIRS,
    CODEMAKER_CHEATS,
)
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

ARROW: Final = "►"
"""Points at the next attempt."""

STAR: Final = "★"
"""Before the number of the attempt that found the code."""

NO_PEG: Final = "none"
"""Feedback without a peg."""

RIGHT_INDENT: Final[formats.CellFormat] = formats.RIGHT_ALIGNMENT | {"indent": 1}
COLUMN_HEAD: Final[formats.CellFormat] = (
    formats.CARD | formats.SMALL_TEXT | formats.HAIRLINE | {"valign": "bottom"}
)
ROW_LINE: Final = formats.CARD | formats.HAIRLINE

NEXT_TEST: Final = f'LEFT([@numbers])="{ARROW}"'
"""Whether an arrow points at an attempt."""

WINNING_ROW: Final = formats.ConditionalFormat(
    f'LEFT([@numbers])="{STAR}"', formats.ACCENT
)
"""The format of the attempt that found the code."""

_WIN_TEST: Final = "OR([@current_attempts]=0,[won]>0)"
"""Whether an all black entry is a win: not if other marks contradict it."""


COUNTED_TURN_TEST: Final = "AND([@is_turn],OR([won]=0,[above #]<[won]))"
"""Whether an attempt is a turn up to the one that found the code."""

_SURPLUS: Final = (
    'IF(ISNUMBER([@computed_feedback.black]),"",[@computed_feedback.black]&"")'
)
"""The next symbol of a guess that is too long."""

_SURPLUS_FORMAT: Final = formats.ConditionalFormat(
    f'AND([@words]<>"",[@feedback_symbols]<>"",NOT([@has_feedback]),NOT({START_TEST}),'
    f"NOT({NEXT_TEST}))",
    formats.STRIKEOUT,
)

_USER_ENTERS_MARKS: Final = f'[code_status]="{CODE_THEIRS}"'

_WRONG_MARKS_TEST: Final = (
    f'AND({_USER_ENTERS_MARKS},OR([@unused_marks]<>"",AND(NOT([@has_feedback]),'
    '[@feedback_pegs.black]&[@feedback_pegs.white]<>"")))'
)

_INPUT_FORMATS: Final = (
    formats.ConditionalFormat(_WRONG_MARKS_TEST, formats.INVALID_INPUT),
    formats.ConditionalFormat(
        f"AND({_USER_ENTERS_MARKS},{NEXT_TEST})", {"bg_color": palette.GLOW}
    ),
    formats.ConditionalFormat(_USER_ENTERS_MARKS, {"bg_color": palette.WHITE}),
)


def drawn_pegs(peg: str, mark: str) -> Formula:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unknown = peg.replace(peg[0], peg[0] + UNKNOWN_SYMBOL)
    return f'IF({mark}="{UNKNOWN_SYMBOL}","{unknown}",REPT("{peg}",N({mark})))'


_PEGS: Final = (
    f"TRIM({drawn_pegs('● ', '[@feedback_pegs.black]')}"
    f"&{drawn_pegs('○ ', '[@feedback_pegs.white]')})"
)


def feedback(layout: BoardLayout) -> CellGroups:
    """Return the cells beside the guesses, from left to right."""
    return _numbers(layout) | _symbols(layout) | _feedback_input(layout)


def _numbers(layout: BoardLayout) -> CellGroups:
    """Return the numbers of attempts, with a sign at the next and the winning one."""
    groups: CellGroups = {}
    # Files lose ordinary blanks at the end of a text.
    gap = board_formulas.NO_BREAK_SPACE * 2
    star_test = f"AND([@feedback_pegs.black]={layout.rules.pegs},{_WIN_TEST})"
    sign = f'IF([next_row]=[#],"{ARROW}",IF({star_test},"{STAR}",""))'
    # Rows below the open one have the numbers of the attempts to come.
    after = "([attempts_before]+[#]-[open_row]+1)"
    coming = f"AND([open_row]>0,[#]>=[open_row],{after}<={layout.attempts})"
    number = f'IF([@entry_attempts]>0,[@entry_attempts],IF({coming},{after},""))'
    before = f"IF({CODE_IS_SHOWN},{layout.attempts},MOD([last keys],100))"
    groups["attempts_before"] = layout.hidden_cell(f"IF([is_ended],0,{before})")
    groups["numbers"] = CellGroup(
        layout.entry_columns(layout.first_peg_column - 2),
        f'{sign}&"{gap}"&{number}',
        cell_format=formats.CARD
        | formats.SMALL_TEXT
        | RIGHT_INDENT
        | {"font_size": 11},
        conditional_formats=[
            formats.ConditionalFormat(NEXT_TEST, formats.ACCENT),
            WINNING_ROW,
        ],
    )
    return groups


def _symbols(layout: BoardLayout) -> CellGroups:
    """Return the column of drawn pegs, and the computed feedback behind it."""
    groups: CellGroups = {}
    left, row = layout.feedback_column, layout.first_attempt_row - 1
    groups["computed_feedback"] = layout.feedback_group(
        layout.hidden_entry_columns(2), *_computed_marks(layout)
    )
    groups["pegs_head"] = CellGroup.from_text(
        layout.cell_range(row, left), "Answer", COLUMN_HEAD | {"indent": 1}
    )
    no_peg = formats.ConditionalFormat(
        f'[@feedback_symbols]="{NO_PEG}"', {"font_color": palette.FAINT_INK}
    )
    groups["feedback_symbols"] = CellGroup(
        layout.entry_columns(left),
        board_formulas.first_that_holds(
            (
                ("[@has_feedback]", f'IF({_PEGS}="","{NO_PEG}",{_PEGS})'),
                (START_TEST, f'IF({CODE_IS_ELSEWHERE},"Next game","")'),
                ("[next_row]<>[#]", _SURPLUS),
            ),
            '""',
        ),
        ROW_LINE | {"font_size": layout.peg_font_size, "indent": 1},
        conditional_formats=[no_peg, _SURPLUS_FORMAT, WINNING_ROW],
    )
    return groups


def _feedback_input(layout: BoardLayout) -> CellGroups:
    groups: CellGroups = {}
    left, row = layout.feedback_column + 1, layout.first_attempt_row - 1
    width = len(layout.mark_names)
    # Without a font colour LibreOffice uses that of the default style.
    hidden = formats.HIDDEN_VALUE | {"font_color": palette.MUTED_INK}
    # The heads have the gap between white cells too, because Calc interrupts the line.
    gap = {"left": 2, "left_color": palette.PAPER}
    groups["marks_heads"] = CellGroup(
        layout.cell_range(row, left, width=width),
        values=[[*"●○"[:width]]],
        cell_format=COLUMN_HEAD | formats.CENTRE_ALIGNMENT | gap,
        conditional_formats=[
            formats.ConditionalFormat(f"NOT({_USER_ENTERS_MARKS})", hidden)
        ],
    )
    # A game number that is typed here by mistake shrinks, instead of becoming ###.
    shrunk = formats.CENTRE_ALIGNMENT | {"font_size": 12, "shrink": True}
    input_group = CellGroup(
        layout.entry_columns(left, width),
        values=[],
        cell_format=ROW_LINE | gap | formats.INPUT | formats.GENERAL_NUMBER | shrunk,
        conditional_formats=_INPUT_FORMATS,
        column_names=layout.mark_names,
    )
    return groups | layout.input_groups("feedback", input_group, 1)


def _computed_marks(layout: BoardLayout) -> tuple[str, str]:
    """
    Return the computer's black and white pegs, also if it cheats.

    A guess that is too long has its next symbol in place of black pegs.
    """
    pegs = layout.rules.pegs
    # Tiles may show the next guess, which depends on marks: reading them is circular.
    word = "[@words]"
    surplus = f'MID({word},{pegs + 1},1)&IF(LEN({word})>{pegs + 1},"…","")'
    no_guess = f"OR({START_TEST},{board_formulas.typed_code_test(layout.rules)})"
    surplus = f'IF({no_guess},"",{surplus})'
    count = board_formulas.black_count("[@entry_codes]", "[@words]", pegs)
    black = _computed_mark(layout, "black", count, surplus)
    symbols = layout.rules.symbols.upper()
    count = board_formulas.common_count("[@entry_codes]", "[@words]", symbols)
    white = f"{count}-[@computed_feedback.black]"
    return black, _computed_mark(layout, "white", white, '""')


def _computed_mark(
    layout: BoardLayout, mark: str, count: str, otherwise: str
) -> Formula:
    """Return a mark of the computer; `otherwise` beside an impossible guess."""
    cases = [
        ("[@entry_attempts]=0", otherwise),
        (CODE_IS_ELSEWHERE, '""'),
        ('[@entry_codes]=""', '""'),
    ]
    if layout.has_code_list:
        base = board_formulas.feedback_base(layout.rules)
        operation = "INT([@cheat_numbers]/{})", "MOD([@cheat_numbers],{})"
        cheat = operation[FEEDBACK_COLUMNS.index(mark)].format(base)
        cases.insert(2, (CODEMAKER_CHEATS, cheat))
    return board_formulas.first_that_holds(cases, count)
