"""
Exact search: the least total and the least greatest number of guesses, proved.

The command line, `optimal`, `rating` and `analysis` search here, and each worker of
`dask`. Importing this loads no numba; the first `Search` does.
"""

import itertools
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code, Feedback
from xl_mastermind.solve.exact.compiled import TICK
from xl_mastermind.solve.exact.problem import (
    Bounds,
    ExactSearchError,
    Problem,
    UnreachableError,
)
from xl_mastermind.solve.exact.state import new_state
from xl_mastermind.solve.trees import Tree

_FEW: Final = 150
"""Fewer candidates are searched by one thread: the others would come too late."""

Result = TypeVar("Result")


class Standing(NamedTuple):
    """How far a search has come: bounds, turns deep, and positions looked at."""

    lower: int
    upper: int | None
    turns: int
    positions: int


@dataclass(frozen=True)
class Limit:
    """
    How long a search may take, and who hears how far it has come.

    After so many seconds it is stopped, as it is by Ctrl-C, but not before so many
    positions have been looked at: on a busy machine a small game takes longer.
    """

    seconds: float | None = None
    progress: Callable[[Standing], object] | None = None
    positions: int = 0

    def deadline(self) -> float:
        """Return when the search is stopped that begins now, by `time.monotonic`."""
        return math.inf if self.seconds is None else time.monotonic() + self.seconds


UNLIMITED: Final = Limit()


@contextmanager
def interrupted_by(stop: Callable[..., None]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, where this thread is the one to hear of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Search:
    """
    An exact search of a problem, which remembers what it has found.

    Sets of candidates are given as ascending places in the problem's
    candidates, with the guesses that led there if the problem is symmetric.

    Several `threads` search large sets together; they find the same as one. All share
    tables and memo, and look at the guesses of a position in orders of their own, so
    that each finds settled what another has been at. The first to end has the answer.

    Raises
    ------
    ExactSearchError
        If numba cannot be had.
    ValueError
        If there are too many different feedbacks.

    Examples
    --------
    >>> from xl_mastermind.game.rules import Rules
    >>> search = Search(Problem.of_game(Rules(2, 3)))  # doctest: +SKIP
    >>> search.total()  # doctest: +SKIP
    21
    """

    def __init__(self, problem: Problem, *, threads: int = 1) -> None:
        self.problem = problem
        self._kernel, self._tables, self._works = new_state(problem, threads)
        self._own: NDArray[np.int64] = self._works[0].own
        self._counters: NDArray[np.int64] = self._works[0].counters
        self._stopped = False

    # Numbers

    def total(
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        below: int | None = None,
        orderly: bool = False,
    ) -> int | None:
        """
        Return the least total number of guesses over a set of candidates.

        There is none if it is not less than `below`, or no strategy needs at most
        `most` guesses.

        Parameters
        ----------
        members : (m,) array of int64, optional
            The set; all candidates by default.
        history : sequence of codes, optional
            The guesses that led there, after the problem's own.
        orderly : bool
            Whether `first` is to be the one of the best guesses that the
            strategy ``optimal`` makes.
        """
        kernel = self._kernel
        run = self._put_on_stack(members, history)
        limit = kernel.MOST_DEPTH - len(history) if most is None else most
        beta = kernel.INFINITE if below is None else below
        self._own[kernel.ORDERLY] = orderly
        if orderly:
            keys = np.empty(len(self.problem.guesses), dtype=np.int64)
            kernel.tie_breaks(self._tables, self._works[0], *run[:2], keys)
            self._tables.first_order[:] = keys.argsort(kind="stable")
        most = min(limit, kernel.MOST_DEPTH)
        found = self._search(kernel.total, run, most, beta, 0)
        return found if found < beta else None

    def within(
        self,
        guesses: int,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
    ) -> bool:
        """
        Return whether so many guesses are always enough for a set of candidates.

        `first` is then a guess to begin with, unless any candidate is.
        """
        run = self._put_on_stack(members, history)
        limit = min(guesses, self._kernel.MOST_DEPTH)
        return bool(self._search(self._kernel.within, run, limit, 0))

    def _put_on_stack(
        self, members: NDArray[np.int64] | None, history: Sequence[Code]
    ) -> tuple[int, int, int]:
        """Put a set on the stack; return where it begins, its size, what is free."""
        kernel, work, problem = self._kernel, self._works[0], self.problem
        past = (*problem.history, *history)
        most = len(work.turns) - kernel.MOST_DEPTH
        if len(past) > most:
            raise ValueError(f"expected at most {most} turns, got {len(past)}")
        for turn, code in enumerate(past):
            work.turns[turn] = problem.own_colours(np.array(code))
        self._own[kernel.MADE] = len(past)
        self._counters[kernel.FIRST] = -1
        count = len(problem.candidates)
        if members is None:
            return 0, count, count
        work.stack[count : count + len(members)] = members
        return count, len(members), count + len(members)

    def _search(
        self, find: Callable[..., int], run: tuple[int, int, int], *limits: int
    ) -> int:
        """Return what the kernel finds of a set on the stack; anything if stopped."""
        kernel, (mine, *others) = self._kernel, self._works
        most_parts = len(self._tables.cost) - 1
        look = partial(find, self._tables)
        if not others or run[1] < _FEW:
            return int(look(mine, *run, *limits, most_parts))
        begin, size, _ = run
        for other in others:
            other.stack[begin : begin + size] = mine.stack[begin : begin + size]
            other.turns[:] = mine.turns
            other.own[: kernel.THREAD] = mine.own[: kernel.THREAD]
            other.counters[:] = mine.counters
            other.counters[kernel.NODES] = 0
        answers: list[tuple[int, Any]] = []

        def look_first(work: Any) -> int:  # noqa: ANN401, the kernel's has no type
            found = look(work, *run, *limits, most_parts)
            if not work.counters[kernel.STOP]:
                answers.append((found, work))
            self._end_all()
            return found

        with ThreadPoolExecutor(len(others)) as pool:
            jobs = [pool.submit(look_first, work) for work in others]
            found = look_first(mine)
            for job in jobs:
                job.result()  # or the error that it met
        best = min(self._works, key=lambda work: int(work.counters[kernel.BEST]))
        if answers:
            found, best = answers[0]
        self._gather(best.counters)
        return int(found)

    def _gather(self, best: NDArray[np.int64]) -> None:
        """Note what all threads have counted as the first one's, and the best guess."""
        kernel, standing = self._kernel, self.standing()
        self._counters[[kernel.FIRST, kernel.BEST]] = best[[kernel.FIRST, kernel.BEST]]
        self._counters[kernel.LOWER] = standing.lower
        self._counters[kernel.NODES] = standing.positions
        for work in self._works[1:]:
            work.counters[:6] = kernel.NOTHING_FOUND
        self._counters[kernel.STOP] = self._stopped

    @property
    def first(self) -> Code | None:
        """The first guess of the tree that the last search found."""
        place = int(self._counters[self._kernel.FIRST])
        return None if place < 0 else self._code(place)

    def _code(self, place: int) -> Code:
        return tuple(self.problem.guesses[place].tolist())

    def least(self, part: NDArray[np.int64], past: Sequence[Code]) -> int:
        """Return the least total of a part, remembered; anything if told to stop."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        kernel, run = self._kernel, self._put_on_stack(part, past)
        most = kernel.MOST_DEPTH - len(past)
        # The memo is not asked at depth 0, for it knows no first guesses.
        return self._search(kernel.total, run, most, kernel.INFINITE, 1)

    def most_parts(self, left: NDArray[np.int64]) -> int:
        """Count the parts of every guess; return the most."""
        work, count = self._works[0], len(self.problem.candidates)
        work.stack[count : count + len(left)] = left
        return int(self._kernel.survey(self._tables, work, count, len(left), 0)[1])

    def lower_bound(self, left: NDArray[np.int64]) -> int:
        """Return a total that no strategy undercuts over a set of candidates."""
        return int(self._tables.cost[self.most_parts(left), len(left)])

    @property
    def first_candidate(self) -> Code:
        """The smallest code that is possible."""
        return tuple(self.problem.candidates[0].tolist())

    def rough_tree(self, opening: Sequence[Code] = ()) -> tuple[int, int, Tree]:
        """Return total, greatest number and guesses of the most-parts tree."""
        total = greatest = 0
        root: dict[Feedback, Tree] = {}
        sets = [(self.problem.everything, 1, root, self.problem.rules.win)]
        while sets:
            left, turn, replies, given = sets.pop()
            guess = self.first_candidate
            if turn <= len(opening):
                guess = opening[turn - 1]
            elif len(left) > 2:
                self.most_parts(left)
                most = self._works[0].parts[0].argmax()
                guess = self._code(int(most))
            elif root:
                total += len(left) * turn + len(left) - 1
                greatest = max(greatest, turn + len(left) - 1)
                continue
            replies[given] = Tree(guess, {})
            parts = self.problem.parts(guess, left)
            for answer, part in reversed(parts.items()):
                if answer == self.problem.rules.win:
                    total += turn
                    greatest = max(greatest, turn)
                else:
                    sets.append((part, turn + 1, replies[given].replies, answer))
        return total, greatest, root[self.problem.rules.win]

    # Guesses

    def choose(
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        orderly: bool = True,
        limit: Limit | None = None,
    ) -> Code | None:
        """
        Return a guess with the least total; see `total`.

        Of several it is, if `orderly`, one whose parts would be easiest if each
        could be split in four at every turn; then one with the larger largest
        part; then the smallest code.

        With one or two candidates it is the first of them. None, if no
        strategy needs at most `most` guesses.

        Raises
        ------
        ExactSearchError
            If it is stopped by the limit.
        """
        left = self.problem.everything if members is None else members
        if len(left) <= min(2, 2 if most is None else most):
            return tuple(self.problem.candidates[left[0]].tolist())

        def find() -> Code | None:
            total = self.total(members, history, most=most)
            if total is not None and orderly:
                self.total(members, history, most=most, below=total + 1, orderly=True)
            return self.first

        if limit is None:
            return find()
        done = self.watch(find, limit)
        if not done:
            raise ExactSearchError(
                f"no optimal guess was found in {limit.seconds or 0:g} s;"
                f" {len(left):,} codes are left"
            )
        return done[0]

    def totals_by_first(
        self,
        guesses: Sequence[Code],
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        limit: Limit = UNLIMITED,
    ) -> list[int]:
        """
        Return the least total of a set with each of some first guesses.

        The set is given as `total` takes it. Past the limit these are the totals so
        far.
        """
        totals: list[int] = []

        def find() -> None:
            for total in self._totals_with(guesses, members, history):
                if self._stopped:
                    return
                totals.append(total)

        self.watch(find, limit)
        return totals

    def cost(
        self,
        guess: Code,
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        *,
        known: Code | None = None,
        limit: Limit = UNLIMITED,
    ) -> tuple[int, Code] | None:
        """
        Return how far a guess is from the least total, and a guess that attains it.

        The first is what the guess adds to the total over the set, see `total`. The
        second is the guess itself if it adds nothing, else one that is `known` to
        attain the total, or what `choose` returns. None, past the limit.
        """

        def find() -> tuple[int, Code]:
            (with_guess,) = self._totals_with([guess], members, history)
            more = with_guess - self.least(members, history)
            best = known or self.choose(members, history) if more else None
            return more, best or guess

        done = self.watch(find, limit)
        return done[0] if done else None

    def _totals_with(
        self, guesses: Sequence[Code], members: NDArray[np.int64], past: Sequence[Code]
    ) -> Iterator[int]:
        """Yield the least total with each first guess."""
        divided = self.problem.split(guesses, members)
        for guess, parts in zip(guesses, divided, strict=True):
            parts.pop(self.problem.rules.win, None)
            after = (self.least(part, (*past, guess)) for part in parts.values())
            yield len(members) + sum(after)

    # Trees

    def tree(self, *, most: int | None = None, orderly: bool = False) -> Tree | None:
        """
        Return a whole tree of guesses with the least total; see `choose`.

        None, if no strategy needs at most `most` guesses.
        """
        return self.grow(self.problem.everything, (), most=most, orderly=orderly)

    def grow(
        self,
        left: NDArray[np.int64],
        history: tuple[Code, ...],
        *,
        guess: Code | None = None,
        most: int | None = None,
        orderly: bool = False,
    ) -> Tree | None:
        """Return the tree of a set of candidates, from `guess` if given; see `tree`."""
        guess = guess or self.choose(left, history, most=most, orderly=orderly)
        if guess is None:
            return None
        rest = None if most is None else most - 1
        replies = {}
        for given, part in self.problem.parts(guess, left).items():
            past = (*history, guess)
            if len(part) > 2 and (
                reply := self.grow(part, past, most=rest, orderly=orderly)
            ):
                replies[given] = reply
        return Tree(guess, replies)

    def tree_of(
        self, found: Bounds, *, most: int | None = None, orderly: bool = False
    ) -> Tree | None:
        """
        Return a tree whose total is the upper bound that `optimum` has just found.

        None, if there is no upper bound. After Ctrl-C it is any tree.
        """
        if found.proved:
            return self.tree(most=most, orderly=orderly)
        if found.upper is None:
            return None
        return self._grown(found.first, most) if self.first else self.rough_tree()[2]

    def _grown(self, first: Code | None, most: int | None) -> Tree | None:
        """Return the best tree from a first guess, or any tree after Ctrl-C."""
        grow = partial(self.grow, self.problem.everything, (), guess=first, most=most)
        done = self.watch(grow, UNLIMITED)
        return done[0] if done else self.rough_tree()[2]

    # Of all candidates, proved or bounded

    def optimum(self, limit: Limit = UNLIMITED, *, most: int | None = None) -> Bounds:
        """
        Return the least total number of guesses over all candidates.

        Past the limit these are the bounds so far.

        Raises
        ------
        UnreachableError
            If no strategy needs at most `most` guesses.
        """
        kernel, counters = self._kernel, self._counters
        count = len(self.problem.candidates)
        counters[kernel.LOWER] = self._tables.cost[-1, count]
        counters[kernel.BEST] = kernel.INFINITE
        done = self.watch(partial(self.total, most=most), limit)
        if done and (found := done[0]) is not None:
            return Bounds.exactly(found, self.first or self.first_candidate)
        if done:
            raise UnreachableError.of(most, count)
        lower = int(counters[kernel.LOWER])
        if self.first:
            return Bounds(lower, int(counters[kernel.BEST]), self.first)
        total, greatest, rough = self.rough_tree()
        if most is not None and greatest > most:
            return Bounds(lower, None, None)
        return Bounds(lower, total, rough.guess)

    def worst_case(
        self, limit: Limit = UNLIMITED, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """
        Return the least greatest number of guesses; see `optimum`.

        The guesses of an `opening` come first, whatever the answers. They count.
        """
        kernel, counters = self._kernel, self._counters
        end = limit.deadline()
        counters[kernel.BEST] = kernel.INFINITE
        parts = self.problem.parts_after(opening)

        def within(guesses: int) -> bool:
            left = guesses - len(opening)
            return all(self.within(left, part, opening) for part in parts)

        for guesses in itertools.count(max(1, len(opening))):
            counters[kernel.LOWER] = guesses
            rest = replace(limit, seconds=end - time.monotonic())
            done = self.watch(partial(within, guesses), rest)
            if not done:
                break
            if done[0]:
                first = opening[0] if opening else self.first
                return Bounds.exactly(guesses, first or self.first_candidate)
        _, greatest, rough = self.rough_tree(opening)
        return Bounds(guesses, greatest, rough.guess)

    # While it runs

    def watch(self, job: Callable[[], Result], limit: Limit) -> tuple[Result] | None:
        """
        Return what a job gives that searches, in a thread of its own.

        After the time limit or Ctrl-C the search is told to stop, the job is waited
        for, and there is no result.
        """
        self._stopped = False
        self._counters[[self._kernel.STOP, self._kernel.NODES]] = 0
        end = limit.deadline()
        with interrupted_by(self.stop), ThreadPoolExecutor(1) as pool:
            future = pool.submit(job)
            while not wait([future], min(TICK, max(0, end - time.monotonic()))).done:
                standing = self.standing()
                if time.monotonic() >= end:
                    if standing.positions >= limit.positions:
                        self.stop()
                        break
                    end = time.monotonic() + TICK
                if limit.progress:
                    limit.progress(standing)
            result = future.result()
        return None if self._stopped else (result,)

    def stop(self, *_: object) -> None:
        """Tell the search that runs to give up."""
        self._stopped = True
        self._end_all()

    def _end_all(self) -> None:
        for work in self._works:
            work.counters[self._kernel.STOP] = 1

    def standing(self) -> Standing:
        """Return how far the search has come that runs, or the last one."""
        kernel = self._kernel
        found = np.array([work.counters for work in self._works])
        upper = int(found[:, kernel.BEST].min())
        return Standing(
            int(found[:, kernel.LOWER].max()),
            upper if upper < kernel.INFINITE else None,
            int(found[:, kernel.DEPTH].max()),
            int(found[:, kernel.NODES].sum()),
        )
