"""
What a search is allowed, how far it has come, what it answers, and how it fails.

Light to import: whoever shows an error or an answer needs no more than this.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from xl_mastermind.game.rules import Code


class ExactSearchError(ValueError):
    """An exact search cannot be made here, or found nothing in its time."""


class UnreachableError(ValueError):
    """No strategy finds every code with so few guesses."""

    @classmethod
    def of(cls, most: int | None, codes: int) -> "UnreachableError":
        """Return the error of so many guesses for so many codes."""
        return cls(
            f"expected a number of guesses that can be enough, got {most}: no"
            f" strategy finds each of {codes:,} codes within it"
        )


@dataclass(frozen=True)
class Bounds:
    """
    What is known of a least number of guesses.

    It is not less than `lower` and not greater than `upper`, which `first` attains as a
    first guess. There is no `upper` if no tree is known that keeps the rules.
    """

    lower: int
    upper: int | None
    first: Code | None

    @classmethod
    def exactly(cls, value: int, first: Code | None = None) -> "Bounds":
        """Return bounds that meet."""
        return cls(value, value, first)

    @property
    def proved(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def agrees_with(self, other: "Bounds") -> bool:
        """Return whether some number is within both."""
        least = max(self.lower, other.lower)
        return all(
            upper is None or least <= upper for upper in (self.upper, other.upper)
        )

    def with_known(self, other: "Bounds") -> "Bounds":
        """
        Return the closer of each pair of bounds; these, if the others contradict them.

        Examples
        --------
        >>> Bounds(5, 8, (1, 2)).with_known(Bounds(7, None, None))
        Bounds(lower=7, upper=8, first=(1, 2))
        """
        if not self.agrees_with(other):
            return self
        uppers = [upper for upper in (self.upper, other.upper) if upper is not None]
        lower = max(self.lower, other.lower)
        return Bounds(lower, min(uppers, default=None), self.first)


class Standing(NamedTuple):
    """How far a search has come: bounds, turns deep, and positions looked at."""

    lower: int
    upper: int | None
    turns: int
    positions: int


Progress: TypeAlias = Callable[[Standing], object]
"""Is called now and then while a search runs."""


@dataclass(frozen=True)
class Limit:
    """
    How long a search may take, and who hears how far it has come.

    After so many seconds it is stopped, as it is by Ctrl-C.
    """

    seconds: float | None = None
    progress: Progress | None = None

    def deadline(self) -> float:
        """Return when the search is stopped that begins now, by `time.monotonic`."""
        return math.inf if self.seconds is None else time.monotonic() + self.seconds


UNLIMITED: Final = Limit()
