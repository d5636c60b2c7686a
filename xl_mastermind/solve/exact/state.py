"""The tables of a search and the notes of its threads, for a problem."""

import itertools
import math
from collections.abc import Sequence
from itertools import permutations
from types import ModuleType
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import feedback_table
from xl_mastermind.solve.exact.kernel_loader import load_kernel
from xl_mastermind.solve.exact.problem import MAX_FEEDBACKS, Problem, word_width

_MOST_MOVED: Final = 6
"""With more pegs, there are too many ways to move them."""

MAX_TURNS: Final = 60
"""A search begins after no more turns than this."""

_BLOCK: Final = 1 << 20
"""Feedbacks worked out at a time."""

_APART: Final = 16
"""Padded to a cache line, so that threads do not slow each other."""

KernelTuple: TypeAlias = Any
"""A named tuple of the kernel; numba gives them no types."""


def new_state(
    problem: Problem, threads: int
) -> tuple[ModuleType, KernelTuple, list[KernelTuple], NDArray[np.int64]]:
    """Return the kernel of a search, its tables, each thread's notes and counters."""
    rules, count, high = problem.rules, len(problem.candidates), len(problem.guesses)
    is_square = problem.candidates is problem.guesses
    place = _feedback_places(problem)
    kinds = int(place.max()) + 1
    kernel = load_kernel("solve.exact.kernel", word_width(kinds))
    by_candidate, by_guess = _answers(problem, place, kinds)
    classes, shapes = np.zeros(high, dtype=np.int16), 1
    if is_square:
        classes, shapes = _guess_classes(problem)
    slots, sets = _memo_size(count, high)
    orders = [tuple(range(rules.pegs))]
    if rules.pegs <= _MOST_MOVED:
        orders = [*permutations(range(rules.pegs))]
    tables = kernel.Tables(
        pegs=rules.pegs,
        colours=rules.colours * (rules.pegs if problem.colours_differ_by_peg else 1),
        feedbacks=kinds,
        distinct=rules.distinct,
        per_peg=problem.colours_differ_by_peg,
        symmetric=problem.symmetric,
        renames=problem.renames,
        codes=problem.own_colours(problem.guesses).astype(np.uint16),
        places=_places_among_guesses(problem),
        by_candidate=by_candidate,
        by_guess=by_guess,
        orders=np.array(orders, dtype=np.int64),
        cost=np.zeros((kinds + 1, count + 2), dtype=np.int32),
        easy=np.empty(count + 2, dtype=np.int32),
        reach=np.zeros((kernel.MAX_DEPTH + 1, kinds + 1), dtype=np.int32),
        limits=np.full((shapes, kinds), kinds, dtype=np.int32),
        classes=classes,
        first_order=np.empty(high, dtype=np.uint32),
        slots=np.zeros((slots, 4), dtype=np.int64),
        arena=np.empty(sets, dtype=np.int32),
    )
    counters = np.zeros((threads, _APART), dtype=np.int64)
    works = [_work_of(kernel, tables, row) for row in counters]
    for thread, work in enumerate(works):
        work.own[[kernel.THREAD, kernel.THREADS]] = thread, threads
        begin, end = thread * (sets // threads), (thread + 1) * (sets // threads)
        work.own[[kernel.NEXT, kernel.FROM, kernel.TO]] = begin, begin, end
    _set_bounds(kernel, tables, works[0], is_square=is_square)
    return kernel, tables, works, counters


def _memo_size(count: int, high: int) -> tuple[int, int]:
    """Return the number of the memo's slots, and of the codes in all its sets."""
    slots = 1 << min(22, max(14, math.ceil(math.log2(count * high + 1)) - 2))
    return slots, max(slots * 16, 4 * count)


def _work_of(
    kernel: ModuleType, tables: KernelTuple, counters: NDArray[np.int64]
) -> KernelTuple:
    """Return room for what a thread notes; what is not touched takes no memory."""
    high, count = tables.by_guess.shape
    pegs, colours, turns = tables.pegs, tables.colours, kernel.SYMMETRIC_TURNS
    word = tables.by_candidate.dtype
    depths = min(count, kernel.MAX_DEPTH) + 3
    bits = count.bit_length() + 2
    counters[: len(kernel.NOTHING_FOUND)] = kernel.NOTHING_FOUND
    return kernel.Work(
        stack=np.empty(2 * (count + 4) * (depths + 1), dtype=np.uint32),
        turns=np.zeros((MAX_TURNS + kernel.MAX_DEPTH, pegs), dtype=np.int16),
        lists=np.zeros((turns, 2 * pegs, 1 + colours), dtype=np.int32),
        maps=np.zeros((turns, len(tables.orders) + 1, colours + 1), dtype=np.int32),
        masks=np.empty((depths, high), dtype=word),
        parts=np.empty((depths, high), dtype=np.uint8),
        nexts=np.empty((depths, high), dtype=np.int32),
        planes=np.empty((4, bits, kernel.BLOCK), dtype=word),
        scratch=np.empty((depths, 8, kernel.BUCKETS), dtype=np.int32),
        keys=np.empty((depths, count), dtype=np.int32),
        signs=np.zeros((4, max(pegs, colours)), dtype=np.uint64),
        counts=np.zeros((pegs, colours), dtype=np.int32),
        marks=np.zeros((9, max(pegs, colours, bits)), dtype=np.int64),
        own=np.zeros(8, dtype=np.int64),
        counters=counters,
    )


def _feedback_places(problem: Problem) -> NDArray[np.int64]:
    """Return the place of each feedback's number among those that there are."""
    rules = problem.rules
    numbers = [black * (rules.pegs + 1) + white for black, white in rules.feedbacks]
    if len(numbers) > MAX_FEEDBACKS:
        seen = np.zeros(256, dtype=np.bool_)
        step = max(1, _BLOCK // len(problem.guesses))
        for start in range(0, len(problem.candidates), step):
            block = problem.candidates[start : start + step]
            seen[np.unique(feedback_table(rules, block, problem.guesses))] = True
        seen[numbers[-1]] = True
        numbers = np.flatnonzero(seen).tolist()
    if len(numbers) > MAX_FEEDBACKS:
        raise ValueError(
            f"expected at most {MAX_FEEDBACKS} different feedbacks,"
            f" got {len(numbers)} in {rules}"
        )
    place = np.full(256, -1, dtype=np.int64)
    place[numbers] = np.arange(len(numbers))
    return place


def _answers(
    problem: Problem, place: NDArray[np.int64], kinds: int
) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return every pair's feedback: its bit by candidate, its number by guess."""
    rules = problem.rules
    count, high = len(problem.candidates), len(problem.guesses)
    win = rules.pegs * (rules.pegs + 1)
    by_candidate = np.empty((count, high), dtype=f"u{word_width(kinds) // 8}")
    by_guess = np.empty((high, count), dtype=np.uint8)
    one = by_candidate.dtype.type(1)
    bits = np.zeros(256, dtype=by_candidate.dtype)
    known = place >= 0
    bits[known] = one << place[known].astype(by_candidate.dtype)
    bits[win] |= bits[win] << one
    numbers = place.astype(np.uint8)
    step = max(1, _BLOCK // high)
    for start in range(0, count, step):
        block = slice(start, start + step)
        answers = feedback_table(rules, problem.candidates[block], problem.guesses)
        bits.take(answers, out=by_candidate[block], mode="clip")
        by_guess[:, block] = numbers[answers.T]
    return by_candidate, by_guess


def _places_among_guesses(problem: Problem) -> NDArray[np.uint32]:
    """Return the place of each candidate among the guesses, which are sorted."""
    base = problem.rules.colours + 1
    weights = base ** np.arange(problem.rules.pegs - 1, -1, -1, dtype=np.float64)
    return np.searchsorted(
        problem.guesses @ weights, problem.candidates @ weights
    ).astype(np.uint32)


# What no strategy can do better


def _guess_classes(problem: Problem) -> tuple[NDArray[np.int16], int]:
    """Return a number for each code, the same if it is equal but for symmetry."""
    rules, guesses = problem.rules, problem.guesses
    if rules.distinct or rules.black_only:
        return np.zeros(len(guesses), dtype=np.int16), 1
    counts = np.stack([(guesses == c).sum(axis=1) for c in range(1, rules.colours + 1)])
    most = np.sort(counts, axis=0)[-rules.pegs :]
    shapes, numbers = np.unique(
        (rules.pegs + 1) ** np.arange(len(most)) @ most, return_inverse=True
    )
    return numbers.astype(np.int16), len(shapes)


def _set_bounds(
    kernel: ModuleType, tables: KernelTuple, work: KernelTuple, *, is_square: bool
) -> None:
    """Note what no strategy can do better, from how guesses split all candidates."""
    count, kinds = len(tables.by_candidate), tables.feedbacks
    rooms = np.full(tables.limits.shape, count)
    if is_square:
        for shape, feedback in np.ndindex(*rooms.shape):
            guess = int(np.argmax(tables.classes == shape))
            left = np.flatnonzero(tables.by_guess[guess] == feedback)
            rooms[shape, feedback] = len(left)
            tables.limits[shape, feedback] = 1
            if len(left):
                work.stack[: len(left)] = left
                _, most = kernel.survey(tables, work, 0, len(left), 0)
                tables.limits[shape, feedback] = most
    _set_reach(tables.reach, rooms, tables.limits, kernel.INFINITE)
    sizes = np.arange(len(tables.easy))
    for k, reach in enumerate(tables.reach.T[1:], 1):
        tables.cost[k] = _least_totals(sizes, reach.tolist(), kernel.INFINITE)
    each = [min(kernel.EASY, kinds) ** d for d in range(kernel.MAX_DEPTH)]
    tables.easy[:] = _least_totals(sizes, [0, *each], kernel.INFINITE)


def _set_reach(
    reach: NDArray[np.int32],
    rooms: NDArray[np.int64],
    limits: NDArray[np.integer],
    infinite: int,
) -> None:
    """
    Note how many candidates d guesses find at most, if each has at most k parts.

    They find no more than are found with d - 1 in the k parts that have the most:
    each has no more candidates than its feedback leaves, and no more parts than any
    guess splits those in. Of the winning part there is one.
    """
    kinds = rooms.shape[1]
    reach[1, 1:] = 1
    for d in range(2, len(reach)):
        for k in range(1, kinds + 1):
            sizes = np.minimum(rooms, reach[d - 1, np.minimum(k, limits)])
            sizes[:, -1] = 1
            most = np.sort(sizes, axis=1)[:, -k:].sum(axis=1).max()
            reach[d, k] = min(most, infinite)
        if (reach[d] == reach[d - 1]).all():
            reach[d:] = reach[d]
            break


def _least_totals(
    sizes: NDArray[np.int64], reach: Sequence[int], infinite: int
) -> NDArray[np.int64]:
    """Return the least totals of sets, given what 0, 1, 2, ... guesses find at most."""
    totals = np.zeros_like(sizes)
    for before, found in itertools.pairwise(reach):
        totals += np.maximum(sizes - before, 0)
        if before == found:  # no more guesses find more
            totals[sizes > found] = infinite
            break
        if found > sizes[-1]:
            break
    return totals
