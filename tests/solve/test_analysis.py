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
from xl_mastermind.solve.analysis import RankedGuess, rank_guesses
from xl_mastermind.solve.explanation import explain_turns
from xl_mastermind.solve.suggestion import next_guess

pytestmark = pytest.mark.slow

MASTERMIND = Rules(4, 6)
RULE_STRATEGIES = [*brute_force.METHODS]
HEURISTICS = [*brute_force.HEURISTICS]


@pytest.mark.parametrize("game", ["2x4", "3x3", "3x4 distinct", "3x3 black"])
def test_optimal_ranks_by_proved_averages(game: str) -> None:
    rules, plain = Rules.parse(game), brute_force.game(game)
    codes = [tuple(code) for code in all_codes(rules).tolist()]
    first = codes[0]
    for marks in {rules.feedback(code, first) for code in codes} - {rules.win}:
        turns = [Turn(first, marks)]
        codes_left = [
            n for n, code in enumerate(codes) if rules.feedback(code, first) == marks
        ]
        found = rank_guesses(rules, turns, "optimal")
        assert found[0].guess == next_guess(rules, turns, "optimal")
        proved = [ranked for ranked in found if ranked.average_guesses is not None]
        assert len(proved) == min(24, len(codes))
        # A useless guess needs one more than the best guess.
        best = least_total(plain, codes_left)
        after = [
            total_after(plain, codes_left, codes.index(ranked.guess))
            for ranked in proved
        ]
        needed = [
            (total or best + len(codes_left)) / len(codes_left) for total in after
        ]
        assert [ranked.average_guesses for ranked in proved] == pytest.approx(needed)
        assert needed == sorted(needed)


def parts(rules: Rules, codes_left: Sequence[Code], guess: Code) -> Counter[Feedback]:
    return Counter(rules.feedback(code, guess) for code in codes_left)


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
    rules: Rules,
    codes_left: Sequence[Code],
    strategy: str,
    ranking: Sequence[RankedGuess],
) -> None:
    method, keys = brute_force.METHODS[strategy], []
    prefers = method.prefers_candidates or len(codes_left) <= 2
    for ranked in ranking:
        sizes = [*parts(rules, codes_left, ranked.guess).values()]
        is_candidate = ranked.guess in codes_left
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
    codes_left, codes = candidates(rules, turns), candidates(rules, [])
    ranking = rank_guesses(rules, turns, strategy)
    assert_ranked(rules, codes_left, strategy, ranking)
    compared = codes_left if brute_force.METHODS[strategy].among_candidates else codes
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
    classes = [tuple(sorted(Counter(ranked.guess).values())) for ranked in found]
    assert len(classes) == len({*classes}) == count
    codes = all_codes(rules)
    for ranked in found:
        counts = Counter(feedback_table(rules, [ranked.guess], codes)[0].tolist())
        assert_figures(ranked, [*counts.values()], is_candidate=True)


@pytest.mark.parametrize("strategy", RULE_STRATEGIES + HEURISTICS)
@pytest.mark.parametrize("game", ["ab", "5x8", "4x26"])
def test_first_ranked_guess_is_the_next_guess(game: str, strategy: str) -> None:
    rules = Rules.parse(game)
    guess = (1, 2, 3, 4, 5)[: rules.pegs]
    turns = [Turn(guess, Feedback(1, 1))]
    best, *others = rank_guesses(rules, turns, strategy, count=5)
    assert best.guess == next_guess(rules, turns, strategy)
    assert len(others) == 4
    codes_left = candidates(rules, turns)
    for ranked in (best, *others):
        counts = Counter(feedback_table(rules, [ranked.guess], codes_left)[0].tolist())
        assert ranked[2:4] == (max(counts.values()), len(counts))


def test_samples_are_ranked_by_all_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_PAIRS", 12_000)
    monkeypatch.setattr(choice, "_SAMPLE_PAIRS", 6000)
    monkeypatch.setattr(choice, "_SAMPLE_CANDIDATES", 30)
    turns = [Turn((1, 1, 2, 3), Feedback(1, 0))]
    codes_left = candidates(MASTERMIND, turns)
    found = rank_guesses(MASTERMIND, turns, "knuth")
    assert 30 < len(found) == 12_000 // len(codes_left)
    assert_ranked(MASTERMIND, codes_left, "knuth", found)


# Explanations


def explain(game: str, turns: str, strategy: str | None = "knuth") -> list[str]:
    rules = Rules.parse(game)
    return explain_turns(rules, [*map(rules.parse_turn, turns.split())], strategy)


@pytest.mark.table("game", "turns", "strategy", "sentences")
def test_explanations_have_these_sentences(
    game: str, turns: str, strategy: str, sentences: str
) -> None:
    assert explain(game, turns, strategy or None) == sentences.splitlines()


def test_explanations_mention_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suggestion_module, "MAX_PAIRS", 1000)
    suggestion_module.suggestion_or_error.cache_clear()
    sentences = explain("4x6", "1234:1,0 1455:1,0")
    suggestion_module.suggestion_or_error.cache_clear()
    assert " Knuth, comparing only some guesses, guesses " in sentences[1]
