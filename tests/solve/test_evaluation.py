"""Strategies against one secret, and their totals over every secret."""

import itertools
import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import mean, stdev
from typing import Any

import brute_force
import pytest
from cases import RULE_STRATEGIES
from expected_values import entry_id, golden_entries, raises_message

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.lab import compiled_comparison
from xl_mastermind.solve import choice, compare_guesses
from xl_mastermind.solve.code_order import peg_orders
from xl_mastermind.solve.evaluation import Evaluation, PlayedTurn, evaluate, play
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import suggestion_or_error
from xl_mastermind.solve.user_strategy import GuessFunction, StrategyError

MASTERMIND = Rules(4, 6)
SMALL_GAMES = [
    *("3x4", "3x5", "2x6", "4x4", "5x3", "1x7", "4x1"),
    *("4x4 distinct", "3x6 distinct", "3x4 black", "3x5 distinct black"),
]
TOTALS = golden_entries("totals")

# Golden totals


@pytest.mark.parametrize("entry", TOTALS, ids=entry_id)
@pytest.mark.parametrize("symmetry", ["where it pays", "always"])
def test_evaluations_match_known_totals(
    entry: dict[str, Any], symmetry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if symmetry == "always":
        monkeypatch.setattr(compare_guesses, "MIN_COMPILED_PAIRS", -1)
        monkeypatch.setattr(choice, "_MIN_SYMMETRY_PAIRS", -1)
        suggestion_or_error.cache_clear()
    rules = Rules.parse(entry["game"])
    published_first = rules.parse_code(entry["first"])
    first = None if entry["own_first"] else published_first
    result = evaluate(rules, entry["strategy"], first=first)
    assert result.first == published_first
    assert (result.total, result.max) == (entry["total"], entry["most"])


@pytest.fixture(params=["numpy", "compiled", "compiled in shares"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare guesses by numpy, or by compiled code."""
    compiled = request.param != "numpy"
    monkeypatch.setattr(compare_guesses, "is_kernel_loaded", lambda *_: compiled)
    if request.param == "compiled in shares":
        monkeypatch.setattr(compiled_comparison, "_JOB_PAIRS", 100)
        monkeypatch.setattr(choice, "_MAX_CACHED_GUESSES", 100)


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("strategy", RULE_STRATEGIES)
@pytest.mark.parametrize(
    ("game", "first"),
    [
        *((game, None) for game in SMALL_GAMES),
        *(("3x4", "444"), ("3x4 black", "121"), ("4x4 distinct", "4231")),
    ],
)
def test_evaluations_match_brute_force_in_small_games(
    game: str, first: str | None, strategy: str
) -> None:
    rules = Rules.parse(game)
    code = rules.parse_code(first) if first else None
    plain = brute_force.play_all(brute_force.game(game), strategy, code)
    result = evaluate(rules, strategy, first=code)
    assert (result.first, [*result.histogram]) == plain
    assert (result.rules, result.strategy) == (rules, strategy)


@pytest.mark.slow
@pytest.mark.usefixtures("backend")
def test_evaluations_run_in_several_threads() -> None:
    tasks = [*itertools.product([Rules(4, 4), Rules(3, 6)], RULE_STRATEGIES)]
    expected = [evaluate(*task) for task in tasks]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda task: evaluate(*task), tasks * 2)
        assert [*found] == expected * 2


# Computed by numpy alone, comparing all codes from the third guess on. The program
# https://github.com/fancidev/mastermind finds the same for `minavg` and `parts` of 5x8.
LARGE_GAMES = ("4x10", "4x10 distinct", "4x7 black", "7x3 black", "5x8")
LARGE = {
    "beginner": (113044, 28024, 20673, 13593, 345514),
    "first-consistent": (87321, 28024, 19238, 13636, 250116),
    "minimax": (59087, 26983, 18537, 12845, 184723),
    "knuth": (58103, 27139, 18853, 12798, 183966),
    "brain-breaker": (58325, 27383, 19507, 12702, 185184),
    "expected-size": (56442, 26551, 18733, 12433, 180287),
    "entropy": (56209, 26424, 18564, 12377, 179863),
    "most-parts": (58011, 26751, 18763, 12529, 181834),
}
"""The totals of each strategy in these games."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "strategy", "total"),
    [
        pytest.param(
            *(game, name, total),
            marks=pytest.mark.proof if game == "5x8" and name != "knuth" else (),
        )
        for name in RULE_STRATEGIES
        for game, total in zip(LARGE_GAMES, LARGE[name], strict=True)
    ],
)
def test_totals_of_larger_games_match_numpy(
    game: str, strategy: str, total: int
) -> None:
    compare_guesses.load_in_background().result()
    assert evaluate(Rules.parse(game), strategy).total == total


# Other orders of the codes


def by_pegs(written: str, game: str) -> brute_force.Reordered:
    plain = brute_force.game(game)
    pegs = (*map(int, written.removesuffix("-reversed")),)
    size = (plain.pegs, plain.colours, plain.distinct, plain.black_only)
    return brute_force.Reordered(*size, by=pegs, down=written.endswith("reversed"))


@pytest.mark.parametrize("strategy", ["first-consistent", "minimax"])
@pytest.mark.parametrize("first", [None, (1, 1, 2)])
@pytest.mark.parametrize("game", ["3x4", "3x4 black"])
def test_evaluations_match_brute_force_in_every_order(
    game: str, first: Code | None, strategy: str
) -> None:
    rules = Rules.parse(game)
    assert len(peg_orders(rules)) == 12
    for order in peg_orders(rules):
        found = brute_force.play_all(by_pegs(order, game), strategy, first)
        result = evaluate(rules, strategy, first=first, order=order)
        assert (result.first, [*result.histogram]) == found


@pytest.mark.parametrize("order", ["magic", "12", "1123", "2143-", "²134", "-"])
def test_evaluate_raises_for_unknown_orders(order: str) -> None:
    message = "expected an order (lexicographic, reversed, from-right, shuffled, or the"
    with raises_message(f"{message} pegs, such as 4321), got {order!r}"):
        evaluate(MASTERMIND, "minimax", order=order)
    takers = " or ".join(n for n, s in STRATEGIES.items() if s.takes_order)
    for strategy, name in (("knuth", "knuth"), (repeat, "repeat")):
        with raises_message(f"expected {takers} with an order, got {name!r}"):
            evaluate(MASTERMIND, strategy, order="reversed")


# The results


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("game", ["4x6", "3x4 black", "4x5 distinct", "1x1"])
def test_progress_adds_up_to_all_secrets(game: str, strategy: str) -> None:
    counts: list[int] = []
    rules = Rules.parse(game)
    evaluate(rules, strategy, progress=counts.append)
    assert sum(counts) == rules.code_count
    assert min(counts) > 0


# One secret


@pytest.mark.parametrize("entry", golden_entries("games"), ids=entry_id)
def test_published_games_take_as_many_guesses(entry: dict[str, Any]) -> None:
    rules = Rules.parse(entry["game"])
    secret = rules.parse_code(entry["secret"])
    first = entry["first"] and rules.parse_code(entry["first"])
    played = [*play(rules, secret, entry["strategy"], first=first)]
    assert len(played) == entry["guesses"]
    assert played[-1].turn == Turn(secret, rules.win)


# At random


def test_seeds_repeat_games_and_evaluations() -> None:
    def played(seed: int) -> tuple[list[PlayedTurn], Evaluation]:
        game = [*play(MASTERMIND, (4, 5, 6, 3), "random", seed=seed)]
        return game, evaluate(MASTERMIND, "random", seed=seed)

    results = [*map(played, range(9))]
    assert [*map(played, range(3))] == results[:3]
    games, evaluations = zip(*results, strict=True)
    assert all(one != other for one, other in itertools.combinations(games, 2))
    assert len({*evaluations}) > 5


def test_random_starts_with_the_first_guess() -> None:
    for seed in range(10):
        result = evaluate(MASTERMIND, "random", first=(1, 1, 2, 2), seed=seed)
        assert result.first == (1, 1, 2, 2)
        assert result.histogram[0] == 1
    anywhere = [evaluate(MASTERMIND, "random", seed=seed) for seed in range(10)]
    assert len({result.histogram[0] for result in anywhere}) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "exact", "seeds"),
    [
        *((game, None, 2000) for game in ("3x4", "3x5 distinct", "4x3")),
        # `brute_force.random_total` computes it in some minutes.
        ("4x6", 4.643523, 100),
    ],
)
def test_random_average_matches_the_exact_one(
    game: str, exact: float | None, seeds: int
) -> None:
    rules = Rules.parse(game)
    if exact is None:
        total = brute_force.random_total(brute_force.game(game))
        exact = float(total / rules.code_count)
    totals = [evaluate(rules, "random", seed=seed).total for seed in range(seeds)]
    standard_error = stdev(totals) / math.sqrt(seeds) / rules.code_count
    # A chance of less than 1 in 1,000.
    assert abs(mean(totals) / rules.code_count - exact) < 3.29 * standard_error
    assert standard_error < exact / 500


# Functions as strategies


def guess_first_candidate(rules: Rules, turns: Sequence[Turn]) -> str:
    return rules.format_code(candidates(rules, turns)[0])


@pytest.mark.parametrize("game", ["3x3", "3x4 distinct", "3x3 black", "4x2"])
def test_function_counts_as_the_same_strategy(game: str) -> None:
    found = evaluate(game, guess_first_candidate)
    assert found.strategy == "guess_first_candidate"
    assert found.histogram == evaluate(game, "first-consistent").histogram
    assert evaluate(game, guess_first_candidate, first=found.first) == found
    last = candidates(game, [])[-1]
    assert evaluate(game, guess_first_candidate, first=last).first == last


def divide(_: Rules, turns: Sequence[Turn]) -> str:
    return "112" if not turns else str(1 / 0)


def repeat(_: Rules, _turns: Sequence[Turn]) -> str:
    return "111"


def shorten(_: Rules, _turns: Sequence[Turn]) -> str:
    return "11"


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (divide, "ZeroDivisionError: .*, in divide, turn 2 for code 333 after 112:0,0"),
        (repeat, "each code in 100 guesses, got more in repeat, turn 101 for code 222"),
        (
            shorten,
            "expected 3 pegs, got 2 in code '11', in shorten, turn 1 for code 111",
        ),
    ],
)
def test_errors_of_functions_name_the_turn(
    function: GuessFunction, message: str
) -> None:
    with pytest.raises(StrategyError, match=message):
        evaluate("3x3", function)
