"""
Those who search for a `SpreadSearch`: this machine alone, or a `cluster`.

A task names a position by its turns, so that no tables are sent.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import NamedTuple, Protocol

from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.solve.exact.bounds import ExactSearchError, Limit, Standing
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search


class Task(NamedTuple):
    """
    A position to be searched for a value below another.

    Attributes
    ----------
    number : int
        It is called off by this.
    turns : tuple of Turn
        Those that lead there, after the problem's own.
    below : int
        What is to be undercut: a total, or a greatest number of guesses.
    is_total : bool
        Whether it is a total.
    most : int or None
        With a total, how many guesses may be made at most.
    seconds : float
        How long it may take.
    """

    number: int
    turns: tuple[Turn, ...]
    below: int
    is_total: bool
    most: int | None
    seconds: float


class Report(NamedTuple):
    """
    What came of a task.

    Attributes
    ----------
    has_ended : bool
        Whether it was not called off, and took no longer than it may.
    value : int or None
        A value that there is, if one is low enough.
    first : Code or None
        A first guess that attains it.
    looked_at : int
        How many positions were looked at.
    """

    has_ended: bool
    value: int | None = None
    first: Code | None = None
    looked_at: int = 0


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
    """
    Does tasks, one at a time, and remembers what it has found.

    `begin` begins the search, with the first task: its tables may take a minute.
    """

    def __init__(self, begin: Callable[[], Search]) -> None:
        self._begin = begin
        self._search: Search | None = None
        self._called_off: set[int] = set()

    def work(self, task: Task) -> Report:
        """Do a task."""
        self._search = self._search or self._begin()
        search = self._search

        def stop_if_called_off(_: Standing) -> None:
            if task.number in self._called_off:
                search.stop()

        limit = Limit(task.seconds, stop_if_called_off)
        done = search.watch(partial(search_for, search, task), limit)
        self._called_off.discard(task.number)
        report = done[0] if done else Report(has_ended=False)
        return report._replace(looked_at=search.standing().positions)

    def call_off(self, number: int) -> None:
        """Have a task end soon, also one that has not begun."""
        self._called_off.add(number)


def search_for(search: Search, task: Task) -> Report:
    """Return what a search finds of a position."""
    left = search.problem.left_after(task.turns)
    past = tuple(turn.guess for turn in task.turns)
    if task.is_total:
        total = search.total(left, past, most=task.most, below=task.below)
        return Report(has_ended=True, value=total, first=search.first)
    most = task.below - 1
    value = most if search.within(most, left, past) else None
    first = search.first or search.first_of(left)
    return Report(has_ended=True, value=value, first=first)


class Alone:
    """A crew of one: so many threads of this process."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self._pool = ThreadPoolExecutor(1)
        self._out: dict[Future[Report], int] = {}

    def begin(self, problem: Problem) -> None:
        """See `Crew`."""
        self._worker = Worker(partial(Search, problem, threads=self._threads))

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
