"""
The compiled part of comparing guesses: into which parts each splits some candidates.

`compare_guesses` calls `part_sizes` and `best_guesses`; importing this loads numba.

A candidate is a bit of a word. A table says for each peg of a guess, by its number in
`peg_numbers`, for which candidates the peg is black, in the lower half of a double
word, and for which it is black or white, in the upper one. A guess adds up what it
finds there in binary digits, one a plane: so its black pegs are counted for all
candidates of a word at once, and black and white ones together beside them. Some
guesses at a time, so that vectors of the processor do the work.
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
"""Binary digits of a number of pegs, which is twelve at most."""

# numba knows plain named tuples, and no others.

Scratch = namedtuple(  # noqa: PYI024
    "Scratch", "pegs by_peg by_count tables planes half blacks totals sizes figures"
)
"""
pegs : (p or 6, BLOCK) uint16, the numbers of the pegs of some guesses
by_peg : (p, c) words, the candidates with each colour at each peg
by_count : (p * c,) words, the candidates with a colour more than 0, 1, ... times
tables : (p or 6, p * c) double words, both of them by the number of a peg
planes : (PLANES, BLOCK) double words; half : (BLOCK,) words, one for a guess
blacks, totals : (p + 1, BLOCK) words, the candidates that share 0, 1, ... pegs
sizes : (f, BLOCK) uint32, the part sizes of some guesses
figures : (BLOCK,) float64, the least that the rank of each can be
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
        np.empty((len(game.answers), BLOCK), np.uint32),
        np.empty(BLOCK),
    )


@_compiled
def _write_tables(game, codes, candidates, scratch):
    """Write who has which colour where, and how often; return all of them."""
    by_peg, by_count, pegs = scratch.by_peg, scratch.by_count, len(codes)
    colours = 1 << game.bits
    by_peg[:] = 0
    by_count[:] = 0
    everyone = np.uint32(0)
    for place in range(len(candidates)):
        bit = np.uint32(1 << place)
        everyone |= bit
        for peg in range(pegs):
            number = codes[peg, candidates[place]]
            by_peg[peg, number & (colours - 1)] |= bit
            by_count[number] |= bit
    for peg in range(pegs):
        row, words = scratch.tables[peg], by_peg[peg]
        for before in range(peg + 1):
            first = before * colours
            for colour in range(colours):
                high = np.uint64(by_count[first + colour]) << HALF
                row[first + colour] = high | np.uint64(words[colour])
    return everyone


@_compiled
def _sum(a, b, c):
    """Return the digits of the sum of three, the lower one first."""
    odd = a ^ b
    return odd ^ c, (a & b) | (odd & c)


@_compiled
def _add_six(planes, tables, pegs, width):
    """Write what guesses find at the first six pegs; tables of more than all are 0."""
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
    """Add to the planes what guesses find at one peg."""
    ones, twos, fours, eights = planes[0], planes[1], planes[2], planes[3]
    for i in range(width):
        carried = table[numbers[i]]
        digit = ones[i]
        ones[i] = digit ^ carried
        carried &= digit
        digit = twos[i]
        twos[i] = digit ^ carried
        carried &= digit
        digit = fours[i]
        fours[i] = digit ^ carried
        eights[i] ^= digit & carried


@_compiled
def _decode(planes, shift, most, everyone, half, words, width):
    """Write who has each number of pegs by half the planes, up to the most of all."""
    words[0, :width] = everyone
    for digit in range(PLANES - 1, -1, -1):
        plane, step = planes[digit], 1 << digit
        if step > most:
            continue
        for i in range(width):
            half[i] = np.uint32(plane[i] >> shift)
        for number in range(0, most + 1, 2 * step):
            low = words[number]
            if number + step <= most:
                high = words[number + step]
                for i in range(width):
                    high[i] = low[i] & half[i]
            for i in range(width):
                low[i] &= ~half[i]


@_compiled
def _count(game, codes, guesses, candidates, scratch):
    """Count the parts of a block of guesses."""
    answers, planes, sizes = game.answers, scratch.planes, scratch.sizes
    half, blacks, totals = scratch.half, scratch.blacks, scratch.totals
    most, width = len(codes), len(guesses)
    for peg in range(most):
        for i in range(width):
            scratch.pegs[peg, i] = codes[peg, guesses[i]]
    for start in range(0, len(candidates), WORD):
        everyone = _write_tables(game, codes, candidates[start : start + WORD], scratch)
        _add_six(planes, scratch.tables, scratch.pegs, width)
        for peg in range(6, most):
            _add_one(planes, scratch.tables[peg], scratch.pegs[peg], width)
        _decode(planes, np.uint64(0), most, everyone, half, blacks, width)
        totals[0, :width] = everyone
        if answers[-1, 1]:
            _decode(planes, HALF, most, everyone, half, totals, width)
        for answer in range(len(sizes)):
            size = sizes[answer]
            black, total = blacks[answers[answer, 0]], totals[answers[answer, 1]]
            if start:
                for i in range(width):
                    size[i] += _popcount(np.uint32(black[i] & total[i]))
            else:
                for i in range(width):
                    size[i] = _popcount(np.uint32(black[i] & total[i]))


@_callable
def part_sizes(game, codes, candidates, guesses, first, last, stop, sizes):
    """Write the part sizes, (f, g), of the guesses from one to before another."""
    scratch = _scratch(game, len(codes))
    for start in range(first, last, BLOCK):
        if stop[0]:
            return
        block = guesses[start : min(start + BLOCK, last)]
        _count(game, codes, block, candidates, scratch)
        for answer in range(len(sizes)):
            for i in range(len(block)):
                sizes[answer, start + i] = scratch.sizes[answer, i]


# A loop over the rows themselves would not be made into vectors.


@_compiled
def _count_largest(sizes, figures, width):
    """Write the size of the largest part of each guess."""
    figures[:width] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(width):
            figures[i] = max(figures[i], np.float64(np.int32(size[i])))


@_compiled
def _add_squares(sizes, figures, width):
    """Write the sum of the squares of each guess's part sizes."""
    figures[:width] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(width):
            number = np.float64(np.int32(size[i]))
            figures[i] += number * number


@_compiled
def _look_up_bounds(sizes, bounds, parts, figures, width):
    """Write the least that the parts of each guess can be worth, by their number."""
    parts[:width] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(width):
            parts[i] += np.uint32(size[i] != 0)
    for i in range(width):
        figures[i] = bounds[parts[i]]


@_compiled
def _write_bounds(codes, worth, bounds):
    """
    Write the least worth of `codes` codes in each number of parts.

    Of as many parts, those that are as equal as can be are worth least, since the
    worth of a part grows the faster the larger it is.
    """
    bounds[0] = np.inf
    for parts in range(1, len(bounds)):
        size, larger = codes // parts, codes % parts
        bounds[parts] = larger * worth[size + 1] if larger else 0.0
        bounds[parts] += (parts - larger) * worth[size]


@_compiled
def _worth(sizes, guess, worth):
    """Return the largest part of a guess, and what its parts are worth in all."""
    largest, total = np.uint32(0), 0.0
    for answer in range(len(sizes)):
        size = sizes[answer, guess]
        largest = max(largest, size)
        total += worth[size]
    return largest, total


@_compiled
def _first_perfect_split(game, codes, candidates, scratch):
    """Return the first candidate that tells all apart, or -1."""
    _count(game, codes, candidates, candidates, scratch)
    _count_largest(scratch.sizes, scratch.figures, len(candidates))
    for i in range(len(candidates)):
        if scratch.figures[i] == 1:
            return candidates[i]
    return -1


@_callable
def best_guesses(game, codes, candidates, guesses, positions, rule, stop, best):
    """
    Write the best guess at some positions; see `compare_guesses` for `game` and `rule`.

    A row of `positions` says from where to before where its candidates are, and the
    guesses to compare.
    """
    scratch = _scratch(game, len(codes))
    sizes, figures = scratch.sizes, scratch.figures
    bounds = np.empty(len(sizes) + 1)
    for position in range(len(positions)):
        start, end, first, last = positions[position]
        members = candidates[start:end]
        best[position] = -1
        if rule.prefers_candidates and len(members) <= len(sizes):
            best[position] = _first_perfect_split(game, codes, members, scratch)
            if best[position] >= 0:
                continue
        _write_bounds(len(members), rule.worth, bounds)
        slack = rule.tie * len(members)
        least, total, is_candidate = len(members), np.inf, False
        for block_start in range(first, last, BLOCK):
            if stop[0]:
                return
            block = guesses[block_start : min(block_start + BLOCK, last)]
            _count(game, codes, block, members, scratch)
            if rule.by_largest:
                _count_largest(sizes, figures, len(block))
            elif rule.by_squares:
                _add_squares(sizes, figures, len(block))
            else:
                _look_up_bounds(sizes, bounds, scratch.half, figures, len(block))
            for i in range(len(block)):
                if figures[i] > (least if rule.by_largest else total + slack):
                    continue
                largest, value = _worth(sizes, i, rule.worth)
                if rule.by_largest and largest < least:
                    total = np.inf
                if value > total + slack:
                    continue
                is_tie = value >= total - slack
                if is_tie and (is_candidate or not rule.prefers_candidates):
                    continue
                place = np.searchsorted(members, block[i])
                possible = place < len(members) and members[place] == block[i]
                if is_tie and not possible:
                    continue
                least, total, is_candidate = largest, value, possible
                best[position] = block[i]
            if least == 1 and best[position] >= 0:
                break  # no rank is better
