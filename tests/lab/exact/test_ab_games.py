"""Known values of AB games against the search, and the search against brute force."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from brute_force import Game
from brute_force_search import least
from cases import mark_rest_as_proof

from xl_mastermind.game.rules import Code, Feedback, Rules
from xl_mastermind.lab.exact import ab_games
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.search import Search

new_game = cache(Game)  # which caches its answers


def brute_force(problem: Problem, opening: Sequence[Code] = ()) -> tuple[int, int]:
    """Return the least total after an opening, and the least maximum with it."""
    rules = problem.rules
    codes = [*map(tuple, problem.candidates.tolist())]
    guesses = [*map(tuple, problem.guesses.tolist())]
    whole = new_game(rules.pegs, rules.colours, rules.distinct, rules.black_only)
    place = {code: number for number, code in enumerate(whole.codes)}
    parts: dict[tuple[Feedback, ...], list[int]] = {}
    for code in codes:
        answers = tuple(rules.feedback(code, guess) for guess in opening)
        if rules.win not in answers:
            parts.setdefault(answers, []).append(place[code])
    results = [
        least(whole, part, [place[guess] for guess in guesses])
        for part in parts.values()
    ]
    values = [value for value in results if value]
    assert len(values) == len(results)
    greatest = max((value[1] for value in values), default=0)
    return sum(value[0] for value in values), len(opening) + greatest


@pytest.mark.table("written")
def test_extra_colour_matches_brute_force(written: str) -> None:
    problem = Problem.with_extra_colour(Rules.parse(written))
    total, greatest = brute_force(problem)
    assert Search(problem).total() == total
    assert Search(problem).worst_case().lower == greatest


def test_only_the_extra_colour_repeats() -> None:
    problem = Problem.with_extra_colour(Rules.parse("3x3 distinct"))
    assert [*map(tuple, problem.guesses.tolist())] == [
        guess
        for guess in itertools.product((1, 2, 3, 4), repeat=3)
        if max(map(guess.count, (2, 3, 4))) <= 1  # 1 is the extra colour
    ]


@pytest.mark.table("written", "fixed")
def test_fixed_guesses_match_brute_force(written: str, fixed: int) -> None:
    rules = Rules.parse(written)
    problem = Problem.from_game(rules)
    opening = ab_games.fixed_guesses(rules, fixed)
    _, greatest = brute_force(problem, opening)
    results = Search(problem).worst_case(opening=opening)
    assert (results.lower, results.upper, results.first_guess) == (
        greatest,
        greatest,
        opening[0],
    )
    stopped = Search(problem).worst_case(0, opening=opening)
    assert stopped.upper is not None
    assert stopped.lower <= greatest <= stopped.upper


def test_end_games_match_brute_force() -> None:
    for rows in (
        [{1, 2}, {1, 2}],
        [{0, 1, 2}, {0, 1, 5}],
        [{1, 2, 3}, {1, 2, 4}, {3, 4}],
        [{1}, {2}],
    ):
        problem = Problem.from_table(rows)
        total, greatest = brute_force(problem)
        assert Search(problem).total() == total
        assert Search(problem).worst_case().upper == greatest


def test_end_game_without_a_code_raises() -> None:
    for rows in ([{1}, {1}], [{1, 2}, {}]):
        with pytest.raises(ValueError, match="expected rows with a code of different"):
            Problem.from_table(rows)


# The paper's tables


@pytest.mark.parametrize("name", ["AB*(3,8)", "AB_3(3,16)"])
def test_auxiliary_games_match_the_paper(name: str) -> None:
    (entry,) = (entry for entry in ab_games.entries() if entry.name == name)
    assert replace(entry.bounds(), first_guess=None) == entry.known_bounds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pegs", "colours", "guesses", "further_guesses"),
    mark_rest_as_proof(ab_games.REDUCTIONS, 2),
)
def test_end_games_of_a_class_are_equal(
    pegs: int, colours: int, guesses: int, further_guesses: int
) -> None:
    rules = Rules(pegs, colours, distinct=True, black_only=True)
    results: dict[object, set[int]] = {}
    answers = ab_games.reduction_black_pegs(pegs, guesses)
    for blacks in answers:
        problem = Problem.from_game(rules, ab_games.reduction_turns(rules, blacks))
        key = ab_games.reduction_class(pegs, colours, blacks)
        results.setdefault(key, set()).add(Search(problem).worst_case().lower)
        if pegs < 4:
            assert results[key] == {brute_force(problem)[1]}
    assert (len(answers), len(results)) == {2: (4, 4), 3: (36, 17), 4: (560, 122)}[pegs]
    assert all(len(figures) == 1 for figures in results.values())
    assert max(map(max, results.values())) == further_guesses
    entries = [
        e for e in ab_games.entries() if e.name.startswith(f"ABB({pegs},{colours}) ")
    ]
    assert Counter(e.bounds().lower for e in entries) == Counter(
        map(min, results.values())
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    mark_rest_as_proof(
        ["AB(4,14)", "ABB(4,11)", "AB_4(4,17)", "AB(4,16)", "ABB(4,15)", "AB_4(4,18)"],
        2,
    ),
)
def test_reductions_prove_the_papers_upper_bounds(name: str) -> None:
    (entry,) = (entry for entry in ab_games.entries() if entry.name == name)
    assert entry.bounds(threads=2) == entry.known_bounds
    assert entry.bounds(0) == Bounds(entry.known_bounds.lower, None)


def test_too_low_upper_bounds_are_not_proved() -> None:
    rules, known = Rules(2, 5, distinct=True), Bounds.from_value(4)
    for further_guesses, upper in ((2, 4), (1, None)):
        entry = ab_games.Entry(
            "", "", "", "", known, reduction=(rules, 2, further_guesses)
        )
        assert entry.bounds() == Bounds(4, upper)


def test_too_large_games_have_a_formula() -> None:
    (entry,) = (entry for entry in ab_games.entries() if entry.name == "AB(9,9)")
    assert entry.problem is None
    assert entry.bounds() == Bounds(8, None, None)


# Formulas


@pytest.mark.parametrize("pegs", range(2, 13))
def test_permutation_lower_bound_matches_its_definition(pegs: int) -> None:
    bound = ab_games.permutation_lower_bound(pegs)
    results = [sum((pegs - 1) ** q for q in range(most)) for most in (bound - 1, bound)]
    assert results[0] < math.factorial(pegs) <= results[1]
    known = ab_games.known_worst_case(pegs, pegs, black_only=True)
    assert known == ab_games.known_worst_case(pegs, pegs)
    assert known.lower >= bound
