"""Exact search of positions with few candidates, without compiled code."""

from functools import lru_cache
from typing import Final

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.rules import Code, Rules

MAX_CANDIDATES: Final = 64
"""Maximum number of candidates of a searched position."""

_MAX_EFFORT: Final = 1 << 22
"""Pairs of code and guess that a search compares: a tenth of a second."""

_GUESS_EFFORT: Final = 1 << 10
"""Pairs that take as long to compare as one guess takes to split the candidates."""

_EASY_PARTS: Final = 4
"""Parts into which each guess splits an easy set, as in the kernel."""


class _TooLargeError(Exception):
    """The search exceeds `_MAX_EFFORT`."""


def endgame_cost(
    book: Codebook, guess: Code, candidates: Indices, best: Code | None = None
) -> tuple[int, Code] | None:
    """
    Return the cost of a guess in total guesses, and a best guess; see `Search.cost`.

    Return None if the search is too large; this depends on the position only.
    """
    if len(candidates) > MAX_CANDIDATES:
        return None
    return _cost(book.rules, guess, tuple(candidates.tolist()), best)


@lru_cache(maxsize=128)  # a board rates all its guesses again after each
def _cost(
    rules: Rules, guess: Code, codes: tuple[int, ...], best: Code | None
) -> tuple[int, Code] | None:
    book, candidates = codebook(rules), np.array(codes)
    search = _EndgameSearch(book)
    try:
        total = search.total(candidates)
        cost = search.total_with(book.index(guess), candidates) - total
        best = (best or search.best(candidates, total)) if cost else guess
    except _TooLargeError:
        return None
    return cost, best


class _EndgameSearch:
    """A search with a memo of the least totals of sets of codes."""

    def __init__(self, book: Codebook) -> None:
        self._book = book
        self._win = book.rules.feedback_number(book.rules.win)
        self._totals: dict[bytes, int] = {}
        self._effort = 0

    def total(self, candidates: Indices) -> int:
        """Return the least total number of guesses for a set of codes."""
        if len(candidates) <= 2:
            return 2 * len(candidates) - 1
        key = candidates.tobytes()
        if key not in self._totals:
            self._totals[key] = self._compute_total(candidates)
        return self._totals[key]

    def _add_effort(self, effort: int) -> None:
        self._effort += effort
        if self._effort > _MAX_EFFORT:
            raise _TooLargeError

    def _compute_total(self, candidates: Indices) -> int:
        if self._part_counts(candidates, candidates).max() == len(candidates):
            return 2 * len(candidates) - 1  # a candidate leaves one code per part
        bounds = self._lower_bounds(candidates)
        min_total = len(candidates) ** 2
        for guess in np.argsort(bounds, kind="stable").tolist():
            # The last bound is that of guesses that exclude no code.
            if bounds[guess] >= min(min_total, 3 * len(candidates) - 1):
                break
            min_total = min(min_total, self.total_with(guess, candidates, min_total))
        return min_total

    def _lower_bounds(self, candidates: Indices) -> Indices:
        """Return a lower bound of the total for each guess: 2n - 1 for a part of n."""
        self._add_effort(len(candidates) * len(self._book))
        bounds: Indices = 3 * len(candidates) - self._part_counts(candidates)
        bounds[candidates] -= 1
        return bounds

    def _part_counts(
        self, candidates: Indices, guesses: Indices | None = None
    ) -> Indices:
        """Return the number of parts of each guess, by default of all codes."""
        columns = slice(None) if guesses is None else guesses
        feedback = np.sort(self._book.feedback_matrix(candidates, columns), axis=0)
        steps: Indices = np.count_nonzero(feedback[1:] != feedback[:-1], axis=0)
        return steps + 1

    def total_with(
        self, guess: int, candidates: Indices, below: int | None = None
    ) -> int:
        """Return the least total with a first guess, or a bound of at least `below`."""
        self._add_effort(_GUESS_EFFORT)
        feedback = self._book.feedback_vector(guess, candidates)
        numbers, sizes = np.unique(feedback, return_counts=True)
        if len(numbers) == 1 and len(candidates) > 1:
            return len(candidates) + self.total(candidates)
        parts = [
            (candidates[feedback == number], size)
            for number, size in zip(numbers.tolist(), sizes.tolist(), strict=True)
            if number != self._win
        ]
        total: int = len(candidates) + sum(2 * size - 1 for _, size in parts)
        for part, size in parts:
            if below is not None and total >= below:
                break
            total += self.total(part) - (2 * size - 1)
        return total

    def best(self, candidates: Indices, total: int) -> Code:
        """Return the guess of the strategy ``optimal``; see `Search.choose`."""
        book = self._book
        guesses = np.flatnonzero(self._lower_bounds(candidates) <= total)
        sizes = book.part_sizes(candidates, guesses).astype(np.int64)
        part_count = min(_EASY_PARTS, len(sizes))
        turns = len(candidates).bit_length()
        capacities = [0, *(part_count**turn for turn in range(turns))]
        easy_totals = np.where(book.feedback_numbers != self._win, 1, 0) @ sum(
            np.maximum(sizes - capacity, 0) for capacity in capacities
        )
        keys = easy_totals * (len(candidates) + 1) - sizes.max(axis=0)
        for guess in guesses[np.argsort(keys, kind="stable")].tolist():
            if self.total_with(guess, candidates, total + 1) == total:
                break
        return book.code(guess)
