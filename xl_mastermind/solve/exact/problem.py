"""
The problem of an exact search, and the bounds of its solution.

A `Problem` is the candidates, the guesses that may be made, and symmetry. Light to
import: whoever shows an error or an answer needs no more than this.

References
----------
G. Jäger and M. Peczarski, "The worst case number of questions in Generalized
AB game with and without white-peg answers", Discrete Applied Mathematics 184
(2015), 20-31: the auxiliary game AB*, and end-games by possible colours.
"""

import math
import string
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import all_codes, codebook, feedback_table
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn

MAX_BYTES: Final = 5 << 28
"""The two tables of all pairs, a word and a byte a pair, take no more than this."""

MAX_FEEDBACKS: Final = 63
"""A word has a bit for each feedback, and one more for the win."""


class ExactSearchError(ValueError):
    """An exact search cannot be made here, or found nothing in its time."""


class UnreachableError(ValueError):
    """No strategy finds every code with so few guesses."""

    def __init__(self, most: int | None, codes: int) -> None:
        super().__init__(
            f"expected a number of guesses that can be enough, got {most}: no"
            f" strategy finds each of {codes:,} codes within it"
        )


@dataclass(frozen=True)
class Bounds:
    """
    Bounds of a least number of guesses.

    It is not less than `lower` and not greater than `upper`, which `first` attains as
    a first guess. There is no `upper` if no tree is known that keeps the rules.
    """

    lower: int
    upper: int | None
    first_guess: Code | None = None

    @classmethod
    def from_value(cls, value: int, first_guess: Code | None = None) -> "Bounds":
        """Return bounds that meet."""
        return cls(value, value, first_guess)

    @property
    def is_proved(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def intersect(self, other: "Bounds") -> "Bounds | None":
        """Return the closer of each pair of bounds; none if they contradict."""
        lower = max(self.lower, other.lower)
        uppers = [each.upper for each in (self, other) if each.upper is not None]
        if lower > min(uppers, default=lower):
            return None
        return Bounds(lower, min(uppers, default=None), self.first_guess)


@dataclass(frozen=True)
class Problem:
    """The candidates and guesses of a search, and their symmetry."""

    rules: Rules
    candidates: NDArray[np.uint8]  # (n, p), all of them guesses
    guesses: NDArray[np.uint8]  # (g, p), the codes that may be guessed
    # Guesses made before: a renaming of colours or a moving of pegs must leave them as
    # they are.
    history: tuple[Code, ...] = ()
    # Whether `guesses` is the same after every renaming and moving, and `candidates`
    # after those that keep the history.
    renames: bool = True
    symmetric: bool = True

    @classmethod
    def from_game(cls, rules: Rules, turns: Sequence[Turn] = ()) -> "Problem":
        """Return the problem of a whole game, or of what is left after some turns."""
        if not turns:
            check_size(rules)
            return cls(rules, all_codes(rules), all_codes(rules))
        played = rules.check_turns(turns)
        candidates = codebook(rules).candidates(played)
        if not len(candidates):
            raise ValueError(f"no code fits these {len(played)} turns")
        check_size(rules, len(candidates))
        codes = all_codes(rules)
        return cls(
            rules, codes[candidates], codes, tuple(turn.guess for turn in played)
        )

    @classmethod
    def from_sets(
        cls,
        rules: Rules,
        candidates: Sequence[Code] | NDArray[np.integer],
        guesses: Sequence[Code] | NDArray[np.integer] | None = None,
    ) -> "Problem":
        """Return the problem of any candidates and guesses, all by default."""
        possible = np.unique(np.array(candidates, dtype=np.uint8), axis=0)
        if guesses is None:
            check_size(rules, len(possible))
            return cls(rules, possible, all_codes(rules), symmetric=False)
        allowed = np.unique(np.array(guesses, dtype=np.uint8), axis=0)
        check_size(rules, len(possible), len(allowed))
        if not {*map(tuple, possible.tolist())} <= {*map(tuple, allowed.tolist())}:
            raise ValueError("expected every candidate among the guesses")
        return cls(rules, possible, allowed, renames=False, symmetric=False)

    @classmethod
    def with_extra_colour(cls, rules: Rules) -> "Problem":
        """
        Return the game whose guesses may have one more colour, repeated.

        No secret has it. For a game whose colours are distinct, this is AB*. The
        extra colour is the first, 1; the game's own colours follow it.
        """
        wider = _with_spare_colour(rules)
        count = sum(
            math.comb(rules.pegs, used) * math.perm(rules.colours, used)
            for used in range(rules.pegs + 1)
        )
        check_size(wider, rules.code_count, count if rules.distinct else None)
        guesses = all_codes(wider)
        if rules.distinct:
            ordered = np.sort(guesses, axis=1)
            twice = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != 1)
            guesses = guesses[~twice.any(axis=1)]
        # Colours may be renamed alike on every peg, but not on each peg alone.
        alike = not (rules.distinct and rules.black_only)
        possible = all_codes(rules) + np.uint8(1)
        return cls(wider, possible, guesses, renames=alike, symmetric=alike)

    @classmethod
    def from_table(cls, rows: Sequence[Iterable[int]]) -> "Problem":
        """
        Return a black-only end-game, by the colours each peg may have.

        The candidates are the codes of different colours, each in its peg's row.
        Guesses may have any colours, also twice, and one more that is in no row, the
        last. Such positions prove lower bounds for every number of colours.
        """
        table = [sorted(set(row)) for row in rows]
        place = {c: i for i, c in enumerate(sorted(set().union(*table)), 1)}
        rules = _with_spare_colour(
            Rules(len(table), max(1, len(place)), black_only=True)
        )
        codes: list[Code] = [()]
        for row in table:
            codes = [(*c, place[x]) for c in codes for x in row if place[x] not in c]
        if not codes:
            raise ValueError(
                f"expected rows with a code of different colours, got none in {table}"
            )
        return cls.from_sets(rules, codes)

    def parts(
        self, guess: Code, members: NDArray[np.int64] | None = None
    ) -> dict[Feedback, NDArray[np.int64]]:
        """Return a set of candidates, all by default, by their feedback to a guess."""
        members = np.arange(len(self.candidates)) if members is None else members
        (answers,) = feedback_table(self.rules, [guess], self.candidates[members])
        return {
            self.rules.feedback_from_number(number): members[answers == number]
            for number in np.unique(answers).tolist()
        }

    @property
    def colours_differ_by_peg(self) -> bool:
        """Whether colours may be renamed on each peg alone."""
        return self.rules.black_only and not self.rules.distinct

    def own_colours(self, codes: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return colours from 0 on; each peg has its own where they differ by peg."""
        colours = codes.astype(np.int16) - np.int16(1)
        if self.colours_differ_by_peg:
            colours += np.arange(self.rules.pegs, dtype=np.int16) * self.rules.colours
        return colours


def _with_spare_colour(rules: Rules) -> Rules:
    """Return a game with one more colour, where colours may repeat."""
    colours, names = rules.colours + 1, string.digits + string.ascii_uppercase
    if colours > len(names):
        raise ValueError(
            f"expected at most {len(names) - 1} colours where guesses may have one"
            f" more, got {rules.colours}"
        )
    symbols = names[:colours]
    return Rules(rules.pegs, colours, black_only=rules.black_only, symbols=symbols)


def word_width(feedbacks: int) -> int:
    """Return the bits of a word with one for each feedback, and one more."""
    return next(width for width in (16, 32, 64) if feedbacks < width)


def width_of(rules: Rules) -> int:
    """Return the width of the words in the tables of a game."""
    return word_width(min(len(rules.feedbacks), MAX_FEEDBACKS))


def check_size(
    rules: Rules, candidates: int | None = None, guesses: int | None = None
) -> None:
    """Refuse a search whose tables are too large; by default that of a whole game."""
    codes = rules.code_count if guesses is None else guesses
    possible = codes if candidates is None else candidates
    size = possible * codes * (width_of(rules) // 8 + 1)
    if size > MAX_BYTES:
        raise ValueError(
            f"expected a game whose exact search fits in {MAX_BYTES / 1e9:.2f} GB,"
            f" got {rules}: {possible:,} codes and {codes:,} guesses would take"
            f" {size / 1e9:,.2f} GB"
        )
