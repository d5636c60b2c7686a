"""
What a guess cost, what would have been best, and how lucky its answer was.

The board, the command line and the worksheet function RATE_GUESS ask here.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.endgame import endgame_cost
from xl_mastermind.solve.exact.compiled import is_compiled
from xl_mastermind.solve.exact.search import Search, StoppedError
from xl_mastermind.solve.optimal import LEAST_POSITIONS, search_of_game
from xl_mastermind.solve.suggest import NoCandidateError, cached_suggestion
from xl_mastermind.solve.trees import shipped_tree

MOST_RATED: Final = 5040
"""Codes of the largest game whose guesses are rated by exact search."""

_PATIENCE: Final = 20.0
"""Seconds after which the exact search for a game is given up."""


class Rating(NamedTuple):
    """How good a guess was."""

    cost: float  # guesses given away on average against the best guess; 0 is best
    best: Code  # a best guess: the guess itself if it was one
    # The share of the codes then possible whose answer would have left more codes;
    # those whose answer leaves as many count half. It is 0.5 on average. None, if the
    # answer is not sure.
    luck: float | None
    exact: bool  # whether cost and best guess are proved, not estimated
    wasted: bool  # whether nothing was ruled out
    for_now: bool = False  # whether exact search has still to be compiled


def rate_guesses(
    rules: Rules, turns: Sequence[Turn], *, patience: float = _PATIENCE
) -> list[Rating]:
    """Return for each guess what it cost; exact search has `patience` seconds."""
    # Let T(S) be the least total number of guesses over the codes S that are possible,
    # as `Search.total` proves it. A guess that splits S into parts costs (|S| + the sum
    # of T over the parts - T(S)) / |S|, where the part that wins needs nothing more.
    # Over all codes, what the guesses of a strategy cost adds up to its average less
    # that of the optimum.
    #
    # Where numba is installed, every game of at most `MOST_RATED` codes is searched;
    # the first to ask does not wait for what must be compiled, but hears that the
    # estimate is one for now. Where it is not, few codes are searched all the same
    # (`endgame_cost`); so the cost of a guess depends on when it is asked in that one
    # case only, and only until then.
    #
    # All else is rated by the expected size e of the part that is left: log(e / e') /
    # log(|S| / e'), with the e' of the best guess. This is 0 for the best and 1 for a
    # wasted guess, as the true costs are.
    played = [rules.check_turn(turn) for turn in turns]
    book = codebook(rules)
    if not len(book.candidates(played)):
        raise NoCandidateError(contradiction_in_words(rules, played))
    is_small = len(book) <= MOST_RATED
    is_ready = is_compiled(rules) if is_small else False
    search = search_of_game(rules) if is_ready else None
    for_now = is_ready is None
    end = time.monotonic() + patience
    before = np.arange(len(book))
    telling: tuple[Turn, ...] = ()  # those that ruled something out
    known: dict[Turn, Rating] = {}  # of the codes left before
    ratings = []
    for turn, left in zip(played, book.narrowed(played), strict=True):
        if turn not in known:
            position = _Position(book, telling, before)
            rest = end - time.monotonic()
            cost, best, exact = position.rate(turn.guess, search, rest)
            wasted = len(left) == len(before) and turn.feedback != rules.win
            luck = _luck(book, turn, before)
            known[turn] = Rating(cost, best, luck, exact, wasted, for_now and not exact)
        ratings.append(known[turn])
        if len(left) < len(before):
            before, telling, known = left, (*telling, turn), {}
    return ratings


def _luck(book: Codebook, turn: Turn, before: NDArray[np.int64]) -> float | None:
    """Return how lucky an answer was, see `Rating`."""
    rules = book.rules
    if not turn.feedback.is_sure:
        return None
    guess = np.array([book.index(turn.guess)])
    codes = book.part_sizes(before, guess)[:, 0].astype(np.int64)
    after = codes.copy()
    after[rules.feedbacks.index(rules.win)] = 0  # found: nothing is left to ask
    own = after[rules.feedbacks.index(turn.feedback)]
    points = 2 * codes[after > own].sum() + codes[after == own].sum()
    return float(points / (2 * codes.sum()))


class _Position(NamedTuple):
    """A game in progress: its turns, and the codes left."""

    book: Codebook
    turns: Sequence[Turn]
    left: NDArray[np.int64]

    def rate(
        self, guess: Code, search: Search | None, seconds: float
    ) -> tuple[float, Code, bool]:
        """Return what a guess costs, a best one, and whether that is proved."""
        known = self._known_best()
        alike = known and not self.turns and _shape(guess) == _shape(known)
        if guess == known or alike:
            return 0.0, guess, True
        if len(self.left) <= 2:
            return self._cost_of_few(guess)
        found = None
        if search:
            history = [turn.guess for turn in self.turns]
            cost = partial(search.cost, guess, self.left, history, known)
            with suppress(StoppedError):
                found = search.watch(cost, seconds, LEAST_POSITIONS)
        else:
            found = endgame_cost(self.book, guess, self.left, known)
        if found:
            more, best = found
            return more / len(self.left), best, True
        rules, turns = self.book.rules, tuple(self.turns)
        best = known or cached_suggestion(rules, turns, "expected-size", None).guess
        return self._cost_by_size(guess, best)

    def _known_best(self) -> Code | None:
        """Return a best guess that is known without a search."""
        rules = self.book.rules
        tree = shipped_tree(rules, "optimal")
        here = tree and tree.after(self.turns)
        if here:
            return here.guess
        alike = first_guesses(rules) if not self.turns else []
        return alike[0] if len(alike) == 1 else None

    def _cost_of_few(self, guess: Code) -> tuple[float, Code, bool]:
        """Return the cost where two codes are left at most: the first is best."""
        codes = [self.book.code(int(index)) for index in self.left]
        if guess in codes:
            return 0.0, guess, True
        answers = {self.book.rules.answer(code, guess) for code in codes}
        splits = len(answers) > 1
        return 0.5 if splits else 1.0, codes[0], True

    def _cost_by_size(self, guess: Code, best: Code) -> tuple[float, Code, bool]:
        """Return the cost by the codes left on average."""
        book, count = self.book, len(self.left)
        both = np.array([book.index(guess), book.index(best)])
        sizes = book.part_sizes(self.left, both)
        own, least = np.square(sizes, dtype=np.float64).sum(axis=0) / count
        if own <= least:
            return 0.0, guess, False
        return float(np.log(own / least) / np.log(count / least)), best, False


def _shape(code: Code) -> list[int]:
    """Return how often each colour is in a code; first guesses are alike by it."""
    return sorted(map(code.count, set(code)))
