"""
Those who search for a `SpreadSearch`: this machine alone, or a `cluster`.

A task names a position by its turns, so that no tables are sent.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.solve.exact.bounds import ExactSearchError, Limit, Standing
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search

Value: TypeAlias = tuple[int | None, Code | None]
"""A value, if there is one so low, and a first guess that attains it."""

Job: TypeAlias = Callable[[Search, NDArray[np.int64], tuple[Code, ...]], Value]
"""Takes a search, the candidates of a position, and the guesses that led there."""


class Task(NamedTuple):
    """A position to be searched, and how long; it is called off by its number."""

    number: int
    turns: tuple[Turn, ...]
    job: Job
    seconds: float


class Report(NamedTuple):
    """What came of a task: a value, unless it was ended, and positions looked at."""

    value: Value | None
    looked_at: int


class CrewLostError(ExactSearchError):
    """Those who were to search are gone."""


class Crew(Protocol):
    """Those who search, each a task at a time."""

    def begin(self, problem: Problem) -> None:
        """Take a problem; another one is forgotten."""

    def size(self) -> int:
        """Return how many tasks can be out."""

    def now(self) -> float:
        """Return the time in seconds."""

    def start(self, task: Task) -> None:
        """Have a task done."""

    def wait(self, seconds: float) -> list[tuple[int, Report]]:
        """Return the tasks that have ended; if there is none, wait so long for one."""

    def call_off(self, number: int) -> None:
        """Have a task end soon; it is reported all the same."""


class Worker:
    """Does tasks of a problem, one at a time, and remembers what it has found."""

    def __init__(self, problem: Problem, threads: int) -> None:
        self._problem, self._threads = problem, threads
        self._search: Search | None = None
        self._called_off: set[int] = set()

    def work(self, task: Task) -> Report:
        """Do a task; the first one makes the tables, which may take a minute."""
        self._search = self._search or Search(self._problem, threads=self._threads)
        search = self._search
        left = search.problem.left_after(task.turns)
        past = tuple(turn.guess for turn in task.turns)

        def stop_if_called_off(_: Standing) -> None:
            if task.number in self._called_off:
                search.stop()

        limit = Limit(task.seconds, stop_if_called_off)
        done = search.watch(partial(task.job, search, left, past), limit)
        self._called_off.discard(task.number)
        return Report(done[0] if done else None, search.standing().positions)

    def call_off(self, number: int) -> None:
        """Have a task end soon, also one that has not begun."""
        self._called_off.add(number)


class Alone:
    """A crew of one: so many threads of this process."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(1)
        self._out: dict[Future[Report], int] = {}

    def begin(self, problem: Problem) -> None:
        """See `Crew`."""
        self._worker = Worker(problem, self._threads)

    def size(self) -> int:
        """See `Crew`."""
        return 1

    def now(self) -> float:
        """See `Crew`."""
        return time.monotonic()

    def start(self, task: Task) -> None:
        """See `Crew`."""
        self._out[self._pool.submit(self._worker.work, task)] = task.number

    def wait(self, seconds: float) -> list[tuple[int, Report]]:
        """See `Crew`."""
        done = wait(self._out, seconds, FIRST_COMPLETED).done
        return [(self._out.pop(future), future.result()) for future in done]

    def call_off(self, number: int) -> None:
        """See `Crew`."""
        self._worker.call_off(number)
