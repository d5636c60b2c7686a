"""
The guess of an exact strategy: of a tree that ships, or of an exact search.

`choose` imports this module when such a strategy is to guess. `rating` and
`analysis` share the search of a game with it.
"""

import logging
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.solve.exact.compiled import prepare
from xl_mastermind.solve.exact.problem import ExactSearchError, Problem
from xl_mastermind.solve.exact.search import Limit, Search
from xl_mastermind.solve.strategies import Strategy
from xl_mastermind.solve.trees import shipped_tree

_LOG: Final = logging.getLogger(__name__)

_MOST_SEARCHED: Final = 5040**2
"""With more pairs of guess and candidate, an optimal guess is not looked for."""

_LIMIT: Final = Limit(30.0, positions=1 << 14)
"""When an optimal guess is given up; in a small game it never is, see `rating`."""


def optimal_guess(
    book: Codebook,
    strategy: Strategy,
    history: Sequence[Code],
    candidates: NDArray[np.int64],
) -> Code:
    """
    Return the guess that an exact strategy makes; see `choose`.

    Raises
    ------
    ExactSearchError
        If the position is too large, the search takes too long, or numba is missing.
    """
    rules = book.rules
    smallest = book.code(int(candidates[0]))
    turns = [Turn(guess, rules.answer(smallest, guess)) for guess in history]
    tree = shipped_tree(rules, strategy.name)
    if tree and (here := tree.after(turns)):
        return here.guess
    search, members = _search_of(book, turns, candidates)
    past = history if members is not None else ()
    choose_within = partial(search.choose, members, past, limit=_LIMIT)
    guess = None
    if strategy.most and strategy.most > len(history):
        guess = choose_within(most=strategy.most - len(history))
    return guess or choose_within() or smallest


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
    prepare(_LOG.info, book.rules)  # or it would take the time of the search
    if len(book) ** 2 <= _MOST_SEARCHED:
        return search_of_game(book.rules), candidates
    return Search(Problem.of_game(book.rules, turns)), None


@lru_cache(maxsize=2)
def search_of_game(rules: Rules) -> Search:
    """Return a search of a whole game, which remembers what it has found."""
    return Search(Problem.of_game(rules))
