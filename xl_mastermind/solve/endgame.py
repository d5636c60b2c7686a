"""The end of a game, where few codes are left: exact search with no compiled code."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules

MAX_CANDIDATES: Final = 64
"""No search begins with more codes left."""

_MOST_EFFORT: Final = 1 << 22
"""Pairs of code and guess that a search looks at: a tenth of a second is enough."""

_EFFORT_OF_A_GUESS: Final = 1 << 10
"""Pairs that are looked at in the time in which one guess is followed."""

_EASY: Final = 4
"""A set is easy if it is soon solved when each guess splits it in this many parts."""


class _TooLargeError(Exception):
    """The search would take too long."""


def endgame_cost(
    book: Codebook,
    guess: Code,
    candidates: NDArray[np.int64],
    best: Code | None = None,
) -> tuple[int, Code] | None:
    """
    Return how far a guess is from the least total, and a guess that attains it.

    It is what `Search.cost` finds of the candidates, or none if there is too much to
    look at. That depends on the position alone, not on time or machine.
    """
    if len(candidates) > MAX_CANDIDATES:
        return None
    return _cost(book.rules, guess, tuple(candidates.tolist()), best)


@lru_cache(maxsize=128)  # a board asks again for all attempts after each
def _cost(
    rules: Rules, guess: Code, codes: tuple[int, ...], best: Code | None
) -> tuple[int, Code] | None:
    """Search for `endgame_cost`; the codes are its candidates."""
    book, candidates = codebook(rules), np.array(codes)
    search = _Endgame(book)
    try:
        total = search.total(candidates)
        cost = search.total_with(book.index(guess), candidates) - total
        best = (best or search.best(candidates, total)) if cost else guess
    except _TooLargeError:
        return None
    return cost, best


class _Endgame:
    """A search that remembers the least totals of sets of codes."""

    def __init__(self, book: Codebook) -> None:
        self._book = book
        self._win = book.rules.feedback_number(book.rules.win)
        self._totals: dict[bytes, int] = {}
        self._effort = 0

    def total(self, candidates: NDArray[np.int64]) -> int:
        """Return the least total number of guesses over a set of codes."""
        if len(candidates) <= 2:
            return 2 * len(candidates) - 1
        key = candidates.tobytes()
        if key not in self._totals:
            self._totals[key] = self._least(candidates)
        return self._totals[key]

    def _spend(self, effort: int) -> None:
        self._effort += effort
        if self._effort > _MOST_EFFORT:
            raise _TooLargeError

    def _least(self, candidates: NDArray[np.int64]) -> int:
        if self._parts(candidates, candidates).max() == len(candidates):
            return 2 * len(candidates) - 1  # a code tells all of them apart
        bounds = self._bounds(candidates)
        least = len(candidates) ** 2
        for guess in np.argsort(bounds, kind="stable").tolist():
            # The last bound is that of guesses that rule nothing out.
            if bounds[guess] >= min(least, 3 * len(candidates) - 1):
                break
            least = min(least, self.total_with(guess, candidates, least))
        return least

    def _bounds(self, candidates: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return what each guess needs at least: one more for each code of a part."""
        self._spend(len(candidates) * len(self._book))
        bounds: NDArray[np.int64] = 3 * len(candidates) - self._parts(candidates)
        bounds[candidates] -= 1
        return bounds

    def _parts(
        self, candidates: NDArray[np.int64], guesses: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return into how many parts each guess, by default each code, splits a set."""
        columns = slice(None) if guesses is None else guesses
        answers = np.sort(self._book.feedback_matrix(candidates, columns), axis=0)
        parts: NDArray[np.int64] = np.count_nonzero(answers[1:] != answers[:-1], axis=0)
        return parts + 1

    def total_with(
        self, guess: int, candidates: NDArray[np.int64], below: int | None = None
    ) -> int:
        """Return the least total with a first guess, or anything not `below`."""
        self._spend(_EFFORT_OF_A_GUESS)
        answers = self._book.feedback_vector(guess, candidates)
        numbers, sizes = np.unique(answers, return_counts=True)
        if len(numbers) == 1 and len(candidates) > 1:
            return len(candidates) + self.total(candidates)
        parts = [
            (candidates[answers == number], size)
            for number, size in zip(numbers.tolist(), sizes.tolist(), strict=True)
            if number != self._win
        ]
        total: int = len(candidates) + sum(2 * size - 1 for _, size in parts)
        for part, size in parts:
            if below is not None and total >= below:
                break
            total += self.total(part) - (2 * size - 1)
        return total

    def best(self, candidates: NDArray[np.int64], total: int) -> Code:
        """Return the guess that the strategy ``optimal`` makes; see `Search.choose`."""
        book = self._book
        guesses = np.flatnonzero(self._bounds(candidates) <= total)
        sizes = book.part_sizes(candidates, guesses).astype(np.int64)
        split = min(_EASY, len(sizes))
        capacities = [0, *(split**turn for turn in range(len(candidates).bit_length()))]
        rest = np.where(book.feedback_numbers != self._win, 1, 0) @ sum(
            np.maximum(sizes - capacity, 0) for capacity in capacities
        )
        keys = rest * (len(candidates) + 1) - sizes.max(axis=0)
        for guess in guesses[np.argsort(keys, kind="stable")].tolist():
            if self.total_with(guess, candidates, total + 1) == total:
                break
        return book.code(guess)
