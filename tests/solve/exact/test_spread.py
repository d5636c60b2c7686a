"""Exact search by several workers proves what one proves."""

import os
import random
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from xl_mastermind.game.codes import all_codes, codebook
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve.exact.bounds import (
    ExactSearchError,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.spread import SpreadSearch
from xl_mastermind.solve.trees import replay, total_of

pytest.importorskip("numba", reason="exact search needs numba")


def spawned(count: int) -> Executor:
    return ProcessPoolExecutor(count, get_context("spawn"))


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with spawned(2) as executor:
        yield executor


def spread(written: str, executor: Executor) -> SpreadSearch:
    return SpreadSearch(Problem.of_game(Rules.parse(written)), executor, 2)


# Totals and worst cases of known sources; see test_search.py.


@pytest.mark.parametrize(
    ("written", "total", "greatest"),
    [
        ("4x5", 2463, 5),
        ("4x6", 5625, 5),
        ("3x8", 2359, 6),
        ("3x8 distinct black", None, 9),
        ("4x7 distinct", 3639, 6),
        ("1x1", 1, 1),
        ("1x4", 10, 4),
    ],
)
def test_processes_prove_what_is_published(
    written: str, total: int | None, greatest: int, processes: Executor
) -> None:
    search = spread(written, processes)
    if total is None:
        total = Search(search.problem).total()
    found = search.optimum()
    assert (found.lower, found.upper, found.proved) == (total, total, True)
    tree = search.tree()
    assert tree is not None
    assert tree.guess == found.first
    histogram = replay(codebook(search.problem.rules), tree)
    assert total_of(histogram) == total
    worst = search.worst_case()
    assert (worst.lower, worst.upper, worst.proved) == (greatest, greatest, True)


def test_a_limit_of_guesses_is_kept(processes: Executor) -> None:
    mastermind = spread("4x6", processes)
    assert mastermind.optimum(most=5).lower == 5626
    tree = mastermind.tree(most=5)
    assert tree is not None
    assert len(replay(codebook(Rules(4, 6)), tree)) == 5
    with pytest.raises(UnreachableError, match="got 4: no strategy finds each of"):
        mastermind.optimum(most=4)


def test_fixed_guesses_come_first(processes: Executor) -> None:
    search = spread("3x14 distinct", processes)
    found = search.worst_case(opening=[(1, 2, 3), (4, 5, 6), (7, 8, 9)])
    assert (found.lower, found.upper, found.first) == (8, 8, (1, 2, 3))


@pytest.mark.parametrize("seed", range(6))
def test_any_sets_are_searched(seed: int, processes: Executor) -> None:
    rng = random.Random(seed)
    rules = Rules.parse(rng.choice(["4x4", "3x6 black", "4x6 distinct", "2x12"]))
    codes = all_codes(rules)
    left = rng.sample(range(len(codes)), 60)
    guesses = [*{*left, *rng.sample(range(len(codes)), 40)}]
    secret, guess = (tuple(codes[place].tolist()) for place in left[:2])
    for problem in (
        Problem.of_sets(rules, codes[left], codes[guesses]),
        Problem.of_sets(rules, codes[left]),
        Problem.of_game(rules, [Turn(guess, rules.answer(secret, guess))]),
    ):
        search = SpreadSearch(problem, processes, 2)
        assert search.optimum().lower == Search(problem).optimum().lower
        assert search.worst_case().lower == Search(problem).worst_case().lower


def test_a_pool_of_threads_will_do_too() -> None:
    with ThreadPoolExecutor(3) as executor:
        search = spread("4x5", executor)
        assert search.optimum().lower == 2463
        assert search.worst_case().lower == 5


def test_bounds_hold_without_time(processes: Executor) -> None:
    told: list[Standing] = []
    for seconds in (0.0, 0.2):
        search = spread("4x7", processes)
        bounds = search.optimum(Limit(seconds, told.append))
        assert bounds.upper is not None
        assert bounds.lower <= 11228 <= bounds.upper
        worst = search.worst_case(Limit(seconds, told.append))
        assert worst.upper is not None
        assert worst.lower <= 6 <= worst.upper
    assert told
    limited = search.optimum(Limit(0), most=6)
    assert limited.lower <= 11228


def test_a_worker_that_dies_is_told_of() -> None:
    with spawned(1) as executor:
        search = spread("4x4", executor)
        executor.submit(os._exit, 1)
        with pytest.raises(ExactSearchError, match="a worker ended before its work"):
            search.optimum()


# A cluster, on this machine


@pytest.mark.parametrize("by_processes", [True, False])
def test_a_dask_cluster_proves_what_is_published(by_processes: bool) -> None:  # noqa: FBT001
    distributed = pytest.importorskip(
        "distributed", reason="needs a cluster: pip install 'xl-mastermind[cluster]'"
    )
    with (
        distributed.LocalCluster(
            n_workers=2, processes=by_processes, threads_per_worker=1,
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):  # fmt: skip
        problem = Problem.of_game(Rules(4, 5))
        search = SpreadSearch(problem, client.get_executor(), 2, threads=2)
        assert search.optimum().lower == 2463
        assert search.worst_case().lower == 5
