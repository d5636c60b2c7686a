"""What is known of the AB games against what the search finds."""

import math
from collections.abc import Callable, Sequence

import pytest

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact import paper, theory
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search

pytest.importorskip("numba", reason="exact search needs numba")


# Formulas


@pytest.mark.parametrize("colours", range(2, 13))
def test_the_least_average_of_two_pegs_is_that_of_the_formula(colours: int) -> None:
    rules = Rules(2, colours, distinct=True)
    total = Search(Problem.of_game(rules)).total()
    assert theory.ab_2_average(colours) * rules.code_count == total


def test_four_pegs_have_the_values_of_the_paper() -> None:
    known = [theory.ab_worst_case(4, colours) for colours in range(4, 14)]
    assert [one.lower for one in known] == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8]
    assert [one.upper for one in known] == [5, 5, 5, 6, 6, 6, 7, 7, 8, 8]
    for colours in range(4, 40):
        black = theory.abb_worst_case(4, colours)
        assert black.lower == colours + 1
        assert black.upper == colours + (1 if colours <= 10 else 2)


@pytest.mark.parametrize("pegs", range(2, 13))
def test_so_many_permutations_need_so_many_guesses(pegs: int) -> None:
    bound = theory.permutation_lower_bound(pegs)
    codes = math.factorial(pegs)
    assert theory.most_permutations(pegs, bound) >= codes
    assert theory.most_permutations(pegs, bound - 1) < codes
    known = theory.abb_worst_case(pegs, pegs)
    assert known == theory.ab_worst_case(pegs, pegs)
    assert known.lower >= bound


@pytest.mark.parametrize("pegs", range(2, 6))
def test_few_permutations_need_what_is_known(pegs: int) -> None:
    for black_only in (False, True):
        rules = Rules(pegs, pegs, distinct=True, black_only=black_only)
        found = Search(Problem.of_game(rules)).worst_case()
        assert found.lower == theory.permutation_worst_case(pegs).upper


@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        (theory.ab_worst_case, (2, 1)),
        (theory.ab_worst_case, (1, 5)),
        (theory.ab_worst_case, (4, 14)),
        (theory.ab_worst_case, (5, 6)),
        (theory.abb_worst_case, (3, 2)),
        (theory.abb_worst_case, (5, 6)),
        (theory.permutation_worst_case, (1,)),
        (theory.permutation_lower_bound, (0,)),
        (theory.most_permutations, (1, 3)),
        (theory.most_permutations, (3, -1)),
        (theory.ab_2_average, (1,)),
        (paper.fixed_guesses, (Rules(2, 5, distinct=True), 3)),
        (paper.fixed_guesses, (Rules(2, 5, distinct=True), -1)),
        (paper.end_game_table, ("A4",)),
    ],
)
def test_nothing_is_said_beyond_the_range(
    formula: Callable[..., object], arguments: Sequence[object]
) -> None:
    with pytest.raises(ValueError, match=r"^expected .* got "):
        formula(*arguments)
