"""
The positions of a `SpreadSearch`, and what the guesses in them promise.

What a guess promises is what its parts need at least, if every guess after it has as
many parts as any.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook, feedback_table
from xl_mastermind.game.rules import Code, Turn
from xl_mastermind.solve.exact.race import Choice, Position
from xl_mastermind.solve.exact.search import Search

_PAIRS: Final = 1 << 23
"""Pairs of guess and candidate that are compared at a time."""


class Prospects:
    """
    What the tables of a search say of positions before anybody searches them.

    Parameters
    ----------
    search : Search
        Of the same problem.
    is_total : bool
        Whether totals are wanted; else it is greatest numbers.
    opening : sequence of codes
        Guesses that come first, whatever the answers.
    """

    def __init__(
        self, search: Search, *, is_total: bool, opening: Sequence[Code]
    ) -> None:
        self._search = search
        self._problem = search.problem
        self._is_total = is_total
        self._opening = opening

    def position(self, turns: tuple[Turn, ...], left: NDArray[np.int64]) -> Position:
        """Return a position with what its best guess could do at every turn."""
        count = len(left)
        if len(turns) < len(self._opening):
            return Position(turns, count, 1)
        least = int(self._needs(np.array(count), self._search.most_parts(left)))
        if count > 2:
            return Position(turns, count, least)
        return Position(turns, count, least, least, self._search.first_of(left))

    def positions_after(self, choice: Choice) -> list[Position]:
        """Return the positions after a choice."""
        before = choice.position.turns
        parts = self._problem.parts(choice.guess, self._problem.left_after(before))
        positions = [
            self.position((*before, Turn(choice.guess, given)), part)
            for given, part in parts.items()
            if given != self._problem.rules.win
        ]
        # The largest takes longest, and is to begin first.
        return sorted(positions, key=lambda position: position.count, reverse=True)

    def choices_in(self, position: Position) -> list[Choice]:
        """Return the guesses that may be best there, those of most promise first."""
        made = len(position.turns)
        if made < len(self._opening):
            return [Choice(self._opening[made], position, 1)]
        found = sorted(self._promises(position))
        return [Choice(guess, position, least) for least, guess in found]

    def _promises(self, position: Position) -> Iterator[tuple[int, Code]]:
        """Yield the guesses that differ, with what is needed at least after them."""
        problem, rules = self._problem, self._problem.rules
        left = problem.left_after(position.turns)
        guesses = problem.guesses
        if problem.symmetric and len(guesses) == rules.code_count:
            past = (*problem.history, *(turn.guess for turn in position.turns))
            members = codebook(rules).indices(problem.candidates[left])
            guesses = guesses[problem.different_guesses(past, members)]
        parts = self._search.most_parts(left)
        kinds = (rules.pegs + 1) ** 2
        combine, cost = (np.sum, len(left)) if self._is_total else (np.max, 1)
        step = max(1, _PAIRS // len(left))
        for begin in range(0, len(guesses), step):
            some = guesses[begin : begin + step]
            table = feedback_table(rules, some, problem.candidates[left])
            rows = np.arange(len(some))[:, np.newaxis] * kinds
            sizes = np.bincount((table + rows).ravel(), minlength=kinds * len(some))
            sizes = sizes.reshape(-1, kinds)
            splits = sizes.max(axis=1) < len(left)
            sizes[:, rules.pegs * (rules.pegs + 1)] = 0  # what wins needs no more
            least = combine(self._needs(sizes, parts), axis=1) + cost
            codes = map(tuple, some[splits].tolist())
            yield from zip(least[splits].tolist(), codes, strict=True)

    def _needs(self, sizes: NDArray[np.integer], parts: int) -> NDArray[np.integer]:
        """Return what sets need at least if no guess has more than so many parts."""
        totals, greatest = self._search.needs(sizes, parts)
        return totals if self._is_total else greatest
