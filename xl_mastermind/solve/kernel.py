"""
The compiled part of the exact search; `xl_mastermind.solve.search` calls it.

Only `search` imports this module, and only when a search begins: it loads numba.

A set of candidates is a run of the `stack`. Between candidates and guesses
stands a table of words with one bit for each feedback; the winning feedback has
a second bit above it, because it counts as a part and as a guess the less. The
tables of a position of its own (a *level*) are cut out of those around it, so
that what is read often lies together.
"""

from collections import namedtuple
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

INFINITE: Final = 1 << 28
"""More guesses than any game needs."""

MOST_DEPTH: Final = 100
"""No tree that is looked at is deeper; one colour a peg needs 62."""

BUCKETS: Final = 256
"""Guesses are sorted by their bound into so many buckets."""

SYMMETRIC_TURNS: Final = 3
"""So many guesses deep, guesses are compared for symmetry; later the memo does."""

BLOCK: Final = 1024
"""Feedbacks to so many guesses are counted at a time."""

EASY: Final = 4
"""A set is easy in so far as a split in so many parts a guess would solve it."""

GAPS: Final = (3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1)
"""Of Shell's sort; numba's would have memory managed, which costs time everywhere."""

# Numbers in `counters`, shared with who waits for the search
STOP, NODES, BEST, LOWER, FIRST, DEPTH = range(6)

# Numbers in `used`: how far the stores are filled, and whether `wish` counts
ENTRIES, KEYS, WORDS, INTS, TURNS, ORDERLY = range(6)
LISTED = 7  # so many of `wish` are looked at alone, if it is not nought

# Numbers in `facts`
PEGS, COLOURS, FEEDBACKS, DISTINCT, PER_PEG, SYMMETRIC, RENAMES, COUNT, BY_GUESS = (
    range(9)
)

State = namedtuple(  # noqa: PYI024, numba knows the plain ones
    "State",
    "facts codes words ints masks parts nexts planes stack cost easy reach limits"
    " classes turns orders keys heads slots arena scratch signs counts order rank lists"
    " maps names marks wish used counters",
)
"""
All that a search reads and writes.

facts : (9,) int64, see above; the last two are the number of candidates, and
    where the outermost table by guess begins
codes : (g, p) uint16, every guess
words : words, the tables, one level after the other
ints : int32, the levels' numbers
masks, parts, nexts : (depth, g), of the guesses at each depth
planes : (4, bits, BLOCK) words, to count with, see `_tally`
stack : uint32, candidates
cost : (k + 1, n + 2) int32, the least total of n candidates with k parts a guess
easy : (n + 2,) int32, the total of n candidates were each guess to split in `EASY`
reach : (MOST_DEPTH + 1, k + 1) int32, how many candidates so many guesses can find
limits : (classes, f) int32, most parts of what is left after each feedback
classes : (g,) int32, the class of each guess
turns : (depth, p) int16, the guesses so far
orders : (m, p) int64, ways to move the pegs
keys : (depth, n) int32, sets in their normal form
heads : (2 ** b,) int32, the memo: the slot where the chain of a hash begins
slots : (m, 7) int64, hash, key, size, depth, lower, upper, the chain's next slot
arena : int32, the memo's sets
scratch : (depth, s) int32
signs, counts, order, rank : to put a set in its normal form
lists, maps, names : for symmetry
marks : (4, m) int64, for whatever is noted of colours, or of bits
wish : (g,) uint32, the order in which guesses are looked at, if it is to be orderly
used, counters : int64
"""


# Nothing allocates: that no array need be counted makes all of it faster.
_compiled = njit(nogil=True, cache=True, _nrt=False)
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
def _stir(x):
    x = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15)
    return x ^ (x >> np.uint64(29))


@_compiled
def _normal(facts, codes, stack, ints, key, signs, counts, order, rank, cands, at, n):
    """
    Write the set into `key`, its pegs and colours in an order of their own.

    `signs` are of pegs and of colours, then both anew.
    """
    own = ints[cands:]
    left = stack[at : at + n]
    if not facts[RENAMES]:
        h = np.uint64(n)
        for i in range(n):
            key[i] = own[left[i]]
            h = _stir(h + np.uint64(key[i]))
        return h
    pegs = facts[PEGS]
    colours = facts[COLOURS]
    for p in range(pegs):
        signs[0, p] = 0
        signs[2, p] = 0
        for c in range(colours):
            counts[p, c] = 0
    for c in range(colours):
        signs[1, c] = 0
        signs[3, c] = 0
    for i in range(n):
        me = np.uint32(own[left[i]])
        for p in range(pegs):
            counts[p, codes[me, p]] += 1
    for p in range(pegs):
        for c in range(colours):
            h = _stir(np.uint64(counts[p, c] + 1))
            signs[0, p] += h
            signs[1, c] += h
    for i in range(n):
        me = np.uint32(own[left[i]])
        h = np.uint64(0)
        for p in range(pegs):
            h += _stir(signs[0, p] + signs[1, codes[me, p]])
        for p in range(pegs):
            c = codes[me, p]
            signs[3, c] += _stir(h ^ signs[0, p])
            signs[2, p] += _stir(h ^ signs[1, c])
    for p in range(pegs):
        j = p
        while j and signs[2, order[j - 1]] > signs[2, p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p
    span = colours // pegs if facts[PER_PEG] else colours
    for c in range(colours):
        begin = c // span * span
        r = 0
        for other in range(begin, begin + span):
            r += signs[3, other] > signs[3, c] or (
                signs[3, other] == signs[3, c] and other < c
            )
        rank[c] = r
    for i in range(n):
        me = np.uint32(own[left[i]])
        value = 0
        for p in range(pegs):
            value = value * span + rank[codes[me, order[p]]]
        key[i] = value
    for gap in GAPS:
        for i in range(gap, n):
            value = key[i]
            j = i
            while j >= gap and key[j - gap] > value:
                key[j] = key[j - gap]
                j -= gap
            key[j] = value
    h = np.uint64(n)
    for i in range(n):
        h = _stir(h + np.uint64(key[i]))
    return h


@_compiled_inline
def _key(s, level, at, n, depth):
    """Write a set in its normal form for the memo; return its hash."""
    return _normal(
        s.facts,
        s.codes,
        s.stack,
        s.ints,
        s.keys[depth],
        s.signs,
        s.counts,
        s.order,
        s.rank,
        level[4],
        at,
        n,
    )


@_compiled
def _find(heads, slots, arena, key, h, n, d):
    """Return the memo's slot of the set in `key`, or nought."""
    i = np.int64(heads[np.int64(h) & (len(heads) - 1)])
    while i:
        if slots[i, 0] == np.int64(h) and slots[i, 2] == n and slots[i, 3] == d:
            place = slots[i, 1]
            same = True
            for j in range(n):  # the hash alone would prove nothing
                if arena[place + j] != key[j]:
                    same = False
                    break
            if same:
                return i
        i = slots[i, 6]
    return i


@_compiled
def _keep(s, h, n, d, depth, lower, upper):
    """Remember what is known of the set in `keys`."""
    i = _find(s.heads, s.slots, s.arena, s.keys[depth], h, n, d)
    if i:
        s.slots[i, 4] = max(s.slots[i, 4], lower)
        s.slots[i, 5] = min(s.slots[i, 5], upper)
        return
    if n > len(s.arena):
        return
    if s.used[ENTRIES] + 1 == len(s.slots) or s.used[KEYS] + n > len(s.arena):
        s.heads[:] = 0  # full: begin anew
        s.used[ENTRIES] = 0
        s.used[KEYS] = 0
    i = s.used[ENTRIES] + 1
    place = s.used[KEYS]
    head = np.int64(h) & (len(s.heads) - 1)
    s.slots[i, 0] = np.int64(h)
    s.slots[i, 1] = place
    s.slots[i, 2] = n
    s.slots[i, 3] = d
    s.slots[i, 4] = lower
    s.slots[i, 5] = upper
    s.slots[i, 6] = s.heads[head]
    s.heads[head] = i
    for j in range(n):
        s.arena[place + j] = s.keys[depth, j]
    s.used[KEYS] += n
    s.used[ENTRIES] = i


@_compiled
def _find_symmetries(s, cands, at, n, depth):
    """Note the ways to move pegs and colours that keep every guess so far."""
    pegs = s.facts[PEGS]
    colours = s.facts[COLOURS]
    turns = s.used[TURNS]
    lists = s.lists[depth]  # row 0: kind of colour; 1, 2: how many; 3...: which
    kinds = s.maps[depth, 0]
    used = s.marks[0]
    present = s.marks[1]
    used[:] = False
    present[:] = False
    for i in range(turns):
        for p in range(pegs):
            if s.turns[i, p] >= 0:
                used[s.turns[i, p]] = True
    for i in range(n):
        code = s.codes[s.ints[cands + s.stack[at + i]]]
        for p in range(pegs):
            present[code[p]] = True
    groups = pegs if s.facts[PER_PEG] else 1
    span = colours // groups
    lists[:, 0] = 0
    for c in range(colours):
        kind = 1 if not present[c] else (-1 if used[c] else 0)
        kinds[c] = kind
        if kind >= 0:
            row = lists[kind * groups + c // span]
            row[0] += 1
            row[row[0]] = c
    found = 0
    there = s.marks[2]
    back = s.marks[3]
    for k in range(len(s.orders)):
        there[:] = -1
        back[:] = -1
        fits = True
        for i in range(turns):
            for p in range(pegs):
                old = s.turns[i, s.orders[k, p]]
                new = s.turns[i, p]
                if old < 0 or new < 0:
                    fits = old == new
                elif (
                    (there[old] >= 0 and there[old] != new)
                    or (back[new] >= 0 and back[new] != old)
                    or present[old] != present[new]  # one may be in no secret
                ):
                    fits = False
                else:
                    there[old] = new
                    back[new] = old
                if not fits:
                    break
            if not fits:
                break
        if fits:
            found += 1
            for c in range(colours):
                s.maps[depth, found, c] = there[c]
            s.maps[depth, found, colours] = k
    return found


@_compiled
def _is_least(codes, orders, maps, lists, names, facts, found, g):
    """Return whether no guess of its class is smaller."""
    pegs = facts[PEGS]
    colours = facts[COLOURS]
    groups = pegs if facts[PER_PEG] else 1
    for k in range(1, found + 1):
        order = maps[k, colours]
        names[0, 0] += 1  # the number of this round, which marks colours named in it
        now = names[0, 0]
        free = 0
        absent = 0
        for p in range(pegs):
            c = np.int64(codes[g, orders[order, p]])
            kind = maps[0, c]
            if kind < 0:
                c = np.int64(maps[k, c])
            elif groups > 1:
                c = np.int64(lists[kind * groups + p, 1])
            elif kind == 1 and not facts[DISTINCT]:
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
def _row(facts, words, ints, level, g):
    """Return where the row of a guess begins; it is filled when first asked for."""
    wide, _, _, by_guess, _, ids, _, _, roots, filled = level
    row = by_guess + np.int64(g) * wide
    if filled >= 0 and not ints[filled + g]:
        ints[filled + g] = 1
        outer = facts[BY_GUESS] + np.int64(ints[ids + g]) * facts[COUNT]
        new = words[row : row + wide]
        old = words[outer : outer + facts[COUNT]]
        for i in range(wide):
            new[i] = old[np.uint32(ints[roots + i])]
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
def _by_member(facts, words, stack, ints, level, at, n):
    """Return the most parts by one of the candidates; n if it tells all apart."""
    selves = level[6]
    best = 0
    left = stack[at : at + n]
    for i in range(n):
        row = _row(facts, words, ints, level, ints[selves + left[i]])
        answers = words[row:]
        mask = answers[left[0]]
        for j in range(1, n):
            mask |= answers[left[j]]
        q = np.int64(_popcount(mask)) - 1
        if q > best:
            best = q
            if q == n:
                break
    return best


@_compiled
def survey(s, level, at, n, depth):
    """Count the parts of every guess, winning twice; return the most, and plainly."""
    _, high, by_cand, _, _, _, _, rows, _, _ = level
    mask = s.masks[depth, :high]
    parts = s.parts[depth, :high]
    words = s.words
    stack = s.stack
    ints = s.ints
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
    twice = s.facts[FEEDBACKS]
    for g in range(high):
        q = np.uint8(_popcount(mask[g]))
        w = np.uint8((mask[g] >> twice) & 1)
        parts[g] = q
        most = max(most, q)
        plain = max(plain, np.uint8(q - w))
    return np.int64(most), np.int64(plain)


@_compiled
def _leave_out(parts, wish, listed):
    """Let the guesses that are not listed seem to split nothing."""
    for i in range(listed, len(wish)):
        parts[wish[i]] = 0


@njit(cache=True)
def tie_breaks(s, level, at, n):
    """
    Return a number for every guess; of the best guesses the least is to be made.

    First come those whose parts would be easy, then those whose largest part is
    large.
    """
    high = level[1]
    win = s.facts[FEEDBACKS] - 1
    keys = np.empty(high, dtype=np.int64)
    cnt = np.zeros(win + 1, dtype=np.int64)
    for g in range(high):
        row = _row(s.facts, s.words, s.ints, level, g)
        _count(s.words, row, s.stack, at, n, cnt)
        easy = 0
        largest = 0
        for f in range(win + 1):
            if f < win:
                easy += s.easy[cnt[f]]
            largest = max(largest, cnt[f])
        keys[g] = easy * (n + 1) - largest
    return keys


@_compiled
def _inner(s, level, at, n):
    """Cut out the tables of one position."""
    _, high, by_cand, _, cands, ids, _, rows, roots, _ = level
    pegs = s.facts[PEGS]
    colours = s.facts[COLOURS]
    groups = pegs if s.facts[PER_PEG] else 1
    span = colours // groups
    present = s.marks[0]
    present[:] = False
    for i in range(n):
        code = s.codes[s.ints[cands + s.stack[at + i]]]
        for p in range(pegs):
            present[code[p]] = True
    firsts = s.marks[1]
    firsts[:] = -1
    for c in range(colours - 1, -1, -1):
        if not present[c]:
            firsts[c // span] = c
    new_cands = s.used[INTS]
    selves = new_cands + n
    new_rows = selves + n
    new_roots = new_rows + n
    new_ids = new_roots + n
    filled = new_ids + high
    local = filled + high
    kept = 0
    for g in range(high):
        code = s.codes[s.ints[ids + g]]
        keep = True
        latest = -1
        if s.facts[RENAMES]:
            for p in range(pegs):
                c = code[p]
                if present[c]:
                    continue
                if not s.facts[DISTINCT]:
                    keep = keep and c == firsts[c // span]
                else:  # absent colours in order
                    for b in range(latest + 1, c):
                        keep = keep and present[b]
                    keep = keep and c > latest
                    latest = c
        if keep:
            s.ints[local + kept] = g
            s.ints[new_ids + kept] = s.ints[ids + g]
            kept += 1
    s.used[INTS] = local + high
    s.ints[filled : filled + kept] = 0
    words = s.words
    new_by_guess = s.used[WORDS]
    new_by_cand = by_cand
    s.used[WORDS] += np.int64(kept) * n
    if kept < high:
        new_by_cand = s.used[WORDS]
        s.used[WORDS] += np.int64(kept) * n
    for i in range(n):
        outer = s.stack[at + i]
        me = s.ints[cands + outer]
        s.ints[new_cands + i] = me
        s.ints[new_rows + i] = s.ints[rows + outer]
        s.ints[new_roots + i] = s.ints[roots + outer]
        if kept < high:
            row = by_cand + np.int64(s.ints[rows + outer]) * high
            to = new_by_cand + np.int64(i) * kept
            new = words[to : to + kept]
            old = words[row : row + high]
            for g in range(kept):
                new[g] = old[s.ints[local + g]]
            s.ints[new_rows + i] = i
        low = 0
        top = kept - 1
        while low < top:
            middle = (low + top) // 2
            if s.ints[new_ids + middle] < me:
                low = middle + 1
            else:
                top = middle
        s.ints[selves + i] = low
    return (
        n,
        kept,
        new_by_cand,
        new_by_guess,
        new_cands,
        new_ids,
        selves,
        new_rows,
        new_roots,
        filled,
    )


@_compiled
def _pays(s, level, n, depth):
    """Return whether tables of this position's own pay for themselves, and fit."""
    wide, high = level[:2]
    if not (depth == 1 or (depth == 2 and n >= 100)) or n * 2 >= wide:
        return False
    return s.used[WORDS] + 2 * np.int64(n) * high < len(s.words) and s.used[
        INTS
    ] + 4 * n + 3 * high < len(s.ints)


@_compiled
def _play(turns, used, codes, place):
    """Note a guess; return its turn."""
    turn = used[TURNS]
    for p in range(codes.shape[1]):
        turns[turn, p] = codes[place, p]
    used[TURNS] = turn + 1
    return turn


@_compiled
def _enter(s, level, at, n, top, depth):
    """
    Look at a set for the first time, in tables of its own where they pay.

    Return the tables, where the set and the free stack begin, the most parts of a
    guess, with the win twice and once, and how many first guesses are left out.
    """
    s.counters[NODES] += 1
    s.counters[DEPTH] = depth
    if _pays(s, level, n, depth):
        level = _inner(s, level, at, n)
        for i in range(n):
            s.stack[top + i] = i
        at = top
        top += n
    most, k = survey(s, level, at, n, depth)
    listed = s.used[LISTED] if depth == 0 else 0
    if listed:
        _leave_out(s.parts[0], s.wish, listed)
    return level, at, top, most, k, listed


@_compiled
def total(s, level, at, n, top, d, beta, depth, k_in):
    """
    Return the least total number of guesses for a set of candidates.

    Parameters
    ----------
    s : State
        Everything.
    level : tuple of int
        The tables: candidates, guesses, and where eight of their parts begin.
    at, n : int
        The set, on the stack.
    top : int
        Where the stack is free.
    d : int
        Guesses that may be made.
    beta : int
        If it is not less, any lower bound that is at least `beta` will do.
    depth : int
        Guesses made.
    k_in : int
        Into how many parts no guess can split more.
    """
    if n == 1:
        return 1 if d >= 1 else INFINITE
    if d < 2:
        return INFINITE
    if n == 2:
        return 3
    d = min(d, n)
    win = s.facts[FEEDBACKS] - 1
    twice = s.facts[FEEDBACKS]
    if d == 2 and n > win + 1:
        return INFINITE
    small = n <= win + 1 and depth > 0
    if small:
        q = _by_member(s.facts, s.words, s.stack, s.ints, level, at, n)
        if q == n:
            return 2 * n - 1
        if 2 * n >= beta or (q == n - 1 and d > 2):
            return 2 * n
    h = _key(s, level, at, n, depth)
    found = _find(s.heads, s.slots, s.arena, s.keys[depth], h, n, d)
    lower = 2 * n if small else s.cost[k_in, n]
    if found and depth > 0:
        known = s.slots[found, 4]
        if known >= beta or known == s.slots[found, 5]:
            return known
        lower = max(lower, known)
    words_mark = s.used[WORDS]
    ints_mark = s.used[INTS]
    level, at, top, most, k, listed = _enter(s, level, at, n, top, depth)
    high = level[1]
    cands = level[4]
    ids = level[5]
    k = min(k, k_in)
    scratch = s.scratch[depth]
    bound = scratch[0:80]
    cnt = scratch[80 : 80 + twice]
    start = scratch[160:240]
    fill = scratch[240:320]
    order = scratch[320:400]
    low = scratch[400:480]
    raw = scratch[480 : 480 + BUCKETS]
    done = scratch[480 + BUCKETS : 480 + 2 * BUCKETS]
    words = s.words
    stack = s.stack
    cost = s.cost
    easy = s.easy
    limits = s.limits
    parts = s.parts[depth]
    following = s.nexts[depth]
    for q in range(most + 1):
        x = _spread(s.cost, n, q, k)
        if q > 2:
            x = min(x, _spread(s.cost, n - 1, q - 2, k))
        bound[q] = min(n + x, INFINITE)
    base = bound[most]
    lower = max(lower, base)
    best = beta
    solved = False
    if lower < best:
        raw[:] = -1
        done[:] = -1
        need = 2
        while bound[need] >= best:
            need += 1
        orderly = depth == 0 and s.used[ORDERLY]
        for i in range(high):  # so that those of a bucket come out in order at last
            g = np.int64(s.wish[i]) if orderly else high - 1 - i
            if parts[g] < need:
                continue
            b = min(bound[parts[g]] - base, BUCKETS - 1)
            if orderly:
                b = 0
            following[g] = raw[b]
            raw[b] = g
        symmetries = 0
        if depth < SYMMETRIC_TURNS and s.facts[SYMMETRIC]:
            symmetries = _find_symmetries(s, cands, at, n, depth)
        easiest = INFINITE
        promising = -1
        for b in range(BUCKETS):
            if base + b >= best or s.counters[STOP]:
                break
            if depth == 0:
                s.counters[LOWER] = max(lower, base + b)
            while raw[b] >= 0:
                g = raw[b]
                raw[b] = following[g]
                if symmetries and not _is_least(
                    s.codes,
                    s.orders,
                    s.maps[depth],
                    s.lists[depth],
                    s.names,
                    s.facts,
                    symmetries,
                    s.ints[ids + g],
                ):
                    continue
                row = _row(s.facts, words, s.ints, level, g)
                kind = s.classes[s.ints[ids + g]]
                _count(words, row, stack, at, n, cnt)
                score = n
                for f in range(win):
                    score += cost[np.uint32(min(k, limits[kind, f])), np.uint32(cnt[f])]
                if score >= best:
                    continue
                c = b if orderly else max(b, min(score - base, BUCKETS - 1))
                following[g] = done[c]
                done[c] = g
                score = 0
                for f in range(win):
                    score += easy[np.uint32(cnt[f])]
                if score < easiest and not orderly:
                    easiest = score
                    promising = g
            while base + b < best and best > lower:
                g = promising  # often it is good; then it comes again, and fails
                promising = -1
                if g < 0:
                    g = done[b]
                    if g < 0:
                        break
                    done[b] = following[g]
                row = _row(s.facts, words, s.ints, level, g)
                kind = s.classes[s.ints[ids + g]]
                _count(words, row, stack, at, n, cnt)
                place = top
                m = 0
                score = n
                fits = True
                for f in range(twice):
                    start[f] = place
                    fill[f] = place
                    place += cnt[f]
                    if cnt[f] == 0 or f == win:
                        continue
                    kf = min(k, limits[kind, f])
                    low[f] = cost[kf, cnt[f]]
                    score += low[f]
                    fits = fits and cnt[f] <= s.reach[d - 1, kf]
                    if cnt[f] > 2:
                        j = m
                        while j and cnt[order[j - 1]] > cnt[f]:
                            order[j] = order[j - 1]
                            j -= 1
                        order[j] = f
                        m += 1
                if not fits or score >= best:
                    continue
                _deal(words, row, stack, at, n, fill)
                # First what is cheap: small parts that no member tells apart.
                left = 0
                for i in range(m):
                    f = order[i]
                    size = cnt[f]
                    if size <= win + 1:
                        q = _by_member(
                            s.facts, words, stack, s.ints, level, start[f], size
                        )
                        if q == size:
                            continue
                        if low[f] < 2 * size:
                            score += 2 * size - low[f]
                            low[f] = 2 * size
                        if score >= best:
                            break
                        if q == size - 1 and d > 3:
                            continue
                    order[left] = f
                    left += 1
                if score >= best:
                    continue
                # Then what is known already.
                m = left
                left = 0
                for i in range(m):
                    f = order[i]
                    size = cnt[f]
                    h2 = _key(s, level, start[f], size, depth + 1)
                    known = _find(
                        s.heads,
                        s.slots,
                        s.arena,
                        s.keys[depth + 1],
                        h2,
                        size,
                        min(d - 1, size),
                    )
                    if known:
                        if s.slots[known, 4] > low[f]:
                            score += s.slots[known, 4] - low[f]
                            low[f] = s.slots[known, 4]
                            if score >= best:
                                break
                        if s.slots[known, 4] == s.slots[known, 5]:
                            continue
                    order[left] = f
                    left += 1
                if score >= best:
                    continue
                turn = _play(s.turns, s.used, s.codes, s.ints[ids + g])
                for i in range(left):
                    f = order[i]
                    value = total(
                        s,
                        level,
                        np.int64(start[f]),
                        np.int64(cnt[f]),
                        top + n,
                        d - 1,
                        np.int64(best - score + low[f]),
                        depth + 1,
                        np.int64(min(k, limits[kind, f])),
                    )
                    score += value - low[f]
                    if score >= best or s.counters[STOP]:
                        break
                s.used[TURNS] = turn
                if s.counters[STOP]:
                    break
                if score < best:
                    best = score
                    solved = True
                    if depth == 0:
                        s.counters[BEST] = best
                        s.counters[FIRST] = s.ints[ids + g]
            if best <= lower:
                break
    s.used[WORDS] = words_mark
    s.used[INTS] = ints_mark
    if s.counters[STOP] or listed:
        return best
    # The key is still there: each depth has a row of its own.
    if solved:
        _keep(s, h, n, d, depth, best, best)
    else:
        best = max(best, lower)
        _keep(s, h, n, d, depth, best, INFINITE)
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
def _tally(s, level, at, n, begin, m, room):
    """
    Note in `planes[3, 1]` which parts of m guesses have more than their room.

    All feedbacks to all these guesses are counted at once: plane j has bit j of
    each count. Two numbers of a bit are added as soon as there are two.
    """
    _, high, by_cand, _, _, _, _, rows, _, _ = level
    words = s.words
    bits = 1
    while n >> bits:
        bits += 1
    zero = s.planes[3, 0, :m]
    over = s.planes[3, 1, :m]
    zero[:] = 0
    over[:] = 0
    waiting = s.marks[0]
    waiting[:] = 0
    for j in range(bits):
        s.planes[0, j, :m] = 0
    for i in range(0, n, 2):
        a = by_cand + np.int64(s.ints[rows + s.stack[at + i]]) * high + begin
        one = words[a : a + m]
        other = zero
        if i + 1 < n:
            a = by_cand + np.int64(s.ints[rows + s.stack[at + i + 1]]) * high + begin
            other = words[a : a + m]
        j = 0
        while True:
            waiting[j + 1] += 1
            carry = s.planes[waiting[j + 1], j + 1, :m]
            _add(s.planes[0, j, :m], one, other, carry)
            j += 1
            if waiting[j] < 2:
                break
            waiting[j] = 0
            one = s.planes[1, j, :m]
            other = s.planes[2, j, :m]
    for j in range(1, bits):
        if waiting[j]:
            other = s.planes[2, j, :m] if waiting[j] == 2 else zero
            waiting[j + 1] += 1
            carry = s.planes[waiting[j + 1], j + 1, :m]
            _add(s.planes[0, j, :m], s.planes[1, j, :m], other, carry)
    missing = s.planes[3, 2, :m]
    for j in range(bits):
        lacking = 0  # the feedbacks whose room has no such bit
        for f in range(s.facts[FEEDBACKS] - 1):
            if not (room[f] >> bits or (room[f] >> j) & 1):
                lacking |= 1 << f
        missing[:] = lacking
        _exceed(over, s.planes[0, j, :m], missing)


@_compiled
def _list_hopeful(s, level, at, n, d, depth, k, symmetries, shift):
    """List guesses whose parts may all be found with a guess less, by the largest."""
    high = level[1]
    ids = level[5]
    twice = s.facts[FEEDBACKS]
    win = twice - 1
    cnt = s.scratch[depth, 80 : 80 + twice]
    room = s.scratch[depth, 160:240]
    done = s.scratch[depth, 480 : 480 + BUCKETS]
    following = s.nexts[depth]
    parts = s.parts[depth]
    each = np.int64(s.reach[d - 1, k])
    over = s.planes[3, 1]
    done[:] = -1
    room[:] = 0
    for kind in range(len(s.limits)):
        for f in range(win):
            room[f] = max(room[f], s.reach[d - 1, min(k, s.limits[kind, f])])
    for block in range((high - 1) // BLOCK, -1, -1):
        begin = block * BLOCK
        end = min(high, begin + BLOCK)
        _tally(s, level, at, n, begin, end - begin, room)
        for g in range(end - 1, begin - 1, -1):
            if over[g - begin] or parts[g] * each < n:
                continue
            if symmetries and not _is_least(
                s.codes,
                s.orders,
                s.maps[depth],
                s.lists[depth],
                s.names,
                s.facts,
                symmetries,
                s.ints[ids + g],
            ):
                continue
            row = _row(s.facts, s.words, s.ints, level, g)
            kind = s.classes[s.ints[ids + g]]
            _count(s.words, row, s.stack, at, n, cnt)
            largest = 0
            possible = True
            for f in range(win):
                largest = max(largest, cnt[f])
                possible = possible and (
                    cnt[f] < d or cnt[f] <= s.reach[d - 1, min(k, s.limits[kind, f])]
                )
            if possible and largest < n:
                following[g] = done[largest >> shift]
                done[largest >> shift] = g


@_compiled
def within(s, level, at, n, top, d, depth, k_in):
    """Return whether d guesses are enough for a set of candidates; see `total`."""
    if n <= d:
        return True
    if d < 2 or n > s.reach[d, k_in]:
        return False
    win = s.facts[FEEDBACKS] - 1
    twice = s.facts[FEEDBACKS]
    if n <= win + 1 and depth > 0:
        q = _by_member(s.facts, s.words, s.stack, s.ints, level, at, n)
        if q > n - d + 1:  # no part has as many as d candidates
            return True
    h = _key(s, level, at, n, depth)
    found = _find(s.heads, s.slots, s.arena, s.keys[depth], h, n, 0)
    if found and depth > 0:
        if s.slots[found, 5] <= d:
            return True
        if s.slots[found, 4] > d:
            return False
    words_mark = s.used[WORDS]
    ints_mark = s.used[INTS]
    level, at, top, most, k, listed = _enter(s, level, at, n, top, depth)
    high = level[1]
    cands = level[4]
    ids = level[5]
    k = min(k, k_in)
    scratch = s.scratch[depth]
    cnt = scratch[80 : 80 + twice]
    start = scratch[160:240]
    fill = scratch[240:320]
    order = scratch[320:400]
    done = scratch[480 : 480 + BUCKETS]
    words = s.words
    stack = s.stack
    limits = s.limits
    parts = s.parts[depth]
    following = s.nexts[depth]
    good = False
    each = np.int64(s.reach[d - 1, k])
    if d == 2:
        for g in range(high):
            if parts[g] - ((s.masks[depth, g] >> twice) & 1) == n:
                good = True
                if depth == 0:
                    s.counters[FIRST] = s.ints[ids + g]
                break
    elif n <= s.reach[d, k] and most * each >= n:
        shift = 0
        while n >> shift >= BUCKETS:
            shift += 1
        symmetries = 0
        if depth < SYMMETRIC_TURNS and s.facts[SYMMETRIC]:
            symmetries = _find_symmetries(s, cands, at, n, depth)
        easy = 4 * n <= s.reach[d, k]
        for attempt in range(0 if easy else 1, 2):
            if attempt:
                _list_hopeful(s, level, at, n, d, depth, k, symmetries, shift)
            else:  # one with the most parts will do
                g = np.int64(parts[:high].argmax())
                following[g] = -1
                done[:] = -1
                done[0] = g
            for b in range(BUCKETS):
                while done[b] >= 0 and not good and not s.counters[STOP]:
                    g = done[b]
                    done[b] = following[g]
                    row = _row(s.facts, words, s.ints, level, g)
                    kind = s.classes[s.ints[ids + g]]
                    _count(words, row, stack, at, n, cnt)
                    place = top
                    m = 0
                    for f in range(twice):
                        start[f] = place
                        fill[f] = place
                        place += cnt[f]
                        if f == win or cnt[f] < d:
                            continue
                        j = m
                        while j and cnt[order[j - 1]] < cnt[f]:
                            order[j] = order[j - 1]
                            j -= 1
                        order[j] = f
                        m += 1
                    _deal(words, row, stack, at, n, fill)
                    turn = _play(s.turns, s.used, s.codes, s.ints[ids + g])
                    good = True
                    for i in range(m):  # the largest part fails first, if any does
                        f = order[i]
                        good = within(
                            s,
                            level,
                            np.int64(start[f]),
                            np.int64(cnt[f]),
                            top + n,
                            d - 1,
                            depth + 1,
                            np.int64(min(k, limits[kind, f])),
                        )
                        if not good:
                            break
                    s.used[TURNS] = turn
                    if good and depth == 0:
                        s.counters[FIRST] = s.ints[ids + g]
            if good:
                break
    s.used[WORDS] = words_mark
    s.used[INTS] = ints_mark
    if (s.counters[STOP] or listed) and not good:
        return False
    if good:
        _keep(s, h, n, 0, depth, 0, d)
    else:
        _keep(s, h, n, 0, depth, d + 1, INFINITE)
    return good
