"""
Guesses compared: into which parts they split candidates, and which is best.

numpy compares few of them. Compiled code compares many, on all cores, once it is ready:
numba takes a moment to load, and seconds to compile once, both in a thread.
"""

import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, codebook
from xl_mastermind.game.part_sizes import count_repeats
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.kernel_loader import load_kernel
from xl_mastermind.solve.interrupts import TICK, interrupted_by
from xl_mastermind.solve.strategies import (
    STRATEGIES,
    TIE,
    PartSizeScore,
    Sizes,
    Strategy,
    largest_part,
)

MANY_PAIRS: Final = 1 << 21
"""
With more pairs of guess and candidate, compiled code and symmetry pay.

At 2^21 pairs of 4x10 numpy takes 2.4 ms, compiled code 1.0, `representatives` 0.5.
"""

_WORTH_LOADING: Final = 1 << 24
"""
From this number of pairs of guess and code on, compiled code is loaded.

Loading takes a thread 0.4 s. numpy takes 0.2 s for a tree of 4x8, which has this
number of pairs, 0.4 s for 4x10 and 1.1 s for 5x7.
"""

_SHARE: Final = 1 << 21
"""Pairs of guess and candidate that a thread compares at a time: about 1 ms."""

_THREADS: Final = ThreadPoolExecutor(os.cpu_count() or 1)
"""They compare; none is started before there is something to compare."""

Indices: TypeAlias = NDArray[np.int64]


def part_sizes(
    book: Codebook, candidates: Indices, guesses: Indices | None = None
) -> Sizes:
    """Return what `Codebook.part_sizes` returns, in the faster way."""
    width = len(book) if guesses is None else len(guesses)
    pairs = width * len(candidates)
    if pairs <= MANY_PAIRS or not is_ready(pairs):
        return book.part_sizes(candidates, guesses)
    indices = np.arange(len(book)) if guesses is None else guesses
    return _count(loading().result(), book, candidates, indices)


def best_guesses(
    book: Codebook,
    strategy: Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    """Return the guess at each position; all positions are of one game's tree."""
    best = np.empty(len(candidates), dtype=np.int64)
    for place, (codes, options) in enumerate(zip(candidates, guesses, strict=True)):
        if is_ready(len(book) ** 2):
            kernel, rest = loading().result(), slice(place, None)
            best[rest] = _search(
                kernel, book, strategy, candidates[rest], guesses[rest]
            )
            break
        split = None
        if strategy.prefers_candidates:
            split = first_perfect_split(book, codes)
        if split is None:
            sizes = book.part_sizes(codes, options)
            split = best_by_sizes(strategy, codes, options, sizes)
        best[place] = split
    return best


def best_by_sizes(
    strategy: Strategy, candidates: Indices, guesses: Indices | None, sizes: Sizes
) -> int:
    """Return the best of some guesses, by default of all, by their part sizes."""
    first_rank, *tie_breakers = strategy.ranks
    ranks = first_rank(sizes)
    best = np.flatnonzero(ranks <= ranks.min() + TIE)
    for rank in tie_breakers:
        ranks = rank(sizes[:, best])
        best = best[ranks <= ranks.min() + TIE]
    if guesses is not None:
        best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        possible = best[candidates[nearest] == best]
        best = possible if len(possible) else best
    return int(best[0])


def first_perfect_split(book: Codebook, candidates: Indices) -> int | None:
    """Return the first candidate that tells all apart, if any: no rank is better."""
    if len(candidates) > len(book.feedback_numbers):
        return None
    answers = np.sort(book.feedback_matrix(candidates, candidates), axis=0)
    perfect = (answers[1:] != answers[:-1]).all(axis=0)
    return int(candidates[perfect.argmax()]) if perfect.any() else None


# Compiled code


def is_ready(pairs: float, patience: float = 0.0) -> bool:
    """
    Return whether compiled code can compare these pairs of guess and code now.

    If there are many it is loaded in a thread, for up to `patience` seconds.
    """
    if pairs < _WORTH_LOADING and not loading.cache_info().currsize:
        return False
    if not find_spec("numba"):
        return False
    job = loading()
    return job in wait([job], patience).done and job.exception() is None


@cache
def loading() -> Future[ModuleType]:
    """Return the kernel, which a thread loads, and compiles if it has not been."""
    return ThreadPoolExecutor(1).submit(_load)


def _load() -> ModuleType:
    kernel, book = load_kernel("solve.compare_guesses_kernel"), codebook(Rules(1, 3))
    codes = np.arange(3)
    _count(kernel, book, codes, codes)
    _search(kernel, book, STRATEGIES["entropy"], [codes], [codes])
    return kernel


class _Game(NamedTuple):
    """The facts of a game for compiled code."""

    answers: NDArray[np.uint8]  # (f, 2): black pegs, black and white pegs
    bits: int  # of a colour in `peg_numbers`


class _Rule(NamedTuple):
    """The ranks of a strategy: by the largest part, then by the worth of all parts."""

    by_largest: bool
    by_squares: bool
    worth: NDArray[np.float64]
    prefers_candidates: bool
    tie: float


@cache
def _game(rules: Rules) -> _Game:
    answers = [
        (feedback.black, 0 if rules.black_only else sum(feedback))
        for feedback in rules.feedbacks
    ]
    return _Game(np.array(answers, dtype=np.uint8), _colour_bits(rules))


def _colour_bits(rules: Rules) -> int:
    return (rules.colours - 1).bit_length()


def _rule(strategy: Strategy, most: int) -> _Rule:
    """Return the rule for positions of at most `most` candidates."""
    by_largest = strategy.ranks[0] is largest_part
    worth, *others = (*strategy.ranks[by_largest:], PartSizeScore(np.zeros_like))
    if not isinstance(worth, PartSizeScore) or len(others) > 1:
        wanted = "ranks by the largest part, by a worth, or by these in this order"
        raise TypeError(f"expected {wanted}, got others of {strategy.name}")
    by_squares, table = worth == PartSizeScore(np.square), worth.table(most)
    return _Rule(by_largest, by_squares, table, strategy.prefers_candidates, TIE)


def peg_numbers(rules: Rules, codes: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """
    Return the numbers of the pegs of some codes, peg by peg, as a (p, n) array.

    The lower bits of a number are the colour, from 0 on, as many as the last colour
    of the game takes; the others say at how many pegs before the code has it too.
    """
    colours = np.ascontiguousarray(codes.T)
    numbers = count_repeats(colours).astype(np.uint16)
    numbers <<= _colour_bits(rules)
    numbers |= colours - 1
    return numbers


@lru_cache(maxsize=1)
def _all_peg_numbers(book: Codebook) -> NDArray[np.uint16]:
    return peg_numbers(book.rules, book.codes)


def _count(
    kernel: ModuleType, book: Codebook, candidates: Indices, guesses: Indices
) -> Sizes:
    """Return the part sizes of guesses by compiled code."""
    codes = np.concatenate([candidates, guesses])
    task = _game(book.rules), peg_numbers(book.rules, book.codes[codes])
    places = np.split(np.arange(len(codes)), [len(candidates)])
    sizes = np.empty((len(book.feedback_numbers), len(guesses)), dtype=np.uint32)
    stop = np.zeros(1, dtype=np.bool_)

    def count(first: int, last: int) -> None:
        kernel.part_sizes(*task, *places, first, last, stop, sizes)

    step = max(kernel.BLOCK, _SHARE // len(candidates))
    ends = [*range(0, len(guesses), step), len(guesses)]
    _run([partial(count, *span) for span in pairwise(ends)], stop)
    return sizes


def _search(
    kernel: ModuleType,
    book: Codebook,
    strategy: Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    """Return the best guess at each position by compiled code."""
    lists = {id(array): array for array in guesses}  # most positions share one
    lasts = dict(zip(lists, np.cumsum([*map(len, lists.values())]), strict=True))
    sizes = np.array([*map(len, candidates)])
    widths = np.array([*map(len, guesses)])
    ends = np.cumsum(sizes), np.array([lasts[id(array)] for array in guesses])
    positions = np.column_stack([ends[0] - sizes, ends[0], ends[1] - widths, ends[1]])
    rule, stop = _rule(strategy, int(sizes.max())), np.zeros(1, dtype=np.bool_)
    best = np.empty(len(candidates), dtype=np.int64)
    task = (
        _game(book.rules),
        _all_peg_numbers(book),
        np.concatenate(candidates),
        np.concatenate([*lists.values()]),
    )

    def search(first: int, last: int) -> None:
        share = positions[first:last], rule, stop, best[first:last]
        kernel.best_guesses(*task, *share)

    shares = np.cumsum(sizes * widths) // _SHARE
    cuts = np.flatnonzero(np.diff(shares)) + 1
    ends_of_jobs = [0, *cuts.tolist(), len(candidates)]
    _run([partial(search, *span) for span in pairwise(ends_of_jobs)], stop)
    return best


def _run(jobs: Sequence[Callable[[], object]], stop: NDArray[np.bool_]) -> None:
    """Run jobs on all cores; at Ctrl-C they stop before it is raised."""
    if len(jobs) == 1:
        jobs[0]()
        return
    with interrupted_by(lambda *_: stop.fill(1)):
        running = [_THREADS.submit(job) for job in jobs]
        while wait(running, TICK).not_done:
            pass
    if stop[0]:
        signal.raise_signal(signal.SIGINT)  # the program's own handler
        raise KeyboardInterrupt
    for job in running:
        job.result()
