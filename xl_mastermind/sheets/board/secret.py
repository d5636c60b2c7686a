"""The code: drawn from the game's number in hidden columns, shown when it is over."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.game.numbers import half_sizes, place_values
from xl_mastermind.sheets.board.code_list import candidates
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.drawn_cells import (
    ON_CARD,
    SECRET,
    SMALL,
    TILE,
    Cells,
    Condition,
    peg_colours,
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


def secret(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the code above the guesses, and in hidden columns how it is drawn."""
    pegs = b.rules.pegs
    code = b.area(0, b.first_peg, width=pegs)
    yield (
        "hidden_code",
        Cells(
            code,
            array=lambda: _shown(b),
            look=TILE | {"bg_color": palette.INK, "font_color": palette.HIDDEN_PEG},
            when=lambda: (
                *peg_colours(b.rules.symbols),
                Condition(
                    _is_visible(b),
                    {"bg_color": palette.WHITE, "font_color": palette.INK},
                ),
            ),
            is_read=True,
        ),
    )
    # It is seen across the blank cell right of it, where the anchor range of the
    # guesses begins.
    yield (
        "code_status",
        Cells(
            b.area(0, b.first_peg - 2),
            lambda *_: _status(b),
            look=ON_CARD | SMALL | {"num_format": _STATUS, "align": "left"},
            is_read=True,
        ),
    )
    yield (
        "secret",
        Cells(b.kept(code), lambda _, peg: _peg(b, peg), look=SECRET, is_read=True),
    )
    # From the number of the game to its secret, a step a cell.
    row, column = b.first_attempt + 1, b.panel_left
    steps = b.kept(b.area(row, column, width=STEP_COUNT))
    yield (
        "draw",
        Cells(steps, lambda _, step: _draw(b)[step], look=SECRET, is_read=True),
    )
    left = b.kept(b.area(row + 1, column, width=pegs))
    yield (
        "symbols_left",
        Cells(left, lambda _, peg: _symbols_left(b, peg), look=SECRET, is_read=True),
    )


def _draw(b: Plan) -> list[str]:
    """Return the steps from the number of the game to its code."""
    rules, number = b.rules, b.number.fixed
    cells = [b.draw.column(step).address for step in range(b.draw.width)]
    lefts, rights = half_sizes(rules.radices)
    number = f"IF(ISNUMBER({number}),{number},0)"
    return number_steps(number, cells, lefts, rights, rules.code_count)


def _symbols_left(b: Plan, peg: int) -> str:
    """Return the symbols from which a peg of the secret is chosen."""
    if peg == 0 or not b.rules.distinct:
        return f'"{b.rules.symbols}"'
    before = b.symbols_left.column(peg - 1).address
    return f'SUBSTITUTE({before},{_chosen(b, peg - 1)},"")'


def _chosen(b: Plan, peg: int) -> str:
    sizes = b.rules.radices
    step = place_values(sizes)[peg]
    half = b.draw.column(b.draw.width - (1 if peg >= len(sizes) // 2 else 3))
    symbols = b.symbols_left.column(peg).address
    return f"MID({symbols},MOD(INT({half.address}/{step}),{sizes[peg]})+1,1)"


def _peg(b: Plan, peg: int) -> str:
    """Return a peg of the secret; blank unless the computer hides one."""
    hides = f'{b.maker.fixed}="{COMPUTER}"'
    number, own = b.draw.column(0).address, b.own_code.fixed
    drawn = f'IF({number}>0,{_as_cell(b, _chosen(b, peg))},"")'
    typed = _as_cell(b, f"MID({own},{peg + 1},1)")
    return f'IF({hides},IF({own}="",{drawn},{typed}),"")'


def _as_cell(b: Plan, symbol: str) -> str:
    """Return a symbol of the code as cells have it: a digit as a number."""
    symbols = b.rules.symbols
    if symbols.isdigit():
        return f"VALUE({symbol})"
    return symbol if symbols.isalpha() else f"IFERROR(VALUE({symbol}),{symbol})"


def _status(b: Plan) -> str:
    """Return whether the code is found, shown, hidden, or somebody else's."""
    return (
        f'IF({b.maker.fixed}="{SOMEBODY_ELSE}","{CODE_ELSEWHERE}",'
        f'IF({b.won.fixed},"{CODE_SOLVED}",'
        f'IF(OR({b.is_revealed.fixed},{b.lost.fixed}),"{CODE_REVEALED}","hidden")))'
    )


def _is_visible(b: Plan) -> str:
    status = b.code_status.fixed
    return f'OR({status}="{CODE_SOLVED}",{status}="{CODE_REVEALED}")'


def _shown(b: Plan) -> str:
    """Return an array formula: the code once it may be seen, or one that fits."""
    possible = b.ours(candidates(b, 1))
    return (
        f"IF({_is_visible(b)},"
        f'IF({b.maker.fixed}="{CHEATS}",{possible},'
        f'IF({b.secret.fixed}="","",{b.secret.fixed})),"?")'
    )
