"""
Guesses compared by compiled code, on all cores, where that is ready.

numba takes a moment to load, and seconds to compile once: both are done in a thread
when there is first much to compare. Until then, and without numba, `choose` makes do
with numpy.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, partial
from importlib.util import find_spec
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.parts import repeats
from xl_mastermind.game.rules import Rules
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


class Columns(NamedTuple):
    """Of some codes peg by peg, (p, n): the colours, and how often each was before."""

    colours: NDArray[np.uint8]
    repeats: NDArray[np.uint8]


def columns(codes: NDArray[np.uint8]) -> Columns:
    """
    Return the columns of some codes.

    Examples
    --------
    >>> columns(np.array([[1, 1, 2], [2, 2, 2]], dtype=np.uint8)).repeats.tolist()
    [[0, 0], [1, 1], [0, 2]]
    """
    colours = np.ascontiguousarray(codes.T)
    return Columns(colours, repeats(colours))


class Group(NamedTuple):
    """
    Positions at which the same guesses are compared.

    Attributes
    ----------
    guesses : (g,) array of int64
        The guesses, ascending.
    candidates : (m,) array of int64
        The candidates of all positions, of other groups too.
    spans : (positions, 2) array of int64
        Where those of each position start and end; they ascend.
    """

    guesses: NDArray[np.int64]
    candidates: NDArray[np.int64]
    spans: NDArray[np.int64]

    @property
    def pairs(self) -> int:
        """The number of pairs to compare."""
        return len(self.guesses) * int((self.spans[:, 1] - self.spans[:, 0]).sum())


class _Rule(NamedTuple):
    """How a strategy ranks guesses: by their largest part, then by their worth."""

    by_largest: bool
    worth: NDArray[np.float64]
    prefers_candidates: bool
    tie: float

    @classmethod
    def of(cls, strategy: Strategy, most: int) -> "_Rule":
        tables = [r.table(most) for r in strategy.ranks if isinstance(r, Worth)]
        worth = tables[0] if tables else np.empty(0)
        by_largest = largest_part in strategy.ranks
        return cls(by_largest, worth, strategy.prefers_candidates, TIE)


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
    from xl_mastermind.solve import parting_kernel  # noqa: PLC0415, loads numba

    book = codebook(Rules(1, 3))
    every, codes = np.arange(3), columns(book.codes)
    answers, stop = _answers(book.rules), np.zeros(1, dtype=np.bool_)
    sizes = np.zeros((2, 3), dtype=np.uint32)
    parting_kernel.part_sizes(answers, codes, every, every, sizes, stop)
    rule = _Rule.of(STRATEGIES["entropy"], 3)
    found = np.zeros(1, dtype=np.int64), np.zeros((1, 3))
    spans = np.array([[0, 3]])
    group = Group(every, every, spans)
    parting_kernel.best_guesses(answers, codes, *group, rule, stop, *found)
    return parting_kernel


@cache
def _answers(rules: Rules) -> NDArray[np.uint8]:
    """Return black pegs, and black and white ones, of each feedback, one a row."""
    return np.array(
        [
            (black, 0 if rules.black_only else black + white)
            for black, white in rules.feedbacks
        ],
        dtype=np.uint8,
    )


def part_sizes(
    book: Codebook,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64] | None = None,
) -> Sizes:
    """Return what `Codebook.part_sizes` returns; the compiled code must be ready."""
    if guesses is None:
        guesses = np.arange(len(book))
    answers, kernel = _answers(book.rules), loading().result()
    stop = np.zeros(1, dtype=np.bool_)
    codes = columns(book.codes[np.concatenate([candidates, guesses])])
    own, others = np.split(np.arange(len(candidates) + len(guesses)), [len(candidates)])
    sizes = np.empty((len(answers), len(guesses)), dtype=np.uint32)

    def work(places: NDArray[np.int64]) -> None:
        found = np.empty((len(answers), len(places)), dtype=np.uint32)
        kernel.part_sizes(answers, codes, places, own, found, stop)
        sizes[:, places - len(own)] = found

    shares = min(-(-sizes[0].size * len(own) // _SHARE), -(-len(others) // _FEWEST))
    _run([partial(work, some) for some in np.array_split(others, shares)], stop)
    return sizes


def best_guess(
    book: Codebook,
    strategy: Strategy,
    candidates: NDArray[np.int64],
    guesses: NDArray[np.int64],
) -> int:
    """Return the best of some guesses by a strategy; see `best_guesses`."""
    codes = np.union1d(candidates, guesses)
    group = Group(
        np.searchsorted(codes, guesses),
        np.searchsorted(codes, candidates),
        np.array([[0, len(candidates)]]),
    )
    found = best_guesses(book, columns(book.codes[codes]), strategy, [group])
    return int(codes[found[0][0]])


def best_guesses(
    book: Codebook, codes: Columns, strategy: Strategy, groups: Sequence[Group]
) -> list[NDArray[np.int64]]:
    """
    Return the guess that a strategy makes at each position of each group.

    There are three candidates at least; `codes` are the columns of all codes. The
    compiled code must be ready.
    """
    kernel = loading().result()
    stop = np.zeros(1, dtype=np.bool_)
    most = max(int(np.diff(group.spans).max()) for group in groups)
    search = partial(kernel.best_guesses, _answers(book.rules), codes)
    rule = _Rule.of(strategy, most)
    best = [np.full(len(group.spans), -1) for group in groups]
    ranks = [np.zeros((len(group.spans), 3)) for group in groups]
    shares = [
        _Share(
            some,
            at,
            first,
            np.empty(len(some.spans), np.int64),
            np.zeros((len(some.spans), 3)),
        )
        for at, group in enumerate(groups)
        for first, some in _shares(group, 0)
    ]

    def work(bundle: list[_Share]) -> None:
        for share in bundle:
            search(*share.group, rule, stop, share.best, share.ranks)

    _run([partial(work, bundle) for bundle in _bundles(shares)], stop)
    for group, at, first, own_best, own_ranks in shares:
        here = slice(first, first + len(own_best))
        slack = TIE * (group.spans[0, 1] - group.spans[0, 0])
        # Of one position, some guesses may be here and some were before.
        if best[at][first] < 0 or _is_better(
            rule, own_ranks[0], ranks[at][first], slack
        ):
            best[at][here], ranks[at][here] = own_best, own_ranks
    return best


class _Share(NamedTuple):
    """Positions from the first of one group, and where their results go."""

    group: Group
    number: int
    first: int
    best: NDArray[np.int64]
    ranks: NDArray[np.float64]


def _shares(group: Group, first: int) -> Iterator[tuple[int, Group]]:
    """Yield a group in shares: some of its positions, or of the guesses of one."""
    count = len(group.spans)
    if group.pairs <= _SHARE:
        yield first, group
    elif count > 1:
        half = count // 2
        yield from _shares(group._replace(spans=group.spans[:half]), first)
        yield from _shares(group._replace(spans=group.spans[half:]), first + half)
    else:
        count = min(-(-group.pairs // _SHARE), -(-len(group.guesses) // _FEWEST))
        for some in np.array_split(group.guesses, count):
            yield first, group._replace(guesses=some)


def _bundles(shares: Iterable[_Share]) -> Iterator[list[_Share]]:
    """Yield shares that are small together."""
    bundle: list[_Share] = []
    pairs = 0
    for share in shares:
        bundle.append(share)
        pairs += share.group.pairs
        if pairs > _SHARE:
            yield bundle
            bundle, pairs = [], 0
    if bundle:
        yield bundle


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
