"""A game in progress: first guesses, draws, what is refused, codes left."""

from collections import Counter

import pytest
from helpers import games_in_progress
from hypothesis import given

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import next_guess, survivors

MASTERMIND = Rules(4, 6)
RULE_STRATEGIES = [
    name for name, s in STRATEGIES.items() if not (s.is_random or s.is_exact)
]

# The first guess


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_any_strategy_takes_any_first_guess_but_only_as_the_first(
    strategy: str,
) -> None:
    first, turns = (6, 5, 4, 4), [Turn((1, 1, 2, 3), Feedback(1, 1))]
    assert next_guess(MASTERMIND, [], strategy, first=first) == first
    usual = next_guess(MASTERMIND, turns, strategy, seed=1)
    assert next_guess(MASTERMIND, turns, strategy, seed=1, first=first) == usual


# At random


def test_other_seeds_make_other_guesses_and_so_does_no_seed() -> None:
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    seeds: list[int | None] = [*range(60)]
    for some in (seeds, [None] * 60):
        guesses = [next_guess(MASTERMIND, turns, "random", seed=seed) for seed in some]
        assert len({*guesses}) > 30


def test_one_seed_makes_another_draw_each_turn() -> None:
    # The turns tell nothing, so that the candidates stay the same.
    nothing = Turn((1, 1, 1), Feedback(0, 0))
    rules = Rules.parse("3x6")
    guesses = {
        next_guess(rules, [nothing] * turns, "random", seed=3) for turns in range(1, 20)
    }
    assert len(guesses) > 10


@pytest.mark.parametrize(
    ("turns", "guesses"),
    [("12:1 22:0 31:0", 2), ("12:1 22:0", 3), ("12:1", 6)],
)
def test_random_draws_from_three_candidates_on(turns: str, guesses: int) -> None:
    rules = Rules.parse("2x4 black")
    left = candidates(rules, turns.split())
    assert len(left) == guesses
    drawn = {next_guess(rules, turns.split(), "random", seed=n) for n in range(100)}
    assert drawn == ({left[0]} if guesses <= 2 else {*left})


def test_each_candidate_is_as_likely_at_random() -> None:
    rules = Rules.parse("2x5")
    turns = [Turn((1, 2), Feedback(0, 0))]
    left = candidates(rules, turns)
    seeds = range(9000)
    guesses = Counter(next_guess(rules, turns, "random", seed=n) for n in seeds)
    assert {*guesses} == {*left}
    mean = len(seeds) / len(left)
    chi_squared = sum((n - mean) ** 2 / mean for n in guesses.values())
    assert chi_squared < 42.7  # 8 degrees of freedom: 1 in 1,000,000


# What is refused


# How many codes are left


@given(games_in_progress())
def test_survivors_are_the_candidates_after_each_turn(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, _, turns = progress
    assert survivors(rules, turns) == [
        len(candidates(rules, turns[:played])) for played in range(1, len(turns) + 1)
    ]
