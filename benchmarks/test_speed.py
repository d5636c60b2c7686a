"""
The speed of the solver, against its limits on one core.

Run by name, on a quiet machine: ``taskset -c 0 pytest benchmarks``. Each
benchmark fails if its median is over the limit; ``-s`` prints the medians.
"""

import itertools
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from xl_mastermind.cells.values import Cell
from xl_mastermind.functions import FUNCTIONS, evaluation
from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.codes import all_codes, candidates, feedback_table
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.lab.optimal import cached_search
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.evaluation import evaluate, play
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import (
    next_guess,
    suggest_guess,
    suggestion_or_error,
)

MASTERMIND = Rules(4, 6)
CALLS = {function.name: function.call for function in FUNCTIONS}
MILLISECOND = 1e-3


def report(text: str) -> None:
    print(f"\n{text}")  # noqa: T201, shown with -s


def measure(
    benchmark: BenchmarkFixture, limit: float, job: Callable[[], object]
) -> None:
    """Time `job` once it is warm, print its median and hold it to its limit."""
    job()
    benchmark(job)
    if benchmark.stats is None:  # --benchmark-disable
        return
    median = benchmark.stats.stats.median
    benchmark.extra_info["limit"] = limit
    report(f"{benchmark.name}: {median:.4g} s, limit {limit:g} s")
    assert median <= limit


def worst(rules: Rules, history: list[Turn], guess: Code) -> list[Turn]:
    """Return the history with the answer to `guess` that leaves most codes."""
    longer = [[*history, Turn(guess, answer)] for answer in rules.feedbacks[:-1]]
    return max(longer, key=lambda turns: len(candidates(rules, turns)))


def worst_path(strategy: str) -> Iterator[list[Turn]]:
    """Yield the turns of a game of Mastermind against the hardest answers."""
    turns: list[Turn] = []
    while len(candidates(MASTERMIND, turns)) > 2:
        yield turns
        turns = worst(MASTERMIND, turns, next_guess(MASTERMIND, turns, strategy))


def board(turns: list[Turn]) -> tuple[Cell, Cell]:
    """Return the guesses and the feedback of a board as a sheet gives them."""
    blank = [None] * (10 - len(turns))
    guesses = [[*map(float, guess)] for guess, _ in turns] + [[None] * 4 for _ in blank]
    marks = [[*map(float, answer)] for _, answer in turns] + [[None] * 2 for _ in blank]
    return guesses, marks


# SOLVE_NEXT, at positions along each strategy's own hardest game, and after
# bad first guesses.

POSITIONS = [
    *(
        pytest.param(strategy, turns, id=f"{strategy} turn {len(turns) + 1}")
        for strategy in STRATEGIES
        for turns in worst_path(strategy)
    ),
    *(
        pytest.param(strategy, turns, id=f"{strategy} after {name}")
        for strategy in STRATEGIES
        for name, turns in {
            "1111": worst(MASTERMIND, [], (1, 1, 1, 1)),
            "1111 twice": worst(MASTERMIND, [], (1, 1, 1, 1)) * 2,
            "1112": worst(MASTERMIND, [], (1, 1, 1, 2)),
        }.items()
    ),
]


@pytest.mark.parametrize(("strategy", "turns"), POSITIONS)
def test_solve_next(
    benchmark: BenchmarkFixture, strategy: str, turns: list[Turn]
) -> None:
    def job() -> object:
        suggestion_or_error.cache_clear()
        return CALLS["SOLVE_NEXT"](*board(turns), strategy)

    measure(benchmark, 5 * MILLISECOND, job)


@pytest.mark.parametrize(("strategy", "turns"), POSITIONS)
def test_rank_guesses(
    benchmark: BenchmarkFixture, strategy: str, turns: list[Turn]
) -> None:
    job = partial(CALLS["RANK_GUESSES"], *board(turns), strategy)
    measure(benchmark, 10 * MILLISECOND, job)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategy_stats(benchmark: BenchmarkFixture, strategy: str) -> None:
    def job() -> object:
        evaluation.cache_clear()
        return CALLS["STRATEGY_STATS"](strategy)

    measure(benchmark, 50 * MILLISECOND, job)


@pytest.mark.parametrize("secret", [(4, 5, 6, 3), (1, 1, 1, 2), (1, 1, 1, 1)])
def test_compare(benchmark: BenchmarkFixture, secret: Code) -> None:
    def job() -> object:
        suggestion_or_error.cache_clear()
        names = [*STRATEGIES][:6]
        return [[*play(MASTERMIND, secret, name, seed=1)] for name in names]

    measure(benchmark, 0.5, job)


def test_explain_turns(benchmark: BenchmarkFixture) -> None:
    *_, turns = worst_path("first-consistent")

    def job() -> object:
        suggestion_or_error.cache_clear()
        return CALLS["EXPLAIN_TURNS"](*board(turns))

    measure(benchmark, 10 * MILLISECOND, job)


def test_rate_guess(benchmark: BenchmarkFixture) -> None:
    """Rate finished games, each a new one, as in an evening of play."""
    compile_kernels(report=report)
    codes = Random(1).sample(all_codes(MASTERMIND).tolist(), 400)
    games = itertools.cycle(
        [played.turn for played in play(MASTERMIND, tuple(code), "random", seed=seed)]
        for seed, code in enumerate(codes)
    )
    cached_search.cache_clear()

    def job() -> object:
        return CALLS["RATE_GUESS"](*board(next(games)))

    measure(benchmark, 100 * MILLISECOND, job)


def test_ruled_out(benchmark: BenchmarkFixture) -> None:
    guesses = [*itertools.islice(itertools.permutations(range(1, 7), 4), 0, 360, 36)]
    turns = [Turn(guess, MASTERMIND.feedback((4, 5, 6, 3), guess)) for guess in guesses]
    assert len(turns) == 10
    job = partial(CALLS["RULED_OUT"], *board(turns))
    measure(benchmark, MILLISECOND, job)


EQUAL = [["1122"]] * 1000, [[1, 0]] * 1000
MIXED = [[f"{number:04}"] for number in range(10_000)], [[1, 0], [0, 2]] * 5000
HUGE = [["AABCD"], ["EFGHI"]], [[1, 1], [0, 2]]
CORNERS = {
    "equal turns": ("EXPLAIN_TURNS", *EQUAL),
    "equal turns rated": ("RATE_GUESS", *EQUAL),
    "contradictory turns": ("EXPLAIN_TURNS", *MIXED, "", "ab-repeats"),
    "contradictions": ("CONTRADICTIONS", *MIXED, "ab-repeats"),
    "lengths": ("BLACK", 12, [["1" * number] for number in range(1, 1001)]),
    "cheats": ("CHEAT", [["AABCD"]] * 1000, "5x20"),
    "one code of many": ("RULED_OUT", *[[["112233441122"]]] * 2, [[9, 0]], "12x4"),
    "many codes": ("SOLVE_NEXT", *HUGE, "", "5x20"),
    "many pegs": ("SOLVE_NEXT", [["11122233344"]], [[3, 4]], "", "11x4"),
    "many codes explained": ("EXPLAIN_TURNS", *HUGE, "", "5x20"),
}


@pytest.mark.parametrize("corner", CORNERS.values(), ids=CORNERS)
def test_corners(benchmark: BenchmarkFixture, corner: tuple[Any, ...]) -> None:
    name, *cells = corner

    def job() -> object:
        suggestion_or_error.cache_clear()
        return CALLS[name](*cells)

    measure(benchmark, 1, job)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_evaluate(benchmark: BenchmarkFixture, strategy: str) -> None:
    job = partial(evaluate, MASTERMIND, strategy, seed=1)
    measure(benchmark, 20 * MILLISECOND, job)


@pytest.mark.parametrize("strategy", ["knuth", "expected-size", "entropy"])
def test_compiled_code_is_twice_as_fast_as_numpy(
    strategy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Evaluate a large game both ways, by the time of the processor."""
    compile_kernels(report=report)
    times = []
    for ready in (True, False):
        monkeypatch.setattr(
            compare_guesses, "is_kernel_loaded", lambda *_, ready=ready: ready
        )
        evaluate(Rules(4, 10), strategy)
        start = time.process_time()
        evaluate(Rules(4, 10), strategy)
        times.append(time.process_time() - start)
    compiled, numpy = times
    report(f"4x10 {strategy}: {compiled:.3g} s, numpy {numpy:.3g} s")
    assert 2 * compiled <= numpy


def test_feedback_table(benchmark: BenchmarkFixture) -> None:
    codes = all_codes(MASTERMIND)
    job = partial(feedback_table, MASTERMIND, codes, codes)
    measure(benchmark, 5 * MILLISECOND, job)


# The next guess of large games: at every move of a game against the codemaker who
# cheats, and where many candidates and little symmetry are left.


class Large(NamedTuple):
    """A large game: seconds a guess may take, and turns that are hard for it."""

    limit: float
    positions: list[list[str]]
    answer: Feedback


LARGE = {
    "4x26": Large(
        1.0,
        [
            *(["LSLO"], ["VHYO", "YRPO"], ["WRXV", "HHWV"]),
            ["VHYO", "YRPO", "PHYO", "VUYO", "YYBO"],
        ],
        Feedback(0, 1),
    ),
    "4x26 distinct": Large(
        1.0,
        [["VHYO", "DVYM"], ["AMVS", "ZJAS", "JKQS", "OKQS", "CVAS"]],
        Feedback(0, 1),
    ),
    "5x8": Large(
        0.3,
        [
            *(["11111"], ["12345"], ["11123", "12134"], ["55627", "85473"]),
            *(["36523", "64148"], ["73647", "35127"], ["11112", "13456"]),
        ],
        Feedback(0, 2),
    ),
    "6x9": Large(
        2.0,
        [
            *(["112233"], ["112233", "244566"]),
            ["315853", "195717", "473249"],
        ],
        Feedback(0, 2),
    ),
}
MAX_MEGABYTES = 1024
RULE_STRATEGIES = [
    name
    for name, strategy in STRATEGIES.items()
    if not (strategy.is_random or strategy.is_exact)
]


def hard_positions(game: str) -> list[list[Turn]]:
    """Return the hard positions, with the answer that leaves them hard, or any."""
    rules, large = Rules.parse(game), LARGE[game]
    positions = []
    for guesses in large.positions:
        codes = [rules.parse_code(guess) for guess in guesses]
        turns = [Turn(code, large.answer) for code in codes]
        if not candidates(rules, turns):
            turns = [*map(Turn, codes, cheating_feedbacks(rules, codes))]
        positions.append(turns)
    return positions


def cheated_game_turns(rules: Rules, strategy: str) -> Iterator[list[Turn]]:
    """Yield the turns before each guess against the codemaker who cheats."""
    turns: list[Turn] = []
    while not turns or turns[-1].feedback != rules.win:
        yield turns
        guesses = [turn.guess for turn in turns]
        guesses.append(next_guess(rules, turns, strategy))
        turns = [*map(Turn, guesses, cheating_feedbacks(rules, guesses))]


@pytest.mark.parametrize("strategy", RULE_STRATEGIES)
@pytest.mark.parametrize("game", LARGE)
def test_slowest_guess_of_a_large_game(game: str, strategy: str) -> None:
    rules, limit = Rules.parse(game), LARGE[game].limit
    positions = [*hard_positions(game), *cheated_game_turns(rules, strategy)]
    times = []
    for turns in positions:
        suggestion_or_error.cache_clear()
        start = time.process_time()
        chosen = suggest_guess(rules, turns, strategy)
        times.append(time.process_time() - start)
        assert game == "6x9" or not chosen.is_sampled
    report(f"{game} {strategy}: at most {max(times):.3g} s, limit {limit:g} s")
    assert max(times) <= limit


@pytest.mark.parametrize("game", LARGE)
def test_memory_of_a_large_game(game: str) -> None:
    """Guess in a fresh process: what Python and numpy hold at most."""
    program = (
        "import tracemalloc\n"
        "tracemalloc.start()\n"
        "from xl_mastermind import Rules, next_guess, Turn, Feedback\n"
        f"rules = Rules.parse({game!r})\n"
        f"for turns in [[], *{hard_positions(game)!r}]:\n"
        "    next_guess(rules, turns, 'entropy')\n"
        "print(tracemalloc.get_traced_memory()[1] / 2**20)\n"
    )
    result = subprocess.run(  # noqa: S603, the program is ours
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    megabytes = float(result.stdout)
    report(f"{game}: {megabytes:.0f} MB, limit {MAX_MEGABYTES} MB")
    assert megabytes <= MAX_MEGABYTES


def import_time(module: str) -> float:
    """Return the seconds that a fresh Python takes to import a module."""
    program = (
        "import time; start = time.perf_counter(); "
        f"import {module}; print(time.perf_counter() - start)"
    )
    result = subprocess.run(  # noqa: S603, the program is ours
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return float(result.stdout)


def test_import_takes_1_5_times_numpy() -> None:
    rounds = [(import_time("xl_mastermind"), import_time("numpy")) for _ in range(21)]
    ours, numpys = (statistics.median(times) for times in zip(*rounds, strict=True))
    report(f"import: {ours:.4g} s, numpy {numpys:.4g} s, {ours / numpys:.2f} times")
    assert ours <= 1.5 * numpys
