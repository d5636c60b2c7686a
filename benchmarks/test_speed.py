"""
How fast the game is, against what it promises on one core.

Run by name, on a quiet machine: ``taskset -c 0 pytest benchmarks``. Each
benchmark fails if its median is over the limit; ``-s`` prints the medians.
"""

import itertools
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from xl_mastermind.game.codes import all_codes, candidates, feedback_table
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.sheet.functions import FUNCTIONS, Cell
from xl_mastermind.solve.evaluate import evaluate
from xl_mastermind.solve.strategies import STRATEGIES, first_guess, next_guess

MASTERMIND = Rules(4, 6)
SUPER = Rules(5, 8)
CALLS = {function.name: function.call for function in FUNCTIONS}
MILLISECOND = 1e-3


def report(text: str) -> None:
    print(f"\n{text}")  # noqa: T201, for who runs this with -s


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
    """Yield the turns of a game of Mastermind whose codemaker gives least away."""
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
# first guesses that nobody should make.

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
    job = partial(CALLS["SOLVE_NEXT"], *board(turns), strategy)
    measure(benchmark, 5 * MILLISECOND, job)


def test_ruled_out(benchmark: BenchmarkFixture) -> None:
    codes = [[*map(float, code)] for code in all_codes(MASTERMIND).tolist()]
    guesses = [*itertools.islice(itertools.permutations(range(1, 7), 4), 0, 360, 36)]
    turns = [Turn(guess, MASTERMIND.answer((4, 5, 6, 3), guess)) for guess in guesses]
    assert len(turns) == 10
    job = partial(CALLS["RULED_OUT"], codes, *board(turns))
    measure(benchmark, MILLISECOND, job)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_evaluate(benchmark: BenchmarkFixture, strategy: str) -> None:
    job = partial(evaluate, MASTERMIND, strategy, seed=1)
    measure(benchmark, 20 * MILLISECOND, job)


def test_feedback_table(benchmark: BenchmarkFixture) -> None:
    codes = all_codes(MASTERMIND)
    job = partial(feedback_table, MASTERMIND, codes, codes)
    measure(benchmark, 5 * MILLISECOND, job)


# The next guess of 5x8: many candidates, and little symmetry.

SUPER_POSITIONS: dict[str, list[str]] = {
    "first move": [],
    "after 11111": ["11111"],
    "after 11111, 22222": ["11111", "22222"],
    "after 11223": ["11223"],
    "after 12345": ["12345"],
    "after 11123, 12134": ["11123", "12134"],
    "after 55627, 85473": ["55627", "85473"],
    "after 55627, 85473, 12365": ["55627", "85473", "12365"],
    "after 11112, 13456": ["11112", "13456"],
}


@pytest.mark.parametrize("guesses", SUPER_POSITIONS.values(), ids=SUPER_POSITIONS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_super_master_mind(
    benchmark: BenchmarkFixture, strategy: str, guesses: list[str]
) -> None:
    turns: list[Turn] = []
    for guess in guesses:
        turns = worst(SUPER, turns, SUPER.parse_code(guess))

    def job() -> object:
        first_guess.cache_clear()
        return next_guess(SUPER, turns, strategy)

    measure(benchmark, 0.5, job)


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


def test_import_is_at_most_half_as_long_again_as_numpys() -> None:
    rounds = [(import_time("xl_mastermind"), import_time("numpy")) for _ in range(21)]
    ours, numpys = (statistics.median(times) for times in zip(*rounds, strict=True))
    report(f"import: {ours:.4g} s, numpy {numpys:.4g} s, {ours / numpys:.2f} times")
    assert ours <= 1.5 * numpys
