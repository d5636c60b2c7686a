"""The optimal tree of a game as a table, which formulas follow."""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.trees import Node, bundled_tree

KEY_FACTOR: Final = 1000
"""The factor of the row number in a key; feedback is less."""

TreeRows: TypeAlias = Sequence[tuple[int, int]]
"""
One row per guess, the first guess in the first row.

A row is the key (row of the guess before it, and the feedback to that guess) and the
guess, its digits as a number.
"""


@cache
def tree_rows(rules: Rules) -> TreeRows:
    """Return the rows of a game's optimal tree, none for a game without one."""
    rows: list[tuple[int, int]] = []

    def add(tree: Node, key: int) -> None:
        rows.append((key, int(rules.format_code(tree.guess))))
        row = len(rows)
        for (black, white), subtree in tree.subtrees.items():
            add(subtree, row * KEY_FACTOR + 10 * black + white)

    tree = bundled_tree(rules, "optimal") if rules.symbols.isdigit() else None
    if tree:
        add(tree, 0)
    return rows
