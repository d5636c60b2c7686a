"""The guess of an exact strategy by exact search."""

import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.lab.exact.problem import Problem
from xl_mastermind.lab.exact.search import MIN_POSITIONS, Search, StoppedError
from xl_mastermind.solve.endgame import SEARCHED_GAMES
from xl_mastermind.solve.search_errors import ExactSearchError
from xl_mastermind.solve.strategies import Strategy

_MAX_PAIRS: Final = 5040**2
"""Pairs of guess and candidate of the largest position that is searched."""

_TIME_LIMIT: Final = 30.0
"""Seconds for the search of an optimal guess."""

_LOCK: Final = threading.Lock()
"""It serializes the creation of searches."""


def optimal_guess(
    book: Codebook, strategy: Strategy, history: Sequence[Code], candidates: Indices
) -> Code:
    """Return the guess of an exact strategy; see `choose_guess`."""
    guess: Code | None = None
    max_guesses = strategy.guesses_after(history)
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
    compile_kernels(book.rules)  # its time is not the search's
    if len(book) ** 2 <= _MAX_PAIRS:
        return search_of_game(book.rules), (candidates, history)
    return Search(Problem.from_position(book.rules, candidates, history)), ()


def search_of_game(rules: Rules) -> Search:
    """Return the search of a whole game, which all threads share."""
    with _LOCK:  # two threads would create large tables twice
        return cached_search(rules)


@lru_cache(maxsize=2)
def cached_search(rules: Rules) -> Search:
    """Return the search of a whole game; not for two threads at once."""
    SEARCHED_GAMES.add(rules)
    return Search(Problem.from_game(rules))
