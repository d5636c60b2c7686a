"""Exact search of small games, and of positions with few candidates, by numpy."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, TypeVar

import numpy as np

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.game.symmetry import representatives
from xl_mastermind.solve.trees import Node

MAX_CANDIDATES: Final = 64
"""Maximum number of candidates of a position whose guesses are rated."""

_MAX_PAIRS: Final = 1 << 18
"""
Maximum pairs of code and candidate of a solved position, such as a game of 512 codes.
"""

_MAX_RATING_EFFORT: Final = 1 << 22
"""Pairs of code and guess that a rating compares: a tenth of a second."""

_MAX_EFFORT: Final = 1 << 25
"""Pairs of code and guess that a solution compares: about a second."""

_GUESS_EFFORT: Final = 1 << 10
"""Pairs that take as long to compare as one guess takes to split the candidates."""

_SYMMETRY_EFFORT: Final = 1 << 13
"""Pairs that take as long to compare as the representatives of guesses take."""

_MIN_SYMMETRY_PAIRS: Final = 1 << 6
"""With more pairs of code and candidate, only representatives are compared."""

_EASY_PARTS: Final = 4
"""Parts into which each guess splits an easy set, as in the kernel."""

_INFINITE: Final = 1 << 40
"""The total of a set for which the remaining guesses are too few."""

SEARCHED_GAMES: Final = set[Rules]()
"""Games with a compiled search, which finds a guess in less time."""

T = TypeVar("T")


class _TooLargeError(Exception):
    """The search exceeds its effort."""


def endgame_guess(
    book: Codebook,
    history: Sequence[Code],
    candidates: Indices,
    max_guesses: int | None = None,
) -> Code | None:
    """
    Return a guess with the least total, as `Search.choose` does.

    The tree has at most `max_guesses` if that is possible. Return None if the search is
    too large. This depends on the position only.
    """

    def choose(search: _EndgameSearch) -> Code:
        guesses = math.inf if max_guesses is None else max_guesses
        if search.total(candidates, history, guesses) >= _INFINITE:
            guesses = math.inf
        return search.best(candidates, history, guesses)

    return _answer(book, candidates, choose)


def endgame_tree(  # noqa: PLR0913 - options are given by name
    book: Codebook,
    history: Sequence[Code],
    candidates: Indices,
    max_guesses: int | None = None,
    *,
    only_candidates: bool = False,
    orderly: bool = False,
) -> Node | None:
    """
    Return a tree with the least total, by the guesses of `Search.choose` if `orderly`.

    Return None if the search is too large, or `max_guesses` are too few.
    """

    def grow(search: _EndgameSearch) -> Node | None:
        guesses = math.inf if max_guesses is None else max_guesses
        return search.tree(candidates, history, guesses, orderly=orderly)

    return _answer(book, candidates, grow, only_candidates=only_candidates)


def endgame_worst_case(
    book: Codebook, history: Sequence[Code], candidates: Indices
) -> tuple[int, Code] | None:
    """Return the least maximum of guesses, and a first guess; None if too large."""

    def solve(search: _EndgameSearch) -> tuple[int, Code]:
        totals = (search.total(candidates, history, n) for n in count(1))
        guesses = next(n for n, total in enumerate(totals, 1) if total < _INFINITE)
        return guesses, search.best(candidates, history, guesses)

    return _answer(book, candidates, solve)


def _answer(
    book: Codebook,
    candidates: Indices,
    solve: "Callable[[_EndgameSearch], T]",
    *,
    only_candidates: bool = False,
) -> T | None:
    """Return the result of a search, or None if it is too large."""
    if len(book) * len(candidates) > _MAX_PAIRS:
        return None
    try:
        return solve(_EndgameSearch(book, _MAX_EFFORT, only_candidates=only_candidates))
    except _TooLargeError:
        return None


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


# A board rates all its guesses again after each guess.
@lru_cache(maxsize=128)
def _cost(
    rules: Rules, guess: Code, codes: tuple[int, ...], best: Code | None
) -> tuple[int, Code] | None:
    book, candidates = codebook(rules), np.array(codes)
    search = _EndgameSearch(book, _MAX_RATING_EFFORT)
    try:
        total = search.total_with(book.index(guess), candidates)
        cost = total - search.total(candidates)
        best = (best or search.best(candidates)) if cost else guess
    except _TooLargeError:
        return None
    return cost, best


class _EndgameSearch:
    """
    A search with a memo of the least totals of sets of codes.

    `history` has the guesses before a set, for symmetry; None if they are unknown.
    `guesses` is the number of guesses that are left.
    """

    def __init__(
        self, book: Codebook, max_effort: int, *, only_candidates: bool = False
    ) -> None:
        self._book = book
        self._win = book.rules.feedback_number(book.rules.win)
        self._only_candidates = only_candidates
        self._solutions: dict[tuple[float, bytes], tuple[int, int]] = {}
        self._remaining_effort = max_effort

    def total(
        self,
        candidates: Indices,
        history: Sequence[Code] | None = None,
        guesses: float = math.inf,
    ) -> int:
        """Return the least total number of guesses for a set of codes."""
        return self._solve(candidates, history, guesses)[0]

    def _solve(
        self, candidates: Indices, history: Sequence[Code] | None, guesses: float
    ) -> tuple[int, int]:
        """Return the least total for a set of codes, and the first guess found."""
        if len(candidates) > self._capacity(guesses):
            return _INFINITE, -1
        if len(candidates) <= 2:
            return 2 * len(candidates) - 1, int(candidates[0])
        key = guesses, candidates.tobytes()
        if key not in self._solutions:
            self._solutions[key] = self._search(candidates, history, guesses)
        return self._solutions[key]

    def _capacity(self, guesses: float) -> float:
        """Return the maximum number of codes that some guesses can find."""
        parts = len(self._book.feedback_numbers) - 1
        if guesses == math.inf or parts < 2:
            return guesses
        return float(sum(parts**turn for turn in range(int(guesses))))

    def _add_effort(self, effort: int) -> None:
        self._remaining_effort -= effort
        if self._remaining_effort < 0:
            raise _TooLargeError

    def _search(
        self, candidates: Indices, history: Sequence[Code] | None, guesses: float
    ) -> tuple[int, int]:
        part_counts = self._part_counts(candidates, candidates)
        if part_counts.max() == len(candidates):  # a candidate leaves one code per part
            return 2 * len(candidates) - 1, int(candidates[part_counts.argmax()])
        codes, bounds = self._lower_bounds(candidates, history)
        min_total, best = _INFINITE, -1
        for place in np.argsort(bounds, kind="stable").tolist():
            # A guess with the last bound excludes no code.
            if bounds[place] >= min(min_total, 3 * len(candidates) - 1):
                break
            guess = int(codes[place])
            total = self.total_with(guess, candidates, history, guesses, min_total)
            if total < min_total:
                min_total, best = total, guess
        return min_total, best

    def _lower_bounds(
        self, candidates: Indices, history: Sequence[Code] | None
    ) -> tuple[Indices, Indices]:
        """Return the compared guesses, and lower bounds: 2n - 1 for a part of n."""
        book = self._book
        codes = np.arange(len(book))
        if history is not None and len(candidates) * len(book) > _MIN_SYMMETRY_PAIRS:
            self._add_effort(_SYMMETRY_EFFORT)
            codes = representatives(book, history, candidates)
        is_candidate = book.mask(candidates)[codes]
        if self._only_candidates:
            codes = codes[is_candidate]
            is_candidate = np.ones(len(codes), np.bool_)
        self._add_effort(len(candidates) * len(codes))
        parts = self._part_counts(candidates, codes)
        return codes, 3 * len(candidates) - parts - is_candidate

    def _part_counts(self, candidates: Indices, guesses: Indices) -> Indices:
        """Return the number of parts of each guess."""
        feedback = np.sort(self._book.feedback_matrix(candidates, guesses), axis=0)
        steps: Indices = np.count_nonzero(feedback[1:] != feedback[:-1], axis=0)
        return steps + 1

    def total_with(
        self,
        guess: int,
        candidates: Indices,
        history: Sequence[Code] | None = None,
        guesses: float = math.inf,
        below: int = _INFINITE,
    ) -> int:
        """Return the least total with a first guess, or a bound of at least `below`."""
        self._add_effort(_GUESS_EFFORT)
        feedback = self._book.feedback_vector(guess, candidates)
        numbers, sizes = np.unique(feedback, return_counts=True)
        if history is not None:
            history = (*history, self._book.code(guess))
        if len(numbers) == 1 and len(candidates) > 1:
            return len(candidates) + self.total(candidates, history, guesses - 1)
        parts = [
            (candidates[feedback == number], size)
            for number, size in zip(numbers.tolist(), sizes.tolist(), strict=True)
            if number != self._win
        ]
        total: int = len(candidates) + sum(2 * size - 1 for _, size in parts)
        for part, size in parts:
            if total >= below:
                break
            total += self.total(part, history, guesses - 1) - (2 * size - 1)
        return total

    def best(
        self,
        candidates: Indices,
        history: Sequence[Code] | None = None,
        guesses: float = math.inf,
    ) -> Code:
        """Return the guess of the strategy ``optimal``; see `Search.choose`."""
        book = self._book
        if len(candidates) <= 2:
            return book.code(int(candidates[0]))
        total = self.total(candidates, history, guesses)
        codes, bounds = self._lower_bounds(candidates, history)
        codes = codes[bounds <= total]
        sizes = book.part_sizes(candidates, codes).astype(np.int64)
        part_count = min(_EASY_PARTS, len(sizes))
        turns = len(candidates).bit_length()
        capacities = [0, *(part_count**turn for turn in range(turns))]
        easy_totals = np.where(book.feedback_numbers != self._win, 1, 0) @ sum(
            np.maximum(sizes - capacity, 0) for capacity in capacities
        )
        keys = easy_totals * (len(candidates) + 1) - sizes.max(axis=0)
        for guess in codes[np.argsort(keys, kind="stable")].tolist():
            if self.total_with(guess, candidates, history, guesses, total + 1) == total:
                break
        return book.code(guess)

    def tree(
        self,
        candidates: Indices,
        history: Sequence[Code],
        guesses: float,
        *,
        orderly: bool,
    ) -> Node | None:
        """Return a tree with the least total, or None if the guesses are too few."""
        total, index = self._solve(candidates, history, guesses)
        if total >= _INFINITE:
            return None
        guess = self._book.code(index)
        if orderly:
            guess = self.best(candidates, history, guesses)
        subtrees = {}
        parts = self._book.parts(self._book.index(guess), candidates)
        for feedback, part in parts.items():
            if len(part) > 2 and feedback != self._book.rules.win:
                turns = (*history, guess)
                subtree = self.tree(part, turns, guesses - 1, orderly=orderly)
                if subtree:
                    subtrees[feedback] = subtree
        return Node(guess, subtrees)
