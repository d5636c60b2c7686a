"""The guess of an exact strategy, from a bundled tree or an exact search."""

import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.lab.exact.problem import ExactSearchError, Problem
from xl_mastermind.lab.exact.search import Search, StoppedError
from xl_mastermind.solve.endgame import endgame_guess
from xl_mastermind.solve.strategies import Strategy
from xl_mastermind.solve.trees import bundled_subtree

_MAX_PAIRS: Final = 5040**2
"""Pairs of guess and candidate of the largest position that is searched."""

MIN_POSITIONS: Final = 1 << 14
"""
Positions that a search for a player examines before its time limit applies.

An idle machine takes half a second. Games with fewer positions always succeed: 2x4 has
2, 4x6 880, 9x2 1,490, 4x6 black 1,634 and 6x6 distinct black 6,207 (but 10x2 more than
200,000).
"""

_TIME_LIMIT: Final = 30.0
"""Seconds for the search of an optimal guess."""

_SEARCHED_GAMES: Final = set[Rules]()
"""Games with a search: it finds a guess in less time than `endgame_guess`."""

_LOCK: Final = threading.Lock()
"""It serializes the creation of searches."""


def optimal_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code:
    """Return the guess of an exact strategy; see `choose_guess`."""
    guess = bundled_guess(book, strategy, history, candidates)
    max_guesses = None
    if strategy.max_guesses and strategy.max_guesses > len(history):
        max_guesses = strategy.max_guesses - len(history)
    if not guess and book.rules not in _SEARCHED_GAMES:
        guess = endgame_guess(book, history, candidates, max_guesses)
    if guess:
        return guess
    search, position = _search_of(book, history, candidates)
    choose = partial(search.choose, *position)
    try:
        if max_guesses:
            within = partial(choose, max_guesses=max_guesses)
            guess = search.run(within, _TIME_LIMIT, MIN_POSITIONS)
        guess = guess or search.run(choose, _TIME_LIMIT, MIN_POSITIONS)
        return guess or book.code(int(candidates[0]))
    except StoppedError:
        raise ExactSearchError(
            f"found no optimal guess in {_TIME_LIMIT:g} s;"
            f" {len(candidates):,} codes are left"
        ) from None


def bundled_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code | None:
    """Return the guess of a bundled tree; None outside the tree or with a pattern."""
    if not all(map(all, history)):  # 0 is any colour of a pattern
        return None
    smallest = book.code(int(candidates[0]))
    turns = [Turn(guess, book.rules.feedback(smallest, guess)) for guess in history]
    node = bundled_subtree(book.rules, strategy.name, turns)
    return node.guess if node else None


def _search_of(
    book: Codebook, history: Sequence[Code], candidates: Indices
) -> tuple[Search, tuple[()] | tuple[Indices, Sequence[Code]]]:
    """Return a search and the position in it; () if the search begins there."""
    pairs = len(book) * len(candidates)
    if pairs > _MAX_PAIRS:
        raise ExactSearchError(
            f"expected a position of at most {_MAX_PAIRS // len(book):,} codes for"
            f" an optimal guess in {book.rules}, got {len(candidates):,}"
        )
    compile_kernels(book.rules)  # does not count as time of the search
    if len(book) ** 2 <= _MAX_PAIRS:
        return search_of_game(book.rules), (candidates, history)
    return Search(Problem.from_position(book.rules, candidates, history)), ()


def search_of_game(rules: Rules) -> Search:
    """Return the search of a whole game, which all threads share."""
    with _LOCK:  # two threads would create its large tables twice
        return cached_search(rules)


@lru_cache(maxsize=2)
def cached_search(rules: Rules) -> Search:
    """Return the search of a whole game; not for two threads at once."""
    _SEARCHED_GAMES.add(rules)
    return Search(Problem.from_game(rules))
