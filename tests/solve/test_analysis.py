"""Rankings, partitions, comparisons and explanations, against plain Python."""

import math
from collections import Counter
from collections.abc import Sequence

import brute_force
import pytest
from brute_force_search import least_total, total_after
from drawn_games import games_in_progress
from expected_values import raises_message
from hypothesis import given, settings

from xl_mastermind.game.codes import all_codes, candidates, feedback_table
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve import analysis, choice
from xl_mastermind.solve import suggestion as suggestion_module
from xl_mastermind.solve.analysis import (
    RankedGuess,
    explain_turns,
    rank_guesses,
)
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import next_guess

pytestmark = pytest.mark.slow

MASTERMIND = Rules(4, 6)
RULE_STRATEGIES = [*brute_force.METHODS]
HEURISTICS = [*brute_force.HEURISTICS]


@pytest.mark.parametrize("game", ["2x4", "3x3", "3x4 distinct", "3x3 black"])
def test_optimal_ranks_by_proved_averages(game: str) -> None:
    rules, plain = Rules.parse(game), brute_force.game(game)
    every = [tuple(code) for code in all_codes(rules).tolist()]
    first = every[0]
    for marks in {rules.feedback(code, first) for code in every} - {rules.win}:
        turns = [Turn(first, marks)]
        left = [
            n for n, code in enumerate(every) if rules.feedback(code, first) == marks
        ]
        found = rank_guesses(rules, turns, "optimal")
        assert found[0].guess == next_guess(rules, turns, "optimal")
        proved = [ranked for ranked in found if ranked.average_guesses is not None]
        assert len(proved) == min(24, len(every))
        # A guess that tells nothing needs one more than the best.
        best = least_total(plain, left)
        after = [total_after(plain, left, every.index(one.guess)) for one in proved]
        needed = [(total or best + len(left)) / len(left) for total in after]
        assert [one.average_guesses for one in proved] == pytest.approx(needed)
        assert needed == sorted(needed)


def parts(rules: Rules, left: Sequence[Code], guess: Code) -> Counter[Feedback]:
    return Counter(rules.feedback(code, guess) for code in left)


def assert_figures(
    ranked: RankedGuess, sizes: Sequence[int], *, is_candidate: bool
) -> None:
    """Assert that a guess has the figures of its part sizes, by their definition."""
    total = sum(sizes)
    assert ranked[1:4] == (is_candidate, max(sizes), len(sizes))
    expected_size = sum(size * size for size in sizes) / total
    bits = math.fsum(size / total * math.log2(total / size) for size in sizes)
    assert ranked[4:6] == pytest.approx((expected_size, bits), abs=1e-9)


def assert_ranked(
    rules: Rules, left: Sequence[Code], strategy: str, ranking: Sequence[RankedGuess]
) -> None:
    method, keys = brute_force.METHODS[strategy], []
    prefers = method.prefers_candidates or len(left) <= 2
    for ranked in ranking:
        sizes = [*parts(rules, left, ranked.guess).values()]
        is_candidate = ranked.guess in left
        assert_figures(ranked, sizes, is_candidate=is_candidate)
        keys.append((method.rank(sizes), prefers and not is_candidate, ranked.guess))
    assert keys == sorted(keys)


# Ranking


@pytest.mark.parametrize("strategy", RULE_STRATEGIES)
@settings(max_examples=30)
@given(progress=games_in_progress(max_codes=130))
def test_rankings_match_plain_comparison(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, _, turns = progress
    left, every = candidates(rules, turns), candidates(rules, [])
    ranking = rank_guesses(rules, turns, strategy)
    assert_ranked(rules, left, strategy, ranking)
    compared = left if brute_force.METHODS[strategy].among_candidates else every
    assert sorted(ranked.guess for ranked in ranking) == compared


def test_candidates_ascend_after_the_guess_of_beginner() -> None:
    turns = [*map(MASTERMIND.parse_turn, ("1111:1,0", "2222:1,0"))]
    ranking = [ranked.guess for ranked in rank_guesses(MASTERMIND, turns, "beginner")]
    assert ranking == [(3, 3, 3, 3), *candidates(MASTERMIND, turns)]


def test_random_ranks_no_guesses() -> None:
    with raises_message("expected a strategy that ranks guesses, got random"):
        rank_guesses("4x6", [], "random-consistent")


@pytest.mark.parametrize(
    ("game", "count"), [("ab", 1), ("ab-repeats", 5), ("5x8", 7), ("letters", 5)]
)
def test_large_games_rank_one_guess_per_class(game: str, count: int) -> None:
    rules = Rules.parse(game)
    found = rank_guesses(rules, [], "expected-size")
    classes = [tuple(sorted(Counter(one.guess).values())) for one in found]
    assert len(classes) == len({*classes}) == count
    codes = all_codes(rules)
    for one in found:
        counts = Counter(feedback_table(rules, [one.guess], codes)[0].tolist())
        assert_figures(one, [*counts.values()], is_candidate=True)


@pytest.mark.parametrize("strategy", RULE_STRATEGIES + HEURISTICS)
@pytest.mark.parametrize("game", ["ab", "5x8", "4x26"])
def test_first_ranked_guess_is_the_next_guess(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    guess = (1, 2, 3, 4, 5)[: rules.pegs]
    turns = [Turn(guess, Feedback(1, 1))]
    best, *others = rank_guesses(rules, turns, strategy, count=5)
    assert best.guess == next_guess(rules, turns, strategy)
    assert len(others) == 4
    left = candidates(rules, turns)
    for one in (best, *others):
        counts = Counter(feedback_table(rules, [one.guess], left)[0].tolist())
        assert one[2:4] == (max(counts.values()), len(counts))


def test_samples_are_ranked_by_all_candidates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "MAX_PAIRS", 12_000)
    monkeypatch.setattr(choice, "_SAMPLE_PAIRS", 6000)
    monkeypatch.setattr(choice, "_SAMPLE_CANDIDATES", 30)
    turns = [Turn((1, 1, 2, 3), Feedback(1, 0))]
    left = candidates(MASTERMIND, turns)
    found = rank_guesses(MASTERMIND, turns, "knuth")
    assert 30 < len(found) == 12_000 // len(left)
    assert_ranked(MASTERMIND, left, "knuth", found)


# Explanations


def explain(game: str, turns: str, strategy: str | None = "knuth") -> list[str]:
    rules = Rules.parse(game)
    return explain_turns(rules, [*map(rules.parse_turn, turns.split())], strategy)


@pytest.mark.table("game", "turns", "strategy", "sentences")
def test_explanations_have_these_sentences(
    game: str, turns: str, strategy: str, sentences: str
) -> None:
    assert explain(game, turns, strategy or None) == sentences.splitlines()


def test_explanations_mention_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suggestion_module, "MAX_PAIRS", 1000)
    suggestion_module.suggestion_or_error.cache_clear()
    sentences = explain("4x6", "1234:1,0 1455:1,0")
    suggestion_module.suggestion_or_error.cache_clear()
    assert " Knuth, comparing only some guesses, guesses " in sentences[1]


@pytest.mark.parametrize("name", [n for n, s in STRATEGIES.items() if s.rankings])
def test_ranking_is_sorted_by_the_headings_figure(name: str) -> None:
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    ranked = rank_guesses(MASTERMIND, turns, name, count=300)
    figures: dict[str, list[float]] = {
        "Average": [guess.expected_size for guess in ranked],
        "Largest": [guess.largest_part for guess in ranked],
        "Parts": [-guess.part_count for guess in ranked],
        "Bits": [-guess.entropy for guess in ranked],
    }
    shown = figures[STRATEGIES[name].heading]
    assert len(set(shown)) > 1
    assert shown == pytest.approx(sorted(shown))
