"""
The second search against brute force, and least values proved anew by it.

By name: ``pytest -m long tests/solve/exact/test_second_search.py``.
"""

import pytest
from brute_force import game
from brute_force_search import least, quick_games
from second_search import least_greatest, least_total

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search

pytestmark = pytest.mark.long


def test_small_games_agree_with_brute_force() -> None:
    for written in quick_games():
        rules = game(written)
        if len(rules.codes) <= 64:
            everything = range(len(rules.codes))
            found = least(rules, everything, everything)
            assert found, written
            total, greatest, _ = found
            assert least_total(rules, total) == total, written
            assert least_total(rules, total + 3) == total, written
            assert least_total(rules, total - 1) >= total, written
            assert least_greatest(rules, greatest) == greatest, written
            assert least_greatest(rules, greatest + 2) == greatest, written
            assert least_greatest(rules, greatest - 1) == greatest, written


@pytest.mark.parametrize(
    "written",
    [
        *("3x8", "4x5", "4x6", "5x4", "6x3", "8x2", "4x7 distinct", "5x6 distinct"),
        *("3x5 black", "4x3 black", "4x5 distinct black"),
    ],
)
def test_nothing_below_the_values_of_the_exact_search_is_possible(written: str) -> None:
    search = Search(Problem.of_game(Rules.parse(written)))
    total, greatest = search.optimum().upper, search.worst_case().upper
    assert total
    assert greatest
    assert least_total(game(written), total - 1) >= total
    assert least_greatest(game(written), greatest - 1) == greatest
