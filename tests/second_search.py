"""
Least totals and least greatest numbers of guesses, proved by another search.

It takes nothing from the package, and it has one bound. One guess for one code and two
for each of the others is the best there is: so n codes take 2 n - 1 guesses, and after
a guess that leaves them in k parts, 3 n - k, one less if it can win. How many parts a
guess can make at most is never asked, as a bound by capacity does. Two things are not
done twice:

- Of guesses that split what is left alike, and of those that some swaps of pegs and of
  colours turn into one another while the guesses before stay as they are, one is tried.
- What is known of a set is kept, and found again by all of its codes.

By hand, it proves anew that no strategy has a smaller total than some, and that none
finds every code with fewer guesses:

    .venv/bin/python tests/second_search.py "4x6" 5625 5
"""

import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from brute_force import Game, game

njit = pytest.importorskip("numba", reason="exact search needs numba").njit

MOST_SETS = 6_000_000
MOST_CODES = 300_000_000
"""So many sets, and codes of sets, are remembered; beyond them none."""

_WON = 255
"""The label of the code that a guess is."""


class Side(NamedTuple):
    """What all positions of a game have in common."""

    answers: Any  # of each guess for each code
    swapped: Any  # what each code becomes by some swaps of pegs and of colours
    codes: Any  # of all sets that are remembered, one after another
    begins: Any  # of each set
    slots: Any  # sets by their hash, from 1
    known: Any  # of each set: twice a lower bound, and 1 more if it is exact
    used: Any  # how many sets are remembered


# The game


def side_of(rules: Game) -> Side:
    codes = np.array(rules.codes)
    return Side(
        _answers(codes, rules),
        np.array(list(_swapped(codes, rules)), dtype=np.int16),
        np.empty(MOST_CODES, dtype=np.int16),
        np.zeros(MOST_SETS + 2, dtype=np.int64),
        np.zeros(1 << MOST_SETS.bit_length(), dtype=np.int32),
        np.zeros(MOST_SETS + 2, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


def _answers(codes: Any, rules: Game) -> Any:
    """Return the answer of each guess for each code, as a small number."""
    colours = np.arange(1, rules.colours + 1)
    counts = (codes[:, :, None] == colours).sum(axis=1)
    answers = np.empty((len(codes), len(codes)), dtype=np.uint8)
    for row, code, count in zip(answers, codes, counts, strict=True):
        black = (codes == code).sum(axis=1)
        both = np.minimum(counts, count).sum(axis=1)
        row[:] = black if rules.black_only else black * (rules.pegs + 1) + both - black
    every = np.unique(answers)
    return np.searchsorted(every, answers).astype(np.uint8)


def _swapped(codes: Any, rules: Game) -> Iterator[Any]:
    """Yield what codes become by up to two swaps of pegs and up to two of colours."""
    weights = (rules.colours + 1) ** np.arange(rules.pegs)
    places = np.zeros((rules.colours + 1) ** rules.pegs, dtype=np.int64)
    places[codes @ weights] = np.arange(len(codes))
    for pegs in _up_to_two_swaps(rules.pegs):
        for colours in _up_to_two_swaps(rules.colours):
            renamed = np.array([0, *(colour + 1 for colour in colours)])
            yield places[renamed[codes[:, pegs]] @ weights]


def _up_to_two_swaps(size: int) -> list[list[int]]:
    """Return orders of so many things, first the one in which nothing is swapped."""
    pairs = list(itertools.combinations(range(size), 2))
    orders = []
    for swaps in [(), *((pair,) for pair in pairs), *itertools.combinations(pairs, 2)]:
        order = list(range(size))
        if len({place for pair in swaps for place in pair}) == 2 * len(swaps):
            for one, other in swaps:
                order[one], order[other] = order[other], order[one]
            orders.append(order)
    return orders


# What is remembered


@njit(cache=True)
def _slot(codes, side):
    """Return where a set stands, or may stand."""
    mixed = np.uint64(len(codes))
    for code in codes:
        mixed = (mixed ^ np.uint64(code + 1)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed >> np.uint64(20)) & (len(side.slots) - 1)
    while side.slots[slot]:
        at = side.begins[side.slots[slot]]
        size = side.begins[side.slots[slot] + 1] - at
        if size == len(codes) and np.array_equal(side.codes[at : at + size], codes):
            break
        slot = (slot + 1) & (len(side.slots) - 1)
    return slot


@njit(cache=True)
def _known(codes, side):
    return np.int64(side.known[side.slots[_slot(codes, side)]])


@njit(cache=True)
def _remember(codes, value, is_exact, side):
    slot = _slot(codes, side)
    if not side.slots[slot]:
        number = side.used[0] + 1
        end = side.begins[number] + len(codes)
        if number > MOST_SETS or end > MOST_CODES:
            return
        side.used[0] = side.slots[slot] = number
        side.codes[side.begins[number] : end] = codes
        side.begins[number + 1] = end
    side.known[side.slots[slot]] = 2 * value + is_exact


# Guesses


@njit(cache=True)
def _different(swaps, side):
    """Return the guesses that are not turned into a smaller one."""
    many = len(side.answers)
    kept = np.empty(many, dtype=np.int64)
    count = 0
    for guess in range(many):
        smallest = guess
        for swap in swaps:
            smallest = min(smallest, side.swapped[swap, guess])
        if smallest == guess:
            kept[count] = guess
            count += 1
    return kept[:count]


@njit(cache=True)
def _leaving(guess, swaps, side):
    """Return the swaps that leave a guess as it is."""
    kept = np.empty(len(swaps), dtype=np.int64)
    count = 0
    for swap in swaps:
        if side.swapped[swap, guess] == guess:
            kept[count] = swap
            count += 1
    return kept[:count]


@njit(cache=True)
def _gains(guesses, codes, side):
    """Return how many parts each guess makes, and one more if it can win."""
    gains = np.empty(len(guesses), dtype=np.int64)
    for place, guess in enumerate(guesses):
        seen = np.uint64(0)
        for code in codes:
            seen |= np.uint64(1) << np.uint64(side.answers[guess, code])
        wins = seen >> np.uint64(side.answers[guess, guess]) & np.uint64(1)
        count = 0
        while seen:
            seen &= seen - np.uint64(1)
            count += 1
        # A guess that tells nothing leads nowhere.
        gains[place] = count + np.int64(wins) if count > 1 else -len(codes)
    return gains


@njit(cache=True)
def _label(guess, codes, side, labels):
    """Number the parts in the order of their first codes; return how many there are."""
    known = np.full(256, _WON, dtype=np.uint8)
    count = 0
    for place, code in enumerate(codes):
        answer = side.answers[guess, code]
        if answer == side.answers[guess, guess]:
            labels[place] = _WON
            continue
        if known[answer] == _WON:
            known[answer] = count
            count += 1
        labels[place] = known[answer]
    return count


@njit(cache=True)
def _mixed(labels):
    mixed = np.uint64(1)
    for label in labels:
        mixed = (mixed ^ np.uint64(label)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@njit(cache=True)
def _is_new(labels, tried, hashes, count):
    """Tell whether none of the guesses tried has split the codes so, and note it."""
    hashes[count] = _mixed(labels)
    for other in range(count):
        if hashes[other] == hashes[count] and np.array_equal(tried[other], labels):
            return False
    return True


@njit(cache=True)
def _split(codes, labels, count):
    """Return the codes part by part, the smallest first, and where each begins."""
    sizes = np.zeros(count, dtype=np.int64)
    for label in labels:
        if label != _WON:
            sizes[label] += 1
    begins = np.zeros(count + 1, dtype=np.int64)
    ends = np.zeros(count, dtype=np.int64)
    for place, part in enumerate(np.argsort(sizes)):
        ends[part] = begins[place]
        begins[place + 1] = begins[place] + sizes[part]
    parts = np.empty(begins[count], dtype=codes.dtype)
    for place, label in enumerate(labels):
        if label != _WON:
            parts[ends[label]] = codes[place]
            ends[label] += 1
    return parts, begins


# The searches


@njit(cache=True)
def _total(codes, most, swaps, side):
    """Return the least total if it is at most so much, else a lower bound above it."""
    size = len(codes)
    known = _known(codes, side)
    if size <= 2 or 2 * size - 1 > most:
        return 2 * size - 1
    if known & 1 or known >> 1 > most:
        return known >> 1
    guesses = _different(swaps, side)
    bounds = 3 * size - _gains(guesses, codes, side)
    order = np.argsort(bounds, kind="mergesort")
    tried = np.empty((np.sum(bounds <= most), size), dtype=np.uint8)
    hashes = np.empty(len(tried), dtype=np.uint64)
    new = 0
    best, beyond = most + 1, np.int64(1 << 30)
    for place in order:
        if bounds[place] >= best:
            beyond = min(beyond, bounds[place])
            break
        labels = tried[new]
        count = _label(guesses[place], codes, side, labels)
        if not _is_new(labels, tried, hashes, new):
            continue
        new += 1
        parts, begins = _split(codes, labels, count)
        least = 2 * (begins[1:] - begins[:-1]) - 1
        is_exact = least <= 3
        total = size + np.sum(least)
        rest = _leaving(guesses[place], swaps, side)
        # Each part in turn is shown to take more, until all together take too much.
        while total < best and not np.all(is_exact):
            for part in range(count):
                if is_exact[part]:
                    continue
                some = parts[begins[part] : begins[part + 1]]
                found = _total(some, least[part], rest, side)
                is_exact[part] = found <= least[part]
                total += found - least[part]
                least[part] = found
                if total >= best:
                    break
        if total < best:
            best = total
        else:
            beyond = min(beyond, total)
    is_exact_now = best <= most
    if not is_exact_now:
        best = max(best, beyond)
    _remember(codes, best, is_exact_now, side)
    return best


@njit(cache=True)
def _greatest(codes, most, swaps, side):
    """Return the least greatest number if it is at most so much, else one above it."""
    size = len(codes)
    if size <= 2 or most < 2:
        return min(size, 2)
    known = _known(codes, side)
    if known & 1 or known >> 1 > most:
        return known >> 1
    guesses = _different(swaps, side)
    gains = _gains(guesses, codes, side)
    order = np.argsort(-gains, kind="mergesort")
    best = most + 1
    tried = np.empty((np.sum(gains > 0), size), dtype=np.uint8)
    hashes = np.empty(len(tried), dtype=np.uint64)
    new = 0
    for place in order:
        # Two guesses are enough only where every code is a part of its own.
        if gains[place] <= 0 or (best == 3 and gains[place] < size) or best == 2:
            break
        labels = tried[new]
        count = _label(guesses[place], codes, side, labels)
        if not _is_new(labels, tried, hashes, new):
            continue
        new += 1
        parts, begins = _split(codes, labels, count)
        rest = _leaving(guesses[place], swaps, side)
        deepest = 1
        for part in range(count - 1, -1, -1):
            some = parts[begins[part] : begins[part + 1]]
            deepest = max(deepest, 1 + _greatest(some, best - 2, rest, side))
            if deepest >= best:
                break
        best = min(best, deepest)
    _remember(codes, best, best <= most, side)
    return best


def least_total(rules: Game, most: int) -> int:
    """Return the least total if it is at most so much, else something above it."""
    many = len(rules.codes)
    side = side_of(rules)
    best = most + 1
    for parts, swaps in _first_guesses(rules, side):
        least = [2 * len(part) - 1 for part in parts]
        while many + sum(least) < best:
            before = list(least)
            for place, part in enumerate(parts):
                least[place] = _total(part, least[place], swaps, side)
                if many + sum(least) >= best:
                    break
            if least == before:
                best = many + sum(least)
    return best


def least_greatest(rules: Game, most: int) -> int:
    """Return the least greatest number if it is at most so much, else one more."""
    side = side_of(rules)
    best = most + 1
    for parts, swaps in _first_guesses(rules, side):
        deepest = 1
        for part in reversed(parts):
            deepest = max(deepest, 1 + _greatest(part, best - 2, swaps, side))
            if deepest >= best:
                break
        best = min(best, deepest)
    return best


def _first_guesses(rules: Game, side: Side) -> Iterator[tuple[list[Any], Any]]:
    """Yield the parts of one first guess for each pattern, and what leaves it alone."""
    patterns = {tuple(sorted(Counter(code).values())): code for code in rules.codes}
    every = np.arange(len(side.swapped))
    for code in patterns.values():
        guess = rules.codes.index(code)
        row = side.answers[guess]
        answers = [answer for answer in np.unique(row) if answer != row[guess]]
        parts = [np.flatnonzero(row == answer).astype(np.int16) for answer in answers]
        yield sorted(parts, key=len), _leaving(guess, every, side)


# By hand


def main(written: str, total: int, greatest: int) -> None:
    """Print what is proved of a game of which two values are known."""
    searches: list[tuple[str, Callable[[Game, int], int], int]] = [
        ("least total", least_total, total),
        ("guesses at most", least_greatest, greatest),
    ]
    for what, search, value in searches:
        # It stops as soon as nothing below the value is possible.
        found = search(game(written), value - 1)
        told = f"{value}, proved again" if found >= value else f"{found}, NOT {value}"
        print(f"{written}: {what} {told}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:4]))
