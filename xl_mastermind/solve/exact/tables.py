"""
The tables of a search: facts about codes, and room for what it will find.

`state_of` makes the named tuples of `kernel` for a problem. Like the kernel, this
module is imported when the first search begins.
"""

import itertools
import math
from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import feedback_table
from xl_mastermind.solve.exact import kernel
from xl_mastermind.solve.exact.problem import (
    MOST_BYTES,
    MOST_FEEDBACKS,
    Problem,
    word_width,
)

_MOST_MOVED: Final = 6
"""With more pegs, there are too many ways to move them."""

_MOST_TURNS: Final = 60
"""A search begins after no more turns than this."""

_BLOCK: Final = 1 << 20
"""Feedbacks worked out at a time."""

_Tuple: TypeAlias = Any  # one of the kernel's named tuples, which have no types


def state_of(problem: Problem) -> tuple[_Tuple, _Tuple]:
    """Return the state of a search that has just begun, and its outermost level."""
    count, high = len(problem.candidates), len(problem.guesses)
    place = _feedback_places(problem)
    kinds = int(place.max()) + 1
    facts = _facts_of(problem, kinds)
    tables = _tables_of(problem, facts, place)
    classes, shapes = np.zeros(high, dtype=np.int16), 1
    if _is_square(problem):
        classes, shapes = _guess_classes(problem)
    state = kernel.State(
        tables=tables,
        memo=_memo_of(facts, high),
        symmetry=_symmetry_of(facts),
        bounds=kernel.Bounds(
            cost=np.zeros((kinds + 1, count + 2), dtype=np.int32),
            easy=np.empty(count + 2, dtype=np.int32),
            reach=np.zeros((kernel.MOST_DEPTH + 1, kinds + 1), dtype=np.int32),
            limits=np.full((shapes, kinds), kinds, dtype=np.int32),
            classes=classes,
        ),
        depths=_depths_of(facts, high, tables.words.dtype),
        first_order=np.empty(high, dtype=np.uint32),
        options=np.array([0, 0, 1]),
        counters=np.array(kernel.NOTHING_FOUND),
    )
    level = kernel.Level(
        count=count,
        high=high,
        by_candidate=0,
        by_guess=facts.by_guess,
        candidates=0,
        ids=2 * count,
        selves=0,
        rows=count,
        roots=count,
        filled=-1,
    )
    rooms = np.full((shapes, kinds), count)
    if _is_square(problem):
        _set_limits(state, level, rooms)
    state.bounds.reach[:] = _reach_of(rooms, state.bounds.limits)
    _set_totals(state.bounds, kinds)
    return state, level


def share_out(state: _Tuple, count: int) -> list[_Tuple]:
    """
    Return a state for each thread: all have the same tables, bounds and memo.

    The room for inner levels and for sets is divided among them.
    """
    return [_of_thread(state, number, count) for number in range(count)]


def _of_thread(state: _Tuple, number: int, count: int) -> _Tuple:
    """Return the state of one thread of so many."""
    tables, memo = state.tables, state.memo
    begin = int(tables.used[kernel.WORDS])
    room = (len(tables.words) - begin) // count
    sets = len(memo.arena) // count
    own = _copied(tables, "ints", "used", "marks")._replace(
        words=tables.words[: begin + (number + 1) * room],
        stack=np.empty_like(tables.stack),  # what is not touched takes no memory
    )
    own.used[kernel.WORDS] += number * room
    own.stack[: own.facts.count] = tables.stack[: own.facts.count]
    notes = _copied(memo, "filled", "signs", "counts", "order", "rank")._replace(
        keys=np.empty_like(memo.keys)
    )
    notes.filled[:] = number * sets, number * sets, (number + 1) * sets
    mine = _copied(state, "first_order", "options", "counters")._replace(
        tables=own,
        memo=notes,
        symmetry=_copied(state.symmetry, *state.symmetry._fields),
        depths=state.depths._make(map(np.empty_like, state.depths)),
    )
    mine.options[kernel.THREAD :] = number, count
    return mine


def _copied(numbers: _Tuple, *names: str) -> _Tuple:
    """Return a named tuple with arrays of its own under some names."""
    return numbers._replace(**{name: getattr(numbers, name).copy() for name in names})


def _is_square(problem: Problem) -> bool:
    """Return whether a table by guess is that by candidate."""
    return problem.candidates is problem.guesses


def _feedback_places(problem: Problem) -> NDArray[np.int64]:
    """Return the place of each feedback's number among those that there are."""
    rules = problem.rules
    numbers = [black * (rules.pegs + 1) + white for black, white in rules.feedbacks]
    if len(numbers) > MOST_FEEDBACKS:
        seen = np.zeros(256, dtype=np.bool_)
        step = max(1, _BLOCK // len(problem.guesses))
        for start in range(0, len(problem.candidates), step):
            block = problem.candidates[start : start + step]
            seen[np.unique(feedback_table(rules, block, problem.guesses))] = True
        seen[numbers[-1]] = True
        numbers = np.flatnonzero(seen).tolist()
    if len(numbers) > MOST_FEEDBACKS:
        raise ValueError(
            f"expected at most {MOST_FEEDBACKS} different feedbacks,"
            f" got {len(numbers)} in {rules}"
        )
    place = np.full(256, -1, dtype=np.int64)
    place[numbers] = np.arange(len(numbers))
    return place


def _facts_of(problem: Problem, kinds: int) -> _Tuple:
    rules = problem.rules
    count, per_peg = len(problem.candidates), problem.colours_differ_by_peg
    return kernel.Facts(
        pegs=rules.pegs,
        colours=rules.colours * (rules.pegs if per_peg else 1),
        feedbacks=kinds,
        distinct=rules.distinct,
        per_peg=per_peg,
        symmetric=problem.symmetric,
        renames=problem.renames,
        count=count,
        by_guess=0 if _is_square(problem) else count * len(problem.guesses),
    )


def _tables_of(problem: Problem, facts: _Tuple, place: NDArray[np.int64]) -> _Tuple:
    """Return the tables by candidate and by guess, with room for inner levels."""
    count, high = len(problem.candidates), len(problem.guesses)
    width = word_width(facts.feedbacks) // 8
    size = count * high
    filled = size if _is_square(problem) else 2 * size
    inner = min(4 * size, max(size, MOST_BYTES // 4 // width))
    words = np.empty(filled + inner + 64, dtype=f"u{width}")
    _fill_words(problem, place, words)
    ints = np.empty(3 * (4 * count + 3 * high), dtype=np.int32)
    ints[:count] = _places_among_guesses(problem)
    ints[count : 2 * count] = np.arange(count)
    ints[2 * count : 2 * count + high] = np.arange(high)
    stack = np.empty(2 * (count + 4) * (_depth_of(count) + 2), dtype=np.uint32)
    stack[:count] = np.arange(count)
    bits = max(facts.colours, _bits_of(count))
    return kernel.Tables(
        facts=facts,
        codes=problem.own_colours(problem.guesses).astype(np.uint16),
        words=words,
        ints=ints,
        stack=stack,
        used=np.array([filled, 2 * count + high]),
        marks=np.zeros((4, bits), dtype=np.int64),
    )


def _depth_of(count: int) -> int:
    """Return how deep a tree of so many candidates may be, with some room."""
    return int(min(count, kernel.MOST_DEPTH)) + 2


def _bits_of(count: int) -> int:
    """Return the bits of a number of candidates, with some room."""
    return count.bit_length() + 2


def _fill_words(
    problem: Problem, place: NDArray[np.int64], words: NDArray[Any]
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
    if not _is_square(problem):
        words[count * high : 2 * count * high].reshape(high, count)[:] = table.T


def _places_among_guesses(problem: Problem) -> NDArray[np.int64]:
    """Return the place of each candidate among the guesses, which are sorted."""
    base = problem.rules.colours + 1
    weights = base ** np.arange(problem.rules.pegs - 1, -1, -1, dtype=np.float64)
    found: NDArray[np.int64] = np.searchsorted(
        problem.guesses @ weights, problem.candidates @ weights
    )
    return found


def _memo_of(facts: _Tuple, high: int) -> _Tuple:
    count, pegs, colours = facts.count, facts.pegs, facts.colours
    entries = 1 << min(22, max(14, math.ceil(math.log2(count * high + 1)) - 2))
    arena = max(entries * 16, 4 * count)
    return kernel.Memo(
        slots=np.zeros((entries, 4), dtype=np.int64),
        arena=np.empty(arena, dtype=np.int32),
        filled=np.array([0, 0, arena]),
        keys=np.empty((_depth_of(count) + 1, count), dtype=np.int32),
        signs=np.zeros((4, max(pegs, colours)), dtype=np.uint64),
        counts=np.zeros((pegs, colours), dtype=np.int32),
        order=np.zeros(pegs, dtype=np.int64),
        rank=np.zeros(colours, dtype=np.int64),
    )


def _symmetry_of(facts: _Tuple) -> _Tuple:
    pegs, colours, turns = facts.pegs, facts.colours, kernel.SYMMETRIC_TURNS
    orders = [tuple(range(pegs))]
    if pegs <= _MOST_MOVED:
        orders = [*permutations(range(pegs))]
    return kernel.Symmetry(
        turns=np.full((_MOST_TURNS + kernel.MOST_DEPTH, pegs), -1, dtype=np.int16),
        made=np.zeros(1, dtype=np.int64),
        orders=np.array(orders, dtype=np.int64),
        lists=np.zeros((turns, 2 * pegs, 1 + colours), dtype=np.int32),
        maps=np.zeros((turns, len(orders) + 1, colours + 1), dtype=np.int32),
        names=np.zeros((3, colours + 1), dtype=np.int64),
    )


def _depths_of(facts: _Tuple, high: int, word: np.dtype[Any]) -> _Tuple:
    depths = _depth_of(facts.count)
    return kernel.Depths(
        masks=np.empty((depths, high), dtype=word),
        parts=np.empty((depths, high), dtype=np.uint8),
        nexts=np.empty((depths, high), dtype=np.int32),
        planes=np.empty((4, _bits_of(facts.count), kernel.BLOCK), dtype=word),
        scratch=np.empty((depths, kernel.SCRATCH), dtype=np.int32),
    )


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


def _set_limits(state: _Tuple, level: _Tuple, rooms: NDArray[np.int64]) -> None:
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


def _set_totals(bounds: _Tuple, kinds: int) -> None:
    """Note the least total of each number of candidates."""
    sizes = np.arange(len(bounds.easy))
    for k, reach in enumerate(bounds.reach.T[1:], 1):
        bounds.cost[k] = _least_totals(sizes, reach.tolist())
    each = [min(kernel.EASY, kinds) ** d for d in range(kernel.MOST_DEPTH)]
    bounds.easy[:] = _least_totals(sizes, [0, *each])


def _reach_of(
    rooms: NDArray[np.int64], limits: NDArray[np.integer]
) -> NDArray[np.int32]:
    """
    Return how many candidates d guesses find at most, if each has at most k parts.

    They find no more than are found with d - 1 in the k parts that have the most:
    each has no more candidates than its feedback leaves, and no more parts than
    any guess splits those in. Of the winning part there is one.
    """
    kinds = rooms.shape[1]
    reach = np.zeros((kernel.MOST_DEPTH + 1, kinds + 1), dtype=np.int32)
    reach[1, 1:] = 1
    for d in range(2, len(reach)):
        for k in range(1, kinds + 1):
            found = np.minimum(rooms, reach[d - 1, np.minimum(k, limits)])
            found[:, -1] = 1
            most = np.sort(found, axis=1)[:, -k:].sum(axis=1).max()
            reach[d, k] = min(most, kernel.INFINITE)
        if (reach[d] == reach[d - 1]).all():
            reach[d:] = reach[d]
            break
    return reach


def _least_totals(sizes: NDArray[np.int64], reach: Sequence[int]) -> NDArray[np.int64]:
    """Return the least totals of sets if 0, 1, 2, ... guesses find so many at most."""
    totals = np.zeros_like(sizes)
    for before, found in itertools.pairwise(reach):
        totals += np.maximum(sizes - before, 0)
        if before == found:  # no more guesses find more
            totals[sizes > found] = kernel.INFINITE
            break
        if found > sizes[-1]:
            break
    return totals
