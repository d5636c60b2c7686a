"""
The compiled part of the exact search: `total` and `is_within`; loads numba.

A set of candidates is a run of the `stack`, which has candidates' indices. One table
has the feedback index of each pair by guess; another, by candidate, has a word with the
bit of this index, to count the parts of all guesses at once. There the winning feedback
has a second bit above it: it counts as a part and saves a guess.

In all functions `t` are the tables, `w` is the work of a thread, and a set has `n`
candidates from `at` on. It may take `d` more guesses, of at most `k` parts each. A
guess is `g`, a feedback `f`, a peg `p`, a colour `c`, a bucket `b`, a hash `h`; `q` is
a number of parts, and `m` the number of those to be searched.

All of it is one file: numba compiles changed files again, but not their callers in
other files.
"""

from collections import namedtuple
from typing import Final

import numpy as np
from numba import njit

INFINITE: Final = 1 << 28
"""More guesses than any game needs."""

ZERO: Final = np.int64(0)
INFINITE_64: Final = np.int64(INFINITE)
"""Zero and `INFINITE` as arguments: numba compiles again for Python integers."""

MAX_DEPTH: Final = 100
"""The depth of the deepest tree; one peg of 62 colours needs 62 guesses."""

SYMMETRIC_TURNS: Final = 3
"""Turns with a search for symmetry; after more the memo finds the same sets."""

BUCKETS: Final = 256
"""Buckets for sorting guesses by lower bound; there are fewer feedbacks."""

BLOCK: Final = 1024
"""Guesses whose part sizes are counted at a time."""

EASY_PARTS: Final = 4
"""Parts into which each guess splits an easy set."""

GAPS: Final = (3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1)
"""Of Shell's sort; numba's sort needs its memory management, which is slow."""

SLOTS_PER_BUCKET: Final = 4
"""Slots of a bucket of the memo."""

# Columns of `slots`: a checksum, the set's index in `arena`, its size and d, its bounds
CHECKSUM, ARENA_INDEX, SIZE_AND_LIMIT, BOUNDS = range(4)

# Indices of `counters`
STOP, NODES, BEST, LOWER, FIRST, DEPTH = range(6)
NO_RESULT: Final = (0, 0, INFINITE, 0, -1, 0)
"""The counters before a search."""

# Indices of `thread_state`: turns so far, whether first guesses are in `guess_order`,
# the thread's number, the number of threads, the thread's next index, start and end in
# `arena`, and the symmetries that `_is_smallest` has tried
(
    TURN_COUNT,
    IS_ORDERLY,
    THREAD,
    THREADS,
    ARENA_NEXT,
    ARENA_START,
    ARENA_END,
    ROUND_COUNT,
) = range(8)

# Rows of `scratch`: by number of parts, the least total of a guess; by feedback, the
# size of the part, its start and fill on the stack, and its lower bound; the feedbacks
# to be searched, in order; by bucket, the first guess of two lists (`next_guesses`)
BY_PARTS, COUNTS, STARTS, FILLS, LOWS, ORDER, UNSCORED, SCORED = range(8)

# Rows of `marks`, by colour except `CARRIES` (by bit) and `RANKED_PEGS`: whether it is
# in a guess and in a candidate, its image and preimage, its rank in a normal form, and
# the last round of `_is_smallest` that renamed it, with its new name
USED, PRESENT, IMAGES, PREIMAGES, CARRIES, RANKED_PEGS, RANKS, ROUND, NAMES = range(9)

# numba compiles plain named tuples, and no others.

Tables = namedtuple(  # noqa: PYI024
    "Tables",
    [
        "pegs",
        "colours",  # their number, for all pegs if `per_peg`
        "feedback_count",
        "distinct",
        "per_peg",  # whether each peg has its own colours
        "symmetric",  # as in `Problem`
        "renames",  # as in `Problem`
        "only_candidates",  # as in `Problem`
        "codes",  # (g, p) uint16, the guesses, colours from 0
        "guess_indices",  # (n,) uint32, the candidates among the guesses
        "bits_by_candidate",  # (n, g) words, the bit of each feedback
        "feedback_by_guess",  # (g, n) uint8, the index of each feedback
        "peg_orders",  # (m, p) int64, permutations of the pegs
        "min_totals",  # (k + 1, n + 2) int32, lower bounds by k and n
        "easy_totals",  # (n + 2,) int32, the totals of easy sets
        "reach",  # (MAX_DEPTH + 1, k + 1) int32, the most codes found by d and k
        "max_parts",  # (f,) int32, the most parts of a first part, by its feedback
        "guess_order",  # (g,) uint32, guesses in order of the strategy ``optimal``
        "slots",  # (2 ** b, 4) int64, the entries of the memo
        "arena",  # int32, the sets of the memo
    ],
)
"""
The candidates, the guesses, lower bounds, and the memo. All threads share them.

Only the memo changes, without locks: the checksum of an entry that two threads have
written at the same time does not match, and sets are compared completely.
"""

Work = namedtuple(  # noqa: PYI024
    "Work",
    [
        "stack",  # uint32, candidates
        "history",  # (depth, p) int16, the guesses of the turns
        "colour_lists",  # by depth, the colours in no guess and in no candidate
        "symmetries",  # by depth, the permutations that keep the history
        "masks",  # (depth, g) words, the feedbacks to each guess
        "part_counts",  # (depth, g) uint8, the number of parts
        "next_guesses",  # (depth, g) int32, linked lists of guesses
        "planes",  # (4, bits, BLOCK) words; see `_mark_overfull`
        "scratch",  # (depth, 8, BUCKETS) int32
        "keys",  # (depth, n) int32, sets in normal form
        "hashes",  # (4, m) uint64, of pegs and colours, for the normal form
        "counts",  # (p, c) int32, candidates by peg and colour
        "marks",  # (9, m) int64
        "thread_state",  # (8,) int64
        "counters",  # (6,) int64, also read by `Search`
    ],
)
"""The arrays of one thread."""


# Nothing allocates: without reference counts all of it is faster.
_callable = njit(nogil=True, cache=True, _nrt=False)
# Without wrappers for calls from Python: a quarter less to compile.
_compiled = njit(
    nogil=True,
    cache=True,
    _nrt=False,
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)
_compiled_inline = njit(cache=True, inline="always", _nrt=False)


@_compiled_inline
def _popcount(x):
    """Return the number of set bits, by an algorithm that LLVM recognizes."""
    x = np.uint64(x)
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + (
        (x >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (x * np.uint64(0x0101010101010101)) >> np.uint64(56)


# The memo, a transposition table


@_compiled_inline
def _mix(x):
    x = np.uint64(x) * np.uint64(0x9E3779B97F4A7C15)
    return x ^ (x >> np.uint64(29))


@_compiled
def _hash_pegs_and_colours(t, w, members):
    """
    Hash pegs and colours by properties that renaming and moving them does not change.

    Rows 0 (pegs) and 1 (colours) of `hashes` are of their counts in each other; rows 2
    and 3 also of the codes that contain them.
    """
    counts = w.counts
    hashes = w.hashes
    hashes[:] = 0
    counts[:] = 0
    for i in range(len(members)):
        guess = t.guess_indices[members[i]]
        for p in range(t.pegs):
            counts[p, t.codes[guess, p]] += 1
    for p in range(t.pegs):
        for c in range(t.colours):
            h = _mix(np.uint64(counts[p, c] + 1))
            hashes[0, p] += h
            hashes[1, c] += h
    for i in range(len(members)):
        guess = t.guess_indices[members[i]]
        h = np.uint64(0)
        for p in range(t.pegs):
            h += _mix(hashes[0, p] + hashes[1, t.codes[guess, p]])
        for p in range(t.pegs):
            c = t.codes[guess, p]
            hashes[3, c] += _mix(h ^ hashes[0, p])
            hashes[2, p] += _mix(h ^ hashes[1, c])


@_compiled
def _rank_by_hashes(t, w):
    """Order the pegs, and the colours of each group, by their hashes."""
    hashes = w.hashes
    order = w.marks[RANKED_PEGS]
    for p in range(t.pegs):
        j = p
        while j and hashes[2, order[j - 1]] > hashes[2, p]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = p
    span = _group_size(t)
    for c in range(t.colours):
        begin = c // span * span
        r = 0
        for other in range(begin, begin + span):
            r += hashes[3, other] > hashes[3, c] or (
                hashes[3, other] == hashes[3, c] and other < c
            )
        w.marks[RANKS, c] = r


@_compiled
def _shell_sort(key):
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
def _group_size(t):
    """Return the number of colours that may be renamed into one another."""
    return t.colours // t.pegs if t.per_peg else t.colours


@_compiled
def _write_key(t, w, at, n, depth):
    """Write the normal form of a set, by the order of hashes, and return its hash."""
    members = w.stack[at : at + n]
    key = w.keys[depth, :n]
    if t.renames:
        _hash_pegs_and_colours(t, w, members)
        _rank_by_hashes(t, w)
        order = w.marks[RANKED_PEGS]
        ranks = w.marks[RANKS]
        span = _group_size(t)
        for i in range(n):
            guess = t.guess_indices[members[i]]
            value = 0
            for p in range(t.pegs):
                value = value * span + ranks[t.codes[guess, order[p]]]
            key[i] = value
        _shell_sort(key)
    else:
        for i in range(n):
            key[i] = members[i]
    h = np.uint64(n)
    for i in range(n):
        h = _mix(h + np.uint64(key[i]))
    return h


@_compiled_inline
def _checksum(h, arena_index, size_and_limit, bounds):
    """Return the checksum of an entry."""
    x = np.uint64(h) + np.uint64(arena_index) * np.uint64(0xD6E8FEB86659FD93)
    x += np.uint64(size_and_limit) * np.uint64(0xA0761D6478BD642F)
    return np.int64(_mix(x + np.uint64(bounds) * np.uint64(0xE7037ED1A0B428DB)))


@_compiled
def _find_entry(t, w, h, n, d, depth):
    """
    Return the slot, lower and upper bound of the set in `keys`; -1, 0, 0 if not stored.

    The sets are compared: equal hashes prove nothing.
    """
    key = w.keys[depth]
    first = np.int64(h) & (len(t.slots) - SLOTS_PER_BUCKET)
    size_and_limit = np.int64(n) << 32 | np.int64(d)
    for i in range(first, first + SLOTS_PER_BUCKET):
        checksum = t.slots[i, CHECKSUM]
        arena_index = t.slots[i, ARENA_INDEX]
        bounds = t.slots[i, BOUNDS]
        if t.slots[i, SIZE_AND_LIMIT] == size_and_limit and checksum == _checksum(
            h, arena_index, size_and_limit, bounds
        ):
            j = 0
            while j < n and t.arena[arena_index + j] == key[j]:
                j += 1
            if j == n:
                return i, bounds >> 32, bounds & 0xFFFFFFFF
    return np.int64(-1), np.int64(0), np.int64(0)


@_compiled
def _store_entry(t, w, h, n, d, depth, lower, upper):
    """Store the bounds of the set in `keys`."""
    slots = t.slots
    state = w.thread_state
    if n > state[ARENA_END] - state[ARENA_START]:
        return
    size_and_limit = np.int64(n) << 32 | np.int64(d)
    slot, low, high = _find_entry(t, w, h, n, d, depth)
    if slot >= 0:
        arena_index = slots[slot, ARENA_INDEX]
        lower = max(lower, low)
        upper = min(upper, high)
    else:
        first = np.int64(h) & (len(slots) - SLOTS_PER_BUCKET)
        slot = first + (state[ARENA_NEXT] & (SLOTS_PER_BUCKET - 1))
        for i in range(first, first + SLOTS_PER_BUCKET):
            if slots[i, SIZE_AND_LIMIT] == 0:
                slot = i
        if state[ARENA_NEXT] + n > state[ARENA_END]:
            state[ARENA_NEXT] = state[ARENA_START]  # full: overwrite the oldest
        arena_index = state[ARENA_NEXT]
        state[ARENA_NEXT] += n
        for j in range(n):
            t.arena[arena_index + j] = w.keys[depth, j]
    bounds = np.int64(lower) << 32 | np.int64(upper)
    slots[slot, CHECKSUM] = 0
    slots[slot, ARENA_INDEX] = arena_index
    slots[slot, SIZE_AND_LIMIT] = size_and_limit
    slots[slot, BOUNDS] = bounds
    slots[slot, CHECKSUM] = _checksum(h, arena_index, size_and_limit, bounds)


# Symmetry


@_compiled
def _list_colours(t, w, at, n, depth):
    """List the colours of each kind: 0 in no guess yet, 1 in no candidate."""
    used = w.marks[USED]
    present = w.marks[PRESENT]
    used[:] = False
    present[:] = False
    for i in range(w.thread_state[TURN_COUNT]):
        for p in range(t.pegs):
            used[w.history[i, p]] = True
    for i in range(n):
        guess = t.guess_indices[w.stack[at + i]]
        for p in range(t.pegs):
            present[t.codes[guess, p]] = True
    groups = t.pegs if t.per_peg else 1
    span = _group_size(t)
    kinds = w.symmetries[depth, 0]
    colour_lists = w.colour_lists[depth]
    colour_lists[:, 0] = 0  # how many there are
    for c in range(t.colours):
        kind = 1 if not present[c] else (-1 if used[c] else 0)
        kinds[c] = kind
        if kind >= 0:
            row = colour_lists[kind * groups + c // span]
            row[0] += 1
            row[row[0]] = c


@_compiled
def _keeps_history(t, w, order):
    """
    Return whether an order of the pegs, with renamed colours, keeps the history.

    The images of the colours are then in `marks`.
    """
    present = w.marks[PRESENT]
    images = w.marks[IMAGES]
    preimages = w.marks[PREIMAGES]
    images[:] = -1
    preimages[:] = -1
    for i in range(w.thread_state[TURN_COUNT]):
        for p in range(t.pegs):
            old = w.history[i, order[p]]
            new = w.history[i, p]
            if (
                (images[old] >= 0 and images[old] != new)
                or (preimages[new] >= 0 and preimages[new] != old)
                or present[old] != present[new]  # one may be in no secret
            ):
                return False
            images[old] = new
            preimages[new] = old
    return True


@_compiled
def _find_symmetries(t, w, at, n, depth):
    """Write the symmetries that keep the history, and return their number."""
    count = 0
    if depth >= SYMMETRIC_TURNS or not t.symmetric:
        return count
    _list_colours(t, w, at, n, depth)
    for k in range(len(t.peg_orders)):
        if _keeps_history(t, w, t.peg_orders[k]):
            count += 1
            for c in range(t.colours):
                w.symmetries[depth, count, c] = w.marks[IMAGES, c]
            w.symmetries[depth, count, t.colours] = k
    return count


@_compiled
def _is_smallest(t, w, depth, count, g):
    """Return whether no symmetry makes a smaller guess of a guess."""
    codes = t.codes
    symmetries = w.symmetries[depth]
    colour_lists = w.colour_lists[depth]
    last_rounds = w.marks[ROUND]
    new_names = w.marks[NAMES]
    groups = t.pegs if t.per_peg else 1
    for k in range(1, count + 1):
        order = t.peg_orders[symmetries[k, t.colours]]
        w.thread_state[ROUND_COUNT] += 1
        this_round = w.thread_state[ROUND_COUNT]
        free = 0
        absent = 0
        for p in range(t.pegs):
            c = np.int64(codes[g, order[p]])
            kind = symmetries[0, c]
            if kind < 0:
                c = np.int64(symmetries[k, c])
            elif groups > 1:
                c = np.int64(colour_lists[kind * groups + p, 1])
            elif kind == 1 and not t.distinct:
                c = np.int64(colour_lists[1, 1])
            else:
                if last_rounds[c] != this_round:  # in order of first use
                    last_rounds[c] = this_round
                    if kind == 0:
                        free += 1
                        new_names[c] = colour_lists[0, free]
                    else:
                        absent += 1
                        new_names[c] = colour_lists[1, absent]
                c = new_names[c]
            if c < codes[g, p]:
                return False
            if c > codes[g, p]:
                break
    return True


# A set and a guess


@_compiled
def _even_total(min_totals, n, q, k):
    """Return the least total of n candidates in q parts."""
    if n == 0:
        return 0
    if q == 0:
        return INFINITE
    size = n // q
    larger = n % q
    return (q - larger) * min_totals[k, size] + larger * min_totals[k, size + 1]


@_compiled_inline
def _count_parts(feedback_row, members, counts):
    """Count the part sizes of a guess."""
    counts[:] = 0
    for i in range(len(members)):
        counts[feedback_row[members[i]]] += 1


@_compiled_inline
def _distribute(feedback_row, members, stack, fill):
    """Write candidates to the parts of their feedback."""
    for i in range(len(members)):
        feedback = feedback_row[members[i]]
        stack[fill[feedback]] = members[i]
        fill[feedback] += 1


@_compiled
def _max_parts_by_member(t, members):
    """Return the most parts of one of the candidates."""
    n = len(members)
    max_parts = 0
    for i in range(n):
        feedback_row = t.feedback_by_guess[t.guess_indices[members[i]]]
        mask = np.uint64(0)
        for j in range(n):
            mask |= np.uint64(1) << np.uint64(feedback_row[members[j]])
        q = np.int64(_popcount(mask))
        if q > max_parts:
            max_parts = q
            if q == n:
                break
    return max_parts


@_callable
def count_parts(t, w, at, n, depth):
    """Count the parts of every guess; return the most, with a win as two and as one."""
    mask = w.masks[depth]
    parts = w.part_counts[depth]
    members = w.stack[at : at + n]
    mask[:] = 0
    i = 0
    while i < n:  # four at a time; repeating the last one changes nothing
        row_a = t.bits_by_candidate[members[i]]
        row_b = t.bits_by_candidate[members[min(i + 1, n - 1)]]
        row_c = t.bits_by_candidate[members[min(i + 2, n - 1)]]
        row_d = t.bits_by_candidate[members[min(i + 3, n - 1)]]
        for g in range(len(mask)):
            mask[g] |= row_a[g] | row_b[g] | row_c[g] | row_d[g]
        i += 4
    most = np.uint8(0)
    most_without_win = np.uint8(0)
    win_bit = t.feedback_count
    if t.only_candidates:
        for g in range(len(mask)):
            if not (mask[g] >> win_bit) & 1:
                mask[g] = 0  # a guess without parts is never made
    for g in range(len(mask)):
        q = np.uint8(_popcount(mask[g]))
        win = np.uint8((mask[g] >> win_bit) & 1)
        parts[g] = q
        most = max(most, q)
        most_without_win = max(most_without_win, np.uint8(q - win))
    return np.int64(most), np.int64(most_without_win)


@_callable
def write_tie_breaks(t, w, at, n, keys):
    """Write a key for every guess; of the best guesses the lowest is `choose`'s."""
    win = t.feedback_count - 1
    counts = w.scratch[0, COUNTS, : win + 1]
    members = w.stack[at : at + n]
    for g in range(len(keys)):
        _count_parts(t.feedback_by_guess[g], members, counts)
        easy = 0
        largest = 0
        for f in range(win + 1):
            if f < win:
                easy += t.easy_totals[np.uint32(counts[f])]
            largest = max(largest, counts[f])
        keys[g] = easy * (n + 1) - largest


@_compiled
def _push_guess(t, w, g):
    """Append a guess to the history."""
    turn = w.thread_state[TURN_COUNT]
    for p in range(t.pegs):
        w.history[turn, p] = t.codes[g, p]
    w.thread_state[TURN_COUNT] = turn + 1


# The least total


@_compiled
def _total_without_search(t, w, at, n, d, beta, depth):
    """Return the least total of a set, or a sufficient bound, or 0."""
    if n == 1:
        return 1 if d >= 1 else INFINITE
    if d < 2:
        return INFINITE
    if n == 2:
        return 3
    if _may_split_perfectly(t, n, depth):
        q = _max_parts_by_member(t, w.stack[at : at + n])
        if q == n:
            return 2 * n - 1
        if 2 * n >= beta or (q == n - 1 and d > 2):
            return 2 * n
    elif d == 2 and n > t.feedback_count:
        return INFINITE
    return 0


@_compiled_inline
def _may_split_perfectly(t, n, depth):
    """Return whether a candidate could have one code in each part."""
    return n <= t.feedback_count and depth > 0


@_compiled
def _start_and_step(w, depth, count):
    """
    Return where and in which direction a thread starts in a ring of guesses.

    Threads share the guesses: each finds the results of the others in the memo.
    """
    number = w.thread_state[THREAD] if depth > 0 else 0
    turned = (number + number % 2) * count // w.thread_state[THREADS] % count
    if number % 2:
        return turned, 1
    return count - 1 - turned, -1


@_compiled
def _bound_by_parts(t, w, n, depth, k, most):
    """Write the least total of a guess by its number of parts; return the lowest."""
    by_parts = w.scratch[depth, BY_PARTS]
    for q in range(most + 1):
        rest = _even_total(t.min_totals, n, q, k)
        if q > 2:  # two of the parts may be those of a win
            rest = min(rest, _even_total(t.min_totals, n - 1, q - 2, k))
        by_parts[q] = min(n + rest, INFINITE)
    return by_parts[most]


@_compiled
def _bucket_by_parts(t, w, depth, most, best, orderly):
    """Put the guesses that may have a total below `best` in buckets, by parts."""
    scratch = w.scratch[depth]
    by_parts = scratch[BY_PARTS]
    unscored = scratch[UNSCORED]
    parts = w.part_counts[depth]
    next_guesses = w.next_guesses[depth]
    unscored[:] = -1
    scratch[SCORED][:] = -1
    min_parts = 2
    while by_parts[min_parts] >= best:
        min_parts += 1
    count = len(parts)
    start, step = _start_and_step(w, depth, count)
    for i in range(count):  # pushed on two lists, so popped in this order
        g = start + i * step
        if orderly:
            g = np.int64(t.guess_order[i])
        elif g >= count:
            g -= count
        elif g < 0:
            g += count
        if parts[g] < min_parts:
            continue
        b = 0
        if not orderly:
            b = min(by_parts[parts[g]] - by_parts[most], BUCKETS - 1)
        next_guesses[g] = unscored[b]
        unscored[b] = g


@_compiled
def _bucket_by_bound(
    t, w, at, n, depth, k, b, base, best, easiest, symmetry_count, orderly
):
    """
    Put the guesses of a bucket in buckets again, by the lower bounds of their parts.

    Return the easiest guess, or -1 if an earlier one was easier, and its total.
    """
    scratch = w.scratch[depth]
    unscored = scratch[UNSCORED]
    scored = scratch[SCORED]
    next_guesses = w.next_guesses[depth]
    win = t.feedback_count - 1
    counts = scratch[COUNTS, : win + 1]
    members = w.stack[at : at + n]
    promising = -1
    while unscored[b] >= 0:
        g = unscored[b]
        unscored[b] = next_guesses[g]
        if symmetry_count and not _is_smallest(
            t, w, depth, symmetry_count, np.int64(g)
        ):
            continue
        _count_parts(t.feedback_by_guess[g], members, counts)
        score = n
        for f in range(win):
            kf = np.uint32(min(k, t.max_parts[f]))
            score += t.min_totals[kf, np.uint32(counts[f])]
        if score >= best:
            continue
        bucket = b if orderly else max(b, min(score - base, BUCKETS - 1))
        next_guesses[g] = scored[bucket]
        scored[bucket] = g
        score = 0
        for f in range(win):
            score += t.easy_totals[np.uint32(counts[f])]
        if score < easiest and not orderly:
            easiest = score
            promising = g
    return promising, easiest


@_compiled_inline
def _pop_guess(scored, next_guesses, b):
    """Remove and return the next guess of a bucket; -1 if it is empty."""
    g = scored[b]
    if g >= 0:
        scored[b] = next_guesses[g]
    return g


@_compiled
def _lower_bound(t, w, at, n, d, depth, k, g):
    """Return a lower bound of a set with a guess, `INFINITE` if d are too few."""
    counts = w.scratch[depth, COUNTS, : t.feedback_count]
    lows = w.scratch[depth, LOWS]
    _count_parts(t.feedback_by_guess[g], w.stack[at : at + n], counts)
    score = n
    for f in range(t.feedback_count - 1):
        if counts[f]:
            kf = min(k, t.max_parts[f])
            if counts[f] > t.reach[d - 1, kf]:
                return INFINITE
            lows[f] = t.min_totals[kf, counts[f]]
            score += lows[f]
    return score


@_compiled
def _split(t, w, at, n, top, depth, g, least):
    """Split a set by a guess; order the parts of at least `least` codes by size."""
    scratch = w.scratch[depth]
    counts = scratch[COUNTS, : t.feedback_count]
    order = scratch[ORDER]
    win = t.feedback_count - 1
    start = top
    m = 0
    for f in range(win + 1):
        scratch[STARTS, f] = start
        scratch[FILLS, f] = start
        start += counts[f]
        if f < win and counts[f] >= least:
            j = m
            while j and counts[order[j - 1]] > counts[f]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = f
            m += 1
    members = w.stack[at : at + n]
    _distribute(t.feedback_by_guess[g], members, w.stack, scratch[FILLS])
    return m


@_compiled
def _raise_by_small_parts(t, w, m, d, depth, score, best):
    """
    Raise the lower bound by small parts that no member splits perfectly.

    Return it, and the number of parts that remain in order.
    """
    scratch = w.scratch[depth]
    lows = scratch[LOWS]
    remaining = 0
    for i in range(m):
        f = scratch[ORDER, i]
        size = np.int64(scratch[COUNTS, f])
        if size <= t.feedback_count:
            start = np.int64(scratch[STARTS, f])
            q = _max_parts_by_member(t, w.stack[start : start + size])
            if q == size:
                continue
            if lows[f] < 2 * size:
                score += 2 * size - lows[f]
                lows[f] = 2 * size
            if score >= best:
                break
            if q == size - 1 and d > 3:
                continue
        scratch[ORDER, remaining] = f
        remaining += 1
    return score, remaining


@_compiled
def _raise_by_memo(t, w, m, d, depth, score, best):
    """
    Raise the lower bound by the memo's bounds of the parts.

    Return it, and the number of parts that remain in order.
    """
    scratch = w.scratch[depth]
    lows = scratch[LOWS]
    remaining = 0
    for i in range(m):
        f = scratch[ORDER, i]
        size = np.int64(scratch[COUNTS, f])
        h = _write_key(t, w, np.int64(scratch[STARTS, f]), size, depth + 1)
        _, low, high = _find_entry(t, w, h, size, min(d - 1, size), depth + 1)
        if low:
            if low > lows[f]:
                score += low - lows[f]
                lows[f] = low
                if score >= best:
                    break
            if low == high:
                continue
        scratch[ORDER, remaining] = f
        remaining += 1
    return score, remaining


@_compiled
def _start_guess(t, w, at, n, top, d, depth, k, g, best):
    """Split a set by a guess; return a lower bound, and how many parts to search."""
    score = _lower_bound(t, w, at, n, d, depth, k, g)
    m = 0
    if score < best:
        m = _split(t, w, at, n, top, depth, g, np.int64(3))
        score, m = _raise_by_small_parts(t, w, m, d, depth, score, best)
    if score < best:
        score, m = _raise_by_memo(t, w, m, d, depth, score, best)
    return score, m


@_callable
def total(t, w, at, n, top, d, beta, depth, k_in):
    """
    Return the least total number of guesses for a set.

    The stack is free from `top` on; `depth` guesses have been made. If the total is not
    less than `beta`, return a lower bound that is not less either.

    Guesses are in buckets by a lower bound: `base` is the lowest, that of the most
    parts; bucket b has those of `base` + b. The search ends at the first bucket that is
    not below `best`.
    """
    counters = w.counters
    d = min(d, n)
    bound = _total_without_search(t, w, at, n, d, beta, depth)
    if bound:
        return bound
    h = _write_key(t, w, at, n, depth)
    _, low, high = _find_entry(t, w, h, n, d, depth)
    lower = 2 * n if _may_split_perfectly(t, n, depth) else t.min_totals[k_in, n]
    if low and depth > 0:
        if low >= beta or low == high:
            return low
        lower = max(lower, low)
    counters[NODES] += 1
    counters[DEPTH] = depth
    most, k = count_parts(t, w, at, n, depth)
    k = min(k, k_in)
    scratch = w.scratch[depth]
    next_guesses = w.next_guesses[depth]
    base = _bound_by_parts(t, w, n, depth, k, most)
    lower = max(lower, base)
    best = beta
    is_exact = False
    if lower < best:
        orderly = depth == 0 and w.thread_state[IS_ORDERLY] != 0
        _bucket_by_parts(t, w, depth, most, best, orderly)
        symmetry_count = _find_symmetries(t, w, at, n, depth)
        easiest = INFINITE_64
        for b in range(BUCKETS):
            if base + b >= best or counters[STOP]:
                break
            if depth == 0:
                counters[LOWER] = max(lower, base + b)
            promising, easiest = _bucket_by_bound(
                t, w, at, n, depth, k, b, base, best, easiest, symmetry_count, orderly
            )
            nodes = counters[NODES]
            while base + b < best and best > lower:
                if depth > 0 and counters[NODES] > nodes:
                    nodes = counters[NODES]
                    _, low, high = _find_entry(t, w, h, n, d, depth)
                    if low and (
                        low >= best or low == high
                    ):  # another thread was faster
                        lower = best = low
                        is_exact = low == high
                        break
                g = promising  # first, and again in its bucket, where it fails
                backwards = g >= 0 and w.thread_state[THREAD] % 2 == 1
                promising = -1
                if g < 0:
                    g = _pop_guess(scratch[SCORED], next_guesses, b)
                if g < 0:
                    break
                score, m = _start_guess(t, w, at, n, top, d, depth, k, g, best)
                if score >= best:
                    continue
                _push_guess(t, w, np.int64(g))
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
                        np.int64(min(k, t.max_parts[f])),
                    )
                    score += value - low
                    if score >= best or counters[STOP]:
                        break
                w.thread_state[TURN_COUNT] -= 1
                if counters[STOP]:
                    break
                if score < best:
                    best = score
                    is_exact = True
                    if depth == 0:
                        counters[BEST] = best
                        counters[FIRST] = g
            if best <= lower:
                break
    if counters[STOP]:
        return best
    # The key is unchanged: each depth has its own row.
    if is_exact:
        _store_entry(t, w, h, n, d, depth, best, best)
    else:
        best = max(best, lower)
        _store_entry(t, w, h, n, d, depth, best, INFINITE_64)
    return best


# The worst case


@_compiled
def _add_bits(total, a, b, carry):
    """Add two words of bits to a third, and write the carries."""
    for g in range(len(total)):
        x = total[g]
        carry[g] = (a[g] & b[g]) | (x & (a[g] ^ b[g]))
        total[g] = a[g] ^ b[g] ^ x


@_compiled
def _mark_excess(over, count, missing):
    """Mark in `over` the counts that exceed the complement of `missing`, bit by bit."""
    for g in range(len(over)):
        over[g] = (count[g] & missing[g]) | (over[g] & (count[g] ^ missing[g]))


@_compiled
def _mark_overfull(t, w, at, n, begin, m, room):
    """
    Mark in `planes[3, 1]` the parts of m guesses that exceed their room.

    `planes[0, j]` has bit j of the counts of all feedbacks to all guesses, rows 1 and 2
    up to two carries for this bit: two numbers are added at once. Without this the
    worst case of 5x5 takes 20 times as long, that of AB(4,11) 6 times.
    """
    bits = 1
    while n >> bits:
        bits += 1
    zero = w.planes[3, 0, :m]
    zero[:] = 0
    carry_counts = w.marks[CARRIES]
    carry_counts[:] = 0
    for j in range(bits):
        w.planes[0, j, :m] = 0
    for i in range(0, n, 2):
        left = t.bits_by_candidate[w.stack[at + i], begin : begin + m]
        right = zero
        if i + 1 < n:
            right = t.bits_by_candidate[w.stack[at + i + 1], begin : begin + m]
        j = 0
        while True:
            carry_counts[j + 1] += 1
            carry = w.planes[carry_counts[j + 1], j + 1, :m]
            _add_bits(w.planes[0, j, :m], left, right, carry)
            j += 1
            if carry_counts[j] < 2:
                break
            carry_counts[j] = 0
            left = w.planes[1, j, :m]
            right = w.planes[2, j, :m]
    for j in range(1, bits):
        if carry_counts[j]:
            right = w.planes[2, j, :m] if carry_counts[j] == 2 else zero
            carry_counts[j + 1] += 1
            carry = w.planes[carry_counts[j + 1], j + 1, :m]
            _add_bits(w.planes[0, j, :m], w.planes[1, j, :m], right, carry)
    over = w.planes[3, 1, :m]
    missing = w.planes[3, 2, :m]
    over[:] = 0
    for j in range(bits):
        lacking = 0  # the feedbacks whose room lacks this bit
        for f in range(t.feedback_count - 1):
            if not (room[f] >> bits or (room[f] >> j) & 1):
                lacking |= 1 << f
        missing[:] = lacking
        _mark_excess(over, w.planes[0, j, :m], missing)


@_compiled
def _list_feasible(t, w, at, n, d, depth, k):
    """List the guesses whose parts may all take d - 1 guesses, by the largest part."""
    scratch = w.scratch[depth]
    scored = scratch[SCORED]
    room = scratch[STARTS]
    win = t.feedback_count - 1
    counts = scratch[COUNTS, : win + 1]
    next_guesses = w.next_guesses[depth]
    parts = w.part_counts[depth]
    members = w.stack[at : at + n]
    max_reach = np.int64(t.reach[d - 1, k])
    over = w.planes[3, 1]
    shift = 0
    while n >> shift >= BUCKETS:
        shift += 1
    symmetry_count = _find_symmetries(t, w, at, n, depth)
    scored[:] = -1
    for f in range(win):
        room[f] = t.reach[d - 1, min(k, t.max_parts[f])]
    blocks = (len(parts) - 1) // BLOCK + 1
    start, step = _start_and_step(w, depth, blocks)
    for i in range(blocks):
        begin = (start + i * step) % blocks * BLOCK
        end = min(len(parts), begin + BLOCK)
        _mark_overfull(t, w, at, n, begin, end - begin, room)
        for j in range(begin, end):
            g = j if step > 0 else begin + end - 1 - j
            if over[g - begin] or parts[g] * max_reach < n:
                continue
            if symmetry_count and not _is_smallest(
                t, w, depth, symmetry_count, np.int64(g)
            ):
                continue
            _count_parts(t.feedback_by_guess[g], members, counts)
            largest = 0
            for f in range(win):
                largest = max(largest, counts[f])
            if largest < n:
                next_guesses[g] = scored[largest >> shift]
                scored[largest >> shift] = g
    # Join all buckets, in order.
    list_start = np.int64(-1)
    for b in range(BUCKETS - 1, -1, -1):
        g = np.int64(scored[b])
        if g >= 0:
            first = g
            while next_guesses[g] >= 0:
                g = np.int64(next_guesses[g])
            next_guesses[g] = list_start
            list_start = first
    scored[0] = list_start


@_callable
def is_within(t, w, at, n, top, d, depth, k_in):
    """Return whether d guesses are enough for a set of candidates; see `total`."""
    counters = w.counters
    if n <= d:
        return True
    if d < 2 or n > t.reach[d, k_in]:
        return False
    if (
        _may_split_perfectly(t, n, depth)
        and _max_parts_by_member(t, w.stack[at : at + n]) > n - d + 1
    ):
        return True  # no part has as many as d candidates
    h = _write_key(t, w, at, n, depth)
    _, low, high = _find_entry(t, w, h, n, ZERO, depth)
    if high and depth > 0:
        if high <= d:
            return True
        if low > d:
            return False
    counters[NODES] += 1
    counters[DEPTH] = depth
    most, k = count_parts(t, w, at, n, depth)
    k = min(k, k_in)
    scratch = w.scratch[depth]
    counts = scratch[COUNTS, : t.feedback_count]
    next_guesses = w.next_guesses[depth]
    first_guess = np.int64(-1)
    if n <= t.reach[d, k] and most * np.int64(t.reach[d - 1, k]) >= n:
        easy = 4 * n <= t.reach[d, k]
        for lists_all in range(0 if easy else 1, 2):
            if lists_all:
                _list_feasible(t, w, at, n, d, depth, k)
            else:  # one with the most parts will do
                g = np.int64(w.part_counts[depth].argmax())
                next_guesses[g] = -1
                scratch[SCORED, 0] = g
            nodes = counters[NODES]
            while first_guess < 0 and not counters[STOP]:
                g = _pop_guess(scratch[SCORED], next_guesses, 0)
                if g < 0:
                    break
                if depth > 0 and counters[NODES] > nodes:
                    nodes = counters[NODES]
                    _, low, high = _find_entry(t, w, h, n, ZERO, depth)
                    if high and (high <= d or low > d):  # another thread was faster
                        return high <= d
                _count_parts(t.feedback_by_guess[g], w.stack[at : at + n], counts)
                m = _split(t, w, at, n, top, depth, np.int64(g), d)
                _push_guess(t, w, np.int64(g))
                is_enough = True
                for i in range(m - 1, -1, -1):  # the largest part fails first
                    f = scratch[ORDER, i]
                    is_enough = is_within(
                        t,
                        w,
                        np.int64(scratch[STARTS, f]),
                        np.int64(scratch[COUNTS, f]),
                        top + n,
                        d - 1,
                        depth + 1,
                        np.int64(min(k, t.max_parts[f])),
                    )
                    if not is_enough:
                        break
                w.thread_state[TURN_COUNT] -= 1
                if is_enough:
                    first_guess = np.int64(g)
            if first_guess >= 0:
                break
    if first_guess >= 0 and depth == 0:
        counters[FIRST] = first_guess
    if first_guess >= 0:
        _store_entry(t, w, h, n, ZERO, depth, ZERO, d)
    elif not counters[STOP]:
        _store_entry(t, w, h, n, ZERO, depth, d + 1, INFINITE_64)
    return first_guess >= 0
