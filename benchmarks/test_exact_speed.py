"""
The speed of exact search in CPU seconds without compilation, and of two threads.

Run by name, on a quiet machine; ``-s`` prints the figures.
"""

import time
from collections.abc import Callable

import pytest

from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import Search

SEARCHES = [
    ("total", "4x6", 5625, 0.05, 9),
    ("total", "4x7", 11228, 1.0, 3),
    ("total", "4x10 distinct", 26274, 6.0, 1),
    ("total", "4x8", 20471, 6.0, 1),
    ("total", "4x9", None, 60.0, 1),
    ("worst", "4x10 distinct", 7, 1.0, 3),
    ("worst", "4x12 distinct", 8, 60.0, 1),
    ("worst", "4x13 distinct", 8, 15.0, 1),
    ("total", "4x6 black", 8859, 1.0, 3),
]
"""The kind of search, the game, the result, the limit in CPU seconds, and the runs."""


THREADED_SEARCHES = [("total", "4x8"), ("total", "4x9"), ("worst", "4x13 distinct")]
"""Searches in which two threads are at least 1.6 times as fast as one."""


def seconds(job: Callable[[], object]) -> float:
    start = time.process_time()
    job()
    return time.process_time() - start


@pytest.mark.parametrize(
    "search_case", SEARCHES, ids=lambda search_case: " ".join(search_case[:2])
)
def test_exact_search_takes_limited_time(
    search_case: tuple[str, str, int | None, float, int],
) -> None:
    kind, game, value, limit, runs = search_case
    rules = Rules.parse(game)
    for run in (Search.choose, Search.worst_case):
        compile_kernels(run=run)

    def search_once() -> None:
        search = Search(Problem.from_game(rules))
        found = search.optimum() if kind == "total" else search.worst_case()
        assert found.is_proved
        assert value in (None, found.lower)

    search_once()
    least = min(seconds(search_once) for _ in range(runs))
    print(f"\n{kind} {game}: {least:.3f} s, limit {limit:g} s")  # noqa: T201, shown with -s
    assert least <= limit


@pytest.mark.parametrize("search_case", THREADED_SEARCHES, ids=" ".join)
def test_two_threads_are_faster_than_one(search_case: tuple[str, str]) -> None:
    kind, game = search_case
    problem = Problem.from_game(Rules.parse(game))
    for run in (Search.choose, Search.worst_case):
        compile_kernels(run=run)
    times: dict[int, list[float]] = {1: [], 2: []}
    for threads in (1, 2) * 3:
        search = Search(problem, threads=threads)
        start = time.monotonic()
        found = search.optimum() if kind == "total" else search.worst_case()
        times[threads].append(time.monotonic() - start)
        assert found.is_proved
    ratio = min(times[1]) / min(times[2])
    print(f"\n{kind} {game}: {min(times[2]):.2f} s, {ratio:.2f} times as fast as one")  # noqa: T201, shown with -s
    assert ratio >= 1.6
