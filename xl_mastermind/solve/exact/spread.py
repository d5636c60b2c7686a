"""
Exact search spread over workers: those of a cluster, or processes here.

Any `concurrent.futures.Executor` will do. (The threads of one process do better with
tables and memo in common: `Search` has them.) What is left after each first guess
is a position; a task searches one, or some of its guesses if it is a large one.
"""

import itertools
import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.game.symmetry import representatives
from xl_mastermind.solve.exact import workers
from xl_mastermind.solve.exact.bounds import (
    UNLIMITED,
    Bounds,
    ExactSearchError,
    Limit,
    Standing,
    UnreachableError,
)
from xl_mastermind.solve.exact.openings import NEVER, Finding, Opening, Position, Race
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.exact.watch import TICK, interrupted_by
from xl_mastermind.solve.trees import Tree

_GRACE: Final = 1.0
"""Seconds past the time limit after which a worker stops by itself."""

_PIECES: Final = 4
"""Into so many tasks for each worker a search is divided at least."""

_MOST_FIRST: Final = 32
"""If more first guesses differ, they are divided without a look at what follows."""


# What workers do: by name, so that any process finds it


def _total(  # noqa: PLR0913, options are given by name
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    below: int,
    share: slice | None,
    most: int | None,
) -> Finding:
    found = search.total(left, history, most=most, below=below, share=share)
    return Finding(found, found or 0, search.first)


def _within(
    search: Search,
    left: NDArray[np.int64],
    history: tuple[Code, ...],
    *,
    below: int,
    share: slice | None,
) -> Finding:
    enough = search.within(below - 1, left, history, share=share)
    return Finding(below - 1 if enough else None, 0, search.first)


class _Task(NamedTuple):
    """Work that is out: a share of a position, for a value below another."""

    number: int
    opening: Opening
    position: Position
    share: slice | None
    below: int


class SpreadSearch(Search):
    """
    An exact search whose `optimum` and `worst_case` are spread over workers.

    They prove the same as those of a `Search`.

    Parameters
    ----------
    problem : Problem
        What is searched.
    executor : concurrent.futures.Executor
        Who works: ``client.get_executor()`` of a Dask cluster, a pool of processes,
        or any other. Whoever opened it closes it.
    at_once : int, optional
        How many tasks are out at a time: as many as there are workers. By
        default, as this machine has cores.
    threads : int
        How many threads work on a task.

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
    >>> with ProcessPoolExecutor(2) as executor:  # doctest: +SKIP
    ...     SpreadSearch(problem, executor, 2).optimum().lower
    5625
    """

    def __init__(
        self,
        problem: Problem,
        executor: Executor,
        at_once: int | None = None,
        *,
        threads: int = 1,
    ) -> None:
        super().__init__(problem, threads=threads)
        self._executor = executor
        self._at_once = at_once or os.cpu_count() or 1
        self._packed = workers.pack(problem, threads)
        self._best: tuple[int | None, Opening] | None = None
        self._looked_at = 0

    def optimum(self, limit: Limit = UNLIMITED, *, most: int | None = None) -> Bounds:
        """Return the least total number of guesses; see `Search.optimum`."""

        def job(position: Position) -> Callable[..., Finding]:
            rest = None if most is None else most - len(position.turns)
            return partial(_total, most=rest)

        upper, greatest, rough = self.rough_tree()
        if most is not None and greatest > most:
            upper = NEVER
        race = Race(self._openings(sum, ()), 0, upper, upper)
        self._settle(race, job, limit)
        best = race.winner
        self._best = (most, best) if best.upper <= min(upper, NEVER - 1) else None
        if race.lower >= NEVER:
            raise UnreachableError.of(most, len(self.problem.candidates))
        if race.best >= NEVER:
            return Bounds(race.lower, None, None)
        first = self._first_of(best) if self._best else rough.guess
        return Bounds(race.lower, race.best, first)

    def worst_case(
        self, limit: Limit = UNLIMITED, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """Return the least greatest number of guesses; see `Search.worst_case`."""
        end = limit.deadline()
        openings = self._openings(max, opening)
        for guesses in itertools.count(max(1, len(opening))):
            race = Race(openings, guesses, guesses + 1)
            rest = Limit(end - time.monotonic(), limit.progress)
            finished = self._settle(race, lambda _: _within, rest)
            best = race.winner
            if best.upper <= guesses:
                return Bounds.exactly(guesses, self._first_of(best))
            if not finished:
                break
        _, upper, rough = self.rough_tree(opening)
        return Bounds(guesses, upper, rough.guess)

    def tree(self, *, most: int | None = None, orderly: bool = False) -> Tree | None:
        """
        Return a whole tree of guesses with the least total; see `Search.tree`.

        What `optimum` has just found is not searched again, unless there are
        several first guesses and the `orderly` one is asked for.
        """
        known, best = self._best or (None, None)
        if best is None or best.first is None or known != most or orderly:
            return super().tree(most=most, orderly=orderly)
        job = partial(Search.grow, most=None if most is None else most - 1)
        replies = sorted(
            (position.turns[0].feedback, position)
            for position in best.positions
            if position.count > 2
        )
        tasks = [
            self._submit(position.turns, partial(job, guess=position.first), math.inf)
            for _, position in replies
        ]
        try:
            answers = [future.result() for _, future in tasks]
        except BrokenExecutor as error:
            raise _worker_died(error) from None
        finally:
            for number, future in tasks:
                workers.call_off(number, future)
        grown = {
            feedback: answer[0]
            for (feedback, _), answer in zip(replies, answers, strict=True)
            if answer and answer[0]
        }
        return Tree(best.first, grown)

    def tree_of(
        self, found: Bounds, *, most: int | None = None, orderly: bool = False
    ) -> Tree | None:
        """Return a tree of the upper bound; see `Search.tree_of`."""
        if found.proved or not self._best:
            return super().tree_of(found, most=most, orderly=orderly)
        if self._best[1].first:
            return self.tree(most=most)
        return self._grown(found.first, most)

    # What can come first

    def _openings(
        self, combine: Callable[[Iterable[int]], int], opening: Sequence[Code]
    ) -> list[Opening]:
        """Return the first guesses, those of promise first, and what follows them."""
        openings = []
        for first in [tuple(opening)] if opening else self._first_guesses():
            cost = len(first) * (1 if combine is max else len(self.problem.candidates))
            parts = self.problem.parts_after(first)
            if combine is sum:  # what is small is soon known, and then bounds the rest
                parts.reverse()
            positions = [self._position(*part, combine) for part in parts]
            openings.append(
                Opening(first[0] if first else None, cost, positions, combine)
            )
        return sorted(openings, key=lambda opening: (opening.lower, opening.largest))

    def _first_guesses(self) -> list[tuple[Code, ...]]:
        """Return those that differ; nothing if they are too many, or not known."""
        problem = self.problem
        rules = problem.rules
        if not (problem.symmetric and len(problem.guesses) == rules.code_count):
            return [()]
        book = codebook(rules)
        left = book.indices(problem.candidates)
        found = representatives(book, problem.history, left)
        if problem.colours_differ_by_peg and not problem.history:
            found = found[:1]
        if len(found) > _MOST_FIRST:
            return [()]
        return [(book.code(int(place)),) for place in found]

    def _position(
        self,
        turns: tuple[Turn, ...],
        left: NDArray[np.int64],
        combine: Callable[[Iterable[int]], int],
    ) -> Position:
        """Return a position with what its best guess could do at every turn."""
        count, parts = len(left), self.most_parts(left)
        if combine is sum:
            return Position(turns, count, int(self._state.bounds.cost[parts, count]))
        reach = self._state.bounds.reach[:, parts]
        return Position(turns, count, int(np.searchsorted(reach, count)))

    def _first_of(self, opening: Opening) -> Code:
        return opening.first or opening.positions[0].first or self.first_candidate

    # Work for others

    def _settle(
        self,
        race: Race,
        job: Callable[[Position], Callable[..., Finding]],
        limit: Limit,
    ) -> bool:
        """Have workers settle a race; return whether they did, in time."""
        end = limit.deadline()
        count = len(self.problem.candidates)
        for position in race.positions:
            position.divide(_PIECES * self._at_once * position.count // count)
        tasks: dict[Future[Any], _Task] = {}
        stopped = threading.Event()
        try:
            with interrupted_by(lambda *_: stopped.set()):
                while not race.is_settled:
                    rest = end - time.monotonic()
                    if stopped.is_set() or rest <= 0:
                        return False
                    self._hand_out(race, job, tasks, end)
                    for future in wait(tasks, min(TICK, rest), FIRST_COMPLETED).done:
                        self._take(tasks.pop(future), future)
                    if limit.progress:
                        limit.progress(self._standing_of(race, tasks.values()))
        except BrokenExecutor as error:
            raise _worker_died(error) from None
        finally:
            for future, task in tasks.items():
                workers.call_off(task.number, future)
        return True

    def _hand_out(
        self,
        race: Race,
        job: Callable[[Position], Callable[..., Finding]],
        tasks: dict[Future[Any], _Task],
        end: float,
    ) -> None:
        """Call off what is of no use now, and give work to all who have none."""
        best = race.best
        for future, task in tasks.items():
            if not task.opening.is_open(task.position, best):
                workers.call_off(task.number, future)
        if len(tasks) >= self._at_once:
            return
        for opening, position, below in race.ready():
            share = position.shares[position.given]
            position.given += 1
            work = partial(job(position), below=below, share=share)
            number, future = self._submit(position.turns, work, end)
            tasks[future] = _Task(number, opening, position, share, below)
            if len(tasks) >= self._at_once:
                return

    def _submit(
        self, turns: tuple[Turn, ...], job: Callable[..., Any], end: float
    ) -> tuple[int, Future[Any]]:
        rest = None if end == math.inf else end - time.monotonic() + _GRACE
        return workers.submit(self._executor, self._packed, turns, job, rest)

    def _take(self, task: _Task, future: Future[Any]) -> None:
        answer = None if future.cancelled() else future.result()
        if answer is None:
            task.position.put_back(task.share)
            return
        finding, looked_at = answer
        self._looked_at += looked_at
        task.position.learn(finding, task.below)

    def _standing_of(self, race: Race, tasks: Iterable[_Task]) -> Standing:
        upper = min(race.upper, race.winner.upper)
        turns = max((len(task.position.turns) for task in tasks), default=0)
        known = None if upper >= NEVER else upper
        return Standing(race.lower, known, turns + 1, self._looked_at)


def _worker_died(error: BrokenExecutor) -> ExactSearchError:
    return ExactSearchError(f"a worker ended before its work was done ({error})")
