"""
Exact search: proofs of the least total and of the best worst case of guesses.

Importing this loads no numba; the first `Search` does.
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

from xl_mastermind.game.codes import Indices, codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.state import new_state
from xl_mastermind.lab.interrupts import TICK, call_on_interrupt
from xl_mastermind.solve.search_errors import ExactSearchError, UnreachableError
from xl_mastermind.solve.trees import Node, play_tree, total_guesses

_MIN_THREADED_SIZE: Final = 150
"""Fewer candidates are searched by one thread, before others would start."""

MIN_POSITIONS: Final = 1 << 14
"""
Positions that a search for a player examines before its time limit applies.

An idle machine takes half a second. Games with fewer positions always succeed: 2x4 has
2, 4x6 880, 9x2 1,490, 4x6 black 1,634 and 6x6 distinct black 6,207 (but 10x2 more than
200,000).
"""

T = TypeVar("T")

BoundsCallback: TypeAlias = Callable[[Bounds, int, int], object]
"""Called with the bounds so far, the depth in turns, and the positions."""


class StoppedError(ExactSearchError):
    """A time limit, Ctrl-C or `Search.stop` ended a search."""


class Search:
    """
    An exact search of a problem, with a memo.

    `members` are ascending indices of the problem's candidates, by default all;
    `history` has the guesses after the problem's own, if the problem is symmetric.

    Several `threads` search large sets together, with the same results: they share
    tables and memo, and each examines the guesses in another order.

    Only one thread may call a search at a time: use `run`, or its `lock`.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        threads: int = 1,
        progress: BoundsCallback | None = None,
    ) -> None:
        self.problem = problem
        self.progress = progress
        self.lock = threading.RLock()
        self._all_members = np.arange(len(problem.candidates))
        self.kernel, self._tables, self._works, self._counters = new_state(
            problem, threads
        )
        self._is_stopped = False

    # All candidates, with a time limit

    def optimum(
        self, seconds: float | None = None, *, max_guesses: int | None = None
    ) -> Bounds:
        """
        Return the least total number of guesses over all candidates.

        After the time limit or Ctrl-C, return the bounds so far.
        """
        kernel, counters, count = self.kernel, self._counters[0], len(self._all_members)
        counters[kernel.LOWER] = self._tables.min_totals[-1, count]
        counters[kernel.BEST] = kernel.INFINITE
        try:
            total = self.run(partial(self.total, max_guesses=max_guesses), seconds)
        except StoppedError:
            lower = int(counters[kernel.LOWER])
            if self.first_guess:
                return Bounds(lower, int(counters[kernel.BEST]), self.first_guess)
            tree, histogram = self._greedy_tree()
            if max_guesses is not None and len(histogram) > max_guesses:
                return Bounds(lower, None)
            return Bounds(lower, total_guesses(histogram), tree.guess)
        if total is None:
            raise UnreachableError(
                f"expected enough guesses, got {max_guesses}: no strategy finds each of"
                f" {count:,} codes with them"
            )
        return Bounds.from_value(total, self.first_guess or self._candidate(0))

    def worst_case(
        self, seconds: float | None = None, *, opening: Sequence[Code] = ()
    ) -> Bounds:
        """
        Return the least maximum of guesses over all candidates; see `optimum`.

        The maximum includes the guesses of an `opening`, which come first for every
        secret.
        """
        kernel, counters = self.kernel, self._counters[0]
        counters[kernel.BEST] = kernel.INFINITE
        parts = [self._all_members]
        for guess in opening:
            parts = [
                next_part
                for part in parts
                for feedback, next_part in self.problem.parts(guess, part).items()
                if feedback != self.problem.rules.win
            ]
        parts.sort(key=len, reverse=True)

        def find_maximum() -> Bounds:
            for guesses in itertools.count(max(1, len(opening))):
                counters[kernel.LOWER] = guesses
                rest = guesses - len(opening)
                if all(self.is_within(rest, part, opening) for part in parts):
                    break
            first_guess = opening[0] if opening else self.first_guess
            return Bounds.from_value(guesses, first_guess or self._candidate(0))

        try:
            return self.run(find_maximum, seconds)
        except StoppedError:
            tree, histogram = self._greedy_tree(opening)
            return Bounds(int(counters[kernel.LOWER]), len(histogram), tree.guess)

    def tree_of_bounds(
        self, bounds: Bounds, *, max_guesses: int | None = None, orderly: bool = False
    ) -> Node | None:
        """
        Return a tree that attains the upper bound of `optimum`, or None without one.

        After Ctrl-C, return any tree.
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
        self, job: Callable[[], T], seconds: float | None = None, min_positions: int = 0
    ) -> T:
        """
        Return the result of a search, which runs in another thread.

        Stop it after `seconds`, or by Ctrl-C, but not before it has examined
        `min_positions`. Waiting for the job of another thread does not count.
        """
        with self.lock:
            end = math.inf if seconds is None else time.monotonic() + seconds
            self._counters[0, self.kernel.NODES] = 0
            with call_on_interrupt(self.stop), ThreadPoolExecutor(1) as pool:
                future = pool.submit(job)
                self._wait_for(future, end, min_positions)
            self._counters[:, self.kernel.STOP] = self._is_stopped = False
        return future.result()

    def _wait_for(self, future: Future[T], end: float, min_positions: int) -> None:
        """Wait for a job, and stop it after its `end`; see `run`."""
        kernel, counters = self.kernel, self._counters
        while not wait([future], min(TICK, max(0, end - time.monotonic()))).done:
            positions = int(counters[:, kernel.NODES].sum())
            if time.monotonic() >= end:
                if positions >= min_positions:
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
        """Stop the running search."""
        self._is_stopped = True
        self._counters[:, self.kernel.STOP] = True

    # Guesses and trees

    def choose(
        self,
        members: Indices | None = None,
        history: Sequence[Code] = (),
        *,
        max_guesses: int | None = None,
        orderly: bool = True,
    ) -> Code | None:
        """
        Return a guess with the least total, or None if `max_guesses` are too few.

        If `orderly`, it is, of several, one whose parts would be easiest with
        `EASY_PARTS` parts at every turn; then one with a larger largest part; then the
        smallest code. With one or two candidates it is the first of them.
        """
        members = self._all_members if members is None else members
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
        members: Indices | None = None,
        history: tuple[Code, ...] = (),
        *,
        guess: Code | None = None,
        max_guesses: int | None = None,
        orderly: bool = False,
    ) -> Node | None:
        """
        Return a tree with the least total, or None if `max_guesses` are too few.

        By default its first guess is that of `choose`.
        """
        members = self._all_members if members is None else members
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
        members: Indices,
        grow: Callable[[Indices], Node | None],
        max_omitted: int = 2,
    ) -> Node:
        """Return the tree of a guess; parts of `max_omitted` codes have no subtree."""
        subtrees = {}
        for feedback, part in self.problem.parts(guess, members).items():
            is_omitted = len(part) <= max_omitted or feedback == self.problem.rules.win
            if not is_omitted and (subtree := grow(part)):
                subtrees[feedback] = subtree
        return Node(guess, subtrees)

    def _greedy_tree(
        self, opening: Sequence[Code] = ()
    ) -> tuple[Node, tuple[int, ...]]:
        """Return the tree of guesses with the most parts, and its histogram."""

        def grow(members: Indices, depth: int = 0) -> Node:
            if depth < len(opening):
                guess = opening[depth]
            elif len(members) <= 2:
                guess = self._candidate(int(members[0]))
            else:
                size = self._put_on_stack(members, ())
                work = self._works[0]
                self.kernel.count_parts(self._tables, work, 0, size, 0)
                guess = self._guess(int(work.part_counts[0].argmax()))
            max_omitted = 0 if depth + 1 < len(opening) else 2
            return self._branch(
                guess, members, lambda part: grow(part, depth + 1), max_omitted
            )

        tree, book = grow(self._all_members), codebook(self.problem.rules)
        return tree, play_tree(book, tree, book.indices(self.problem.candidates))

    @property
    def first_guess(self) -> Code | None:
        """The first guess of the last search's tree."""
        index = int(self._counters[0, self.kernel.FIRST])
        return None if index < 0 else self._guess(index)

    def _guess(self, index: int) -> Code:
        return tuple(self.problem.guesses[index].tolist())

    def _candidate(self, index: int) -> Code:
        return tuple(self.problem.candidates[index].tolist())

    # Numbers

    def total(
        self,
        members: Indices | None = None,
        history: Sequence[Code] = (),
        *,
        max_guesses: int | None = None,
        below: int | None = None,
        orderly: bool = False,
    ) -> int | None:
        """
        Return the least total number of guesses over a set of candidates.

        Return None if it is not less than `below`, or `max_guesses` are too few. If
        `orderly`, `first_guess` is that of `choose`.
        """
        kernel = self.kernel
        size = self._put_on_stack(members, history)
        limit = kernel.MAX_DEPTH - len(history) if max_guesses is None else max_guesses
        beta = kernel.INFINITE if below is None else below
        self._works[0].thread_state[kernel.IS_ORDERLY] = orderly
        if orderly:
            keys = np.empty(len(self.problem.guesses), dtype=np.int64)
            kernel.write_tie_breaks(self._tables, self._works[0], 0, size, keys)
            self._tables.guess_order[:] = keys.argsort(kind="stable")
        least = self._search(kernel.total, size, min(limit, kernel.MAX_DEPTH), beta, 0)
        return least if least < beta else None

    def is_within(
        self, guesses: int, members: Indices | None = None, history: Sequence[Code] = ()
    ) -> bool:
        """
        Return whether a number of guesses is always enough for a set of candidates.

        If so, `first_guess` is a first guess, or None if any candidate is.
        """
        size = self._put_on_stack(members, history)
        limit = min(guesses, self.kernel.MAX_DEPTH)
        return bool(self._search(self.kernel.is_within, size, limit, 0))

    def cost_within(
        self,
        seconds: float,
        guess: Code,
        members: Indices,
        history: Sequence[Code] = (),
        best_guess: Code | None = None,
    ) -> tuple[int, Code] | None:
        """
        Return the total guesses that a guess adds to the least total, and a best guess.

        The best guess is `guess` if it adds nothing, else `best_guess`, by default the
        guess of `choose`. Return None after `seconds` and `MIN_POSITIONS`.
        """

        def find_cost() -> tuple[int, Code]:
            cost = self.total_with(guess, members, history)
            cost -= self._least_total(members, history)
            best = best_guess or self.choose(members, history) if cost else None
            return cost, best or guess

        with suppress(StoppedError):
            return self.run(find_cost, seconds, MIN_POSITIONS)
        return None

    def total_with(self, guess: Code, members: Indices, history: Sequence[Code]) -> int:
        """Return the least total of a set with a first guess."""
        parts = self.problem.parts(guess, members)
        parts.pop(self.problem.rules.win, None)
        totals = (self._least_total(part, (*history, guess)) for part in parts.values())
        return len(members) + sum(totals)

    def _least_total(self, part: Indices, history: Sequence[Code]) -> int:
        """Return the least total, from the memo if it has it; without a first guess."""
        kernel, size = self.kernel, self._put_on_stack(part, history)
        limit = kernel.MAX_DEPTH - len(history)
        return self._search(kernel.total, size, limit, kernel.INFINITE, 1)

    # The kernel and its threads

    def _put_on_stack(self, members: Indices | None, history: Sequence[Code]) -> int:
        """Write a set and its history for the kernel; return its size."""
        kernel, work, problem = self.kernel, self._works[0], self.problem
        turns = (*problem.history, *history)
        max_turns = len(work.history) - kernel.MAX_DEPTH
        if len(turns) > max_turns:
            raise ValueError(f"expected at most {max_turns} turns, got {len(turns)}")
        for turn, code in enumerate(turns):
            work.history[turn] = problem.kernel_colours(np.array(code))
        work.thread_state[kernel.TURN_COUNT] = len(turns)
        work.counters[kernel.FIRST] = -1
        members = self._all_members if members is None else members
        work.stack[: len(members)] = members
        return len(members)

    def _search(self, method: Callable[..., int], size: int, *limits: int) -> int:
        """Return the result of a kernel method for the set on the stack."""
        kernel, counters = self.kernel, self._counters
        work, *other_works = self._works
        if size < _MIN_THREADED_SIZE:
            other_works = []
        for other in other_works:
            other.stack[:size] = work.stack[:size]
            other.history[:] = work.history
            other.thread_state[: kernel.THREAD] = work.thread_state[: kernel.THREAD]
            other.counters[:] = work.counters
            other.counters[kernel.NODES] = 0
        results: list[tuple[int, int]] = []

        def search(work: Any) -> None:  # noqa: ANN401, the kernel's has no type
            max_parts = len(self._tables.min_totals) - 1
            result = method(self._tables, work, 0, size, size, *limits, max_parts)
            if not work.counters[kernel.STOP]:
                results.append((int(result), int(work.thread_state[kernel.THREAD])))
            if other_works:
                counters[:, kernel.STOP] = True

        if other_works:
            with ThreadPoolExecutor(len(other_works)) as pool:
                jobs = [pool.submit(search, other) for other in other_works]
                search(work)
                for job in jobs:
                    job.result()  # raises the thread's error
            best = results[0][1] if results else counters[:, kernel.BEST].argmin()
            columns = [kernel.FIRST, kernel.BEST]
            counters[0, columns] = counters[best, columns]
            counters[0, kernel.LOWER] = counters[:, kernel.LOWER].max()
            counters[0, kernel.NODES] = counters[:, kernel.NODES].sum()
            counters[1:, : len(kernel.NO_RESULT)] = kernel.NO_RESULT
            counters[:, kernel.STOP] = self._is_stopped
        else:
            search(work)
        if self._is_stopped:
            raise StoppedError
        return results[0][0]
