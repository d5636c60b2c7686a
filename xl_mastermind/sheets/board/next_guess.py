"""The next guess: by the strategy, the optimal tree, or the first code left."""

from functools import cache
from typing import Final

from xl_mastermind.game.game import LAST_ATTEMPT_STRATEGY
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.edition_panel import with_python
from xl_mastermind.sheets.board.feedback import TURNS
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import STRATEGY_NAME
from xl_mastermind.sheets.board.status import LAST_ATTEMPT_TEST
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.solve.trees import Node, bundled_tree

_KEY_FACTOR: Final = 1000
"""The factor of the row number in a key; feedback is less."""

_TREE_SOURCE: Final = "by the optimal tree"
_LIST_SOURCE: Final = "first code left"

_WANTED: Final = "[next_wanted],[next_attempt]>0"
"""The conditions of a suggestion; formulas that read its array repeat them."""

_PLAIN_TEST: Final = Formula("ISERROR([suggested.1])")
"""Whether no worksheet function suggests a guess."""

_LAST_NODE: Final = "[last tree_nodes]"
"""The row of the tree's table to which all attempts lead, or 0."""

_FIRST_CODE: Final = "[@first_code.@]"
"""A peg of the first code left."""


def next_guess(layout: BoardLayout) -> CellGroups:
    """Return the next guess and its source."""
    groups: CellGroups = {}
    pegs = layout.rules.pegs
    groups["next_guess"] = CellGroup(
        layout.hidden_range(width=pegs),
        column_formulas=[
            f"IF(AND({_WANTED}),IF({_PLAIN_TEST},{_plain_peg(layout, peg)},"
            '[@suggested.@]),"")'
            for peg in range(pegs)
        ],
        has_defined_name=True,
    )
    groups["next_source"] = CellGroup(layout.hidden_range(), _source(layout))
    # The guess of the strategy, from a worksheet function.
    groups["suggested"] = CellGroup(
        layout.hidden_range(width=pegs), array_formula=_suggested(layout)
    )
    if rows := _tree_rows(layout.rules):
        table = layout.hidden_range(len(rows), 2)
        names = ("key", "guess")
        groups["tree_table"] = CellGroup(table, values=rows, column_names=names)
        # The row of the table to which the attempts through each one lead, or 0.
        first = _tree_node("1", "{step}")
        # INDEX of row 0 would be the whole column.
        others = _tree_node("[above tree_nodes]", "IF([above tree_nodes]=0,0,{step})")
        groups["tree_nodes"] = CellGroup(
            layout.hidden_attempt_columns(),
            row_formulas=[first, *[others] * (layout.attempts - 1)],
        )
    return groups


@cache
def _tree_rows(rules: Rules) -> list[tuple[int, int]]:
    """
    Return the optimal tree of a game as a table, empty for a game without one.

    A row is a guess: its key (the row of the guess before it, and the feedback to that
    guess) and its digits as a number. The first row is the first guess.
    """
    rows: list[tuple[int, int]] = []

    def add(tree: Node, key: int) -> None:
        rows.append((key, int(rules.format_code(tree.guess))))
        row = len(rows)
        for (black, white), subtree in tree.subtrees.items():
            add(subtree, row * _KEY_FACTOR + 10 * black + white)

    tree = bundled_tree(rules, "optimal") if rules.symbols.isdigit() else None
    if tree:
        add(tree, 0)
    return rows


def _suggested(layout: BoardLayout) -> Formula:
    """Return an array formula: the guess of the strategy, or #N/A without Python."""
    strategy = f'IF({LAST_ATTEMPT_TEST},"{LAST_ATTEMPT_STRATEGY}",[solver.strategy])'
    guess = f"SOLVE_NEXT({TURNS},{strategy},[game],[solver.first_guess])"
    guess = with_python(layout, f'_xlfn.IFNA({guess},"")', "NA()")
    return Formula(f'IF(AND({_WANTED}),{guess},"")')


def _plain_peg(layout: BoardLayout, peg: int) -> Formula:
    """Return a peg of the tree's guess, or else of the first code left."""
    if not layout.has_code_list:
        return Formula('""')
    if not _tree_rows(layout.rules):
        return Formula(_FIRST_CODE)
    place_value = 10 ** (layout.rules.pegs - 1 - peg)
    tree_peg = f"MOD(INT(INDEX([tree_table.guess],{_LAST_NODE})/{place_value}),10)"
    return Formula(f"IF({_LAST_NODE}>0,{tree_peg},{_FIRST_CODE})")


def _tree_node(before: str, guarded: str) -> Formula:
    key = (
        f"{before}*{_KEY_FACTOR}+10*[@attempt_feedback.black]+[@attempt_feedback.white]"
    )
    step = f"IFERROR(MATCH({key},[tree_table.key],0),0)"
    follow = f"IF(INDEX([tree_table.guess],{before})=VALUE([@attempt_words]),{step},0)"
    return Formula(f"IF([@is_turn],{guarded.format(step=follow)},{before})")


def _source(layout: BoardLayout) -> Formula:
    plain = '""'
    if layout.has_code_list:
        plain = f'IF([first_candidate_row]=0,"","{_LIST_SOURCE}")'
    if _tree_rows(layout.rules):
        plain = f'IF({_LAST_NODE}>0,"{_TREE_SOURCE}",{plain})'
    source = f'IF({LAST_ATTEMPT_TEST},"{_LIST_SOURCE}","suggested by "&{STRATEGY_NAME})'
    source = f'IF({_PLAIN_TEST},{plain},IF([@next_guess.1]="","",{source}))'
    return Formula(f'IF(AND({_WANTED}),{source},"")')
