"""
What each strategy is: a rule, beside the paper that it comes from.

Strategies by rule differ in how they rank a guess by the sizes of its parts, in
nothing else. `choose` applies a rule to a position, `suggest` to a game.

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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Sizes: TypeAlias = NDArray[np.unsignedinteger]
"""Part sizes as `Codebook.part_sizes` gives them: (feedbacks, guesses)."""

Ranks: TypeAlias = NDArray[np.integer | np.floating]
"""The rank of each guess, the less the better."""


def _largest_part(sizes: Sizes) -> Ranks:
    largest: Ranks = sizes.max(axis=0)
    return largest


def _sum_of_squares(sizes: Sizes) -> Ranks:
    # Exact: the sum is at most the square of the number of codes, below 2**53.
    total: Ranks = np.square(sizes, dtype=np.float64).sum(axis=0)
    return total


def _bits_missing(sizes: Sizes) -> Ranks:
    """Return the bits that are still unknown, on average, after each answer."""
    terms = np.arange(int(sizes.max()) + 1, dtype=np.float64)
    terms[1:] *= np.log2(terms[1:])
    missing: Ranks = terms.take(sizes).sum(axis=0) / sizes[:, 0].sum()
    return missing


def _fewest_parts(sizes: Sizes) -> Ranks:
    fewest: Ranks = -np.count_nonzero(sizes, axis=0)
    return fewest


@dataclass(frozen=True)
class Strategy:
    """
    How a guess is chosen when three or more candidates are left.

    Attributes
    ----------
    name, rule : str
        Its name for users, and its rule in one sentence.
    ranks : tuple of functions
        Ranks of the guesses by their part sizes, the less the better; a later
        one breaks the ties of those before it. With none, every guess ties.
    only_candidates : bool
        Whether only candidates are considered, not all codes.
    prefers_candidates : bool
        Whether a candidate wins a tie against a code that is none.
    at_random : bool
        Whether ties are broken at random, not by the smallest code.
    exact : bool
        Whether guesses are ranked by the least total number of guesses that
        they lead to, not by part sizes.
    most : int, optional
        Guesses that an exact strategy makes at most, where that can be.
    """

    name: str
    rule: str
    ranks: tuple[Callable[[Sizes], Ranks], ...] = ()
    only_candidates: bool = False
    prefers_candidates: bool = True
    at_random: bool = False
    exact: bool = False
    most: int | None = None


STRATEGIES: Final = {
    strategy.name: strategy
    for strategy in (
        Strategy(
            "first-consistent",
            "The smallest code that is still possible.",
            only_candidates=True,
        ),
        Strategy(
            "random",
            "A code that is still possible, at random.",
            only_candidates=True,
            at_random=True,
        ),
        Strategy(
            "minimax",
            "Of the codes still possible, the first whose largest part is smallest.",
            (_largest_part,),
            only_candidates=True,
        ),
        Strategy(  # Knuth [1]
            "knuth",
            "Of all codes, one whose largest part is smallest.",
            (_largest_part,),
        ),
        Strategy(
            "brain-breaker",
            "Of all codes, the smallest largest part, then the smallest average part.",
            (_largest_part, _sum_of_squares),
            prefers_candidates=False,
        ),
        Strategy(  # Irving [2]
            "expected-size",
            "Of all codes, one whose parts are smallest on average.",
            (_sum_of_squares,),
        ),
        Strategy(  # Neuwirth [3]
            "entropy",
            "Of all codes, one whose answer tells the most bits.",
            (_bits_missing,),
        ),
        Strategy(  # Kooi [4]
            "most-parts",
            "Of all codes, one with the most different answers.",
            (_fewest_parts,),
        ),
        Strategy(  # Koyama and Lai [5]
            "optimal",
            "Of all codes, one with the fewest guesses on average, proved.",
            exact=True,
        ),
        Strategy(
            "optimal-5",
            "The same, and never a sixth guess where five can be enough.",
            exact=True,
            most=5,
        ),
    )
}
"""Every strategy by its name."""

DEFAULT_STRATEGY: Final = "knuth"

_OTHER_NAMES: Final = {"random-consistent": "random"}


def parse_strategy(text: str) -> Strategy:
    """
    Return the strategy of a name, in any case, with blanks for hyphens.

    Raises
    ------
    ValueError
        If there is none of this name.

    Examples
    --------
    >>> parse_strategy("Most parts").name
    'most-parts'
    >>> parse_strategy("magic")
    Traceback (most recent call last):
    ...
    ValueError: expected a strategy (first-consistent, random, minimax, knuth, \
brain-breaker, expected-size, entropy, most-parts, optimal, optimal-5), got 'magic'
    """
    name = "-".join(text.lower().split())
    name = _OTHER_NAMES.get(name, name)
    if name not in STRATEGIES:
        raise ValueError(f"expected a strategy ({', '.join(STRATEGIES)}), got {text!r}")
    return STRATEGIES[name]
