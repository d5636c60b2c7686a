"""Cases of parametrized tests."""

from collections.abc import Iterable
from typing import Any

import pytest

from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES_BY_NOTATION
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.trees import bundled_tree

KINDS = ("3x5", "3x4", "3x5 distinct", "3x4 black", "4x26")
"""A small game of each kind of board; the last has no list of all codes."""

RULE_STRATEGIES = [
    name for name, s in STRATEGIES.items() if not (s.is_random or s.is_exact)
]


def sheets_with_tree() -> list[str]:
    """Return the sheets of the games with an optimal tree in the package."""
    games = GAMES_BY_NOTATION.values()
    return [
        g.sheet_name for g in games if bundled_tree(Rules.parse(g.notation), "optimal")
    ]


def mark_rest_as_proof(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return the cases of a test, with the mark `proof` after the first `quick`."""
    tuples = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*case, marks=pytest.mark.proof if index >= quick else ())
        for index, case in enumerate(tuples)
    ]
