"""
What is known of the AB games: formulas and values, no search.

AB(p, c) is the least greatest number of guesses, the winning one included, of
the game with p pegs and c colours in which no code has a colour twice;
ABB(p, c) is that of the same game with black pegs only.

References
----------
S.-T. Chen and S.-S. Lin, "Optimal algorithms for 2 x n AB games - a
graph-partition approach", Journal of Information Science and Engineering 20
(2004), 105-126.

G. Jäger and M. Peczarski, "The worst case number of questions in Generalized
AB game with and without white-peg answers", Discrete Applied Mathematics 184
(2015), 20-31.

K.-I Ko and S.-C. Teng, "On the number of queries necessary to identify a
permutation", Journal of Algorithms 7 (1986), 449-462.
"""

import math
from fractions import Fraction
from itertools import count
from typing import Final

from xl_mastermind.solve.exact.problem import Bounds

_AB_4: Final = {5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 7, 11: 7, 13: 8}
"""AB(4, c) for each c. AB(4, 12) is 7 or 8."""

PERMUTATIONS: Final = {2: 2, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8}
"""AB(p, p) for each p."""


def ab_worst_case(pegs: int, colours: int) -> Bounds:
    """
    Return what is known of AB(p, c).

    That is two or three pegs with any number of colours, four with at most 13, or
    as many as there are colours. The bounds meet, except for AB(4, 12), and AB(p, p)
    with more than seven pegs, which has no upper bound. There is no first guess.

    Raises
    ------
    ValueError
        If nothing is known here of such a game.

    Notes
    -----
    AB(2, c) = ceil(c / 2) + 1 (Chen and Lin 2004). AB(3, c) is
    floor(c / 3) + 3 up to seven colours and floor((c + 1) / 3) + 3 from eight
    on. AB(4, c) is from the paper's table, and so is AB(p, p) up to seven pegs;
    beyond them stands `permutation_lower_bound`. Where the paper leaves 7 or 8,
    for AB(4, 12), the search of this package proves 8.

    Examples
    --------
    >>> [ab_worst_case(3, colours).lower for colours in range(3, 12)]
    [4, 4, 4, 5, 5, 6, 6, 6, 7]
    >>> ab_worst_case(4, 12)
    Bounds(lower=7, upper=8, first=None)
    >>> ab_worst_case(4, 14)
    Traceback (most recent call last):
    ...
    ValueError: expected 4 to 13 colours for AB(4, c), got 14
    """
    _check("AB", pegs, colours)
    if pegs == 2:
        return Bounds.exactly(math.ceil(colours / 2) + 1)
    if pegs == 3:
        return Bounds.exactly((colours if colours < 8 else colours + 1) // 3 + 3)
    if pegs == colours:
        return permutation_worst_case(pegs)
    if colours > max(_AB_4):
        raise ValueError(
            f"expected 4 to {max(_AB_4)} colours for AB(4, c), got {colours}"
        )
    return Bounds.exactly(_AB_4[colours]) if colours in _AB_4 else Bounds(7, 8, None)


def abb_worst_case(pegs: int, colours: int) -> Bounds:
    """
    Return what is known of ABB(p, c).

    That is two, three or four pegs with any number of colours, or as many as there
    are colours. The bounds meet, except for four pegs with more than ten colours,
    where they are c + 1 and c + 2, and for ABB(p, p) with more than seven pegs, which
    has no upper bound. There is no first guess.

    Raises
    ------
    ValueError
        If nothing is known here of such a game.

    Notes
    -----
    ABB(2, c) = c and ABB(3, c) = c + 1. ABB(p, p) = AB(p, p), because black and
    white pegs are together p.

    Examples
    --------
    >>> [abb_worst_case(pegs, 10).lower for pegs in (2, 3, 4)]
    [10, 11, 11]
    >>> abb_worst_case(4, 11)
    Bounds(lower=12, upper=13, first=None)
    """
    _check("ABB", pegs, colours)
    if pegs == 2:
        return Bounds.exactly(colours)
    if pegs == 3:
        return Bounds.exactly(colours + 1)
    if pegs == colours:
        return permutation_worst_case(pegs)
    return Bounds(colours + 1, colours + (1 if colours <= 10 else 2), None)


def _check(name: str, pegs: int, colours: int) -> None:
    if pegs < 2 or colours < pegs:
        raise ValueError(
            f"expected 2 pegs or more and no fewer colours for {name}(p, c),"
            f" got {pegs} and {colours}"
        )
    if 4 < pegs != colours:
        raise ValueError(
            f"expected 2, 3 or 4 pegs, or as many as colours, for {name}(p, c),"
            f" got {pegs} pegs and {colours} colours"
        )


def permutation_worst_case(pegs: int) -> Bounds:
    """
    Return what is known of AB(p, p) = ABB(p, p), the permutation game.

    From eight pegs on there is only the lower bound; with fewer than two pegs
    there is a ValueError.

    Examples
    --------
    >>> permutation_worst_case(7)
    Bounds(lower=8, upper=8, first=None)
    >>> permutation_worst_case(10)
    Bounds(lower=8, upper=None, first=None)
    """
    bound = permutation_lower_bound(pegs)
    known = PERMUTATIONS.get(pegs)
    return Bounds(bound, None, None) if known is None else Bounds.exactly(known)


def most_permutations(pegs: int, guesses: int) -> int:
    """
    Return T(p, q): how many permutations q guesses can tell apart at most.

    Raises
    ------
    ValueError
        If there are fewer than two pegs or 0 guesses.

    Notes
    -----
    A guess leaves at most p - 1 answers to go on from, as all but one black
    peg cannot be, so 1 + (p - 1) + ... + (p - 1) ** (q - 1) permutations can be
    found (Ko and Teng 1986).

    Examples
    --------
    >>> [most_permutations(4, guesses) for guesses in range(6)]
    [0, 1, 4, 13, 40, 121]
    >>> most_permutations(2, 9)
    9
    """
    if pegs < 2 or guesses < 0:
        raise ValueError(
            "expected 2 pegs or more and 0 guesses or more for T(p, q),"
            f" got {pegs} and {guesses}"
        )
    if pegs == 2:
        return guesses
    return int(((pegs - 1) ** guesses - 1) // (pegs - 2))


def permutation_lower_bound(pegs: int) -> int:
    """
    Return the least q with p! <= T(p, q), which AB(p, p) is not below.

    With fewer than two pegs there is a ValueError.

    Examples
    --------
    >>> [permutation_lower_bound(pegs) for pegs in range(2, 11)]
    [2, 3, 4, 5, 5, 6, 7, 8, 8]
    """
    if pegs < 2:
        raise ValueError(f"expected 2 pegs or more for AB(p, p), got {pegs}")
    codes = math.factorial(pegs)
    return next(q for q in count() if codes <= most_permutations(pegs, q))


def ab_2_average(colours: int) -> Fraction:
    """
    Return the least average number of guesses of the AB game with two pegs.

    Raises
    ------
    ValueError
        If there are fewer than two colours.

    Notes
    -----
    With n colours it is (4n³ + 21n² - 76n + 72) / 12n(n - 1) for even n, and
    (4n³ + 21n² - 82n + 105) / 12n(n - 1) for odd n (Chen and Lin 2004).

    Examples
    --------
    >>> ab_2_average(10)
    Fraction(451, 90)
    """
    if colours < 2:
        raise ValueError(f"expected 2 colours or more for AB(2, c), got {colours}")
    n = colours
    rest = 105 - 82 * n if n % 2 else 72 - 76 * n
    return Fraction(4 * n**3 + 21 * n**2 + rest, 12 * n * (n - 1))
