"""
Work for the workers of a Dask cluster; it needs the extra ``cluster``.

Games that are independent are given out by `results`. In `optimum` each answer to a
first guess is a task; a worker keeps one search, with its tables and its memo. Dask
gives a task to another worker if the first one is lost.
"""

import itertools
import logging
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from dask import config
from distributed import Client, Future, KilledWorker, Reschedule, get_worker, wait

from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.exact.compiled import TICK
from xl_mastermind.solve.exact.problem import (
    Bounds,
    ExactSearchError,
    Problem,
    UnreachableError,
)
from xl_mastermind.solve.exact.search import (
    UNLIMITED,
    Limit,
    Search,
    Standing,
    interrupted_by,
)
from xl_mastermind.solve.trees import Tree

_PATIENCE: Final = 10.0
"""Seconds within which the scheduler must answer and have a worker."""

_NEVER: Final = 1 << 40
"""More than any total."""

_LOCK: Final = threading.Lock()
"""The search of a worker does one task at a time, with all threads of the worker."""

Result = TypeVar("Result")


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """
    Give the client of a scheduler, such as ``tcp://10.0.0.5:8786``.

    Raises
    ------
    ExactSearchError
        If no scheduler answers there, it has no workers, or it is lost later.
    """
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    config.set({"distributed.comm.timeouts.connect": _PATIENCE})
    try:
        client = Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise _lost(address, error) from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
        yield client
    except CancelledError:
        raise _lost(address, "a lost connection") from None
    except (ImportError, KilledWorker, OSError, RuntimeError) as error:
        raise _lost(address, error) from None
    finally:
        client.close()


def _lost(address: str, reason: object) -> ExactSearchError:
    return ExactSearchError(f"expected a Dask cluster at {address}, got: {reason}")


def results(
    client: Client, function: Callable[..., Result], *arguments: Collection[Any]
) -> Iterator[Result]:
    """Yield what `map` would yield; the function is called by the workers."""
    futures = client.map(function, *arguments, pure=False)
    try:
        for future in futures:
            yield future.result()
    finally:
        client.cancel(futures)


# The least total of one game


class Question(NamedTuple):
    """
    A game, its turns so far, and what its tree must be like.

    It has `most` guesses at most, and is `orderly` as in `Search.choose`.
    """

    rules: Rules
    turns: tuple[Turn, ...] = ()
    most: int | None = None
    orderly: bool = False


@dataclass(eq=False)
class _First:
    """A first guess; for each answer the least total or a lower bound of it."""

    guess: Code
    codes: int
    totals: dict[Feedback, int]
    unknown: set[Feedback]
    replies: dict[Feedback, Tree] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.codes + sum(self.totals.values())


def optimum(
    client: Client, question: Question, limit: Limit = UNLIMITED
) -> tuple[Bounds, Tree | None]:
    """
    Return what `Search.optimum` does, and a tree whose total is the upper bound.

    Tasks are given out in the order of the lower bounds of the first guesses. Those of
    a first guess that cannot be better than the best one so far are cancelled.
    """
    search = Search(Problem.of_game(question.rules, question.turns))
    firsts = sorted(
        _first_guesses(search, question.most), key=lambda first: first.total
    )
    tasks: dict[Future[Any], tuple[_First, Feedback]] = {}
    end, done, stopped = limit.deadline(), 0, threading.Event()
    with interrupted_by(lambda *_: stopped.set()):
        while True:
            best = min([_NEVER, *(f.total for f in firsts if not f.unknown)])
            open_firsts = [f for f in firsts if f.unknown and f.total < best]
            useless = [f for f, (first, _) in tasks.items() if first not in open_firsts]
            client.cancel(useless)
            for future in useless:
                del tasks[future]
            lower = min([best, *(first.total for first in open_firsts)])
            if not open_firsts or stopped.is_set() or time.monotonic() > end:
                break
            if limit.progress:
                upper = best if best < _NEVER else None
                limit.progress(Standing(lower, upper, 1, done))
            for first, given in _to_give_out(client, open_firsts, tasks):
                room = best - first.total + first.totals[given]
                below = None if best == _NEVER else room
                turn = Turn(first.guess, given)
                future = client.submit(_work, question, turn, below, pure=False)
                tasks[future] = first, given
            for future in _finished(tasks):
                first, given = tasks.pop(future)
                first.totals[given], reply = future.result()
                first.unknown.remove(given)
                if reply:
                    first.replies[given] = reply
                done += 1
    client.cancel([*tasks])
    return _answer(search, firsts, lower, question.most)


def _first_guesses(search: Search, most: int | None) -> Iterator[_First]:
    """Yield the first guesses that differ and leave not all codes possible."""
    problem = search.problem
    codes = len(problem.candidates)
    for guess in problem.different_guesses():
        parts = problem.parts(guess)
        parts.pop(problem.rules.win, None)
        first = _First(guess, codes, {}, set())
        for given in sorted(parts, key=lambda given: -len(parts[given])):
            left = parts[given]
            is_possible = most is None or len(left) < most
            if len(left) > 2:
                first.unknown.add(given)
                is_possible = True
            first.totals[given] = search.lower_bound(left) if is_possible else _NEVER
        if all(len(left) < codes for left in parts.values()):
            yield first


def _to_give_out(
    client: Client, firsts: Sequence[_First], tasks: dict[Future[Any], Any]
) -> list[tuple[_First, Feedback]]:
    """Return the answers that come next: two tasks for each thread of the workers."""
    threads = sum(client.nthreads().values())
    given_out = {*tasks.values()}
    waiting = (
        (first, given)
        for first in firsts
        for given in first.totals
        if given in first.unknown and (first, given) not in given_out
    )
    return [*itertools.islice(waiting, max(0, 2 * threads - len(tasks)))]


def _finished(tasks: dict[Future[Any], Any]) -> set[Future[Any]]:
    """Return the tasks that have ended; wait a moment if there is none."""
    try:
        return wait([*tasks], TICK, "FIRST_COMPLETED").done if tasks else set()
    except TimeoutError:
        return set()


def _answer(
    search: Search, firsts: Sequence[_First], lower: int, most: int | None
) -> tuple[Bounds, Tree | None]:
    """Return the bounds and the tree of the best first guess, or of any strategy."""
    if lower >= _NEVER:
        raise UnreachableError.of(most, len(search.problem.candidates))
    known = [first for first in firsts if not first.unknown and first.total < _NEVER]
    if known:
        best = min(known, key=lambda first: first.total)
        return Bounds(lower, best.total, best.guess), Tree(best.guess, best.replies)
    total, greatest, tree = search.rough_tree()
    if most is not None and greatest > most:
        return Bounds(lower, None, None), None
    return Bounds(lower, total, tree.guess), tree


# What a worker does


@lru_cache(maxsize=1)
def _search_of(rules: Rules, turns: tuple[Turn, ...], threads: int) -> Search:
    return Search(Problem.of_game(rules, turns), threads=threads)


def _work(question: Question, turn: Turn, below: int | None) -> tuple[int, Tree | None]:
    """
    Return the least total of the codes that are left after a turn, and a tree.

    There is no tree if the total is not less than `below`. A task that was cancelled
    has no result.
    """
    worker = get_worker()
    key = worker.get_current_task()
    rules, turns, most, orderly = question

    def stop_if_cancelled(_: Standing) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            search.stop()

    def find() -> tuple[int, Tree | None]:
        past, rest = (turn.guess,), None if most is None else most - 1
        total = search.total(left, past, most=rest, below=below)
        if total is None:
            return below or _NEVER, None
        return total, search.grow(left, past, most=rest, orderly=orderly)

    with _LOCK:
        search = _search_of(rules, turns, worker.state.nthreads)
        left = search.problem.parts(turn.guess)[turn.feedback]
        done = search.watch(find, Limit(progress=stop_if_cancelled))
    if not done:
        raise Reschedule  # if somebody wants it after all
    return done[0]
