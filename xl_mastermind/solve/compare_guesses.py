"""
Part sizes and the best guesses, by numpy or by compiled code.

numpy compares few pairs of guess and candidate; compiled code compares many, on all
cores. A thread loads the compiled code, and compiles it once.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices
from xl_mastermind.solve import strategies

MIN_COMPILED_PAIRS: Final = 1 << 21
"""
With more pairs of guess and candidate, compiled code and symmetry are faster.

At 2^21 pairs of 4x10 numpy takes 2.4 ms, compiled code 1.0, `representatives` 0.5.
"""

_MIN_LOADING_PAIRS: Final = 1 << 24
"""
Games with at least this number of pairs of guess and code load compiled code.

Loading takes 0.4 s in a thread. numpy takes 0.2 s for a tree of 4x8, which has this
number of pairs, 0.4 s for 4x10 and 1.1 s for 5x7.
"""

_MIN_COMPILING_PAIRS: Final = 1 << 31
"""
Games with at least this number of pairs compile code that is not on this machine yet.

Compiling takes 10 s. numpy takes 5.7 s for a tree of 5x8, which has half as many pairs.
"""

_COMPARED: Final = Counter[str]()
"""The number of pairs that trees of this process have compared."""


def part_sizes(
    book: Codebook, candidates: Indices, guesses: Indices
) -> strategies.Sizes:
    """Return `Codebook.part_sizes`, by numpy or compiled code."""
    pairs = len(guesses) * len(candidates)
    if pairs > MIN_COMPILED_PAIRS and is_kernel_loaded(pairs):
        compiled = load_in_background().result()
        sizes: strategies.Sizes = compiled.part_sizes(book, candidates, guesses)
        return sizes
    # Copying all codes by index would take time.
    is_every_code = len(guesses) == len(book)
    return book.part_sizes(candidates, None if is_every_code else guesses)


def best_guesses(
    book: Codebook,
    strategy: strategies.Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    """Return the best guess at each position of a game's tree."""
    best = np.empty(len(candidates), dtype=np.int64)
    positions = zip(candidates, guesses, strict=True)
    _COMPARED["pairs"] += sum(len(codes) * len(options) for codes, options in positions)
    # numpy needs 0.3 s for twenty trees of 4x6: from then on, loading pays off.
    pairs = max(len(book) ** 2, _COMPARED["pairs"] // 2)
    for position, (codes, options) in enumerate(zip(candidates, guesses, strict=True)):
        if is_kernel_loaded(pairs):
            compiled, rest = load_in_background().result(), slice(position, None)
            best[rest] = compiled.best_guesses(
                book, strategy, candidates[rest], guesses[rest]
            )
            break
        guess = None
        if strategy.prefers_candidates:
            guess = first_perfect_split(book, codes)
        if guess is None:
            sizes = book.part_sizes(codes, options)
            guess = best_by_sizes(strategy, codes, options, sizes)
        best[position] = guess
    return best


def best_by_sizes(
    strategy: strategies.Strategy,
    candidates: Indices,
    guesses: Indices,
    sizes: strategies.Sizes,
) -> int:
    """Return the best of the guesses by their part sizes."""
    best = np.arange(sizes.shape[1])
    for ranking in strategy.rankings:
        ranks = ranking(sizes[:, best])
        best = best[ranks <= ranks.min() + strategies.RANK_TOLERANCE]
    best = guesses[best]
    if strategy.prefers_candidates and not strategy.only_candidates:
        nearest = np.searchsorted(candidates[:-1], best)
        best_candidates = best[candidates[nearest] == best]
        best = best_candidates if len(best_candidates) else best
    return int(best[0])


def first_perfect_split(book: Codebook, candidates: Indices) -> int | None:
    """Return the first candidate with one code in each part, the best possible rank."""
    if len(candidates) > len(book.feedback_numbers):
        return None
    feedback_numbers = np.sort(book.feedback_matrix(candidates, candidates), axis=0)
    is_perfect = (feedback_numbers[1:] != feedback_numbers[:-1]).all(axis=0)
    return int(candidates[is_perfect.argmax()]) if is_perfect.any() else None


def best_first(
    strategy: strategies.Strategy,
    sizes: strategies.Sizes,
    is_candidate: NDArray[np.bool_],
) -> Indices:
    """Return the columns of `sizes` (guesses, ascending), the best guess first."""
    keys: list[NDArray[np.integer | np.bool_]] = [
        _levels(ranking(sizes)) for ranking in strategy.rankings
    ]
    has_few = int(sizes[:, 0].sum()) <= 2  # two candidates: guess the first
    if strategy.prefers_candidates or has_few:
        keys.append(~is_candidate)
    if not keys:
        return np.arange(sizes.shape[1])
    order: Indices = np.lexsort(keys[::-1])
    return order


def _levels(ranks: strategies.Ranks) -> Indices:
    """Return the ranks as integers, the same for ties."""
    order = np.argsort(ranks, kind="stable")
    is_step = np.diff(ranks[order], prepend=ranks[order[0]]) > strategies.RANK_TOLERANCE
    levels = np.empty(len(ranks), dtype=np.int64)
    levels[order] = np.cumsum(is_step)
    return levels


# Compiled code


def is_kernel_loaded(pairs: float, timeout: float = 0.0) -> bool:
    """
    Return whether compiled code is loaded, and start to load it for many pairs.

    Compile it for very many pairs only, because numpy is faster than a compilation.
    Wait for it for up to `timeout` seconds.
    """
    if not load_in_background.cache_info().currsize:
        if pairs < _MIN_LOADING_PAIRS:
            return False
        from xl_mastermind.lab.exact.kernel_loader import is_cached  # noqa: PLC0415, lab

        is_ready = pairs >= _MIN_COMPILING_PAIRS or is_cached("best_guesses")
        if not (is_ready and find_spec("numba")):
            return False
    job = load_in_background()
    return job in wait([job], timeout).done and job.exception() is None


@cache
def load_in_background() -> Future[ModuleType]:
    """Start a thread that loads `compiled_comparison` with its kernel."""

    def load() -> ModuleType:
        from xl_mastermind.lab import compiled_comparison  # noqa: PLC0415, 20 ms

        compiled_comparison.load()
        return compiled_comparison

    return ThreadPoolExecutor(1).submit(load)
