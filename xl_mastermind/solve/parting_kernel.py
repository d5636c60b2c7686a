"""
The compiled part of comparing guesses: into which parts each splits some candidates.

`parting` calls `part_sizes` and `best_guesses`; importing this loads numba.

A candidate is a bit of a word. A table has the candidates with each colour at each
peg, another those that have a colour more than so many times. A guess adds up what
it finds in them, peg by peg, in binary digits, one a plane: so its black pegs are
counted for all candidates of a word at once, and so are black and white ones
together. Some guesses at a time, so that vectors of the processor do the work.
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

PLANES: Final = 4
"""Pegs, twelve at most, are counted in so many binary digits."""

# numba knows plain named tuples, and no others.

Scratch = namedtuple(  # noqa: PYI024
    "Scratch", "at more colours places words planes blacks boths sizes seen"
)
"""
at : (p, 256) words, the candidates with each colour at each peg
more : (p * 256,) words, the candidates with a colour more than so many times
colours, places : (p, BLOCK), of some guesses: where in `at` and in `more` to look
words : (BLOCK,) words; planes : (PLANES, BLOCK) words
blacks, boths : (p + 1, BLOCK) words, the candidates that share so many pegs
sizes : (f, BLOCK) uint32, the part sizes of some guesses
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
def _scratch(pegs, feedbacks):
    return Scratch(
        np.empty((pegs, 256), np.uint32),
        np.empty(pegs * 256, np.uint32),
        np.zeros((pegs, BLOCK), np.uint8),
        np.zeros((pegs, BLOCK), np.uint16),
        np.empty(BLOCK, np.uint32),
        np.empty((PLANES, BLOCK), np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((pegs + 1, BLOCK), np.uint32),
        np.empty((feedbacks, BLOCK), np.uint32),
        np.empty(256, np.bool_),
    )


@_compiled
def _digits(number):
    digits = 0
    while number >> digits:
        digits += 1
    return digits


@_compiled
def _write_tables(codes, own, scratch):
    """Write who has which colour where, and how often; return all of them."""
    at, more = scratch.at, scratch.more
    at[:] = 0
    more[:] = 0
    everyone = np.uint32(0)
    for place in range(len(own)):
        bit = np.uint32(1 << place)
        everyone |= bit
        for peg in range(len(at)):
            colour = codes.colours[peg, own[place]]
            at[peg, colour] |= bit
            more[codes.repeats[peg, own[place]] * 256 + colour] |= bit
    return everyone


@_compiled
def _add(planes, peg, words):
    """Add words, which are used up, to what `peg` others have added up to."""
    used = _digits(peg)
    for digit in range(used):
        plane = planes[digit]
        for i in range(BLOCK):
            carried = plane[i] & words[i]
            plane[i] ^= words[i]
            words[i] = carried
    if used < _digits(peg + 1):
        planes[used] = words


@_compiled
def _decode(planes, most, everyone, found):
    """Write who has each number of pegs, up to the most that there can be."""
    found[0] = everyone
    for digit in range(_digits(most) - 1, -1, -1):
        plane, step = planes[digit], 1 << digit
        for number in range(0, most + 1, 2 * step):
            low = found[number]
            if number + step <= most:
                high = found[number + step]
                for i in range(BLOCK):
                    high[i] = low[i] & plane[i]
            for i in range(BLOCK):
                low[i] &= ~plane[i]


@_compiled
def _count(answers, codes, guesses, left, own, scratch):
    """Count the parts of a block of guesses; return how many guesses it has."""
    pegs, width = len(codes.colours), min(BLOCK, len(guesses) - left)
    words, planes, sizes = scratch.words, scratch.planes, scratch.sizes
    for peg in range(pegs):
        for i in range(width):
            colour = codes.colours[peg, guesses[left + i]]
            scratch.colours[peg, i] = colour
            scratch.places[peg, i] = (
                codes.repeats[peg, guesses[left + i]] * 256 + colour
            )
    sizes[:] = 0
    for first in range(0, len(own), WORD):
        everyone = _write_tables(codes, own[first : first + WORD], scratch)
        for peg in range(pegs):
            row, colours = scratch.at[peg], scratch.colours[peg]
            for i in range(BLOCK):
                words[i] = row[colours[i]]
            _add(planes, peg, words)
        _decode(planes, pegs, everyone, scratch.blacks)
        if answers[-1, 1]:
            for peg in range(pegs):
                places = scratch.places[peg]
                for i in range(BLOCK):
                    words[i] = scratch.more[places[i]]
                _add(planes, peg, words)
            _decode(planes, pegs, everyone, scratch.boths)
        else:
            scratch.boths[0] = everyone
        for answer in range(len(sizes)):
            size = sizes[answer]
            black = scratch.blacks[answers[answer, 0]]
            both = scratch.boths[answers[answer, 1]]
            for i in range(BLOCK):
                size[i] += _popcount(np.uint32(black[i] & both[i]))
    return width


@_callable
def part_sizes(answers, codes, guesses, own, sizes, stop):
    """Write the part sizes, (f, g), of some guesses."""
    scratch = _scratch(len(codes.colours), len(answers))
    for left in range(0, len(guesses), BLOCK):
        if stop[0]:
            return
        width = _count(answers, codes, guesses, left, own, scratch)
        for answer in range(len(answers)):
            for i in range(width):
                sizes[answer, left + i] = scratch.sizes[answer, i]


@_compiled
def _splits_perfectly(answers, codes, guess, own, scratch):
    """Return whether a guess tells all candidates apart."""
    colours, repeats, pegs = codes.colours, codes.repeats, len(codes.colours)
    scratch.seen[:] = False
    for place in own:
        black = both = 0
        for peg in range(pegs):
            black += colours[peg, guess] == colours[peg, place]
            for its in range(pegs):
                both += (
                    colours[peg, guess] == colours[its, place]
                    and repeats[peg, guess] == repeats[its, place]
                )
        answer = black * (pegs + 1) + (both if answers[-1, 1] else 0)
        if scratch.seen[answer]:
            return False
        scratch.seen[answer] = True
    return True


@_compiled
def _is_among(codes, code):
    """Return whether a code is among some that ascend."""
    place = np.searchsorted(codes, code)
    return place < len(codes) and codes[place] == code


@_compiled
def _rank(sizes, worth, largest, totals):
    """Write the largest part of each guess, and what its parts are worth in all."""
    largest[:] = 0
    totals[:] = 0
    for size in sizes:
        for i in range(BLOCK):
            largest[i] = max(largest[i], size[i])
        if len(worth):
            for i in range(BLOCK):
                totals[i] += worth[size[i]]


@_callable
def best_guesses(answers, codes, guesses, candidates, spans, rule, stop, best, ranks):
    """
    Write the best guess at some positions.

    See `Group` for `spans`. The ranks are the largest part, the worth of
    all parts, and whether the guess is no candidate where that matters; they are
    left alone where a candidate tells all apart.
    """
    scratch = _scratch(len(codes.colours), len(answers))
    largest = np.empty(BLOCK, np.uint32)
    totals = np.empty(BLOCK, np.float64)
    for position in range(len(spans)):
        start, end = spans[position]
        own = candidates[start:end]
        best[position] = -1
        if rule.prefers_candidates and len(own) <= len(answers):
            for code in own:
                if _splits_perfectly(answers, codes, code, own, scratch):
                    best[position] = code
                    break
            if best[position] >= 0:
                continue
        slack = rule.tie * len(own)
        least, total, is_candidate = len(own), np.inf, False
        for left in range(0, len(guesses), BLOCK):
            if stop[0]:
                return
            width = _count(answers, codes, guesses, left, own, scratch)
            _rank(scratch.sizes, rule.worth, largest, totals)
            for i in range(width):
                if rule.by_largest and largest[i] < least:
                    total = np.inf
                elif rule.by_largest and largest[i] > least:
                    continue
                if totals[i] > total + slack:
                    continue
                guess = guesses[left + i]
                is_tie = totals[i] >= total - slack
                if is_tie and (is_candidate or not rule.prefers_candidates):
                    continue
                possible = _is_among(own, guess)
                if is_tie and not possible:
                    continue
                least, total, is_candidate = largest[i], totals[i], possible
                best[position] = guess
            if least == 1 and best[position] >= 0:
                break  # no rank is better
        rank = ranks[position]
        rank[0], rank[1] = least, total
        rank[2] = rule.prefers_candidates and not is_candidate
