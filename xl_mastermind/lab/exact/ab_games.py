"""
Known values of the AB games, and the tables of the paper, with their searches.

AB(p, c) is the least maximum of guesses, with the winning one, of the game with p pegs
and c colours without repeated colours; ABB(p, c) that of the game with black pegs only.
`xl-mastermind tables` computes the `entries`.

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

import itertools
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.search import BoundsCallback, Search, StoppedError

_AB_4: Final = {5: 5, 6: 5, 7: 6, 8: 6, 9: 6, 10: 7, 11: 7, 13: 8}
"""AB(4, c) by c. AB(4, 12) is 7 or 8."""

_PERMUTATIONS: Final = {2: 2, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8}
"""AB(p, p) by p. From eight pegs on there is only a lower bound."""


def known_worst_case(pegs: int, colours: int, *, black_only: bool = False) -> Bounds:
    """
    Return the published bounds of AB(p, c) or ABB(p, c), which are equal if p = c.

    If p < c, there are two to four pegs. AB(2, c) is from Chen and Lin (2004), the
    others are from the paper, which has 7 or 8 for AB(4, 12); the search of this
    package proves 8.
    """
    if pegs == colours >= 2:
        known = _PERMUTATIONS.get(pegs)
        return Bounds(known or permutation_lower_bound(pegs), known)
    if black_only:
        lower = colours + (pegs > 2)
        return Bounds(lower, lower + (pegs == 4 and colours > 10))
    if pegs == 2:
        return Bounds.from_value(math.ceil(colours / 2) + 1)
    if pegs == 3:
        return Bounds.from_value((colours if colours < 8 else colours + 1) // 3 + 3)
    if colours in _AB_4:
        return Bounds.from_value(_AB_4[colours])
    lower = (colours + 3) // 4 + 4
    return Bounds(lower, lower + 1)


def permutation_lower_bound(pegs: int) -> int:
    """
    Return the least q with p! <= T(p, q), a lower bound of AB(p, p).

    T(p, q) = 1 + (p - 1) + ... + (p - 1) ** (q - 1) permutations can be found with q
    guesses, as a guess leaves p - 1 parts (Ko and Teng 1986).
    """
    codes = guesses = 0
    while codes < math.factorial(pegs):
        codes += (pegs - 1) ** guesses
        guesses += 1
    return guesses


# The tables of the paper

_AUXILIARY: Final = (
    *((2, 3, None, 3), (3, 8, None, 6), (4, 13, None, 8)),
    *((2, 5, 2, 4), (2, 6, 2, 4), (3, 14, 3, 8), (3, 15, 3, 8), (3, 16, 3, 8)),
)
"""
Pegs and colours of auxiliary games, their fixed first guesses, and the worst case.

The first three are AB*, whose guesses may repeat a colour of no secret.
"""

END_GAMES: Final = {
    "A1": "012 012 012 012 012",
    "A2": "012 012 012 01 02 12",
    "A3": "012 01 01 02 02 12 12",
    "B1": "0123 0123 0123 0123 0123",
    "B2": "0123 0123 0123 012 013 23",
    "B3": "0123 0123 012 012 03 13 23",
    "B4": "0123 0123 012 013 023 123",
    "B5": "0123 012 012 013 013 23 23",
    "B6": "0123 012 012 013 023 13 23",
    "B7": "012 012 012 013 03 13 23 23",
    "B8": "012 012 013 013 023 123 23",
}
"""
The paper's end-games of three pegs (A) and four (B): for each colour the pegs, from 0,
at which it is possible. Each peg has five colours.

None can be won with five guesses. As the codemaker can answer the first c - 5 guesses
with no pegs so that one of them remains, ABB(p, c) is at least c + 1.
"""


def fixed_guesses(rules: Rules, number: int) -> tuple[Code, ...]:
    """Return the fixed guesses of the game AB_x: the colours in order, p per guess."""
    pegs, max_number = rules.pegs, rules.colours // rules.pegs
    if not 0 <= number <= max_number:
        raise ValueError(
            f"expected 0 to {max_number} fixed guesses in {rules}, got {number}"
        )
    return tuple(
        tuple(range(first, first + pegs)) for first in range(1, number * pegs + 1, pegs)
    )


def end_game_table(name: str) -> tuple[tuple[int, ...], ...]:
    """Return the possible colours, from 0, of each peg of an end-game."""
    colours = END_GAMES[name].split()
    pegs = sorted(set("".join(colours)))
    return tuple(
        tuple(c for c, colour_pegs in enumerate(colours) if peg in colour_pegs)
        for peg in pegs
    )


# Upper bounds: fixed guesses, then a search after each of their feedbacks

REDUCTIONS: Final = ((2, 5, 3, 2), (3, 9, 7, 3), (4, 16, 13, 5))
"""
Pegs and colours of black-only games, the fixed guesses, and the further guesses.

Games of more colours can be reduced to these: ABB(p, c) is at most c, c + 1 and c + 2.
"""


def reduction_black_pegs(pegs: int, guesses: int) -> list[tuple[int, ...]]:
    """
    Return the possible black pegs of the guesses of a reduction.

    The guesses are 12…p, 23…(p + 1) and so on, round all colours; a peg is right in at
    most one. The codebreaker goes back until one has a black peg, then on from 12…p.
    """
    all_blacks: list[tuple[int, ...]] = [()]
    for _ in range(guesses):
        all_blacks = [
            (*blacks, black)
            for blacks in all_blacks
            for black in range(min(pegs - 1, pegs - sum(blacks)) + 1)
        ]
    return [blacks for blacks in all_blacks if blacks[0] or not any(blacks)]


def reduction_class(
    pegs: int, colours: int, blacks: tuple[int, ...]
) -> tuple[str, ...]:
    """Return a key that is equal for end-games with equal symmetry."""
    # Further guesses of the circle have no black pegs once all pegs are known.
    rest = "0" if sum(blacks) == pegs else "?"
    circle = "".join(map(str, blacks)).ljust(colours, rest) * 2
    gap = "0" * (pegs - 1)  # the guesses before and after have no common colour
    start = circle.index(gap)
    groups = re.split(f"{gap}0*", circle[start : start + colours])
    return tuple(min(sorted(groups), sorted(group[::-1] for group in groups)))


def reduction_turns(rules: Rules, blacks: Iterable[int]) -> list[Turn]:
    """Return the turns of a reduction."""
    return [
        Turn(
            tuple((first + peg) % rules.colours + 1 for peg in range(rules.pegs)),
            Feedback(black, 0),
        )
        for first, black in enumerate(blacks)
    ]


def _search_histories(rules: Rules, guesses: int) -> Iterator[list[Turn]]:
    """Yield the turns before the searches, one of each symmetry class."""
    if rules.black_only:
        for blacks in reduction_black_pegs(rules.pegs, guesses):
            yield reduction_turns(rules, blacks)
        return
    fixed = fixed_guesses(rules, guesses)
    for feedbacks in itertools.combinations_with_replacement(rules.feedbacks, guesses):
        if sum(map(sum, feedbacks)) <= rules.pegs and rules.win not in feedbacks:
            yield [*map(Turn, fixed, feedbacks)]


@dataclass(frozen=True)
class Entry:
    """
    A value of the paper's tables, its `known_bounds`, and its computation.

    `problem` creates the search, unless it would be too large. Then `reduction` may
    have a game, and the numbers of fixed and further guesses for the upper bound.
    """

    table: str
    row: str
    column: str
    name: str
    known_bounds: Bounds
    problem: Callable[[], Problem] | None = None
    opening: tuple[Code, ...] = ()
    reduction: tuple[Rules, int, int] | None = None

    @property
    def is_searched(self) -> bool:
        """Whether a search, not only a formula, computes it."""
        return bool(self.problem or self.reduction)

    def bounds(
        self,
        seconds: float | None = None,
        *,
        threads: int = 1,
        progress: BoundsCallback | None = None,
    ) -> Bounds:
        """Return the bounds that the search proves, or those of the formula."""
        new_search = partial(Search, threads=threads, progress=progress)
        if self.problem:
            search = new_search(self.problem())
            return search.worst_case(seconds, opening=self.opening)
        if not self.reduction:
            return self.known_bounds
        rules, guesses, further_guesses = self.reduction
        end = math.inf if seconds is None else time.monotonic() + seconds

        def is_enough(turns: list[Turn]) -> bool:
            if not len(codebook(rules).candidates(turns)):
                return True
            search = new_search(Problem.from_game(rules, turns))
            return search.run(
                partial(search.is_within, further_guesses), end - time.monotonic()
            )

        with suppress(StoppedError):
            if all(map(is_enough, _search_histories(rules, guesses))):
                return self.known_bounds
        return Bounds(self.known_bounds.lower, None)


def entries() -> Iterator[Entry]:
    """Yield the entries of the paper's tables, by table and row."""
    searched = (("AB", 13, range(14, 17)), ("ABB", 10, range(11, 16)))
    for name, max_colours, reduced in searched:
        black = name == "ABB"
        table = "Black-peg AB game" if black else "AB game"
        for pegs in (2, 3, 4):
            further_colours = reduced if pegs == 4 else ()
            for colours in (*range(pegs, max_colours + 1), *further_colours):
                game = f"{name}({pegs},{colours})"
                bounds = known_worst_case(pegs, colours, black_only=black)
                rules = Rules(pegs, colours, distinct=True, black_only=black)
                entry = Entry(table, f"{name}({pegs},c)", str(colours), game, bounds)
                if colours in reduced:
                    guesses = (colours - 3, 5) if black else (3, 6)
                    yield replace(entry, reduction=(rules, *guesses))
                else:
                    yield replace(entry, problem=partial(Problem.from_game, rules))
    table = "Permutation game"
    for pegs in range(2, 11):
        game, bounds = f"AB({pegs},{pegs})", known_worst_case(pegs, pegs)
        problem = partial(Problem.from_game, Rules(pegs, pegs, distinct=True))
        search = problem if pegs in _PERMUTATIONS else None
        yield Entry(table, "AB(p,p)", str(pegs), game, bounds, search)
    for pegs in range(2, 11):
        name, row = f"{pegs}! <= T({pegs},q)", "least q, p! <= T(p,q)"
        bounds = Bounds.from_value(permutation_lower_bound(pegs))
        yield Entry(table, row, str(pegs), name, bounds)
    for pegs, colours, fixed, worst_case in _AUXILIARY:
        rules, table = Rules(pegs, colours, distinct=True), "Auxiliary games"
        name = f"AB{'*' if fixed is None else f'_{fixed}'}({pegs},{colours})"
        make = Problem.with_extra_colour if fixed is None else Problem.from_game
        problem, opening = partial(make, rules), fixed_guesses(rules, fixed or 0)
        known = Bounds.from_value(worst_case)
        yield Entry(table, name, "Guesses", name, known, problem, opening)
    for colours in range(17, 21):
        rules, name = Rules(4, colours, distinct=True), f"AB_4(4,{colours})"
        bounds = known_worst_case(4, colours)
        yield Entry(table, name, "Guesses", name, bounds, reduction=(rules, 4, 6))
    yield from _end_games()


def _end_games() -> Iterator[Entry]:
    """Yield the end-games that prove bounds of black-only games."""
    for name in END_GAMES:
        problem = partial(Problem.from_table, end_game_table(name))
        yield Entry("End-games", "", name, name, Bounds(6, None), problem)
    for pegs, colours, guesses, rest in REDUCTIONS:
        rules = Rules(pegs, colours, distinct=True, black_only=True)
        table = f"End-games of ABB({pegs},{colours}) after {guesses} guesses"
        blacks_by_class = {
            reduction_class(pegs, colours, blacks): blacks
            for blacks in reversed(reduction_black_pegs(pegs, guesses))
        }
        for blacks in sorted(blacks_by_class.values()):
            problem = partial(Problem.from_game, rules, reduction_turns(rules, blacks))
            row = "".join(map(str, blacks))
            name = f"ABB({pegs},{colours}) {row}"
            yield Entry(table, row, "Guesses", name, Bounds(1, rest), problem)
