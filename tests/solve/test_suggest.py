"""A game in progress: first guesses, draws, patterns, contradictions, codes left."""

from collections import Counter
from collections.abc import Callable

import pytest
from helpers import codes_of, games_in_progress, refuses
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggest import NoCandidateError, next_guess, survivors

MASTERMIND = Rules(4, 6)
BY_RULE = [name for name, s in STRATEGIES.items() if not (s.at_random or s.exact)]

# The first guess


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_any_strategy_starts_from_any_first_guess(strategy: str) -> None:
    assert next_guess(MASTERMIND, [], strategy, first=(6, 5, 4, 4)) == (6, 5, 4, 4)


@pytest.mark.parametrize("strategy", BY_RULE)
def test_the_first_guess_is_asked_for_only_once(strategy: str) -> None:
    turns = [Turn((1, 1, 2, 3), Feedback(1, 1))]
    usual = next_guess(MASTERMIND, turns, strategy)
    assert next_guess(MASTERMIND, turns, strategy, first=(6, 5, 4, 4)) == usual


@pytest.mark.parametrize("turns", [[], [Turn((1, 1, 2, 2), Feedback(1, 0))]])
def test_a_first_guess_of_another_game_is_refused(turns: list[Turn]) -> None:
    with refuses("expected colours 1 to 6, got 7 in code (7, 1, 1, 1)"):
        next_guess(MASTERMIND, turns, first=(7, 1, 1, 1))


# At random


def test_the_same_seed_makes_the_same_guess() -> None:
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    for seed in (0, 1, "turns"):
        guesses = {next_guess(MASTERMIND, turns, "random", seed=seed) for _ in range(5)}
        assert len(guesses) == 1


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


# A pattern


def test_a_pattern_that_no_candidate_matches_is_a_contradiction() -> None:
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    message = "no code that fits this turn matches the pattern '11??'"
    with refuses(message, NoCandidateError):
        next_guess(MASTERMIND, turns, pattern=(1, 1, 0, 0))


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ((1, 0, 0), "expected 4 pegs, got 3 in pattern (1, 0, 0)"),
        ((1, 0, 0, 7), "expected colours 1 to 6, got 7 in pattern (1, 0, 0, 7)"),
    ],
)
def test_a_pattern_of_another_game_is_refused(pattern: Code, message: str) -> None:
    with refuses(message):
        next_guess(MASTERMIND, [], pattern=pattern)
    with refuses(message):
        candidates(MASTERMIND, [], pattern)


# Contradictions


def test_the_turn_is_named_that_contradicts_those_before_it() -> None:
    turns = [
        Turn((1, 1, 1, 1), Feedback(2, 0)),
        Turn((2, 2, 2, 2), Feedback(2, 0)),
        Turn((3, 3, 3, 3), Feedback(1, 0)),
        Turn((4, 4, 4, 4), Feedback(1, 0)),
    ]
    message = (
        "no code fits from turn 3 on: check turn 2 (0 black, 0 white?),"
        " turn 1 (0 black, 0 white?)"
    )
    with refuses(message, NoCandidateError):
        next_guess(MASTERMIND, turns)


def test_one_turn_alone_can_be_a_contradiction() -> None:
    rules = Rules.parse("3x3 distinct")
    turns = [Turn((1, 2, 3), Feedback(0, 0))]
    message = (
        "no code fits from turn 1 on: check turn 1 (0 black, 3 white?);"
        " 2 other changes of one answer would fit too"
    )
    with refuses(message, NoCandidateError):
        next_guess(rules, turns)


@pytest.mark.parametrize("asked", [candidates, next_guess, survivors])
@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (Turn((1, 1, 2), Feedback(1, 0)), "expected 4 pegs, got 3 in code (1, 1, 2)"),
        (
            Turn((1, 1, 2, 2), Feedback(3, 1)),
            "3 black and 1 white cannot be: the last peg has no other place",
        ),
    ],
)
def test_turns_of_another_game_are_refused(
    asked: Callable[[Rules, list[Turn]], object], turn: Turn, message: str
) -> None:
    with refuses(message):
        asked(MASTERMIND, [turn])


# How many codes are left


@given(games_in_progress())
def test_survivors_are_the_candidates_after_each_turn(
    progress: tuple[Rules, Code, list[Turn]],
) -> None:
    rules, _, turns = progress
    assert survivors(rules, turns) == [
        len(candidates(rules, turns[:played])) for played in range(1, len(turns) + 1)
    ]


@given(st.data(), games_in_progress(most_turns=4))
def test_no_code_survives_the_turns_of_two_secrets_that_differ(
    data: st.DataObject, progress: tuple[Rules, Code, list[Turn]]
) -> None:
    rules, secret, turns = progress
    other = data.draw(codes_of(rules))
    last = Turn(secret, rules.answer(other, secret))
    left = survivors(rules, [*turns, Turn(secret, rules.win), last])
    assert left[-1] == (1 if other == secret else 0)
    assert left[-2] == 1
