"""
Those who work for a `SpreadSearch`: processes of this machine, or any executor's.

A task names a position, so that no tables are sent. A worker keeps the search of
the last problem, with what it has found.
"""

import itertools
import os
import pickle
import signal
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from multiprocessing import connection, get_context
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.exact.bounds import Limit, Standing
from xl_mastermind.solve.exact.compiled import prepare
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import TICK, Result

MOST_WORKERS: Final = 61
"""Windows can wait for so many processes."""

_STOP_FLAGS: Final[list[Any]] = [bytearray(1 << 12)]
"""Each has a byte for a task, set if it is called off; the first one is for threads."""

_NUMBERS: Final = itertools.count()
"""Number the tasks of this process."""

_OWN: Final = threading.local()
"""The last problem of each thread, and its search."""

Job: TypeAlias = Callable[[Search, NDArray[np.int64], tuple[Code, ...]], Result]
"""Takes a search, the candidates of a position, and the guesses that led there."""


class Processes(ProcessPoolExecutor):
    """
    Processes of this machine that stop at once when nobody waits for them.

    They are ready to search some games, by default those of up to six pegs.
    """

    def __init__(self, count: int, *games: Rules) -> None:
        context = get_context("spawn")  # forked ones would lack our other threads
        self._flags = context.RawArray("B", len(_STOP_FLAGS[0]))
        alive, self._alive = context.Pipe(duplex=False)
        super().__init__(count, context, _start_worker, (self._flags, alive))
        _STOP_FLAGS.append(self._flags)
        try:
            with _interrupts_put_off():  # Ctrl-C is to reach this process alone
                loading = [self.submit(_prepare_quietly, games) for _ in range(count)]
            while wait(loading, TICK).not_done:  # what they load is no searching
                pass
        except BaseException:  # Ctrl-C: nobody else can close what is not yet open
            self.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        """End all processes."""
        _STOP_FLAGS.remove(self._flags)
        self._alive.close()
        self.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Hold Ctrl-C back, here and in processes that start, until this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    came: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    # Another thread may take what this one blocks, and Python handles it here.
    handles = threading.current_thread() is threading.main_thread() and handler
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if handles:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        if handles:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if came:
            signal.raise_signal(signal.SIGINT)


def _start_worker(flags: object, alive: connection.Connection) -> None:
    """Leave Ctrl-C to the parent, share its flags, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _STOP_FLAGS.append(flags)
    threading.Thread(target=_end_with_parent, args=[alive], daemon=True).start()


def _prepare_quietly(games: Sequence[Rules]) -> None:
    prepare(lambda _: None, *games)


def _end_with_parent(alive: connection.Connection) -> None:
    connection.wait([alive])  # nothing is sent: the other end was closed
    os._exit(1)


class _Assignment(NamedTuple):
    """Where a task is to search, and how long; `number` is by which it is stopped."""

    problem: bytes
    turns: tuple[Turn, ...]
    number: int
    seconds: float | None


def pack(problem: Problem) -> bytes:
    """Return a problem as `submit` sends it."""
    return zlib.compress(pickle.dumps(problem))


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
    _set_flags(number, 0)
    return number, executor.submit(
        _work, _Assignment(problem, turns, number, seconds), job
    )


def call_off(number: int, future: "Future[Any]") -> None:
    """Stop a task, if it runs here or in our own processes, or waits for a worker."""
    _set_flags(number, 1)
    future.cancel()


def _set_flags(number: int, value: int) -> None:
    for flags in _STOP_FLAGS:
        flags[number % len(flags)] = value


def _work(assignment: _Assignment, job: Job[Result]) -> tuple[Result, int] | None:
    """Do a task, wherever it is."""
    search = _search_of(assignment.problem)
    left = search.problem.everything
    for guess, feedback in assignment.turns:
        left = search.problem.parts(guess, left)[feedback]
    history = tuple(turn.guess for turn in assignment.turns)

    def stop_if_called_off(_: Standing) -> None:
        if any(flags[assignment.number % len(flags)] for flags in _STOP_FLAGS):
            search.stop()

    limit = Limit(assignment.seconds, stop_if_called_off)
    done = search.watch(partial(job, search, left, history), limit)
    return (done[0], search.standing().positions) if done else None


def _search_of(problem: bytes) -> Search:
    """Return this thread's search of a problem; it keeps one."""
    if getattr(_OWN, "problem", None) != problem:
        _OWN.search = None  # before the next one takes as much
        _OWN.search = Search(pickle.loads(zlib.decompress(problem)))  # noqa: S301, our own
        _OWN.problem = problem
    search: Search = _OWN.search
    return search
