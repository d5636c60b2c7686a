"""The guess that a question mark plays in the column of a board."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.board_limits import MAX_LISTED_CODES
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game_column import Hint
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.solve.trees import Node, bundled_tree

_TREE_STRATEGY: Final = "optimal"
TREE_SOURCE: Final = strategy_label(_TREE_STRATEGY)
LIST_SOURCE: Final = strategy_label("first-consistent")
"""The sources of hints: a bundled tree, or the list of codes."""


def hint_tree(rules: Rules) -> Node | None:
    """Return the optimal tree that a board contains; formulas read digits only."""
    return bundled_tree(rules, _TREE_STRATEGY) if rules.symbols.isdigit() else None


def board_hint(rules: Rules, turns: Sequence[Turn]) -> Hint | None:
    """
    Return the next guess of the optimal tree, or else the first code left.

    Formulas compute the same guess, so a hint needs a list of all codes, and a code
    that fits all turns.

    Examples
    --------
    >>> board_hint(Rules(4, 6), [])
    Hint(guess=(1, 1, 2, 3), source='Optimal')
    """
    if rules.code_count > MAX_LISTED_CODES:
        return None
    tree = hint_tree(rules)
    node = tree.subtree_after(turns) if tree else None
    if node:
        return Hint(node.guess, TREE_SOURCE)
    book = codebook(rules)
    candidates = book.candidates(turns)
    if not len(candidates):
        return None
    return Hint(book.code(int(candidates[0])), LIST_SOURCE)
