"""The code of the current game, visible once the game is over."""

from typing import Final

from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE, word_symbol
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import (
    CODE_FOUND,
    CODE_IS_ELSEWHERE,
    CODE_IS_SHOWN,
    CODE_SHOWN,
    CODE_THEIRS,
    CODEMAKER_CHEATS,
    COMPUTER_HIDES_CODE,
)
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups

_STATUS_FORMAT: Final = f';;;"Code{NO_BREAK_SPACE * 3}"@'

_STATUS: Final = (
    f'IF({CODE_IS_ELSEWHERE},"{CODE_THEIRS}",'
    f'IF(OR([is_revealed],[lost]),"{CODE_SHOWN}",IF([won],"{CODE_FOUND}","hidden")))'
)

_VISIBLE_TEST: Final = f'OR([code_status]="{CODE_FOUND}",{CODE_IS_SHOWN})'


def secret(layout: BoardLayout) -> CellGroups:
    """Return the code above the guesses, and the secret in hidden columns."""
    groups: CellGroups = {}
    code = layout.cell_range(0, layout.first_peg_column, width=layout.rules.pegs)
    visible = 'IF([secret]="","",[secret])'
    if layout.has_code_list:
        visible = f"IF({CODEMAKER_CHEATS},[first_code],{visible})"
    white = {"bg_color": palette.WHITE, "font_color": palette.INK}
    groups["hidden_code"] = CellGroup(
        code,
        array_formula=f'IF({_VISIBLE_TEST},{visible},"?")',
        cell_format=formats.TILE
        | {"bg_color": palette.INK, "font_color": palette.HIDDEN_PEG},
        conditional_formats=[
            *formats.peg_formats(layout.rules.symbols),
            formats.ConditionalFormat(_VISIBLE_TEST, white),
        ],
    )
    # Its text extends over the blank cell right of it, where the anchor range of the
    # guesses begins.
    groups["code_status"] = CellGroup(
        layout.cell_range(0, layout.first_peg_column - 2),
        _STATUS,
        formats.CARD
        | formats.SMALL_TEXT
        | {"num_format": _STATUS_FORMAT, "align": "left"},
    )
    word = f'IF({COMPUTER_HIDES_CODE},[last entry_codes],"")'
    groups["secret"] = CellGroup(
        layout.hidden_range(width=layout.rules.pegs),
        column_formulas=[
            word_symbol(layout.rules, word, peg) for peg in range(layout.rules.pegs)
        ],
        cell_format=formats.HIDDEN_FORMULA,
    )
    return groups
