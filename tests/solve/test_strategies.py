"""The next guess of every strategy, and how ties are broken."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import brute_force
import numpy as np
import pytest
from helpers import codes_of, games_in_progress, refuses, turns_against
from hypothesis import given
from hypothesis import strategies as st

from xl_mastermind.game.codes import candidates, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve import strategies
from xl_mastermind.solve.evaluate import steps
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    NoCandidateError,
    first_choice,
    next_guess,
    parse_strategy,
    suggest,
    survivors,
)

MASTERMIND = Rules(4, 6)
AT_RANDOM = [name for name, strategy in STRATEGIES.items() if strategy.at_random]
EXACT = [name for name, strategy in STRATEGIES.items() if strategy.exact]
BY_RULE = [name for name in STRATEGIES if name not in (*AT_RANDOM, *EXACT)]

# Names


def test_every_strategy_by_rule_is_checked_by_brute_force() -> None:
    assert {*brute_force.METHODS} == {*BY_RULE}
    assert AT_RANDOM == ["random"]
    assert EXACT == ["optimal", "optimal-5"]


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_is_found_by_its_name_in_any_case(name: str) -> None:
    for written in (name, name.upper(), name.title(), f" {name.replace('-', ' ')} "):
        assert parse_strategy(written) is STRATEGIES[name]


def test_random_has_another_name() -> None:
    assert parse_strategy("random-consistent") is STRATEGIES["random"]


@pytest.mark.parametrize("text", ["", "magic", "knut", "knuth!", "most_parts"])
def test_a_strategy_that_is_none_is_refused(text: str) -> None:
    message = f"expected a strategy ({', '.join(STRATEGIES)}), got {text!r}"
    with refuses(message):
        parse_strategy(text)
    with refuses(message):
        next_guess(MASTERMIND, [], text)


# The rules


@pytest.mark.parametrize(
    ("strategy", "first"),
    [
        ("first-consistent", "1111"),
        ("minimax", "1122"),
        ("knuth", "1122"),
        ("brain-breaker", "1122"),
        ("expected-size", "1123"),
        ("entropy", "1234"),
        ("most-parts", "1123"),
    ],
)
def test_first_guesses_of_mastermind(strategy: str, first: str) -> None:
    assert MASTERMIND.format_code(next_guess(MASTERMIND, [], strategy)) == first


def test_knuth_is_the_default() -> None:
    assert DEFAULT_STRATEGY == "knuth"
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    assert next_guess(MASTERMIND, turns) == next_guess(MASTERMIND, turns, "knuth")


@pytest.mark.parametrize(
    ("turns", "guess"),
    [
        # The answers after 1122 that Knuth's paper goes through.
        ([("1122", 1, 0)], "1344"),
        ([("1122", 1, 0), ("1344", 0, 1)], "3526"),
        ([("1122", 1, 0), ("1344", 0, 1), ("3526", 1, 2)], "1462"),
        ([("1122", 0, 3)], "1213"),
    ],
)
def test_knuths_own_examples(turns: list[tuple[str, int, int]], guess: str) -> None:
    played = [
        Turn(MASTERMIND.parse_code(code), Feedback(black, white))
        for code, black, white in turns
    ]
    assert MASTERMIND.format_code(next_guess(MASTERMIND, played, "knuth")) == guess


@pytest.mark.parametrize("looks_for_symmetry", [False, True])
@pytest.mark.parametrize("strategy", BY_RULE)
@given(progress=games_in_progress(most_codes=360))
def test_every_guess_is_that_of_brute_force(
    progress: tuple[Rules, Code, list[Turn]], strategy: str, *, looks_for_symmetry: bool
) -> None:
    rules, _, turns = progress
    words = [word for word in str(rules).split() if not word.startswith("symbols")]
    plain = brute_force.game(" ".join(words))
    book = codebook(rules)
    left = [book.index(code) for code in candidates(rules, turns)]
    with pytest.MonkeyPatch.context() as patch:
        if looks_for_symmetry:
            patch.setattr(strategies, "_MOST_PAIRS", -1)
        first_choice.cache_clear()
        guess = next_guess(rules, turns, strategy)
    assert guess == book.code(brute_force.choose(plain, strategy, left))


@pytest.mark.parametrize("looks_for_symmetry", [False, True])
@pytest.mark.parametrize("strategy", BY_RULE)
@given(data=st.data(), progress=games_in_progress(most_turns=2, most_codes=360))
def test_with_a_pattern_every_guess_is_that_of_brute_force(
    data: st.DataObject,
    progress: tuple[Rules, Code, list[Turn]],
    strategy: str,
    *,
    looks_for_symmetry: bool,
) -> None:
    rules, secret, turns = progress
    known = data.draw(st.lists(st.booleans(), min_size=rules.pegs, max_size=rules.pegs))
    pattern = tuple(c if shown else 0 for c, shown in zip(secret, known, strict=True))
    words = [word for word in str(rules).split() if not word.startswith("symbols")]
    plain = brute_force.game(" ".join(words))
    book = codebook(rules)
    left = [
        book.index(code)
        for code in candidates(rules, turns)
        if all(p in (0, c) for p, c in zip(pattern, code, strict=True))
    ]
    assert candidates(rules, turns, pattern) == [*map(book.code, left)]
    with pytest.MonkeyPatch.context() as patch:
        if looks_for_symmetry:
            patch.setattr(strategies, "_MOST_PAIRS", -1)
        guess = next_guess(rules, turns, strategy, pattern=pattern)
    assert guess == book.code(brute_force.choose(plain, strategy, left))


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


@given(progress=games_in_progress(), strategy=st.sampled_from([*STRATEGIES]))
def test_of_one_or_two_candidates_the_first_is_guessed(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, secret, turns = progress
    for guess in map(tuple, codebook(rules).codes[::7].tolist()):
        left = candidates(rules, turns)
        if len(left) <= 2:
            break
        turns = [*turns, *turns_against(rules, secret, [guess])]
    left = candidates(rules, turns)
    if turns and len(left) <= 2:
        assert next_guess(rules, turns, strategy, seed=5) == left[0]


def test_a_code_that_is_no_candidate_is_guessed_where_it_tells_more() -> None:
    turns = [Turn((1, 1, 2, 3), Feedback(2, 1)), Turn((1, 2, 4, 2), Feedback(2, 0))]
    rules = Rules.parse("brain-breaker")
    guess = next_guess(rules, turns, "brain-breaker")
    assert rules.format_code(guess) == "1115"
    assert guess not in candidates(rules, turns)


@pytest.mark.parametrize("strategy", ["first-consistent", "minimax", "random"])
@given(progress=games_in_progress())
def test_strategies_among_candidates_guess_candidates(
    progress: tuple[Rules, Code, list[Turn]], strategy: str
) -> None:
    rules, _, turns = progress
    assert next_guess(rules, turns, strategy, seed=1) in candidates(rules, turns)


@given(sizes=st.lists(st.integers(1, 200), min_size=1, max_size=14))
def test_entropy_of_the_same_parts_in_any_order_is_a_tie(sizes: list[int]) -> None:
    (rank,) = STRATEGIES["entropy"].ranks
    orders = [sizes, sizes[::-1], sorted(sizes), [*sizes[1:], sizes[0]]]
    bits = rank(np.array(orders, dtype=np.uint16).T)
    assert np.ptp(bits) < 1e-9 / 2
    exact = sum(n * math.log2(n) for n in sizes) / sum(sizes)
    assert float(bits[0]) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "turns", "guess"),
    [
        # Equal entropies that rounding tells apart, so that a greater code would win.
        ("3x6", [("642", 0, 2), ("552", 0, 1)], "126"),
        ("3x6", [("112", 0, 1), ("632", 0, 2)], "243"),
        # Entropies that differ by less than a thousandth of a bit.
        ("4x6", [("3542", 2, 1)], "1332"),
        ("4x5", [("1122", 2, 0)], "1314"),
    ],
)
def test_close_entropies_are_told_apart_exactly(
    game: str, turns: list[tuple[str, int, int]], guess: str
) -> None:
    rules, plain = Rules.parse(game), brute_force.game(game)
    played = [
        Turn(rules.parse_code(code), Feedback(black, white))
        for code, black, white in turns
    ]
    assert rules.format_code(next_guess(rules, played, "entropy")) == guess
    left = [plain.codes.index(code) for code in candidates(rules, played)]
    exact = brute_force.choose(plain, "entropy", left)
    assert rules.format_code(plain.codes[exact]) == guess


def test_entropies_that_differ_in_mastermind_differ_by_more_than_the_tolerance() -> (
    None
):
    # Whole numbers tell equal entropies from different ones; the first guesses'
    # parts are the largest, and so are their answers' to a second.
    plain = brute_force.game("4x6")
    (rank,) = STRATEGIES["entropy"].ranks
    book = codebook(MASTERMIND)
    for first in ("1111", "1112", "1122", "1123", "1234"):
        guess = book.index(MASTERMIND.parse_code(first))
        for left in plain.parts(guess, range(len(book))).values():
            sizes = book.part_sizes(np.array(left))
            exact = [math.prod(n**n for n in column) for column in sizes.T.tolist()]
            bits = rank(sizes)
            order = np.argsort(bits)
            for one, other in itertools.pairwise(order.tolist()):
                near = bits[other] - bits[one] < 1e-9
                assert near == (exact[one] == exact[other])


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


# Games too large to compare all guesses

FEW = {"MOST_EXACT": -1, "_SAMPLED_PAIRS": 600, "_SAMPLED_CANDIDATES": 30}
ALL = {"MOST_EXACT": -1, "_SAMPLED_PAIRS": 1 << 24, "_SAMPLED_CANDIDATES": 1 << 12}


@pytest.fixture
def sampling(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Take samples of so many pairs and candidates from now on."""

    def takes(sizes: dict[str, int]) -> None:
        for name, size in sizes.items():
            monkeypatch.setattr(strategies, name, size)
        first_choice.cache_clear()

    yield takes
    first_choice.cache_clear()


RANKED = [name for name in BY_RULE if STRATEGIES[name].ranks]


@pytest.mark.parametrize("strategy", RANKED)
def test_a_sample_finds_every_code_and_says_so(
    strategy: str, sampling: Callable[..., None]
) -> None:
    sampling(FEW)
    for secret in candidates(MASTERMIND, [])[::131]:
        played = [*steps(MASTERMIND, secret, strategy)]
        assert played[-1].turn == Turn(secret, MASTERMIND.win)
        assert len(played) <= 9
        before = [1296, *(step.left for step in played)]
        for step, left in zip(played, before, strict=False):
            assert step.sampled or left <= len(MASTERMIND.feedbacks)
    turns = [Turn((1, 1, 2, 2), Feedback(1, 0))]
    assert suggest(MASTERMIND, turns, strategy) == suggest(MASTERMIND, turns, strategy)


@pytest.mark.parametrize("strategy", RANKED)
def test_a_sample_of_all_is_the_exact_choice(
    strategy: str, sampling: Callable[..., None]
) -> None:
    positions = [
        [],
        [Turn((1, 1, 2, 2), Feedback(1, 0))],
        [Turn((1, 2, 3, 4), Feedback(0, 2)), Turn((5, 5, 1, 2), Feedback(0, 2))],
    ]
    exact = [suggest(MASTERMIND, turns, strategy) for turns in positions]
    sampling(ALL)
    sampled = [suggest(MASTERMIND, turns, strategy) for turns in positions]
    assert sampled == [choice._replace(sampled=True) for choice in exact]


@pytest.mark.parametrize("strategy", ["first-consistent", "random"])
def test_a_strategy_that_compares_nothing_takes_no_sample(
    strategy: str, sampling: Callable[..., None]
) -> None:
    sampling(FEW)
    assert not suggest(MASTERMIND, [], strategy).sampled


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("4x26", []),
        ("4x26", ["VHYO", "YRPO"]),
        ("4x26", ["VHYO", "YRPO", "PHYO", "VUYO", "YYBO"]),
        ("4x26 distinct", ["AMVS", "ZJAS", "JKQS", "OKQS", "CVAS"]),
        ("5x8", ["36523", "64148"]),
    ],
)
def test_letters_and_super_are_exact_where_they_are_hardest(
    game: str, turns: list[str]
) -> None:
    rules = Rules.parse(game)
    answers = Feedback(0, 2) if game == "5x8" else Feedback(0, 1)
    played = [Turn(rules.parse_code(guess), answers) for guess in turns]
    assert not suggest(rules, played, "knuth").sampled


def test_a_game_of_six_pegs_and_nine_colours_takes_a_sample() -> None:
    rules = Rules(6, 9)
    guesses = [*map(rules.parse_code, ("315853", "195717", "473249"))]
    turns = [Turn(guess, Feedback(0, 2)) for guess in guesses]
    suggestion = suggest(rules, turns, "knuth")
    assert suggestion.sampled
    assert suggestion.left == 3153


# From ABC? with 23 letters open the post asks for several letters at once. Guessing
# candidates one by one takes 276 guesses over all 23 codes, and up to 23.
LETTERS_OPEN = {
    **dict.fromkeys(["first-consistent", "minimax"], (276, 23)),
    **dict.fromkeys(["knuth", "brain-breaker", "expected-size", "entropy"], (116, 7)),
    "most-parts": (166, 12),  # three parts are most, however small two of them are
}


@pytest.mark.parametrize("game", ["4x26", "4x26 distinct"])
@pytest.mark.parametrize("strategy", LETTERS_OPEN)
def test_several_letters_are_asked_for_at_once(strategy: str, game: str) -> None:
    rules = Rules.parse(game)
    pattern = rules.parse_pattern("ABC?")
    tried = () if rules.distinct else ("ABCA", "ABCB", "ABCC")
    before = [Turn(rules.parse_code(code), Feedback(3, 0)) for code in tried]
    open_codes = candidates(rules, before, pattern)
    assert [rules.format_code(code) for code in open_codes] == [
        f"ABC{letter}" for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"
    ]
    needed = []
    for secret in open_codes:
        turns: list[Turn] = [*before]
        while not turns or turns[-1].feedback != rules.win:
            guess = next_guess_of_letters(rules, (*turns,), strategy, pattern)
            turns.append(Turn(guess, rules.answer(secret, guess)))
        needed.append(len(turns) - len(before))
    assert (sum(needed), max(needed)) == LETTERS_OPEN[strategy]


@cache
def next_guess_of_letters(
    rules: Rules, turns: tuple[Turn, ...], strategy: str, pattern: Code
) -> Code:
    return next_guess(rules, turns, strategy, pattern=pattern)


# Contradictions


def test_the_turn_is_named_that_contradicts_those_before_it() -> None:
    turns = [
        Turn((1, 1, 1, 1), Feedback(2, 0)),
        Turn((2, 2, 2, 2), Feedback(2, 0)),
        Turn((3, 3, 3, 3), Feedback(1, 0)),
        Turn((4, 4, 4, 4), Feedback(1, 0)),
    ]
    message = (
        "no code fits from turn 3 on: turn 2 would fit as 0 black, 0 white;"
        " turn 1 as 0 black, 0 white"
    )
    with refuses(message, NoCandidateError):
        next_guess(MASTERMIND, turns)


def test_one_turn_alone_can_be_a_contradiction() -> None:
    rules = Rules.parse("3x3 distinct")
    turns = [Turn((1, 2, 3), Feedback(0, 0))]
    message = (
        "no code fits from turn 1 on: turn 1 would fit as 0 black, 3 white;"
        " turn 1 as 1 black, 2 white; 1 more would do"
    )
    with refuses(message, NoCandidateError):
        next_guess(rules, turns)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_after_a_win_the_secret_is_all_that_is_left(strategy: str) -> None:
    turns = [Turn((6, 5, 4, 3), Feedback(4, 0))]
    assert next_guess(MASTERMIND, turns, strategy) == (6, 5, 4, 3)


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        (
            Turn((1, 1, 2), Feedback(1, 0)),
            "expected 4 pegs, got 3 in code (1, 1, 2)",
        ),
        (
            Turn((1, 1, 2, 7), Feedback(1, 0)),
            "expected colours 1 to 6, got 7 in code (1, 1, 2, 7)",
        ),
        (
            Turn((1, 1, 2, 2), Feedback(3, 1)),
            "3 black and 1 white cannot be: the last peg has no other place",
        ),
        (
            Turn((1, 1, 2, 2), Feedback(0, 5)),
            "expected 0 to 4 pegs in all, got 0 black and 5 white",
        ),
    ],
)
def test_turns_of_another_game_are_refused(turn: Turn, message: str) -> None:
    with refuses(message):
        next_guess(MASTERMIND, [turn])


@pytest.mark.parametrize("given_", [(3, 1), (0, 5), (-1, 2)])
def test_survivors_refuse_a_feedback_that_cannot_be(given_: tuple[int, int]) -> None:
    turn = Turn((1, 1, 2, 2), Feedback(*given_))
    with pytest.raises(ValueError, match=r"black and \d white"):
        survivors(MASTERMIND, [turn])


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
