"""
The strategies, each with the paper it is from.

`beginner` is a heuristic of human players. The other strategies by rule differ only in
how they rank guesses by part sizes.

References
----------
.. [1] D. E. Knuth, "The computer as Master Mind", Journal of Recreational
   Mathematics 9 (1976), 1-6.
.. [2] R. W. Irving, "Towards an optimum Mastermind strategy", Journal of
   Recreational Mathematics 11 (1978), 81-87.
.. [3] E. Neuwirth, "Some strategies for Mastermind", Zeitschrift für Operations
   Research 26 (1982), 257-278.
.. [4] B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28 (2005), 13-20.
.. [5] K. Koyama and T. W. Lai, "An optimal Mastermind strategy", Journal of
   Recreational Mathematics 25 (1993), 251-256.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.conversion import check_text, did_you_mean, short_repr
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.game.symbols import english_letters

Sizes: TypeAlias = NDArray[np.unsignedinteger]
"""Part sizes as `Codebook.part_sizes` returns them: (feedbacks, guesses)."""

Ranks: TypeAlias = NDArray[np.integer | np.floating]
"""The rank of each guess; the lowest is the best."""

Heuristic: TypeAlias = Callable[[Rules, NDArray[np.uint8]], Code]
"""Returns a guess from the candidates, in ascending order."""

RANK_TOLERANCE: Final = 1e-9
"""Ranks that differ by less are equal."""


_MAX_CHECKED_SIZE: Final = 1 << 12
"""The largest part whose score is checked: that takes 0.1 ms."""


def largest_part(sizes: Sizes) -> Ranks:
    """Return the size of each guess's largest part."""
    largest: Ranks = sizes.max(axis=0)
    return largest


@dataclass(frozen=True)
class PartSizeScore:
    """
    A ranking of guesses by the average score of their parts, a function of size.

    The score of an empty part is 0, and scores are convex, because compiled code skips
    guesses with a lower bound of their rank: that of parts of equal size.
    """

    score: Callable[[NDArray[np.float64]], NDArray[np.float64]]

    def __post_init__(self) -> None:
        """Raise a ValueError for scores that are not 0 at first or not convex."""
        scores = self.table(_MAX_CHECKED_SIZE)
        if scores[0] or not (np.diff(scores, 2) >= -RANK_TOLERANCE).all():
            name = getattr(self.score, "__name__", "score")
            raise ValueError(
                f"expected 0 as the score of no code, and convex scores, got {name}"
            )

    def table(self, max_size: int) -> NDArray[np.float64]:
        """Return the scores of parts of 0, 1, ... codes."""
        return self.score(np.arange(max_size + 1, dtype=np.float64))

    def __call__(self, sizes: Sizes) -> Ranks:
        """Return the rank of each guess."""
        scores = self.table(int(sizes.max())).take(sizes).sum(axis=0)
        ranks: Ranks = scores / sizes[:, 0].sum()
        return ranks


def _bits(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for parts of these sizes the unknown bits of all their codes."""
    return sizes * np.log2(np.maximum(sizes, 1))


def _guesses_saved(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the score that ranks guesses by their number of parts."""
    return np.maximum(sizes - 1, 0)


def one_colour_at_a_time(rules: Rules, codes: NDArray[np.uint8]) -> Code:
    """Return the first colour of unknown count on all pegs, else the first code."""
    colours = () if rules.distinct else range(1, rules.colours + 1)
    for colour in colours:
        if np.ptp(np.count_nonzero(codes == colour, axis=1)):
            return (colour,) * rules.pegs
    return tuple(codes[0].tolist())


@dataclass(frozen=True)
class Strategy:
    """The rule for a guess if there are three or more candidates."""

    name: str
    rule: str  # one sentence for users
    # In order: each ranking of part sizes breaks the ties of the one before.
    rankings: tuple[Callable[[Sizes], Ranks], ...] = ()
    only_candidates: bool = False  # whether every guess is a candidate
    prefers_candidates: bool = True  # whether candidates win ties
    is_random: bool = False  # whether ties are broken at random
    is_exact: bool = False  # whether an exact search takes part in its guesses
    max_guesses: int | None = None  # an exact strategy's limit, where one can keep it
    width: int = 0  # the number of guesses that a lookahead plays out in a turn
    depth: int = 0  # the last turn in which a lookahead plays out `width` guesses
    heuristic: Heuristic | None = None  # chooses the guess, without rankings
    heading: str = ""  # the sheet Analysis shows it above the first ranking

    @property
    def takes_order(self) -> bool:
        """Whether another order of the codes changes its guesses."""
        return self.only_candidates and not self.is_random

    def guesses_after(self, history: Sequence[Code]) -> int | None:
        """Return how many guesses are left of `max_guesses`, None if any number."""
        if self.max_guesses and self.max_guesses > len(history):
            return self.max_guesses - len(history)
        return None


STRATEGIES: Final = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "beginner",
            "One colour at a time on all pegs, then the smallest possible code.",
            heuristic=one_colour_at_a_time,
        ),
        Strategy(
            "first-consistent",
            "The smallest code that is still possible.",
            only_candidates=True,
        ),
        Strategy(
            "random",
            "A code that is still possible, at random.",
            only_candidates=True,
            is_random=True,
        ),
        Strategy(
            "minimax",
            "Of the codes still possible, the first whose largest part is smallest.",
            (largest_part,),
            only_candidates=True,
            heading="Largest",
        ),
        Strategy(  # Knuth [1]
            "knuth",
            "Of all codes, one whose largest part is smallest.",
            (largest_part,),
            heading="Largest",
        ),
        Strategy(
            "brain-breaker",
            "Of all codes, the smallest largest part, then the smallest average part.",
            (largest_part, PartSizeScore(np.square)),
            prefers_candidates=False,
            heading="Largest",
        ),
        Strategy(  # Irving [2]
            "expected-size",
            "Of all codes, one whose parts are smallest on average.",
            (PartSizeScore(np.square),),
            heading="Average",
        ),
        Strategy(  # Neuwirth [3]
            "entropy",
            "Of all codes, one whose answer gives the most information.",
            (PartSizeScore(_bits),),
            heading="Bits",
        ),
        Strategy(  # Kooi [4]
            "most-parts",
            "Of all codes, one with the most different answers.",
            (PartSizeScore(_guesses_saved),),
            heading="Parts",
        ),
        Strategy(  # Koyama and Lai [5]
            "optimal",
            "Of all codes, one that leads to the fewest guesses on average, proved.",
            is_exact=True,
        ),
        Strategy(
            "optimal-5",
            "Like optimal, with at most five guesses where that is possible.",
            is_exact=True,
            max_guesses=5,
        ),
        Strategy(
            "lookahead",
            "Of the best by bits or parts, the one with the fewest guesses played out.",
            is_exact=True,
            width=4,
            depth=2,
        ),
    )
}
"""The strategies by name."""

DEFAULT_STRATEGY: Final = "knuth"

_LOOKAHEAD: Final = re.compile("lookahead-([1-9][0-9]{0,2})-([1-9][0-9]?)")
"""The name of a lookahead with a width and a depth."""


def strategy_label(name: str) -> str:
    """Return the name of a strategy in its displayed form."""
    return name.replace("-", " ").capitalize()


def parse_strategy(text: str) -> Strategy:
    """
    Return the strategy of a name, in any case, with hyphens or blanks.

    ``lookahead-8-3`` is the strategy ``lookahead`` of width 8 and depth 3.
    """
    check_text(text, "a strategy as text")
    name = "-".join(english_letters(text).lower().split())
    name = "random" if name == "random-consistent" else name
    if size := _LOOKAHEAD.fullmatch(name):
        width, depth = map(int, size.groups())
        return replace(STRATEGIES["lookahead"], name=name, width=width, depth=depth)
    if name not in STRATEGIES:
        raise ValueError(
            f"expected a strategy ({', '.join(STRATEGIES)}), got {short_repr(text)}"
            f"{did_you_mean(name, STRATEGIES)}"
        )
    return STRATEGIES[name]
