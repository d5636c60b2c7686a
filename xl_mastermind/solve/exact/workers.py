"""
Those who work for a `SpreadSearch`: the processes or threads of an executor.

A task names a position, so that no tables are sent. A worker keeps the search of
the last problem, with what it has found.
"""

import itertools
import pickle
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.solve.exact.bounds import Limit, Standing
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import Result

_NUMBERS: Final = itertools.count()
"""Number the tasks of this process."""

_CALLED_OFF: Final[set[int]] = set()
"""The tasks of this process that nobody waits for, for threads that work on them."""

_OWN: Final = threading.local()
"""The last problem of each thread, and its search."""

Job: TypeAlias = Callable[[Search, NDArray[np.int64], tuple[Code, ...]], Result]
"""Takes a search, the candidates of a position, and the guesses that led there."""


class _Assignment(NamedTuple):
    """Where a task is to search, and how long; `number` is by which it is stopped."""

    problem: bytes
    turns: tuple[Turn, ...]
    number: int
    seconds: float | None


def pack(problem: Problem, threads: int) -> bytes:
    """Return a problem, and how many threads search it, as `submit` sends them."""
    return zlib.compress(pickle.dumps((problem, threads)))


def submit(
    executor: Executor,
    problem: bytes,
    turns: tuple[Turn, ...],
    job: Job[Result],
    seconds: float | None,
) -> tuple[int, "Future[tuple[Result, int] | None]"]:
    """
    Have a position searched; return the task's number and what will come of it.

    That is what the job gives, and how many positions were looked at; or none, if
    the task was called off or ran out of time.
    """
    number = next(_NUMBERS)
    assignment = _Assignment(problem, turns, number, seconds)
    return number, executor.submit(_work, assignment, job)


def call_off(number: int, future: "Future[Any]") -> None:
    """Stop a task, if it runs in this process or waits for a worker."""
    _CALLED_OFF.add(number)
    future.cancel()


def _work(assignment: _Assignment, job: Job[Result]) -> tuple[Result, int] | None:
    """Do a task, wherever it is."""
    search = _search_of(assignment.problem)
    left = search.problem.everything
    for guess, feedback in assignment.turns:
        left = search.problem.parts(guess, left)[feedback]
    history = tuple(turn.guess for turn in assignment.turns)

    def stop_if_called_off(_: Standing) -> None:
        if assignment.number in _CALLED_OFF:
            search.stop()

    limit = Limit(assignment.seconds, stop_if_called_off)
    done = search.watch(partial(job, search, left, history), limit)
    return (done[0], search.standing().positions) if done else None


def _search_of(packed: bytes) -> Search:
    """Return this thread's search of a problem; it keeps one."""
    if getattr(_OWN, "packed", None) != packed:
        _OWN.search = None  # before the next one takes as much
        problem, threads = pickle.loads(zlib.decompress(packed))  # noqa: S301, our own
        _OWN.search = Search(problem, threads=threads)
        _OWN.packed = packed
    search: Search = _OWN.search
    return search
