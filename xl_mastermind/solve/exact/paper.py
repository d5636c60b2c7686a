"""
The tables of the paper on AB games: each value, and the search that computes it.

`xl-mastermind tables` goes through `entries`.

References
----------
G. Jäger and M. Peczarski, "The worst case number of questions in Generalized
AB game with and without white-peg answers", Discrete Applied Mathematics 184
(2015), 20-31.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.solve.exact.problem import Bounds, Problem
from xl_mastermind.solve.exact.search import UNLIMITED, Limit, Search
from xl_mastermind.solve.exact.theory import (
    PERMUTATIONS,
    ab_worst_case,
    abb_worst_case,
    permutation_lower_bound,
    permutation_worst_case,
)

_EXTRA_COLOUR: Final = {(2, 3): 3, (3, 8): 6}
"""AB*(p, c), where guesses may have a colour that is in no secret, many times."""

_FIXED: Final = {
    (2, 2, 5): 4,
    (2, 2, 6): 4,
    (3, 3, 14): 8,
    (3, 3, 15): 8,
    (3, 3, 16): 8,
}
"""AB_x(p, c) by x, p and c, where the first x guesses are fixed."""

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
The paper's end-games, of three pegs (A) and of four (B): a word for each colour,
which says at what pegs, from 0, it is possible. Each peg has five colours.

None can be won with five guesses. As the codemaker can answer the first c - 5
guesses with no pegs and come to one of them, ABB(p, c) is at least c + 1.
"""


def fixed_guesses(rules: Rules, number: int) -> tuple[Code, ...]:
    """
    Return the fixed guesses of the game AB_x: the colours in order, p at a time.

    Raises
    ------
    ValueError
        If there are not enough colours.

    Examples
    --------
    >>> fixed_guesses(Rules(2, 5, distinct=True), 2)
    ((1, 2), (3, 4))
    """
    pegs, most = rules.pegs, rules.colours // rules.pegs
    if not 0 <= number <= most:
        raise ValueError(f"expected 0 to {most} fixed guesses in {rules}, got {number}")
    return tuple(
        tuple(range(first, first + pegs)) for first in range(1, number * pegs + 1, pegs)
    )


def end_game_table(name: str) -> tuple[tuple[int, ...], ...]:
    """
    Return an end-game of `END_GAMES` as the possible colours of each peg, from 0.

    Raises
    ------
    ValueError
        If there is none of this name.

    Examples
    --------
    >>> end_game_table("A2")
    ((0, 1, 2, 3, 4), (0, 1, 2, 3, 5), (0, 1, 2, 4, 5))
    """
    if name not in END_GAMES:
        raise ValueError(f"expected one of {', '.join(END_GAMES)}, got {name!r}")
    colours = END_GAMES[name].split()
    pegs = sorted(set("".join(colours)))
    return tuple(
        tuple(colour for colour, at in enumerate(colours) if peg in at) for peg in pegs
    )


@dataclass(frozen=True)
class Entry:
    """
    One value of the paper's tables, and how it is computed.

    Its `name` is the paper's. What is `known` the paper says, or proves by a formula.
    There is no `problem` if the search would be too large.
    """

    table: str
    row: str
    column: str
    name: str
    known: Bounds
    problem: Callable[[], Problem] | None = None
    opening: tuple[Code, ...] = ()

    def bounds(
        self, limit: Limit = UNLIMITED, make: Callable[[Problem], Search] = Search
    ) -> Bounds:
        """
        Return what is proved: by a search, or by a formula where none is possible.

        See `Search.worst_case`. The search is what `make` makes.
        """
        if self.problem is None:
            return self.known
        return make(self.problem()).worst_case(limit, opening=self.opening)


def entries() -> list[Entry]:
    """
    Return the entries of the paper's tables, table by table and row by row.

    Examples
    --------
    >>> found = entries()
    >>> found[0].name, found[0].known.lower
    ('AB(2,2)', 2)
    >>> list(dict.fromkeys(entry.table for entry in found))
    ['AB game', 'Black-peg AB game', 'Permutation game', 'Auxiliary games', 'End-games']
    """
    return [
        *_grid("AB game", "AB", 13, ab_worst_case),
        *_grid("Black-peg AB game", "ABB", 10, abb_worst_case, black_only=True),
        *_permutations(),
        *_auxiliary_games(),
        *_end_games(),
    ]


def _grid(
    table: str,
    name: str,
    most: int,
    known: Callable[[int, int], Bounds],
    *,
    black_only: bool = False,
) -> Iterator[Entry]:
    for pegs in (2, 3, 4):
        for colours in range(pegs, most + 1):
            rules = Rules(pegs, colours, distinct=True, black_only=black_only)
            yield Entry(
                table,
                f"{name}({pegs},c)",
                str(colours),
                f"{name}({pegs},{colours})",
                known(pegs, colours),
                partial(Problem.of_game, rules),
            )


def _permutations() -> Iterator[Entry]:
    for pegs in range(2, 11):
        rules = Rules(pegs, pegs, distinct=True)
        yield Entry(
            "Permutation game",
            "AB(p,p)",
            str(pegs),
            f"AB({pegs},{pegs})",
            permutation_worst_case(pegs),
            partial(Problem.of_game, rules) if pegs in PERMUTATIONS else None,
        )
    for pegs in range(2, 11):
        yield Entry(
            "Permutation game",
            "least q, p! <= T(p,q)",
            str(pegs),
            f"{pegs}! <= T({pegs},q)",
            Bounds.exactly(permutation_lower_bound(pegs)),
        )


def _auxiliary_games() -> Iterator[Entry]:
    for (pegs, colours), most in _EXTRA_COLOUR.items():
        rules = Rules(pegs, colours, distinct=True)
        name = f"AB*({pegs},{colours})"
        problem = partial(Problem.with_extra_colour, rules)
        yield Entry("Auxiliary games", "", name, name, Bounds.exactly(most), problem)
    for (fixed, pegs, colours), most in _FIXED.items():
        rules = Rules(pegs, colours, distinct=True)
        name = f"AB_{fixed}({pegs},{colours})"
        yield Entry(
            "Auxiliary games",
            "",
            name,
            name,
            Bounds.exactly(most),
            partial(Problem.of_game, rules),
            fixed_guesses(rules, fixed),
        )


def _end_games() -> Iterator[Entry]:
    for name in END_GAMES:
        problem = partial(Problem.of_table, end_game_table(name))
        yield Entry("End-games", "", name, name, Bounds(6, None, None), problem)
