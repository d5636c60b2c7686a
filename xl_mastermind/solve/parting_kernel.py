"""
The compiled part of comparing guesses: into which parts each splits some candidates.

`parting` calls `part_sizes` and `best_guesses`; importing this loads numba.

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
"""Pegs, twelve at most, are counted in so many binary digits."""

# numba knows plain named tuples, and no others.

Scratch = namedtuple(  # noqa: PYI024
    "Scratch", "at more tables planes half blacks boths sizes parts bounds seen"
)
"""
at : (p, c) words, the candidates with each colour at each peg
more : (p * c,) words, the candidates with a colour more than so many times
tables : (p or 6, p * c) double words, both of them by the number of a peg
planes : (PLANES, BLOCK) double words; half : (BLOCK,) words, of one of them
blacks, boths : (p + 1, BLOCK) words, the candidates that share so many pegs
sizes : (f, BLOCK) uint32, the part sizes of some guesses
parts : (BLOCK,) uint32, how many parts each guess has
bounds : (f + 1,) float64, the least that so many parts are worth
seen : (256,) bool, whether there was each feedback
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
    colours, feedbacks = 1 << game.bits, len(game.answers)
    return Scratch(
        np.empty((pegs, colours), np.uint32),
        np.empty(pegs * colours, np.uint32),
        np.zeros((max(6, pegs), pegs * colours), np.uint64),
        np.zeros((PLANES, BLOCK), np.uint64),
        np.empty(BLOCK, np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((feedbacks, BLOCK), np.uint32),
        np.empty(BLOCK, np.uint32),
        np.empty(feedbacks + 1),
        np.empty(256, np.bool_),
    )


@_compiled
def _write_tables(game, codes, own, scratch):
    """Write who has which colour where, and how often; return all of them."""
    at, more, pegs = scratch.at, scratch.more, len(codes)
    colours = 1 << game.bits
    at[:] = 0
    more[:] = 0
    everyone = np.uint32(0)
    for place in range(len(own)):
        bit = np.uint32(1 << place)
        everyone |= bit
        for peg in range(pegs):
            number = codes[peg, own[place]]
            at[peg, number & (colours - 1)] |= bit
            more[number] |= bit
    for peg in range(pegs):
        row, its = scratch.tables[peg], at[peg]
        for before in range(peg + 1):
            first = before * colours
            for colour in range(colours):
                high = np.uint64(more[first + colour]) << HALF
                row[first + colour] = high | np.uint64(its[colour])
    return everyone


@_compiled
def _sum(a, b, c):
    """Return the digits of the sum of three, the lower one first."""
    odd = a ^ b
    return odd ^ c, (a & b) | (odd & c)


@_compiled
def _add_six(planes, tables, pegs, first, width):
    """Write what guesses find at the first six pegs; tables of more than all are 0."""
    last = len(pegs) - 1
    at_0, at_1, at_2 = tables[0], tables[1], tables[2]
    at_3, at_4, at_5 = tables[3], tables[4], tables[5]
    pegs_0, pegs_1, pegs_2 = pegs[0], pegs[min(1, last)], pegs[min(2, last)]
    pegs_3, pegs_4, pegs_5 = pegs[min(3, last)], pegs[min(4, last)], pegs[min(5, last)]
    for i in range(width):
        j = first + i
        one, two = _sum(at_0[pegs_0[j]], at_1[pegs_1[j]], at_2[pegs_2[j]])
        other, other_two = _sum(at_3[pegs_3[j]], at_4[pegs_4[j]], at_5[pegs_5[j]])
        planes[0, i] = one ^ other
        planes[1, i], planes[2, i] = _sum(two, other_two, one & other)
        planes[3, i] = 0


@_compiled
def _add_one(planes, table, numbers, first, width):
    """Add to the planes what guesses find at one peg."""
    ones, twos, fours, eights = planes[0], planes[1], planes[2], planes[3]
    for i in range(width):
        carried = table[numbers[first + i]]
        one = ones[i]
        ones[i] = one ^ carried
        carried &= one
        one = twos[i]
        twos[i] = one ^ carried
        carried &= one
        one = fours[i]
        fours[i] = one ^ carried
        eights[i] ^= one & carried


@_compiled
def _add_all(planes, tables, pegs, first, width):
    """Write into the planes what guesses find at all pegs together."""
    _add_six(planes, tables, pegs, first, width)
    for peg in range(6, len(pegs)):
        _add_one(planes, tables[peg], pegs[peg], first, width)


@_compiled
def _decode(planes, shift, most, everyone, half, found):
    """Write who has each number of pegs by half the planes, up to the most of all."""
    found[0] = everyone
    for digit in range(PLANES - 1, -1, -1):
        plane, step = planes[digit], 1 << digit
        if step > most:
            continue
        for i in range(BLOCK):
            half[i] = np.uint32(plane[i] >> shift)
        for number in range(0, most + 1, 2 * step):
            low = found[number]
            if number + step <= most:
                high = found[number + step]
                for i in range(BLOCK):
                    high[i] = low[i] & half[i]
            for i in range(BLOCK):
                low[i] &= ~half[i]


@_compiled
def _count(game, codes, pegs, first, width, own, scratch):
    """Count the parts of a block of guesses."""
    answers, planes, sizes = game.answers, scratch.planes, scratch.sizes
    half, blacks, boths = scratch.half, scratch.blacks, scratch.boths
    most = len(pegs)
    for left in range(0, len(own), WORD):
        everyone = _write_tables(game, codes, own[left : left + WORD], scratch)
        _add_all(planes, scratch.tables, pegs, first, width)
        _decode(planes, np.uint64(0), most, everyone, half, blacks)
        if answers[-1, 1]:
            _decode(planes, HALF, most, everyone, half, boths)
        else:
            boths[0] = everyone
        for answer in range(len(sizes)):
            size = sizes[answer]
            black, both = blacks[answers[answer, 0]], boths[answers[answer, 1]]
            if left:
                for i in range(BLOCK):
                    size[i] += _popcount(np.uint32(black[i] & both[i]))
            else:
                for i in range(BLOCK):
                    size[i] = _popcount(np.uint32(black[i] & both[i]))


@_callable
def part_sizes(game, codes, own, pegs, first, last, sizes, stop):
    """Write the part sizes, (f, g), of the guesses from one to before another."""
    scratch = _scratch(game, len(codes))
    for left in range(first, last, BLOCK):
        if stop[0]:
            return
        width = min(BLOCK, last - left)
        _count(game, codes, pegs, left, width, own, scratch)
        for answer in range(len(sizes)):
            for i in range(width):
                sizes[answer, left + i] = scratch.sizes[answer, i]


@_compiled
def _splits_perfectly(game, codes, guess, own, scratch):
    """Return whether a guess tells all candidates apart."""
    pegs, mask = len(codes), (1 << game.bits) - 1
    scratch.seen[:] = False
    for place in own:
        black = both = 0
        for peg in range(pegs):
            number = codes[peg, guess]
            black += number & mask == codes[peg, place] & mask
            for its in range(pegs):
                both += number == codes[its, place]
        answer = black * (pegs + 1) + (both if game.answers[-1, 1] else 0)
        if scratch.seen[answer]:
            return False
        scratch.seen[answer] = True
    return True


@_compiled
def _is_among(codes, code):
    """Return whether a code is among some that ascend."""
    place = np.searchsorted(codes, code)
    return place < len(codes) and codes[place] == code


# A loop over the rows themselves would not be made into vectors.


@_compiled
def _count_largest(sizes, figures):
    """Write the size of the largest part of each guess."""
    figures[:] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(BLOCK):
            figures[i] = max(figures[i], np.float64(np.int32(size[i])))


@_compiled
def _add_squares(sizes, figures):
    """Write the sum of the squares of each guess's part sizes."""
    figures[:] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(BLOCK):
            one = np.float64(np.int32(size[i]))
            figures[i] += one * one


@_compiled
def _count_parts(sizes, parts):
    """Write how many parts each guess has."""
    parts[:] = 0
    for answer in range(len(sizes)):
        size = sizes[answer]
        for i in range(BLOCK):
            parts[i] += np.uint32(size[i] != 0)


@_compiled
def _write_bounds(codes, worth, bounds):
    """
    Write the least that each number of parts of so many codes can be worth.

    Of as many parts, those that are as equal as can be are worth least, since the worth
    of a part grows the faster the larger it is.
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
def _look(sizes, rule, scratch, figures):
    """Write a figure of each guess of a block: the least that its rank can be."""
    if rule.by_largest:
        _count_largest(sizes, figures)
    elif rule.by_squares:
        _add_squares(sizes, figures)
    else:
        _count_parts(sizes, scratch.parts)
        for i in range(BLOCK):
            figures[i] = scratch.bounds[scratch.parts[i]]


@_callable
def best_guesses(game, lists, candidates, positions, rule, stop, best, ranks):
    """
    Write the best guess at some positions.

    See `Position` for what is in a row of `positions`. The ranks are the largest part,
    the worth of all parts, and whether the guess is no candidate where that matters;
    they are left alone where a candidate tells all apart.
    """
    codes = lists.codes
    scratch = _scratch(game, len(codes))
    figures = np.empty(BLOCK)
    for position in range(len(positions)):
        start, end, first, last = positions[position]
        own = candidates[start:end]
        best[position] = -1
        if rule.prefers_candidates and len(own) <= len(game.answers):
            for code in own:
                if _splits_perfectly(game, codes, code, own, scratch):
                    best[position] = code
                    break
            if best[position] >= 0:
                continue
        _write_bounds(len(own), rule.worth, scratch.bounds)
        slack = rule.tie * len(own)
        least, total, is_candidate = len(own), np.inf, False
        for left in range(first, last, BLOCK):
            if stop[0]:
                return
            width = min(BLOCK, last - left)
            _count(game, codes, lists.pegs, left, width, own, scratch)
            _look(scratch.sizes, rule, scratch, figures)
            for i in range(width):
                if figures[i] > (least if rule.by_largest else total + slack):
                    continue
                largest, its = _worth(scratch.sizes, i, rule.worth)
                if rule.by_largest and largest < least:
                    total = np.inf
                if its > total + slack:
                    continue
                guess = lists.guesses[left + i]
                is_tie = its >= total - slack
                if is_tie and (is_candidate or not rule.prefers_candidates):
                    continue
                possible = _is_among(own, guess)
                if is_tie and not possible:
                    continue
                least, total, is_candidate = largest, its, possible
                best[position] = guess
            if least == 1 and best[position] >= 0:
                break  # no rank is better
        rank = ranks[position]
        rank[0], rank[1] = least, total
        rank[2] = rule.prefers_candidates and not is_candidate
