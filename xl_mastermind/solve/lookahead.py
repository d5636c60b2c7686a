"""
The strategy ``lookahead``: play out several guesses and take the least total.

Positions of few candidates are searched exactly, for their least totals.
"""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Final, NamedTuple
from weakref import WeakSet

import numpy as np

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Feedback, Rules
from xl_mastermind.game.symmetry import representatives
from xl_mastermind.solve.compare_guesses import Indices, best_first, part_sizes
from xl_mastermind.solve.compilation import compile_kernels
from xl_mastermind.solve.exact.problem import (
    MAX_BYTES,
    ExactSearchError,
    Problem,
    table_bytes,
)
from xl_mastermind.solve.exact.search import Search, StoppedError
from xl_mastermind.solve.interrupts import Result, run_jobs
from xl_mastermind.solve.optimal import bundled_guess, optimal_guess
from xl_mastermind.solve.strategies import STRATEGIES, Strategy
from xl_mastermind.solve.trees import Node, bundled_tree

_LOG: Final = logging.getLogger(__name__)

MAX_EXACT_PAIRS: Final = 150 << 15
"""
Pairs of guess and candidate of the largest position that is searched exactly.

This is 4x6, and 150 candidates of 5x8: up to half a second.
"""

_MAX_PAIRS: Final = 1 << 32
"""Pairs of the largest position that is played out."""

_ENTROPY: Final = STRATEGIES["entropy"]

_INFINITE: Final = 1 << 40
"""More guesses than any position needs."""


def searched_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code:
    """Return the guess of an exact strategy or a lookahead; see `choose_guess`."""
    if not strategy.width:
        return optimal_guess(book, strategy, history, candidates)
    guess = bundled_guess(book, strategy, history, candidates)
    if guess:
        return guess
    if _is_searched_exactly(book, len(candidates)):
        return optimal_guess(book, STRATEGIES["optimal"], history, candidates)
    _check_size(book, candidates)
    return book.code(_lookahead(book.rules, strategy).choose(history, candidates))


def lookahead_tree(
    rules: Rules,
    strategy: Strategy,
    first: Code,
    progress: Callable[[int], object] = lambda _: None,
) -> Node:
    """Return the tree of a lookahead from a first guess; see `evaluate`."""
    book = codebook(rules)
    tree = bundled_tree(rules, strategy.name)
    if _is_searched_exactly(book, len(book)):
        tree = bundled_tree(rules, "optimal")
    if tree and tree.guess == first:
        progress(len(book))
        return tree
    _check_size(book, np.arange(len(book)))
    return _lookahead(rules, strategy).tree(first, progress)


@lru_cache(maxsize=4)
def _lookahead(rules: Rules, strategy: Strategy) -> "_Lookahead":
    return _Lookahead(codebook(rules), strategy)


class _Position(NamedTuple):
    """A position, and the search of it or of an earlier one, if its tables fit."""

    codes: Indices  # the candidates, ascending
    history: tuple[Code, ...]
    search: Search | None = None
    searched_codes: Indices = np.empty(0, np.int64)  # the candidates of the search
    searched_turns: int = 0  # the number of turns before the search

    @property
    def members(self) -> tuple[Indices, tuple[Code, ...]]:
        """The candidates in the search, and the guesses after its turns."""
        members = np.searchsorted(self.searched_codes, self.codes)
        return members, self.history[self.searched_turns :]


def _is_searched_exactly(book: Codebook, candidate_count: int) -> bool:
    """Return whether a position of a game is small enough for an exact search."""
    return len(book) * candidate_count <= MAX_EXACT_PAIRS


class _Lookahead:
    """
    The guesses and trees of a strategy with a width and a depth for a game.

    At a position that is too large for an exact search, it compares the best guesses
    by entropy, `width` of them in turn 2 to turn `depth` and one in others. The total
    of a guess is the sum over its parts of the totals of this same rule.
    """

    def __init__(self, book: Codebook, strategy: Strategy) -> None:
        self._book = book
        self._width, self._depth = strategy.width, strategy.depth
        self._lower_bounds = _lower_bounds(book)
        self._trees: dict[Code, Node] = {}
        self._choices: dict[bytes, tuple[int, int]] = {}
        self._searches: WeakSet[Search] = WeakSet()
        self._is_stopped = False
        compile_kernels(_LOG.info, book.rules)

    def choose(self, history: Sequence[Code], codes: Indices) -> int:
        """Return the guess at a position that is not searched exactly."""
        position = _Position(codes, tuple(history))
        if not history:
            return self._best_by_entropy(position)[0]
        ((_, guess),) = self._run(
            [lambda: self._choose(self._with_search(position), _INFINITE)]
        )
        return guess

    def tree(
        self, first: Code, progress: Callable[[int], object] = lambda _: None
    ) -> Node:
        """Return the tree of a first guess; see `evaluate` for `progress`."""
        if first not in self._trees:
            start = _Position(np.arange(len(self._book)), ())
            parts = self._parts(start, self._book.index(first))
            large = [feedback for feedback in parts if len(parts[feedback].codes) > 2]
            large.sort(key=lambda feedback: len(parts[feedback].codes), reverse=True)
            sizes = [len(parts[feedback].codes) for feedback in large]
            progress(len(start.codes) - sum(sizes))
            jobs = [partial(self._grow, parts[feedback]) for feedback in large]
            trees = self._run(jobs, lambda index: progress(sizes[index]))
            subtrees = zip(large, trees, strict=True)
            self._trees[first] = Node(first, dict(sorted(subtrees)))
        return self._trees[first]

    def _run(
        self,
        jobs: Sequence[Callable[[], Result]],
        report: Callable[[int], object] = lambda _: None,
    ) -> list[Result]:
        """Return the results of `run_jobs` on all cores."""
        self._is_stopped = False
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            return run_jobs(pool, jobs, self._stop, report)

    def _stop(self) -> None:
        self._is_stopped = True
        for search in [*self._searches]:
            search.stop()

    def _with_search(self, position: _Position) -> _Position:
        """Return the position with a search, unless its tables are too large."""
        codes, rules = position.codes, self._book.rules
        if position.search or table_bytes(rules, len(codes)) > MAX_BYTES:
            return position
        if self._is_stopped:
            raise StoppedError
        search = Search(Problem.from_position(rules, codes, position.history))
        self._searches.add(search)
        return _Position(codes, position.history, search, codes, len(position.history))

    def _grow(self, position: _Position) -> Node:
        """Return the tree of a position."""
        position = self._with_search(position)
        if position.search and _is_searched_exactly(self._book, len(position.codes)):
            tree = position.search.tree(*position.members)
            if tree:  # always, without a maximum of guesses
                return tree
        _, guess = self._choose(position, _INFINITE)
        node = Node(self._book.code(guess), {})
        for feedback, part in self._parts(position, guess).items():
            if len(part.codes) > 2:
                node.subtrees[feedback] = self._grow(part)
        return node

    def _choose(self, position: _Position, limit: int) -> tuple[int, int]:
        """Return the total of a position and its guess, or -1 if not below a limit."""
        key = position.codes.tobytes()
        if key in self._choices:
            return self._choices[key]
        total, guess = limit, -1
        for candidate_guess in self._best_by_entropy(position):
            next_total = self._total_with(position, candidate_guess, total)
            if next_total < total:
                total, guess = next_total, candidate_guess
        if guess >= 0:
            self._choices[key] = total, guess
        return total, guess

    def _best_by_entropy(self, position: _Position) -> list[int]:
        """Return the guesses that are compared at a position."""
        book = self._book
        width = self._width if len(position.history) < self._depth else 1
        guesses = representatives(book, position.history, position.codes)
        sizes = part_sizes(book, position.codes, guesses)
        is_candidate = book.mask(position.codes)[guesses]
        order = best_first(_ENTROPY, sizes, is_candidate)
        best: list[int] = guesses[order[:width]].tolist()
        return best

    def _parts(self, position: _Position, guess: int) -> dict[Feedback, _Position]:
        """Return the positions after a guess that does not win."""
        history = (*position.history, self._book.code(guess))
        return {
            feedback: position._replace(codes=codes, history=history)
            for feedback, codes in self._book.parts(guess, position.codes).items()
            if feedback != self._book.rules.win
        }

    def _total_with(self, position: _Position, guess: int, limit: int) -> int:
        """Return the total of a guess, or a number that is not less than a limit."""
        parts = [*self._parts(position, guess).values()]
        parts.sort(key=lambda part: len(part.codes), reverse=True)
        bounds = [int(self._lower_bounds[len(part.codes)]) for part in parts]
        total = len(position.codes) + sum(bounds)
        for part, bound in zip(parts, bounds, strict=True):
            if total >= limit:
                break
            total += self._total(part, limit - total + bound) - bound
        return total

    def _total(self, position: _Position, limit: int) -> int:
        """Return the total of a position, or a number not less than a limit."""
        size = len(position.codes)
        if size <= 2:
            return 2 * size - 1
        position = self._with_search(position)
        if position.search and _is_searched_exactly(self._book, size):
            total = position.search.total(*position.members, below=limit)
            return limit if total is None else total
        return self._choose(position, limit)[0]


def _lower_bounds(book: Codebook) -> Indices:
    """Return a lower bound of the total by number of candidates."""
    part_count = len(book.feedback_numbers) - 1
    turns, turn, max_codes = [0], 1, 1  # the most codes that this turn can find
    while len(turns) <= len(book):
        turns += [turn] * min(max_codes, len(book) + 1 - len(turns))
        turn, max_codes = turn + 1, max_codes * part_count
    return np.cumsum(turns)


def _check_size(book: Codebook, codes: Indices) -> None:
    """Raise an error for a position that is too large to be played out."""
    if len(book) * len(codes) > _MAX_PAIRS:
        raise ExactSearchError(
            f"expected a position of at most {_MAX_PAIRS // len(book):,} codes for a"
            f" lookahead in {book.rules}, got {len(codes):,}"
        )
