"""
Exact search: the least total and the least greatest number of guesses, proved.

The command line, `optimal`, `rating` and `analysis` search here, `spread` by many
workers. Importing this loads no numba; the first `Search` does.
"""

import itertools
import time
from collections import Counter
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
        If the tables would take more than `MOST_BYTES`, or there are too many
        different feedbacks.

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
                if self._counters[self._kernel.STOP]:
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

    def histogram(self, tree: Tree) -> tuple[int, ...]:
        """Return the numbers of candidates that a tree finds with 1, 2, ... guesses."""
        counts: Counter[int] = Counter()
        positions: list[tuple[NDArray[np.int64], Tree | None, int]]
        positions = [(self.problem.everything, tree, 1)]
        while positions:
            left, node, turn = positions.pop()
            if node is None:
                counts.update(range(turn, turn + len(left)))
                continue
            for given, part in self.problem.parts(node.guess, left).items():
                if given == self.problem.rules.win:
                    counts[turn] += 1
                else:
                    positions.append((part, node.replies.get(given), turn + 1))
        return tuple(counts[turn] for turn in range(1, max(counts) + 1))

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
            raise self._unreachable(most)
        lower = int(counters[kernel.LOWER])
        if self.first:
            return Bounds(lower, int(counters[kernel.BEST]), self.first)
        total, greatest, first = self.rough_tree()
        if most is not None and greatest > most:
            return Bounds(lower, None, None)
        return Bounds(lower, total, first)

    def _unreachable(self, most: int | None) -> UnreachableError:
        return UnreachableError(
            f"expected a number of guesses that can be enough, got {most}: no"
            f" strategy finds each of {len(self.problem.candidates):,} codes within it"
        )

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
            return all(self.within(left, part, opening) for _, part in parts)

        for guesses in itertools.count(max(1, len(opening))):
            counters[kernel.LOWER] = guesses
            rest = replace(limit, seconds=end - time.monotonic())
            done = self.watch(partial(within, guesses), rest)
            if not done:
                break
            if done[0]:
                first = opening[0] if opening else self.first
                return Bounds.exactly(guesses, first or self.first_candidate)
        _, greatest, first = self.rough_tree(opening)
        return Bounds(guesses, greatest, first)
