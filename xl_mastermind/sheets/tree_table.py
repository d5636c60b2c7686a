"""The optimal tree of a game as a table, for formulas that follow it."""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.trees import Tree, bundled_tree

KEY_FACTOR: Final = 1000
"""In a key, what one row counts; marks are less."""


TreeRows: TypeAlias = Sequence[tuple[int, int]]
"""
An optimal tree as a table, a row a guess, the first guess in the first row.

Each has its key, the row before it and the marks that lead from there to it, and the
digits of the guess as one number.
"""


def optimal_tree(rules: Rules) -> Tree | None:
    """Return the tree that a board of this game follows, if there is one."""
    return bundled_tree(rules, "optimal") if rules.symbols.isdigit() else None


@cache
def tree_rows(rules: Rules) -> TreeRows:
    """Return the optimal tree of a game; no row if it has none."""
    rows: list[tuple[int, int]] = []
    if tree := optimal_tree(rules):
        _add_rows(rows, tree, 0, rules)
    return rows


def _add_rows(rows: list[tuple[int, int]], tree: Tree, key: int, rules: Rules) -> None:
    """Add a tree's guess, and the trees that follow it."""
    rows.append((key, int(rules.format_code(tree.guess))))
    row = len(rows)
    for (black, white), reply in tree.subtrees.items():
        _add_rows(rows, reply, row * KEY_FACTOR + 10 * black + white, rules)
