"""
The comparison of guesses by compiled code, on all cores.

Importing this loads no numba; `load` does.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache, partial
from itertools import pairwise
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import Codebook, Indices, codebook
from xl_mastermind.game.part_sizes import count_repeats
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.lab.interrupts import run_jobs
from xl_mastermind.solve import strategies

_JOB_PAIRS: Final = 1 << 21
"""Pairs of guess and candidate per job: about 1 ms."""

_POOL: Final = ThreadPoolExecutor(os.cpu_count() or 1)
"""Threads of compiled code, which start with the first jobs."""


def load() -> None:
    """Load the kernel, and compile it if necessary."""
    book, codes = codebook(Rules(1, 3)), np.arange(3)
    part_sizes(book, codes, codes)
    best_guesses(book, strategies.STRATEGIES["entropy"], [codes], [codes])


def _kernel() -> ModuleType:
    return load_kernel("lab.compare_guesses_kernel")


@cache
def _kernel_game(rules: Rules) -> tuple[Any, ...]:
    feedbacks = [
        (feedback.black, 0 if rules.black_only else sum(feedback))
        for feedback in rules.feedbacks
    ]
    game: tuple[Any, ...] = _kernel().Game(
        np.array(feedbacks, dtype=np.uint8), _colour_bits(rules)
    )
    return game


def _colour_bits(rules: Rules) -> int:
    return (rules.colours - 1).bit_length()


def _kernel_rule(strategy: strategies.Strategy, max_size: int) -> tuple[Any, ...]:
    """Return the rule for positions of at most `max_size` candidates."""
    by_largest = strategy.rankings[0] is strategies.largest_part
    score, *others = (
        *strategy.rankings[by_largest:],
        strategies.PartSizeScore(np.zeros_like),
    )
    if not isinstance(score, strategies.PartSizeScore) or len(others) > 1:
        rankings = "the largest part, a score of parts, or both in this order"
        raise TypeError(f"expected rankings by {rankings}, got others: {strategy.name}")
    rule: tuple[Any, ...] = _kernel().Rule(
        by_largest,
        score.table(max_size),
        strategy.prefers_candidates,
        strategies.RANK_TOLERANCE,
    )
    return rule


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


def part_sizes(
    book: Codebook, candidates: Indices, guesses: Indices
) -> strategies.Sizes:
    """Return `Codebook.part_sizes`."""
    kernel = _kernel()
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


def best_guesses(
    book: Codebook,
    strategy: strategies.Strategy,
    candidates: Sequence[Indices],
    guesses: Sequence[Indices],
) -> Indices:
    """Return the best guess at each position; see `compare_guesses.best_guesses`."""
    kernel = _kernel()
    # Most positions share one array of guesses, which `arrays` contains once.
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
