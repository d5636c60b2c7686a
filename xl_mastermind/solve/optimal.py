"""
The guess of an exact strategy: of a tree that ships, or of an exact search.

`choose` imports this module when such a strategy is to guess. `rating` and
`analysis` share the search of a game with it.
"""

import logging
import threading
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.compilation import compile_kernels
from xl_mastermind.solve.exact.problem import ExactSearchError, Problem
from xl_mastermind.solve.exact.search import Search, StoppedError
from xl_mastermind.solve.strategies import Strategy
from xl_mastermind.solve.trees import bundled_tree

_LOG: Final = logging.getLogger(__name__)

_MOST_SEARCHED: Final = 5040**2
"""With more pairs of guess and candidate, an optimal guess is not looked for."""

MIN_POSITIONS: Final = 1 << 14
"""
Positions that a search for a player looks at, however long they take.

That is half a second of a machine at rest. So games that need fewer are never given up:
2x4 needs 2, 4x6 880, 9x2 1,490, 4x6 black 1,634 and 6x6 distinct black 6,207 (but 10x2
more than 200,000).
"""

_PATIENCE: Final = 30.0
"""Seconds after which an optimal guess is given up."""

_LOCK: Final = threading.Lock()
"""One thread at a time makes a search."""


def optimal_guess(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
) -> Code:
    """Return the guess that an exact strategy makes; see `choose`."""
    rules = book.rules
    smallest = book.code(int(candidates[0]))
    turns = [Turn(guess, rules.feedback(smallest, guess)) for guess in history]
    tree = bundled_tree(rules, strategy.name)
    if tree and (node := tree.subtree_after(turns)):
        return node.guess
    search, members = _search_of(book, turns, candidates)
    guesses = history if members is not None else ()
    choose = partial(search.choose, members, guesses)
    guess = None
    try:
        if strategy.max_guesses and strategy.max_guesses > len(history):
            within = partial(choose, max_guesses=strategy.max_guesses - len(history))
            guess = search.run(within, _PATIENCE, MIN_POSITIONS)
        return guess or search.run(choose, _PATIENCE, MIN_POSITIONS) or smallest
    except StoppedError:
        raise ExactSearchError(
            f"no optimal guess was found in {_PATIENCE:g} s;"
            f" {len(candidates):,} codes are left"
        ) from None


def _search_of(
    book: Codebook, turns: Sequence[Turn], candidates: NDArray[np.int64]
) -> tuple[Search, NDArray[np.int64] | None]:
    """Return a search, and where in it the candidates are if they are not all."""
    pairs = len(book) * len(candidates)
    if pairs > _MOST_SEARCHED:
        raise ExactSearchError(
            f"expected a position of at most {_MOST_SEARCHED // len(book):,} codes for"
            f" an optimal guess in {book.rules}, got {len(candidates):,}"
        )
    compile_kernels(_LOG.info, book.rules)  # or it would take the time of the search
    if len(book) ** 2 <= _MOST_SEARCHED:
        return search_of_game(book.rules), candidates
    return Search(Problem.from_game(book.rules, turns)), None


def search_of_game(rules: Rules) -> Search:
    """Return the search of a whole game, which all threads share."""
    with _LOCK:  # its tables are large
        return kept_search(rules)


@lru_cache(maxsize=2)
def kept_search(rules: Rules) -> Search:
    """Return a search of a whole game, which remembers what it has found."""
    return Search(Problem.from_game(rules))
