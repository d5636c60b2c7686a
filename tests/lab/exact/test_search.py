"""Exact search against known values, and a brute force without short cuts."""

import random

import numpy as np
import pytest
from brute_force import game
from brute_force_search import least, quick_games, small_games

from xl_mastermind.game.codes import all_codes, codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact import search as exact_search
from xl_mastermind.lab.exact.problem import MAX_FEEDBACKS, Bounds, Problem
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.solve.endgame import endgame_tree, endgame_worst_case
from xl_mastermind.solve.trees import format_tree, parse_tree, play_tree, total_guesses

pytestmark = pytest.mark.slow


def new_search(written: str) -> Search:
    return Search(Problem.from_game(Rules.parse(written)))


# Any candidates and guesses, and all small games.


@pytest.mark.parametrize("written", quick_games())
def test_small_games_match_brute_force(written: str) -> None:
    codes = range(len(game(written).codes))
    values = least(game(written), codes, codes)
    assert values is not None
    total, greatest, _ = values
    search = new_search(written)
    assert search.total() == search.optimum().lower == total
    assert search.worst_case().lower == greatest
    assert not search.is_within(greatest - 1)
    # The search by numpy
    book, candidates = codebook(Rules.parse(written)), np.arange(len(codes))
    tree = endgame_tree(book, (), candidates)
    assert tree is None or total_guesses(play_tree(book, tree)) == total
    worst = endgame_worst_case(book, (), candidates)
    assert worst is None or worst[0] == greatest
    assert endgame_tree(book, (), candidates, greatest - 1) is None


@pytest.mark.parametrize("seed", range(30))
def test_any_sets_match_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    written = rng.choice([g for g in small_games() if len(game(g).codes) > 3])
    codes = all_codes(Rules.parse(written))
    indices = range(len(codes))
    members = sorted(rng.sample(indices, rng.randint(1, min(12, len(codes)))))
    guesses = sorted({*members, *rng.sample(indices, rng.randint(0, len(codes)))})
    values = least(game(written), members, guesses)
    assert values is not None
    total, greatest, _ = values
    sets = codes[members], codes[guesses]
    problem = Problem(Rules.parse(written), *sets, renames=False, symmetric=False)
    assert Search(problem).optimum().lower == total
    assert Search(problem).worst_case().lower == greatest


@pytest.mark.parametrize("seed", range(3))
def test_many_feedbacks_match_brute_force(seed: int) -> None:
    """Answers that no guess gets are left out, where the others have room."""
    rules, rng = Rules(10, 2), random.Random(seed)
    assert len(rules.feedbacks) > MAX_FEEDBACKS
    indices = sorted(rng.sample(range(rules.code_count), 8))
    values = least(game("10x2"), indices, indices)
    assert values is not None
    codes = all_codes(rules)[indices]
    problem = Problem(rules, codes, codes, renames=False, symmetric=False)
    assert Search(problem).optimum().lower == values[0]


def test_too_deep_trees_give_no_upper_bound() -> None:
    bounds = new_search("4x6").optimum(0, max_guesses=5)
    assert bounds.lower <= 5626
    assert bounds.upper is None or bounds.upper >= 5626


@pytest.mark.parametrize("orderly", [False, True])
def test_trees_have_the_least_total(orderly: bool) -> None:  # noqa: FBT001
    mastermind = new_search("4x6")
    for max_guesses, total in ((None, 5625), (5, 5626)):
        tree = mastermind.tree(max_guesses=max_guesses, orderly=orderly)
        assert tree is not None
        histogram = play_tree(codebook(Rules(4, 6)), tree)
        assert total_guesses(histogram) == total
        assert len(histogram) == (max_guesses or 6)
        rules = mastermind.problem.rules
        assert parse_tree(format_tree(rules, tree)) == (rules, (), tree)
    assert mastermind.tree(max_guesses=4) is None


@pytest.mark.parametrize("max_guesses", [None, 6])
def test_stopped_search_returns_its_best_tree(
    max_guesses: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact_search, "TICK", 0.001)  # progress is reported often
    stopped = new_search("5x5")

    def stop(current: Bounds, *_: int) -> None:
        if current.upper is not None:
            stopped.stop()

    stopped.progress = stop
    bounds = stopped.optimum(max_guesses=max_guesses)
    stopped.progress = None
    tree = stopped.tree_of_bounds(bounds, max_guesses=max_guesses)
    assert tree is not None
    histogram = play_tree(codebook(Rules(5, 5)), tree)
    assert (tree.guess, total_guesses(histogram)) == (bounds.first_guess, bounds.upper)
    assert len(histogram) <= (max_guesses or 8)
