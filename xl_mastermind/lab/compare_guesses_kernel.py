"""
The compiled part of `compare_guesses`; importing this loads numba.

A candidate is a bit of a word. For each peg and peg number (`peg_numbers`), a table has
the candidates for which the peg is black in the lower half of a double word, and those
for which it is black or white in the upper half. A guess adds the entries of its pegs
as binary digits, one per plane: this counts its black pegs, and its black and white
pegs, for all candidates of a word. Blocks of guesses use vector instructions.
"""

from collections import namedtuple
from typing import Any, Final

import numpy as np
from numba import njit
from numba.extending import intrinsic

BLOCK: Final = 512
"""Guesses compared at a time."""

WORD: Final = 32
"""Candidates compared at a time."""

HALF: Final = np.uint64(32)
"""Bits of half a word of the tables."""

PLANES: Final = 4
"""Binary digits of a number of pegs, at most twelve."""

# numba compiles only named tuples without annotations.

Game = namedtuple("Game", "feedbacks bits")  # noqa: PYI024
"""
feedbacks : (f, 2) uint8, black pegs, and black and white pegs
bits : of a colour in `peg_numbers`
"""

Rule = namedtuple(  # noqa: PYI024
    "Rule", "by_largest scores prefers_candidates tolerance"
)
"""
The rankings of a strategy: by the largest part, then by the scores of parts.

scores : (max_size + 1,) float64, by the size of the part
"""

Scratch = namedtuple(  # noqa: PYI024
    "Scratch", "pegs by_peg by_count tables planes half blacks totals sizes bounds"
)
"""
pegs : (p or 6, BLOCK) uint16, the peg numbers of the guesses of a block
by_peg : (p, c) words, the candidates with each colour at each peg
by_count : (p * c,) words, the candidates with a colour more than 0, 1, ... times
tables : (p or 6, p * c) double words, both of them by peg number
planes : (PLANES, BLOCK) double words; half : (BLOCK,) words, one of them, shifted
blacks, totals : (p + 1, BLOCK) words, the candidates with 0, 1, ... common pegs
sizes : (f, BLOCK) uint32, the part sizes of the guesses of a block
bounds : (BLOCK,) float64, a lower bound of the rank of each
"""


@intrinsic
def _popcount(_context: Any, x: Any) -> Any:
    def build(_c: Any, builder: Any, _s: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return x(x), build


_callable = njit(nogil=True, cache=True)
_compiled = njit(nogil=True, cache=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


@_compiled
def _scratch(game, pegs):
    colours = 1 << game.bits
    return Scratch(
        np.zeros((max(6, pegs), BLOCK), np.uint16),
        np.empty((pegs, colours), np.uint32),
        np.empty(pegs * colours, np.uint32),
        np.zeros((max(6, pegs), pegs * colours), np.uint64),
        np.zeros((PLANES, BLOCK), np.uint64),
        np.empty(BLOCK, np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((len(game.feedbacks), BLOCK), np.uint32),
        np.empty(BLOCK),
    )


@_compiled
def _write_tables(game, codes, candidates, scratch):
    """Write the tables of the candidates of a word; return the bits of all."""
    by_peg, by_count, pegs = scratch.by_peg, scratch.by_count, len(codes)
    colours = 1 << game.bits
    by_peg[:] = 0
    by_count[:] = 0
    all_bits = np.uint32(0)
    for i in range(len(candidates)):
        bit = np.uint32(1 << i)
        all_bits |= bit
        for peg in range(pegs):
            number = codes[peg, candidates[i]]
            by_peg[peg, number & (colours - 1)] |= bit
            by_count[number] |= bit
    for peg in range(pegs):
        row, words = scratch.tables[peg], by_peg[peg]
        for before in range(peg + 1):
            first = before * colours
            for colour in range(colours):
                high = np.uint64(by_count[first + colour]) << HALF
                row[first + colour] = high | np.uint64(words[colour])
    return all_bits


@_compiled
def _sum(a, b, c):
    """Return the two binary digits of the sum of three bits, lower first."""
    odd = a ^ b
    return odd ^ c, (a & b) | (odd & c)


@_compiled
def _add_six(planes, tables, pegs, width):
    """Write the sums of the first six pegs; the tables of missing pegs are 0."""
    at_0, at_1, at_2 = tables[0], tables[1], tables[2]
    at_3, at_4, at_5 = tables[3], tables[4], tables[5]
    pegs_0, pegs_1, pegs_2 = pegs[0], pegs[1], pegs[2]
    pegs_3, pegs_4, pegs_5 = pegs[3], pegs[4], pegs[5]
    for i in range(width):
        ones_a, twos_a = _sum(at_0[pegs_0[i]], at_1[pegs_1[i]], at_2[pegs_2[i]])
        ones_b, twos_b = _sum(at_3[pegs_3[i]], at_4[pegs_4[i]], at_5[pegs_5[i]])
        planes[0, i] = ones_a ^ ones_b
        planes[1, i], planes[2, i] = _sum(twos_a, twos_b, ones_a & ones_b)
        planes[3, i] = 0


@_compiled
def _add_one(planes, table, numbers, width):
    """Add the table entries of one peg to the planes."""
    ones, twos, fours, eights = planes[0], planes[1], planes[2], planes[3]
    for i in range(width):
        carry = table[numbers[i]]
        digit = ones[i]
        ones[i] = digit ^ carry
        carry &= digit
        digit = twos[i]
        twos[i] = digit ^ carry
        carry &= digit
        digit = fours[i]
        fours[i] = digit ^ carry
        eights[i] ^= digit & carry


@_compiled
def _decode(planes, shift, max_pegs, all_bits, half, words, width):
    """Write the candidates by sum, from 0 to `max_pegs`, of one half of the planes."""
    words[0, :width] = all_bits
    for digit in range(PLANES - 1, -1, -1):
        plane, step = planes[digit], 1 << digit
        if step > max_pegs:
            continue
        for i in range(width):
            half[i] = np.uint32(plane[i] >> shift)
        for number in range(0, max_pegs + 1, 2 * step):
            low = words[number]
            if number + step <= max_pegs:
                high = words[number + step]
                for i in range(width):
                    high[i] = low[i] & half[i]
            for i in range(width):
                low[i] &= ~half[i]


@_compiled
def _count(game, codes, guesses, candidates, scratch):
    """Write the part sizes of a block of guesses."""
    feedbacks, planes, sizes = game.feedbacks, scratch.planes, scratch.sizes
    half, blacks, totals = scratch.half, scratch.blacks, scratch.totals
    max_pegs, width = len(codes), len(guesses)
    for peg in range(max_pegs):
        for i in range(width):
            scratch.pegs[peg, i] = codes[peg, guesses[i]]
    for start in range(0, len(candidates), WORD):
        all_bits = _write_tables(game, codes, candidates[start : start + WORD], scratch)
        _add_six(planes, scratch.tables, scratch.pegs, width)
        for peg in range(6, max_pegs):
            _add_one(planes, scratch.tables[peg], scratch.pegs[peg], width)
        _decode(planes, np.uint64(0), max_pegs, all_bits, half, blacks, width)
        totals[0, :width] = all_bits
        if feedbacks[-1, 1]:
            _decode(planes, HALF, max_pegs, all_bits, half, totals, width)
        for row in range(len(sizes)):
            size = sizes[row]
            black, total = blacks[feedbacks[row, 0]], totals[feedbacks[row, 1]]
            if start:
                for i in range(width):
                    size[i] += _popcount(np.uint32(black[i] & total[i]))
            else:
                for i in range(width):
                    size[i] = _popcount(np.uint32(black[i] & total[i]))


@_callable
def part_sizes(game, codes, candidates, guesses, first, last, stop, sizes):
    """Write the part sizes, (f, g), of `guesses[first:last]`."""
    scratch = _scratch(game, len(codes))
    for start in range(first, last, BLOCK):
        if stop[0]:
            return
        block = guesses[start : min(start + BLOCK, last)]
        _count(game, codes, block, candidates, scratch)
        for row in range(len(sizes)):
            for i in range(len(block)):
                sizes[row, start + i] = scratch.sizes[row, i]


# LLVM vectorises innermost loops only, so these run over the columns.


@_compiled
def _write_largest(sizes, bounds, width):
    bounds[:width] = 0
    for row in range(len(sizes)):
        size = sizes[row]
        for i in range(width):
            bounds[i] = max(bounds[i], np.float64(np.int32(size[i])))


@_compiled
def _write_score_bounds(sizes, bounds_by_parts, parts, bounds, width):
    """Write the lower bound of each guess's score, by its number of parts."""
    parts[:width] = 0
    for row in range(len(sizes)):
        size = sizes[row]
        for i in range(width):
            parts[i] += np.uint32(size[i] != 0)
    for i in range(width):
        bounds[i] = bounds_by_parts[parts[i]]


@_compiled
def _bound_scores(codes, scores, bounds_by_parts):
    """
    Write the lowest score of a number of codes for each number of parts.

    It is that of parts of equal size, as scores are convex.
    """
    bounds_by_parts[0] = np.inf
    for parts in range(1, len(bounds_by_parts)):
        size, larger = codes // parts, codes % parts
        bounds_by_parts[parts] = larger * scores[size + 1] if larger else 0.0
        bounds_by_parts[parts] += (parts - larger) * scores[size]


@_compiled
def _largest_and_score(sizes, guess, scores):
    """Return the largest part of a guess, and the total score of its parts."""
    largest, total = np.uint32(0), 0.0
    for row in range(len(sizes)):
        size = sizes[row, guess]
        largest = max(largest, size)
        total += scores[size]
    return largest, total


@_compiled
def _first_perfect_split(game, codes, candidates, scratch):
    """Return the first candidate with one code in each part, or -1."""
    _count(game, codes, candidates, candidates, scratch)
    _write_largest(scratch.sizes, scratch.bounds, len(candidates))
    for i in range(len(candidates)):
        if scratch.bounds[i] == 1:
            return candidates[i]
    return -1


@_callable
def best_guesses(game, codes, candidates, guesses, positions, rule, stop, best):
    """
    Write the best guess at some positions; see `compare_guesses` for `game` and `rule`.

    A row of `positions` has the start and end of its candidates and of its guesses.
    """
    scratch = _scratch(game, len(codes))
    sizes, bounds = scratch.sizes, scratch.bounds
    bounds_by_parts = np.empty(len(sizes) + 1)
    for position in range(len(positions)):
        start, end, first, last = positions[position]
        members = candidates[start:end]
        best[position] = -1
        if rule.prefers_candidates and len(members) <= len(sizes):
            best[position] = _first_perfect_split(game, codes, members, scratch)
            if best[position] >= 0:
                continue
        _bound_scores(len(members), rule.scores, bounds_by_parts)
        tolerance = rule.tolerance * len(members)
        min_largest, min_score, is_candidate = len(members), np.inf, False
        for block_start in range(first, last, BLOCK):
            if stop[0]:
                return
            block = guesses[block_start : min(block_start + BLOCK, last)]
            width = len(block)
            _count(game, codes, block, members, scratch)
            if rule.by_largest:
                _write_largest(sizes, bounds, width)
            else:
                _write_score_bounds(sizes, bounds_by_parts, scratch.half, bounds, width)
            for i in range(width):
                limit = min_largest if rule.by_largest else min_score + tolerance
                if bounds[i] > limit:
                    continue
                largest, score = _largest_and_score(sizes, i, rule.scores)
                if rule.by_largest and largest < min_largest:
                    min_score = np.inf
                if score > min_score + tolerance:
                    continue
                is_tie = score >= min_score - tolerance
                if is_tie and (is_candidate or not rule.prefers_candidates):
                    continue
                place = np.searchsorted(members, block[i])
                is_member = place < len(members) and members[place] == block[i]
                if is_tie and not is_member:
                    continue
                min_largest, min_score, is_candidate = largest, score, is_member
                best[position] = block[i]
            if min_largest == 1 and best[position] >= 0:
                break  # no rank is better
