"""A game in progress: first guesses, random guesses, candidates."""

from collections import Counter

import pytest

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.solve.analysis import rank_guesses
from xl_mastermind.solve.contradictions import contradictions
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import NoCandidateError, next_guess

MASTERMIND = Rules(4, 6)

# The first guess


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_first_applies_to_the_first_guess_only(strategy: str) -> None:
    first, turns = (6, 5, 4, 4), [Turn((1, 1, 2, 3), Feedback(1, 1))]
    assert next_guess(MASTERMIND, [], strategy, first=first) == first
    usual = next_guess(MASTERMIND, turns, strategy, seed=1)
    assert next_guess(MASTERMIND, turns, strategy, seed=1, first=first) == usual


# At random


def test_seeds_change_random_guesses() -> None:
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    seeds: list[int | None] = [*range(60)]
    for some in (seeds, [None] * 60):
        guesses = [next_guess(MASTERMIND, turns, "random", seed=seed) for seed in some]
        assert len({*guesses}) > 30


def test_a_seed_draws_differently_each_turn() -> None:
    # Useless turns, because the candidates must stay the same.
    nothing = Turn((1, 1, 1), Feedback(0, 0))
    rules = Rules.parse("3x6")
    guesses = {
        next_guess(rules, [nothing] * turns, "random", seed=3) for turns in range(1, 20)
    }
    assert len(guesses) > 10


@pytest.mark.slow
def test_random_draws_candidates_uniformly() -> None:
    rules = Rules.parse("2x5")
    turns = [Turn((1, 2), Feedback(0, 0))]
    codes_left = candidates(rules, turns)
    seeds = range(9000)
    guesses = Counter(next_guess(rules, turns, "random", seed=n) for n in seeds)
    assert {*guesses} == {*codes_left}
    mean = len(seeds) / len(codes_left)
    chi_squared = sum((n - mean) ** 2 / mean for n in guesses.values())
    assert chi_squared < 42.7  # 8 degrees of freedom: 1 in 1,000,000


# Contradictory turns


@pytest.mark.table("game", "turns")
def test_contradictory_turns_have_no_next_guess(game: str, turns: str) -> None:
    """Even if one of them is all black."""
    for function in (next_guess, rank_guesses):
        with pytest.raises(NoCandidateError, match="no code fits from turn"):
            function(game, turns.split())
    assert contradictions(game, turns.split())
