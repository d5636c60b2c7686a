"""
The compiled part of the exact search: `total` and `within`.

`search` calls them with the tables that `state` makes; importing this loads numba.

A set of candidates is a run of the `stack`, which holds places among the candidates.
By guess, a table has the number of the feedback of each pair. By candidate, another has
a word with the bit of this number, to count the parts of all guesses at once. There the
winning feedback has a second bit above it: it counts as a part and saves a guess.

All of it is one file. numba compiles again what stands in a file that has changed, but
not what calls it from another file.
"""

from collections import namedtuple
from typing import Any, Final

import numpy as np
from numba import njit
from numba.extending import intrinsic

INFINITE: Final = 1 << 28
"""More guesses than any game needs."""

NOTHING: Final = np.int64(0)
ENDLESS: Final = np.int64(INFINITE)
"""Zero and `INFINITE` in calls: for a plain number numba compiles a second time."""

MAX_DEPTH: Final = 100
"""No tree is deeper; one colour a peg needs 62 guesses."""

SYMMETRIC_TURNS: Final = 3
"""Guesses down to which symmetry is looked at; deeper the memo finds the same."""

BUCKETS: Final = 256
"""Buckets into which guesses are sorted by their bound; feedbacks are fewer."""

BLOCK: Final = 1024
"""Guesses whose feedbacks are counted at a time."""

EASY: Final = 4
"""A set is easy if it is soon solved when each guess splits it in this many parts."""

GAPS: Final = (3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1)
"""Of Shell's sort; numba's would have memory managed, which costs time everywhere."""

SLOTS_PER_BUCKET: Final = 4
"""The memo keeps a set in any of four slots of its bucket."""

# Columns of `slots`: a signature, the set's place in `arena`, its size and the guesses
# that may be made, its bounds
SIGN, PLACE, SET, KNOWN = range(4)

# Numbers in `counters`
STOP, NODES, BEST, LOWER, FIRST, DEPTH = range(6)
NOTHING_FOUND: Final = (0, 0, INFINITE, 0, -1, 0)
"""The counters before a search."""

# Numbers in `own`: guesses made, whether first guesses are looked at in `first_order`,
# the thread's number and the number of threads; in `arena`, where the thread writes
# next, and from where to where it may write; rounds of `_is_least`
MADE, ORDERLY, THREAD, THREADS, NEXT, FROM, TO, ROUNDS = range(8)

# Rows of `scratch`. By number of parts, the least total of a guess that splits in so
# many. By feedback, the size of its part, where it begins on the stack, how far it is
# filled, and its least total; feedbacks whose parts are looked at, in that order. By
# bucket, the first guess of a list; the next ones are in `nexts`.
BY_PARTS, COUNTS, STARTS, FILLS, LOWS, ORDER, WAITING, SCORED = range(8)

# Rows of `marks`, which are for colours, but for `TALLY`, which is for bits, and
# `RANKED_PEGS`. In the normal form of a set, the pegs in order and the ranks of the
# colours. `ROUND` marks the colours that are named in a round, `NAMES` has the names.
USED, PRESENT, THERE, BACK, TALLY, RANKED_PEGS, RANKS, ROUND, NAMES = range(9)

# numba knows plain named tuples, and no others.

Tables = namedtuple(  # noqa: PYI024
    "Tables",
    [
        "pegs",
        "colours",  # their number, of all pegs together where each has its own
        "feedbacks",  # their number
        "distinct",  # whether no code has a colour twice
        "per_peg",  # whether each peg has colours of its own
        "symmetric",  # as in `Problem`
        "renames",  # as in `Problem`
        "codes",  # (g, p) uint16, every guess, colours from 0
        "places",  # (n,) uint32, of the candidates among the guesses
        "by_candidate",  # (n, g) words, the bits of the answers
        "by_guess",  # (g, n) uint8, the numbers of the answers
        "orders",  # (m, p) int64, ways to move the pegs
        "cost",  # (k + 1, n + 2) int32, least total of n candidates, k parts a guess
        "easy",  # (n + 2,) int32, the total of n were each guess to split in `EASY`
        "reach",  # (MAX_DEPTH + 1, k + 1) int32, most codes found with d guesses
        "limits",  # (classes, f) int32, most parts of what each feedback leaves
        "classes",  # (g,) int32, the class of each guess
        "first_order",  # (g,) uint32, the guesses in order of the strategy ``optimal``
        "slots",  # (2 ** b, 4) int64, the memo's entries
        "arena",  # int32, the memo's sets
    ],
)
"""
The candidates, the guesses, what no strategy can do better, and the memo.

All threads share them. Of these only the memo changes, without locks. An entry is
signed, so that one which two threads have written at a time matches none; so is
one whose set was written over, since sets are compared whole.
"""

Work = namedtuple(  # noqa: PYI024
    "Work",
    [
        "stack",  # uint32, candidates
        "turns",  # (depth, p) int16, the guesses so far
        "lists",  # the colours of each kind, at each depth with symmetry
        "maps",  # the symmetries found there
        "masks",  # (depth, g) words, the feedbacks of all candidates to each guess
        "parts",  # (depth, g) uint8, the number of parts
        "nexts",  # (depth, g) int32, the guess that is next in a list
        "planes",  # (4, bits, BLOCK) words, to count with, see `_tally`
        "scratch",  # (depth, 8, BUCKETS) int32
        "keys",  # (depth, n) int32, sets in their normal form
        "signs",  # (4, m) uint64, of pegs and colours for the normal form
        "counts",  # (p, c) int32, how often each peg has each colour
        "marks",  # (9, m) int64
        "own",  # (8,) int64
        "counters",  # (6,) int64, also read by who waits for the search
    ],
)
"""The notes of one thread."""


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


# The memo


@_compiled_inline
def _stir(x):
    x = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15)
    return x ^ (x >> np.uint64(29))


@_compiled
def _sign(t, w, left):
    """
    Sign pegs and colours by what does not change when they are renamed or moved.

    First by how often each peg has each colour, in rows 0 and 1; then by the codes in
    which they stand together, in rows 2 and 3.
    """
    counts = w.counts
    signs = w.signs
    signs[:] = 0
    counts[:] = 0
    for i in range(len(left)):
        me = t.places[left[i]]
        for p in range(t.pegs):
            counts[p, t.codes[me, p]] += 1
    for p in range(t.pegs):
        for c in range(t.colours):
            h = _stir(np.uint64(counts[p, c] + 1))
            signs[0, p] += h
            signs[1, c] += h
    for i in range(len(left)):
        me = t.places[left[i]]
        h = np.uint64(0)
        for p in range(t.pegs):
            h += _stir(signs[0, p] + signs[1, t.codes[me, p]])
        for p in range(t.pegs):
            c = t.codes[me, p]
            signs[3, c] += _stir(h ^ signs[0, p])
            signs[2, p] += _stir(h ^ signs[1, c])


@_compiled
def _rank_by_signs(t, w):
    """Order the pegs by their signs, and the colours of each group by theirs."""
    signs = w.signs
    order = w.marks[RANKED_PEGS]
    for p in range(t.pegs):
        j = p
        while j and signs[2, order[j - 1]] > signs[2, p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p
    span = _colours_a_group(t)
    for c in range(t.colours):
        begin = c // span * span
        r = 0
        for other in range(begin, begin + span):
            r += signs[3, other] > signs[3, c] or (
                signs[3, other] == signs[3, c] and other < c
            )
        w.marks[RANKS, c] = r


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
    return t.colours // t.pegs if t.per_peg else t.colours


@_compiled
def _key(t, w, at, n, depth):
    """
    Write a set in its normal form for the memo; return its hash.

    Pegs and colours are taken in the order of their signs.
    """
    left = w.stack[at : at + n]
    key = w.keys[depth, :n]
    if t.renames:
        _sign(t, w, left)
        _rank_by_signs(t, w)
        order = w.marks[RANKED_PEGS]
        ranks = w.marks[RANKS]
        span = _colours_a_group(t)
        for i in range(n):
            me = t.places[left[i]]
            value = 0
            for p in range(t.pegs):
                value = value * span + ranks[t.codes[me, order[p]]]
            key[i] = value
        _sort(key)
    else:
        for i in range(n):
            key[i] = left[i]
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


@_compiled
def _find(t, w, h, n, d, depth):
    """
    Return what the memo knows of the set in `keys`: its slot, its least and most.

    They are -1, 0, 0 if it knows nothing. Sets are compared: a hash proves nothing.
    """
    key = w.keys[depth]
    first = np.int64(h) & (len(t.slots) - SLOTS_PER_BUCKET)
    set_ = np.int64(n) << 32 | np.int64(d)
    for i in range(first, first + SLOTS_PER_BUCKET):
        sign = t.slots[i, SIGN]
        place = t.slots[i, PLACE]
        known = t.slots[i, KNOWN]
        if t.slots[i, SET] == set_ and sign == _signature(h, place, set_, known):
            j = 0
            while j < n and t.arena[place + j] == key[j]:
                j += 1
            if j == n:
                return i, known >> 32, known & 0xFFFFFFFF
    return np.int64(-1), np.int64(0), np.int64(0)


@_compiled
def _remember(t, w, h, n, d, depth, lower, upper):
    """Remember what is known of the set in `keys`."""
    slots = t.slots
    own = w.own
    if n > own[TO] - own[FROM]:
        return
    set_ = np.int64(n) << 32 | np.int64(d)
    chosen, low, high = _find(t, w, h, n, d, depth)
    if chosen >= 0:
        place = slots[chosen, PLACE]
        lower = max(lower, low)
        upper = min(upper, high)
    else:
        first = np.int64(h) & (len(slots) - SLOTS_PER_BUCKET)
        chosen = first + (own[NEXT] & (SLOTS_PER_BUCKET - 1))
        for i in range(first, first + SLOTS_PER_BUCKET):
            if slots[i, SET] == 0:
                chosen = i
        if own[NEXT] + n > own[TO]:
            own[NEXT] = own[FROM]  # full: write over the oldest
        place = own[NEXT]
        own[NEXT] += n
        for j in range(n):
            t.arena[place + j] = w.keys[depth, j]
    known = np.int64(lower) << 32 | np.int64(upper)
    slots[chosen, SIGN] = 0
    slots[chosen, PLACE] = place
    slots[chosen, SET] = set_
    slots[chosen, KNOWN] = known
    slots[chosen, SIGN] = _signature(h, place, set_, known)


# Symmetry


@_compiled
def _list_kinds(t, w, at, n, depth):
    """List the colours of each kind: not guessed yet, and in no candidate."""
    used = w.marks[USED]
    present = w.marks[PRESENT]
    used[:] = False
    present[:] = False
    for i in range(w.own[MADE]):
        for p in range(t.pegs):
            used[w.turns[i, p]] = True
    for i in range(n):
        me = t.places[w.stack[at + i]]
        for p in range(t.pegs):
            present[t.codes[me, p]] = True
    groups = t.pegs if t.per_peg else 1
    span = _colours_a_group(t)
    kinds = w.maps[depth, 0]
    lists = w.lists[depth]
    lists[:, 0] = 0  # how many there are
    for c in range(t.colours):
        kind = 1 if not present[c] else (-1 if used[c] else 0)
        kinds[c] = kind
        if kind >= 0:
            row = lists[kind * groups + c // span]
            row[0] += 1
            row[row[0]] = c


@_compiled
def _keeps_turns(t, w, order):
    """
    Return whether pegs can be moved so that every guess so far stays.

    Which colour then becomes which is in `marks`.
    """
    present = w.marks[PRESENT]
    there = w.marks[THERE]
    back = w.marks[BACK]
    there[:] = -1
    back[:] = -1
    for i in range(w.own[MADE]):
        for p in range(t.pegs):
            old = w.turns[i, order[p]]
            new = w.turns[i, p]
            if (
                (there[old] >= 0 and there[old] != new)
                or (back[new] >= 0 and back[new] != old)
                or present[old] != present[new]  # one may be in no secret
            ):
                return False
            there[old] = new
            back[new] = old
    return True


@_compiled
def _find_symmetries(t, w, at, n, depth):
    """
    Note the ways to move pegs and colours that keep every guess; return how many.

    There are none where symmetry is not looked at.
    """
    found = 0
    if depth >= SYMMETRIC_TURNS or not t.symmetric:
        return found
    _list_kinds(t, w, at, n, depth)
    for k in range(len(t.orders)):
        if _keeps_turns(t, w, t.orders[k]):
            found += 1
            for c in range(t.colours):
                w.maps[depth, found, c] = w.marks[THERE, c]
            w.maps[depth, found, t.colours] = k
    return found


@_compiled
def _is_least(t, w, depth, found, g):
    """Return whether no guess of its class is smaller; `found` symmetries are noted."""
    codes = t.codes
    maps = w.maps[depth]
    lists = w.lists[depth]
    rounds = w.marks[ROUND]
    names = w.marks[NAMES]
    groups = t.pegs if t.per_peg else 1
    for k in range(1, found + 1):
        order = t.orders[maps[k, t.colours]]
        w.own[ROUNDS] += 1
        now = w.own[ROUNDS]
        free = 0
        absent = 0
        for p in range(t.pegs):
            c = np.int64(codes[g, order[p]])
            kind = maps[0, c]
            if kind < 0:
                c = np.int64(maps[k, c])
            elif groups > 1:
                c = np.int64(lists[kind * groups + p, 1])
            elif kind == 1 and not t.distinct:
                c = np.int64(lists[1, 1])
            else:
                if rounds[c] != now:  # in order of first use
                    rounds[c] = now
                    if kind == 0:
                        free += 1
                        names[c] = lists[0, free]
                    else:
                        absent += 1
                        names[c] = lists[1, absent]
                c = names[c]
            if c < codes[g, p]:
                return False
            if c > codes[g, p]:
                break
    return True


# A set and a guess


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


@_compiled_inline
def _count(answers, left, counts):
    """Count the candidates that each feedback to a guess leaves."""
    counts[:] = 0
    for i in range(len(left)):
        counts[answers[left[i]]] += 1


@_compiled_inline
def _deal(answers, left, stack, fill):
    """Put candidates where the parts of their feedback are filled."""
    for i in range(len(left)):
        answer = answers[left[i]]
        stack[fill[answer]] = left[i]
        fill[answer] += 1


@_compiled
def _by_member(t, left):
    """Return the most parts by one of the candidates; n if it tells all apart."""
    n = len(left)
    best = 0
    for i in range(n):
        answers = t.by_guess[t.places[left[i]]]
        mask = np.uint64(0)
        for j in range(n):
            mask |= np.uint64(1) << np.uint64(answers[left[j]])
        q = np.int64(_popcount(mask))
        if q > best:
            best = q
            if q == n:
                break
    return best


@_callable
def survey(t, w, at, n, depth):
    """Count the parts of every guess, winning twice; return the most, and plainly."""
    mask = w.masks[depth]
    parts = w.parts[depth]
    left = w.stack[at : at + n]
    mask[:] = 0
    i = 0
    while i < n:  # four at a time; the last ones are taken again, which does no harm
        row_a = t.by_candidate[left[i]]
        row_b = t.by_candidate[left[min(i + 1, n - 1)]]
        row_c = t.by_candidate[left[min(i + 2, n - 1)]]
        row_d = t.by_candidate[left[min(i + 3, n - 1)]]
        for g in range(len(mask)):
            mask[g] |= row_a[g] | row_b[g] | row_c[g] | row_d[g]
        i += 4
    most = np.uint8(0)
    plain = np.uint8(0)
    twice = t.feedbacks
    for g in range(len(mask)):
        q = np.uint8(_popcount(mask[g]))
        win = np.uint8((mask[g] >> twice) & 1)
        parts[g] = q
        most = max(most, q)
        plain = max(plain, np.uint8(q - win))
    return np.int64(most), np.int64(plain)


@_callable
def tie_breaks(t, w, at, n, keys):
    """
    Write a number for every guess; of the best guesses the least is to be made.

    First come those whose parts would be easy, then those whose largest part is
    large.
    """
    win = t.feedbacks - 1
    counts = w.scratch[0, COUNTS, : win + 1]
    left = w.stack[at : at + n]
    for g in range(len(keys)):
        _count(t.by_guess[g], left, counts)
        easy = 0
        largest = 0
        for f in range(win + 1):
            if f < win:
                easy += t.easy[np.uint32(counts[f])]
            largest = max(largest, counts[f])
        keys[g] = easy * (n + 1) - largest


@_compiled
def _play(t, w, g):
    """Note a guess."""
    turn = w.own[MADE]
    for p in range(t.pegs):
        w.turns[turn, p] = t.codes[g, p]
    w.own[MADE] = turn + 1


# The least total


@_compiled
def _known_at_once(t, w, at, n, d, beta, depth):
    """Return the least total of a set, or a bound that will do; 0 if unknown."""
    if n == 1:
        return 1 if d >= 1 else INFINITE
    if d < 2:
        return INFINITE
    if n == 2:
        return 3
    if _is_small(t, n, depth):
        q = _by_member(t, w.stack[at : at + n])
        if q == n:
            return 2 * n - 1
        if 2 * n >= beta or (q == n - 1 and d > 2):
            return 2 * n
    elif d == 2 and n > t.feedbacks:
        return INFINITE
    return 0


@_compiled_inline
def _is_small(t, n, depth):
    """Return whether a candidate might tell all the others apart."""
    return n <= t.feedbacks and depth > 0


@_compiled
def _sort_by_parts(t, w, depth, most, best, orderly):
    """Put the guesses that may be less than `best` in buckets, by their parts."""
    scratch = w.scratch[depth]
    by_parts = scratch[BY_PARTS]
    waiting = scratch[WAITING]
    parts = w.parts[depth]
    following = w.nexts[depth]
    waiting[:] = -1
    scratch[SCORED][:] = -1
    need = 2
    while by_parts[need] >= best:
        need += 1
    high = len(parts)
    for i in range(high):  # so that those of a bucket come out in order at last
        g = np.int64(t.first_order[i]) if orderly else high - 1 - i
        if parts[g] < need:
            continue
        b = 0
        if not orderly:
            b = min(by_parts[parts[g]] - by_parts[most], BUCKETS - 1)
        following[g] = waiting[b]
        waiting[b] = g


@_compiled
def _sort_by_score(t, w, at, n, depth, k, b, base, best, easiest, symmetries, orderly):
    """
    Sort the guesses of a bucket again, by the least totals of their parts.

    Return the easiest of them if it is easier than those before, else -1, and how
    easy it is.
    """
    scratch = w.scratch[depth]
    waiting = scratch[WAITING]
    scored = scratch[SCORED]
    following = w.nexts[depth]
    win = t.feedbacks - 1
    counts = scratch[COUNTS, : win + 1]
    left = w.stack[at : at + n]
    promising = -1
    while waiting[b] >= 0:
        g = waiting[b]
        waiting[b] = following[g]
        if symmetries and not _is_least(t, w, depth, symmetries, np.int64(g)):
            continue
        limits = t.limits[t.classes[g]]
        _count(t.by_guess[g], left, counts)
        score = n
        for f in range(win):
            score += t.cost[np.uint32(min(k, limits[f])), np.uint32(counts[f])]
        if score >= best:
            continue
        c = b if orderly else max(b, min(score - base, BUCKETS - 1))
        following[g] = scored[c]
        scored[c] = g
        score = 0
        for f in range(win):
            score += t.easy[np.uint32(counts[f])]
        if score < easiest and not orderly:
            easiest = score
            promising = g
    return promising, easiest


@_compiled_inline
def _take(scored, following, b):
    """Take the next guess from a bucket; -1 if it is empty."""
    g = scored[b]
    if g >= 0:
        scored[b] = following[g]
    return g


@_compiled
def _begin_elsewhere(w, depth, b):
    """
    Let a bucket begin where no other thread begins, at odd threads backwards.

    What one has found the others look up, and so they share the guesses.
    """
    number = w.own[THREAD]
    scored = w.scratch[depth, SCORED]
    following = w.nexts[depth]
    if number == 0:
        return
    length = 0
    last = np.int64(-1)
    g = np.int64(scored[b])
    while g >= 0:
        length += 1
        last = g
        g = following[g]
    if length < 2:
        return
    following[last] = scored[b]  # a ring
    for _ in range((number + number % 2) * length // w.own[THREADS] % length):
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
    scored[b] = first


@_compiled
def _bound(t, w, at, n, d, depth, k, g):
    """Return a lower bound of a set with a guess, `INFINITE` if d are too few."""
    counts = w.scratch[depth, COUNTS, : t.feedbacks]
    lows = w.scratch[depth, LOWS]
    limits = t.limits[t.classes[g]]
    _count(t.by_guess[g], w.stack[at : at + n], counts)
    score = n
    for f in range(t.feedbacks - 1):
        if counts[f]:
            kf = min(k, limits[f])
            if counts[f] > t.reach[d - 1, kf]:
                return INFINITE
            lows[f] = t.cost[kf, counts[f]]
            score += lows[f]
    return score


@_compiled
def _divide(t, w, at, n, top, depth, g, least):
    """Divide a set by a guess; order the parts of `least` or more by their sizes."""
    scratch = w.scratch[depth]
    counts = scratch[COUNTS, : t.feedbacks]
    order = scratch[ORDER]
    win = t.feedbacks - 1
    place = top
    m = 0
    for f in range(win + 1):
        scratch[STARTS, f] = place
        scratch[FILLS, f] = place
        place += counts[f]
        if f < win and counts[f] >= least:
            j = m
            while j and counts[order[j - 1]] > counts[f]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = f
            m += 1
    left = w.stack[at : at + n]
    _deal(t.by_guess[g], left, w.stack, scratch[FILLS])
    return m


@_compiled
def _look_at_small_parts(t, w, m, d, depth, score, best):
    """
    Raise the score by small parts that no member tells apart.

    Leave out the known. Return the score, and how many parts in order are left.
    """
    scratch = w.scratch[depth]
    lows = scratch[LOWS]
    left = 0
    for i in range(m):
        f = scratch[ORDER, i]
        size = np.int64(scratch[COUNTS, f])
        if size <= t.feedbacks:
            start = np.int64(scratch[STARTS, f])
            q = _by_member(t, w.stack[start : start + size])
            if q == size:
                continue
            if lows[f] < 2 * size:
                score += 2 * size - lows[f]
                lows[f] = 2 * size
            if score >= best:
                break
            if q == size - 1 and d > 3:
                continue
        scratch[ORDER, left] = f
        left += 1
    return score, left


@_compiled
def _look_up_parts(t, w, m, d, depth, score, best):
    """
    Raise the score by what the memo knows of the parts; leave out the settled.

    Return the score, and how many parts in order are left.
    """
    scratch = w.scratch[depth]
    lows = scratch[LOWS]
    left = 0
    for i in range(m):
        f = scratch[ORDER, i]
        size = np.int64(scratch[COUNTS, f])
        h = _key(t, w, np.int64(scratch[STARTS, f]), size, depth + 1)
        _, low, high = _find(t, w, h, size, min(d - 1, size), depth + 1)
        if low:
            if low > lows[f]:
                score += low - lows[f]
                lows[f] = low
                if score >= best:
                    break
            if low == high:
                continue
        scratch[ORDER, left] = f
        left += 1
    return score, left


@_compiled
def _begin_guess(t, w, at, n, top, d, depth, k, g, best):
    """
    Divide a set by a guess and do what is cheap with its parts.

    Return a lower bound of the total, and how many parts in order are to be searched.
    """
    score = _bound(t, w, at, n, d, depth, k, g)
    m = 0
    if score < best:
        m = _divide(t, w, at, n, top, depth, g, np.int64(3))
        score, m = _look_at_small_parts(t, w, m, d, depth, score, best)
    if score < best:
        score, m = _look_up_parts(t, w, m, d, depth, score, best)
    return score, m


@_callable
def total(t, w, at, n, top, d, beta, depth, k_in):
    """
    Return the least total number of guesses for a set of candidates.

    The set begins `at` a place of the stack, has `n` codes, and the stack is free
    from `top` on. `d` guesses may be made, `depth` have been. If the total is not
    less than `beta`, any lower bound that is at least `beta` will do. No guess has
    more than `k_in` parts.
    """
    counters = w.counters
    d = min(d, n)
    known = _known_at_once(t, w, at, n, d, beta, depth)
    if known:
        return known
    h = _key(t, w, at, n, depth)
    _, low, high = _find(t, w, h, n, d, depth)
    lower = 2 * n if _is_small(t, n, depth) else t.cost[k_in, n]
    if low and depth > 0:
        if low >= beta or low == high:
            return low
        lower = max(lower, low)
    counters[NODES] += 1
    counters[DEPTH] = depth
    most, k = survey(t, w, at, n, depth)
    k = min(k, k_in)
    scratch = w.scratch[depth]
    following = w.nexts[depth]
    for q in range(most + 1):
        x = _spread(t.cost, n, q, k)
        if q > 2:
            x = min(x, _spread(t.cost, n - 1, q - 2, k))
        scratch[BY_PARTS, q] = min(n + x, INFINITE)
    base = scratch[BY_PARTS, most]
    lower = max(lower, base)
    best = beta
    solved = False
    if lower < best:
        orderly = depth == 0 and w.own[ORDERLY] != 0
        _sort_by_parts(t, w, depth, most, best, orderly)
        symmetries = _find_symmetries(t, w, at, n, depth)
        easiest = ENDLESS
        for b in range(BUCKETS):
            if base + b >= best or counters[STOP]:
                break
            if depth == 0:
                counters[LOWER] = max(lower, base + b)
            promising, easiest = _sort_by_score(
                t, w, at, n, depth, k, b, base, best, easiest, symmetries, orderly
            )
            if depth > 0:
                _begin_elsewhere(w, depth, b)
            nodes = counters[NODES]
            while base + b < best and best > lower:
                if depth > 0 and counters[NODES] > nodes:
                    nodes = counters[NODES]
                    _, low, high = _find(t, w, h, n, d, depth)
                    if low and (low >= best or low == high):  # another was quicker
                        lower = best = low
                        solved = low == high
                        break
                g = promising  # often it is good; then it comes again, and fails
                backwards = g >= 0 and w.own[THREAD] % 2 == 1
                promising = -1
                if g < 0:
                    g = _take(scratch[SCORED], following, b)
                if g < 0:
                    break
                score, m = _begin_guess(t, w, at, n, top, d, depth, k, g, best)
                if score >= best:
                    continue
                _play(t, w, np.int64(g))
                for i in range(m):
                    f = scratch[ORDER, m - 1 - i if backwards else i]
                    low = scratch[LOWS, f]
                    value = total(
                        t,
                        w,
                        np.int64(scratch[STARTS, f]),
                        np.int64(scratch[COUNTS, f]),
                        top + n,
                        d - 1,
                        np.int64(best - score + low),
                        depth + 1,
                        np.int64(min(k, t.limits[t.classes[g], f])),
                    )
                    score += value - low
                    if score >= best or counters[STOP]:
                        break
                w.own[MADE] -= 1
                if counters[STOP]:
                    break
                if score < best:
                    best = score
                    solved = True
                    if depth == 0:
                        counters[BEST] = best
                        counters[FIRST] = g
            if best <= lower:
                break
    if counters[STOP]:
        return best
    # The key is still there: each depth has a row of its own.
    if solved:
        _remember(t, w, h, n, d, depth, best, best)
    else:
        best = max(best, lower)
        _remember(t, w, h, n, d, depth, best, ENDLESS)
    return best


# The worst case


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
def _tally(t, w, at, n, begin, m, room):
    """
    Note in `planes[3, 1]` which parts of m guesses have more than their room.

    All feedbacks to all these guesses are counted at once: plane j has bit j of each
    count. Two numbers of a bit are added as soon as there are two. Without this the
    worst case of 5x5 takes 20 times as long, that of AB(4,11) 6 times.
    """
    bits = 1
    while n >> bits:
        bits += 1
    zero = w.planes[3, 0, :m]
    zero[:] = 0
    waiting = w.marks[TALLY]
    waiting[:] = 0
    for j in range(bits):
        w.planes[0, j, :m] = 0
    for i in range(0, n, 2):
        left = t.by_candidate[w.stack[at + i], begin : begin + m]
        right = zero
        if i + 1 < n:
            right = t.by_candidate[w.stack[at + i + 1], begin : begin + m]
        j = 0
        while True:
            waiting[j + 1] += 1
            carry = w.planes[waiting[j + 1], j + 1, :m]
            _add(w.planes[0, j, :m], left, right, carry)
            j += 1
            if waiting[j] < 2:
                break
            waiting[j] = 0
            left = w.planes[1, j, :m]
            right = w.planes[2, j, :m]
    for j in range(1, bits):
        if waiting[j]:
            right = w.planes[2, j, :m] if waiting[j] == 2 else zero
            waiting[j + 1] += 1
            carry = w.planes[waiting[j + 1], j + 1, :m]
            _add(w.planes[0, j, :m], w.planes[1, j, :m], right, carry)
    over = w.planes[3, 1, :m]
    missing = w.planes[3, 2, :m]
    over[:] = 0
    for j in range(bits):
        lacking = 0  # the feedbacks whose room has no such bit
        for f in range(t.feedbacks - 1):
            if not (room[f] >> bits or (room[f] >> j) & 1):
                lacking |= 1 << f
        missing[:] = lacking
        _exceed(over, w.planes[0, j, :m], missing)


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
def _list_hopeful(t, w, at, n, d, depth, k):
    """List guesses whose parts may all be found with a guess less, by the largest."""
    scratch = w.scratch[depth]
    scored = scratch[SCORED]
    room = scratch[STARTS]
    win = t.feedbacks - 1
    counts = scratch[COUNTS, : win + 1]
    following = w.nexts[depth]
    parts = w.parts[depth]
    left = w.stack[at : at + n]
    each = np.int64(t.reach[d - 1, k])
    over = w.planes[3, 1]
    shift = 0
    while n >> shift >= BUCKETS:
        shift += 1
    symmetries = _find_symmetries(t, w, at, n, depth)
    scored[:] = -1
    room[:] = 0
    for kind in range(len(t.limits)):
        for f in range(win):
            room[f] = max(room[f], t.reach[d - 1, min(k, t.limits[kind, f])])
    for block in range((len(parts) - 1) // BLOCK, -1, -1):
        begin = block * BLOCK
        end = min(len(parts), begin + BLOCK)
        _tally(t, w, at, n, begin, end - begin, room)
        for g in range(end - 1, begin - 1, -1):
            if over[g - begin] or parts[g] * each < n:
                continue
            if symmetries and not _is_least(t, w, depth, symmetries, np.int64(g)):
                continue
            _count(t.by_guess[g], left, counts)
            limits = t.limits[t.classes[g]]
            largest = _largest_if_all_fit(t.reach, limits, counts[:win], d, k)
            if 0 <= largest < n:
                following[g] = scored[largest >> shift]
                scored[largest >> shift] = g
    # All in the first bucket, in order.
    whole = np.int64(-1)
    for b in range(BUCKETS - 1, -1, -1):
        g = np.int64(scored[b])
        if g >= 0:
            first = g
            while following[g] >= 0:
                g = np.int64(following[g])
            following[g] = whole
            whole = first
    scored[0] = whole


@_compiled
def _tells_all_apart(t, w, n, depth):
    """Return the first guess that leaves one candidate in each part, or -1."""
    for g in range(len(t.by_guess)):
        wins = (w.masks[depth, g] >> t.feedbacks) & 1
        if w.parts[depth, g] - wins == n:
            return np.int64(g)
    return np.int64(-1)


@_callable
def within(t, w, at, n, top, d, depth, k_in):
    """Return whether d guesses are enough for a set of candidates; see `total`."""
    counters = w.counters
    if n <= d:
        return True
    if d < 2 or n > t.reach[d, k_in]:
        return False
    if _is_small(t, n, depth) and _by_member(t, w.stack[at : at + n]) > n - d + 1:
        return True  # no part has as many as d candidates
    h = _key(t, w, at, n, depth)
    _, low, high = _find(t, w, h, n, NOTHING, depth)
    if high and depth > 0:
        if high <= d:
            return True
        if low > d:
            return False
    counters[NODES] += 1
    counters[DEPTH] = depth
    most, k = survey(t, w, at, n, depth)
    k = min(k, k_in)
    scratch = w.scratch[depth]
    counts = scratch[COUNTS, : t.feedbacks]
    following = w.nexts[depth]
    first = np.int64(-1)
    if d == 2:
        first = _tells_all_apart(t, w, n, depth)
    elif n <= t.reach[d, k] and most * np.int64(t.reach[d - 1, k]) >= n:
        easy = 4 * n <= t.reach[d, k]
        for attempt in range(0 if easy else 1, 2):
            if attempt:
                _list_hopeful(t, w, at, n, d, depth, k)
            else:  # one with the most parts will do
                g = np.int64(w.parts[depth].argmax())
                following[g] = -1
                scratch[SCORED, 0] = g
            if depth > 0:
                _begin_elsewhere(w, depth, NOTHING)
            nodes = counters[NODES]
            while first < 0 and not counters[STOP]:
                g = _take(scratch[SCORED], following, 0)
                if g < 0:
                    break
                if depth > 0 and counters[NODES] > nodes:
                    nodes = counters[NODES]
                    _, low, high = _find(t, w, h, n, NOTHING, depth)
                    if high and (high <= d or low > d):  # another was quicker
                        return high <= d
                _count(t.by_guess[g], w.stack[at : at + n], counts)
                m = _divide(t, w, at, n, top, depth, np.int64(g), d)
                _play(t, w, np.int64(g))
                good = True
                for i in range(m - 1, -1, -1):  # the largest part fails first
                    f = scratch[ORDER, i]
                    good = within(
                        t,
                        w,
                        np.int64(scratch[STARTS, f]),
                        np.int64(scratch[COUNTS, f]),
                        top + n,
                        d - 1,
                        depth + 1,
                        np.int64(min(k, t.limits[t.classes[g], f])),
                    )
                    if not good:
                        break
                w.own[MADE] -= 1
                if good:
                    first = np.int64(g)
            if first >= 0:
                break
    if first >= 0 and depth == 0:
        counters[FIRST] = first
    if first >= 0:
        _remember(t, w, h, n, NOTHING, depth, NOTHING, d)
    elif not counters[STOP]:
        _remember(t, w, h, n, NOTHING, depth, d + 1, ENDLESS)
    return first >= 0
