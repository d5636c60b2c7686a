"""
Work for the workers of a Dask cluster; it needs the extra ``cluster``.

`results` gives out what is independent: games, or in `optimum` the answers to a first
guess. Dask gives a task to another worker if the first one is lost.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing, contextmanager, suppress
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from dask import config
from distributed import Client, KilledWorker, Reschedule, get_worker, wait

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.game.symmetry import representatives
from xl_mastermind.solve.exact.problem import (
    Bounds,
    ExactSearchError,
    Problem,
    UnreachableError,
)
from xl_mastermind.solve.exact.search import Progress, Search, StoppedError
from xl_mastermind.solve.interrupts import TICK, interrupted_by
from xl_mastermind.solve.trees import Tree

_PATIENCE: Final = 10.0
"""Seconds within which the scheduler must answer and have a worker."""

_LOCK: Final = threading.Lock()
"""The search of a worker does one task at a time, with all threads of the worker."""

Result = TypeVar("Result")


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Give the client of a scheduler, such as `tcp://10.0.0.5:8786`."""
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
    client: Client,
    function: Callable[..., Result],
    *arguments: Collection[Any],
    tick: Callable[[], object] = lambda: None,
) -> Generator[Result]:
    """Yield what `map` would yield, from workers; call `tick` meanwhile."""
    futures = client.map(function, *arguments, pure=False)
    try:
        for future in futures:
            while not future.done():
                tick()
                with suppress(TimeoutError):
                    wait([future], TICK)
            yield future.result()
    finally:
        client.cancel(futures)


# The least total of one game


class Question(NamedTuple):
    """A game, its turns so far, and what its tree must be like; see `Search.choose`."""

    rules: Rules
    turns: tuple[Turn, ...] = ()
    most: int | None = None
    orderly: bool = False


def optimum(
    client: Client,
    question: Question,
    seconds: float | None,
    progress: Progress,
) -> tuple[Bounds, Tree | None]:
    """Return what `Search.optimum` does, and a tree whose total is the upper bound."""
    # First guesses are taken in the order of their lower bounds. The answers to one are
    # independent tasks, cancelled when it cannot be better than the best one so far.
    search = Search(Problem.of_game(question.rules, question.turns))
    firsts = sorted(_first_guesses(search, question.most), key=lambda first: first[0])
    lowers = [lower for lower, *_ in firsts]
    end = math.inf if seconds is None else time.monotonic() + seconds
    infinite = search.kernel.INFINITE
    best, tree, done, stopped = infinite, None, 0, threading.Event()

    def tick() -> None:
        progress(Bounds(min(best, *lowers), best if tree else None), 1, done)
        if stopped.is_set() or time.monotonic() > end:
            raise StoppedError

    with interrupted_by(lambda *_: stopped.set()), suppress(StoppedError):
        for place, (_, guess, lows) in enumerate(firsts):
            room = best - lowers[place]
            turns = [Turn(guess, given) for given in lows]
            most = [low + room for low in lows.values()]
            work = partial(_answer, question)
            replies: dict[Feedback, Tree | None] = {}
            with closing(results(client, work, turns, most, tick=tick)) as answers:
                while len(replies) < len(lows) and lowers[place] < best:
                    given = turns[len(replies)].feedback
                    total, replies[given] = next(answers)
                    lowers[place] += total - lows[given]
                    done += 1
            if lowers[place] < best:
                known = {given: reply for given, reply in replies.items() if reply}
                best, tree = lowers[place], Tree(guess, known)
    lower = min(lowers)
    if lower >= infinite:
        raise UnreachableError(question.most, len(search.problem.candidates))
    if tree:
        return Bounds(lower, best, tree.guess), tree
    return search.rough_bounds(lower, question.most)


def _first_guesses(
    search: Search, most: int | None
) -> Iterator[tuple[int, Code, dict[Feedback, int]]]:
    """Yield a lower bound of the total with each first guess that differs."""
    # The guess follows, and the answers that leave three codes or more with a bound of
    # each.
    problem = search.problem
    book, codes = codebook(problem.rules), len(problem.candidates)
    indices = representatives(book, problem.history, book.indices(problem.candidates))
    if problem.colours_differ_by_peg and not problem.history:
        indices = indices[:1]
    for guess in map(book.code, indices.tolist()):
        parts = problem.parts(guess)
        parts.pop(problem.rules.win, None)
        if any(len(part) == codes for part in parts.values()):
            continue
        lower, lows = codes, {}
        for given, part in sorted(parts.items(), key=lambda item: -len(item[1])):
            low = search.lower_bound(part)
            if len(part) > 2:
                lows[given] = low
            elif most is not None and len(part) >= most:
                low = search.kernel.INFINITE
            lower += low
        yield lower, guess, lows


# What a worker does


@lru_cache(maxsize=1)
def _search_of(rules: Rules, turns: tuple[Turn, ...], threads: int) -> Search:
    return Search(Problem.of_game(rules, turns), threads=threads)


def _answer(question: Question, turn: Turn, below: int) -> tuple[int, Tree | None]:
    """Return the least total of the codes that are left after a turn, and a tree."""
    # There is no tree if the total is not less than `below`. A task that was cancelled
    # has no result.
    worker = get_worker()
    key = worker.get_current_task()
    history, most = (turn.guess,), question.most and question.most - 1

    def stop_if_cancelled(*_: object) -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            search.stop()

    def find() -> tuple[int, Tree | None]:
        total = search.total(left, history, most=most, below=below)
        if total is None:
            return below, None
        return total, search.tree(left, history, most=most, orderly=question.orderly)

    with _LOCK:
        search = _search_of(question.rules, question.turns, worker.state.nthreads)
        search.progress = stop_if_cancelled
        left = search.problem.parts(turn.guess)[turn.feedback]
        try:
            return search.watch(find)
        except StoppedError:
            raise Reschedule from None  # if somebody wants it after all
