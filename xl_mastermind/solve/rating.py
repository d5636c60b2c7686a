"""
The cost of a guess, the best guess, and the luck of its answer.

The board, the command line and the worksheet function RATE_GUESS ask here.
"""

import time
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.compilation import is_compiled
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.endgame import endgame_cost
from xl_mastermind.solve.exact.search import Search, StoppedError
from xl_mastermind.solve.optimal import MIN_POSITIONS, search_of_game
from xl_mastermind.solve.suggestion import NoCandidateError, cached_suggestion
from xl_mastermind.solve.trees import bundled_tree

MAX_RATED_CODES: Final = 5040
"""Codes of the largest game whose guesses are rated by exact search."""

_PATIENCE: Final = 20.0
"""Seconds after which the exact search for a game is given up."""


class Rating(NamedTuple):
    """The quality of a guess."""

    cost: float  # guesses given away on average against the best guess; 0 is best
    best_guess: Code  # a best guess: the guess itself if it was one
    # The share of the codes then possible whose answer would have left more codes;
    # those whose answer leaves as many count half, and the found code leaves none. It
    # is 0.5 on average. None, if the answer is not sure.
    luck: float | None
    is_proved: bool  # whether cost and best guess are proved, not estimated
    is_wasted: bool  # whether nothing was ruled out
    is_provisional: bool = False  # whether exact search has still to be compiled


def rate_guesses(
    rules: Rules, turns: Sequence[Turn], *, patience: float = _PATIENCE
) -> list[Rating]:
    """
    Return for each guess what it cost; exact search has `patience` seconds.

    Let T(S) be the least total number of guesses over the codes S that are possible,
    as `Search.total` proves it. A guess that splits S into parts costs (|S| + the sum
    of T over the parts - T(S)) / |S|, where the part that wins needs nothing more.
    Over all codes, what the guesses of a strategy cost adds up to its average less
    that of the optimum.

    Where numba is installed, every game of at most `MAX_RATED_CODES` codes is searched;
    the first to ask does not wait for what must be compiled, but hears that the
    estimate is one for now. Where it is not, few codes are searched all the same
    (`endgame_cost`); so the cost of a guess depends on when it is asked in that one
    case only, and only until then.

    All else is rated by the expected size e of the part that is left: log(e / e') /
    log(|S| / e'), with the e' of the best guess. This is 0 for the best and 1 for a
    wasted guess, as the true costs are.
    """
    played = rules.check_turns(turns)
    book = codebook(rules)
    if not len(book.candidates(played)):
        raise NoCandidateError(contradiction_in_words(rules, played))
    is_small = len(book) <= MAX_RATED_CODES
    is_ready = is_compiled(rules) if is_small else False
    search = search_of_game(rules) if is_ready else None
    for_now = is_ready is None
    candidates = np.arange(len(book))
    telling: tuple[Turn, ...] = ()  # those that ruled something out
    rated: dict[Turn, Rating] = {}  # of the turns since then
    ratings = []
    with search.lock if search else nullcontext():  # others may search, too
        end = time.monotonic() + patience
        for turn, survivors in zip(
            played, book.candidates_by_turn(played), strict=True
        ):
            if turn not in rated:
                position = _Position(book, telling, candidates)
                rest = end - time.monotonic()
                cost, best, exact = position.rate(turn.guess, search, rest)
                wasted = (
                    len(survivors) == len(candidates) and turn.feedback != rules.win
                )
                luck = _luck(book, turn, candidates)
                not_yet = for_now and not exact
                rated[turn] = Rating(cost, best, luck, exact, wasted, not_yet)
            ratings.append(rated[turn])
            if len(survivors) < len(candidates):
                candidates, telling, rated = survivors, (*telling, turn), {}
    return ratings


def _luck(book: Codebook, turn: Turn, candidates: NDArray[np.int64]) -> float | None:
    """Return how lucky an answer was, see `Rating`."""
    rules = book.rules
    if not turn.feedback.is_complete:
        return None
    guess = np.array([book.index(turn.guess)])
    sizes = book.part_sizes(candidates, guess)[:, 0].astype(np.int64)
    open_codes = sizes.copy()
    open_codes[rules.feedbacks.index(rules.win)] = 0  # nothing is left to ask
    size = open_codes[rules.feedbacks.index(turn.feedback)]
    points = 2 * sizes[open_codes > size].sum() + sizes[open_codes == size].sum()
    return float(points / (2 * sizes.sum()))


class _Position(NamedTuple):
    """A game in progress: its turns, and the codes left."""

    book: Codebook
    turns: tuple[Turn, ...]
    candidates: NDArray[np.int64]

    def rate(
        self, guess: Code, search: Search | None, seconds: float
    ) -> tuple[float, Code, bool]:
        """Return what a guess costs, a best one, and whether that is proved."""
        book, turns, candidates = self
        best = self._known_best()
        is_first_best = best and not turns and _shape(guess) == _shape(best)
        if guess == best or is_first_best:
            return 0.0, guess, True
        result = None
        if search and len(candidates) > 2:
            history = [turn.guess for turn in turns]
            cost = partial(search.cost, guess, candidates, history, best)
            with suppress(StoppedError):
                result = search.run(cost, seconds, MIN_POSITIONS)
        else:
            result = endgame_cost(book, guess, candidates, best)
        if result:
            total, best = result
            return total / len(candidates), best, True
        best = best or cached_suggestion(book.rules, turns, "expected-size").guess
        return self._cost_by_size(guess, best)

    def _known_best(self) -> Code | None:
        """Return a best guess that is known without a search."""
        book, turns, candidates = self
        tree = bundled_tree(book.rules, "optimal")
        node = tree and tree.subtree_after(turns)
        if node:
            return node.guess
        if len(candidates) <= 2:
            return book.code(int(candidates[0]))
        classes = first_guesses(book.rules) if not turns else []
        return classes[0] if len(classes) == 1 else None

    def _cost_by_size(self, guess: Code, best: Code) -> tuple[float, Code, bool]:
        """Return the cost by the codes left on average."""
        book, count = self.book, len(self.candidates)
        guesses = np.array([book.index(guess), book.index(best)])
        sizes = book.part_sizes(self.candidates, guesses)
        size, least = np.square(sizes, dtype=np.float64).sum(axis=0) / count
        if size <= least:
            return 0.0, guess, False
        return float(np.log(size / least) / np.log(count / least)), best, False


def _shape(code: Code) -> list[int]:
    """Return how often each colour is in a code; first guesses are alike by it."""
    return sorted(map(code.count, set(code)))
