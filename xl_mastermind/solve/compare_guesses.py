"""
Part sizes and the best guesses, by numpy or by compiled code.

numpy compares few pairs of guess and candidate; compiled code compares many, on all
cores. A thread loads the compiled code, and compiles it once.
"""

import os
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from itertools import pairwise
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.part_sizes import count_repeats
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.lab.interrupts import run_jobs
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

_COMPARED: Final = Counter[str]()
"""The number of pairs that trees of this process have compared."""

_JOB_PAIRS: Final = 1 << 21
"""Pairs of guess and candidate per job: about 1 ms."""

_POOL: Final = ThreadPoolExecutor(os.cpu_count() or 1)
"""Threads of compiled code, which start with the first jobs."""


def part_sizes(
    book: Codebook, candidates: Indices, guesses: Indices
) -> strategies.Sizes:
    """Return `Codebook.part_sizes`, by numpy or compiled code."""
    pairs = len(guesses) * len(candidates)
    if pairs > MIN_COMPILED_PAIRS and is_kernel_loaded(pairs):
        kernel = load_in_background().result()
        return _compiled_part_sizes(kernel, book, candidates, guesses)
    is_every_code = len(guesses) == len(book)  # numpy is faster without indices
    return book.part_sizes(candidates, None if is_every_code else guesses)


def best_guesses(
    book: Codebook,
    strategy: strategies.Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    """Return the best guess at each position of a game's tree."""
    best = np.empty(len(candidates), dtype=np.int64)
    _COMPARED["pairs"] += sum(map(_pair_count, candidates, guesses))
    # Loading pays off after twenty trees of 4x6, too: numpy has taken 0.3 s for them.
    pairs = max(len(book) ** 2, _COMPARED["pairs"] // 2)
    for position, (codes, options) in enumerate(zip(candidates, guesses, strict=True)):
        if is_kernel_loaded(pairs):
            kernel, rest = load_in_background().result(), slice(position, None)
            best[rest] = _compiled_best_guesses(
                kernel, book, strategy, candidates[rest], guesses[rest]
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


def _pair_count(candidates: Indices, guesses: Indices) -> int:
    return len(candidates) * len(guesses)


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
    has_few = int(sizes[:, 0].sum()) <= 2  # then the first candidate is the guess
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

    Wait for it for up to `timeout` seconds.
    """
    if pairs < _MIN_LOADING_PAIRS and not load_in_background.cache_info().currsize:
        return False
    if not find_spec("numba"):
        return False
    job = load_in_background()
    return job in wait([job], timeout).done and job.exception() is None


@cache
def load_in_background() -> Future[ModuleType]:
    """Start a thread that loads the kernel, and compiles it if necessary."""
    return ThreadPoolExecutor(1).submit(_load_kernel)


def _load_kernel() -> ModuleType:
    kernel, book = load_kernel("lab.compare_guesses_kernel"), codebook(Rules(1, 3))
    codes = np.arange(3)
    _compiled_part_sizes(kernel, book, codes, codes)
    _compiled_best_guesses(
        kernel, book, strategies.STRATEGIES["entropy"], [codes], [codes]
    )
    return kernel


class _KernelGame(NamedTuple):
    feedbacks: NDArray[np.uint8]  # (f, 2): black pegs, black and white pegs
    bits: int  # of a colour in `peg_numbers`


class _KernelRule(NamedTuple):
    """The rankings of a strategy: by the largest part, then by the scores of parts."""

    by_largest: bool
    scores: NDArray[np.float64]  # by the size of the part
    prefers_candidates: bool
    tolerance: float


@cache
def _kernel_game(rules: Rules) -> _KernelGame:
    feedbacks = [
        (feedback.black, 0 if rules.black_only else sum(feedback))
        for feedback in rules.feedbacks
    ]
    return _KernelGame(np.array(feedbacks, dtype=np.uint8), _colour_bits(rules))


def _colour_bits(rules: Rules) -> int:
    return (rules.colours - 1).bit_length()


def _kernel_rule(strategy: strategies.Strategy, max_size: int) -> _KernelRule:
    """Return the rule for positions of at most `max_size` candidates."""
    by_largest = strategy.rankings[0] is strategies.largest_part
    score, *others = (
        *strategy.rankings[by_largest:],
        strategies.PartSizeScore(np.zeros_like),
    )
    if not isinstance(score, strategies.PartSizeScore) or len(others) > 1:
        rankings = "the largest part, a score of parts, or both in this order"
        raise TypeError(f"expected rankings by {rankings}, got others: {strategy.name}")
    return _KernelRule(
        by_largest,
        score.table(max_size),
        strategy.prefers_candidates,
        strategies.RANK_TOLERANCE,
    )


def peg_numbers(rules: Rules, codes: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """
    Return a (p, n) array of numbers: the colour of a peg, and its earlier repeats.

    The lower `_colour_bits` are the colour, from 0; the upper bits are the number of
    earlier pegs with this colour.
    """
    colours = np.ascontiguousarray(codes.T)
    numbers = count_repeats(colours).astype(np.uint16)
    numbers <<= _colour_bits(rules)
    numbers |= colours - 1
    return numbers


@lru_cache(maxsize=1)
def _all_peg_numbers(book: Codebook) -> NDArray[np.uint16]:
    return peg_numbers(book.rules, book.codes)


def _compiled_part_sizes(
    kernel: ModuleType, book: Codebook, candidates: Indices, guesses: Indices
) -> strategies.Sizes:
    game, codes = _kernel_game(book.rules), np.concatenate([candidates, guesses])
    pegs = peg_numbers(book.rules, book.codes[codes])
    columns = np.split(np.arange(len(codes)), [len(candidates)])
    sizes = np.empty((len(book.feedback_numbers), len(guesses)), dtype=np.uint32)
    stop = np.zeros(1, dtype=np.bool_)

    def count(first: int, last: int) -> None:
        kernel.part_sizes(game, pegs, *columns, first, last, stop, sizes)

    step = max(kernel.BLOCK, _JOB_PAIRS // len(candidates))
    bounds = [*range(0, len(guesses), step), len(guesses)]
    _run_jobs([partial(count, *span) for span in pairwise(bounds)], stop)
    return sizes


def _compiled_best_guesses(
    kernel: ModuleType,
    book: Codebook,
    strategy: strategies.Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    # Most positions share an array of guesses: each is copied once.
    arrays = {id(array): array for array in guesses}
    ends = dict(zip(arrays, np.cumsum([*map(len, arrays.values())]), strict=True))
    sizes, widths = (np.array([*map(len, lists)]) for lists in (candidates, guesses))
    last_candidates = np.cumsum(sizes)
    last_guesses = np.array([ends[id(array)] for array in guesses])
    positions = np.column_stack(
        [last_candidates - sizes, last_candidates, last_guesses - widths, last_guesses]
    )
    rule, stop = _kernel_rule(strategy, int(sizes.max())), np.zeros(1, dtype=np.bool_)
    best = np.empty(len(candidates), dtype=np.int64)
    game, pegs = _kernel_game(book.rules), _all_peg_numbers(book)
    codes = np.concatenate(candidates), np.concatenate([*arrays.values()])

    def search(first: int, last: int) -> None:
        span = slice(first, last)
        kernel.best_guesses(game, pegs, *codes, positions[span], rule, stop, best[span])

    jobs = np.cumsum(sizes * widths) // _JOB_PAIRS
    bounds = [0, *(np.flatnonzero(np.diff(jobs)) + 1).tolist(), len(candidates)]
    _run_jobs([partial(search, *span) for span in pairwise(bounds)], stop)
    return best


def _run_jobs(jobs: Sequence[Callable[[], object]], stop: NDArray[np.bool_]) -> None:
    """Run jobs on all cores until `stop` is set."""
    if len(jobs) == 1:
        jobs[0]()
    else:
        run_jobs(_POOL, jobs, lambda: stop.fill(1))
