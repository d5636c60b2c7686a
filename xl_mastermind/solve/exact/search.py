"""
Exact search: the least total and the least greatest number of guesses, proved.

The command line, `optimal`, `rating` and `analysis` search here, and each worker of
`dask`. Importing this loads no numba; the first `Search` does.
"""

import itertools
import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.solve.exact.problem import (
    Bounds,
    ExactSearchError,
    Problem,
    UnreachableError,
)
from xl_mastermind.solve.exact.state import new_state
from xl_mastermind.solve.interrupts import TICK, interrupted_by
from xl_mastermind.solve.trees import Tree, play_tree, total_guesses

_FEW: Final = 150
"""Fewer candidates are searched by one thread: the others would come too late."""

Members: TypeAlias = NDArray[np.int64]
Result = TypeVar("Result")

Progress: TypeAlias = Callable[[Bounds, int, int], object]
"""Called with a search's bounds so far, its depth in turns, and its positions."""


class StoppedError(ExactSearchError):
    """A search was stopped by its time limit, by Ctrl-C or by `Search.stop`."""


class Search:
    """
    An exact search of a problem, which remembers what it has found.

    Sets of candidates are given as ascending places in the problem's candidates, by
    default all, with the guesses that led there, after the problem's own, if the
    problem is symmetric.

    Several `threads` search large sets together; they find the same as one. All share
    tables and memo, and look at the guesses of a position in orders of their own, so
    that each finds settled what another has been at. The first to end has the answer.

    To its callers a search is one thread's at a time. Who shares it asks by `run`,
    or holds its `lock`.
    """

    def __init__(
        self, problem: Problem, *, threads: int = 1, progress: Progress | None = None
    ) -> None:
        self.problem = problem
        self.progress = progress
        self.lock = threading.RLock()
        self._everything = np.arange(len(problem.candidates))
        self.kernel, self._tables, self._works, self._counters = new_state(
            problem, threads
        )
        self._stopped = False

    # All candidates, in a time

    def optimum(
        self, seconds: float | None = None, *, max_guesses: int | None = None
    ) -> Bounds:
        """
        Return the least total number of guesses over all candidates.

        Past the time limit, or after Ctrl-C, these are the bounds so far.
        """
        kernel, mine, count = self.kernel, self._counters[0], len(self._everything)
        mine[kernel.LOWER] = self._tables.cost[-1, count]
        mine[kernel.BEST] = kernel.INFINITE
        try:
            total = self.run(partial(self.total, max_guesses=max_guesses), seconds)
        except StoppedError:
            lower = int(mine[kernel.LOWER])
            if self.first_guess:
                return Bounds(lower, int(mine[kernel.BEST]), self.first_guess)
            return self._rough_bounds(lower, max_guesses)
        if total is None:
            raise UnreachableError(max_guesses, count)
        return Bounds.from_value(total, self.first_guess or self._candidate(0))

    def worst_case(
        self, seconds: float | None = None, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """
        Return the least greatest number of guesses; see `optimum`.

        The guesses of an `opening` come first, whatever the answers. They count.
        """
        kernel, mine = self.kernel, self._counters[0]
        mine[kernel.BEST] = kernel.INFINITE
        parts = [self._everything]
        for guess in opening:
            divided = [self.problem.parts(guess, part) for part in parts]
            win = self.problem.rules.win
            parts = [p for each in divided for g, p in each.items() if g != win]
        parts.sort(key=len, reverse=True)

        def find() -> Bounds:
            for guesses in itertools.count(max(1, len(opening))):
                mine[kernel.LOWER] = guesses
                rest = guesses - len(opening)
                if all(self.within(rest, part, opening) for part in parts):
                    break
            first = opening[0] if opening else self.first_guess
            return Bounds.from_value(guesses, first or self._candidate(0))

        try:
            return self.run(find, seconds)
        except StoppedError:
            rough, histogram = self._greedy_tree(opening)
            return Bounds(int(mine[kernel.LOWER]), len(histogram), rough.guess)

    def tree_of_bounds(
        self, bounds: Bounds, *, max_guesses: int | None = None, orderly: bool = False
    ) -> Tree | None:
        """
        Return a tree whose total is the upper bound that `optimum` found.

        None, if there is no upper bound. After Ctrl-C it is any tree.
        """
        if bounds.is_proved:
            return self.tree(max_guesses=max_guesses, orderly=orderly)
        if bounds.upper is None:
            return None
        if self.first_guess:
            with suppress(StoppedError):
                return self.run(
                    partial(self.tree, guess=self.first_guess, max_guesses=max_guesses)
                )
        return self._greedy_tree()[0]

    def run(
        self, job: Callable[[], Result], seconds: float | None = None, least: int = 0
    ) -> Result:
        """
        Run a search in a thread of its own and return its result.

        The search stops after `seconds`, or by Ctrl-C, but not before it has looked at
        `least` positions: a busy machine takes longer for them. The time in which
        another thread's job ends does not count.
        """
        with self.lock:
            end = math.inf if seconds is None else time.monotonic() + seconds
            self._counters[0, self.kernel.NODES] = 0
            with interrupted_by(self.stop), ThreadPoolExecutor(1) as pool:
                future = pool.submit(job)
                self._wait_for(future, end, least)
            self._counters[:, self.kernel.STOP] = self._stopped = False
        return future.result()

    def _wait_for(self, future: Future[Result], end: float, least: int) -> None:
        """Wait for a job, but not past its `end`; see `run`."""
        kernel, counters = self.kernel, self._counters
        while not wait([future], min(TICK, max(0, end - time.monotonic()))).done:
            positions = int(counters[:, kernel.NODES].sum())
            if time.monotonic() >= end:
                if positions >= least:
                    self.stop()
                    break
                end = time.monotonic() + TICK
            if self.progress:
                best = int(counters[:, kernel.BEST].min())
                upper = best if best < kernel.INFINITE else None
                bounds = Bounds(int(counters[:, kernel.LOWER].max()), upper)
                self.progress(bounds, int(counters[:, kernel.DEPTH].max()), positions)
        wait([future])

    def stop(self, *_: object) -> None:
        """Tell the search that runs to give up."""
        self._stopped = True
        self._counters[:, self.kernel.STOP] = True

    # Guesses and trees

    def choose(
        self,
        members: Members | None = None,
        history: Sequence[Code] = (),
        *,
        max_guesses: int | None = None,
        orderly: bool = True,
    ) -> Code | None:
        """
        Return a guess with the least total; see `total`.

        Of several it is, if `orderly`, one whose parts would be easiest if each could
        be split in four at every turn; then one with the larger largest part; then
        the smallest code. With one or two candidates it is the first of them. None,
        if no strategy needs at most `most` guesses.
        """
        members = self._everything if members is None else members
        if len(members) <= min(2, 2 if max_guesses is None else max_guesses):
            return self._candidate(int(members[0]))
        total = self.total(members, history, max_guesses=max_guesses)
        if total is not None and orderly:
            self.total(
                members, history, max_guesses=max_guesses, below=total + 1, orderly=True
            )
        return self.first_guess

    def tree(
        self,
        members: Members | None = None,
        history: tuple[Code, ...] = (),
        *,
        guess: Code | None = None,
        max_guesses: int | None = None,
        orderly: bool = False,
    ) -> Tree | None:
        """
        Return a tree with the least total, from `guess` if given.

        None, if no strategy needs at most `most` guesses.
        """
        members = self._everything if members is None else members
        guess = guess or self.choose(
            members, history, max_guesses=max_guesses, orderly=orderly
        )
        if guess is None:
            return None
        grow = partial(
            self.tree, max_guesses=max_guesses and max_guesses - 1, orderly=orderly
        )
        return self._branch(guess, members, lambda part: grow(part, (*history, guess)))

    def _branch(
        self,
        guess: Code,
        members: Members,
        grow: Callable[[Members], Tree | None],
        left_out: int = 2,
    ) -> Tree:
        """
        Return the tree of a set from a guess, with its larger parts alone.

        Parts of at most `left_out` codes have no tree of their own.
        """
        subtrees = {}
        for feedback, part in self.problem.parts(guess, members).items():
            is_left_out = len(part) <= left_out or feedback == self.problem.rules.win
            if not is_left_out and (reply := grow(part)):
                subtrees[feedback] = reply
        return Tree(guess, subtrees)

    def _greedy_tree(
        self, opening: Sequence[Code] = ()
    ) -> tuple[Tree, tuple[int, ...]]:
        """Return the tree of most-parts after an opening, and its histogram."""

        def grow(members: Members, depth: int = 0) -> Tree:
            if depth < len(opening):
                guess = opening[depth]
            elif len(members) <= 2:
                guess = self._candidate(int(members[0]))
            else:
                self.lower_bound(members)  # counts the parts of every guess
                guess = self._code(int(self._works[0].parts[0].argmax()))
            left_out = 0 if depth + 1 < len(opening) else 2
            return self._branch(
                guess, members, lambda part: grow(part, depth + 1), left_out
            )

        tree, book = grow(self._everything), codebook(self.problem.rules)
        return tree, play_tree(book, tree, book.indices(self.problem.candidates))

    def _rough_bounds(self, lower: int, max_guesses: int | None) -> Bounds:
        """Return bounds: the upper one by the tree of most parts, if `most` allows."""
        tree, histogram = self._greedy_tree()
        if max_guesses is not None and len(histogram) > max_guesses:
            return Bounds(lower, None)
        return Bounds(lower, total_guesses(histogram), tree.guess)

    def lower_bound(self, members: Members) -> int:
        """Return a total that no strategy undercuts over a set of candidates."""
        size = self._put_on_stack(members, ())
        _, max_guesses = self.kernel.survey(self._tables, self._works[0], 0, size, 0)
        return int(self._tables.cost[max_guesses, size])

    @property
    def first_guess(self) -> Code | None:
        """The first guess of the tree that the last search found."""
        place = int(self._counters[0, self.kernel.FIRST])
        return None if place < 0 else self._code(place)

    def _code(self, place: int) -> Code:
        return tuple(self.problem.guesses[place].tolist())

    def _candidate(self, place: int) -> Code:
        return tuple(self.problem.candidates[place].tolist())

    # Numbers

    def total(
        self,
        members: Members | None = None,
        history: Sequence[Code] = (),
        *,
        max_guesses: int | None = None,
        below: int | None = None,
        orderly: bool = False,
    ) -> int | None:
        """
        Return the least total number of guesses over a set of candidates.

        There is none if it is not less than `below`, or no strategy needs at most
        `most` guesses. If `orderly`, `first` is that of `choose`.
        """
        kernel = self.kernel
        size = self._put_on_stack(members, history)
        limit = kernel.MAX_DEPTH - len(history) if max_guesses is None else max_guesses
        beta = kernel.INFINITE if below is None else below
        self._works[0].own[kernel.ORDERLY] = orderly
        if orderly:
            keys = np.empty(len(self.problem.guesses), dtype=np.int64)
            kernel.tie_breaks(self._tables, self._works[0], 0, size, keys)
            self._tables.first_order[:] = keys.argsort(kind="stable")
        least = self._search(kernel.total, size, min(limit, kernel.MAX_DEPTH), beta, 0)
        return least if least < beta else None

    def within(
        self,
        guesses: int,
        members: Members | None = None,
        history: Sequence[Code] = (),
    ) -> bool:
        """
        Return whether a number of guesses is always enough for a set of candidates.

        `first` is then a guess to begin with, unless any candidate is.
        """
        size = self._put_on_stack(members, history)
        limit = min(guesses, self.kernel.MAX_DEPTH)
        return bool(self._search(self.kernel.within, size, limit, 0))

    def cost(
        self,
        guess: Code,
        members: Members,
        history: Sequence[Code] = (),
        best_guess: Code | None = None,
    ) -> tuple[int, Code]:
        """
        Return how far a guess is from the least total, and a best guess.

        The first is what the guess adds to the total over the set, see `total`. The
        second is the guess itself if it adds nothing, else `best_guess`, known to
        attain the total, or what `choose` returns.
        """
        cost = self.total_with(guess, members, history)
        cost -= self._least(members, history)
        best = best_guess or self.choose(members, history) if cost else None
        return cost, best or guess

    def total_with(self, guess: Code, members: Members, history: Sequence[Code]) -> int:
        """Return the least total of a set with a first guess."""
        parts = self.problem.parts(guess, members)
        parts.pop(self.problem.rules.win, None)
        after = (self._least(part, (*history, guess)) for part in parts.values())
        return len(members) + sum(after)

    def _least(self, part: Members, history: Sequence[Code]) -> int:
        """Return the least total, from the memo too, which knows no first guesses."""
        kernel, size = self.kernel, self._put_on_stack(part, history)
        max_guesses = kernel.MAX_DEPTH - len(history)
        return self._search(kernel.total, size, max_guesses, kernel.INFINITE, 1)

    # The kernel and its threads

    def _put_on_stack(self, members: Members | None, history: Sequence[Code]) -> int:
        """Let the stack begin with a set, after some guesses; return its size."""
        kernel, work, problem = self.kernel, self._works[0], self.problem
        turns = (*problem.history, *history)
        max_guesses = len(work.turns) - kernel.MAX_DEPTH
        if len(turns) > max_guesses:
            raise ValueError(f"expected at most {max_guesses} turns, got {len(turns)}")
        for turn, code in enumerate(turns):
            work.turns[turn] = problem.own_colours(np.array(code))
        work.own[kernel.MADE] = len(turns)
        work.counters[kernel.FIRST] = -1
        members = self._everything if members is None else members
        work.stack[: len(members)] = members
        return len(members)

    def _search(self, find: Callable[..., int], size: int, *limits: int) -> int:
        """Return what the kernel finds of the set with which the stack begins."""
        kernel, counters, (mine, *helpers) = self.kernel, self._counters, self._works
        if size < _FEW:
            helpers = []
        for other in helpers:
            other.stack[:size] = mine.stack[:size]
            other.turns[:] = mine.turns
            other.own[: kernel.THREAD] = mine.own[: kernel.THREAD]
            other.counters[:] = mine.counters
            other.counters[kernel.NODES] = 0
        answers: list[tuple[int, int]] = []

        def look(work: Any) -> None:  # noqa: ANN401, the kernel's has no type
            most_parts = len(self._tables.cost) - 1
            result = find(self._tables, work, 0, size, size, *limits, most_parts)
            if not work.counters[kernel.STOP]:
                answers.append((int(result), int(work.own[kernel.THREAD])))
            if helpers:
                counters[:, kernel.STOP] = True

        if helpers:
            with ThreadPoolExecutor(len(helpers)) as pool:
                jobs = [pool.submit(look, work) for work in helpers]
                look(mine)
                for job in jobs:
                    job.result()  # or the error that it met
            best = answers[0][1] if answers else counters[:, kernel.BEST].argmin()
            whole = [kernel.FIRST, kernel.BEST]
            counters[0, whole] = counters[best, whole]
            counters[0, kernel.LOWER] = counters[:, kernel.LOWER].max()
            counters[0, kernel.NODES] = counters[:, kernel.NODES].sum()
            counters[1:, : len(kernel.NOTHING_FOUND)] = kernel.NOTHING_FOUND
            counters[:, kernel.STOP] = self._stopped
        else:
            look(mine)
        if self._stopped:
            raise StoppedError
        return answers[0][0]
