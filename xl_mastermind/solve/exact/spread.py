"""
Exact search spread over workers: processes here, threads, or those of a cluster.

Any `concurrent.futures.Executor` will do. What is left after each first guess
is a position; a task searches one, or some of its guesses if it is a large one.
A worker remembers what it has found, so tasks name positions and send no tables.
"""

import itertools
import math
import os
import pickle
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import connection, get_context
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import representatives
from xl_mastermind.solve.exact.search import (
    Bounds,
    ExactSearchError,
    Problem,
    Progress,
    Search,
    Standing,
    interrupted_by,
    prepare,
)
from xl_mastermind.solve.trees import Tree

MOST_WORKERS: Final = 61
"""Windows can wait for so many processes."""

_TICK: Final = 0.1
"""Seconds between looks at the workers."""

_GRACE: Final = 1.0
"""Seconds past the time limit after which a worker stops by itself."""

_PIECES: Final = 4
"""Into so many tasks for each worker a search is divided at least."""

_MOST_FIRST: Final = 32
"""If more first guesses differ, they are divided without a look at what follows."""

_NEVER: Final = 1 << 28
"""More guesses than any tree has."""

_FLAGS: Final[list[Any]] = [bytearray(1 << 12)]
"""Each has a byte for a task, set if it is called off; one for threads is there."""

_NUMBERS: Final = itertools.count()
"""Number the tasks of this process."""

_OWN: Final = threading.local()
"""The last problem of each thread, and its search."""

_Result = TypeVar("_Result")


class _Finding(NamedTuple):
    """A value with its first guess, and what it is at least; none if none is so low."""

    value: int | None
    least: int
    first: Code | None


class Processes(ProcessPoolExecutor):
    """
    Processes of this machine that stop at once when nobody waits for them.

    Parameters
    ----------
    count : int
        How many.
    *games : Rules
        What they will search; by default anything. They are ready for it.
    """

    def __init__(self, count: int, *games: Rules) -> None:
        context = get_context("spawn")  # forked ones would lack our other threads
        self._flags = context.RawArray("B", len(_FLAGS[0]))
        alive, self._alive = context.Pipe(duplex=False)
        super().__init__(count, context, _begin_worker, (self._flags, alive))
        _FLAGS.append(self._flags)
        with _interrupts_put_off():  # Ctrl-C is to reach this process alone
            begun = [self.submit(_get_ready, games) for _ in range(count)]
        try:
            while wait(begun, _TICK).not_done:  # what they load is no searching
                pass
        except BaseException:  # Ctrl-C: nobody else can close what is not yet begun
            self.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        """End all processes."""
        _FLAGS.remove(self._flags)
        self._alive.close()
        self.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Keep Ctrl-C, here and in processes that begin, until this is over."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_worker(flags: object, alive: connection.Connection) -> None:
    """Leave Ctrl-C to the parent, share its flags, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _FLAGS.append(flags)
    threading.Thread(target=_end_with_parent, args=[alive], daemon=True).start()


def _get_ready(games: Sequence[Rules]) -> None:
    prepare(lambda _: None, *games)


def _end_with_parent(alive: connection.Connection) -> None:
    connection.wait([alive])  # nothing is sent: the other end was closed
    os._exit(1)


class Place(NamedTuple):
    """Where a task is to search, and how long; `number` is by which it is stopped."""

    problem: bytes
    turns: tuple[Turn, ...]
    number: int
    seconds: float | None


def work(
    place: Place, job: Callable[[Search, NDArray[np.int64], tuple[Code, ...]], _Result]
) -> tuple[_Result, int] | None:
    """
    Do a task, wherever it is: search a position.

    Parameters
    ----------
    place : Place
        The position, named.
    job : function
        Takes a search, the position's candidates and the guesses that led there.

    Returns
    -------
    tuple of anything and int, or None
        What the job gave, and how many positions were looked at. None, if it
        was called off or ran out of time.
    """
    search = _search_of(place.problem)
    left = np.arange(len(search.problem.candidates))
    for guess, feedback in place.turns:
        left = search.parts(guess, left)[feedback]
    history = tuple(turn.guess for turn in place.turns)

    def look(_: Standing) -> None:
        if any(flags[place.number % len(flags)] for flags in _FLAGS):
            search.stop()

    done = search.watch(partial(job, search, left, history), place.seconds, look)
    return (done[0], search.standing().positions) if done else None


def _search_of(problem: bytes) -> Search:
    """Return this thread's search of a problem; it keeps one."""
    if getattr(_OWN, "problem", None) != problem:
        _OWN.search = None  # before the next one takes as much
        _OWN.search = Search(pickle.loads(zlib.decompress(problem)))  # noqa: S301, our own
        _OWN.problem = problem
    search: Search = _OWN.search
    return search


# What workers do


def _total(  # noqa: PLR0913, options are given by name
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    below: int,
    share: slice | None,
    most: int | None,
) -> _Finding:
    found = search.total(left, history, most=most, below=below, share=share)
    return _Finding(found, found or 0, search.first)


def _within(
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    below: int,
    share: slice | None,
) -> _Finding:
    enough = search.within(below - 1, left, history, share=share)
    return _Finding(below - 1 if enough else None, 0, search.first)


def _grow(
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    guess: Code,
    most: int | None,
) -> Tree | None:
    return search.grow(left, history, guess=guess, most=most)


# What is known


@dataclass(eq=False)
class _Position:
    """
    What is left after some turns, and what is known of its value.

    Its first guesses are divided into `shares`. So many are `given` to workers,
    and so many are `back`; none has found a value below the `floor`.
    """

    turns: tuple[Turn, ...]
    count: int
    lower: int
    upper: int = _NEVER
    first: Code | None = None
    shares: list[slice | None] = field(default_factory=list)
    given: int = 0
    back: int = 0
    floor: int = _NEVER

    def divide(self, pieces: int) -> None:
        """Begin anew: the guess of most promise, then the others in so many pieces."""
        rest = [slice(1 + piece, None, pieces) for piece in range(pieces)]
        self.shares = [slice(0, 1), *rest] if pieces > 1 else [None]
        self.given = self.back = 0
        self.floor = _NEVER

    @property
    def is_ready(self) -> bool:
        """Whether a share can be given; after the first one they wait for a value."""
        return self.given < len(self.shares) and (not self.given or self.back > 0)

    def learn(self, finding: "_Finding", below: int) -> None:
        """Note what a share has found that was asked for a value below another."""
        self.back += 1
        self.floor = min(self.floor, below if finding.value is None else finding.least)
        if finding.value is not None and finding.value < self.upper:
            self.upper, self.first = finding.value, finding.first
        if self.back == len(self.shares):
            self.lower = max(self.lower, self.floor)

    def put_back(self, share: slice | None) -> None:
        """Give a share again that was not done."""
        self.back += 1
        self.shares.append(share)


@dataclass(eq=False)
class _Opening:
    """The first guesses, the guesses they cost, and the positions after them."""

    first: Code | None
    cost: int
    positions: list[_Position]
    combine: Callable[[Iterable[int]], int]

    @property
    def lower(self) -> int:
        return self._value(position.lower for position in self.positions)

    @property
    def upper(self) -> int:
        return self._value(position.upper for position in self.positions)

    @property
    def largest(self) -> int:
        return max((position.count for position in self.positions), default=0)

    def _value(self, values: Iterable[int]) -> int:
        return min(_NEVER, self.cost + self.combine([0, *values]))

    def room(self, position: _Position, best: int) -> int:
        """Return what a position must be less than for this to be less than `best`."""
        others = 0 if self.combine is max else self.lower - self.cost - position.lower
        return best - self.cost - others

    def is_open(self, position: _Position, best: int) -> bool:
        """Return whether more must be known of a position."""
        room = self.room(position, best)
        if self.combine is max and position.upper < room:
            return False
        return self.lower < best and position.lower < min(room, position.upper)


class _Task(NamedTuple):
    """Work that is out."""

    number: int
    opening: _Opening
    position: _Position
    share: slice | None
    below: int


_Job: TypeAlias = Callable[..., _Finding]


@dataclass(eq=False)
class _Run:
    """
    What is asked: whether a value, at least the floor, is less than the ceiling.

    That it is not greater than `upper` is known.
    """

    openings: list[_Opening]
    job: Callable[[_Position], _Job]
    floor: int
    ceiling: int
    upper: int
    progress: Progress | None

    @property
    def best(self) -> int:
        return min(self.ceiling, *(opening.upper for opening in self.openings))

    @property
    def lower(self) -> int:
        least = min(opening.lower for opening in self.openings)
        return min(self.best, max(self.floor, least))

    @property
    def is_settled(self) -> bool:
        return self.lower == self.best

    def ready(self) -> Iterator[tuple[_Opening, _Position, int]]:
        """Yield positions to be searched, with the value to be less than."""
        best = self.best
        for opening in self.openings:
            for position in opening.positions:
                while position.is_ready and opening.is_open(position, best):
                    room = opening.room(position, best)
                    yield opening, position, min(room, position.upper)


class SpreadSearch(Search):
    """
    An exact search whose `optimum` and `worst_case` are spread over workers.

    They prove the same as those of a `Search`.

    Parameters
    ----------
    problem : Problem
        What is searched.
    executor : concurrent.futures.Executor
        Who works: `Processes`, a pool of threads, ``client.get_executor()`` of a
        Dask cluster, or any other. Whoever opened it closes it.
    at_once : int, optional
        How many tasks are out at a time: as many as there are workers. By
        default, as this machine has cores.

    Raises
    ------
    ExactSearchError
        If numba cannot be had, or later, if a worker dies.
    ValueError
        As `Search` does.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> problem = Problem.of_game(Rules(4, 6))
    >>> with Processes(2) as executor:  # doctest: +SKIP
    ...     SpreadSearch(problem, executor, 2).optimum().lower
    5625
    """

    def __init__(
        self, problem: Problem, executor: Executor, at_once: int | None = None
    ) -> None:
        super().__init__(problem)
        self._executor = executor
        self._at_once = at_once or os.cpu_count() or 1
        self._packed = zlib.compress(pickle.dumps(problem))
        self._best: tuple[int | None, _Opening] | None = None
        self._looked_at = 0

    def optimum(
        self,
        *,
        most: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Bounds:
        """Return the least total number of guesses; see `Search.optimum`."""

        def job(position: _Position) -> _Job:
            rest = None if most is None else most - len(position.turns)
            return partial(_total, most=rest)

        upper, greatest, rough = self._rough_tree()
        if most is not None and greatest > most:
            upper = _NEVER
        openings = self._openings(sum, ())
        run = _Run(openings, job, 0, upper, upper, progress)
        self._settle(run, _end_of(time_limit))
        best = min(openings, key=lambda opening: opening.upper)
        self._best = (most, best) if best.upper == run.lower else None
        if run.lower >= _NEVER:
            raise self._unreachable(most)
        if run.best >= _NEVER:
            return Bounds(run.lower, None, None)
        first = self._first_of(best) if best.upper <= upper else rough
        return Bounds(run.lower, run.best, first)

    def worst_case(
        self,
        *,
        opening: Sequence[Code] = (),
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Bounds:
        """Return the least greatest number of guesses; see `Search.worst_case`."""
        end = _end_of(time_limit)
        openings = self._openings(max, opening)
        for guesses in itertools.count(max(1, len(opening))):
            ceiling = guesses + 1
            run = _Run(openings, lambda _: _within, guesses, ceiling, _NEVER, progress)
            finished = self._settle(run, end)
            best = min(openings, key=lambda opening: opening.upper)
            if best.upper <= guesses:
                return Bounds(guesses, guesses, self._first_of(best))
            if not finished:
                break
        _, upper, rough = self._rough_tree(opening)
        return Bounds(guesses, upper, rough)

    def tree(self, *, most: int | None = None, orderly: bool = False) -> Tree | None:
        """
        Return a whole tree of guesses with the least total; see `Search.tree`.

        What `optimum` has just found is not searched again, unless there are
        several first guesses and the `orderly` one is asked for.
        """
        known, best = self._best or (None, None)
        if best is None or best.first is None or known != most or orderly:
            return super().tree(most=most, orderly=orderly)
        job = partial(_grow, most=None if most is None else most - 1)
        places = sorted(
            (position.turns[0].feedback, position)
            for position in best.positions
            if position.count > 2
        )
        out = [
            self._submit(position.turns, partial(job, guess=position.first), math.inf)
            for _, position in places
        ]
        try:
            done = [future.result() for _, future in out]
        except BrokenExecutor as error:
            raise _worker_died(error) from None
        finally:
            for number, future in out:
                _call_off(number, future)
        replies = {
            feedback: answer[0]
            for (feedback, _), answer in zip(places, done, strict=True)
            if answer and answer[0]
        }
        return Tree(best.first, replies)

    # What can come first

    def _openings(
        self, combine: Callable[[Iterable[int]], int], opening: Sequence[Code]
    ) -> list[_Opening]:
        """Return the first guesses, those of promise first, and what follows them."""
        found = []
        for first in [tuple(opening)] if opening else self._first_guesses():
            cost = len(first) * (1 if combine is max else len(self._everything))
            parts = self._parts_after(first)
            if combine is sum:  # what is small is soon known, and then bounds the rest
                parts.reverse()
            positions = [self._position(*part, combine) for part in parts]
            found.append(
                _Opening(first[0] if first else None, cost, positions, combine)
            )
        return sorted(found, key=lambda one: (one.lower, one.largest))

    def _first_guesses(self) -> list[tuple[Code, ...]]:
        """Return those that differ; nothing if they are too many, or not known."""
        problem = self.problem
        rules = problem.rules
        per_peg = rules.black_only and not rules.distinct
        if not (problem.symmetric and len(problem.guesses) == rules.code_count):
            return [()]
        book = codebook(rules)
        left = book.indices(problem.candidates)
        found = representatives(book, problem.history, left)
        if per_peg and not problem.history:  # each peg's colours may be renamed alone
            found = found[:1]
        if len(found) > _MOST_FIRST:
            return [()]
        return [(book.code(int(place)),) for place in found]

    def _position(
        self,
        turns: tuple[Turn, ...],
        left: NDArray[np.int64],
        combine: Callable[[Iterable[int]], int],
    ) -> _Position:
        """Return a position with what its best guess could do at every turn."""
        count, parts = len(left), self._most_parts(left)
        if combine is sum:
            return _Position(turns, count, int(self._state.bounds.cost[parts, count]))
        reach = self._state.bounds.reach[:, parts]
        return _Position(turns, count, int(np.searchsorted(reach, count)))

    def _first_of(self, opening: _Opening) -> Code:
        return opening.first or opening.positions[0].first or self._first_candidate

    # Work for others

    def _settle(self, run: _Run, end: float) -> bool:
        """Have a question answered; return whether it was, in time."""
        count = len(self._everything)
        for opening in run.openings:
            for position in opening.positions:
                position.divide(_PIECES * self._at_once * position.count // count)
        out: dict[Future[Any], _Task] = {}
        stopped = threading.Event()
        try:
            with interrupted_by(lambda *_: stopped.set()):
                while not run.is_settled:
                    rest = end - time.monotonic()
                    if stopped.is_set() or rest <= 0:
                        return False
                    self._hand_out(run, out, end)
                    for future in wait(out, min(_TICK, rest), FIRST_COMPLETED).done:
                        self._take(out.pop(future), future)
                    if run.progress:
                        run.progress(self._standing_of(run, out))
        except BrokenExecutor as error:
            raise _worker_died(error) from None
        finally:
            for future, task in out.items():
                _call_off(task.number, future)
        return True

    def _hand_out(self, run: _Run, out: dict[Future[Any], _Task], end: float) -> None:
        """Call off what is of no use now, and give work to all who have none."""
        best = run.best
        for future, task in out.items():
            if not task.opening.is_open(task.position, best):
                _call_off(task.number, future)
        if len(out) >= self._at_once:
            return
        for opening, position, below in run.ready():
            share = position.shares[position.given]
            position.given += 1
            job = partial(run.job(position), below=below, share=share)
            number, future = self._submit(position.turns, job, end)
            out[future] = _Task(number, opening, position, share, below)
            if len(out) >= self._at_once:
                return

    def _submit(
        self, turns: tuple[Turn, ...], job: Callable[..., Any], end: float
    ) -> tuple[int, Future[Any]]:
        number = next(_NUMBERS)
        for flags in _FLAGS:
            flags[number % len(flags)] = 0
        rest = None if end == math.inf else end - time.monotonic() + _GRACE
        place = Place(self._packed, turns, number, rest)
        return number, self._executor.submit(work, place, job)

    def _take(self, task: _Task, future: Future[Any]) -> None:
        answer = None if future.cancelled() else future.result()
        if answer is None:
            task.position.put_back(task.share)
            return
        finding, looked_at = answer
        self._looked_at += looked_at
        task.position.learn(finding, task.below)

    def _standing_of(self, run: _Run, out: dict[Future[Any], _Task]) -> Standing:
        upper = min(run.upper, *(opening.upper for opening in run.openings))
        turns = max((len(task.position.turns) for task in out.values()), default=0)
        known = None if upper >= _NEVER else upper
        return Standing(run.lower, known, turns + 1, self._looked_at)


def _end_of(time_limit: float | None) -> float:
    return math.inf if time_limit is None else time.monotonic() + time_limit


def _call_off(number: int, future: Future[Any]) -> None:
    """Stop a task, if it runs here or in our own processes, or has not begun."""
    for flags in _FLAGS:
        flags[number % len(flags)] = 1
    future.cancel()


def _worker_died(error: BrokenExecutor) -> ExactSearchError:
    return ExactSearchError(f"a worker ended before its work was done ({error})")
