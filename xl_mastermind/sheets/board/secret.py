"""The code: computed from the game's number, visible once the game is over."""

from typing import Final

from xl_mastermind.game.numbers import half_sizes
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
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
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps, peg_symbol

_STATUS_FORMAT: Final = f';;;"Code{NO_BREAK_SPACE * 3}"@'

_STATUS: Final = (
    f'IF({CODE_IS_ELSEWHERE},"{CODE_THEIRS}",'
    f'IF(OR([is_revealed],[lost]),"{CODE_SHOWN}",IF([won],"{CODE_FOUND}","hidden")))'
)

_VISIBLE_TEST: Final = Formula(f'OR([code_status]="{CODE_FOUND}",{CODE_IS_SHOWN})')


def secret(layout: BoardLayout) -> CellGroups:
    """Return the code above the guesses, and in hidden columns its computation."""
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
        has_defined_name=True,
    )
    # Its text extends over the blank cell right of it, where the anchor range of the
    # guesses begins.
    groups["code_status"] = CellGroup(
        layout.cell_range(0, layout.first_peg_column - 2),
        _STATUS,
        formats.CARD
        | formats.SMALL_TEXT
        | {"num_format": _STATUS_FORMAT, "align": "left"},
        has_defined_name=True,
    )
    return groups | _hidden_steps(layout)


def _hidden_steps(layout: BoardLayout) -> CellGroups:
    """Return hidden cells: the secret, its steps, and the symbols left per peg."""
    groups: CellGroups = {}
    rules, pegs = layout.rules, layout.rules.pegs
    lefts, rights = half_sizes(rules.radices)
    number = "IF(ISNUMBER([number]),[number],0)"
    cells = [f"[@draw_steps.{step}]" for step in range(1, STEP_COUNT + 1)]
    steps = number_steps(number, cells, lefts, rights, rules.code_count)
    symbols = [f'"{rules.symbols}"'] * pegs
    if rules.distinct:
        symbols[1:] = (
            f'SUBSTITUTE([@remaining_symbols.{peg}],{_drawn_symbol(rules, peg)},"")'
            for peg in range(1, pegs)
        )
    for name, formulas in (
        ("secret", [_secret_peg(rules, peg) for peg in range(1, pegs + 1)]),
        ("draw_steps", steps),
        ("remaining_symbols", symbols),
    ):
        groups[name] = CellGroup(
            layout.hidden_range(width=len(formulas)),
            column_formulas=formulas,
            cell_format=formats.HIDDEN_FORMULA,
            has_defined_name=True,
        )
    return groups


def _drawn_symbol(rules: Rules, peg: int) -> Formula:
    return peg_symbol(rules, peg, "draw_steps", f"[@remaining_symbols.{peg}]")


def _secret_peg(rules: Rules, peg: int) -> Formula:
    """Return a peg of the secret; blank unless the computer hides one."""
    entered = _tile_value(rules, f"MID([typed_code],{peg},1)")
    drawn: str = _tile_value(rules, _drawn_symbol(rules, peg))
    drawn = f'IF([@draw_steps.1]>0,{drawn},"")'
    code = f'IF([typed_code]="",{drawn},{entered})'
    return Formula(f'IF({COMPUTER_HIDES_CODE},{code},"")')


def _tile_value(rules: Rules, symbol: str) -> Formula:
    """Return a symbol of the code as tiles contain it: a digit as a number."""
    if rules.symbols.isdigit():
        return Formula(f"VALUE({symbol})")
    return Formula(
        symbol if rules.symbols.isalpha() else f"IFERROR(VALUE({symbol}),{symbol})"
    )
