"""
The compiled part of the exact search: `total` and `is_within`; loads numba.

A set of candidates is a run of the `stack`, which has candidates' indices. One table
has the feedback index of each pair by guess; another, by candidate, has a word with the
bit of this index, to count the parts of all guesses at once. There the winning feedback
has a second bit above it: it counts as a part and saves a guess.

In all functions a set has `size` candidates on the stack from `offset` on. It may take
`guesses_left` more guesses, each with at most `part_limit` parts.

All of it is one file, because numba compiles changed files again, but not their callers
in other files.
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

# Columns of `slots`: a checksum, the index in `arena`, the size and limit, the bounds
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
        "symmetric",  # see `Problem.symmetric`
        "renames",  # see `Problem.renames`
        "only_candidates",  # see `Problem.only_candidates`
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

Shapes: n candidates, g guesses, p pegs, f feedbacks, at most k parts.

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

# A set at a node of the search, with the bounds of its guesses.
Node = namedtuple("Node", "offset size top guesses_left depth part_limit")  # noqa: PYI024


# No function allocates memory, and code without reference counts is faster.
_callable = njit(nogil=True, cache=True, _nrt=False)
# Python calls none of these functions; wrappers take a quarter of the compilation.
_compiled = njit(
    nogil=True, cache=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True
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
def _hash_pegs_and_colours(tables, work, members):
    """
    Hash pegs and colours by properties that renaming and moving them does not change.

    Rows 0 (pegs) and 1 (colours) of `hashes` are of their counts in each other; rows 2
    and 3 also of the codes that contain them.
    """
    counts = work.counts
    hashes = work.hashes
    hashes[:] = 0
    counts[:] = 0
    for i in range(len(members)):
        guess = tables.guess_indices[members[i]]
        for peg in range(tables.pegs):
            counts[peg, tables.codes[guess, peg]] += 1
    for peg in range(tables.pegs):
        for colour in range(tables.colours):
            mixed = _mix(np.uint64(counts[peg, colour] + 1))
            hashes[0, peg] += mixed
            hashes[1, colour] += mixed
    for i in range(len(members)):
        guess = tables.guess_indices[members[i]]
        mixed = np.uint64(0)
        for peg in range(tables.pegs):
            mixed += _mix(hashes[0, peg] + hashes[1, tables.codes[guess, peg]])
        for peg in range(tables.pegs):
            colour = tables.codes[guess, peg]
            hashes[3, colour] += _mix(mixed ^ hashes[0, peg])
            hashes[2, peg] += _mix(mixed ^ hashes[1, colour])


@_compiled
def _rank_by_hashes(tables, work):
    """Order the pegs, and the colours of each group, by their hashes."""
    hashes = work.hashes
    order = work.marks[RANKED_PEGS]
    for peg in range(tables.pegs):
        j = peg
        while j and hashes[2, order[j - 1]] > hashes[2, peg]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = peg
    span = _group_size(tables)
    for colour in range(tables.colours):
        begin = colour // span * span
        rank = 0
        for other in range(begin, begin + span):
            rank += hashes[3, other] > hashes[3, colour] or (
                hashes[3, other] == hashes[3, colour] and other < colour
            )
        work.marks[RANKS, colour] = rank


@_compiled
def _shell_sort(key):
    for gap in GAPS:
        for i in range(gap, len(key)):
            value = key[i]
            j = i
            while j >= gap and key[j - gap] > value:
                key[j] = key[j - gap]
                j -= gap
            key[j] = value


@_compiled_inline
def _group_size(tables):
    """Return the number of colours that may be renamed into one another."""
    return tables.colours // tables.pegs if tables.per_peg else tables.colours


@_compiled
def _write_key(tables, work, offset, size, depth):
    """Write the normal form of a set, by the order of hashes, and return its hash."""
    members = work.stack[offset : offset + size]
    key = work.keys[depth, :size]
    if tables.renames:
        _hash_pegs_and_colours(tables, work, members)
        _rank_by_hashes(tables, work)
        order = work.marks[RANKED_PEGS]
        ranks = work.marks[RANKS]
        span = _group_size(tables)
        for i in range(size):
            guess = tables.guess_indices[members[i]]
            value = 0
            for peg in range(tables.pegs):
                value = value * span + ranks[tables.codes[guess, order[peg]]]
            key[i] = value
        _shell_sort(key)
    else:
        for i in range(size):
            key[i] = members[i]
    set_hash = np.uint64(size)
    for i in range(size):
        set_hash = _mix(set_hash + np.uint64(key[i]))
    return set_hash


@_compiled_inline
def _checksum(set_hash, arena_index, size_and_limit, bounds):
    x = np.uint64(set_hash) + np.uint64(arena_index) * np.uint64(0xD6E8FEB86659FD93)
    x += np.uint64(size_and_limit) * np.uint64(0xA0761D6478BD642F)
    return np.int64(_mix(x + np.uint64(bounds) * np.uint64(0xE7037ED1A0B428DB)))


@_compiled
def _find_entry(tables, work, set_hash, size, guesses_left, depth):
    """
    Return the slot, lower and upper bound of the set in `keys`; -1, 0, 0 if not stored.

    The sets are compared: equal hashes prove nothing.
    """
    key = work.keys[depth]
    first = np.int64(set_hash) & (len(tables.slots) - SLOTS_PER_BUCKET)
    size_and_limit = np.int64(size) << 32 | np.int64(guesses_left)
    for i in range(first, first + SLOTS_PER_BUCKET):
        checksum = tables.slots[i, CHECKSUM]
        arena_index = tables.slots[i, ARENA_INDEX]
        bounds = tables.slots[i, BOUNDS]
        if tables.slots[i, SIZE_AND_LIMIT] == size_and_limit and checksum == _checksum(
            set_hash, arena_index, size_and_limit, bounds
        ):
            j = 0
            while j < size and tables.arena[arena_index + j] == key[j]:
                j += 1
            if j == size:
                return i, bounds >> 32, bounds & 0xFFFFFFFF
    return np.int64(-1), np.int64(0), np.int64(0)


@_compiled
def _store_entry(tables, work, set_hash, size, guesses_left, depth, lower, upper):
    """Store the bounds of the set in `keys`."""
    slots = tables.slots
    state = work.thread_state
    if size > state[ARENA_END] - state[ARENA_START]:
        return
    size_and_limit = np.int64(size) << 32 | np.int64(guesses_left)
    slot, low, high = _find_entry(tables, work, set_hash, size, guesses_left, depth)
    if slot >= 0:
        arena_index = slots[slot, ARENA_INDEX]
        lower = max(lower, low)
        upper = min(upper, high)
    else:
        first = np.int64(set_hash) & (len(slots) - SLOTS_PER_BUCKET)
        slot = first + (state[ARENA_NEXT] & (SLOTS_PER_BUCKET - 1))
        for i in range(first, first + SLOTS_PER_BUCKET):
            if slots[i, SIZE_AND_LIMIT] == 0:
                slot = i
        if state[ARENA_NEXT] + size > state[ARENA_END]:
            # The arena is full: overwrite its oldest sets.
            state[ARENA_NEXT] = state[ARENA_START]
        arena_index = state[ARENA_NEXT]
        state[ARENA_NEXT] += size
        for j in range(size):
            tables.arena[arena_index + j] = work.keys[depth, j]
    bounds = np.int64(lower) << 32 | np.int64(upper)
    slots[slot, CHECKSUM] = 0
    slots[slot, ARENA_INDEX] = arena_index
    slots[slot, SIZE_AND_LIMIT] = size_and_limit
    slots[slot, BOUNDS] = bounds
    slots[slot, CHECKSUM] = _checksum(set_hash, arena_index, size_and_limit, bounds)


# Symmetry


@_compiled
def _list_colours(tables, work, offset, size, depth):
    """List the colours of each kind: 0 in no guess yet, 1 in no candidate."""
    used = work.marks[USED]
    present = work.marks[PRESENT]
    used[:] = False
    present[:] = False
    for i in range(work.thread_state[TURN_COUNT]):
        for peg in range(tables.pegs):
            used[work.history[i, peg]] = True
    for i in range(size):
        guess = tables.guess_indices[work.stack[offset + i]]
        for peg in range(tables.pegs):
            present[tables.codes[guess, peg]] = True
    groups = tables.pegs if tables.per_peg else 1
    span = _group_size(tables)
    kinds = work.symmetries[depth, 0]
    colour_lists = work.colour_lists[depth]
    colour_lists[:, 0] = 0  # column 0 counts the colours
    for colour in range(tables.colours):
        kind = 1 if not present[colour] else (-1 if used[colour] else 0)
        kinds[colour] = kind
        if kind >= 0:
            row = colour_lists[kind * groups + colour // span]
            row[0] += 1
            row[row[0]] = colour


@_compiled
def _keeps_history(tables, work, order):
    """
    Return whether an order of the pegs, with renamed colours, keeps the history.

    The images of the colours are then in `marks`.
    """
    present = work.marks[PRESENT]
    images = work.marks[IMAGES]
    preimages = work.marks[PREIMAGES]
    images[:] = -1
    preimages[:] = -1
    for i in range(work.thread_state[TURN_COUNT]):
        for peg in range(tables.pegs):
            old = work.history[i, order[peg]]
            new = work.history[i, peg]
            if (
                (images[old] >= 0 and images[old] != new)
                or (preimages[new] >= 0 and preimages[new] != old)
                or present[old] != present[new]  # only one is in a candidate
            ):
                return False
            images[old] = new
            preimages[new] = old
    return True


@_compiled
def _find_symmetries(tables, work, offset, size, depth):
    """Write the symmetries that keep the history, and return their number."""
    count = 0
    if depth >= SYMMETRIC_TURNS or not tables.symmetric:
        return count
    _list_colours(tables, work, offset, size, depth)
    for index in range(len(tables.peg_orders)):
        if _keeps_history(tables, work, tables.peg_orders[index]):
            count += 1
            for colour in range(tables.colours):
                work.symmetries[depth, count, colour] = work.marks[IMAGES, colour]
            work.symmetries[depth, count, tables.colours] = index
    return count


@_compiled
def _is_smallest(tables, work, depth, count, guess):
    """Return whether no symmetry makes a smaller guess of a guess."""
    codes = tables.codes
    symmetries = work.symmetries[depth]
    colour_lists = work.colour_lists[depth]
    last_rounds = work.marks[ROUND]
    new_names = work.marks[NAMES]
    groups = tables.pegs if tables.per_peg else 1
    for index in range(1, count + 1):
        order = tables.peg_orders[symmetries[index, tables.colours]]
        work.thread_state[ROUND_COUNT] += 1
        this_round = work.thread_state[ROUND_COUNT]
        free = 0
        absent = 0
        for peg in range(tables.pegs):
            colour = np.int64(codes[guess, order[peg]])
            kind = symmetries[0, colour]
            if kind < 0:
                colour = np.int64(symmetries[index, colour])
            elif groups > 1:
                colour = np.int64(colour_lists[kind * groups + peg, 1])
            elif kind == 1 and not tables.distinct:
                colour = np.int64(colour_lists[1, 1])
            else:
                if last_rounds[colour] != this_round:  # name it at its first use
                    last_rounds[colour] = this_round
                    if kind == 0:
                        free += 1
                        new_names[colour] = colour_lists[0, free]
                    else:
                        absent += 1
                        new_names[colour] = colour_lists[1, absent]
                colour = new_names[colour]
            if colour < codes[guess, peg]:
                return False
            if colour > codes[guess, peg]:
                break
    return True


# A set and a guess


@_compiled
def _even_total(min_totals, size, part_count, part_limit):
    """Return the least total of a set split into parts of almost equal size."""
    if size == 0:
        return 0
    if part_count == 0:
        return INFINITE
    smaller = size // part_count
    larger_parts = size % part_count
    return (part_count - larger_parts) * min_totals[
        part_limit, smaller
    ] + larger_parts * min_totals[part_limit, smaller + 1]


@_compiled_inline
def _count_parts(feedback_row, members, counts):
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
def _max_parts_by_member(tables, members):
    """Return the maximum number of parts of a candidate as guess."""
    size = len(members)
    max_parts = 0
    for i in range(size):
        feedback_row = tables.feedback_by_guess[tables.guess_indices[members[i]]]
        mask = np.uint64(0)
        for j in range(size):
            mask |= np.uint64(1) << np.uint64(feedback_row[members[j]])
        part_count = np.int64(_popcount(mask))
        if part_count > max_parts:
            max_parts = part_count
            if part_count == size:
                break
    return max_parts


@_callable
def count_parts(tables, work, offset, size, depth):
    """Count the parts of every guess; return the most, with a win as two and as one."""
    mask = work.masks[depth]
    parts = work.part_counts[depth]
    members = work.stack[offset : offset + size]
    mask[:] = 0
    i = 0
    while i < size:  # four at a time; repeating the last one changes nothing
        row_a = tables.bits_by_candidate[members[i]]
        row_b = tables.bits_by_candidate[members[min(i + 1, size - 1)]]
        row_c = tables.bits_by_candidate[members[min(i + 2, size - 1)]]
        row_d = tables.bits_by_candidate[members[min(i + 3, size - 1)]]
        for guess in range(len(mask)):
            mask[guess] |= row_a[guess] | row_b[guess] | row_c[guess] | row_d[guess]
        i += 4
    max_count = np.uint8(0)
    max_without_win = np.uint8(0)
    win_bit = tables.feedback_count
    if tables.only_candidates:
        for guess in range(len(mask)):
            if not (mask[guess] >> win_bit) & 1:
                mask[guess] = 0  # the search makes no guess without parts
    for guess in range(len(mask)):
        part_count = np.uint8(_popcount(mask[guess]))
        win = np.uint8((mask[guess] >> win_bit) & 1)
        parts[guess] = part_count
        max_count = max(max_count, part_count)
        max_without_win = max(max_without_win, np.uint8(part_count - win))
    return np.int64(max_count), np.int64(max_without_win)


@_callable
def write_tie_breaks(tables, work, offset, size, keys):
    """Write a key for every guess; of the best guesses the lowest is `choose`'s."""
    win = tables.feedback_count - 1
    counts = work.scratch[0, COUNTS, : win + 1]
    members = work.stack[offset : offset + size]
    for guess in range(len(keys)):
        _count_parts(tables.feedback_by_guess[guess], members, counts)
        easy = 0
        largest = 0
        for feedback in range(win + 1):
            if feedback < win:
                easy += tables.easy_totals[np.uint32(counts[feedback])]
            largest = max(largest, counts[feedback])
        keys[guess] = easy * (size + 1) - largest


@_compiled
def _push_guess(tables, work, guess):
    turn = work.thread_state[TURN_COUNT]
    for peg in range(tables.pegs):
        work.history[turn, peg] = tables.codes[guess, peg]
    work.thread_state[TURN_COUNT] = turn + 1


# The least total


@_compiled
def _total_without_search(tables, work, offset, size, guesses_left, beta, depth):
    """Return the least total of a set, or a sufficient bound, or 0."""
    if size == 1:
        return 1 if guesses_left >= 1 else INFINITE
    if guesses_left < 2:
        return INFINITE
    if size == 2:
        return 3
    if _may_split_perfectly(tables, size, depth):
        part_count = _max_parts_by_member(tables, work.stack[offset : offset + size])
        if part_count == size:
            return 2 * size - 1
        if 2 * size >= beta or (part_count == size - 1 and guesses_left > 2):
            return 2 * size
    elif guesses_left == 2 and size > tables.feedback_count:
        return INFINITE
    return 0


@_compiled_inline
def _may_split_perfectly(tables, size, depth):
    """Return whether a candidate could have one code in each part."""
    return size <= tables.feedback_count and depth > 0


@_compiled
def _start_and_step(work, depth, count):
    """
    Return where and in which direction a thread starts in a ring of guesses.

    Threads share the guesses: each finds the results of the others in the memo.
    """
    number = work.thread_state[THREAD] if depth > 0 else 0
    turned = (number + number % 2) * count // work.thread_state[THREADS] % count
    if number % 2:
        return turned, 1
    return count - 1 - turned, -1


@_compiled
def _bound_by_parts(tables, work, node, max_count):
    """Write the least total of a guess by its number of parts; return the lowest."""
    by_parts = work.scratch[node.depth, BY_PARTS]
    size, limit = node.size, node.part_limit
    for part_count in range(max_count + 1):
        rest = _even_total(tables.min_totals, size, part_count, limit)
        if part_count > 2:  # two of the parts may be those of a win
            other = _even_total(tables.min_totals, size - 1, part_count - 2, limit)
            rest = min(rest, other)
        by_parts[part_count] = min(size + rest, INFINITE)
    return by_parts[max_count]


@_compiled
def _bucket_by_parts(tables, work, depth, max_count, best, orderly):
    """Put the guesses that may have a total below `best` in buckets, by parts."""
    scratch = work.scratch[depth]
    by_parts = scratch[BY_PARTS]
    unscored = scratch[UNSCORED]
    parts = work.part_counts[depth]
    next_guesses = work.next_guesses[depth]
    unscored[:] = -1
    scratch[SCORED][:] = -1
    min_parts = 2
    while by_parts[min_parts] >= best:
        min_parts += 1
    count = len(parts)
    start, step = _start_and_step(work, depth, count)
    for i in range(count):  # two stacks restore this order
        guess = start + i * step
        if orderly:
            guess = np.int64(tables.guess_order[i])
        elif guess >= count:
            guess -= count
        elif guess < 0:
            guess += count
        if parts[guess] < min_parts:
            continue
        bucket = 0
        if not orderly:
            bucket = min(by_parts[parts[guess]] - by_parts[max_count], BUCKETS - 1)
        next_guesses[guess] = unscored[bucket]
        unscored[bucket] = guess


@_compiled
def _bucket_by_bound(tables, work, node, order, old_bucket, best, easiest):
    """
    Put the guesses of a bucket in buckets again, by the lower bounds of their parts.

    Return the easiest guess, or -1 if an earlier one was easier, and its total.
    """
    base, _, symmetry_count, orderly = order
    scratch = work.scratch[node.depth]
    unscored = scratch[UNSCORED]
    scored = scratch[SCORED]
    next_guesses = work.next_guesses[node.depth]
    win = tables.feedback_count - 1
    counts = scratch[COUNTS, : win + 1]
    members = work.stack[node.offset : node.offset + node.size]
    promising = -1
    while unscored[old_bucket] >= 0:
        guess = unscored[old_bucket]
        unscored[old_bucket] = next_guesses[guess]
        if symmetry_count and not _is_smallest(
            tables, work, node.depth, symmetry_count, np.int64(guess)
        ):
            continue
        _count_parts(tables.feedback_by_guess[guess], members, counts)
        score = node.size
        for feedback in range(win):
            limit = np.uint32(min(node.part_limit, tables.max_parts[feedback]))
            score += tables.min_totals[limit, np.uint32(counts[feedback])]
        if score >= best:
            continue
        bucket = (
            old_bucket if orderly else max(old_bucket, min(score - base, BUCKETS - 1))
        )
        next_guesses[guess] = scored[bucket]
        scored[bucket] = guess
        score = 0
        for feedback in range(win):
            score += tables.easy_totals[np.uint32(counts[feedback])]
        if score < easiest and not orderly:
            easiest = score
            promising = guess
    return promising, easiest


@_compiled_inline
def _pop_guess(scored, next_guesses, bucket):
    """Remove and return the next guess of a bucket; -1 if it is empty."""
    guess = scored[bucket]
    if guess >= 0:
        scored[bucket] = next_guesses[guess]
    return guess


@_compiled
def _lower_bound(tables, work, node, guess):
    """Return a lower bound of a set with a guess, `INFINITE` without a tree."""
    counts = work.scratch[node.depth, COUNTS, : tables.feedback_count]
    lows = work.scratch[node.depth, LOWS]
    members = work.stack[node.offset : node.offset + node.size]
    _count_parts(tables.feedback_by_guess[guess], members, counts)
    score = node.size
    for feedback in range(tables.feedback_count - 1):
        if counts[feedback]:
            limit = min(node.part_limit, tables.max_parts[feedback])
            if counts[feedback] > tables.reach[node.guesses_left - 1, limit]:
                return INFINITE
            lows[feedback] = tables.min_totals[limit, counts[feedback]]
            score += lows[feedback]
    return score


@_compiled
def _split(tables, work, node, guess, least):
    """Split a set by a guess; order the parts of at least `least` codes by size."""
    scratch = work.scratch[node.depth]
    counts = scratch[COUNTS, : tables.feedback_count]
    order = scratch[ORDER]
    win = tables.feedback_count - 1
    start = node.top
    open_parts = 0
    for feedback in range(win + 1):
        scratch[STARTS, feedback] = start
        scratch[FILLS, feedback] = start
        start += counts[feedback]
        if feedback < win and counts[feedback] >= least:
            j = open_parts
            while j and counts[order[j - 1]] > counts[feedback]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = feedback
            open_parts += 1
    members = work.stack[node.offset : node.offset + node.size]
    _distribute(tables.feedback_by_guess[guess], members, work.stack, scratch[FILLS])
    return open_parts


@_compiled_inline
def _part(tables, work, node, feedback):
    """Return the start and size of a part, and the maximum parts of its guesses."""
    scratch = work.scratch[node.depth]
    limit = np.int64(min(node.part_limit, tables.max_parts[feedback]))
    start, size = scratch[STARTS, feedback], scratch[COUNTS, feedback]
    return np.int64(start), np.int64(size), limit


@_compiled_inline
def _bound_of_part(tables, work, node, feedback, uses_memo):
    """Return a lower bound of a part, by the memo or its members; whether it is met."""
    start, size, _ = _part(tables, work, node, feedback)
    if uses_memo:
        depth = node.depth + 1
        set_hash = _write_key(tables, work, start, size, depth)
        limit = min(node.guesses_left - 1, size)
        _, low, high = _find_entry(tables, work, set_hash, size, limit, depth)
        return low, low > 0 and low == high
    if size > tables.feedback_count:
        return ZERO, False
    part_count = _max_parts_by_member(tables, work.stack[start : start + size])
    if part_count == size:
        return ZERO, True
    return 2 * size, part_count == size - 1 and node.guesses_left > 3


@_compiled
def _raise_bound(tables, work, node, open_parts, score, best, uses_memo):
    """
    Raise the lower bound of a guess by the bounds of its parts.

    Return it, and the number of parts that remain in order.
    """
    scratch = work.scratch[node.depth]
    lows = scratch[LOWS]
    remaining = 0
    for i in range(open_parts):
        feedback = scratch[ORDER, i]
        low, is_met = _bound_of_part(tables, work, node, feedback, uses_memo)
        if low > lows[feedback]:
            score += low - lows[feedback]
            lows[feedback] = low
            if score >= best:
                break
        if not is_met:
            scratch[ORDER, remaining] = feedback
            remaining += 1
    return score, remaining


@_compiled
def _start_guess(tables, work, node, guess, best):
    """Split a set by a guess; return a lower bound, and the number of open parts."""
    score = _lower_bound(tables, work, node, guess)
    open_parts = 0
    if score < best:
        open_parts = _split(tables, work, node, guess, np.int64(3))
    for uses_memo in (False, True):
        if score < best:
            score, open_parts = _raise_bound(
                tables, work, node, open_parts, score, best, uses_memo
            )
    return score, open_parts


@_compiled
def _next_guess(tables, work, node, order, bucket, promising, best, easiest):
    """
    Return the next guess below `best`, -1 at the end, and the state of the enumeration.

    A promising guess comes first, and again in its bucket, where it fails. The state is
    the bucket, the promising guess after this one, and the lowest easy total.
    """
    base, lower, _, _ = order
    counters = work.counters
    scored, next_guesses = (
        work.scratch[node.depth, SCORED],
        work.next_guesses[node.depth],
    )
    while promising < 0:
        guess = np.int64(-1)
        if bucket >= 0:
            if base + bucket >= best:
                return guess, bucket, promising, easiest
            guess = _pop_guess(scored, next_guesses, bucket)
        if guess >= 0:
            return guess, bucket, promising, easiest
        bucket += 1
        if bucket == BUCKETS or base + bucket >= best or counters[STOP]:
            return guess, bucket, promising, easiest
        if node.depth == 0:
            counters[LOWER] = max(lower, base + bucket)
        promising, easiest = _bucket_by_bound(
            tables, work, node, order, bucket, best, easiest
        )
    return np.int64(promising), bucket, np.int64(-1), easiest


@_callable
def total(tables, work, offset, size, top, guesses_left, beta, depth, inherited_limit):
    """
    Return the least total number of guesses for a set.

    The stack is free from `top` on; `depth` guesses have been made. If the total is not
    less than `beta`, return a lower bound that is not less either.

    Guesses are in buckets by a lower bound: `base` is the lowest, that of the most
    parts; a bucket has those of `base` + its index. The search ends at the first bucket
    that is not below `best`.
    """
    counters = work.counters
    guesses_left = min(guesses_left, size)
    bound = _total_without_search(tables, work, offset, size, guesses_left, beta, depth)
    if bound:
        return bound
    set_hash = _write_key(tables, work, offset, size, depth)
    _, low, high = _find_entry(tables, work, set_hash, size, guesses_left, depth)
    lower = (
        2 * size
        if _may_split_perfectly(tables, size, depth)
        else tables.min_totals[inherited_limit, size]
    )
    if low and depth > 0:
        if low >= beta or low == high:
            return low
        lower = max(lower, low)
    counters[NODES] += 1
    counters[DEPTH] = depth
    max_count, part_limit = count_parts(tables, work, offset, size, depth)
    part_limit = min(part_limit, inherited_limit)
    node = Node(offset, size, top, guesses_left, depth, part_limit)
    scratch = work.scratch[depth]
    base = _bound_by_parts(tables, work, node, max_count)
    lower = max(lower, base)
    best = beta
    is_exact = False
    orderly = depth == 0 and work.thread_state[IS_ORDERLY] != 0
    symmetry_count = 0
    if lower < best:
        _bucket_by_parts(tables, work, depth, max_count, best, orderly)
        symmetry_count = _find_symmetries(tables, work, offset, size, depth)
    order = (base, lower, symmetry_count, orderly)
    bucket = promising = np.int64(-1)
    easiest = INFINITE_64
    nodes = counters[NODES]
    while lower < best and not counters[STOP]:
        if depth > 0 and counters[NODES] > nodes:
            nodes = counters[NODES]
            _, low, high = _find_entry(
                tables, work, set_hash, size, guesses_left, depth
            )
            if low and (low >= best or low == high):  # another thread was faster
                best = low
                is_exact = low == high
                break
        backwards = promising >= 0 and work.thread_state[THREAD] % 2 == 1
        guess, bucket, promising, easiest = _next_guess(
            tables, work, node, order, bucket, promising, best, easiest
        )
        if guess < 0:
            break
        score, open_parts = _start_guess(tables, work, node, guess, best)
        if score >= best:
            continue
        _push_guess(tables, work, guess)
        for i in range(open_parts):
            feedback = scratch[ORDER, open_parts - 1 - i if backwards else i]
            low = scratch[LOWS, feedback]
            start, count, limit = _part(tables, work, node, feedback)
            value = total(
                *(tables, work, start, count, top + size, guesses_left - 1),
                *(np.int64(best - score + low), depth + 1, limit),
            )
            score += value - low
            if score >= best or counters[STOP]:
                break
        work.thread_state[TURN_COUNT] -= 1
        if score < best and not counters[STOP]:
            best = score
            is_exact = True
            if depth == 0:
                counters[BEST] = best
                counters[FIRST] = guess
    if counters[STOP]:
        return best
    # The key is unchanged: each depth has its own row.
    if is_exact:
        _store_entry(tables, work, set_hash, size, guesses_left, depth, best, best)
    else:
        best = max(best, lower)
        _store_entry(
            tables, work, set_hash, size, guesses_left, depth, best, INFINITE_64
        )
    return best


# The worst case


@_compiled
def _add_bits(total, left, right, carry):
    """Add two words of bits to a third, and write the carries."""
    for guess in range(len(total)):
        word = total[guess]
        differs = left[guess] ^ right[guess]
        carry[guess] = (left[guess] & right[guess]) | (word & differs)
        total[guess] = differs ^ word


@_compiled
def _mark_excess(over, count, missing):
    """Mark in `over` the counts that exceed the complement of `missing`, bit by bit."""
    for guess in range(len(over)):
        over[guess] = (count[guess] & missing[guess]) | (
            over[guess] & (count[guess] ^ missing[guess])
        )


@_compiled
def _mark_overfull(tables, work, node, begin, width, room):
    """
    Mark in `planes[3, 1]` the parts of m guesses that exceed their room.

    `planes[0, j]` has bit j of the counts of all feedbacks to all guesses, rows 1 and 2
    up to two carries for this bit: two numbers are added at once. Without this the
    worst case of 5x5 takes 20 times as long, that of AB(4,11) 6 times.
    """
    offset, size = node.offset, node.size
    bits = 1
    while size >> bits:
        bits += 1
    zero = work.planes[3, 0, :width]
    zero[:] = 0
    carry_counts = work.marks[CARRIES]
    carry_counts[:] = 0
    for j in range(bits):
        work.planes[0, j, :width] = 0
    for i in range(0, size, 2):
        left = tables.bits_by_candidate[work.stack[offset + i], begin : begin + width]
        right = zero
        if i + 1 < size:
            right = tables.bits_by_candidate[
                work.stack[offset + i + 1], begin : begin + width
            ]
        j = 0
        while True:
            carry_counts[j + 1] += 1
            carry = work.planes[carry_counts[j + 1], j + 1, :width]
            _add_bits(work.planes[0, j, :width], left, right, carry)
            j += 1
            if carry_counts[j] < 2:
                break
            carry_counts[j] = 0
            left = work.planes[1, j, :width]
            right = work.planes[2, j, :width]
    for j in range(1, bits):
        if carry_counts[j]:
            right = work.planes[2, j, :width] if carry_counts[j] == 2 else zero
            carry_counts[j + 1] += 1
            carry = work.planes[carry_counts[j + 1], j + 1, :width]
            _add_bits(
                work.planes[0, j, :width], work.planes[1, j, :width], right, carry
            )
    over = work.planes[3, 1, :width]
    missing = work.planes[3, 2, :width]
    over[:] = 0
    for j in range(bits):
        lacking = 0  # the feedbacks whose room lacks this bit
        for feedback in range(tables.feedback_count - 1):
            if not (room[feedback] >> bits or (room[feedback] >> j) & 1):
                lacking |= 1 << feedback
        missing[:] = lacking
        _mark_excess(over, work.planes[0, j, :width], missing)


@_compiled
def _list_feasible(tables, work, node):
    """List the guesses whose parts may all be feasible, by the largest part."""
    size, depth, limit = node.size, node.depth, node.part_limit
    reach = tables.reach[node.guesses_left - 1]
    scratch = work.scratch[depth]
    scored = scratch[SCORED]
    room = scratch[STARTS]
    win = tables.feedback_count - 1
    counts = scratch[COUNTS, : win + 1]
    next_guesses = work.next_guesses[depth]
    parts = work.part_counts[depth]
    members = work.stack[node.offset : node.offset + size]
    max_reach = np.int64(reach[limit])
    over = work.planes[3, 1]
    shift = 0
    while size >> shift >= BUCKETS:
        shift += 1
    symmetry_count = _find_symmetries(tables, work, node.offset, size, depth)
    scored[:] = -1
    for feedback in range(win):
        room[feedback] = reach[min(limit, tables.max_parts[feedback])]
    blocks = (len(parts) - 1) // BLOCK + 1
    start, step = _start_and_step(work, depth, blocks)
    for i in range(blocks):
        begin = (start + i * step) % blocks * BLOCK
        end = min(len(parts), begin + BLOCK)
        _mark_overfull(tables, work, node, begin, end - begin, room)
        for j in range(begin, end):
            guess = j if step > 0 else begin + end - 1 - j
            if over[guess - begin] or parts[guess] * max_reach < size:
                continue
            if symmetry_count and not _is_smallest(
                tables, work, depth, symmetry_count, np.int64(guess)
            ):
                continue
            _count_parts(tables.feedback_by_guess[guess], members, counts)
            largest = 0
            for feedback in range(win):
                largest = max(largest, counts[feedback])
            if largest < size:
                next_guesses[guess] = scored[largest >> shift]
                scored[largest >> shift] = guess
    # Join all buckets, in order.
    list_start = np.int64(-1)
    for bucket in range(BUCKETS - 1, -1, -1):
        guess = np.int64(scored[bucket])
        if guess >= 0:
            first = guess
            while next_guesses[guess] >= 0:
                guess = np.int64(next_guesses[guess])
            next_guesses[guess] = list_start
            list_start = first
    scored[0] = list_start


@_callable
def is_within(tables, work, offset, size, top, guesses_left, depth, inherited_limit):
    """
    Return whether a number of guesses is enough for each candidate of a set.

    The arguments are those of `total`, which finds the least sum of all guesses.
    """
    counters = work.counters
    if size <= guesses_left:
        return True
    if guesses_left < 2 or size > tables.reach[guesses_left, inherited_limit]:
        return False
    if (
        _may_split_perfectly(tables, size, depth)
        and _max_parts_by_member(tables, work.stack[offset : offset + size])
        > size - guesses_left + 1
    ):
        return True  # each part has fewer candidates than guesses left
    set_hash = _write_key(tables, work, offset, size, depth)
    _, low, high = _find_entry(tables, work, set_hash, size, ZERO, depth)
    if high and depth > 0:
        if high <= guesses_left:
            return True
        if low > guesses_left:
            return False
    counters[NODES] += 1
    counters[DEPTH] = depth
    max_count, part_limit = count_parts(tables, work, offset, size, depth)
    part_limit = min(part_limit, inherited_limit)
    node = Node(offset, size, top, guesses_left, depth, part_limit)
    reach = tables.reach[:, part_limit]
    members = work.stack[offset : offset + size]
    scratch = work.scratch[depth]
    counts = scratch[COUNTS, : tables.feedback_count]
    next_guesses = work.next_guesses[depth]
    first_guess = np.int64(-1)
    max_found = max_count * np.int64(reach[guesses_left - 1])
    if size <= reach[guesses_left] and size <= max_found:
        easy = 4 * size <= reach[guesses_left]
        for lists_all in range(0 if easy else 1, 2):
            if lists_all:
                _list_feasible(tables, work, node)
            else:  # one with the most parts will do
                guess = np.int64(work.part_counts[depth].argmax())
                next_guesses[guess] = -1
                scratch[SCORED, 0] = guess
            nodes = counters[NODES]
            while first_guess < 0 and not counters[STOP]:
                guess = _pop_guess(scratch[SCORED], next_guesses, 0)
                if guess < 0:
                    break
                if depth > 0 and counters[NODES] > nodes:
                    nodes = counters[NODES]
                    _, low, high = _find_entry(
                        tables, work, set_hash, size, ZERO, depth
                    )
                    if high and (
                        high <= guesses_left or low > guesses_left
                    ):  # another thread was faster
                        return high <= guesses_left
                guess = np.int64(guess)
                _count_parts(tables.feedback_by_guess[guess], members, counts)
                open_parts = _split(tables, work, node, guess, guesses_left)
                _push_guess(tables, work, guess)
                is_enough = True
                for i in range(open_parts - 1, -1, -1):  # the largest part fails first
                    feedback = scratch[ORDER, i]
                    start, count, limit = _part(tables, work, node, feedback)
                    is_enough = is_within(
                        *(tables, work, start, count, top + size, guesses_left - 1),
                        *(depth + 1, limit),
                    )
                    if not is_enough:
                        break
                work.thread_state[TURN_COUNT] -= 1
                if is_enough:
                    first_guess = guess
            if first_guess >= 0:
                break
    if first_guess >= 0 and depth == 0:
        counters[FIRST] = first_guess
    if first_guess >= 0:
        _store_entry(tables, work, set_hash, size, ZERO, depth, ZERO, guesses_left)
    elif not counters[STOP]:
        _store_entry(
            tables, work, set_hash, size, ZERO, depth, guesses_left + 1, INFINITE_64
        )
    return first_guess >= 0
