"""The next guess: by the strategy, the optimal tree, or the first code left."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.sheets.board.feedback import marks_at, turns_until
from xl_mastermind.sheets.board.formulas import as_tile
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import strategy_name
from xl_mastermind.sheets.board.status import is_last
from xl_mastermind.sheets.cell_group import (
    CARD_FOOT,
    SMALL_TEXT,
    TILE,
    CellGroup,
    peg_formats,
)
from xl_mastermind.sheets.tree_table import KEY_FACTOR
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import LAST_ATTEMPT_STRATEGY

_OF_TREE: Final = "by the optimal tree"

_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""


def next_guess(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the next guess, and what it is found by."""
    row, pegs = b.last_row, b.rules.pegs
    yield (
        "next_label",
        CellGroup(
            # The cell below that for a number stays blank: an anchor range ends there.
            b.cell_range(row, b.first_peg_column - 2),
            lambda *_: f'IF({b.reference("next_guess", 0)}="","","Next")',
            cell_format=CARD_FOOT | SMALL_TEXT | {"align": "right", "indent": 1},
        ),
    )
    yield (
        "next_guess",
        CellGroup(
            b.cell_range(row, b.first_peg_column, width=pegs),
            lambda _, peg: _next_peg(b, peg),
            cell_format=TILE | {"bg_color": palette.PAPER},
            conditional_formats=lambda: peg_formats(b.rules.symbols),
            has_defined_name=True,
        ),
    )
    yield (
        "next_source",
        CellGroup(
            b.cell_range(row, b.feedback_column),
            lambda *_: _source(b),
            cell_format=CARD_FOOT | SMALL_TEXT | {"italic": True, "indent": 1},
        ),
    )
    # The guess of the strategy, where functions answer.
    yield (
        "suggested",
        CellGroup(
            b.hidden(row + 1, 13, pegs),
            array_formula=lambda: _suggested(b),
            cell_format={},
        ),
    )
    if b.tree:
        table = b.cell_range(1, b.tree_column, len(b.tree), 2)
        yield "tree_table", CellGroup(table, values=b.tree)
        # Where the optimal tree has come to.
        nodes = b.hidden_attempt_columns(18 + pegs)
        yield (
            "tree_nodes",
            CellGroup(nodes, lambda row, _: _tree_node(b, row), cell_format={}),
        )


def _suggested(b: BoardLayout) -> str:
    """Return an array formula: the guess of the strategy, or #N/A without Python."""
    wanted = (
        f"AND({b.next_wanted.absolute_address},{b.next_attempt.absolute_address}>0)"
    )
    strategy = f'IF({is_last(b)},"{LAST_ATTEMPT_STRATEGY}",{b.solver.column(0).absolute_address})'
    solve = (
        f"_xlfn.IFNA(SOLVE_NEXT({turns_until(b)},"
        f'{strategy},{b.game.absolute_address},{b.solver.column(1).absolute_address}),"")'
    )
    return f'IF({wanted},{b.with_fallback(solve, "NA()")},"")'


def _next_peg(b: BoardLayout, peg: int) -> str:
    """Return a peg of the guess that is suggested, or else of the plain one."""
    first, own = b.suggested.column(0).absolute_address, b.suggested.column(peg).address
    plain = _plain_peg(b, peg) if b.has_code_list else '""'
    symbol = f"IF(ISERROR({first}),{plain},{own})"
    return as_tile(b.next_guess.column(peg), symbol)


def _plain_peg(b: BoardLayout, peg: int) -> str:
    """Return a peg of the tree's guess, or else of the first code left."""
    first = b.first_left.absolute_address
    of_list = (
        f'IF({first}=0,"",INDEX({b.code_list.column(peg).absolute_address},{first}))'
    )
    if not b.tree:
        return of_list
    place = 10 ** (b.rules.pegs - 1 - peg)
    guess = f"INDEX({b.tree_table.column(1).absolute_address},{_last_node(b)})"
    of_tree = f"MOD(INT({guess}/{place}),10)"
    return f"IF({_last_node(b)}>0,{of_tree},{of_list})"


def _tree_node(b: BoardLayout, row: int) -> str:
    """Return the row of the tree's table that attempts until one lead to, or 0."""
    black, white = marks_at(b, row)
    before = b.reference("tree_nodes", row - 1) if row else "1"
    played = f"VALUE({b.reference('words', row)})"
    key = f"{before}*{KEY_FACTOR}+10*{black}+{white}"
    keys, guesses = (b.tree_table.column(index).absolute_address for index in range(2))
    step = f"IFERROR(MATCH({key},{keys},0),0)"
    follow = f"IF(INDEX({guesses},{before})={played},{step},0)"
    # INDEX of row 0 would be the whole column.
    guarded = f"IF({before}=0,0,{follow})" if row else follow
    return f"IF({b.reference('is_turn', row)},{guarded},{before})"


def _last_node(b: BoardLayout) -> str:
    """Return where the tree has come to."""
    return b.tree_nodes.row(b.attempts - 1).absolute_address


def _source(b: BoardLayout) -> str:
    """Return where the next guess comes from."""
    plain = '""'
    if b.has_code_list:
        plain = f'IF({b.first_left.absolute_address}=0,"","{_OF_LIST}")'
    if b.tree:
        plain = f'IF({_last_node(b)}>0,"{_OF_TREE}",{plain})'
    by = f'IF({is_last(b)},"{_OF_LIST}","suggested by "&{strategy_name(b)})'
    shown = f'IF({b.reference("next_guess", 0)}="","",{by})'
    return f"IF(ISERROR({b.suggested.column(0).absolute_address}),{plain},{shown})"
