"""The guess that a question mark plays: of a tree, or else the first code left."""

from dataclasses import replace
from functools import cache
from typing import Final

from xl_mastermind.game.game_column import HINT_MARKS
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.code_list import ROW_BEFORE, TURN_BEFORE
from xl_mastermind.sheets.board.game_column import START_TEST
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.solve.board_hint import LIST_SOURCE, TREE_SOURCE, hint_tree
from xl_mastermind.solve.trees import Node

_KEY_FACTOR: Final = 1000
"""The factor of the row number in a key; feedback is less."""


def hints(layout: BoardLayout) -> CellGroups:
    """
    Return the guess of each entry that asks for one, and the source of the guess.

    These formulas read rows above the entry only: others would be circular.
    """
    groups: CellGroups = {}
    entries = layout.hidden_entry_columns
    marks = board_formulas.array_constant(HINT_MARKS)
    typed = board_formulas.substitute(
        "[@guess_input]", [(space, "") for space in board_formulas.SPACES]
    )
    no_entry = board_formulas.no_entry_test("[@guess_input]")
    asks = f"IF({no_entry},FALSE,IFERROR(OR({typed}={marks}),FALSE))"
    groups["asks_for_hint"] = layout.hidden_entries(asks)
    if not layout.has_code_list:
        return groups
    is_over = f"[above turns]>={layout.attempts}"
    # After the end of a game a hint is the first guess of the next: it has no turn.
    groups["turns_before_hint"] = layout.hidden_entries(
        f"IF({is_over},0,{ROW_BEFORE})", first="0"
    )
    has_tree = bool(_tree_rows(layout.rules))
    groups["hint_rows"] = CellGroup(
        entries(),
        row_formulas=[
            _first_row(layout, row, has_tree=has_tree)
            for row in range(layout.entry_count)
        ],
    )
    pegs = range(1, layout.rules.pegs + 1)
    word = "&".join(f"INDEX([code_list.{peg}],[@hint_rows])" for peg in pegs)
    word = f'IF([@hint_rows]=0,"",{word})'
    source = f'"{LIST_SOURCE}"'
    if has_tree:
        groups |= _tree(layout)
        zeros = "0" * layout.rules.pegs
        guess = f'TEXT(INDEX([tree_table.guess],[@hint_nodes]),"{zeros}")'
        word = f"IF([@hint_nodes]>0,{guess},{word})"
        source = f'IF([@hint_nodes]>0,"{TREE_SOURCE}",{source})'
    groups["hint_words"] = layout.hidden_entries(f'IF([@asks_for_hint],{word},"")')
    groups["hint_sources"] = layout.hidden_entries(f'IF([@hint_words]="","",{source})')
    return groups


def _first_row(layout: BoardLayout, row: int, *, has_tree: bool) -> Formula:
    """Return the row of the first code left in the list of codes, 0 for none."""
    wanted = "AND([@asks_for_hint],[@hint_nodes]=0)" if has_tree else "[@asks_for_hint]"
    if row == 0:
        return f"IF({wanted},1,0)"
    # An index into the column of this entry or later ones would be circular.
    columns = layout.groups["code_list_feedback"].cell_range
    earlier = replace(columns, right=columns.left + row - 1).absolute_address
    codes = f"INDEX({earlier},0,[@turns_before_hint])" if row > 1 else earlier
    count = layout.rules.code_count
    # Tests are products, because IF computes no array in a single cell in Excel.
    base, tests = board_formulas.feedback_base(layout.rules), [f"({codes}>=0)"]
    black, white = TURN_BEFORE["black"], TURN_BEFORE["white"]
    blacks = f"({codes}>={base}*N({black}))*({codes}<{base}*(N({black})+1))"
    tests.append(f"(1-ISNUMBER({black})*(1-{blacks}))")
    if not layout.rules.black_only:
        whites = "+".join(f"({codes}={base * n}+N({white}))" for n in range(base))
        tests.append(f"(1-ISNUMBER({white})*(1-({whites})))")
    first = board_formulas.first_row("code_list", count, "*".join(tests))
    found = f"MOD({first},{count + 1})"
    return f"IF({wanted},IF([@turns_before_hint]=0,1,{found}),0)"


# The optimal tree


def _tree(layout: BoardLayout) -> CellGroups:
    """Return the optimal tree as a table, and the node before each entry."""
    groups: CellGroups = {}
    rows, entries = _tree_rows(layout.rules), layout.hidden_entry_columns
    names = ("key", "guess")
    table = layout.hidden_range(len(rows), 2)
    groups["tree_table"] = CellGroup(table, values=rows, column_names=names)
    # A node is a row of the table, or 0 after a guess that is not in the tree.
    node = f"IF([above turns]>={layout.attempts},1,[above nodes_after])"
    groups["hint_nodes"] = layout.hidden_entries(node, first="1")
    marks = "10*[@feedback_pegs.black]+[@feedback_pegs.white]"
    key = f"[@hint_nodes]*{_KEY_FACTOR}+{marks}"
    step = f"IFERROR(MATCH({key},[tree_table.key],0),0)"
    # INDEX with row 0 returns the whole column, so 0 is tested first.
    follows = "INDEX([tree_table.guess],[@hint_nodes])=VALUE([@words])"
    step = f"IF([@hint_nodes]=0,0,IF({follows},{step},0))"
    groups["nodes_after"] = CellGroup(
        entries(),
        f"IF({START_TEST},1,IF([@has_feedback],{step},[@hint_nodes]))",
        is_shared=True,
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

    tree = hint_tree(rules)
    if tree:
        add(tree, 0)
    return rows
