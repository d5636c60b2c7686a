"""The guesses of the strategies, ties, and samples."""

from collections import Counter

import brute_force
import pytest
from cases import RULE_STRATEGIES
from drawn_games import games_in_progress
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve import choice as choice_module
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve import suggestion as suggestion_module
from xl_mastermind.solve.compare_guesses import load_in_background
from xl_mastermind.solve.evaluation import evaluate, play_with_samples
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import (
    next_guess,
    suggest_guess,
    suggestion_or_error,
)

MASTERMIND = Rules(4, 6)

# The rules


@pytest.mark.slow
@pytest.mark.parametrize("strategy", RULE_STRATEGIES)
@given(progress=games_in_progress(max_codes=360))
def test_guesses_match_brute_force(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, _, turns = progress
    plain = brute_force.game(str(rules))
    book = codebook(rules)
    codes_left = [book.index(code) for code in candidates(rules, turns)]
    guess = book.code(brute_force.choose(plain, strategy, codes_left))
    for way in ("plain", "in blocks", "symmetry", "symmetry, compiled"):
        is_compiled = way == "symmetry, compiled"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                compare_guesses, "is_kernel_loaded", lambda *_, ready=is_compiled: ready
            )
            if way == "in blocks":
                patch.setattr(choice_module, "_BLOCK_GUESSES", 7)
            elif way != "plain":
                patch.setattr(compare_guesses, "MIN_COMPILED_PAIRS", -1)
            suggestion_or_error.cache_clear()
            assert next_guess(rules, turns, strategy) == guess, way


@pytest.mark.slow
@pytest.mark.parametrize("strategy", RULE_STRATEGIES)
@given(data=st.data(), progress=games_in_progress(max_turns=2, max_codes=360))
def test_guesses_with_a_pattern_match_brute_force(
    data: st.DataObject, progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, secret, turns = progress
    known = data.draw(st.lists(st.booleans(), min_size=rules.pegs, max_size=rules.pegs))
    pattern = tuple(c if shown else 0 for c, shown in zip(secret, known, strict=True))
    plain = brute_force.game(str(rules))
    book = codebook(rules)
    codes_left = [
        book.index(code)
        for code in candidates(rules, turns)
        if all(p in (0, c) for p, c in zip(pattern, code, strict=True))
    ]
    assert candidates(rules, turns, pattern) == [*map(book.code, codes_left)]
    guess = book.code(brute_force.choose(plain, strategy, codes_left))
    assert next_guess(rules, turns, strategy, pattern=pattern) == guess
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compare_guesses, "MIN_COMPILED_PAIRS", -1)  # look for symmetry
        suggestion_or_error.cache_clear()
        assert next_guess(rules, turns, strategy, pattern=pattern) == guess


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_guess_is_the_first_of_two_candidates(strategy: str) -> None:
    rules, turns = Rules.parse("3x3 distinct"), [Turn((1, 2, 3), Feedback(0, 3))]
    seeds = range(9)
    guesses = {next_guess(rules, turns, strategy, seed=seed) for seed in seeds}
    assert guesses == {(2, 3, 1)}  # or 312


@pytest.mark.table("game", "turns", "guess")
def test_close_entropies_are_ranked_exactly(game: str, turns: str, guess: str) -> None:
    rules = Rules.parse(game)
    played = [*map(rules.parse_turn, turns.split())]
    assert rules.format_code(next_guess(rules, played, "entropy")) == guess


# Games too large to compare all guesses


def take_samples(patch: pytest.MonkeyPatch, pairs: int, sampled: int) -> None:
    """Compare samples of some pairs and candidates in every game."""
    patch.setattr(suggestion_module, "MAX_PAIRS", -1)
    uncached = suggestion_or_error.__wrapped__
    patch.setattr(suggestion_module, "suggestion_or_error", uncached)
    patch.setattr(choice_module, "_SAMPLE_PAIRS", pairs)
    patch.setattr(choice_module, "_SAMPLE_CANDIDATES", sampled)


RANKED = [name for name in RULE_STRATEGIES if STRATEGIES[name].rankings]


@pytest.mark.parametrize("strategy", RANKED)
def test_sampled_games_find_every_code(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_samples(monkeypatch, 600, 30)
    for secret in candidates(MASTERMIND, [])[::131]:
        game = [*play_with_samples(MASTERMIND, secret, strategy, None, None)]
        assert game[-1][0].turn == Turn(secret, MASTERMIND.win)
        assert len(game) <= 9
        before = [1296, *(played.candidate_count for played, _ in game)]
        for (_, is_sampled), codes_left in zip(game, before, strict=False):
            assert is_sampled or codes_left <= len(MASTERMIND.feedbacks)
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    assert suggest_guess(MASTERMIND, turns, strategy) == suggest_guess(
        MASTERMIND, turns, strategy
    )


@pytest.mark.parametrize("strategy", RANKED)
def test_a_complete_sample_gives_the_exact_guess(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    positions = [
        [*map(MASTERMIND.parse_turn, turns.split())]
        for turns in ("", "1122:1,0", "1234:0,2 5512:0,2")
    ]
    exact = [suggest_guess(MASTERMIND, turns, strategy) for turns in positions]
    take_samples(monkeypatch, 1 << 24, 1 << 12)
    is_sampled = [suggest_guess(MASTERMIND, turns, strategy) for turns in positions]
    assert is_sampled == [choice._replace(is_sampled=True) for choice in exact]


SIX_BY_NINE = [*map(Rules(6, 9).parse_code, ("315853", "195717", "473249"))]


@pytest.mark.slow
@pytest.mark.table("turns", "compiled", "codes", "is_sampled")
def test_compiled_code_takes_fewer_samples(
    turns: int,
    codes: int,
    *,
    compiled: bool,
    is_sampled: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_in_background().result()
    if not compiled:
        monkeypatch.setattr(compare_guesses, "is_kernel_loaded", lambda *_: False)
    played = [Turn(guess, Feedback(0, 2)) for guess in SIX_BY_NINE[:turns]]
    suggestion_or_error.cache_clear()
    suggestion = suggest_guess(Rules(6, 9), played, "knuth")
    assert (suggestion.is_sampled, suggestion.candidate_count) == (is_sampled, codes)


def test_many_small_trees_load_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def is_kernel_loaded(pairs: float, _timeout: float = 0.0) -> bool:
        asked.append(pairs)
        return False

    monkeypatch.setattr(compare_guesses, "is_kernel_loaded", is_kernel_loaded)
    monkeypatch.setattr(compare_guesses, "_COMPARED", Counter())
    for _ in range(30):
        evaluate("4x4", "knuth")
    assert asked[0] == 256**2 < asked[-1]
