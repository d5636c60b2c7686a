"""
Exact search: the least total and the least greatest number of guesses, proved.

The command line, `optimal`, `rating` and `analysis` search here, and each worker of
`dask`. Importing this loads no numba; the first `Search` does.
"""

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.rules import Code
from xl_mastermind.solve.exact.bounds import (
    UNLIMITED,
    Bounds,
    ExactSearchError,
    Limit,
    UnreachableError,
)
from xl_mastermind.solve.exact.engine import Engine
from xl_mastermind.solve.trees import Tree


class Search(Engine):
    """
    An exact search that remembers what it has found.

    Sets of candidates are given as ascending places in the problem's
    candidates, with the guesses that led there if the problem is symmetric.

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

    # Guesses

    def choose(
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        orderly: bool = True,
        time_limit: float | None = None,
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
            If it takes longer than `time_limit` seconds.
        """
        left = self.problem.everything if members is None else members
        if len(left) <= min(2, 2 if most is None else most):
            return tuple(self.problem.candidates[left[0]].tolist())

        def find() -> Code | None:
            total = self.total(members, history, most=most)
            if total is not None and orderly:
                self.total(members, history, most=most, below=total + 1, orderly=True)
            return self.first

        if time_limit is None:
            return find()
        done = self.watch(find, Limit(time_limit))
        if not done:
            raise ExactSearchError(
                f"no optimal guess was found in {time_limit:g} s;"
                f" {len(left):,} codes are left"
            )
        return done[0]

    def totals_by_first(
        self,
        guesses: Sequence[Code],
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        *,
        time_limit: float | None = None,
    ) -> list[int]:
        """
        Return the least total of a set with each of some first guesses.

        The set is given as `total` takes it. After `time_limit` seconds the totals
        so far are returned.
        """
        totals: list[int] = []

        def find() -> None:
            for total in self._totals_with(guesses, members, history):
                if self._threads.stopped:
                    return
                totals.append(total)

        self.watch(find, Limit(time_limit))
        return totals

    def cost(
        self,
        guess: Code,
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        *,
        known: Code | None = None,
        time_limit: float | None = None,
    ) -> tuple[int, Code] | None:
        """
        Return how far a guess is from the least total, and a guess that attains it.

        The first is what the guess adds to the total over the set, see `total`. The
        second is the guess itself if it adds nothing, else one that is `known` to
        attain the total, or what `choose` returns. None, after `time_limit` seconds.
        """

        def find() -> tuple[int, Code]:
            (with_guess,) = self._totals_with([guess], members, history)
            more = with_guess - self.least(members, history)
            best = known or self.choose(members, history) if more else None
            return more, best or guess

        done = self.watch(find, Limit(time_limit))
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
        counters[kernel.LOWER] = self._state.bounds.cost[-1, count]
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
