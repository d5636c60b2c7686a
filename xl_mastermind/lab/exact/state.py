"""The state of a search for the kernel: its tables, and the work of its threads."""

import itertools
import math
from collections.abc import Sequence
from itertools import permutations
from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import codebook, feedback_table
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.lab.exact.problem import MAX_FEEDBACKS, Problem, word_width

_MAX_PERMUTED_PEGS: Final = 6
"""With more pegs, there are too many permutations."""

MAX_TURNS: Final = 60
"""Maximum number of turns before a search."""

_BLOCK_PAIRS: Final = 1 << 20
"""Pairs whose feedback is computed at a time."""

KernelTuple: TypeAlias = Any
"""A named tuple of the kernel, without types."""


def new_state(
    problem: Problem, threads: int
) -> tuple[ModuleType, KernelTuple, list[KernelTuple], NDArray[np.int64]]:
    """Return the kernel, the tables, the work of each thread, and all counters."""
    rules, count = problem.rules, len(problem.candidates)
    guess_count = len(problem.guesses)
    index_by_number = _feedback_indices(problem)
    feedback_count = int(index_by_number.max()) + 1
    kernel = load_kernel("lab.exact.kernel", word_width(feedback_count))
    by_candidate, by_guess = _feedback_tables(problem, index_by_number, feedback_count)
    slots, arena_size = _memo_size(count, guess_count)
    orders = [tuple(range(rules.pegs))]
    if rules.pegs <= _MAX_PERMUTED_PEGS:
        orders = [*permutations(range(rules.pegs))]
    tables = kernel.Tables(
        pegs=rules.pegs,
        colours=rules.colours * (rules.pegs if problem.colours_differ_by_peg else 1),
        feedback_count=feedback_count,
        distinct=rules.distinct,
        per_peg=problem.colours_differ_by_peg,
        symmetric=problem.symmetric,
        renames=problem.renames,
        only_candidates=problem.only_candidates,
        codes=problem.kernel_colours(problem.guesses).astype(np.uint16),
        guess_indices=_candidate_guesses(problem),
        bits_by_candidate=by_candidate,
        feedback_by_guess=by_guess,
        peg_orders=np.array(orders, dtype=np.int64),
        min_totals=np.zeros((feedback_count + 1, count + 2), dtype=np.int32),
        easy_totals=np.empty(count + 2, dtype=np.int32),
        reach=np.zeros((kernel.MAX_DEPTH + 1, feedback_count + 1), dtype=np.int32),
        max_parts=np.full(feedback_count, feedback_count, dtype=np.int32),
        guess_order=np.empty(guess_count, dtype=np.uint32),
        slots=np.zeros((slots, 4), dtype=np.int64),
        arena=np.empty(arena_size, dtype=np.int32),
    )
    # A row is two cache lines, because threads must not share one.
    counters = np.zeros((threads, 16), dtype=np.int64)
    works = [_new_work(kernel, tables, row) for row in counters]
    for thread, work in enumerate(works):
        share, state = arena_size // threads, work.thread_state
        state[kernel.THREAD], state[kernel.THREADS] = thread, threads
        state[kernel.ARENA_NEXT] = state[kernel.ARENA_START] = share * thread
        state[kernel.ARENA_END] = share * (thread + 1)
    _set_bounds(kernel, tables, works[0], problem)
    return kernel, tables, works, counters


def _memo_size(count: int, guess_count: int) -> tuple[int, int]:
    """Return the number of slots of the memo, and of codes in its arena."""
    slots = 1 << min(22, max(14, math.ceil(math.log2(count * guess_count + 1)) - 2))
    return slots, max(slots * 16, 4 * count)


def _new_work(
    kernel: ModuleType, tables: KernelTuple, counters: NDArray[np.int64]
) -> KernelTuple:
    """Return the arrays of a thread; untouched pages take no memory."""
    guess_count, count = tables.feedback_by_guess.shape
    pegs, colours, turns = tables.pegs, tables.colours, kernel.SYMMETRIC_TURNS
    word = tables.bits_by_candidate.dtype
    depths = min(count, kernel.MAX_DEPTH) + 3
    bits = count.bit_length() + 2
    counters[: len(kernel.NO_RESULT)] = kernel.NO_RESULT
    return kernel.Work(
        stack=np.empty(2 * (count + 4) * (depths + 1), dtype=np.uint32),
        history=np.zeros((MAX_TURNS + kernel.MAX_DEPTH, pegs), dtype=np.int16),
        colour_lists=np.zeros((turns, 2 * pegs, 1 + colours), dtype=np.int32),
        symmetries=np.zeros(
            (turns, len(tables.peg_orders) + 1, colours + 1), dtype=np.int32
        ),
        masks=np.empty((depths, guess_count), dtype=word),
        part_counts=np.empty((depths, guess_count), dtype=np.uint8),
        next_guesses=np.empty((depths, guess_count), dtype=np.int32),
        planes=np.empty((4, bits, kernel.BLOCK), dtype=word),
        scratch=np.empty((depths, 8, kernel.BUCKETS), dtype=np.int32),
        keys=np.empty((depths, count), dtype=np.int32),
        hashes=np.zeros((4, max(pegs, colours)), dtype=np.uint64),
        counts=np.zeros((pegs, colours), dtype=np.int32),
        marks=np.zeros((9, max(pegs, colours, bits)), dtype=np.int64),
        thread_state=np.zeros(8, dtype=np.int64),
        counters=counters,
    )


def _feedback_indices(problem: Problem) -> NDArray[np.int64]:
    """Return the index of each feedback number among the possible ones, or -1."""
    rules = problem.rules
    feedback_numbers = [*map(rules.feedback_number, rules.feedbacks)]
    if len(feedback_numbers) > MAX_FEEDBACKS:
        occurs = np.zeros(256, dtype=np.bool_)
        step = max(1, _BLOCK_PAIRS // len(problem.guesses))
        for start in range(0, len(problem.candidates), step):
            block = problem.candidates[start : start + step]
            occurs[np.unique(feedback_table(rules, block, problem.guesses))] = True
        occurs[feedback_numbers[-1]] = True
        feedback_numbers = np.flatnonzero(occurs).tolist()
    if len(feedback_numbers) > MAX_FEEDBACKS:
        raise ValueError(
            f"expected at most {MAX_FEEDBACKS} different feedbacks,"
            f" got {len(feedback_numbers)} in {rules}"
        )
    index_by_number = np.full(256, -1, dtype=np.int64)
    index_by_number[feedback_numbers] = np.arange(len(feedback_numbers))
    return index_by_number


def _feedback_tables(
    problem: Problem, index_by_number: NDArray[np.int64], feedback_count: int
) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return the feedback of every pair: bits by candidate, indices by guess."""
    rules = problem.rules
    count, guess_count = len(problem.candidates), len(problem.guesses)
    win = rules.feedback_number(rules.win)
    by_candidate = np.empty(
        (count, guess_count), dtype=f"u{word_width(feedback_count) // 8}"
    )
    by_guess = np.empty((guess_count, count), dtype=np.uint8)
    one = by_candidate.dtype.type(1)
    bits = np.zeros(256, dtype=by_candidate.dtype)
    occurs = index_by_number >= 0
    bits[occurs] = one << index_by_number[occurs].astype(by_candidate.dtype)
    bits[win] |= bits[win] << one
    indices = index_by_number.astype(np.uint8)
    step = max(1, _BLOCK_PAIRS // guess_count)
    for start in range(0, count, step):
        block = slice(start, start + step)
        feedback = feedback_table(rules, problem.candidates[block], problem.guesses)
        bits.take(feedback, out=by_candidate[block], mode="clip")
        by_guess[:, block] = indices[feedback.T]
    return by_candidate, by_guess


def _candidate_guesses(problem: Problem) -> NDArray[np.uint32]:
    """Return the index of each candidate among the guesses, which are sorted."""
    base = problem.rules.colours + 1
    weights = base ** np.arange(problem.rules.pegs - 1, -1, -1, dtype=np.float64)
    return np.searchsorted(
        problem.guesses @ weights, problem.candidates @ weights
    ).astype(np.uint32)


# Lower bounds of every strategy


def _set_bounds(
    kernel: ModuleType, tables: KernelTuple, work: KernelTuple, problem: Problem
) -> None:
    """Write the lower bounds, from the parts of first guesses of all classes."""
    count, feedback_count = len(tables.bits_by_candidate), tables.feedback_count
    max_sizes = np.full((1, feedback_count), count)
    if count == len(problem.guesses) == problem.rules.code_count:
        codes = np.array(first_guesses(problem.rules))
        first_rows = tables.feedback_by_guess[codebook(problem.rules).indices(codes)]
        max_sizes = np.zeros((len(codes), feedback_count), dtype=np.int64)
        tables.max_parts[:] = 1
        for sizes, row in zip(max_sizes, first_rows, strict=True):
            for feedback in np.unique(row):
                part = np.flatnonzero(row == feedback)
                sizes[feedback] = len(part)
                work.stack[: len(part)] = part
                _, max_parts = kernel.count_parts(tables, work, 0, len(part), 0)
                max_parts = max(max_parts, tables.max_parts[feedback])
                tables.max_parts[feedback] = max_parts
    _set_reach(tables.reach, max_sizes, tables.max_parts, kernel.INFINITE)
    sizes = np.arange(len(tables.easy_totals))
    for k, reach in enumerate(tables.reach.T[1:], 1):
        tables.min_totals[k] = _least_totals(sizes, reach.tolist(), kernel.INFINITE)
    part_count = min(kernel.EASY_PARTS, feedback_count)
    easy_reach = [0, *(part_count**d for d in range(kernel.MAX_DEPTH))]
    tables.easy_totals[:] = _least_totals(sizes, easy_reach, kernel.INFINITE)


def _set_reach(
    reach: NDArray[np.int32],
    max_sizes: NDArray[np.int64],
    limits: NDArray[np.integer],
    infinite: int,
) -> None:
    """
    Write the maximum number of candidates found with d guesses of at most k parts each.

    This is the number found with d - 1 guesses in the k largest parts. A part has at
    most the candidates of its feedback, and at most as many parts as any guess has
    there. The winning part has one candidate.
    """
    feedback_count = max_sizes.shape[1]
    reach[1, 1:] = 1
    for d in range(2, len(reach)):
        for k in range(1, feedback_count + 1):
            sizes = np.minimum(max_sizes, reach[d - 1, np.minimum(k, limits)])
            sizes[:, -1] = 1
            count = np.sort(sizes, axis=1)[:, -k:].sum(axis=1).max()
            reach[d, k] = min(count, infinite)
        if (reach[d] == reach[d - 1]).all():
            reach[d:] = reach[d]
            break


def _least_totals(
    sizes: NDArray[np.int64], reach: Sequence[int], infinite: int
) -> NDArray[np.int64]:
    """Return the least totals of sets, given the codes found with 0, 1, ... guesses."""
    totals = np.zeros_like(sizes)
    for count, next_count in itertools.pairwise(reach):
        totals += np.maximum(sizes - count, 0)
        if count == next_count:  # more guesses find no more codes
            totals[sizes > count] = infinite
            break
        if next_count > sizes[-1]:
            break
    return totals
