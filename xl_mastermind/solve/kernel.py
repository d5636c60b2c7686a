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

# Numbers in `counters`, shared with who waits for the search
STOP, NODES, BEST, LOWER, FIRST, DEPTH = range(6)

# Numbers in `used`: how far the stores are filled, and whether `wish` counts
ENTRIES, KEYS, WORDS, INTS, TURNS, ORDERLY = range(6)
LISTED = 7  # so many of `wish` are looked at alone, if it is not nought

# Numbers in `facts`
PEGS, COLOURS, FEEDBACKS, DISTINCT, PER_PEG, SYMMETRIC, RENAMES = range(7)

State = namedtuple(  # noqa: PYI024, numba knows the plain ones
    "State",
    "facts codes words ints masks parts nexts stack cost limits classes turns orders"
    " keys slots arena scratch signs counts order rank lists maps names wish used"
    " counters",
)
"""
All that a search reads and writes.

facts : (7,) int64, see above
codes : (g, p) int16, every guess
words : words, the tables, one level after the other
ints : int32, the levels' numbers
masks, parts, nexts : (depth, g), of the guesses at each depth
stack : int32, candidates
cost : (k + 1, n + 2) int32, the least total of n candidates with k parts a guess
limits : (classes, f) int32, most parts of what is left after each feedback
classes : (g,) int32, the class of each guess
turns : (depth, p) int16, the guesses so far
orders : (m, p) int64, ways to move the pegs
keys : (depth, n) int32, sets in their normal form
slots : (2 ** b, 6) int64, the memo: hash, key, size, depth, lower, upper
arena : int32, the memo's sets
scratch : (depth, s) int32
signs, counts, order, rank : to put a set in its normal form
lists, maps, names : for symmetry
wish : (g,) int32, the order in which guesses are looked at, if it is to be orderly
used, counters : int64
"""


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

    return types.int64(x), build


@njit(cache=True, inline="always")
def _stir(x):
    x = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15)
    return x ^ (x >> np.uint64(29))


@njit(cache=True)
def _normal(facts, codes, stack, ints, key, signs, counts, order, rank, cands, at, n):
    """
    Write the set into `key`, its pegs and colours in an order of their own.

    `signs` are of pegs and of colours, then both anew.
    """
    if not facts[RENAMES]:
        h = np.uint64(n)
        for i in range(n):
            key[i] = ints[cands + stack[at + i]]
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
        me = ints[cands + stack[at + i]]
        for p in range(pegs):
            counts[p, codes[me, p]] += 1
    for p in range(pegs):
        for c in range(colours):
            h = _stir(np.uint64(counts[p, c] + 1))
            signs[0, p] += h
            signs[1, c] += h
    for i in range(n):
        me = ints[cands + stack[at + i]]
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
        me = ints[cands + stack[at + i]]
        value = 0
        for p in range(pegs):
            value = value * span + rank[codes[me, order[p]]]
        key[i] = value
    if n > 40:
        key[:n].sort()
    else:
        for i in range(1, n):
            value = key[i]
            j = i
            while j and key[j - 1] > value:
                key[j] = key[j - 1]
                j -= 1
            key[j] = value
    h = np.uint64(n)
    for i in range(n):
        h = _stir(h + np.uint64(key[i]))
    return h


@njit(cache=True)
def _find(slots, arena, key, h, n, d):
    """Return the memo's slot of the set in `key`, or -1 - i of the first free one."""
    last = len(slots) - 1
    i = np.int64(h) & last
    while True:
        if slots[i, 2] == 0:
            return -1 - i
        if slots[i, 0] == np.int64(h) and slots[i, 2] == n and slots[i, 3] == d:
            place = slots[i, 1]
            same = True
            for j in range(n):  # the hash alone would prove nothing
                if arena[place + j] != key[j]:
                    same = False
                    break
            if same:
                return i
        i = (i + 1) & last


@njit(cache=True)
def _keep(s, h, n, d, depth, lower, upper):
    """Remember what is known of the set in `keys`."""
    i = _find(s.slots, s.arena, s.keys[depth], h, n, d)
    if i >= 0:
        s.slots[i, 4] = max(s.slots[i, 4], lower)
        s.slots[i, 5] = min(s.slots[i, 5], upper)
        return
    if n > len(s.arena):
        return
    if s.used[ENTRIES] * 2 > len(s.slots) or s.used[KEYS] + n > len(s.arena):
        s.slots[:, 2] = 0  # full: begin anew
        s.used[ENTRIES] = 0
        s.used[KEYS] = 0
        i = _find(s.slots, s.arena, s.keys[depth], h, n, d)
    i = -1 - i
    place = s.used[KEYS]
    s.slots[i, 0] = np.int64(h)
    s.slots[i, 1] = place
    s.slots[i, 2] = n
    s.slots[i, 3] = d
    s.slots[i, 4] = lower
    s.slots[i, 5] = upper
    for j in range(n):
        s.arena[place + j] = s.keys[depth, j]
    s.used[KEYS] += n
    s.used[ENTRIES] += 1


@njit(cache=True)
def _find_symmetries(s, cands, at, n, depth):
    """Note the ways to move pegs and colours that keep every guess so far."""
    pegs = s.facts[PEGS]
    colours = s.facts[COLOURS]
    turns = s.used[TURNS]
    lists = s.lists[depth]  # row 0: kind of colour; 1, 2: how many; 3...: which
    kinds = s.maps[depth, 0]
    used = np.zeros(colours, dtype=np.bool_)
    present = np.zeros(colours, dtype=np.bool_)
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
    there = np.empty(colours, dtype=np.int64)
    back = np.empty(colours, dtype=np.int64)
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
            s.maps[depth, found, :colours] = there
            s.maps[depth, found, colours] = k
    return found


@njit(cache=True)
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


@njit(cache=True)
def _spread(cost, n, q, k):
    """Return the least total of n candidates over q parts."""
    if n == 0:
        return 0
    if q == 0:
        return INFINITE
    each = n // q
    over = n % q
    return (q - over) * cost[k, each] + over * cost[k, each + 1]


@njit(cache=True, inline="always")
def _may_fit(n, d, k):
    """Return whether n candidates with k parts a guess can be found in d guesses."""
    reach = 1
    while d > 1 and reach < n:
        reach *= k
        d -= 1
    return d > 0 and reach >= n


@njit(cache=True)
def _by_member(words, stack, ints, wide, by_guess, selves, at, n):
    """Return the most parts by one of the candidates; n if it tells all apart."""
    best = 0
    for i in range(n):
        row = by_guess + np.int64(ints[selves + stack[at + i]]) * wide
        mask = words[row + stack[at]]
        for j in range(1, n):
            mask |= words[row + stack[at + j]]
        q = np.int64(_popcount(mask)) - 1
        if q > best:
            best = q
            if q == n:
                break
    return best


@njit(cache=True)
def survey(s, high, by_cand, at, n, depth):
    """Count the parts of every guess, winning twice; return the most, and plainly."""
    mask = s.masks[depth, :high]
    parts = s.parts[depth, :high]
    words = s.words
    stack = s.stack
    start = by_cand + np.int64(stack[at]) * high
    mask[:] = words[start : start + high]
    i = 1
    while i < n:  # four at a time; the last ones are taken again, which does no harm
        a = by_cand + np.int64(stack[at + i]) * high
        b = by_cand + np.int64(stack[at + min(i + 1, n - 1)]) * high
        c = by_cand + np.int64(stack[at + min(i + 2, n - 1)]) * high
        e = by_cand + np.int64(stack[at + min(i + 3, n - 1)]) * high
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


@njit(cache=True)
def _leave_out(parts, wish, listed):
    """Let the guesses that are not listed seem to split nothing."""
    for i in range(listed, len(wish)):
        parts[wish[i]] = 0


@njit(cache=True)
def tie_breaks(s, level, at, n):
    """
    Return a number for every guess; of the best guesses the least is to be made.

    First come those whose parts would be easy were each split in four at every
    turn, then those whose largest part is large.
    """
    wide, high, _, by_guess, _, _, _ = level
    win = s.facts[FEEDBACKS] - 1
    costs = s.cost[min(4, win + 1)]
    keys = np.empty(high, dtype=np.int64)
    cnt = np.zeros(win + 1, dtype=np.int64)
    for g in range(high):
        cnt[:] = 0
        row = by_guess + np.int64(g) * wide
        for i in range(n):
            cnt[_lowest_bit(s.words[row + s.stack[at + i]])] += 1
        easy = 0
        largest = 0
        for f in range(win + 1):
            if f < win:
                easy += costs[cnt[f]]
            largest = max(largest, cnt[f])
        keys[g] = easy * (n + 1) - largest
    return keys


@njit(cache=True)
def _inner(s, wide, high, by_cand, by_guess, cands, ids, at, n):
    """Cut out the tables of one position; return their places as (high, ...)."""
    pegs = s.facts[PEGS]
    colours = s.facts[COLOURS]
    groups = pegs if s.facts[PER_PEG] else 1
    span = colours // groups
    present = np.zeros(colours, dtype=np.bool_)
    for i in range(n):
        code = s.codes[s.ints[cands + s.stack[at + i]]]
        for p in range(pegs):
            present[code[p]] = True
    firsts = np.full(groups, -1, dtype=np.int64)
    for c in range(colours - 1, -1, -1):
        if not present[c]:
            firsts[c // span] = c
    new_cands = s.used[INTS]
    selves = new_cands + n
    new_ids = selves + n
    local = new_ids + high
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
    words = s.words
    stack = s.stack
    new_by_guess = s.used[WORDS]
    new_by_cand = new_by_guess + np.int64(kept) * n
    s.used[WORDS] = new_by_cand + np.int64(kept) * n
    for g in range(kept):
        row = by_guess + np.int64(s.ints[local + g]) * wide
        to = new_by_guess + np.int64(g) * n
        new = words[to : to + n]
        old = words[row : row + wide]
        for i in range(n):
            new[i] = old[stack[at + i]]
    for i in range(n):
        me = s.ints[cands + s.stack[at + i]]
        s.ints[new_cands + i] = me
        row = by_cand + np.int64(s.stack[at + i]) * high
        to = new_by_cand + np.int64(i) * kept
        new = words[to : to + kept]
        old = words[row : row + high]
        for g in range(kept):
            new[g] = old[s.ints[local + g]]
        low = 0
        top = kept - 1
        while low < top:
            middle = (low + top) // 2
            if s.ints[new_ids + middle] < me:
                low = middle + 1
            else:
                top = middle
        s.ints[selves + i] = low
    return kept, new_by_cand, new_by_guess, new_cands, new_ids, selves


@njit(cache=True)
def _pays(s, wide, high, n, depth):
    """Return whether tables of this position's own pay for themselves, and fit."""
    if not (depth == 1 or (depth == 2 and n >= 50)) or n * 2 >= wide:
        return False
    return s.used[WORDS] + 2 * np.int64(n) * high < len(s.words) and s.used[
        INTS
    ] + 2 * (n + high) < len(s.ints)


@njit(nogil=True, cache=True)
def total(s, level, at, n, top, d, beta, depth, k_in):
    """
    Return the least total number of guesses for a set of candidates.

    Parameters
    ----------
    s : State
        Everything.
    level : tuple of int
        The tables: candidates, guesses, and where six of their parts begin.
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
    wide, high, by_cand, by_guess, cands, ids, selves = level
    small = n <= win + 1 and depth > 0
    if small:
        q = _by_member(s.words, s.stack, s.ints, wide, by_guess, selves, at, n)
        if q == n:
            return 2 * n - 1
        if 2 * n >= beta or (q == n - 1 and d > 2):
            return 2 * n
    h = _normal(
        s.facts,
        s.codes,
        s.stack,
        s.ints,
        s.keys[depth],
        s.signs,
        s.counts,
        s.order,
        s.rank,
        cands,
        at,
        n,
    )
    found = _find(s.slots, s.arena, s.keys[depth], h, n, d)
    lower = 2 * n if small else s.cost[k_in, n]
    if found >= 0 and depth > 0:
        known = s.slots[found, 4]
        if known >= beta or known == s.slots[found, 5]:
            return known
        lower = max(lower, known)
    s.counters[NODES] += 1
    s.counters[DEPTH] = depth
    words_mark = s.used[WORDS]
    ints_mark = s.used[INTS]
    if _pays(s, wide, high, n, depth):
        high, by_cand, by_guess, cands, ids, selves = _inner(
            s, wide, high, by_cand, by_guess, cands, ids, at, n
        )
        wide = n
        level = (wide, high, by_cand, by_guess, cands, ids, selves)
        for i in range(n):
            s.stack[top + i] = i
        at = top
        top += n
    most, k = survey(s, high, by_cand, at, n, depth)
    listed = s.used[LISTED] if depth == 0 else 0
    if listed:
        _leave_out(s.parts[0], s.wish, listed)
    k = min(k, k_in)
    scratch = s.scratch[depth]
    bound = scratch[0:80]
    cnt = scratch[80:160]
    start = scratch[160:240]
    fill = scratch[240:320]
    order = scratch[320:400]
    low = scratch[400:480]
    raw = scratch[480 : 480 + BUCKETS]
    done = scratch[480 + BUCKETS : 480 + 2 * BUCKETS]
    words = s.words
    stack = s.stack
    cost = s.cost
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
            g = np.int64(s.wish[i]) if orderly else i
            if parts[g] < need:
                continue
            b = 0 if orderly else min(bound[parts[g]] - base, BUCKETS - 1)
            following[g] = raw[b]
            raw[b] = g
        symmetries = 0
        if depth < SYMMETRIC_TURNS and s.facts[SYMMETRIC]:
            symmetries = _find_symmetries(s, cands, at, n, depth)
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
                row = by_guess + np.int64(g) * wide
                kind = s.classes[s.ints[ids + g]]
                for f in range(twice):
                    cnt[f] = 0
                for i in range(n):
                    cnt[_lowest_bit(words[row + stack[at + i]])] += 1
                score = n
                for f in range(win):
                    score += cost[min(k, limits[kind, f]), cnt[f]]
                if score < best:
                    c = b if orderly else max(b, min(score - base, BUCKETS - 1))
                    following[g] = done[c]
                    done[c] = g
            while done[b] >= 0 and base + b < best and best > lower:
                g = done[b]
                done[b] = following[g]
                row = by_guess + np.int64(g) * wide
                kind = s.classes[s.ints[ids + g]]
                for f in range(twice):
                    cnt[f] = 0
                for i in range(n):
                    cnt[_lowest_bit(words[row + stack[at + i]])] += 1
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
                    fits = fits and _may_fit(cnt[f], d - 1, kf)
                    if cnt[f] > 2:
                        j = m
                        while j and cnt[order[j - 1]] > cnt[f]:
                            order[j] = order[j - 1]
                            j -= 1
                        order[j] = f
                        m += 1
                if not fits or score >= best:
                    continue
                for i in range(n):
                    c = stack[at + i]
                    f = _lowest_bit(words[row + c])
                    stack[fill[f]] = c
                    fill[f] += 1
                # First what is cheap: small parts that no member tells apart.
                left = 0
                for i in range(m):
                    f = order[i]
                    size = cnt[f]
                    if size <= win + 1:
                        q = _by_member(
                            s.words,
                            s.stack,
                            s.ints,
                            wide,
                            by_guess,
                            selves,
                            start[f],
                            size,
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
                    h2 = _normal(
                        s.facts,
                        s.codes,
                        s.stack,
                        s.ints,
                        s.keys[depth + 1],
                        s.signs,
                        s.counts,
                        s.order,
                        s.rank,
                        cands,
                        start[f],
                        size,
                    )
                    known = _find(
                        s.slots, s.arena, s.keys[depth + 1], h2, size, min(d - 1, size)
                    )
                    if known >= 0:
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
                turn = s.used[TURNS]
                s.turns[turn] = s.codes[s.ints[ids + g]]
                s.used[TURNS] = turn + 1
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


@njit(nogil=True, cache=True)
def within(s, level, at, n, top, d, depth, k_in):
    """Return whether d guesses are enough for a set of candidates; see `total`."""
    if n <= d:
        return True
    if d < 2 or not _may_fit(n, d, k_in):
        return False
    win = s.facts[FEEDBACKS] - 1
    twice = s.facts[FEEDBACKS]
    wide, high, by_cand, by_guess, cands, ids, selves = level
    if n <= win + 1 and depth > 0:
        q = _by_member(s.words, s.stack, s.ints, wide, by_guess, selves, at, n)
        if q > n - d + 1:  # no part has as many as d candidates
            return True
    h = _normal(
        s.facts,
        s.codes,
        s.stack,
        s.ints,
        s.keys[depth],
        s.signs,
        s.counts,
        s.order,
        s.rank,
        cands,
        at,
        n,
    )
    found = _find(s.slots, s.arena, s.keys[depth], h, n, 0)
    if found >= 0 and depth > 0:
        if s.slots[found, 5] <= d:
            return True
        if s.slots[found, 4] > d:
            return False
    s.counters[NODES] += 1
    s.counters[DEPTH] = depth
    words_mark = s.used[WORDS]
    ints_mark = s.used[INTS]
    if _pays(s, wide, high, n, depth):
        high, by_cand, by_guess, cands, ids, selves = _inner(
            s, wide, high, by_cand, by_guess, cands, ids, at, n
        )
        wide = n
        level = (wide, high, by_cand, by_guess, cands, ids, selves)
        for i in range(n):
            s.stack[top + i] = i
        at = top
        top += n
    most, k = survey(s, high, by_cand, at, n, depth)
    listed = s.used[LISTED] if depth == 0 else 0
    if listed:
        _leave_out(s.parts[0], s.wish, listed)
    k = min(k, k_in)
    scratch = s.scratch[depth]
    cnt = scratch[80:160]
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
    reach = np.int64(1)  # what d - 1 guesses can find
    for _ in range(d - 2):
        reach = min(reach * k, INFINITE)
    if d == 2:
        for g in range(high):
            if parts[g] - ((s.masks[depth, g] >> twice) & 1) == n:
                good = True
                if depth == 0:
                    s.counters[FIRST] = s.ints[ids + g]
                break
    elif most * reach >= n:
        done[:] = -1
        shift = 0
        while n >> shift >= BUCKETS:
            shift += 1
        symmetries = 0
        if depth < SYMMETRIC_TURNS and s.facts[SYMMETRIC]:
            symmetries = _find_symmetries(s, cands, at, n, depth)
        for i in range(high):
            g = high - 1 - i
            if parts[g] * reach < n:
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
            row = by_guess + np.int64(g) * wide
            kind = s.classes[s.ints[ids + g]]
            for f in range(twice):
                cnt[f] = 0
            for j in range(n):
                cnt[_lowest_bit(words[row + stack[at + j]])] += 1
            largest = 0
            possible = True
            for f in range(win):
                largest = max(largest, cnt[f])
                possible = possible and (
                    cnt[f] < d or _may_fit(cnt[f], d - 1, min(k, limits[kind, f]))
                )
            if possible and largest < n:
                following[g] = done[largest >> shift]
                done[largest >> shift] = g
        for b in range(BUCKETS):
            while done[b] >= 0 and not good and not s.counters[STOP]:
                g = done[b]
                done[b] = following[g]
                row = by_guess + np.int64(g) * wide
                kind = s.classes[s.ints[ids + g]]
                for f in range(twice):
                    cnt[f] = 0
                for j in range(n):
                    cnt[_lowest_bit(words[row + stack[at + j]])] += 1
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
                for j in range(n):
                    c = stack[at + j]
                    f = _lowest_bit(words[row + c])
                    stack[fill[f]] = c
                    fill[f] += 1
                turn = s.used[TURNS]
                s.turns[turn] = s.codes[s.ints[ids + g]]
                s.used[TURNS] = turn + 1
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
    s.used[WORDS] = words_mark
    s.used[INTS] = ints_mark
    if (s.counters[STOP] or listed) and not good:
        return False
    if good:
        _keep(s, h, n, 0, depth, 0, d)
    else:
        _keep(s, h, n, 0, depth, d + 1, INFINITE)
    return good
