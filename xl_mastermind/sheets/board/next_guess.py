"""The next guess: by the strategy, the optimal tree, or the first code left."""

from collections.abc import Iterator
from typing import Final

from xl_mastermind.sheets.board.answers import marks_at, turns_until
from xl_mastermind.sheets.board.formulas import as_tile
from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.board.settings import strategy_name
from xl_mastermind.sheets.board.standing import is_last
from xl_mastermind.sheets.drawn_cells import (
    FOOT,
    SMALL,
    TILE,
    Cells,
    peg_colours,
)
from xl_mastermind.sheets.tree_table import KEY_FACTOR
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import LAST_ATTEMPT_STRATEGY

_OF_TREE: Final = "by the optimal tree"

_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""


def next_guess(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the next guess, and what it is found by."""
    row, pegs = b.last_row, b.rules.pegs
    yield (
        "next_label",
        Cells(
            # The cell below that for a number stays blank: an anchor range ends there.
            b.area(row, b.first_peg - 2),
            lambda *_: f'IF({b.at("next_guess", 0)}="","","Next")',
            look=FOOT | SMALL | {"align": "right", "indent": 1},
        ),
    )
    yield (
        "next_guess",
        Cells(
            b.area(row, b.first_peg, width=pegs),
            lambda _, peg: _next_peg(b, peg),
            look=TILE | {"bg_color": palette.PAPER},
            when=lambda: peg_colours(b.rules.symbols),
            is_read=True,
        ),
    )
    yield (
        "next_source",
        Cells(
            b.area(row, b.after_pegs),
            lambda *_: _source(b),
            look=FOOT | SMALL | {"italic": True, "indent": 1},
        ),
    )
    # The guess of the strategy, where functions answer.
    yield (
        "suggested",
        Cells(b.hidden(row + 1, 13, pegs), array=lambda: _suggested(b), look={}),
    )
    if b.tree:
        table = b.area(1, b.first_of_tree, len(b.tree), 2)
        yield "tree_table", Cells(table, values=b.tree)
        # Where the optimal tree has come to.
        nodes = b.hidden_of_attempts(18 + pegs)
        yield "tree_nodes", Cells(nodes, lambda row, _: _tree_node(b, row), look={})


def _suggested(b: Plan) -> str:
    """Return an array formula: the guess of the strategy, or #N/A without Python."""
    wanted = f"AND({b.next_wanted.fixed},{b.next_attempt.fixed}>0)"
    strategy = f'IF({is_last(b)},"{LAST_ATTEMPT_STRATEGY}",{b.solver.column(0).fixed})'
    solve = (
        f"_xlfn.IFNA(SOLVE_NEXT({turns_until(b)},"
        f'{strategy},{b.game.fixed},{b.solver.column(1).fixed}),"")'
    )
    return f'IF({wanted},{b.ours(solve, "NA()")},"")'


def _next_peg(b: Plan, peg: int) -> str:
    """Return a peg of the guess that is suggested, or else of the plain one."""
    first, own = b.suggested.column(0).fixed, b.suggested.column(peg).address
    plain = _plain_peg(b, peg) if b.has_list else '""'
    symbol = f"IF(ISERROR({first}),{plain},{own})"
    return as_tile(b.next_guess.column(peg), symbol)


def _plain_peg(b: Plan, peg: int) -> str:
    """Return a peg of the tree's guess, or else of the first code left."""
    first = b.first_left.fixed
    of_list = f'IF({first}=0,"",INDEX({b.code_list.column(peg).fixed},{first}))'
    if not b.tree:
        return of_list
    place = 10 ** (b.rules.pegs - 1 - peg)
    guess = f"INDEX({b.tree_table.column(1).fixed},{_last_node(b)})"
    of_tree = f"MOD(INT({guess}/{place}),10)"
    return f"IF({_last_node(b)}>0,{of_tree},{of_list})"


def _tree_node(b: Plan, row: int) -> str:
    """Return the row of the tree's table that attempts until one lead to, or 0."""
    black, white = marks_at(b, row)
    before = b.at("tree_nodes", row - 1) if row else "1"
    played = f"VALUE({b.at('words', row)})"
    key = f"{before}*{KEY_FACTOR}+10*{black}+{white}"
    keys, guesses = (b.tree_table.column(index).fixed for index in range(2))
    step = f"IFERROR(MATCH({key},{keys},0),0)"
    follow = f"IF(INDEX({guesses},{before})={played},{step},0)"
    # INDEX of row 0 would be the whole column.
    guarded = f"IF({before}=0,0,{follow})" if row else follow
    return f"IF({b.at('is_turn', row)},{guarded},{before})"


def _last_node(b: Plan) -> str:
    """Return where the tree has come to."""
    return b.tree_nodes.row(b.attempts - 1).fixed


def _source(b: Plan) -> str:
    """Return where the next guess comes from."""
    plain = '""'
    if b.has_list:
        plain = f'IF({b.first_left.fixed}=0,"","{_OF_LIST}")'
    if b.tree:
        plain = f'IF({_last_node(b)}>0,"{_OF_TREE}",{plain})'
    by = f'IF({is_last(b)},"{_OF_LIST}","suggested by "&{strategy_name(b)})'
    shown = f'IF({b.at("next_guess", 0)}="","",{by})'
    return f"IF(ISERROR({b.suggested.column(0).fixed}),{plain},{shown})"
