"""
The strategies: a rule each, beside the paper that it comes from.

One follows a habit of human players. The other strategies by rule differ in how they
rank a guess by the sizes of its parts, in nothing else. `choose` applies a rule to a
position, `suggest` to a game.

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

from xl_mastermind.game.conversion import check_text, did_you_mean
from xl_mastermind.game.rules import Code, Rules, english_letters

Sizes: TypeAlias = NDArray[np.unsignedinteger]
"""Part sizes as `Codebook.part_sizes` gives them: (feedbacks, guesses)."""

Ranks: TypeAlias = NDArray[np.integer | np.floating]
"""The rank of each guess, the less the better."""

Heuristic: TypeAlias = Callable[[Rules, NDArray[np.uint8]], Code]
"""A person's guess from the codes that fit, in order, and the guesses so far."""

TIE: Final = 1e-9
"""Ranks nearer than this are equal; those that differ are further apart."""


def largest_part(sizes: Sizes) -> Ranks:
    """Return the size of each guess's largest part."""
    largest: Ranks = sizes.max(axis=0)
    return largest


@dataclass(frozen=True)
class PartSizeScore:
    """Ranks guesses by what their parts are worth, by their sizes, on average."""

    of: Callable[[NDArray[np.float64]], NDArray[np.float64]]

    def table(self, most: int) -> NDArray[np.float64]:
        """Return what a part is worth that has 0, 1, ... codes."""
        return self.of(np.arange(most + 1, dtype=np.float64))

    def __call__(self, sizes: Sizes) -> Ranks:
        """Return the rank of each guess."""
        worth = self.table(int(sizes.max())).take(sizes).sum(axis=0)
        ranks: Ranks = worth / sizes[:, 0].sum()
        return ranks


def _bits(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the bits that are still unknown of each code of a part, in all."""
    return sizes * np.log2(np.maximum(sizes, 1))


def _guesses_saved(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the worth that ranks guesses by their parts: each saves one guess."""
    return np.maximum(sizes - 1, 0)


def one_colour_at_a_time(rules: Rules, codes: NDArray[np.uint8]) -> Code:
    """Return the first colour of an unknown number on all pegs, else the first code."""
    colours = () if rules.distinct else range(1, rules.colours + 1)
    for colour in colours:
        if np.ptp(np.count_nonzero(codes == colour, axis=1)):
            return (colour,) * rules.pegs
    return tuple(codes[0].tolist())


@dataclass(frozen=True)
class Strategy:
    """The rule for a guess when three or more candidates are left."""

    name: str  # its name for users, and its rule in one sentence
    rule: str
    # Ranks of the guesses by their part sizes, the less the better; a later one breaks
    # the ties of those before it. With none, every guess ties.
    ranks: tuple[Callable[[Sizes], Ranks], ...] = ()
    # Whether only candidates are considered, not all codes
    only_candidates: bool = False
    # Whether a candidate wins a tie against a code that is none
    prefers_candidates: bool = True
    # Whether ties are broken at random, not by the smallest code
    is_random: bool = False
    # Whether guesses are ranked by the least total number of guesses that they lead to,
    # not by part sizes
    is_exact: bool = False
    # Guesses that an exact strategy makes at most, where that can be
    max_guesses: int | None = None
    # Makes the guess by a habit; nothing is ranked then.
    heuristic: Heuristic | None = None
    # The figure that it ranks guesses by first, by its head on the sheet Analysis
    heading: str = ""

    @property
    def takes_order(self) -> bool:
        """Whether it takes the first of some candidates, in any order of the codes."""
        return self.only_candidates and not self.is_random


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
            "Of all codes, one whose answer tells the most bits.",
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
            "Of all codes, one with the fewest guesses on average, proved.",
            is_exact=True,
        ),
        Strategy(
            "optimal-5",
            "The same, and never a sixth guess where five can be enough.",
            is_exact=True,
            max_guesses=5,
        ),
    )
}
"""Every strategy by its name."""

DEFAULT_STRATEGY: Final = "knuth"

_OTHER_NAMES: Final = {"random-consistent": "random"}


def strategy_label(name: str) -> str:
    """Return a strategy's name as it is shown."""
    return name.replace("-", " ").capitalize()


def parse_strategy(text: str) -> Strategy:
    """Return the strategy of a name, in any case, with blanks for hyphens."""
    check_text(text, "a strategy as text")
    name = "-".join(english_letters(text).lower().split())
    name = _OTHER_NAMES.get(name, name)
    if name not in STRATEGIES:
        raise ValueError(
            f"expected a strategy ({', '.join(STRATEGIES)}), got {text!r}"
            f"{did_you_mean(name, STRATEGIES)}"
        )
    return STRATEGIES[name]
