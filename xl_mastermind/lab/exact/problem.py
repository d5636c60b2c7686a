"""
The problem of an exact search, and the bounds of its solution.

Importing this loads no numba.

References
----------
G. Jäger and M. Peczarski, "The worst case number of questions in Generalized
AB game with and without white-peg answers", Discrete Applied Mathematics 184
(2015), 20-31: the auxiliary game AB*, and end-games by possible colours.
"""

import math
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Indices, all_codes, codebook, feedback_table
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

MAX_BYTES: Final = 5 << 28
"""Bytes of the two tables of all pairs: a word and a byte per pair."""

MAX_FEEDBACKS: Final = 63
"""A word has a bit for each feedback, and one more for the win."""


@dataclass(frozen=True)
class Bounds:
    """
    Bounds of a minimal number of guesses.

    A tree with `first_guess` attains `upper`, which is None if no such tree is known.
    """

    lower: int
    upper: int | None
    first_guess: Code | None = None

    @classmethod
    def from_value(cls, value: int, first_guess: Code | None = None) -> "Bounds":
        """Return equal bounds."""
        return cls(value, value, first_guess)

    @property
    def is_proved(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper

    def intersect(self, other: "Bounds") -> "Bounds | None":
        """Return the narrowest bounds, or None if the two contradict each other."""
        lower = max(self.lower, other.lower)
        uppers = [b.upper for b in (self, other) if b.upper is not None]
        if lower > min(uppers, default=lower):
            return None
        return Bounds(lower, min(uppers, default=None), self.first_guess)


@dataclass(frozen=True)
class Problem:
    """The candidates and guesses of a search, and their symmetry."""

    rules: Rules
    candidates: NDArray[np.uint8]  # (n, p); each is also a guess
    guesses: NDArray[np.uint8]  # (g, p)
    # A symmetry must keep these guesses of earlier turns.
    history: tuple[Code, ...] = ()
    # The search may rename colours in `renames`, and also reorder pegs in `symmetric`
    # problems. Both keep the guesses, and the candidates if they keep the history.
    renames: bool = True
    symmetric: bool = True
    only_candidates: bool = False  # whether each guess must be a candidate

    @classmethod
    def from_game(
        cls, rules: Rules, turns: Sequence[Turn] = (), *, only_candidates: bool = False
    ) -> "Problem":
        """Return the problem of a game after some turns, which may be none."""
        if not turns:
            check_size(rules)
            codes = all_codes(rules)
            return cls(rules, codes, codes, only_candidates=only_candidates)
        candidates = codebook(rules).candidates(rules.check_turns(turns))
        if not len(candidates):
            raise ValueError(f"no code fits these {len(turns)} turns")
        check_size(rules, len(candidates))
        history = [turn.guess for turn in turns]
        problem = cls.from_position(rules, candidates, history)
        return replace(problem, only_candidates=only_candidates)

    @classmethod
    def from_position(
        cls, rules: Rules, candidates: Indices, history: Sequence[Code]
    ) -> "Problem":
        """Return the problem of the indices of some candidates; see `choose_guess`."""
        codes = all_codes(rules)
        # A guess with a 0 is a pattern, which a symmetry may change.
        is_symmetric = all(map(all, history))
        return cls(
            rules, codes[candidates], codes, tuple(history), symmetric=is_symmetric
        )

    @classmethod
    def with_extra_colour(cls, rules: Rules) -> "Problem":
        """
        Return a game whose guesses may have an extra colour, 1, any number of times.

        No secret has it. For a distinct game this is AB*.
        """
        wider_rules = _with_extra_colour(rules)
        count = sum(
            math.comb(rules.pegs, used) * math.perm(rules.colours, used)
            for used in range(rules.pegs + 1)
        )
        check_size(wider_rules, rules.code_count, count if rules.distinct else None)
        guesses = all_codes(wider_rules)
        if rules.distinct:
            ordered = np.sort(guesses, axis=1)
            is_repeat = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != 1)
            guesses = guesses[~is_repeat.any(axis=1)]
        # A black-only game would rename the colours of each peg separately, which may
        # repeat a colour.
        symmetric = not (rules.distinct and rules.black_only)
        candidates = all_codes(rules) + np.uint8(1)
        return cls(wider_rules, candidates, guesses, (), symmetric, symmetric)

    @classmethod
    def from_table(cls, rows: Sequence[Iterable[int]]) -> "Problem":
        """
        Return a black-only end-game from the possible colours of each peg.

        The candidates are the codes of different colours. Guesses may repeat colours,
        and have an extra one, the last. Such end-games prove lower bounds for any
        number of colours.
        """
        table = [sorted(set(row)) for row in rows]
        index = {c: i for i, c in enumerate(sorted(set().union(*table)), 1)}
        rules = _with_extra_colour(
            Rules(len(table), max(1, len(index)), black_only=True)
        )
        codes: list[Code] = [()]
        for row in table:
            codes = [(*c, index[x]) for c in codes for x in row if index[x] not in c]
        if not codes:
            raise ValueError(
                f"expected rows with a code of different colours, got none in {table}"
            )
        check_size(rules, len(codes))
        candidates = np.array(codes, dtype=np.uint8)
        return cls(rules, candidates, all_codes(rules), symmetric=False)

    def parts(
        self, guess: Code, members: Indices | None = None
    ) -> dict[Feedback, Indices]:
        """Return the parts of some candidates, by default all, after a guess."""
        members = np.arange(len(self.candidates)) if members is None else members
        (feedback,) = feedback_table(self.rules, [guess], self.candidates[members])
        return {
            self.rules.feedback_from_number(number): members[feedback == number]
            for number in np.unique(feedback).tolist()
        }

    @property
    def colours_differ_by_peg(self) -> bool:
        """Whether the colours of each peg may be renamed separately."""
        return self.rules.black_only and not self.rules.distinct

    def kernel_colours(self, codes: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return colours from 0, different for each peg if they differ by peg."""
        colours = codes.astype(np.int16) - np.int16(1)
        if self.colours_differ_by_peg:
            colours += np.arange(self.rules.pegs, dtype=np.int16) * self.rules.colours
        return colours


def _with_extra_colour(rules: Rules) -> Rules:
    """Return a game with an extra colour, where colours may repeat."""
    colours, symbols = rules.colours + 1, string.digits + string.ascii_uppercase
    if colours > len(symbols):
        raise ValueError(
            f"expected at most {len(symbols) - 1} colours where guesses may have one"
            f" more, got {rules.colours}"
        )
    return Rules(
        rules.pegs, colours, black_only=rules.black_only, symbols=symbols[:colours]
    )


def word_width(feedbacks: int) -> int:
    """Return the bits of a word for some feedbacks and the win."""
    return next(width for width in (16, 32, 64) if feedbacks < width)


def width_of(rules: Rules) -> int:
    """Return the width of the words in the tables of a game."""
    return word_width(min(len(rules.feedbacks), MAX_FEEDBACKS))


def table_bytes(rules: Rules, candidates: int, guesses: int | None = None) -> int:
    """Return the size of the tables of a search; by default with all guesses."""
    guesses = guesses or rules.code_count
    return candidates * guesses * (width_of(rules) // 8 + 1)


def check_size(
    rules: Rules, candidates: int | None = None, guesses: int | None = None
) -> None:
    """Raise a ValueError if the tables of a search, by default all codes, are large."""
    codes = rules.code_count if guesses is None else guesses
    rows = codes if candidates is None else candidates
    size = table_bytes(rules, rows, codes)
    if size > MAX_BYTES:
        raise ValueError(
            f"expected a game whose exact search fits in {MAX_BYTES / 1e9:.2f} GB,"
            f" got {rules}: {rows:,} codes and {codes:,} guesses would take"
            f" {size / 1e9:,.2f} GB"
        )
