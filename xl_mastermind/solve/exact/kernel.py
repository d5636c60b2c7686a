"""
The compiled part of the exact search: `total` and `within`.

`engine` calls them, on the `State` that `tables` makes. Both import this module when
the first search begins, for it loads numba.

A set of candidates is a run of the `stack`. Between candidates and guesses
stands a table of words with one bit for each feedback; the winning feedback has
a second bit above it, because it counts as a part and saves a guess. A position may
have tables of its own (a *level*), which are cut out of those around it, so that what
is read often lies together.

All of it is one file. numba compiles anew what stands in a file that has changed, but
not what calls it from another file.
"""

from collections import namedtuple
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

INFINITE: Final = 1 << 28
"""More guesses than any game needs."""

NOTHING: Final = np.int64(0)
ENDLESS: Final = np.int64(INFINITE)
"""Zero and `INFINITE` in calls: for a plain number numba compiles a function anew."""

MOST_DEPTH: Final = 100
"""No tree that is looked at is deeper; one colour a peg needs 62."""

BUCKETS: Final = 256
"""Guesses are sorted by their bound into so many buckets."""

SYMMETRIC_TURNS: Final = 3
"""So many guesses deep, guesses are compared for symmetry; later the memo does."""

ROOM: Final = 80
"""More than there are feedbacks."""

BLOCK: Final = 1024
"""Feedbacks to so many guesses are counted at a time."""

EASY: Final = 4
"""A set is easy if it is soon solved when each guess splits it in so many parts."""

GAPS: Final = (3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1)
"""Of Shell's sort; numba's would have memory managed, which costs time everywhere."""

# Numbers in `counters`
STOP, NODES, BEST, LOWER, FIRST, DEPTH = range(6)
NOTHING_FOUND: Final = (0, 0, INFINITE, 0, -1, 0)
"""What they are before a search."""

# Numbers in `used`, `filled`, `made` and `options`
WORDS, INTS = range(2)
PLACES, FROM, TO = range(3)
TURNS = 0
ORDERLY, THREAD, THREADS = range(3)

# Columns of `slots`
SIGN, PLACE, SET, KNOWN = range(4)

WAYS: Final = 4
"""A set is remembered in one of so many slots."""

# numba knows plain named tuples, and no others.

Facts = namedtuple(  # noqa: PYI024
    "Facts",
    "pegs colours feedbacks distinct per_peg symmetric renames count by_guess",
)
"""
What does not change during a search.

pegs, colours, feedbacks : their numbers
distinct : whether no code has a colour twice
per_peg : whether each peg has colours of its own
symmetric, renames : as in `Problem`
count : the number of candidates
by_guess : where the outermost table by guess begins in `words`
"""

Level = namedtuple(  # noqa: PYI024
    "Level",
    "count high by_candidate by_guess candidates ids selves rows roots filled",
)
"""
The tables of one position.

count, high : the numbers of candidates and of guesses
by_candidate, by_guess : where its tables begin in `words`: a row a candidate, and a
    row a guess
candidates, ids : where in `ints` the places of its candidates and of its guesses
    begin, among all guesses
selves : where the places of its candidates among its own guesses begin
rows, roots : where the candidates' rows in `by_candidate`, and in the outermost
    table, begin
filled : where the marks of the rows by guess that are filled begin; negative where
    all are
"""

Scratch = namedtuple(  # noqa: PYI024
    "Scratch", "by_parts counts starts fills order lows waiting scored"
)
"""
Numbers of one depth, in `scratch`.

by_parts : by number of parts, the least total of a guess that splits in so many
counts, starts, fills, lows : by feedback, the size of its part, where it begins on
    the stack, how far it is filled, and its least total
order : feedbacks whose parts are looked at, in that order
waiting, scored : by bucket, the first guess of a list; the next ones are in `nexts`
"""

SCRATCH: Final = 6 * ROOM + 2 * BUCKETS
"""So many numbers have room for all of them."""

Tables = namedtuple(  # noqa: PYI024
    "Tables", "facts codes words ints stack used marks"
)
"""
Candidates, guesses, and what they answer one another.

facts : Facts
codes : (g, p) uint16, every guess
words : words, the tables, one level after the other
ints : int32, the levels' numbers
stack : uint32, candidates
used : (2,) int64, how far `words` and `ints` are filled
marks : (4, m) int64, for whatever is noted of colours, or of bits
"""

Memo = namedtuple(  # noqa: PYI024
    "Memo", "slots arena filled keys signs counts order rank"
)
"""
What is known of sets. All threads share `slots` and `arena`, without locks.

An entry is signed, so that one which two threads have written at a time is known
by nobody; so is one whose set was written over, since sets are compared whole.

slots : (2 ** b, 4) int64, entries: signature; the set's place in `arena`; its size
    and the guesses that may be made; the bounds
arena : int32, the sets
filled : (3,) int64, the thread's place in `arena`, and from where to where it may write
keys : (depth, n) int32, sets in their normal form
signs, counts, order, rank : to put a set in its normal form
"""

Symmetry = namedtuple(  # noqa: PYI024
    "Symmetry", "turns made orders lists maps names"
)
"""
What tells guesses apart that are equal but for symmetry.

turns : (depth, p) int16, the guesses so far
made : (1,) int64, how many they are
orders : (m, p) int64, ways to move the pegs
lists, maps, names : the colours of each kind, the symmetries found, and a renaming
"""

Bounds = namedtuple(  # noqa: PYI024
    "Bounds", "cost easy reach limits classes"
)
"""
What no strategy can do better.

cost : (k + 1, n + 2) int32, the least total of n candidates with k parts a guess
easy : (n + 2,) int32, the total of n candidates were each guess to split in `EASY`
reach : (MOST_DEPTH + 1, k + 1) int32, how many candidates so many guesses can find
limits : (classes, f) int32, most parts of what is left after each feedback
classes : (g,) int32, the class of each guess
"""

Depths = namedtuple(  # noqa: PYI024
    "Depths", "masks parts nexts planes scratch"
)
"""
What is noted at each depth.

masks, parts, nexts : (depth, g), of the guesses: the feedbacks of all candidates, the
    number of parts, the guess that is next in a list
planes : (4, bits, BLOCK) words, to count with, see `_tally`; of no depth
scratch : (depth, SCRATCH) int32, see `Scratch`
"""

State = namedtuple(  # noqa: PYI024
    "State", "tables memo symmetry bounds depths first_order options counters"
)
"""
All that a search reads and writes.

first_order : (g,) uint32, the guesses in the order of the strategy ``optimal``
options : (3,) int64, whether first guesses are looked at in this order; the thread's
    number, and how many threads there are
counters : (6,) int64, shared with who waits for the search
"""


# Nothing allocates: that no array need be counted makes all of it faster.
_callable = njit(nogil=True, cache=True, _nrt=False)
# What Python never calls needs nothing to be called by: a quarter less to compile.
_compiled = njit(
    nogil=True,
    cache=True,
    _nrt=False,
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)
_compiled_inline = njit(cache=True, inline="always", _nrt=False)


@intrinsic
def _popcount(_context: Any, x: Any) -> Any:
    def build(_c: Any, builder: Any, _s: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return x(x), build


@intrinsic
def _lowest_bit(_context: Any, x: Any) -> Any:
    def build(_c: Any, builder: Any, _s: Any, arguments: Any) -> Any:
        found = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        if found.type.width < 64:
            return builder.zext(found, ir.IntType(64))
        return found

    return types.uint64(x), build


@intrinsic
def _odd(_context: Any, x: Any, _y: Any, _z: Any) -> Any:
    """Return the bits set in one or all of three words; numba's own would widen."""

    def build(_c: Any, builder: Any, _s: Any, words: Any) -> Any:
        a, b, c = words
        return builder.xor(builder.xor(a, b), c)

    return x(x, x, x), build


@intrinsic
def _two_of(_context: Any, x: Any, _y: Any, _z: Any) -> Any:
    """Return the bits set in two or all of three words."""

    def build(_c: Any, builder: Any, _s: Any, words: Any) -> Any:
        a, b, c = words
        return builder.or_(builder.and_(a, b), builder.and_(c, builder.xor(a, b)))

    return x(x, x, x), build


@_compiled_inline
def _scratch(depths, depth):
    """Return the numbers of a depth by their names."""
    row = depths.scratch[depth]
    return Scratch(
        row[:ROOM],
        row[ROOM : 2 * ROOM],
        row[2 * ROOM : 3 * ROOM],
        row[3 * ROOM : 4 * ROOM],
        row[4 * ROOM : 5 * ROOM],
        row[5 * ROOM : 6 * ROOM],
        row[6 * ROOM : 6 * ROOM + BUCKETS],
        row[6 * ROOM + BUCKETS :],
    )


@_compiled_inline
def _stir(x):
    x = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15)
    return x ^ (x >> np.uint64(29))


@_compiled
def _count_colours(t, memo, own, left):
    """Count how often each peg has each colour; sign pegs and colours by that."""
    pegs = t.facts.pegs
    colours = t.facts.colours
    counts = memo.counts
    signs = memo.signs
    signs[:] = 0
    counts[:] = 0
    for i in range(len(left)):
        me = np.uint32(own[left[i]])
        for p in range(pegs):
            counts[p, t.codes[me, p]] += 1
    for p in range(pegs):
        for c in range(colours):
            h = _stir(np.uint64(counts[p, c] + 1))
            signs[0, p] += h
            signs[1, c] += h


@_compiled
def _sign_again(t, memo, own, left):
    """Sign pegs and colours anew, by the codes in which they stand together."""
    pegs = t.facts.pegs
    codes = t.codes
    signs = memo.signs
    for i in range(len(left)):
        me = np.uint32(own[left[i]])
        h = np.uint64(0)
        for p in range(pegs):
            h += _stir(signs[0, p] + signs[1, codes[me, p]])
        for p in range(pegs):
            c = codes[me, p]
            signs[3, c] += _stir(h ^ signs[0, p])
            signs[2, p] += _stir(h ^ signs[1, c])


@_compiled
def _rank_by_signs(t, memo):
    """Order the pegs by their signs, and the colours of each group by theirs."""
    signs = memo.signs
    order = memo.order
    for p in range(t.facts.pegs):
        j = p
        while j and signs[2, order[j - 1]] > signs[2, p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p
    span = _colours_a_group(t)
    for c in range(t.facts.colours):
        begin = c // span * span
        r = 0
        for other in range(begin, begin + span):
            r += signs[3, other] > signs[3, c] or (
                signs[3, other] == signs[3, c] and other < c
            )
        memo.rank[c] = r


@_compiled
def _sort(key):
    """Sort numbers by Shell's method."""
    for gap in GAPS:
        for i in range(gap, len(key)):
            value = key[i]
            j = i
            while j >= gap and key[j - gap] > value:
                key[j] = key[j - gap]
                j -= gap
            key[j] = value


@_compiled_inline
def _colours_a_group(t):
    """Return how many colours may be renamed into one another."""
    return t.facts.colours // t.facts.pegs if t.facts.per_peg else t.facts.colours


@_compiled
def _key(t, memo, level, at, n, depth):
    """
    Write a set in its normal form for the memo; return its hash.

    Pegs and colours are taken in an order of their own, by their signs.
    """
    own = t.ints[level.candidates :]
    left = t.stack[at : at + n]
    key = memo.keys[depth, :n]
    if t.facts.renames:
        _count_colours(t, memo, own, left)
        _sign_again(t, memo, own, left)
        _rank_by_signs(t, memo)
        span = _colours_a_group(t)
        for i in range(n):
            me = np.uint32(own[left[i]])
            value = 0
            for p in range(t.facts.pegs):
                value = value * span + memo.rank[t.codes[me, memo.order[p]]]
            key[i] = value
        _sort(key)
    else:
        for i in range(n):
            key[i] = own[left[i]]
    h = np.uint64(n)
    for i in range(n):
        h = _stir(h + np.uint64(key[i]))
    return h


@_compiled_inline
def _signature(h, place, set_, known):
    """Return a number that no other entry has."""
    x = np.uint64(h) + np.uint64(place) * np.uint64(0xD6E8FEB86659FD93)
    x += np.uint64(set_) * np.uint64(0xA0761D6478BD642F)
    return np.int64(_stir(x + np.uint64(known) * np.uint64(0xE7037ED1A0B428DB)))


@_compiled_inline
def _same(memo, place, depth, n):
    """Return whether the set in `keys` is the one there: a hash proves nothing."""
    key = memo.keys[depth]
    j = 0
    while j < n and memo.arena[place + j] == key[j]:
        j += 1
    return j == n


@_compiled
def _find(memo, h, n, d, depth):
    """Return what the memo knows of the set in `keys`: its least and most; or 0, 0."""
    slots = memo.slots
    first = np.int64(h) & (len(slots) - WAYS)
    set_ = np.int64(n) << 32 | np.int64(d)
    for i in range(first, first + WAYS):
        sign = slots[i, SIGN]
        place = slots[i, PLACE]
        known = slots[i, KNOWN]
        if (
            slots[i, SET] == set_
            and sign == _signature(h, place, set_, known)
            and _same(memo, place, depth, n)
        ):
            return known >> 32, known & 0xFFFFFFFF
    return np.int64(0), np.int64(0)


@_compiled
def _remember(memo, h, n, d, depth, lower, upper):
    """Remember what is known of the set in `keys`."""
    slots = memo.slots
    arena = memo.arena
    filled = memo.filled
    if n > filled[TO] - filled[FROM]:
        return
    first = np.int64(h) & (len(slots) - WAYS)
    set_ = np.int64(n) << 32 | np.int64(d)
    place = np.int64(-1)
    chosen = first + (filled[PLACES] & (WAYS - 1))
    for i in range(first, first + WAYS):
        if slots[i, SET] == 0:
            chosen = i
        known = slots[i, KNOWN]
        if (
            slots[i, SET] == set_
            and slots[i, SIGN] == _signature(h, slots[i, PLACE], set_, known)
            and _same(memo, slots[i, PLACE], depth, n)
        ):
            chosen = i
            place = slots[i, PLACE]
            lower = max(lower, known >> 32)
            upper = min(upper, known & 0xFFFFFFFF)
            break
    if place < 0:
        if filled[PLACES] + n > filled[TO]:
            filled[PLACES] = filled[FROM]  # full: write over the oldest
        place = filled[PLACES]
        filled[PLACES] += n
        for j in range(n):
            arena[place + j] = memo.keys[depth, j]
    known = np.int64(lower) << 32 | np.int64(upper)
    slots[chosen, SIGN] = 0
    slots[chosen, PLACE] = place
    slots[chosen, SET] = set_
    slots[chosen, KNOWN] = known
    slots[chosen, SIGN] = _signature(h, place, set_, known)


@_compiled
def _note_present(t, level, at, n, present):
    """Mark the colours that some candidate of a set has."""
    present[:] = False
    for i in range(n):
        code = t.codes[t.ints[level.candidates + t.stack[at + i]]]
        for p in range(t.facts.pegs):
            present[code[p]] = True


@_compiled
def _list_kinds(t, symmetry, level, at, n, depth):
    """List the colours of each kind: not guessed yet, and in no candidate."""
    used = t.marks[0]
    present = t.marks[1]
    used[:] = False
    for i in range(symmetry.made[TURNS]):
        for p in range(t.facts.pegs):
            if symmetry.turns[i, p] >= 0:
                used[symmetry.turns[i, p]] = True
    _note_present(t, level, at, n, present)
    groups = t.facts.pegs if t.facts.per_peg else 1
    span = _colours_a_group(t)
    kinds = symmetry.maps[depth, 0]
    lists = symmetry.lists[depth]
    lists[:, 0] = 0  # how many there are
    for c in range(t.facts.colours):
        kind = 1 if not present[c] else (-1 if used[c] else 0)
        kinds[c] = kind
        if kind >= 0:
            row = lists[kind * groups + c // span]
            row[0] += 1
            row[row[0]] = c


@_compiled
def _keeps_turns(t, symmetry, order):
    """
    Return whether pegs can be moved so that every guess so far stays.

    Which colour then becomes which is in `marks`.
    """
    present = t.marks[1]
    there = t.marks[2]
    back = t.marks[3]
    there[:] = -1
    back[:] = -1
    for i in range(symmetry.made[TURNS]):
        for p in range(t.facts.pegs):
            old = symmetry.turns[i, order[p]]
            new = symmetry.turns[i, p]
            if old < 0 or new < 0:
                if old != new:
                    return False
            elif (
                (there[old] >= 0 and there[old] != new)
                or (back[new] >= 0 and back[new] != old)
                or present[old] != present[new]  # one may be in no secret
            ):
                return False
            else:
                there[old] = new
                back[new] = old
    return True


@_compiled
def _find_symmetries(t, symmetry, level, at, n, depth):
    """
    Note the ways to move pegs and colours that keep every guess so far.

    Return how many there are; none where symmetry is not looked at.
    """
    found = 0
    if depth >= SYMMETRIC_TURNS or not t.facts.symmetric:
        return found
    colours = t.facts.colours
    _list_kinds(t, symmetry, level, at, n, depth)
    for k in range(len(symmetry.orders)):
        if _keeps_turns(t, symmetry, symmetry.orders[k]):
            found += 1
            for c in range(colours):
                symmetry.maps[depth, found, c] = t.marks[2, c]
            symmetry.maps[depth, found, colours] = k
    return found


@_compiled
def _is_least(t, symmetry, depth, found, g):
    """Return whether no guess of its class is smaller; `found` symmetries are noted."""
    codes = t.codes
    maps = symmetry.maps[depth]
    lists = symmetry.lists[depth]
    names = symmetry.names
    pegs = t.facts.pegs
    groups = pegs if t.facts.per_peg else 1
    for k in range(1, found + 1):
        order = symmetry.orders[maps[k, t.facts.colours]]
        names[0, 0] += 1  # the number of this round, which marks colours named in it
        now = names[0, 0]
        free = 0
        absent = 0
        for p in range(pegs):
            c = np.int64(codes[g, order[p]])
            kind = maps[0, c]
            if kind < 0:
                c = np.int64(maps[k, c])
            elif groups > 1:
                c = np.int64(lists[kind * groups + p, 1])
            elif kind == 1 and not t.facts.distinct:
                c = np.int64(lists[1, 1])
            else:
                if names[1, c] != now:  # in order of first use
                    names[1, c] = now
                    if kind == 0:
                        free += 1
                        names[2, c] = lists[0, free]
                    else:
                        absent += 1
                        names[2, c] = lists[1, absent]
                c = np.int64(names[2, c])
            if c < codes[g, p]:
                return False
            if c > codes[g, p]:
                break
    return True


@_compiled
def _spread(cost, n, q, k):
    """Return the least total of n candidates over q parts."""
    if n == 0:
        return 0
    if q == 0:
        return INFINITE
    each = n // q
    over = n % q
    return (q - over) * cost[k, each] + over * cost[k, each + 1]


@_compiled
def _row(t, level, g):
    """Return where the row of a guess begins; it is filled when first asked for."""
    wide = level.count
    row = level.by_guess + np.int64(g) * wide
    ints = t.ints
    if level.filled >= 0 and not ints[level.filled + g]:
        ints[level.filled + g] = 1
        count = t.facts.count
        outer = t.facts.by_guess + np.int64(ints[level.ids + g]) * count
        new = t.words[row : row + wide]
        old = t.words[outer : outer + count]
        for i in range(wide):
            new[i] = old[np.uint32(ints[level.roots + i])]
    return row


@_compiled_inline
def _count(words, row, stack, at, n, counts):
    """Count the candidates that each feedback to a guess leaves."""
    answers = words[row:]  # slices and unsigned places are quicker to read
    left = stack[at : at + n]
    counts[:] = 0
    for i in range(n):
        counts[_lowest_bit(answers[left[i]])] += 1


@_compiled_inline
def _deal(words, row, stack, at, n, fill):
    """Put candidates where the parts of their feedback are filled."""
    answers = words[row:]
    left = stack[at : at + n]
    for i in range(n):
        answer = _lowest_bit(answers[left[i]])
        stack[fill[answer]] = left[i]
        fill[answer] += 1


@_compiled
def _by_member(t, level, at, n):
    """Return the most parts by one of the candidates; n if it tells all apart."""
    best = 0
    left = t.stack[at : at + n]
    for i in range(n):
        answers = t.words[_row(t, level, t.ints[level.selves + left[i]]) :]
        mask = answers[left[0]]
        for j in range(1, n):
            mask |= answers[left[j]]
        q = np.int64(_popcount(mask)) - 1
        if q > best:
            best = q
            if q == n:
                break
    return best


@_callable
def survey(t, depths, level, at, n, depth):
    """Count the parts of every guess, winning twice; return the most, and plainly."""
    high = level.high
    by_cand = level.by_candidate
    rows = level.rows
    mask = depths.masks[depth, :high]
    parts = depths.parts[depth, :high]
    words = t.words
    stack = t.stack
    ints = t.ints
    mask[:] = 0
    i = 0
    while i < n:  # four at a time; the last ones are taken again, which does no harm
        a = by_cand + np.int64(ints[rows + stack[at + i]]) * high
        b = by_cand + np.int64(ints[rows + stack[at + min(i + 1, n - 1)]]) * high
        c = by_cand + np.int64(ints[rows + stack[at + min(i + 2, n - 1)]]) * high
        e = by_cand + np.int64(ints[rows + stack[at + min(i + 3, n - 1)]]) * high
        row_a = words[a : a + high]
        row_b = words[b : b + high]
        row_c = words[c : c + high]
        row_e = words[e : e + high]
        for g in range(high):
            mask[g] |= row_a[g] | row_b[g] | row_c[g] | row_e[g]
        i += 4
    most = np.uint8(0)
    plain = np.uint8(0)
    twice = t.facts.feedbacks
    for g in range(high):
        q = np.uint8(_popcount(mask[g]))
        w = np.uint8((mask[g] >> twice) & 1)
        parts[g] = q
        most = max(most, q)
        plain = max(plain, np.uint8(q - w))
    return np.int64(most), np.int64(plain)


@njit(cache=True)
def tie_breaks(t, bounds, level, at, n):
    """
    Return a number for every guess; of the best guesses the least is to be made.

    First come those whose parts would be easy, then those whose largest part is
    large.
    """
    high = level.high
    win = t.facts.feedbacks - 1
    keys = np.empty(high, dtype=np.int64)
    cnt = np.zeros(win + 1, dtype=np.int64)
    for g in range(high):
        _count(t.words, _row(t, level, g), t.stack, at, n, cnt)
        easy = 0
        largest = 0
        for f in range(win + 1):
            if f < win:
                easy += bounds.easy[cnt[f]]
            largest = max(largest, cnt[f])
        keys[g] = easy * (n + 1) - largest
    return keys


@_compiled
def _list_different_guesses(t, level, at, n, ids, local):
    """
    List the guesses that differ for a set, and their places in the level.

    Colours that no candidate has are alike: one of them is enough, or where
    colours are distinct, the first ones. Return how many guesses are listed.
    """
    present = t.marks[0]
    _note_present(t, level, at, n, present)
    span = _colours_a_group(t)
    firsts = t.marks[1]
    firsts[:] = -1
    for c in range(t.facts.colours - 1, -1, -1):
        if not present[c]:
            firsts[c // span] = c
    listed = 0
    for g in range(level.high):
        code = t.codes[t.ints[level.ids + g]]
        differs = True
        latest = -1
        if t.facts.renames:
            for p in range(t.facts.pegs):
                c = code[p]
                if present[c]:
                    continue
                if not t.facts.distinct:
                    differs = differs and c == firsts[c // span]
                else:  # absent colours in order
                    for b in range(latest + 1, c):
                        differs = differs and present[b]
                    differs = differs and c > latest
                    latest = c
        if differs:
            t.ints[local + listed] = g
            t.ints[ids + listed] = t.ints[level.ids + g]
            listed += 1
    return listed


@_compiled
def _place_of(ints, begin, count, wanted):
    """Return where a number stands among some in ascending order."""
    low = 0
    top = count - 1
    while low < top:
        middle = (low + top) // 2
        if ints[begin + middle] < wanted:
            low = middle + 1
        else:
            top = middle
    return low


@_compiled
def _inner(t, level, at, n):
    """Cut out the tables of one position."""
    high = level.high
    ints = t.ints
    words = t.words
    cands = t.used[INTS]
    selves = cands + n
    rows = selves + n
    roots = rows + n
    ids = roots + n
    filled = ids + high
    local = filled + high
    t.used[INTS] = local + high
    listed = _list_different_guesses(t, level, at, n, ids, local)
    ints[filled : filled + listed] = 0
    by_guess = t.used[WORDS]
    by_cand = level.by_candidate
    t.used[WORDS] += np.int64(listed) * n
    if listed < high:
        by_cand = t.used[WORDS]
        t.used[WORDS] += np.int64(listed) * n
    for i in range(n):
        outer = t.stack[at + i]
        me = ints[level.candidates + outer]
        ints[cands + i] = me
        ints[rows + i] = ints[level.rows + outer]
        ints[roots + i] = ints[level.roots + outer]
        if listed < high:
            row = level.by_candidate + np.int64(ints[level.rows + outer]) * high
            to = by_cand + np.int64(i) * listed
            new = words[to : to + listed]
            old = words[row : row + high]
            for g in range(listed):
                new[g] = old[ints[local + g]]
            ints[rows + i] = i
        ints[selves + i] = _place_of(ints, ids, listed, me)
    return Level(n, listed, by_cand, by_guess, cands, ids, selves, rows, roots, filled)


@_compiled
def _pays(t, level, n, depth):
    """Return whether tables of this position's own pay for themselves, and fit."""
    if not (depth == 1 or (depth == 2 and n >= 100)) or n * 2 >= level.count:
        return False
    words = t.used[WORDS] + 2 * np.int64(n) * level.high
    ints = t.used[INTS] + 4 * n + 3 * level.high
    return words < len(t.words) and ints < len(t.ints)


@_compiled
def _play(t, symmetry, place):
    """Note a guess; return its turn."""
    turn = symmetry.made[TURNS]
    for p in range(t.facts.pegs):
        symmetry.turns[turn, p] = t.codes[place, p]
    symmetry.made[TURNS] = turn + 1
    return turn


@_compiled
def _enter(s, level, at, n, top, depth):
    """
    Look at a set for the first time, in tables of its own where they pay.

    Return the tables, where the set and the free stack begin, and the most parts of a
    guess, with the win twice and once.
    """
    t = s.tables
    s.counters[NODES] += 1
    s.counters[DEPTH] = depth
    if _pays(t, level, n, depth):
        level = _inner(t, level, at, n)
        for i in range(n):
            t.stack[top + i] = i
        at = top
        top += n
    most, k = survey(t, s.depths, level, at, n, depth)
    return level, at, top, most, k


@_compiled
def _known_at_once(t, level, at, n, d, beta, depth):
    """Return the least total of a set, or a bound that will do; 0 if unknown."""
    if n == 1:
        return 1 if d >= 1 else INFINITE
    if d < 2:
        return INFINITE
    if n == 2:
        return 3
    if _is_small(t, n, depth):
        q = _by_member(t, level, at, n)
        if q == n:
            return 2 * n - 1
        if 2 * n >= beta or (q == n - 1 and d > 2):
            return 2 * n
    elif d == 2 and n > t.facts.feedbacks:
        return INFINITE
    return 0


@_compiled_inline
def _is_small(t, n, depth):
    """Return whether a candidate might tell all the others apart."""
    return n <= t.facts.feedbacks and depth > 0


@_compiled
def _bound_by_parts(bounds, work, n, most, k):
    """Note the least total of a guess that splits in so many parts; k at most later."""
    for q in range(most + 1):
        x = _spread(bounds.cost, n, q, k)
        if q > 2:
            x = min(x, _spread(bounds.cost, n - 1, q - 2, k))
        work.by_parts[q] = min(n + x, INFINITE)


@_compiled
def _sort_by_parts(s, work, high, depth, most, best, orderly):
    """Put the guesses that may be less than `best` in buckets, by their parts."""
    by_parts = work.by_parts
    parts = s.depths.parts[depth]
    following = s.depths.nexts[depth]
    work.waiting[:] = -1
    work.scored[:] = -1
    need = 2
    while by_parts[need] >= best:
        need += 1
    for i in range(high):  # so that those of a bucket come out in order at last
        g = np.int64(s.first_order[i]) if orderly else high - 1 - i
        if parts[g] < need:
            continue
        b = 0
        if not orderly:
            b = min(by_parts[parts[g]] - by_parts[most], BUCKETS - 1)
        following[g] = work.waiting[b]
        work.waiting[b] = g


@_compiled
def _sort_by_score(
    s, work, level, at, n, depth, k, b, base, best, easiest, symmetries, orderly
):
    """
    Put the guesses of a bucket in buckets anew, by the least totals of their parts.

    Return the easiest of them if it is easier than those before, else -1, and how
    easy it is.
    """
    t = s.tables
    bounds = s.bounds
    following = s.depths.nexts[depth]
    cnt = work.counts[: t.facts.feedbacks]
    win = t.facts.feedbacks - 1
    promising = -1
    while work.waiting[b] >= 0:
        g = work.waiting[b]
        work.waiting[b] = following[g]
        place = t.ints[level.ids + g]
        if symmetries and not _is_least(t, s.symmetry, depth, symmetries, place):
            continue
        limits = bounds.limits[bounds.classes[place]]
        _count(t.words, _row(t, level, g), t.stack, at, n, cnt)
        score = n
        for f in range(win):
            score += bounds.cost[np.uint32(min(k, limits[f])), np.uint32(cnt[f])]
        if score >= best:
            continue
        c = b if orderly else max(b, min(score - base, BUCKETS - 1))
        following[g] = work.scored[c]
        work.scored[c] = g
        score = 0
        for f in range(win):
            score += bounds.easy[np.uint32(cnt[f])]
        if score < easiest and not orderly:
            easiest = score
            promising = g
    return promising, easiest


@_compiled_inline
def _take(work, following, b):
    """Take the next guess from a bucket; -1 if it is empty."""
    g = work.scored[b]
    if g >= 0:
        work.scored[b] = following[g]
    return g


@_compiled
def _join_buckets(work, following):
    """Put all guesses into the first bucket, in order."""
    whole = np.int64(-1)
    for b in range(BUCKETS - 1, -1, -1):
        g = np.int64(work.scored[b])
        if g < 0:
            continue
        first = g
        while following[g] >= 0:
            g = np.int64(following[g])
        following[g] = whole
        whole = first
    work.scored[0] = whole


@_compiled
def _begin_elsewhere(s, work, following, b):
    """
    Let a bucket begin where no other thread begins, at odd threads backwards.

    What one has found the others look up, and so they share the guesses.
    """
    number = s.options[THREAD]
    if number == 0:
        return
    length = 0
    last = np.int64(-1)
    g = np.int64(work.scored[b])
    while g >= 0:
        length += 1
        last = g
        g = following[g]
    if length < 2:
        return
    following[last] = work.scored[b]  # a ring
    for _ in range((number + number % 2) * length // s.options[THREADS] % length):
        last = np.int64(following[last])
    first = np.int64(following[last])
    following[last] = -1
    if number % 2:
        before = np.int64(-1)
        while first >= 0:
            after = np.int64(following[first])
            following[first] = before
            before = first
            first = after
        first = before
    work.scored[b] = first


@_compiled
def _divide(t, bounds, work, level, at, n, top, d, k, g):
    """
    Divide a set by a guess, and order the parts of three or more by their sizes.

    Return the least total, `INFINITE` if d guesses are too few, and the number of
    parts in order.
    """
    cnt = work.counts[: t.facts.feedbacks]
    order = work.order
    win = t.facts.feedbacks - 1
    limits = bounds.limits[bounds.classes[t.ints[level.ids + g]]]
    row = _row(t, level, g)
    _count(t.words, row, t.stack, at, n, cnt)
    place = top
    m = 0
    score = n
    for f in range(win + 1):
        work.starts[f] = place
        work.fills[f] = place
        place += cnt[f]
        if cnt[f] == 0 or f == win:
            continue
        kf = min(k, limits[f])
        if cnt[f] > bounds.reach[d - 1, kf]:
            return INFINITE, m
        work.lows[f] = bounds.cost[kf, cnt[f]]
        score += work.lows[f]
        if cnt[f] > 2:
            j = m
            while j and cnt[order[j - 1]] > cnt[f]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = f
            m += 1
    return score, m


@_compiled
def _look_at_small_parts(t, work, level, m, d, score, best):
    """Raise the score by small parts that no member tells apart; leave out the known.

    Return the score, and how many parts in order are left.
    """
    left = 0
    for i in range(m):
        f = work.order[i]
        size = np.int64(work.counts[f])
        if size <= t.facts.feedbacks:
            q = _by_member(t, level, np.int64(work.starts[f]), size)
            if q == size:
                continue
            if work.lows[f] < 2 * size:
                score += 2 * size - work.lows[f]
                work.lows[f] = 2 * size
            if score >= best:
                break
            if q == size - 1 and d > 3:
                continue
        work.order[left] = f
        left += 1
    return score, left


@_compiled
def _look_up_parts(t, memo, work, level, m, d, depth, score, best):
    """Raise the score by what the memo knows of the parts; leave out the settled.

    Return the score, and how many parts in order are left.
    """
    left = 0
    for i in range(m):
        f = work.order[i]
        size = np.int64(work.counts[f])
        h = _key(t, memo, level, np.int64(work.starts[f]), size, depth + 1)
        low, high = _find(memo, h, size, min(d - 1, size), depth + 1)
        if low:
            if low > work.lows[f]:
                score += low - work.lows[f]
                work.lows[f] = low
                if score >= best:
                    break
            if low == high:
                continue
        work.order[left] = f
        left += 1
    return score, left


@_compiled
def _begin_guess(t, memo, bounds, work, level, at, n, top, d, depth, k, g, best):
    """
    Divide a set by a guess and do what is cheap with its parts.

    Return a lower bound of the total, and how many parts in order are to be searched.
    """
    score, m = _divide(t, bounds, work, level, at, n, top, d, k, g)
    if score < best:
        _deal(t.words, _row(t, level, g), t.stack, at, n, work.fills)
        score, m = _look_at_small_parts(t, work, level, m, d, score, best)
    if score < best:
        score, m = _look_up_parts(t, memo, work, level, m, d, depth, score, best)
    return score, m


@_callable
def total(s, level, at, n, top, d, beta, depth, k_in):
    """
    Return the least total number of guesses for a set of candidates.

    Parameters
    ----------
    s, level : State, Level
        All tables, and those of the position.
    at, n, top : int
        Where the set begins on the stack, its size, and where the stack is free.
    d : int
        Guesses that may be made.
    beta : int
        If the total is not less, any lower bound that is at least `beta` will do.
    depth : int
        Guesses made.
    k_in : int
        The most parts that a guess can have.
    """
    t = s.tables
    bounds = s.bounds
    d = min(d, n)
    known = _known_at_once(t, level, at, n, d, beta, depth)
    if known:
        return known
    h = _key(t, s.memo, level, at, n, depth)
    low, high = _find(s.memo, h, n, d, depth)
    lower = 2 * n if _is_small(t, n, depth) else bounds.cost[k_in, n]
    if low and depth > 0:
        if low >= beta or low == high:
            return low
        lower = max(lower, low)
    words_mark = t.used[WORDS]
    ints_mark = t.used[INTS]
    level, at, top, most, k = _enter(s, level, at, n, top, depth)
    k = min(k, k_in)
    work = _scratch(s.depths, depth)
    _bound_by_parts(bounds, work, n, most, k)
    base = work.by_parts[most]
    lower = max(lower, base)
    best = beta
    solved = False
    if lower < best:
        orderly = depth == 0 and s.options[ORDERLY] != 0
        _sort_by_parts(s, work, level.high, depth, most, best, orderly)
        symmetries = _find_symmetries(t, s.symmetry, level, at, n, depth)
        easiest = ENDLESS
        for b in range(BUCKETS):
            if base + b >= best or s.counters[STOP]:
                break
            if depth == 0:
                s.counters[LOWER] = max(lower, base + b)
            promising, easiest = _sort_by_score(
                s, work, level, at, n, depth, k, b, base, best, easiest, symmetries,
                orderly,
            )  # fmt: skip
            if depth > 0:
                _begin_elsewhere(s, work, s.depths.nexts[depth], b)
            nodes = s.counters[NODES]
            while base + b < best and best > lower:
                if depth > 0 and s.counters[NODES] > nodes:
                    nodes = s.counters[NODES]
                    low, high = _find(s.memo, h, n, d, depth)
                    if low and (low >= best or low == high):  # another was quicker
                        lower = best = low
                        solved = low == high
                        break
                g = promising  # often it is good; then it comes again, and fails
                backwards = g >= 0 and s.options[THREAD] % 2 == 1
                promising = -1
                if g < 0:
                    g = _take(work, s.depths.nexts[depth], b)
                if g < 0:
                    break
                score, m = _begin_guess(
                    t, s.memo, bounds, work, level, at, n, top, d, depth, k, g, best
                )
                if score >= best:
                    continue
                place = t.ints[level.ids + g]
                turn = _play(t, s.symmetry, place)
                for i in range(m):
                    f = work.order[m - 1 - i if backwards else i]
                    low = work.lows[f]
                    value = total(
                        s,
                        level,
                        np.int64(work.starts[f]),
                        np.int64(work.counts[f]),
                        top + n,
                        d - 1,
                        np.int64(best - score + low),
                        depth + 1,
                        np.int64(min(k, bounds.limits[bounds.classes[place], f])),
                    )
                    score += value - low
                    if score >= best or s.counters[STOP]:
                        break
                s.symmetry.made[TURNS] = turn
                if s.counters[STOP]:
                    break
                if score < best:
                    best = score
                    solved = True
                    if depth == 0:
                        s.counters[BEST] = best
                        s.counters[FIRST] = place
            if best <= lower:
                break
    t.used[WORDS] = words_mark
    t.used[INTS] = ints_mark
    if s.counters[STOP]:
        return best
    # The key is still there: each depth has a row of its own.
    if solved:
        _remember(s.memo, h, n, d, depth, best, best)
    else:
        best = max(best, lower)
        _remember(s.memo, h, n, d, depth, best, ENDLESS)
    return best


@_compiled
def _add(total, a, b, carry):
    """Add two bits to one, and note what is carried, in all places."""
    for g in range(len(total)):
        x = total[g]
        carry[g] = _two_of(a[g], b[g], x)
        total[g] = _odd(a[g], b[g], x)


@_compiled
def _exceed(over, count, missing):
    """Note in `over` where counts exceed what they may be, whose bits are not these."""
    for g in range(len(over)):
        over[g] = _two_of(count[g], missing[g], over[g])


@_compiled
def _tally(t, depths, level, at, n, begin, m, room):
    """
    Note in `planes[3, 1]` which parts of m guesses have more than their room.

    All feedbacks to all these guesses are counted at once: plane j has bit j of
    each count. Two numbers of a bit are added as soon as there are two.
    """
    high = level.high
    by_cand = level.by_candidate
    rows = level.rows
    words = t.words
    bits = 1
    while n >> bits:
        bits += 1
    zero = depths.planes[3, 0, :m]
    zero[:] = 0
    waiting = t.marks[0]
    waiting[:] = 0
    for j in range(bits):
        depths.planes[0, j, :m] = 0
    for i in range(0, n, 2):
        a = by_cand + np.int64(t.ints[rows + t.stack[at + i]]) * high + begin
        left = words[a : a + m]
        right = zero
        if i + 1 < n:
            a = by_cand + np.int64(t.ints[rows + t.stack[at + i + 1]]) * high + begin
            right = words[a : a + m]
        j = 0
        while True:
            waiting[j + 1] += 1
            carry = depths.planes[waiting[j + 1], j + 1, :m]
            _add(depths.planes[0, j, :m], left, right, carry)
            j += 1
            if waiting[j] < 2:
                break
            waiting[j] = 0
            left = depths.planes[1, j, :m]
            right = depths.planes[2, j, :m]
    for j in range(1, bits):
        if waiting[j]:
            right = depths.planes[2, j, :m] if waiting[j] == 2 else zero
            waiting[j + 1] += 1
            carry = depths.planes[waiting[j + 1], j + 1, :m]
            _add(depths.planes[0, j, :m], depths.planes[1, j, :m], right, carry)
    _compare_with_room(t, depths, bits, m, room)


@_compiled
def _compare_with_room(t, depths, bits, m, room):
    """Note in `planes[3, 1]` which of the counts in `planes[0]` exceed their room."""
    over = depths.planes[3, 1, :m]
    missing = depths.planes[3, 2, :m]
    over[:] = 0
    for j in range(bits):
        lacking = 0  # the feedbacks whose room has no such bit
        for f in range(t.facts.feedbacks - 1):
            if not (room[f] >> bits or (room[f] >> j) & 1):
                lacking |= 1 << f
        missing[:] = lacking
        _exceed(over, depths.planes[0, j, :m], missing)


@_compiled
def _largest_if_all_fit(reach, limits, counts, d, k):
    """Return the size of the largest part, or -1 if a guess less is too few for one."""
    largest = 0
    for f in range(len(counts)):
        if counts[f] >= d and counts[f] > reach[d - 1, min(k, limits[f])]:
            return -1
        largest = max(largest, counts[f])
    return largest


@_compiled
def _list_hopeful(s, level, at, n, d, depth, k):
    """List guesses whose parts may all be found with a guess less, by the largest."""
    t = s.tables
    bounds = s.bounds
    depths = s.depths
    work = _scratch(depths, depth)
    win = t.facts.feedbacks - 1
    cnt = work.counts[: win + 1]
    room = work.starts
    following = depths.nexts[depth]
    parts = depths.parts[depth]
    each = np.int64(bounds.reach[d - 1, k])
    over = depths.planes[3, 1]
    shift = 0
    while n >> shift >= BUCKETS:
        shift += 1
    symmetries = _find_symmetries(t, s.symmetry, level, at, n, depth)
    work.scored[:] = -1
    room[:] = 0
    for kind in range(len(bounds.limits)):
        for f in range(win):
            room[f] = max(room[f], bounds.reach[d - 1, min(k, bounds.limits[kind, f])])
    for block in range((level.high - 1) // BLOCK, -1, -1):
        begin = block * BLOCK
        end = min(level.high, begin + BLOCK)
        _tally(t, depths, level, at, n, begin, end - begin, room)
        for g in range(end - 1, begin - 1, -1):
            if over[g - begin] or parts[g] * each < n:
                continue
            place = t.ints[level.ids + g]
            if symmetries and not _is_least(t, s.symmetry, depth, symmetries, place):
                continue
            _count(t.words, _row(t, level, g), t.stack, at, n, cnt)
            limits = bounds.limits[bounds.classes[place]]
            largest = _largest_if_all_fit(bounds.reach, limits, cnt[:win], d, k)
            if 0 <= largest < n:
                following[g] = work.scored[largest >> shift]
                work.scored[largest >> shift] = g


@_compiled
def _list_finest(depths, level, depth):
    """List only the first guess with the most parts."""
    work = _scratch(depths, depth)
    g = np.int64(depths.parts[depth, : level.high].argmax())
    depths.nexts[depth, g] = -1
    work.scored[:] = -1
    work.scored[0] = g


@_compiled
def _divide_hopefully(t, depths, level, at, n, top, d, depth, g):
    """Divide a set by a guess; order the parts of d or more, large ones first."""
    work = _scratch(depths, depth)
    win = t.facts.feedbacks - 1
    cnt = work.counts[: win + 1]
    order = work.order
    row = _row(t, level, g)
    _count(t.words, row, t.stack, at, n, cnt)
    place = top
    m = 0
    for f in range(win + 1):
        work.starts[f] = place
        work.fills[f] = place
        place += cnt[f]
        if f == win or cnt[f] < d:
            continue
        j = m
        while j and cnt[order[j - 1]] < cnt[f]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = f
        m += 1
    _deal(t.words, row, t.stack, at, n, work.fills)
    return m


@_compiled
def _tells_all_apart(t, depths, level, n, depth):
    """Return the first guess that leaves one candidate in each part, or -1."""
    for g in range(level.high):
        wins = (depths.masks[depth, g] >> t.facts.feedbacks) & 1
        if depths.parts[depth, g] - wins == n:
            return np.int64(g)
    return np.int64(-1)


@_callable
def within(s, level, at, n, top, d, depth, k_in):
    """Return whether d guesses are enough for a set of candidates; see `total`."""
    t = s.tables
    bounds = s.bounds
    depths = s.depths
    if n <= d:
        return True
    if d < 2 or n > bounds.reach[d, k_in]:
        return False
    if _is_small(t, n, depth) and _by_member(t, level, at, n) > n - d + 1:
        return True  # no part has as many as d candidates
    h = _key(t, s.memo, level, at, n, depth)
    low, high = _find(s.memo, h, n, NOTHING, depth)
    if high and depth > 0:
        if high <= d:
            return True
        if low > d:
            return False
    words_mark = t.used[WORDS]
    ints_mark = t.used[INTS]
    level, at, top, most, k = _enter(s, level, at, n, top, depth)
    k = min(k, k_in)
    work = _scratch(depths, depth)
    first = np.int64(-1)
    if d == 2:
        first = _tells_all_apart(t, depths, level, n, depth)
    elif n <= bounds.reach[d, k] and most * np.int64(bounds.reach[d - 1, k]) >= n:
        easy = 4 * n <= bounds.reach[d, k]
        for attempt in range(0 if easy else 1, 2):
            if attempt:
                _list_hopeful(s, level, at, n, d, depth, k)
            else:  # one with the most parts will do
                _list_finest(depths, level, depth)
            _join_buckets(work, depths.nexts[depth])
            if depth > 0:
                _begin_elsewhere(s, work, depths.nexts[depth], NOTHING)
            nodes = s.counters[NODES]
            while first < 0 and not s.counters[STOP]:
                g = _take(work, depths.nexts[depth], 0)
                if g < 0:
                    break
                if depth > 0 and s.counters[NODES] > nodes:
                    nodes = s.counters[NODES]
                    low, high = _find(s.memo, h, n, NOTHING, depth)
                    if high and (high <= d or low > d):  # another was quicker
                        t.used[WORDS] = words_mark
                        t.used[INTS] = ints_mark
                        return high <= d
                m = _divide_hopefully(t, depths, level, at, n, top, d, depth, g)
                place = t.ints[level.ids + g]
                turn = _play(t, s.symmetry, place)
                good = True
                for i in range(m):  # the largest part fails first, if any does
                    f = work.order[i]
                    good = within(
                        s,
                        level,
                        np.int64(work.starts[f]),
                        np.int64(work.counts[f]),
                        top + n,
                        d - 1,
                        depth + 1,
                        np.int64(min(k, bounds.limits[bounds.classes[place], f])),
                    )
                    if not good:
                        break
                s.symmetry.made[TURNS] = turn
                if good:
                    first = np.int64(g)
            if first >= 0:
                break
    if first >= 0 and depth == 0:
        s.counters[FIRST] = t.ints[level.ids + first]
    t.used[WORDS] = words_mark
    t.used[INTS] = ints_mark
    if first >= 0:
        _remember(s.memo, h, n, NOTHING, depth, NOTHING, d)
    elif not s.counters[STOP]:
        _remember(s.memo, h, n, NOTHING, depth, d + 1, ENDLESS)
    return first >= 0
