"""
Least values proved anew by the second search.

The exact search, whose values these are, agrees with brute force: `test_search`.

By name: ``pytest -m long tests/solve/exact/test_second_search.py``.
"""

import pytest
from brute_force import game
from brute_force_search import quick_games
from second_search import least_greatest, least_total

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    "written",
    [
        *(written for written in quick_games() if len(game(written).codes) <= 64),
        *("3x8", "4x5", "4x6", "5x4", "6x3", "8x2", "4x7 distinct", "5x6 distinct"),
        *("3x5 black", "4x3 black", "4x5 distinct black"),
    ],
)
def test_the_values_of_the_exact_search_are_least(written: str) -> None:
    rules, search = game(written), Search(Problem.of_game(Rules.parse(written)))
    total, greatest = search.optimum().upper, search.worst_case().upper
    assert total
    assert greatest
    assert least_total(rules, total - 1) >= total
    assert least_greatest(rules, greatest - 1) == greatest
    if len(rules.codes) <= 64:  # in larger games this takes long
        assert least_total(rules, total) == total
        assert least_total(rules, total + 3) == total
        assert least_greatest(rules, greatest) == greatest
        assert least_greatest(rules, greatest + 2) == greatest
