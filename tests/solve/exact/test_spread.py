"""Exact search by several workers proves what one proves."""

import json
import os
import random
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from xl_mastermind.game.codes import all_codes, codebook
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve.exact.bounds import (
    ExactSearchError,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.crew import Alone, Crew, Report, Task, Worker, search_for
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.spread import SpreadSearch
from xl_mastermind.solve.trees import replay, total_of

pytest.importorskip("numba", reason="exact search needs numba")
pytest.importorskip(
    "distributed", reason="needs a cluster: pip install 'xl-mastermind[cluster]'"
)
from distributed import LocalCluster

from xl_mastermind.solve.exact.cluster import Cluster


@pytest.fixture(scope="module")
def dask() -> Iterator[LocalCluster]:
    """Give a Dask cluster of two processes on this machine."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def crew(dask: LocalCluster) -> Iterator[Crew]:
    with closing(Cluster(dask.scheduler_address)) as crew:
        yield crew


def spread(
    written: str, crew: Crew, notes: Path | None = None, *, patience: float = 30
) -> SpreadSearch:
    problem = Problem.of_game(Rules.parse(written))
    return SpreadSearch(problem, crew, notes, patience=patience)


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
@pytest.mark.parametrize("patience", [30, 0.5])
def test_a_cluster_proves_what_is_published(
    written: str, total: int | None, greatest: int, patience: float, crew: Crew
) -> None:
    search = spread(written, crew, patience=patience)
    if total is None:
        total = Search(search.problem).total()
    found = search.optimum()
    assert (found.lower, found.upper, found.proved) == (total, total, True)
    tree = search.tree_of(found)
    assert tree is not None
    assert tree.guess == found.first
    histogram = replay(codebook(search.problem.rules), tree)
    assert total_of(histogram) == total
    worst = search.worst_case()
    assert (worst.lower, worst.upper, worst.proved) == (greatest, greatest, True)
    assert not search.trouble


class InOrder:
    """
    A crew of so many who are never quick: each task ends when all are at work.

    A position of more codes than `most` takes too long.
    """

    def __init__(self, size: int, most: int) -> None:
        self._size, self._most = size, most
        self._tasks: dict[int, Task] = {}
        self.called_off: set[int] = set()
        self.turns: list[int] = []

    def begin(self, problem: Problem) -> None:
        self._search = Search(problem)

    def size(self) -> int:
        return self._size

    def now(self) -> float:
        return 0.0

    def start(self, task: Task) -> None:
        self._tasks[task.number] = task
        self.turns.append(len(task.turns))

    def wait(self, _: float) -> list[tuple[int, Report]]:
        number, task = self._tasks.popitem()
        left = self._search.problem.left_after(task.turns)
        if number in self.called_off or len(left) > self._most:
            return [(number, Report(has_ended=False))]
        return [(number, search_for(self._search, task))]

    def call_off(self, number: int) -> None:
        assert number in self._tasks
        self.called_off.add(number)


@pytest.mark.parametrize("size", [1, 3, 40])
@pytest.mark.parametrize("most", [300, 30, 8])
@pytest.mark.parametrize("written", ["4x4", "3x5 distinct", "3x3 black"])
def test_positions_that_take_too_long_are_divided(
    written: str, size: int, most: int
) -> None:
    one = Search(Problem.of_game(Rules.parse(written)))
    crew = InOrder(size, most)
    search = spread(written, crew)
    found = search.optimum()
    assert (found.lower, found.upper) == (one.total(), one.total())
    tree = search.tree_of(found)
    assert tree is not None
    histogram = replay(codebook(search.problem.rules), tree)
    assert total_of(histogram) == one.total()
    worst = search.worst_case()
    assert worst.lower == worst.upper == one.worst_case().upper
    if written == "4x4":
        assert (max(crew.turns) >= 2) == (most < 300)
        assert bool(crew.called_off) == (size > 1)


def test_a_limit_of_guesses_is_kept(crew: Crew) -> None:
    mastermind = spread("4x6", crew)
    found = mastermind.optimum(most=5)
    assert (found.lower, found.upper) == (5626, 5626)
    tree = mastermind.tree_of(found, most=5)
    assert tree is not None
    assert len(replay(codebook(Rules(4, 6)), tree)) == 5
    with pytest.raises(UnreachableError, match="got 4: no strategy finds each of"):
        mastermind.optimum(most=4)
    divided = spread("4x4", InOrder(3, 30))
    least = Search(divided.problem).total(most=4)
    assert divided.optimum(most=4).lower == least


@pytest.mark.parametrize("most", [3000, 100])
def test_fixed_guesses_come_first(most: int) -> None:
    search = spread("3x14 distinct", InOrder(2, most))
    found = search.worst_case(opening=[(1, 2, 3), (4, 5, 6), (7, 8, 9)])
    assert (found.lower, found.upper, found.first) == (8, 8, (1, 2, 3))


@pytest.mark.parametrize(
    "seed", [pytest.param(0, marks=pytest.mark.long), *range(1, 8)]
)
def test_any_sets_are_searched(seed: int) -> None:
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
        # Black pegs alone tell so little that to divide twice takes minutes.
        most = 40 if rules.black_only else rng.choice([12, 20, 40])
        crew = InOrder(rng.choice([1, 5]), most)
        search = SpreadSearch(problem, crew)
        assert search.optimum().lower == Search(problem).optimum().lower
        assert search.worst_case().lower == Search(problem).worst_case().lower


def test_bounds_hold_without_time(crew: Crew) -> None:
    told: list[Standing] = []
    search = spread("4x8", crew)
    for seconds in (0.0, 0.3):
        bounds = search.optimum(Limit(seconds, told.append))
        assert bounds.upper is not None
        assert bounds.lower <= 20471 <= bounds.upper
        tree = search.tree_of(bounds)
        assert tree is not None
        assert total_of(replay(codebook(Rules(4, 8)), tree)) == bounds.upper
        worst = search.worst_case(Limit(seconds, told.append))
        assert worst.upper is not None
        assert worst.lower <= 6 <= worst.upper
    assert told
    limited = search.optimum(Limit(0), most=6)
    assert limited.lower <= 20471


def test_ctrl_c_ends_a_search_with_bounds() -> None:
    def interrupt(_: Standing) -> None:
        signal.raise_signal(signal.SIGINT)

    search = spread("4x8", Alone(2))
    bounds = search.optimum(Limit(None, interrupt))
    assert bounds.upper is not None
    assert bounds.lower < bounds.upper
    assert not search.trouble


def test_a_task_may_be_called_off_before_it_begins() -> None:
    worker = Worker(lambda: Search(Problem.of_game(Rules(4, 8))))
    worker.call_off(7)
    task = Task(7, (), 20472, is_total=True, most=None, seconds=600)
    assert not worker.work(task).has_ended
    done = worker.work(task._replace(number=8))
    assert (done.has_ended, done.value, done.first) == (True, 20471, (1, 2, 3, 4))
    none = worker.work(task._replace(number=9, below=20471))
    assert (none.has_ended, none.value) == (True, None)


# Notes


def test_a_search_goes_on_from_its_notes(tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    size, asked, total = 4, 0, Search(Problem.of_game(Rules(4, 5))).total()

    class Tired(InOrder):
        def wait(self, seconds: float) -> list[tuple[int, Report]]:
            if len(self.turns) > 20:
                raise OSError("tired")
            return super().wait(seconds)

    for _ in range(100):
        crew = Tired(size, 40)
        search = spread("4x5", crew, notes=notes)
        bounds = search.optimum()
        asked += len(crew.turns)
        assert bounds.upper is not None
        assert bounds.lower <= 2463 <= bounds.upper
        tree = search.tree_of(bounds)
        assert tree is not None
        assert total_of(replay(codebook(Rules(4, 5)), tree)) == bounds.upper
        if bounds.proved:
            break
        assert search.trouble == "tired"
    assert bounds.lower == total
    whole = InOrder(size, 40)
    spread("4x5", whole).optimum()
    assert asked < 3 * len(whole.turns)
    again = InOrder(size, 40)
    assert spread("4x5", again, notes=notes).optimum() == bounds
    assert not again.turns


def test_notes_of_something_else_are_not_touched(tmp_path: Path) -> None:
    notes = tmp_path / "notes.json"
    spread("3x4", Alone(), notes=notes).optimum()
    before = notes.read_bytes()
    with pytest.raises(ValueError, match=r"notes of total in 3x5, got those of total"):
        spread("3x5", Alone(), notes=notes).optimum()
    with pytest.raises(ValueError, match=r"notes of greatest number in 3x4"):
        spread("3x4", Alone(), notes=notes).worst_case()
    with pytest.raises(ValueError, match=r"notes of total within 4 in 3x4"):
        spread("3x4", Alone(), notes=notes).optimum(most=4)
    assert notes.read_bytes() == before
    other = json.loads(before)
    other["positions"][0] = ["1122", 3]
    for content in (b"", b"[]", b"\xff", b"[" * 100_000, json.dumps(other).encode()):
        notes.write_bytes(content)
        with pytest.raises(ValueError, match="expected notes of total in 3x4, got"):
            spread("3x4", Alone(), notes=notes).optimum()
        assert notes.read_bytes() == content


# Workers that come and go


def test_what_a_lost_worker_did_is_done_again(dask: LocalCluster) -> None:
    with closing(Cluster(dask.scheduler_address)) as crew:
        search = spread("4x7", crew)
        lost = False

        def lose_one(_: Standing) -> None:
            nonlocal lost
            if not lost:
                lost = True
                os.kill(next(iter(dask.workers.values())).pid, signal.SIGKILL)

        assert search.optimum(Limit(None, lose_one)).lower == 11228
        assert lost
        assert not search.trouble


def test_a_cluster_that_is_gone_leaves_bounds() -> None:
    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=":0"
    ) as dask:
        crew = Cluster(dask.scheduler_address)
        search = spread("4x8", crew)

        def close(_: Standing) -> None:
            dask.close()

        bounds = search.optimum(Limit(60, close))
    assert bounds.upper is not None
    assert bounds.lower <= 20471 <= bounds.upper
    assert "the cluster tcp://" in search.trouble
    crew.close()


def test_a_cluster_that_is_not_there_is_told_of() -> None:
    with pytest.raises(
        ExactSearchError, match=r"the cluster tcp://127\.0\.0\.1:9 was lost"
    ):
        Cluster("tcp://127.0.0.1:9")
