"""The code: drawn from the game's number in hidden columns, shown when it is over."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.game.numbers import half_sizes, place_values
from xl_mastermind.sheets.board.code_list import candidates
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CARD,
    HIDDEN_FORMULA,
    SMALL_TEXT,
    TILE,
    CellGroup,
    ConditionalFormat,
    peg_formats,
)
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import (
    CHEATS,
    CODE_ELSEWHERE,
    CODE_REVEALED,
    CODE_SOLVED,
    COMPUTER,
    SOMEBODY_ELSE,
)

_STATUS: Final = f';;;"Code{NO_BREAK_SPACE * 3}"@'


def secret(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the code above the guesses, and in hidden columns how it is drawn."""
    pegs = b.rules.pegs
    code = b.cell_range(0, b.first_peg_column, width=pegs)
    yield (
        "hidden_code",
        CellGroup(
            code,
            array_formula=lambda: _shown(b),
            cell_format=TILE
            | {"bg_color": palette.INK, "font_color": palette.HIDDEN_PEG},
            conditional_formats=lambda: (
                *peg_formats(b.rules.symbols),
                ConditionalFormat(
                    _is_visible(b),
                    {"bg_color": palette.WHITE, "font_color": palette.INK},
                ),
            ),
            has_defined_name=True,
        ),
    )
    # It is seen across the blank cell right of it, where the anchor range of the
    # guesses begins.
    yield (
        "code_status",
        CellGroup(
            b.cell_range(0, b.first_peg_column - 2),
            lambda *_: _status(b),
            cell_format=CARD | SMALL_TEXT | {"num_format": _STATUS, "align": "left"},
            has_defined_name=True,
        ),
    )
    yield (
        "secret",
        CellGroup(
            b.cache_columns(code),
            lambda _, peg: _peg(b, peg),
            cell_format=HIDDEN_FORMULA,
            has_defined_name=True,
        ),
    )
    # From the number of the game to its secret, a step a cell.
    row, column = b.first_attempt_row + 1, b.panel_column
    steps = b.cache_columns(b.cell_range(row, column, width=STEP_COUNT))
    yield (
        "draw_steps",
        CellGroup(
            steps,
            lambda _, step: _draw(b)[step],
            cell_format=HIDDEN_FORMULA,
            has_defined_name=True,
        ),
    )
    left = b.cache_columns(b.cell_range(row + 1, column, width=pegs))
    yield (
        "remaining_symbols",
        CellGroup(
            left,
            lambda _, peg: _symbols_left(b, peg),
            cell_format=HIDDEN_FORMULA,
            has_defined_name=True,
        ),
    )


def _draw(b: BoardLayout) -> list[str]:
    """Return the steps from the number of the game to its code."""
    rules, number = b.rules, b.number.absolute_address
    cells = [b.draw_steps.column(step).address for step in range(b.draw_steps.width)]
    lefts, rights = half_sizes(rules.radices)
    number = f"IF(ISNUMBER({number}),{number},0)"
    return number_steps(number, cells, lefts, rights, rules.code_count)


def _symbols_left(b: BoardLayout, peg: int) -> str:
    """Return the symbols from which a peg of the secret is chosen."""
    if peg == 0 or not b.rules.distinct:
        return f'"{b.rules.symbols}"'
    before = b.remaining_symbols.column(peg - 1).address
    return f'SUBSTITUTE({before},{_chosen(b, peg - 1)},"")'


def _chosen(b: BoardLayout, peg: int) -> str:
    sizes = b.rules.radices
    step = place_values(sizes)[peg]
    half = b.draw_steps.column(
        b.draw_steps.width - (1 if peg >= len(sizes) // 2 else 3)
    )
    symbols = b.remaining_symbols.column(peg).address
    return f"MID({symbols},MOD(INT({half.address}/{step}),{sizes[peg]})+1,1)"


def _peg(b: BoardLayout, peg: int) -> str:
    """Return a peg of the secret; blank unless the computer hides one."""
    hides = f'{b.current_codemaker.absolute_address}="{COMPUTER}"'
    number, own = b.draw_steps.column(0).address, b.own_code.absolute_address
    drawn = f'IF({number}>0,{_as_cell(b, _chosen(b, peg))},"")'
    typed = _as_cell(b, f"MID({own},{peg + 1},1)")
    return f'IF({hides},IF({own}="",{drawn},{typed}),"")'


def _as_cell(b: BoardLayout, symbol: str) -> str:
    """Return a symbol of the code as cells have it: a digit as a number."""
    symbols = b.rules.symbols
    if symbols.isdigit():
        return f"VALUE({symbol})"
    return symbol if symbols.isalpha() else f"IFERROR(VALUE({symbol}),{symbol})"


def _status(b: BoardLayout) -> str:
    """Return whether the code is found, shown, hidden, or somebody else's."""
    return (
        f'IF({b.current_codemaker.absolute_address}="{SOMEBODY_ELSE}","{CODE_ELSEWHERE}",'
        f'IF({b.won.absolute_address},"{CODE_SOLVED}",'
        f'IF(OR({b.is_revealed.absolute_address},{b.lost.absolute_address}),"{CODE_REVEALED}","hidden")))'
    )


def _is_visible(b: BoardLayout) -> str:
    status = b.code_status.absolute_address
    return f'OR({status}="{CODE_SOLVED}",{status}="{CODE_REVEALED}")'


def _shown(b: BoardLayout) -> str:
    """Return an array formula: the code once it may be seen, or one that fits."""
    possible = b.with_fallback(candidates(b, 1))
    return (
        f"IF({_is_visible(b)},"
        f'IF({b.current_codemaker.absolute_address}="{CHEATS}",{possible},'
        f'IF({b.secret.absolute_address}="","",{b.secret.absolute_address})),"?")'
    )
