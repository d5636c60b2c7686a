"""
The least total and the best worst case of guesses, by trying every guess.

It uses no symmetry and no bounds: it examines every part of every guess that splits
a set, and stores the result of each set.
"""

import math
from collections.abc import Sequence

import numpy as np
from brute_force import Game, game
from numba import njit

MAX_CODES = 150
MAX_SETS = 100_000
"""Sets of codes that take a moment."""

_LARGER_GAMES = (
    *("2x7 black", "2x8 distinct black", "2x8 black", "2x9 distinct black"),
    *("2x9 black", "2x10 distinct black", "2x10 black", "2x11 distinct black"),
    *("2x11", "2x11 black", "2x12 distinct", "2x12 distinct black", "2x12"),
    *("2x12 black", "3x4 black", "3x5 distinct black", "3x5", "3x5 black"),
    *("3x6 distinct", "3x6 distinct black", "4x5 distinct", "4x5 distinct black"),
    *("5x5 distinct", "5x5 distinct black", "7x2", "7x2 black"),
)
"""Games that have more, besides those of one peg, which have all subsets."""

_NEVER = 1 << 30


def least(
    game: Game,
    left: Sequence[int],
    guesses: Sequence[int],
    max_sets: int = MAX_SETS,
) -> tuple[int, int, int] | None:
    """Return the least total, the best worst case, and the sets; None if too many."""
    parts = np.array([_parts(game, guess, left) for guess in guesses], dtype=np.uint64)
    slots = 1 << (2 * max_sets).bit_length()
    keys = np.zeros((slots, 3), dtype=np.uint64)
    values = np.zeros(slots, dtype=np.int32)
    used = np.zeros(1, dtype=np.int64)
    everything = np.array(_words((1 << len(left)) - 1), dtype=np.uint64)
    found = _search(*everything, parts, keys, values, used, max_sets)
    return None if found < 0 else (found >> 8, found & 255, int(used[0]))


def least_total(game: Game, left: Sequence[int]) -> int:
    return least(game, left, range(len(game.codes)))[0]


def total_after(game: Game, left: Sequence[int], guess: int) -> int | None:
    """Return the least total after a guess, None if it excludes no code."""
    parts = game.parts(guess, left)
    if len(parts) == 1 and (game.pegs, 0) not in parts:
        return None
    parts.pop((game.pegs, 0), None)
    return len(left) + sum(least_total(game, part) for part in parts.values())


def _parts(game: Game, guess: int, left: Sequence[int]) -> list[list[int]]:
    """Return the parts of a guess, without the winning code, as words."""
    masks = {(b, w): 0 for b in range(game.pegs) for w in range(game.pegs - b + 1)}
    for bit, place in enumerate(left):
        if place != guess:
            masks[game.feedback_table[guess][place]] |= 1 << bit
    return [_words(mask) for mask in masks.values()]


def _words(mask: int) -> list[int]:
    """Return a set of up to 192 indices as three words of 64 bits."""
    return [mask >> shift & ((1 << 64) - 1) for shift in (0, 64, 128)]


@njit(cache=True)
def _count(word):
    count = 0
    while word:
        word &= word - np.uint64(1)
        count += 1
    return count


@njit(cache=True)
def _slot(x, y, z, keys, values):
    h = (x * np.uint64(0x9E3779B97F4A7C15)) ^ (x >> np.uint64(31))
    h = (h + y) * np.uint64(0xC2B2AE3D27D4EB4F)
    h = ((h ^ (h >> np.uint64(29))) + z) * np.uint64(0x165667B19E3779F9)
    i = np.int64(h >> np.uint64(20)) & (len(values) - 1)
    while values[i] and (keys[i, 0] != x or keys[i, 1] != y or keys[i, 2] != z):
        i = (i + 1) & (len(values) - 1)
    return i


@njit(cache=True)
def _search(a, b, c, parts, keys, values, used, most):
    """Return 256 times the least total, plus the best worst case, of a set."""
    known = np.int64(values[_slot(a, b, c, keys, values)])
    if known:
        return known
    count = _count(a) + _count(b) + _count(c)
    total = greatest = _NEVER if count > 1 else 1
    for guess in range(len(parts) if count > 1 else 0):
        guesses = count
        deepest = 0
        for answer in range(parts.shape[1]):
            x = a & parts[guess, answer, 0]
            y = b & parts[guess, answer, 1]
            z = c & parts[guess, answer, 2]
            if x | y | z == 0:
                continue
            if x == a and y == b and z == c:  # it excludes no code
                guesses = deepest = _NEVER
                break
            value = _search(x, y, z, parts, keys, values, used, most)
            if value < 0:
                return value
            guesses += value >> 8
            deepest = max(deepest, value & 255)
        total = min(total, guesses)
        greatest = min(greatest, deepest + 1)
    if used[0] == most:
        return np.int64(-1)
    used[0] += 1
    slot = _slot(a, b, c, keys, values)
    keys[slot, 0], keys[slot, 1], keys[slot, 2] = a, b, c
    values[slot] = total << 8 | greatest
    return np.int64(total << 8 | greatest)


# Games to compare


def small_games(max_codes: int = MAX_CODES) -> list[str]:
    """Return all games of up to a number of codes, by this number."""
    sizes = {}
    for pegs in range(1, 13):
        for colours in range(1, 27):
            for distinct in ("", " distinct"):
                for black in ("", " black"):
                    many = math.perm(colours, pegs) if distinct else colours**pegs
                    if 0 < many <= max_codes:
                        sizes[f"{pegs}x{colours}{distinct}{black}"] = many
    return sorted(sizes, key=lambda written: (sizes[written], written))


def quick_games() -> list[str]:
    """Return the small games of no more than `MAX_SETS` sets."""
    return [
        written
        for written in small_games()
        if written not in _LARGER_GAMES
        and not (written.startswith("1x") and len(game(written).codes) > 16)
    ]
