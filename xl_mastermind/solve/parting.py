"""
Guesses compared by compiled code, on all cores, where that is ready.

numba takes a moment to load, and seconds to compile once: both are done in a thread
when there is first much to compare. Until then, and without numba, `choose` makes do
with numpy.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.parts import repeats
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.compiled import load_kernel
from xl_mastermind.solve.strategies import (
    STRATEGIES,
    TIE,
    Sizes,
    Strategy,
    Worth,
    largest_part,
)

_MUCH: Final = 1 << 24
"""With so many pairs of guess and code to compare, loading pays for itself."""

_SHARE: Final = 1 << 21
"""Pairs of guess and candidate that a thread compares at a time."""

_FEWEST: Final = 1 << 10
"""Guesses that are compared at a time where there are more."""

_TICK: Final = 0.1
"""Seconds between looks at what runs, so that Ctrl-C is heard."""


def peg_numbers(rules: Rules, codes: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """
    Return the numbers of the pegs of some codes, peg by peg, (p, n).

    The lower bits of a number are the colour, from 0 on, as many as the last colour of
    the game takes; the others say at how many pegs before the code has it too.

    Examples
    --------
    >>> codes = np.array([[1, 1, 2], [2, 2, 2]], dtype=np.uint8)
    >>> peg_numbers(Rules(3, 2), codes).tolist()
    [[0, 1], [2, 3], [1, 5]]
    """
    colours = np.ascontiguousarray(codes.T)
    before = repeats(colours).astype(np.uint16)
    return (before << _colour_bits(rules) | (colours - 1)).astype(np.uint16)


def _colour_bits(rules: Rules) -> int:
    return (rules.colours - 1).bit_length()


class Lists(NamedTuple):
    """
    Lists of guesses, one behind the other.

    Attributes
    ----------
    codes : (p, n) array of uint16
        The `peg_numbers` of all codes.
    guesses : (g,) array of int64
        The guesses, ascending in each list.
    pegs : (p, g) array of uint16
        Their `peg_numbers`.
    """

    codes: NDArray[np.uint16]
    guesses: NDArray[np.int64]
    pegs: NDArray[np.uint16]


class Position(NamedTuple):
    """
    Where the candidates of a position are, and the list of guesses to compare there.

    The candidates are those from `start` to before `end` of some, and ascend; the
    guesses are those from `first` to before `last` of some `Lists`.
    """

    start: int
    end: int
    first: int
    last: int


class _Rule(NamedTuple):
    """How a strategy ranks guesses: by their largest part, then by their worth."""

    by_largest: bool
    by_squares: bool
    worth: NDArray[np.float64]
    prefers_candidates: bool
    tie: float

    @classmethod
    def of(cls, strategy: Strategy, most: int) -> "_Rule":
        worths = [rank for rank in strategy.ranks if isinstance(rank, Worth)]
        table = worths[0].table(most) if worths else np.zeros(most + 1)
        by_largest = largest_part in strategy.ranks
        by_squares = Worth(np.square) in worths
        return cls(by_largest, by_squares, table, strategy.prefers_candidates, TIE)


def is_ready(pairs: float, patience: float = 0.0) -> bool:
    """
    Return whether compiled code can compare so many pairs of guess and code now.

    If there are many it is loaded, in a thread, which is waited for so many seconds.
    """
    if not find_spec("numba"):
        return False
    if pairs < _MUCH and not loading.cache_info().currsize:
        return False
    job = loading()
    return job in wait([job], patience).done and job.exception() is None


@cache
def loading() -> Future[ModuleType]:
    """Return the kernel, which a thread loads, and compiles if it has not been."""
    return ThreadPoolExecutor(1).submit(_load)


def _load() -> ModuleType:
    parting_kernel = load_kernel("solve.parting_kernel")
    rules = Rules(1, 3)
    every, pegs = np.arange(3), peg_numbers(rules, codebook(rules).codes)
    game, stop = _Game.of(rules), np.zeros(1, dtype=np.bool_)
    task = Lists(pegs, every, pegs), every, np.array([Position(0, 3, 0, 3)])
    rule = _Rule.of(STRATEGIES["entropy"], 3)

    sizes = np.zeros((2, 3), dtype=np.uint32)
    parting_kernel.part_sizes(game, pegs, every, pegs, 0, 3, sizes, stop)
    found = np.zeros(1, dtype=np.int64), np.zeros((1, 3))
    parting_kernel.best_guesses(game, *task, rule, stop, *found)
    return parting_kernel


class _Game(NamedTuple):
    """What compiled code has to know of a game; see `peg_numbers` for the bits."""

    answers: NDArray[np.uint8]
    bits: int

    @classmethod
    @cache
    def of(cls, rules: Rules) -> "_Game":
        """Say black pegs, and black and white ones, of each feedback, one a row."""
        answers = [
            (black, 0 if rules.black_only else black + white)
            for black, white in rules.feedbacks
        ]
        return cls(np.array(answers, dtype=np.uint8), _colour_bits(rules))


def part_sizes(
    book: Codebook,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64] | None = None,
) -> Sizes:
    """Return what `Codebook.part_sizes` returns; the compiled code must be ready."""
    if guesses is None:
        guesses = np.arange(len(book))
    game, kernel = _Game.of(book.rules), loading().result()
    stop = np.zeros(1, dtype=np.bool_)
    own, pegs = (
        peg_numbers(book.rules, book.codes[of]) for of in (candidates, guesses)
    )
    sizes = np.empty((len(game.answers), len(guesses)), dtype=np.uint32)
    every = np.arange(len(candidates))
    count = partial(kernel.part_sizes, game, own, every, pegs)
    shares = min(-(-sizes[0].size * len(every) // _SHARE), -(-len(guesses) // _FEWEST))
    ends = np.linspace(0, len(guesses), max(shares, 1) + 1).astype(np.int64).tolist()
    _run([partial(count, *span, sizes, stop) for span in pairwise(ends)], stop)
    return sizes


def best_guess(
    book: Codebook,
    strategy: Strategy,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64],
) -> int:
    """Return the best of some guesses by a strategy; see `best_guesses`."""
    codes = np.union1d(candidates, guesses)
    pegs = peg_numbers(book.rules, book.codes[codes])
    places = np.searchsorted(codes, guesses)
    lists = Lists(pegs, places, np.ascontiguousarray(pegs[:, places]))
    positions = np.array([Position(0, len(candidates), 0, len(guesses))])
    own = np.searchsorted(codes, candidates)
    found = best_guesses(book.rules, strategy, lists, own, positions)
    return int(codes[found[0]])


def best_guesses(
    rules: Rules,
    strategy: Strategy,
    lists: Lists,
    candidates: NDArray[np.int64],
    positions: NDArray[np.int64],
) -> NDArray[np.int64]:
    """
    Return the guess that a strategy makes at each position, of all that are compared.

    Each row of `positions`, (n, 4), is a `Position` of three candidates at least. The
    compiled code must be ready.
    """
    kernel = loading().result()
    stop = np.zeros(1, dtype=np.bool_)
    rule = _Rule.of(strategy, int((positions[:, 1] - positions[:, 0]).max()))
    pieces, owners = _pieces(positions)
    best, ranks = np.empty(len(pieces), dtype=np.int64), np.zeros((len(pieces), 3))
    search = partial(kernel.best_guesses, _Game.of(rules), lists, candidates)

    def work(here: slice) -> None:
        search(pieces[here], rule, stop, best[here], ranks[here])

    _run([partial(work, here) for here in _bundles(pieces)], stop)
    slack = TIE * (pieces[:, 1] - pieces[:, 0])
    chosen = np.unique(owners, return_index=True)[1]
    for piece in np.flatnonzero(owners[1:] == owners[:-1]) + 1:
        owner = owners[piece]
        if _is_better(rule, ranks[piece], ranks[chosen[owner]], slack[piece]):
            chosen[owner] = piece
    return best[chosen]


def _pairs(positions: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of pairs to compare at each position."""
    sizes: NDArray[np.int64] = positions[:, 1::2] - positions[:, ::2]
    return sizes[:, 0] * sizes[:, 1]


def _pieces(
    positions: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Divide the guesses of large positions; return which one each piece is of, too."""
    counts = positions[:, 3] - positions[:, 2]
    number = np.minimum(-(-_pairs(positions) // _SHARE), -(-counts // _FEWEST))
    number = np.maximum(number, 1)
    owners = np.repeat(np.arange(len(positions)), number)
    nth = np.arange(len(owners)) - np.repeat(np.cumsum(number) - number, number)
    pieces, counts, number = positions[owners], counts[owners], number[owners]
    pieces[:, 3] = pieces[:, 2] + (nth + 1) * counts // number
    pieces[:, 2] += nth * counts // number
    return pieces, owners


def _bundles(pieces: NDArray[np.int64]) -> Iterator[slice]:
    """Yield pieces that are small together."""
    ends = np.cumsum(_pairs(pieces))
    start = 0
    while start < len(ends):
        before = ends[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(ends, before + _SHARE, "right")))
        yield slice(start, end)
        start = end


def _is_better(
    rule: _Rule, rank: NDArray[np.float64], before: NDArray[np.float64], slack: float
) -> bool:
    """Return whether a rank is better than one before it, as the kernel has it."""
    if rule.by_largest and rank[0] != before[0]:
        return bool(rank[0] < before[0])
    if abs(rank[1] - before[1]) > slack:
        return bool(rank[1] < before[1])
    return bool(rank[2] < before[2])


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1)


def _run(jobs: Sequence[Callable[[], object]], stop: NDArray[np.bool_]) -> None:
    """Run jobs on all cores; Ctrl-C tells them to stop."""
    if len(jobs) == 1:
        jobs[0]()
        return
    running = [_threads().submit(job) for job in jobs]
    try:
        while wait(running, _TICK).not_done:
            pass
    except BaseException:
        stop[0] = True
        wait(running)
        raise
    for job in running:
        job.result()
