"""The optimal tree of a game as a table, for formulas that follow it."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.sheets import TREES_SHEET
from xl_mastermind.solve.trees import Tree, shipped_tree

KEY_ROOM: Final = 1000
"""In a key, what one row counts; marks are less."""


class TreeTable(NamedTuple):
    """An optimal tree as a table, a row a guess, the first guess in the first row."""

    # Each row's key: the row before it, and the marks that lead from there to it
    keys: Area
    guesses: Area  # each row's guess, its digits as one number
    rows: list[tuple[int, int]]  # the keys and guesses


def optimal_tree(rules: Rules) -> Tree | None:
    """Return the tree that a board of this game follows, if there is one."""
    return shipped_tree(rules, "optimal") if rules.symbols.isdigit() else None


def tree_tables(games: Iterable[Rules]) -> dict[Rules, TreeTable]:
    """Return the optimal tree of each game that has one, side by side."""
    tables: dict[Rules, TreeTable] = {}
    for rules in dict.fromkeys(games):
        tree = optimal_tree(rules)
        if tree:
            rows: list[tuple[int, int]] = []
            _add_rows(rows, tree, 0, rules)
            keys = Area(TREES_SHEET, 0, 2 * len(tables), len(rows) - 1, 2 * len(tables))
            tables[rules] = TreeTable(keys, keys.beside(1), rows)
    return tables


def _add_rows(rows: list[tuple[int, int]], tree: Tree, key: int, rules: Rules) -> None:
    """Add a tree's guess, and the trees that follow it."""
    rows.append((key, int(rules.format_code(tree.guess))))
    row = len(rows)
    for (black, white), reply in tree.replies.items():
        _add_rows(rows, reply, row * KEY_ROOM + 10 * black + white, rules)
