"""
Exact search: the least total and the least greatest number of guesses, proved.

Everything here works without numba but the search itself, which loads
`xl_mastermind.solve.exact.kernel` when it begins: nobody who plays waits for it.
"""

import itertools
import math
import signal
import string
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import permutations
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import all_codes, codebook, feedback_table
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve.trees import Tree

MOST_BYTES: Final = 1 << 30
"""The table of a search takes no more than this."""

_MOST_FEEDBACKS: Final = 63
"""A word has a bit for each feedback, and one more for the win."""

_MOST_MOVED: Final = 6
"""With more pegs, there are too many ways to move them."""

_MOST_TURNS: Final = 60
"""A search begins after no more turns than this."""

_TICK: Final = 0.1
"""Seconds between looks at a search that runs."""

_BLOCK: Final = 1 << 20
"""Feedbacks worked out at a time."""

_COMPILED: Final = 4.0
"""Seconds in which compiled code is loaded."""

_WIDTHS: Final = (Rules(2, 3), Rules(5, 2), Rules(8, 2))
"""Small games, one of each width of the table's words."""

_COMPILER: Final = ThreadPoolExecutor(1)
"""Compiles while others go on."""

_BEGUN: "Final[list[Future[None]]]" = []
"""What it was asked for."""

_ADVICE: Final = "exact search needs numba: pip install 'xl-mastermind[exact]'"


class ExactSearchError(ValueError):
    """An exact search cannot be made here: numba is missing."""


class UnreachableError(ValueError):
    """No strategy finds every code with so few guesses."""


@dataclass(frozen=True)
class Bounds:
    """
    What is known of a least number of guesses.

    Attributes
    ----------
    lower : int
        It is not less.
    upper : int or None
        It is not greater; none if no tree is known that keeps the rules.
    first : Code or None
        A first guess that attains `upper`.
    """

    lower: int
    upper: int | None
    first: Code | None

    @property
    def proved(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


class Standing(NamedTuple):
    """How far a search has come: bounds, turns deep, and positions looked at."""

    lower: int
    upper: int | None
    turns: int
    positions: int


Progress: TypeAlias = Callable[[Standing], object]
"""Is called now and then while a search runs."""

_Result = TypeVar("_Result")


def load_kernel() -> ModuleType:
    """
    Return the compiled part of the search.

    Raises
    ------
    ExactSearchError
        If numba cannot be had.
    """
    try:
        from xl_mastermind.solve.exact import kernel  # noqa: PLC0415, loads numba
    except ImportError as error:
        raise ExactSearchError(f"{_ADVICE} ({error})") from None
    return kernel


def prepare(say: Callable[[str], object], *games: Rules) -> None:
    """
    Compile the search if it has not been, so that nobody waits for it later.

    Without numba nothing is done.

    Parameters
    ----------
    say : function of str
        Is called with a line if something must be compiled.
    *games : Rules
        The games to be searched; by default any.
    """
    try:
        load_kernel()
    except ExactSearchError:
        return
    from numba.core.event import install_recorder  # noqa: PLC0415, as the kernel

    told = False
    with install_recorder("numba:compile") as compiled:  # not what is only loaded
        pending = [_compiled(game)[0] for game in {*map(_like, games)} or _WIDTHS]
        while wait(pending, _TICK).not_done:  # elsewhere, so that Ctrl-C is heard
            if compiled.buffer and not told:
                say("Compiling the exact search, once: about a minute ...")
                told = True


def is_compiled(rules: Rules) -> bool:
    """
    Return whether an exact search of a game can begin at once.

    Loading it takes a moment when this is first asked. If it must be compiled
    instead, that goes on meanwhile, for the next time that somebody asks.
    """
    if not find_spec("numba"):
        return False
    compiled, end = _compiled(_like(rules))
    done = wait([compiled], max(0, end - time.monotonic())).done
    return bool(done) and compiled.exception() is None


def _like(rules: Rules) -> Rules:
    """Return a small game whose table has words of the same width."""
    return _WIDTHS[sum(len(rules.feedbacks) >= width for width in (16, 32))]


def is_compiling() -> bool:
    """Return whether a search that was asked for is still being loaded or compiled."""
    return not all(begun.done() for begun in _BEGUN)


@lru_cache(maxsize=len(_WIDTHS))
def _compiled(rules: Rules) -> "tuple[Future[None], float]":
    """Begin to load or compile a search; return what is then done, and by when."""
    end = time.monotonic() + _COMPILED
    _BEGUN.append(_COMPILER.submit(_compile, rules))
    return _BEGUN[-1], end


def _compile(rules: Rules) -> None:
    search = Search(Problem.of_game(rules))
    search.choose()
    search.worst_case()


def table_bytes(candidates: int, guesses: int, feedbacks: int) -> int:
    """
    Return how many bytes the table of a search takes.

    Examples
    --------
    >>> table_bytes(1296, 1296, 14)
    3359232
    """
    width = next(width for width in (16, 32, 64, 128) if feedbacks < width)
    return candidates * guesses * width // 8


@dataclass(frozen=True)
class Problem:
    """
    What is searched: the candidates, the guesses that may be made, and symmetry.

    Attributes
    ----------
    rules : Rules
        The game; its feedback is that of the rules.
    candidates : (n, p) array of uint8
        The codes that are possible, all of them guesses.
    guesses : (g, p) array of uint8
        The codes that may be guessed.
    history : tuple of codes
        What a renaming of colours or a moving of pegs must leave as it is,
        such as guesses made before; 0 stands for any colour.
    renames : bool
        Whether `guesses` is the same after every renaming and moving.
    symmetric : bool
        Whether `candidates` is the same after those that keep the history.
    """

    rules: Rules
    candidates: NDArray[np.uint8]
    guesses: NDArray[np.uint8]
    history: tuple[Code, ...] = ()
    renames: bool = True
    symmetric: bool = True

    @classmethod
    def of_game(cls, rules: Rules, turns: Sequence[Turn] = ()) -> "Problem":
        """
        Return the problem of a whole game, or of what is left after some turns.

        Raises
        ------
        ValueError
            If its table would take more than `MOST_BYTES`, or no code fits.
        """
        if not turns:
            check_size(rules)
            return cls(rules, all_codes(rules), all_codes(rules))
        played = [rules.check_turn(turn) for turn in turns]
        fits = codebook(rules).fitting(played)
        if not fits.any():
            raise ValueError(f"no code fits these {len(played)} turns")
        check_size(rules, int(np.count_nonzero(fits)))
        codes = all_codes(rules)
        return cls(rules, codes[fits], codes, tuple(turn.guess for turn in turns))

    @classmethod
    def of_sets(
        cls,
        rules: Rules,
        candidates: Sequence[Code] | NDArray[np.integer],
        guesses: Sequence[Code] | NDArray[np.integer] | None = None,
    ) -> "Problem":
        """
        Return the problem of any candidates and any guesses, all codes by default.

        Raises
        ------
        ValueError
            If there is no candidate, a candidate is no guess, or a code is not
            one of the rules.

        Examples
        --------
        >>> rules = Rules(2, 3)
        >>> problem = Problem.of_sets(rules, [(1, 1), (2, 2), (1, 1)])
        >>> problem.candidates.tolist()
        [[1, 1], [2, 2]]
        """
        possible = _distinct_rows(rules, candidates)
        if not len(possible):
            raise ValueError("expected at least one candidate, got none")
        if guesses is None:
            check_size(rules, len(possible))
            return cls(rules, possible, all_codes(rules), symmetric=False)
        allowed = _distinct_rows(rules, guesses)
        known = set(map(tuple, allowed.tolist()))
        for code in possible.tolist():
            if tuple(code) not in known:
                raise ValueError(
                    f"expected every candidate among the guesses, got {tuple(code)}"
                )
        return cls(rules, possible, allowed, renames=False, symmetric=False)

    @classmethod
    def with_extra_colour(cls, rules: Rules) -> "Problem":
        """
        Return the game whose guesses may have one more colour, any number of times.

        No secret holds it. This is the auxiliary game AB* [1]_ for a game
        whose colours are distinct. The extra colour is the first, 1; the game's
        own colours follow it.

        Raises
        ------
        ValueError
            If the search would be too large, or no symbol is left for the colour.

        References
        ----------
        .. [1] G. Jäger and M. Peczarski, "The worst case number of questions
           in Generalized AB game with and without white-peg answers",
           Discrete Applied Mathematics 184 (2015), 20-31.

        Examples
        --------
        >>> problem = Problem.with_extra_colour(Rules(2, 2, distinct=True))
        >>> problem.candidates.tolist()
        [[2, 3], [3, 2]]
        >>> problem.guesses.tolist()
        [[1, 1], [1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]]
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
    def of_table(cls, rows: Sequence[Iterable[int]]) -> "Problem":
        """
        Return the end-game of a black-only game, by the colours each peg may have.

        The candidates are the codes of different colours, each in its peg's row.
        Guesses may have any colours, also twice, and one more that is in no row.
        Such states prove lower bounds for every number of colours [1]_.

        Parameters
        ----------
        rows : sequence of p collections of int
            The possible colours of each peg, by any numbers. In the problem
            they are 1, 2, ... in ascending order, and the colour in no row is
            the last.

        Raises
        ------
        ValueError
            If no code fits, or the search would be too large.

        References
        ----------
        .. [1] G. Jäger and M. Peczarski, "The worst case number of questions
           in Generalized AB game with and without white-peg answers",
           Discrete Applied Mathematics 184 (2015), 20-31.

        Examples
        --------
        >>> problem = Problem.of_table([{0, 1}, {0, 1, 5}])
        >>> problem.candidates.tolist()
        [[1, 2], [1, 3], [2, 1], [2, 3]]
        >>> len(problem.guesses)
        16
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
        return cls.of_sets(rules, codes)


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


def _distinct_rows(
    rules: Rules, codes: Sequence[Code] | NDArray[np.integer]
) -> NDArray[np.uint8]:
    rows = [rules.check_code(tuple(map(int, code))) for code in codes]
    found: NDArray[np.uint8] = np.unique(
        np.array(rows, dtype=np.uint8).reshape(-1, rules.pegs), axis=0
    )
    return found


def check_size(
    rules: Rules, candidates: int | None = None, guesses: int | None = None
) -> None:
    """
    Refuse a game that is too large for an exact search, by default all of it.

    Raises
    ------
    ValueError
        If its table would take more than `MOST_BYTES`.

    Examples
    --------
    >>> check_size(Rules(6, 9))
    Traceback (most recent call last):
    ...
    ValueError: expected a game whose exact search fits in 1 GB, got 6x9:\
 531,441 codes would take 1,130 GB
    """
    codes = rules.code_count if guesses is None else guesses
    possible = codes if candidates is None else candidates
    size = table_bytes(possible, codes, min(len(rules.feedbacks), _MOST_FEEDBACKS))
    if size > MOST_BYTES:
        raise ValueError(
            f"expected a game whose exact search fits in {MOST_BYTES / 1e9:.0f} GB,"
            f" got {rules}: {codes:,} codes would take {size / 1e9:,.0f} GB"
        )


class Search:
    """
    An exact search that remembers what it has found.

    Sets of candidates are given as ascending places in the problem's
    candidates, with the guesses that led there if the problem is symmetric.

    Parameters
    ----------
    problem : Problem
        What is searched.

    Raises
    ------
    ExactSearchError
        If numba cannot be had.
    ValueError
        If the tables would take more than `MOST_BYTES`, or there are too many
        different feedbacks.

    Examples
    --------
    >>> search = Search(Problem.of_game(Rules(2, 3)))  # doctest: +SKIP
    >>> search.total()  # doctest: +SKIP
    21
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._kernel = load_kernel()
        self._state, self._level = _state_of(self._kernel, problem)
        self._counters: NDArray[np.int64] = self._state.counters
        self._everything = np.arange(len(problem.candidates))

    def _begin(
        self, members: NDArray[np.int64] | None, history: Sequence[Code]
    ) -> tuple[int, int, int]:
        """Put a set on the stack; return where it begins, its size, what is free."""
        kernel, state = self._kernel, self._state
        past = (*self.problem.history, *history)
        if len(past) > len(state.symmetry.turns) - kernel.MOST_DEPTH:
            raise ValueError(f"expected at most {_MOST_TURNS} turns, got {len(past)}")
        for turn, code in enumerate(past):
            state.symmetry.turns[turn] = _own_colours(
                self.problem.rules, np.array([code])
            )[0]
        state.symmetry.made[kernel.TURNS] = len(past)
        self._counters[kernel.FIRST] = -1
        count = len(self.problem.candidates)
        if members is None:
            return 0, count, count
        state.tables.stack[count : count + len(members)] = members
        return count, len(members), count + len(members)

    def total(  # noqa: PLR0913, options are given by name
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        below: int | None = None,
        orderly: bool = False,
        share: slice | None = None,
    ) -> int | None:
        """
        Return the least total number of guesses over a set of candidates.

        Parameters
        ----------
        members : (m,) array of int64, optional
            The set; all candidates by default.
        history : sequence of codes, optional
            The guesses that led there, after the problem's own.
        most : int, optional
            Guesses that may be made.
        below : int, optional
            A greater total need not be told apart from this one.
        orderly : bool
            Whether `first` is to be the one of the best guesses that the
            strategy ``optimal`` makes.
        share : slice, optional
            Look at these first guesses alone, of all in the order of
            promise. The total is then the least with one of them.

        Returns
        -------
        int or None
            The total; none if it is not less than `below`, or no strategy needs
            at most `most` guesses.
        """
        kernel = self._kernel
        place = self._begin(members, history)
        limit = kernel.MOST_DEPTH - len(history) if most is None else most
        beta = kernel.INFINITE if below is None else below
        self._wish(place, share or (slice(None) if orderly else None))
        self._state.wishes[kernel.ORDERLY] = orderly
        found = self._total(place, min(limit, kernel.MOST_DEPTH), beta, 0)
        return found if found < beta else None

    def _total(
        self, place: tuple[int, int, int], most: int, below: int, depth: int
    ) -> int:
        parts = len(self._state.bounds.cost) - 1
        return int(
            self._kernel.total(
                self._state, self._level, *place, most, below, depth, parts
            )
        )

    def within(
        self,
        guesses: int,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        share: slice | None = None,
    ) -> bool:
        """
        Return whether so many guesses are always enough for a set of candidates.

        `first` is then a guess to begin with, unless any candidate is. With a
        `share` of the first guesses the others are not looked at; see `total`.
        """
        place = self._begin(members, history)
        self._wish(place, share)
        limit = min(guesses, self._kernel.MOST_DEPTH)
        return bool(
            self._kernel.within(
                self._state,
                self._level,
                *place,
                limit,
                0,
                len(self._state.bounds.cost) - 1,
            )
        )

    def _wish(self, place: tuple[int, int, int], share: slice | None) -> None:
        """Note which first guesses to look at, all those of promise first."""
        kernel, state = self._kernel, self._state
        state.wishes[kernel.LISTED] = 0
        if share:
            keys = kernel.tie_breaks(
                state.tables, state.bounds, self._level, *place[:2]
            )
            order = keys.argsort(kind="stable")
            state.wish[:] = np.append(order[share], np.delete(order, share))
            state.wishes[kernel.LISTED] = len(order[share]) % len(order)

    @property
    def first(self) -> Code | None:
        """The first guess of the tree that the last search found."""
        place = int(self._counters[self._kernel.FIRST])
        return None if place < 0 else self._code(place)

    def _code(self, place: int) -> Code:
        return tuple(self.problem.guesses[place].tolist())

    def choose(
        self,
        members: NDArray[np.int64] | None = None,
        history: Sequence[Code] = (),
        *,
        most: int | None = None,
        orderly: bool = True,
        time_limit: float | None = None,
    ) -> Code | None:
        """
        Return a guess with the least total; see `total`.

        Of several it is, if `orderly`, one whose parts would be easiest if each
        could be split in four at every turn; then one with the larger largest
        part; then the smallest code.

        With one or two candidates it is the first of them. None, if no
        strategy needs at most `most` guesses.

        Raises
        ------
        ExactSearchError
            If it takes longer than `time_limit` seconds.
        """
        left = self._everything if members is None else members
        if len(left) <= min(2, 2 if most is None else most):
            return tuple(self.problem.candidates[left[0]].tolist())

        def find() -> Code | None:
            total = self.total(members, history, most=most)
            if total is not None and orderly:
                self.total(members, history, most=most, below=total + 1, orderly=True)
            return self.first

        if time_limit is None:
            return find()
        done = self.watch(find, time_limit, None)
        if not done:
            raise ExactSearchError(
                f"no optimal guess was found in {time_limit:g} s;"
                f" {len(left):,} codes are left"
            )
        return done[0]

    def _least(self, part: NDArray[np.int64], past: Sequence[Code]) -> int:
        """Return the least total of a part, remembered; anything if told to stop."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        place, most = self._begin(part, past), self._kernel.MOST_DEPTH - len(past)
        # The memo is not asked at depth 0, for it knows no first guesses.
        return self._total(place, most, self._kernel.INFINITE, 1)

    def _begun_with(
        self, guesses: Sequence[Code], members: NDArray[np.int64], past: Sequence[Code]
    ) -> Iterator[int]:
        """Yield the least total with each first guess."""
        for guess, parts in zip(guesses, self._split(guesses, members), strict=True):
            parts.pop(self.problem.rules.win, None)
            after = (self._least(part, (*past, guess)) for part in parts.values())
            yield len(members) + sum(after)

    def totals_by_first(
        self,
        guesses: Sequence[Code],
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        *,
        time_limit: float | None = None,
    ) -> list[int]:
        """
        Return the least total with each of some first guesses.

        Parameters
        ----------
        guesses : sequence of codes
            The first guesses.
        members : (m,) array of int64
            The set of candidates before them.
        history : sequence of codes, optional
            The guesses that led there, after the problem's own.
        time_limit : float, optional
            Seconds after which the search is given up.

        Returns
        -------
        list of int
            The totals of the first guesses for which there was time.
        """
        totals: list[int] = []

        def find() -> None:
            for total in self._begun_with(guesses, members, history):
                if self._counters[self._kernel.STOP]:
                    return
                totals.append(total)

        self.watch(find, time_limit, None)
        return totals

    def cost(
        self,
        guess: Code,
        members: NDArray[np.int64],
        history: Sequence[Code] = (),
        *,
        known: Code | None = None,
        time_limit: float | None = None,
    ) -> tuple[int, Code] | None:
        """
        Return how far a guess is from the least total, and a guess that attains it.

        Parameters
        ----------
        guess : Code
            The guess.
        members : (m,) array of int64
            The set of candidates before it.
        history : sequence of codes, optional
            The guesses that led there, after the problem's own.
        known : Code, optional
            A guess that is known to attain it.
        time_limit : float, optional
            Seconds after which the search is given up.

        Returns
        -------
        tuple of int and Code, or None
            What the guess adds to the total over the set, and itself if that is
            nothing, else `known` or what `choose` returns. None, if the search
            was given up.
        """

        def find() -> tuple[int, Code]:
            (begun,) = self._begun_with([guess], members, history)
            more = begun - self._least(members, history)
            best = known or self.choose(members, history) if more else None
            return more, best or guess

        done = self.watch(find, time_limit, None)
        return done[0] if done else None

    def tree(self, *, most: int | None = None, orderly: bool = False) -> Tree | None:
        """
        Return a whole tree of guesses with the least total; see `choose`.

        None, if no strategy needs at most `most` guesses.
        """
        return self.grow(self._everything, (), most=most, orderly=orderly)

    def grow(
        self,
        left: NDArray[np.int64],
        history: tuple[Code, ...],
        *,
        guess: Code | None = None,
        most: int | None = None,
        orderly: bool = False,
    ) -> Tree | None:
        """
        Return the tree of a set of candidates; see `choose` and `tree`.

        It begins with `guess`, if one is given.
        """
        guess = guess or self.choose(left, history, most=most, orderly=orderly)
        if guess is None:
            return None
        rest = None if most is None else most - 1
        replies = {}
        for given, part in self.parts(guess, left).items():
            past = (*history, guess)
            if len(part) > 2 and (
                reply := self.grow(part, past, most=rest, orderly=orderly)
            ):
                replies[given] = reply
        return Tree(guess, replies)

    def histogram(self, tree: Tree) -> tuple[int, ...]:
        """Return the numbers of candidates that a tree finds with 1, 2, ... guesses."""
        counts: Counter[int] = Counter()
        win = self.problem.rules.win
        places: list[tuple[NDArray[np.int64], Tree | None, int]]
        places = [(self._everything, tree, 1)]
        while places:
            left, node, turn = places.pop()
            if node is None:
                counts.update(range(turn, turn + len(left)))
                continue
            for given, part in self.parts(node.guess, left).items():
                if given == win:
                    counts[turn] += 1
                else:
                    places.append((part, node.replies.get(given), turn + 1))
        return tuple(counts[turn] for turn in range(1, max(counts) + 1))

    def parts(
        self, guess: Code, members: NDArray[np.int64] | None = None
    ) -> dict[Feedback, NDArray[np.int64]]:
        """Return a set of candidates by their feedback to a guess."""
        left = self._everything if members is None else members
        (parts,) = self._split([guess], left)
        return parts

    def _split(
        self, guesses: Sequence[Code], left: NDArray[np.int64]
    ) -> Iterator[dict[Feedback, NDArray[np.int64]]]:
        """Yield a set of candidates by their feedback to each guess."""
        rules = self.problem.rules
        for answers in feedback_table(rules, guesses, self.problem.candidates[left]):
            yield {
                Feedback(*divmod(number, rules.pegs + 1)): left[answers == number]
                for number in np.unique(answers).tolist()
            }

    def optimum(
        self,
        *,
        most: int | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Bounds:
        """
        Return the least total number of guesses over all candidates.

        Parameters
        ----------
        most : int, optional
            Guesses that may be made.
        time_limit : float, optional
            Seconds after which the bounds so far are returned, as they are
            after Ctrl-C.
        progress : function of Standing, optional
            Is called now and then.

        Raises
        ------
        UnreachableError
            If no strategy needs at most `most` guesses.
        """
        kernel, counters = self._kernel, self._counters
        count = len(self.problem.candidates)
        counters[kernel.LOWER] = self._state.bounds.cost[-1, count]
        counters[kernel.BEST] = kernel.INFINITE
        done = self.watch(partial(self.total, most=most), time_limit, progress)
        if done and (found := done[0]) is not None:
            return Bounds(found, found, self.first or self._first_candidate)
        if done:
            raise self._unreachable(most)
        lower = int(counters[kernel.LOWER])
        if self.first:
            return Bounds(lower, int(counters[kernel.BEST]), self.first)
        total, greatest, first = self._rough_tree()
        if most is not None and greatest > most:
            return Bounds(lower, None, None)
        return Bounds(lower, total, first)

    def _unreachable(self, most: int | None) -> UnreachableError:
        return UnreachableError(
            f"expected a number of guesses that can be enough, got {most}: no"
            f" strategy finds each of {len(self.problem.candidates):,} codes within it"
        )

    def worst_case(
        self,
        *,
        opening: Sequence[Code] = (),
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> Bounds:
        """
        Return the least greatest number of guesses; see `optimum`.

        Parameters
        ----------
        opening : sequence of codes, optional
            Guesses to begin with, whatever the answers. They count.
        time_limit, progress
            As in `optimum`.
        """
        kernel, counters = self._kernel, self._counters
        end = None if time_limit is None else time.monotonic() + time_limit
        counters[kernel.BEST] = kernel.INFINITE
        parts = self._parts_after(opening)

        def within(guesses: int) -> bool:
            left = guesses - len(opening)
            return all(self.within(left, part, opening) for _, part in parts)

        for guesses in itertools.count(max(1, len(opening))):
            counters[kernel.LOWER] = guesses
            rest = None if end is None else end - time.monotonic()
            done = self.watch(partial(within, guesses), rest, progress)
            if not done:
                break
            if done[0]:
                first = opening[0] if opening else self.first
                return Bounds(guesses, guesses, first or self._first_candidate)
        _, greatest, first = self._rough_tree(opening)
        return Bounds(guesses, greatest, first)

    def _parts_after(
        self, opening: Sequence[Code]
    ) -> list[tuple[tuple[Turn, ...], NDArray[np.int64]]]:
        """Return what is left after some guesses, with the turns, large parts first."""
        parts: list[tuple[tuple[Turn, ...], NDArray[np.int64]]]
        parts = [((), self._everything)]
        for guess in opening:
            parts = [
                ((*turns, Turn(guess, given)), part)
                for turns, before in parts
                for given, part in self.parts(guess, before).items()
                if given != self.problem.rules.win
            ]
        return sorted(parts, key=lambda one: len(one[1]), reverse=True)

    @property
    def _first_candidate(self) -> Code:
        return tuple(self.problem.candidates[0].tolist())

    def _rough_tree(self, opening: Sequence[Code] = ()) -> tuple[int, int, Code]:
        """
        Return total, greatest number and first guess of the most-parts tree.

        The total leaves out what the opening finds.
        """
        state, level = self._state, self._level
        count, high, by_guess = level.count, level.high, level.by_guess
        total, greatest = 0, len(opening)
        first = opening[0] if opening else None
        sets = [(part, len(opening) + 1) for _, part in self._parts_after(opening)]
        while sets:
            left, turn = sets.pop()
            if len(left) <= 2:
                total += 2 * len(left) - 1
                greatest = max(greatest, turn + len(left) - 1)
                first = first or self._first_candidate
                continue
            self._most_parts(left)
            guess = int(state.depths.parts[0, :high].argmax())
            first = first or self._code(guess)
            row = state.tables.words[by_guess + guess * count :][left]
            total += len(left)
            for answer in np.unique(row):
                if answer & (answer - 1):  # the win has two bits
                    greatest = max(greatest, turn)
                else:
                    sets.append((left[row == answer], turn + 1))
        return total, greatest, first or self._first_candidate

    def _most_parts(self, left: NDArray[np.int64]) -> int:
        """Count the parts of every guess; return the most."""
        count = len(self._everything)
        state = self._state
        state.tables.stack[count : count + len(left)] = left
        found = self._kernel.survey(
            state.tables, state.depths, self._level, count, len(left), 0
        )
        return int(found[1])

    def watch(
        self,
        job: Callable[[], _Result],
        time_limit: float | None,
        progress: Progress | None,
    ) -> tuple[_Result] | None:
        """
        Return what a job gives that searches, in a thread of its own.

        Past the time limit or after Ctrl-C the search is told to stop, and
        there is no result.
        """
        kernel, counters = self._kernel, self._counters
        counters[kernel.STOP] = counters[kernel.NODES] = 0
        end = math.inf if time_limit is None else time.monotonic() + time_limit

        with interrupted_by(self.stop), ThreadPoolExecutor(1) as pool:
            future = pool.submit(job)
            while not wait([future], min(_TICK, max(0, end - time.monotonic()))).done:
                if time.monotonic() >= end:
                    self.stop()
                    break
                if progress:
                    progress(self.standing())
            result = future.result()
        return None if counters[kernel.STOP] else (result,)

    def stop(self, *_: object) -> None:
        """Tell the search that runs to give up."""
        self._counters[self._kernel.STOP] = 1

    def standing(self) -> Standing:
        """Return how far the search has come that runs, or the last one."""
        kernel, counters = self._kernel, self._counters
        upper = int(counters[kernel.BEST])
        return Standing(
            int(counters[kernel.LOWER]),
            upper if upper < kernel.INFINITE else None,
            int(counters[kernel.DEPTH]),
            int(counters[kernel.NODES]),
        )


@contextmanager
def interrupted_by(stop: Callable[..., None]) -> Iterator[None]:
    """Call `stop` at Ctrl-C, where this thread is the one to hear of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _own_colours(rules: Rules, codes: NDArray[np.int16]) -> NDArray[np.int16]:
    """
    Return colours from nought; where only black pegs count, each peg has its own.

    In such a game colours may be renamed on each peg alone, if they may repeat.
    """
    found = codes.astype(np.int16) - 1
    if rules.black_only and not rules.distinct:
        found = found + np.arange(rules.pegs, dtype=np.int16) * rules.colours
    return found.astype(np.int16)


def _numbers(problem: Problem) -> NDArray[np.int64]:
    """Return the place of each feedback's number among those that there are."""
    rules = problem.rules
    pegs = rules.pegs
    numbers = [black * (pegs + 1) + white for black, white in rules.feedbacks]
    if len(numbers) > _MOST_FEEDBACKS:
        seen = np.zeros(256, dtype=np.bool_)
        step = max(1, _BLOCK // len(problem.guesses))
        for start in range(0, len(problem.candidates), step):
            block = problem.candidates[start : start + step]
            seen[np.unique(feedback_table(rules, block, problem.guesses))] = True
        seen[numbers[-1]] = True
        numbers = np.flatnonzero(seen).tolist()
    if len(numbers) > _MOST_FEEDBACKS:
        raise ValueError(
            f"expected at most {_MOST_FEEDBACKS} different feedbacks,"
            f" got {len(numbers)} in {rules}"
        )
    place = np.full(256, -1, dtype=np.int64)
    place[numbers] = np.arange(len(numbers))
    return place


def _state_of(kernel: ModuleType, problem: Problem) -> tuple[Any, Any]:
    """Return the state of a search that has just begun, and its outermost level."""
    rules = problem.rules
    pegs = rules.pegs
    count, high = len(problem.candidates), len(problem.guesses)
    place = _numbers(problem)
    kinds = int(place.max()) + 1
    word: Any = next(
        kind
        for kind, width in ((np.uint16, 16), (np.uint32, 32), (np.uint64, 64))
        if kinds < width
    )
    square = problem.candidates is problem.guesses
    size = count * high
    if size * np.dtype(word).itemsize * (1 if square else 2) > 2 * MOST_BYTES:
        raise ValueError(
            f"expected sets whose exact search fits in {MOST_BYTES / 1e9:.0f} GB,"
            f" got {count:,} candidates and {high:,} guesses of {rules}"
        )
    own = min(4 * size, max(size, MOST_BYTES // 4 // np.dtype(word).itemsize))
    words = np.empty((size if square else 2 * size) + own + 64, dtype=word)
    _fill_tables(problem, place, words, square=square)
    codes = _own_colours(rules, problem.guesses.astype(np.int16))
    per_peg = rules.black_only and not rules.distinct
    colours = rules.colours * (pegs if per_peg else 1)
    depths = min(count, kernel.MOST_DEPTH) + 2
    ints = np.empty(3 * (4 * count + 3 * high), dtype=np.int32)
    ids = _places(problem)
    ints[:count] = ids  # candidates, by their places among the guesses
    ints[count : 2 * count] = np.arange(count)
    ints[2 * count : 2 * count + high] = np.arange(high)
    orders = (
        [*permutations(range(pegs))] if pegs <= _MOST_MOVED else [tuple(range(pegs))]
    )
    stack = np.empty(2 * (count + 4) * (depths + 2), dtype=np.uint32)
    stack[:count] = np.arange(count)
    entries = 1 << min(22, max(14, math.ceil(math.log2(count * high + 1)) - 2))
    counters = np.zeros(8, dtype=np.int64)
    counters[kernel.FIRST] = -1
    counters[kernel.BEST] = kernel.INFINITE
    bits = count.bit_length() + 2
    turns = kernel.SYMMETRIC_TURNS
    classes, shapes = _classes(problem)
    state = kernel.State(
        tables=kernel.Tables(
            facts=kernel.Facts(
                pegs=pegs,
                colours=colours,
                feedbacks=kinds,
                distinct=rules.distinct,
                per_peg=per_peg,
                symmetric=problem.symmetric,
                renames=problem.renames,
                count=count,
                by_guess=0 if square else size,
            ),
            codes=codes.astype(np.uint16),
            words=words,
            ints=ints,
            stack=stack,
            used=np.array([size if square else 2 * size, 2 * count + high]),
            marks=np.zeros((4, max(colours, bits)), dtype=np.int64),
        ),
        memo=kernel.Memo(
            heads=np.zeros(entries // 4, dtype=np.int32),
            slots=np.empty((entries, 7), dtype=np.int64),
            arena=np.empty(max(entries * 16, 4 * count), dtype=np.int32),
            filled=np.zeros(2, dtype=np.int64),
            keys=np.empty((depths + 1, count), dtype=np.int32),
            signs=np.zeros((4, max(pegs, colours)), dtype=np.uint64),
            counts=np.zeros((pegs, colours), dtype=np.int32),
            order=np.zeros(pegs, dtype=np.int64),
            rank=np.zeros(colours, dtype=np.int64),
        ),
        symmetry=kernel.Symmetry(
            turns=np.full((_MOST_TURNS + kernel.MOST_DEPTH, pegs), -1, dtype=np.int16),
            made=np.zeros(1, dtype=np.int64),
            orders=np.array(orders, dtype=np.int64),
            lists=np.zeros((turns, 2 * pegs, 1 + colours), dtype=np.int32),
            maps=np.zeros((turns, len(orders) + 1, colours + 1), dtype=np.int32),
            names=np.zeros((3, colours + 1), dtype=np.int64),
        ),
        bounds=kernel.Bounds(
            cost=np.zeros((kinds + 1, count + 2), dtype=np.int32),
            easy=np.empty(count + 2, dtype=np.int32),
            reach=np.zeros((kernel.MOST_DEPTH + 1, kinds + 1), dtype=np.int32),
            limits=np.full((shapes, kinds), kinds, dtype=np.int32),
            classes=classes,
        ),
        depths=kernel.Depths(
            masks=np.empty((depths, high), dtype=word),
            parts=np.empty((depths, high), dtype=np.uint8),
            nexts=np.empty((depths, high), dtype=np.int32),
            planes=np.empty((4, bits, kernel.BLOCK), dtype=word),
            scratch=np.empty((depths, kernel.SCRATCH), dtype=np.int32),
        ),
        wish=np.empty(high, dtype=np.uint32),
        wishes=np.zeros(2, dtype=np.int64),
        counters=counters,
    )
    level = kernel.Level(
        count=count,
        high=high,
        by_candidate=0,
        by_guess=0 if square else size,
        candidates=0,
        ids=2 * count,
        selves=0,
        rows=count,
        roots=count,
        filled=-1,
    )
    rooms = np.full((shapes, kinds), count)
    if square:
        _set_limits(kernel, state, level, rooms)
    _set_bounds(kernel, state, rooms)
    return state, level


def _places(problem: Problem) -> NDArray[np.int64]:
    """Return the place of each candidate among the guesses, which are sorted."""
    base = problem.rules.colours + 1
    weights = base ** np.arange(problem.rules.pegs - 1, -1, -1, dtype=np.float64)
    found: NDArray[np.int64] = np.searchsorted(
        problem.guesses @ weights, problem.candidates @ weights
    )
    return found


def _fill_tables(
    problem: Problem, place: NDArray[np.int64], words: NDArray[Any], *, square: bool
) -> None:
    """Write the bit of every pair's feedback, a row a candidate, then a row a guess."""
    rules = problem.rules
    count, high = len(problem.candidates), len(problem.guesses)
    win = rules.pegs * (rules.pegs + 1)
    bits = np.zeros(256, dtype=words.dtype)
    known = place >= 0
    bits[known] = np.left_shift(
        np.ones(known.sum(), dtype=words.dtype), place[known].astype(words.dtype)
    )
    bits[win] |= bits[win] << np.ones(1, dtype=words.dtype)[0]
    step = max(1, _BLOCK // high)
    table = words[: count * high].reshape(count, high)
    for start in range(0, count, step):
        block = problem.candidates[start : start + step]
        answers = feedback_table(rules, block, problem.guesses)
        bits.take(answers, out=table[start : start + step], mode="clip")
    if not square:
        words[count * high : 2 * count * high].reshape(high, count)[:] = table.T


def _classes(problem: Problem) -> tuple[NDArray[np.int16], int]:
    """Return a number for each guess, the same if it is equal but for symmetry."""
    rules, guesses = problem.rules, problem.guesses
    if problem.candidates is not guesses or rules.distinct or rules.black_only:
        return np.zeros(len(guesses), dtype=np.int16), 1
    counts = np.stack([(guesses == c).sum(axis=1) for c in range(1, rules.colours + 1)])
    shapes, numbers = np.unique(np.sort(counts, axis=0), axis=1, return_inverse=True)
    return numbers.ravel().astype(np.int16), shapes.shape[1]


def _set_limits(
    kernel: ModuleType,
    state: Any,  # noqa: ANN401
    level: Any,  # noqa: ANN401
    rooms: NDArray[np.int64],
) -> None:
    """Note how many are left after each feedback, and into how many parts at most."""
    count = level.count
    for shape, feedback in np.ndindex(*rooms.shape):
        guess = int(np.argmax(state.bounds.classes == shape))
        row = state.tables.words[guess * count : (guess + 1) * count]
        left = np.flatnonzero(row >> row.dtype.type(feedback) & row.dtype.type(1))
        rooms[shape, feedback] = len(left)
        state.bounds.limits[shape, feedback] = 1
        if len(left):
            state.tables.stack[count : count + len(left)] = left
            _, most = kernel.survey(
                state.tables, state.depths, level, count, len(left), 0
            )
            state.bounds.limits[shape, feedback] = most


def _set_bounds(
    kernel: ModuleType,
    state: Any,  # noqa: ANN401
    rooms: NDArray[np.int64],
) -> None:
    """
    Note how many candidates can be found at most, and their least total.

    With k parts a guess at most, d guesses find no more than are found with
    d - 1 in the k parts that have the most: each has no more candidates than
    its feedback leaves, and no more parts than any guess splits those in. Of
    the winning part there is one.
    """
    kinds, count = rooms.shape[1], len(state.bounds.easy) - 2
    reach = state.bounds.reach
    reach[1, 1:] = 1
    for d in range(2, len(reach)):
        for k in range(1, kinds + 1):
            found = np.minimum(rooms, reach[d - 1, np.minimum(k, state.bounds.limits)])
            found[:, -1] = 1
            most = np.sort(found, axis=1)[:, -k:].sum(axis=1).max()
            reach[d, k] = min(most, kernel.INFINITE)
        if (reach[d] == reach[d - 1]).all():
            reach[d:] = reach[d]
            break
    sizes = np.arange(count + 2)
    for k in range(1, kinds + 1):
        state.bounds.cost[k] = _least_totals(
            sizes, reach[:, k].tolist(), kernel.INFINITE
        )
    each = [min(kernel.EASY, kinds) ** d for d in range(kernel.MOST_DEPTH)]
    state.bounds.easy[:] = _least_totals(sizes, [0, *each], kernel.INFINITE)


def _least_totals(
    sizes: NDArray[np.int64], reach: Sequence[int], never: int
) -> NDArray[np.int64]:
    """Return the least totals of sets if 0, 1, 2, ... guesses find so many at most."""
    totals = np.zeros_like(sizes)
    for before, found in itertools.pairwise(reach):
        totals += np.maximum(sizes - before, 0)
        if before == found:  # no more guesses find more
            totals[sizes > found] = never
            break
        if found > sizes[-1]:
            break
    return totals
